"""What a designer may turn in COMBAT: the switches of the ledger, each with the rule it varies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from rulebound.kernel.score import Botch, Ties
from rulebound.kernel.variants import Variant, check_variants


class FixedTie(StrEnum):
    SUCCESS = "success"
    FAIL = "fail"


class ExplodeScope(StrEnum):
    ALL = "all_score_rolls"
    ATTACKS = "attacks_only"


class Rounding(StrEnum):
    DOWN = "down"
    UP = "up"


class DamageTiming(StrEnum):
    END_OF_ROUND = "end_of_round"
    IMMEDIATE = "immediate"


class HeldExpiry(StrEnum):
    NEXT_TURN = "next_turn"
    KEEP = "keep_without_refresh"


class RunMoves(StrEnum):
    ONE_PER_AP = "one_per_ap"
    SINGLE = "single_move"


class ProneEffects(StrEnum):
    HOUSE = "house"
    NONE = "none"


class BlockRanged(StrEnum):
    SHIELD_ONLY = "shield_only"
    ALWAYS = "always"


class BleedOrder(StrEnum):
    ROLL_FIRST = "roll_then_damage"
    DAMAGE_FIRST = "damage_then_roll"


class PainScale(StrEnum):
    PER_POINT = "per_point_of_dmg"
    PER_HIT = "per_hit"
    FLAT = "flat_minus_1"


class VehicleWear(StrEnum):
    CONDITION = "condition_only"
    BOTH = "condition_plus_wear"


class WreckDice(StrEnum):
    EACH = "per_occupant"
    ONE_ROLL = "one_roll_for_all"


class Ammunition(StrEnum):
    THREE_RELOADS = "three_reloads"
    UNLIMITED = "unlimited"
    COUNTED = "counted"


class Positions(StrEnum):
    PLANE = "plane"
    NONE = "none"


class CombatVariants(msgspec.Struct, frozen=True):
    attribute_range: Annotated[
        tuple[int, int] | Literal["unbounded"], Variant("The lowest and highest a person's A and C may be.", "combat.base.attributes")
    ] = (1, 6)
    opposed_tie: Annotated[Ties, Variant("Who wins when both sides roll the same total.", "combat.base.versus_roll")] = Ties.REROLL
    static_tie: Annotated[FixedTie, Variant("Whether a total equal to a fixed number is enough.", "combat.base.versus_number")] = (
        FixedTie.SUCCESS
    )
    hash_tie: Annotated[FixedTie, Variant("Whether a total equal to a Difficulty is enough.", "combat.base.difficulty_hash")] = (
        FixedTie.SUCCESS
    )
    explode_scope: Annotated[ExplodeScope, Variant("Which rolls explode on a 6.", "combat.base.explosion")] = ExplodeScope.ALL
    botch_rule: Annotated[Botch, Variant("What makes a Botch.", "combat.base.botch")] = Botch.CONFIRMED
    rounding: Annotated[Rounding, Variant("Which way fractions go.", "combat.base.rounding")] = Rounding.DOWN
    damage_timing: Annotated[DamageTiming, Variant("When DMG is applied.", "combat.round.damage_simultaneous")] = DamageTiming.END_OF_ROUND
    held_action_expiry: Annotated[HeldExpiry, Variant("What becomes of a held Action that was not used.", "combat.ap.hold")] = (
        HeldExpiry.NEXT_TURN
    )
    run_moves: Annotated[RunMoves, Variant("How many moves a Run is.", "combat.move.run")] = RunMoves.ONE_PER_AP
    prone_effects: Annotated[ProneEffects, Variant("Whether Prone changes rolls and Speed.", "combat.state.prone")] = ProneEffects.HOUSE
    block_vs_ranged: Annotated[BlockRanged, Variant("When a Block works against a RATK.", "combat.defense.active")] = (
        BlockRanged.SHIELD_ONLY
    )
    bleed_order: Annotated[BleedOrder, Variant("Which comes first in a minute of Bleeding.", "combat.bleeding.tick")] = (
        BleedOrder.ROLL_FIRST
    )
    pain_scale: Annotated[PainScale, Variant("How much Pain DMG brings.", "combat.dmg.pain")] = PainScale.PER_POINT
    pain_on_c_vs_dmg: Annotated[bool, Variant("Whether Pain lowers rolls of C against DMG.", "combat.dmg.pain_double")] = False
    vehicle_wear: Annotated[VehicleWear, Variant("What DMG through a vehicle's DR costs it.", "combat.vehicle.damage_condition")] = (
        VehicleWear.CONDITION
    )
    unstable_penalty: Annotated[int, Variant("What being Unstable does to rolls.", "combat.vehicle.occupants_unstable")] = -3
    wreck_dice: Annotated[WreckDice, Variant("Whose dice a Wreck rolls.", "combat.vehicle.wreck")] = WreckDice.EACH
    creation_points: Annotated[tuple[int, int], Variant("Points for A and C, and for skills.", "combat.create.points")] = (8, 16)
    ammunition: Annotated[Ammunition, Variant("How spare ammunition is kept.", "combat.attack.ammunition")] = Ammunition.THREE_RELOADS
    positions: Annotated[Positions, Variant("Whether places are kept on a plane or only distances.", "combat.round.positions")] = (
        Positions.PLANE
    )
    hide_gn_stats: Annotated[bool, Variant("Whether the GN's fighters keep their stats to the GN.", "combat.secrets.summary")] = False


check_variants(CombatVariants)
