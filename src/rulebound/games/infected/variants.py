"""What a designer may turn in INFECTED: the switches of both ledgers, each with the rule it varies."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from rulebound.kernel.variants import Variant, check_variants

Unlimited = Literal["unlimited"]


class PushStress(StrEnum):
    PER_ONE = "per_one"
    ONE_IN_ALL = "one_in_all"


class CriticalSuccess(StrEnum):
    ALL_DICE = "pool_and_bonus_dice"
    POOL_DICE = "pool_dice"


class CommonItems(StrEnum):
    CORE = "core_16"
    SCREEN = "screen_8"
    OWN = "own_list"


class InitiativeAttribute(StrEnum):
    NERVE = "NERVE"
    REFLEX = "REFLEX"


class InitiativeReroll(StrEnum):
    NEVER = "never"
    EACH_ROUND = "each_round"


class InitiativeTies(StrEnum):
    SIMULTANEOUS = "simultaneous"
    HIGHER_NERVE = "higher_nerve"
    PLAYERS_FIRST = "players_first"


class InitiativeMode(StrEnum):
    STANDARD = "standard"
    SIDE_BASED = "side_based"


class Declare(StrEnum):
    BEFORE = "before_attack_roll"
    AFTER = "after_attack_roll"


class PassivePenalty(StrEnum):
    NONE = "none"
    TO_ATTACKER = "dice_to_attacker"


class ActionCovers(StrEnum):
    ONE_ATTACK = "one_attack"
    ALL_ATTACKS = "all_attacks"


class FlankingOutnumbered(StrEnum):
    BOTH = "both"
    HIGHER_ONLY = "higher_only"


class ChokeCount(StrEnum):
    FAILURES = "failures"
    ROUNDS = "rounds"


class LimbShot(StrEnum):
    BEFORE_ARMOR = "before_armor"
    AFTER_ARMOR = "after_armor"


class AmmoTracking(StrEnum):
    ABSTRACT = "abstract"
    PRECISE = "precise"


class ArrowRecovery(StrEnum):
    HALF = "half_rounded_down"
    D6_EACH = "d6_each"


class QuietNoise(StrEnum):
    COLUMN = "noise_column"
    ZERO = "zero"


class NpcNoise(StrEnum):
    COUNTED = "counted"
    PARTY_ONLY = "party_only"


class ProneInMelee(StrEnum):
    PLUS_ONE = "attackers_plus_1"
    NONE = "no_modifier"


class BiteOrClaw(StrEnum):
    GRIP_HITS_OR_D6 = "grip_or_3_hits_or_d6"
    EVERY_HIT = "every_hit_bites"
    GM = "gm_decides"


class HarmlessBite(StrEnum):
    NO_CHECK = "no_check"
    CHECK = "check"


class LoneFailure(StrEnum):
    ONE_STEP = "one_step"
    ALERT = "alert_at_once"


class AgainstUnaware(StrEnum):
    FLAT = "flat"
    OPPOSED = "opposed"


class DistractionThreat(StrEnum):
    LOCATED = "located"
    SHARED = "shared"


class ArmorCovers(StrEnum):
    ALL_BUT_INTERNAL = "all_but_internal"
    ATTACKS_ONLY = "attacks_only"


class ChaseEscalation(StrEnum):
    GM_CHOICE = "gm_choice"
    FORCED = "forced"
    NONE = "none"


class SmallVehicles(StrEnum):
    HALF = "half_the_boxes"
    TABLE = "table"


class WoundOverflow(StrEnum):
    SPILL_DOWN = "spill_down"
    DEATH = "death"
    NO_MARK = "no_mark"


class NoiseCounting(StrEnum):
    RUNNING = "running"
    PER_ACTION = "per_action"
    LOUDEST_PER_ROUND = "loudest_per_round"
    LOUDEST_PER_SCENE = "loudest_per_scene"


class ThreatMode(StrEnum):
    TACTICAL = "tactical"
    DREAD = "dread"


class AmbientEntry(StrEnum):
    RAISE = "raise_to_floor"
    NO_CHANGE = "no_change"


class PickedClean(StrEnum):
    ONE_SEARCH = "one_search"
    NO_LIMIT = "no_limit"
    NOTHING = "nothing"


class CraftTracking(StrEnum):
    SIX_TYPES = "six_types"
    PARTS = "parts"
    ITEMS = "items"


class SurgeryAttribute(StrEnum):
    NERVE = "NERVE"
    WITS = "WITS"


class BondRelief(StrEnum):
    STRESS_RELIEF = "stress_relief"
    ANY_SHARED = "any_shared_activity"


class NaturalBruised(StrEnum):
    ONE_PER_DAY = "one_per_day"
    ALL = "all_after_one_day"


class MissingRows(StrEnum):
    UP = "up"
    BRUISED_FIRST = "bruised_first"


class SwarmCounts(StrEnum):
    ONE_ENEMY = "one_enemy"
    MEMBERS = "its_members"


class NpcCritical(StrEnum):
    OUT = "out_of_the_fight"
    AS_PC = "as_pc"


class InfectedVariants(msgspec.Struct, frozen=True):
    # ------------------------------------------------------------------------------------------------ rolls and Guts
    core_min_pool: Annotated[int, Variant("How many dice are rolled at least.", "infected.core.pool_floor")] = 1
    core_hit_on: Annotated[Literal[4, 5, 6], Variant("The lowest face that is a hit.", "infected.core.hit")] = 5
    core_bare_check_hits: Annotated[Literal[1, 2], Variant("Hits that pass a check without a threshold.", "infected.core.check_pass")] = 1
    core_explosion_cap: Annotated[
        Literal[0, 1, 2, 3] | Unlimited, Variant("Bonus dice that sixes bring at most.", "infected.core.explode")
    ] = 3
    core_guts_reroll_can_be_critical: Annotated[
        bool, Variant("Whether a roll bought with Guts can be a critical failure.", "infected.core.critical_failure")
    ] = False
    core_pushed_sixes_explode: Annotated[bool, Variant("Whether sixes of a push bring bonus dice.", "infected.core.push")] = True
    core_push_stress: Annotated[PushStress, Variant("What ones on pushed dice cost.", "infected.core.push_stress")] = PushStress.PER_ONE
    guts_start: Annotated[int, Variant("Guts at the start of a session.", "infected.guts.start")] = 3
    guts_earn_cap: Annotated[int | Unlimited, Variant("Guts that may be earned in a session.", "infected.guts.earn_cap")] = 2
    guts_max: Annotated[int | Unlimited, Variant("Guts that may be held.", "infected.guts.max")] = 5
    guts_rerolls_per_roll: Annotated[int | Unlimited, Variant("Rerolls that Guts may buy for one roll.", "infected.guts.reroll")] = (
        "unlimited"
    )
    guts_damage_spends_per_hit: Annotated[int | Unlimited, Variant("Guts that may lower one hit.", "infected.guts.reduce_damage")] = (
        "unlimited"
    )
    guts_critical_success_counts: Annotated[
        CriticalSuccess, Variant("Which sixes count for the Guts of three sixes.", "infected.guts.earn.critical_success")
    ] = CriticalSuccess.ALL_DICE
    guts_ghost_run_ambient: Annotated[
        int, Variant("Ambient Threat that makes an objective dangerous by itself.", "infected.guts.earn.ghost_run")
    ] = 3
    guts_decisive_victory_rounds: Annotated[
        int, Variant("Rounds within which a victory is decisive; 0 for no such reward.", "infected.guts.earn.decisive_victory")
    ] = 2
    flashback_common_items: Annotated[
        CommonItems, Variant("Which items a simple flashback can bring.", "infected.flashback.common_items")
    ] = CommonItems.CORE
    # ------------------------------------------------------------------------------------------------ fights
    initiative_attribute: Annotated[InitiativeAttribute, Variant("The attribute of initiative.", "infected.initiative.standard")] = (
        InitiativeAttribute.NERVE
    )
    initiative_reroll: Annotated[InitiativeReroll, Variant("When initiative is rolled again.", "infected.initiative.static_or_reroll")] = (
        InitiativeReroll.NEVER
    )
    initiative_ties: Annotated[InitiativeTies, Variant("What becomes of equal initiative.", "infected.initiative.ties")] = (
        InitiativeTies.SIMULTANEOUS
    )
    initiative_mode: Annotated[
        InitiativeMode, Variant("Whether everybody rolls initiative or each side.", "infected.initiative.side_based")
    ] = InitiativeMode.STANDARD
    defense_declare: Annotated[Declare, Variant("When a rolled defence is named.", "infected.attack.sequence")] = Declare.BEFORE
    defense_penalty_when_passive: Annotated[
        PassivePenalty, Variant("What penalties to defence do when nothing is rolled.", "infected.defense.passive")
    ] = PassivePenalty.NONE
    defense_one_action_covers: Annotated[
        ActionCovers, Variant("How many attacks one Action defends against.", "infected.defense.active")
    ] = ActionCovers.ONE_ATTACK
    position_flanking_with_outnumbered: Annotated[
        FlankingOutnumbered, Variant("Whether Flanking and Outnumbered add up.", "infected.position.flanking")
    ] = FlankingOutnumbered.BOTH
    choke_knocks_out_after_three: Annotated[
        ChokeCount, Variant("Three of what make a choked person faint.", "infected.maneuver.choking_progress")
    ] = ChokeCount.FAILURES
    called_shot_limb_minus_one: Annotated[
        LimbShot, Variant("When a limb shot loses its point of damage.", "infected.maneuver.called_shot")
    ] = LimbShot.BEFORE_ARMOR
    dual_wield_with_fast: Annotated[bool, Variant("Whether two Fast weapons strike twice together.", "infected.maneuver.dual_wield")] = (
        False
    )
    shield_wall_adds_to_shield_die: Annotated[
        bool, Variant("Whether a shield wall adds to the shield's own die.", "infected.shield.wall")
    ] = True
    shield_wear_threshold: Annotated[int, Variant("Damage of an attack that wears a shield.", "infected.shield.durability")] = 4
    ammo_tracking: Annotated[AmmoTracking, Variant("How ammunition is shown.", "infected.ammo.abstract")] = AmmoTracking.ABSTRACT
    ammo_arrow_recovery: Annotated[ArrowRecovery, Variant("How spent missiles come back.", "infected.ammo.arrow_recovery")] = (
        ArrowRecovery.HALF
    )
    noise_quiet_melee_and_bows: Annotated[QuietNoise, Variant("The noise of quiet blades and bows.", "infected.property.quiet")] = (
        QuietNoise.COLUMN
    )
    noise_npc_attacks: Annotated[NpcNoise, Variant("Whose attacks make noise.", "infected.weapon.noise_column")] = NpcNoise.COUNTED
    condition_prone_in_melee: Annotated[
        ProneInMelee, Variant("What Prone does against attackers at arm's reach.", "infected.condition.prone")
    ] = ProneInMelee.PLUS_ONE
    infection_bite_or_claw: Annotated[BiteOrClaw, Variant("How a bite is told from a claw.", "infected.infection.trigger_table")] = (
        BiteOrClaw.GRIP_HITS_OR_D6
    )
    infection_harmless_bite: Annotated[HarmlessBite, Variant("Whether a bite that does no damage infects.", "infected.infection.bite")] = (
        HarmlessBite.NO_CHECK
    )
    swarm_from: Annotated[int, Variant("How many infected are always a Swarm.", "infected.group.swarm_reminder")] = 5
    stealth_lone_failure: Annotated[LoneFailure, Variant("How far a failed lone sneaker wakes humans.", "infected.stealth.transitions")] = (
        LoneFailure.ONE_STEP
    )
    stealth_against_unaware: Annotated[AgainstUnaware, Variant("Whether unaware watchers roll.", "infected.stealth.check")] = (
        AgainstUnaware.FLAT
    )
    threat_distraction: Annotated[
        DistractionThreat, Variant("Where the noise of a distraction counts.", "infected.stealth.distraction_thrown")
    ] = DistractionThreat.LOCATED
    # ------------------------------------------------------------------------------------------------ bodies, Threat, infection
    armor_covers: Annotated[ArmorCovers, Variant("What armor helps against.", "infected.conv.damage_vs_named_wound")] = (
        ArmorCovers.ALL_BUT_INTERNAL
    )
    wounds_slots: Annotated[
        tuple[int, int, int, int], Variant("Slots for Bruised, Bleeding, Broken and Critical.", "infected.wounds.track")
    ] = (4, 3, 2, 1)
    wounds_overflow: Annotated[
        WoundOverflow, Variant("What becomes of a wound with no graver slot free.", "infected.wounds.escalation")
    ] = WoundOverflow.SPILL_DOWN
    wounds_adrenaline_minutes: Annotated[
        int | Literal["in_combat_too"], Variant("How long adrenaline holds wound penalties off.", "infected.wounds.penalty_delay")
    ] = 10
    wounds_penalty_cap: Annotated[int | Literal["none"], Variant("Dice that wounds cost at most.", "infected.wounds.penalties")] = 3
    armor_wear_threshold: Annotated[int, Variant("Damage of a hit that wears armor.", "infected.armor.degrade")] = 4
    death_critical_incapacitates: Annotated[bool, Variant("Whether a dying survivor lies unconscious.", "infected.death.critical")] = False
    noise_counting: Annotated[NoiseCounting, Variant("How weapon noise adds up.", "infected.threat.noise_frequency")] = (
        NoiseCounting.RUNNING
    )
    threat_mode: Annotated[ThreatMode, Variant("Whether Threat brings fixed events or dice.", "infected.threat.mode")] = ThreatMode.TACTICAL
    threat_ambient_on_entry: Annotated[
        AmbientEntry, Variant("What entering a dangerous zone does to Threat.", "infected.threat.ambient")
    ] = AmbientEntry.RAISE
    infection_second_check_hits: Annotated[int, Variant("Hits that pass the second check.", "infected.infection.second_check")] = 1
    npc_infected_missing_rows: Annotated[
        MissingRows, Variant("Where wounds go that infected have no row for.", "infected.npc.infected_track")
    ] = MissingRows.UP
    swarm_counts_as: Annotated[SwarmCounts, Variant("As how many enemies a Swarm counts.", "infected.npc.swarm")] = SwarmCounts.ONE_ENEMY
    swarm_damage_per_box: Annotated[int, Variant("Damage that marks a box of a Swarm.", "infected.npc.swarm_damage")] = 2
    npc_critical: Annotated[NpcCritical, Variant("What a Critical wound does to other humans.", "infected.npc.human_track")] = (
        NpcCritical.OUT
    )
    # ------------------------------------------------------------------------------------------------ the world
    chase_handling_in_chase_roll: Annotated[
        bool, Variant("Whether Handling counts in chase rolls.", "infected.vehicle.handling_vs_speed")
    ] = False
    chase_escalation: Annotated[ChaseEscalation, Variant("Whether great Heat forces a decision.", "infected.chase.heat_tiers")] = (
        ChaseEscalation.GM_CHOICE
    )
    chase_escalation_heat: Annotated[int, Variant("Heat from which a chase must be decided.", "infected.chase.escalation")] = 7
    vehicle_small_thresholds: Annotated[
        SmallVehicles, Variant("When small vehicles are compromised.", "infected.vehicle.example.motorcycle")
    ] = SmallVehicles.HALF
    hazard_radiation: Annotated[bool, Variant("Whether there is radiation in this world.", "infected.hazard.radiation")] = False
    scavenge_picked_clean: Annotated[
        PickedClean, Variant("What a place that was picked clean still gives.", "infected.scavenge.depletion")
    ] = PickedClean.ONE_SEARCH
    craft_tracking: Annotated[CraftTracking, Variant("How components are kept.", "infected.craft.tracking")] = CraftTracking.SIX_TYPES
    craft_improvised_armor_reduction: Annotated[
        int, Variant("What crafted improvised armor takes off.", "infected.craft.recipes.armor")
    ] = 2
    downtime_activities_per_day: Annotated[int, Variant("Activities in a day of downtime.", "infected.downtime.entry")] = 2
    surgery_attribute: Annotated[SurgeryAttribute, Variant("The attribute of surgery.", "infected.downtime.surgery")] = (
        SurgeryAttribute.NERVE
    )
    bonds_relief_scope: Annotated[BondRelief, Variant("Which time together relieves Stress.", "infected.downtime.bonded_relief")] = (
        BondRelief.STRESS_RELIEF
    )
    heal_natural_bruised: Annotated[NaturalBruised, Variant("How fast Bruised wounds heal by themselves.", "infected.heal.natural")] = (
        NaturalBruised.ONE_PER_DAY
    )
    chargen_attribute_points: Annotated[int, Variant("Points for attributes.", "infected.chargen.attributes")] = 12
    chargen_skill_points: Annotated[int, Variant("Points for skills.", "infected.chargen.skills")] = 12


check_variants(InfectedVariants)
