"""What a designer may turn in Cannibal Contagion: the switches of the ledger, each with the rule it varies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from rulebound.kernel.variants import Variant, check_variants


class CancelledJokers(StrEnum):
    RETURNS = "returns_to_first_joker_player"
    PASSES = "passes_to_next_player"


class Reshuffle(StrEnum):
    ANY_DRAW = "any_draw"
    BASE_DEAL = "showdown_base_deal_only"


class CalmingScope(StrEnum):
    KILLING_SHOWDOWN = "killing_showdown"
    FULL_SCORE = "full_score_in_one_showdown"


class TimeBombCool(StrEnum):
    BEFORE = "before_fatal_hurtin"
    MAXIMUM = "starting_maximum"
    CURRENT = "current"


class ActivationLimit(StrEnum):
    ONE_PLUS_SAVVY = "one_plus_savvy"
    SAVVY = "savvy_min_one"


class MultiLead(StrEnum):
    INITIATOR = "initiator"
    CHALLENGED = "challenged"


class SlotMode(StrEnum):
    BY_TABLE = "by_table"
    ONE_EACH = "one_each"
    WORN_FREE = "worn_items_free"


class JuiceOrder(StrEnum):
    CHECK_FIRST = "check_then_add"
    ADD_FIRST = "add_then_check"


class WeaponMethod(StrEnum):
    GEAR = "gear"
    CUSTOM = "custom"


class AllyAbsorbs(StrEnum):
    ANY = "any_amount"
    UP_TO_RANK = "up_to_rank"


class PriceVisibility(StrEnum):
    PUBLIC = "public"
    PRIVATE = "pawn_and_mad_half_until_paid"


class CgpThreshold(StrEnum):
    COOL_PLUS_1 = "cool_plus_1"
    COOL = "cool"


class AdversityIncome(StrEnum):
    HALF_SCENES = "survivors_plus_half_scenes"
    SCENES = "survivors_plus_scenes"
    SURVIVORS = "survivors_only"
    MANUAL = "manual"


class ThreatCost(StrEnum):
    BY_3 = "score_by_3_plus_role"
    BY_5 = "score_by_5_plus_role"
    MANUAL = "manual"


class InfectionVector(StrEnum):
    WOUND = "wound"
    ANY_LOSS = "any_loss"
    CIC = "cic_decides"


class Rulings(StrEnum):
    ASK = "ask"
    DEFAULTS = "defaults"


def note(meaning: str, rule: str) -> Variant:
    return Variant(meaning, f"contagion.{rule}")


class ContagionVariants(msgspec.Struct, frozen=True):
    joker_cancel_turn: Annotated[CancelledJokers, note("Whose turn it is after two jokers cancel.", "cards.joker_showdown")] = (
        CancelledJokers.RETURNS
    )
    joker_hurtin_value: Annotated[int, note("What a joker kept in the pile counts as Hurtin'.", "cards.joker_double")] = 1
    reshuffle_scope: Annotated[Reshuffle, note("Which draws may bring the discards back.", "cards.reshuffle")] = Reshuffle.ANY_DRAW
    second_deck: Annotated[bool, note("The CiC's random draws come from a deck of their own.", "cards.second_deck")] = False
    starting_allies: Annotated[bool, note("Declined Gear may buy Allies at creation.", "create.starting_allies")] = False
    mojo: Annotated[bool, note("Survivors draw a Mojo.", "create.mojo_draw")] = True
    calming_scope: Annotated[CalmingScope, note("What Calming Repose of Death counts.", "mojo.calming_repose_of_death")] = (
        CalmingScope.KILLING_SHOWDOWN
    )
    kung_fu_vs_joker: Annotated[bool, note("My Kung Fu may answer a joker.", "mojo.my_kung_fu_is_better")] = False
    time_bomb_cool: Annotated[TimeBombCool, note("Which Cool a Time Bomb goes off with.", "mojo.time_bomb")] = TimeBombCool.BEFORE
    quickie_difficulty: Annotated[bool, note("Quickies may be a Royal Pain or a Longshot.", "quickie.difficulty_royal_pain")] = True
    must_play_if_able: Annotated[bool, note("Whoever holds a beating card must play one.", "showdown.committed")] = True
    activation_limit: Annotated[ActivationLimit, note("How many items may be activated.", "showdown.activate_limit")] = (
        ActivationLimit.ONE_PLUS_SAVVY
    )
    activate_cards: Annotated[int, note("Cards for activating an item.", "gear.activate")] = 1
    sacrifice_cards: Annotated[int, note("Cards for sacrificing an item.", "gear.sacrifice")] = 4
    exchange_cgp: Annotated[bool, note("Faces and aces may also take CGP away.", "showdown.exchange_cgp")] = True
    multi_lead: Annotated[MultiLead, note("Who leads with three or more.", "multi.order")] = MultiLead.INITIATOR
    slot_mode: Annotated[SlotMode, note("What items cost in slots.", "gear.slot_options")] = SlotMode.BY_TABLE
    juice_order: Annotated[JuiceOrder, note("Whether the tally is checked or raised first.", "juice.order")] = JuiceOrder.CHECK_FIRST
    weapon_method: Annotated[WeaponMethod, note("Weapons are Gear, or have stats.", "weapon.gear_method")] = WeaponMethod.GEAR
    double_fisting: Annotated[bool, note("Two weapons may be used at once.", "weapon.double_fisting")] = False
    ally_absorbs: Annotated[AllyAbsorbs, note("How much an Ally can take for somebody.", "ally.take_hurtin")] = AllyAbsorbs.ANY
    ally_heal_price: Annotated[int, note("Tokens for a lost Ally rank.", "ally.heal")] = 4
    first_scene_income: Annotated[bool, note("The first scene pays its income too.", "token.scene_start")] = False
    vote_bonus: Annotated[int, note("Tokens for a vote that comes true.", "token.secret_vote_bonus")] = 8
    price_gear: Annotated[int, note("Tokens for an item.", "downtime.price_table")] = 2
    price_weapon: Annotated[int, note("Tokens for a custom weapon.", "downtime.price_table")] = 4
    price_rank: Annotated[int, note("Tokens for a rank up to the starting maximum.", "downtime.price_table")] = 4
    price_rank_above: Annotated[int, note("Tokens for a rank above it.", "downtime.price_table")] = 6
    price_cgp: Annotated[int, note("Tokens to take 1 CGP away.", "downtime.price_table")] = 2
    price_stage: Annotated[int, note("Tokens to lift a stage.", "downtime.price_table")] = 6
    price_treatment: Annotated[int, note("Tokens for a treatment.", "cic.contagion.treatment")] = 2
    price_visibility: Annotated[PriceVisibility, note("Who knows a narrative price.", "negotiation.prices")] = PriceVisibility.PUBLIC
    stage5_cuts_allowance: Annotated[bool, note("Reaching Stage 5 ends the draws that were allowed.", "negotiation.draws")] = True
    cgp_threshold: Annotated[CgpThreshold, note("How many CGP a stage holds.", "cgp.threshold")] = CgpThreshold.COOL_PLUS_1
    secret_infection: Annotated[bool, note("Only the CiC knows infection tallies.", "cic.contagion.tally")] = True
    hide_threat_score: Annotated[bool, note("Threat scores are the CiC's secret.", "cic.threat.state")] = False
    adversity_start: Annotated[int, note("Adversity tokens for each Survivor at the start.", "cic.adversity.income")] = 2
    adversity_income: Annotated[AdversityIncome, note("Adversity tokens for a new scene.", "cic.adversity.income")] = (
        AdversityIncome.HALF_SCENES
    )
    threat_cost: Annotated[ThreatCost, note("What a Threat costs.", "cic.adversity.threat_cost")] = ThreatCost.BY_3
    role_table: Annotated[tuple[int, int, int, int], note("Cards of the four roles.", "cic.threat.roles")] = (3, 4, 5, 0)
    infection_vector: Annotated[InfectionVector, note("What makes infection possible.", "cic.contagion.infect")] = InfectionVector.WOUND
    contagion_threshold: Annotated[int, note("The tally at which a Survivor turns.", "cic.contagion.threshold")] = 10
    ally_threshold: Annotated[int, note("The tally at which an Ally turns.", "cic.contagion.ally")] = 5
    panic_per_scene: Annotated[int | Literal["unlimited"], note("Presses of the Panic Button in a scene.", "cic.panic_limit")] = 1
    planned_scenes: Annotated[int | Literal["open"], note("Scenes in a session.", "cic.session_length")] = 8
    narration: Annotated[bool, note("Ask for a line with every action, Step Up, Fact and price.", "showdown.step_up")] = True
    rulings: Annotated[Rulings, note("Whether the CiC is asked for every ruling.", "cic.discretion")] = Rulings.ASK


check_variants(ContagionVariants)
