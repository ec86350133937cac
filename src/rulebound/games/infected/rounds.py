"""A fight: its beginning, its rounds and turns, and what each turn starts and ends with."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected import clockwork
from rulebound.games.infected.blows import settle_combined
from rulebound.games.infected.conditions import a_turn_ends, left_alone, release
from rulebound.games.infected.endings import apply_pending, fighters, finish, off_guard_no_more, over, sides_up
from rulebound.games.infected.environment import lie_in_glass
from rulebound.games.infected.fighting import Blow, Effect, Fight
from rulebound.games.infected.fire import burn, in_fire
from rulebound.games.infected.holds import choke_on, gripped
from rulebound.games.infected.horde import come_nearer, fall_upon, hordes
from rulebound.games.infected.initiative import scores, steps_in
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.stress import calm_down
from rulebound.games.infected.suppression import has_not_fled, under_fire
from rulebound.games.infected.terms import PARTY, Awareness, Condition, Id, Kind, Panic
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.variants import InitiativeReroll
from rulebound.games.infected.watch import surprise
from rulebound.games.infected.water import drown
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.turns import ByScore


# ------------------------------------------------------------------------------------------------ beginning
def unaware_sides(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A side that has caught all the others unaware, or has a moment left to lie in wait; left out, nobody has."""
    foes = {side: [p for p in fighters(t) if p.side != side] for side in sides_up(t)}
    return [side for side in foes if by == GM or all(suspects_nothing(t, p) for p in foes[side])]


@cites("infected.initiative.ambush", "infected.stealth.failure_alert")
def suspects_nothing(t: T, who: Person) -> bool:
    """Unaware; in the round of grace after a failed group check, anybody who does not hunt the group yet."""
    grace = t.state.scene.grace and who.side != PARTY
    return who.awareness is not Awareness.HUNTING if grace else who.awareness is Awareness.UNAWARE


@cites("infected.initiative.standard", "infected.downtime.watch")
def can_begin(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase not in (Phase.PEACE, Phase.DOWNTIME):
        return Refusal("infected.initiative.standard", f"It is {t.state.phase.value} now.", "Let that end first.")
    if len(sides_up(t)) < 2:
        return Refusal("infected.initiative.standard", "There are no two sides that could fight.", "Bring somebody in.")
    return None


@command(
    rules=("infected.initiative.standard", "infected.initiative.ambush", "infected.combat.intent", "infected.downtime.watch"),
    when=can_begin,
    ambush=unaware_sides,
)
def begin_fight(t: T, by: SeatId, ambush: str | None = None) -> None:
    """Begin a fight: everybody rolls initiative; a side that finds the others unaware, or unwarned, has a free round first."""
    ambush = ambush or surprise(t)
    members = [p for p in fighters(t) if p.kind is not Kind.HORDE]
    t.state.phase, t.state.scene.fought, t.state.scene.round_noise = Phase.FIGHT, True, 0
    for who in members:
        fresh_round(who)
        who.targets, who.aims_at, who.prepared, who.retreating, who.guarding, who.gap = [], None, None, None, None, False
    t.say("fight_begins", "infected.combat.intent")
    if ambush is not None:
        order: dict[str, int] = {p.id: 1 if p.side == ambush else 0 for p in members}
        turns = ByScore(scores=order, out=[p.id for p in members if p.side != ambush])
        t.state.fight = Fight(turns=turns, ambush=ambush, members=[p.id for p in members])
        t.say("ambush", "infected.initiative.ambush", side=ambush)
    else:
        rolled, second = scores(t, members)
        t.state.fight = Fight(turns=ByScore(scores=rolled, second=second), members=[p.id for p in members])
        for who in members:
            who.awareness = Awareness.HUNTING
        fall_upon(t)
    next_turn(t)


@cites("infected.npc.horde")
def nothing_but_run(t: T) -> None:
    """A Horde leaves nobody the time for anything else: rounds count from here on."""
    if hordes(t) and can_begin(t, GM) is None:
        begin_fight.rule(t, GM)


@cites("infected.action.economy", "infected.condition.stunned")
def fresh_round(who: Person) -> None:
    """Action, Move and Free come back at the start of every round."""
    who.dug = False
    who.actions, who.moves, who.frees = (0, 1, 0) if who.conditions and who.has(Condition.STUNNED) else (1, 1, 1)
    if who.lost_move:
        who.moves, who.lost_move = 0, False
    who.defended, who.defences, who.trade, who.scorched, who.moved_this_round = False, 0, "", False, False
    who.targets = []


# ------------------------------------------------------------------------------------------------ turns
@cites("infected.initiative.delay")
def next_turn(t: T, waits: Id | None = None) -> None:
    """The next of those on turn, or somebody who waited for it; with nobody left the round is over."""
    fight = t.state.fight
    while fight is not None:
        if over(t):
            finish(t)
            return
        if fight.interrupted:
            fight.acting = fight.interrupted.pop()
            if t.state.people[fight.acting].up:
                return
            continue
        group = fight.turns.group()
        waiting: list[Blow | Effect] = [*fight.pending, *fight.held_back]
        if waiting and not any(one.by in group or one.target in group for one in waiting):
            apply_pending(t)
            continue
        who = t.state.people[group[0]] if group else None
        if fight.turns.delayed and steps_in(t, who, waits):
            return
        if who is None:
            end_round(t)
            fight = t.state.fight
            continue
        if start_turn(t, who):
            return
        if t.state.fight is not None and who.id in fight.turns.group():
            fight.turns.acted(who.id)


def go_on(t: T) -> None:
    """Whose turn it was is no longer there: the next has it."""
    if t.state.fight is not None and t.state.fight.acting is None:
        next_turn(t)


@cites("infected.action.economy", "infected.initiative.ties")
def start_turn(t: T, who: Person) -> bool:
    """Whose turn it is now; it begins once, whoever else of the group then goes first. False if no turn is left of it."""
    fight = t.state.fight
    assert fight is not None
    fight.acting = who.id
    if who.id not in fight.begun:
        fight.begun.append(who.id)
        turn_begins(t, who, fight)
    return who.up and not who.yields


@cites("infected.action.economy", "infected.state.exposed", "infected.condition.burning")
def turn_begins(t: T, who: Person, fight: Fight) -> None:
    """States that last until one's turn end; fire, choking and panic come first."""
    who.guarding, who.prepared, who.retreating, who.suppressed, who.flees, who.leans_out = None, None, None, "", None, False
    who.moved, who.acted, who.approached = False, False, []
    if who.conditions:
        off_guard_no_more(t, who)
    if fight.suppressions:
        fight.suppressions = [s for s in fight.suppressions if s.by != who.id]
    if not who.dead:
        t.say("turn", "infected.initiative.standard", who=who.id, round=fight.rounds)
    fire_and_water(t, who)
    if who.conditions:
        lie_in_glass(t, who)
        choke_on(t, who)
    left_alone(t, who)
    struggle_ends(t, who)
    if who.up and fight.suppressions:
        under_fire(t, who)
    if who.panic and who.up:
        panicking(t, who)


@cites("infected.condition.burning", "infected.environment.hazard_table", "infected.hazard.drowning")
def fire_and_water(t: T, who: Person) -> None:
    """A round of whatever they are in."""
    if who.conditions:
        burn(t, who)
    in_fire(t, who)
    if who.drowning and t.state.scene.zones[who.zone].deep_water and not who.dead:
        drown(t, who)


@cites("infected.condition.burning", "infected.environment.hazard_table")
def without_a_turn(t: T, fight: Fight) -> None:
    """Whoever has had none this round, unconscious, surprised or keeping out of it, burns or drowns all the same, at its end."""
    for who in list(t.state.people.values()):
        if who.id not in fight.begun and who.id not in fight.turns.done and not (who.dead or who.fled):
            fire_and_water(t, who)
            who.scorched = False


@cites("infected.stealth.takedown_table")
def struggle_ends(t: T, who: Person) -> None:
    """Whoever was seized in a struggle and is neither out nor Pinned at the next turn is free and yells."""
    if who.id not in t.state.struggles:
        return
    t.state.struggles.remove(who.id)
    holder = t.state.people.get(who.held_by) if who.held_by else None
    if who.up and not (holder is not None and who.has(Condition.PINNED)):
        if holder is not None:
            release(t, holder)
        t.say("yells", "infected.stealth.takedown_table", who=who.id)
        make_noise(t, holder.seat if holder is not None else who.seat, 3, "a yell", "infected.stealth.takedown_table", who.zone)


@cites("infected.stress.panic")
def panicking(t: T, who: Person) -> None:
    """Freeze loses the turn, flight leaves two Moves, lashing out an attack at whoever is nearest; a scream is out already."""
    who.panicking = True
    match Panic(who.panic):
        case Panic.FREEZE:
            who.actions = who.moves = who.frees = 0
        case Panic.FLEE:
            who.actions, who.moves, who.trade = 0, 2, "move"
        case Panic.LASH_OUT:
            who.moves = 0
        case Panic.SCREAM:
            pass


@cites("infected.condition.stunned", "infected.stress.breaking_point", "infected.craft.recipes.explosives")
def finish_turn(t: T, who: Person) -> None:
    fight = t.state.fight
    assert fight is not None
    if who.flees:
        has_not_fled(t, who)
    if who.until_turns:
        a_turn_ends(t, who)
    if who.panicking:
        calm_down(t, who)
    if not who.targets:  # infected.position.flanking: two who attack, and not one who did so some time ago
        who.aims_at = None
    who.moved = who.gap = False
    if who.id not in fight.turns.done:
        fight.turns.done.append(who.id)
    fight.acting = None


# ------------------------------------------------------------------------------------------------ rounds
@cites("infected.combat.round", "infected.initiative.static_or_reroll", "infected.initiative.ambush")
def end_round(t: T) -> None:
    """Six seconds are over: what is held back lands, the clock moves, and initiative is kept or rolled again."""
    fight = t.state.fight
    assert fight is not None
    settle_combined(t)
    apply_pending(t)
    for id in [id for id in fight.turns.delayed if id not in fight.turns.done]:  # infected.initiative.delay: a turn that was waited away
        a_turn_ends(t, t.state.people[id])
    for who in list(t.state.people.values()):
        gripped(t, who)
    without_a_turn(t, fight)
    t.say("round_ends", "infected.combat.round", round=fight.rounds)
    come_nearer(t)
    t.state.scene.grace = False
    clockwork.a_round(t)
    if over(t):
        finish(t)
        return
    begin_round(t, fight)


def begin_round(t: T, fight: Fight) -> None:
    members = [t.state.people[id] for id in fight.members]
    for who in members:
        fresh_round(who)
    fight.rounds += 1
    fight.begun = []
    fight.distracted = {}
    fight.suppressions = [held for held in fight.suppressions if t.state.people[held.by].up]
    turns = fight.turns
    rolled: dict[str, int] | None = None
    if fight.ambush or t.variants.initiative_reroll is InitiativeReroll.EACH_ROUND:
        up = [p for p in members if p.up]
        rolled, turns.second = scores(t, up)
        turns.scores = rolled
        for who in up:
            who.awareness = Awareness.HUNTING
        fight.ambush = ""
    turns.next_round()
    turns.out = [p.id for p in members if not p.up]
    fall_upon(t)
