"""What a designer may turn in Infinity: the switches of the ledger, each with the rule it varies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from rulebound.kernel.variants import Variant, check_variants

NoLimit = Literal["none"]


class Rounding(StrEnum):
    UP = "up"
    DOWN = "down"


class DicePrice(StrEnum):
    FLAT_1 = "flat_1"
    RISING = "rising_1_2_3"
    FLAT_2 = "flat_2"


class BankPrice(StrEnum):
    PER_BANKING = "1_per_banking"
    FREE = "free"
    PER_POINT = "1_per_point"


class LoserMomentum(StrEnum):
    LOST = "lost"
    KEPT = "kept"


class WinnerMomentum(StrEnum):
    FULL = "full"
    DIFFERENCE = "difference"


class AtACost(StrEnum):
    SKILL_TESTS = "skill_tests"
    ALL_TESTS = "all_tests"
    NEVER = "never"


class ReactionPrice(StrEnum):
    RISING = "rising"
    FLAT = "flat_1"


class SpottingBonus(StrEnum):
    BEYOND_D1 = "steps_beyond_d1"
    ALL_STEPS = "all_steps"


class ThresholdBasis(StrEnum):
    NET_DAMAGE = "net_damage"
    TRACK_LOST = "track_lost"


class Refill(StrEnum):
    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


class SuppressiveBonus(StrEnum):
    PERSONALITY = "personality"
    AWARENESS = "awareness"
    NONE = "none"


class BreachScope(StrEnum):
    SYSTEMS = "flagged_systems"
    HACKING = "hacking_only"
    ALL = "all_tests"


class DazedFor(StrEnum):
    UNTIL_RECOVER = "until_recover"
    ONE_ROUND = "one_round"


class ReachStep(StrEnum):
    ONE_STEP = "one_step"
    NO_STEP = "no_step"


class SpreadThreshold(StrEnum):
    SUMMED = "summed_net_damage"
    PER_LOCATION = "per_location"


class CrewActions(StrEnum):
    FULL_TURN = "full_turn_each"
    ONE_STANDARD = "one_standard_each"


class SolutionDamage(StrEnum):
    DICE = "[CD]2"
    FLAT = "+2"


class OneFault(StrEnum):
    TROOPER_CREWS = "trooper_crews_only"
    ALL_NPCS = "all_npc_vehicles"
    NONE = "none"


class NetworkRating(StrEnum):
    TROOPER = "Trooper"
    ELITE = "Elite"
    NEMESIS = "Nemesis"


class LivingBreach(StrEnum):
    CRASH = "network_crash"
    INCAPACITATED = "incapacitated"


class CarryOver(StrEnum):
    LEAST = "least_to_incapacitate"
    FULL_VIGOUR = "full_vigour"
    SOAK_EACH = "soak_per_member"
    NONE = "none"


class PregenTracks(StrEnum):
    FORMULA = "formula"
    PRINTED = "printed"


class RoofCover(StrEnum):
    HEAVY = "Heavy"
    LIGHT = "Light"
    NONE = "none"


class Gridlock(StrEnum):
    STAGE = "stage"
    ROUND = "round"


class InfinityVariants(msgspec.Struct, frozen=True):
    half_attribute_rounding: Annotated[Rounding, Variant("Which way halved attributes go.", "infinity.ruling.rounding")] = Rounding.UP
    dice_pool_cap: Annotated[int | NoLimit, Variant("The most d20s in one test, assistants' left out.", "infinity.ruling.pool_size")] = (
        "none"
    )
    difficulty_ceiling: Annotated[
        int | NoLimit, Variant("The highest a difficulty can be raised to.", "infinity.test.difficulty_range")
    ] = "none"
    bought_dice_max: Annotated[int, Variant("The most d20s bought with Heat for one test.", "infinity.test.buy_d20_heat")] = 3
    bought_dice_price: Annotated[DicePrice, Variant("What bought d20s cost in Heat.", "infinity.ruling.d20_price")] = DicePrice.FLAT_1
    infinity_dice_max: Annotated[int | NoLimit, Variant("The most Infinity dice in one test.", "infinity.test.buy_d20_infinity")] = "none"
    complication_heat: Annotated[int, Variant("What a Complication is worth in Heat.", "infinity.complication.heat_swap")] = 2
    success_at_cost: Annotated[
        AtACost, Variant("After which failed tests the GM is asked about success at a cost.", "infinity.test.success_at_cost")
    ] = AtACost.SKILL_TESTS
    voluntary_failure_heat: Annotated[int, Variant("What failing on purpose costs in Heat.", "infinity.test.voluntary_failure")] = 1
    momentum_cap: Annotated[
        int | Literal["none", "number_of_players"], Variant("The most the group pool holds.", "infinity.momentum.group_pool")
    ] = 6
    momentum_bank_price: Annotated[BankPrice, Variant("What saving Momentum for the group costs.", "infinity.momentum.bank")] = (
        BankPrice.PER_BANKING
    )
    pool_on_reactions: Annotated[
        bool, Variant("Whether the group pool helps Reactions in another's turn.", "infinity.momentum.group_spend")
    ] = False
    momentum_decay: Annotated[int | Literal["all"], Variant("What the group pool loses each round.", "infinity.momentum.pool_decay")] = 1
    f2f_loser_momentum: Annotated[LoserMomentum, Variant("What becomes of the loser's Momentum.", "infinity.test.face_to_face")] = (
        LoserMomentum.LOST
    )
    f2f_winner_momentum: Annotated[WinnerMomentum, Variant("What the winner has to spend.", "infinity.test.face_to_face_winner")] = (
        WinnerMomentum.FULL
    )
    interrupts_per_gap: Annotated[
        int | Literal["any"], Variant("NPCs that may act before one player's turn.", "infinity.order.interrupt")
    ] = 1
    interrupt_price: Annotated[int, Variant("What acting out of order costs in Heat.", "infinity.order.interrupt")] = 1
    swift_action_cost: Annotated[int, Variant("What a Swift Action costs in Momentum.", "infinity.action.extra.swift")] = 2
    reaction_price: Annotated[ReactionPrice, Variant("What Reactions cost, one after another.", "infinity.reaction.cost")] = (
        ReactionPrice.RISING
    )
    bonus_damage_per_momentum: Annotated[int, Variant("Damage for a point of Momentum.", "infinity.momentum.bonus_damage")] = 1
    noise_check_costs_heat: Annotated[bool, Variant("Whether noticing noise costs as a Reaction.", "infinity.stealth.noisy")] = True
    spotting_bonus_momentum: Annotated[SpottingBonus, Variant("Which steps help a hider.", "infinity.stealth.spotting")] = (
        SpottingBonus.BEYOND_D1
    )
    damage_bonus_table: Annotated[
        tuple[int, int, int, int, int, int],
        Variant("Damage dice for an attribute up to 8, 9, 10-11, 12-13, 14-15, 16 and more.", "infinity.damage.bonus_table"),
    ] = (0, 1, 2, 3, 4, 5)
    cover_vs_melee: Annotated[bool, Variant("Whether cover helps against Melee attacks.", "infinity.soak.cover_scope")] = False
    injury_threshold: Annotated[int, Variant("Damage that causes an Injury.", "infinity.injury.thresholds")] = 5
    trauma_threshold: Annotated[int, Variant("Damage that causes a Trauma.", "infinity.trauma.thresholds")] = 5
    breach_threshold: Annotated[int, Variant("Damage that causes a Breach.", "infinity.breach.thresholds")] = 5
    fault_threshold: Annotated[int, Variant("Damage that causes a Fault.", "infinity.vehicle.damage")] = 5
    threshold_basis: Annotated[ThresholdBasis, Variant("What is held against a threshold.", "infinity.ruling.threshold_basis")] = (
        ThresholdBasis.NET_DAMAGE
    )
    refill_between_scenes: Annotated[Refill, Variant("Whether a new scene finds everybody rested.", "infinity.heal.scene_reset")] = (
        Refill.ASK
    )
    suppressive_fire_bonus: Annotated[
        SuppressiveBonus, Variant("The attribute behind Suppressive Fire.", "infinity.technique.suppressive_fire")
    ] = SuppressiveBonus.PERSONALITY
    turn_the_tide_uses_swift_action: Annotated[
        bool, Variant("Whether Turn the Tide is the round's Swift Action.", "infinity.technique.turn_the_tide")
    ] = False
    breach_penalty_scope: Annotated[BreachScope, Variant("Which tests Breaches hamper.", "infinity.breach.penalty")] = BreachScope.SYSTEMS
    dazed_duration: Annotated[DazedFor, Variant("How long Dazed lasts.", "infinity.condition.dazed")] = DazedFor.UNTIL_RECOVER
    starting_infinity_points: Annotated[
        int | Literal["sheet_value"], Variant("Infinity points at the start of a session.", "infinity.points.pool")
    ] = "sheet_value"
    infinity_points_cap: Annotated[int, Variant("The most Infinity points somebody holds.", "infinity.points.pool")] = 5
    session_start_heat: Annotated[
        int | Literal["number_of_players"], Variant("Heat at the start of a session.", "infinity.heat.start_pool")
    ] = 0
    nemesis_point_price: Annotated[int, Variant("Heat for the effect of an Infinity point.", "infinity.npc.nemesis")] = 3
    reinforcement_price: Annotated[tuple[int, int], Variant("Heat for a Trooper and for an Elite.", "infinity.heat.reinforcements")] = (
        1,
        2,
    )
    reach_against_reach: Annotated[ReachStep, Variant("Whether Reach hampers those who have it too.", "infinity.quality.reach")] = (
        ReachStep.ONE_STEP
    )
    shock_against_powered: Annotated[int, Variant("Shock's threshold against powered armour.", "infinity.quality.shock")] = 5
    spread_threshold: Annotated[SpreadThreshold, Variant("How several locations count for an Injury.", "infinity.quality.spread")] = (
        SpreadThreshold.SUMMED
    )
    automedikit_injury_steps: Annotated[bool, Variant("Whether Injuries hamper the AutoMediKit's test.", "infinity.gear.automedikit")] = (
        True
    )
    crew_action_economy: Annotated[CrewActions, Variant("What each of a crew may do.", "infinity.vehicle.crew_actions")] = (
        CrewActions.FULL_TURN
    )
    firing_solution_damage: Annotated[
        SolutionDamage, Variant("What a Firing Solution adds.", "infinity.vehicle.action.firing_solution")
    ] = SolutionDamage.DICE
    npc_vehicle_one_fault: Annotated[OneFault, Variant("Whose vehicles stop at the first Fault.", "infinity.vehicle.faults")] = (
        OneFault.TROOPER_CREWS
    )
    civilian_vehicle_network: Annotated[
        NetworkRating, Variant("How good a civilian vehicle's network is.", "infinity.vehicle.network_category")
    ] = NetworkRating.TROOPER
    breach_on_living_npc: Annotated[LivingBreach, Variant("What a Breach does to a Trooper or Elite.", "infinity.npc.trooper")] = (
        LivingBreach.CRASH
    )
    mob_carry_over: Annotated[CarryOver, Variant("How damage goes on in a Mob.", "infinity.npc.mob")] = CarryOver.LEAST
    pregen_tracks: Annotated[PregenTracks, Variant("Which tracks the pregens have.", "infinity.pregen.tracks")] = PregenTracks.FORMULA
    police_heat_price: Annotated[int, Variant("Heat for the police of scene 1.", "infinity.scene1.heat.police")] = 3
    sim_hinders_walking: Annotated[bool, Variant("Whether Sim hampers those on foot.", "infinity.scene1.sim")] = True
    tenement_roof_cover: Annotated[RoofCover, Variant("What cover the tenements' roofs give.", "infinity.scene1.terrain.tenements")] = (
        RoofCover.HEAVY
    )
    gridlock_duration: Annotated[Gridlock, Variant("How long gridlock lasts.", "infinity.scene2.heat.gridlock")] = Gridlock.STAGE
    wrong_way_extra_steps: Annotated[int, Variant("How much harder it is against the traffic.", "infinity.scene2.underpass.hazard")] = 0


check_variants(InfinityVariants)
