"""Stealth: sneaking alone and together, and who has noticed what."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.awareness import noticed, watchers
from rulebound.games.infected.bonds import helped
from rulebound.games.infected.checks import Check, base_pool, by_word, hampered, throw
from rulebound.games.infected.clockwork import a_round, pass_minutes
from rulebound.games.infected.complications import complicate
from rulebound.games.infected.conditions import take_off
from rulebound.games.infected.cover import has_night_vision, lamplit, light_for, light_in
from rulebound.games.infected.environment import keeps_footing
from rulebound.games.infected.moving import go
from rulebound.games.infected.people import Person
from rulebound.games.infected.ranges import engaged, open_ways
from rulebound.games.infected.state import Phase, T, in_fight
from rulebound.games.infected.terms import PARTY, Attribute, Awareness, Condition, Id, Light, Skill
from rulebound.games.infected.threat import Noise
from rulebound.games.infected.variants import AgainstUnaware
from rulebound.games.infected.water import swims
from rulebound.games.infected.world import camouflage, gm_only
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

LIGHT_DICE = {Light.DARK: 2, Light.DIM: 1, Light.BRIGHT: 0}
"""infected.stealth.light_table: to Stealth; to Notice the same taken off."""
COOL_DOWN = 5
"""infected.stealth.transitions: minutes."""


class Pace(StrEnum):
    """infected.stealth.movement_table"""

    CREEPING = "creeping"
    CAREFUL = "careful"
    RUSHING = "rushing"


PACE_DICE = {Pace.CREEPING: 1, Pace.CAREFUL: 0, Pace.RUSHING: -1}
PACE_ROUNDS = {Pace.CREEPING: 2, Pace.CAREFUL: 1, Pace.RUSHING: 1}
"""For a zone: half of a Move takes two, and what is left of a faster one is lost."""


# ------------------------------------------------------------------------------------------------ pools
@cites("infected.stealth.light_table", "infected.stealth.flashlight")
def stealth_pool(t: T, who: Person, pace: Pace = Pace.CAREFUL, extra: Total | None = None) -> Total:
    """REFLEX + Stealth with light and pace; nobody hides in a darkness that a lamp lights."""
    pool = base_pool(who, Attribute.REFLEX, Skill.STEALTH)
    if not lamplit(t, who.zone):
        light = light_in(t.state.scene.zones[who.zone])
        pool = pool.plus(f"{light.value} light", LIGHT_DICE[light], "infected.stealth.light_table")
    pool = pool.plus(pace.value, PACE_DICE[pace], "infected.stealth.movement_table")
    return hampered(t, who, Attribute.REFLEX, Skill.STEALTH, pool + extra if extra else pool)


@cites("infected.stealth.overwatch", "infected.chargen.bond.trust")
def sneaking_pool(t: T, who: Person, pace: Pace, extra: Total | None = None) -> Total:
    """For those of the group who move past a danger that a watcher, not they themselves, has spotted, a die more."""
    pool = extra or Total()
    if t.state.scene.spotted and who.side == PARTY and who.id not in t.state.scene.lookouts:
        pool = pool.plus("watched over", 1, "infected.stealth.overwatch")
        for id in t.state.scene.lookouts:
            helped(t, t.state.people[id], who)
    return stealth_pool(t, who, pace, pool)


@cites("infected.stealth.light_table", "infected.stealth.night_vision", "infected.craft.recipes.shelter")
def notice(t: T, watcher: Person, zone: str) -> Check:
    """WITS + Notice by sight: dark costs dice, goggles make it bright, and a hidden camp hides the group."""
    pool = base_pool(watcher, Attribute.WITS, Skill.NOTICE)
    light = light_for(t, watcher, zone)
    pool = pool.plus(f"{light.value} light", -LIGHT_DICE[light], "infected.stealth.light_table")
    if has_night_vision(watcher):
        pool = pool.plus("goggles", -1, "infected.stealth.night_vision")
    if watcher.side != "party":
        pool += camouflage(t)
    return throw(t, watcher, "notice", hampered(t, watcher, Attribute.WITS, Skill.NOTICE, pool, reaction=True))


# ------------------------------------------------------------------------------------------------ sneaking
def sneakers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who is up and not tied up."""
    return [p.id for p in t.state.people.values() if p.human and p.up and not p.restrained and by in (p.seat, GM)]


@cites("infected.stealth.intent", "infected.stealth.movement_table")
def can_sneak(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return Refusal("infected.stealth.check", "There is a fight: everybody knows where you are.", "End it first.")
    return None if sneakers(t, by) else Refusal("infected.stealth.check", "You have nobody who is up.")


@cites("infected.range.movement")
def beside(t: T, people: list[Person]) -> list[str]:
    """The zones that all of them can walk into from where they are; in a chase they have other things to do."""
    if t.state.phase is Phase.CHASE or any(p.stuck or p.drowning or p.yields or engaged(p) for p in people):
        return []
    return [zone for zone in t.state.scene.zones if all(zone in open_ways(t, p.zone) for p in people)]


@cites("infected.range.movement", "infected.stealth.movement_table", "infected.condition.slowed", "infected.environment.hazard_table")
def walk(t: T, people: list[Person], zone: str | None, rounds: int) -> None:
    """If they meant to get anywhere: there, whoever has noticed them, and into whatever waits there. Rubble and Slowed feet take twice as
    long, deep water must be swum, and who slips does not get there."""
    if zone is None:
        return
    half = [p for p in people if p.slow or t.state.scene.zones[p.zone].debris]
    for who in people:
        leave_post(t, who)
        water = t.state.scene.zones[who.zone]
        if who.up and (not water.deep_water or swims(t, who, water.water)) and keeps_footing(t, who):
            go(t, who, zone)
    for _ in range(2 * rounds if half else rounds):
        a_round(t)
    for who in people:
        if who.up:
            take_off(t, who, Condition.PRONE)


def ways(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A zone beside the one they are in, to go there; left out, they stay in it."""
    return beside(t, [t.state.people[who]])


def ways_together(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone beside the one where all of the group are, to go there; left out, they stay where they are."""
    return beside(t, the_group(t))


@cites("infected.stealth.overwatch")
def the_group(t: T) -> list[Person]:
    """Those who go together: whoever watches over them stays behind."""
    return [p for p in t.state.people.values() if p.pc and p.up and p.id not in t.state.scene.lookouts]


@cites("infected.stealth.overwatch")
def leave_post(t: T, who: Person) -> None:
    """Whoever goes along watches over nobody, and whom nobody watches over gains nothing."""
    scene = t.state.scene
    if who.id in scene.lookouts:
        scene.lookouts = [id for id in scene.lookouts if id != who.id]
        scene.spotted = bool(scene.lookouts)


@command(
    rules=("infected.stealth.check", "infected.stealth.intent", "infected.stealth.movement_table", "infected.range.movement"),
    when=can_sneak, who=sneakers, zone=ways,
)  # fmt: skip
def sneak(t: T, by: SeatId, who: Id, pace: Pace = Pace.CAREFUL, zone: str | None = None) -> None:
    """Sneak past whoever is about, into the next zone if you like: REFLEX + Stealth."""
    me = t.state.people[who]
    hits = throw(t, me, "sneak", sneaking_pool(t, me, pace)).hits
    sneaked(t, me, hits, group=False)
    walk(t, [me], zone, PACE_ROUNDS[pace])


@cites("infected.stealth.check", "infected.stealth.transitions", "infected.stealth.failure_alert", "infected.stealth.failure_infected")
def sneaked(t: T, who: Person, hits: int, *, group: bool) -> None:
    """Unaware enemies are passed with any hit, a single one at some small cost; attentive humans roll against it for themselves."""
    t.state.scene.grace = False
    about = watchers(t, who.side)
    attentive = [p for p in about if p.human and (p.awareness is not Awareness.UNAWARE or opposed(t))]
    told = [] if hits else about
    if attentive and hits:
        best = max(attentive, key=lambda p: p.wits + p.skills.get(Skill.NOTICE, 0))
        told = attentive if hits < notice(t, best, who.zone).hits else []
    failed = not hits or bool(told)
    t.say("sneaks_badly" if failed else "sneaks", "infected.stealth.check", who=who.id, hits=hits)
    for p in told:
        noticed(t, p, group=group)
    if failed and group and any(p.human for p in told):
        t.state.scene.grace = True
        t.say("grace", "infected.stealth.failure_alert")
    if hits == 1 and len(about) > len(attentive) and not failed:
        complicate(t, who, None, keeps_awareness=True)


def opposed(t: T) -> bool:
    return t.variants.stealth_against_unaware is AgainstUnaware.OPPOSED


@cites("infected.stealth.group_average")
def can_sneak_together(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_sneak(t, by):
        return refusal
    return None if the_group(t) else Refusal("infected.stealth.group_average", "No survivor is up to go along.", "Sneak alone.")


@command(
    rules=("infected.stealth.group_average", "infected.stealth.failure_alert", "infected.range.movement"), when=can_sneak_together,
    zone=ways_together,
)  # fmt: skip
def sneak_together(t: T, by: SeatId, pace: Pace = Pace.CAREFUL, zone: str | None = None) -> None:
    """The whole group sneaks: everybody rolls, and the mean number of hits counts, rounded down."""
    group = the_group(t)
    total = sum(throw(t, p, "sneak", sneaking_pool(t, p, pace)).hits for p in group)
    sneaked(t, group[0], total // len(group), group=True)
    walk(t, group, zone, PACE_ROUNDS[pace])


def leaders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who leads the way."""
    return [p.id for p in t.state.people.values() if p.pc and p.up and by in (p.seat, GM)]


@cites("infected.stealth.lead_and_follow")
def can_lead(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_sneak(t, by):
        return refusal
    return None if leaders(t, by) else Refusal("infected.stealth.lead_and_follow", "None of yours can lead.")


@command(
    rules=("infected.stealth.lead_and_follow", "infected.condition.deafened", "infected.range.movement"), when=can_lead, leader=leaders,
    zone=ways_together,
)  # fmt: skip
def lead(t: T, by: SeatId, leader: Id, pace: Pace = Pace.CAREFUL, zone: str | None = None) -> None:
    """One leads and rolls for all, at -1 die for every two who follow."""
    me = t.state.people[leader]
    followers = [p for p in the_group(t) if p is not me]
    extra = Total().plus("followers", -(len(followers) // 2), "infected.stealth.lead_and_follow")
    extra += by_word(me, *followers)
    sneaked(t, me, throw(t, me, "sneak", sneaking_pool(t, me, pace, extra)).hits, group=True)
    walk(t, [me, *followers], zone, PACE_ROUNDS[pace])


@command(rules=("infected.stealth.overwatch",), when=can_lead, watcher=leaders)
def watch_over(t: T, by: SeatId, watcher: Id) -> None:
    """Stay behind and watch: WITS + Notice; a danger spotted is a die more for those who move."""
    me = t.state.people[watcher]
    if notice(t, me, me.zone).hits >= 1:
        t.state.scene.spotted = True
        t.state.scene.lookouts.append(watcher)
        t.say("spots", "infected.stealth.overwatch", who=watcher)
    else:
        t.say("no_effect", "infected.stealth.overwatch", who=watcher)


@command(
    rules=("infected.stealth.movement_table", "infected.threat.noise_table", "infected.range.movement"), when=can_sneak, who=sneakers,
    zone=ways,
)  # fmt: skip
def run(t: T, by: SeatId, who: Id, zone: str | None = None) -> None:
    """Run, into the next zone if you like: three times as fast, no stealth at all, noticed and heard."""
    me = t.state.people[who]
    t.state.scene.grace = False
    threat.make(t, me, Noise.RUNNING)
    for p in watchers(t, me.side):
        if p.has(Condition.DEAFENED):  # and has not heard, but seen
            noticed(t, p, group=False)
    walk(t, [me], zone, 1)


# ------------------------------------------------------------------------------------------------ awareness
def aware_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of the game master's who can notice things."""
    return [p.id for p in t.state.people.values() if not p.pc and p.up]


@cites("infected.stealth.detection_states")
def gm_says(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return None if aware_ones(t, by) else Refusal("infected.stealth.detection_states", "There is nobody to notice anything.")


@command(
    rules=("infected.stealth.detection_states", "infected.stealth.transitions", "infected.stealth.infected_states"),
    when=gm_says,
    who=aware_ones,
)
def make_aware(t: T, by: SeatId, who: Id, awareness: Awareness) -> None:
    """The game master says how much somebody has noticed: proof, a corpse, a sighting. Infected are unaware or hunting."""
    me = t.state.people[who]
    if me.is_infected and awareness in (Awareness.SUSPICIOUS, Awareness.ALERT):
        raise refuse("infected.stealth.infected_states", "Infected are unaware or hunting, nothing between.", "Choose one of the two.")
    me.awareness = awareness
    t.say("notices", "infected.stealth.transitions", who=who, awareness=awareness.value)


@cites("infected.conv.time")
def can_calm(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return Refusal("infected.conv.time", "In a fight there are no minutes to calm down in.", "End the fight first.")
    return gm_says(t, by)


@command(rules=("infected.stealth.transitions",), when=can_calm, who=aware_ones)
def calm_watcher(t: T, by: SeatId, who: Id) -> None:
    """Nothing more happens and somebody's watchfulness dies down, after 5 minutes or as many as the game master says."""
    minutes = t.judge("cool_down", range(1, 11), COOL_DOWN, (who,))
    pass_minutes(t, minutes)
    t.state.people[who].awareness = Awareness.UNAWARE
    t.say("notices", "infected.stealth.transitions", who=who, awareness=Awareness.UNAWARE.value)
