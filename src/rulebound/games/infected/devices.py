"""Made things in use: smoke bombs, flashbangs, noise makers, silencers, lockpicks, filters, lanterns and barricades."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.actions import acting, has_action
from rulebound.games.infected.ammo import kind_of
from rulebound.games.infected.checks import check
from rulebound.games.infected.complications import after
from rulebound.games.infected.conditions import put_on_for
from rulebound.games.infected.content import content, worth
from rulebound.games.infected.counted import carriable
from rulebound.games.infected.distractions import LURE_NOISE, Lure
from rulebound.games.infected.equipment import discard, fails, of_kind, put_to_use, use_up
from rulebound.games.infected.helping import check_speed, take_time
from rulebound.games.infected.kinds import Component
from rulebound.games.infected.materials import Materials, consume, gather
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.ranges import engaged, steps
from rulebound.games.infected.state import Phase, T, in_fight, now
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.world import able, built_here, has_able
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

THROWN = ("smoke bomb", "flashbang")
CLOSE_ZONES, THROW_ZONES = 1, 2
"""Close and Medium, as for other things that are thrown."""
HEAVY_SMOKE = 2
WORN_DICE = -2
"""infected.craft.recipes.gear: of a lockpick set's second five uses."""


# ------------------------------------------------------------------------------------------------ whose hands
def users(t: T, by: SeatId, kinds: Sequence[str]) -> Sequence[Id]:
    """In a fight whoever has the turn, else anybody of yours who is up, with such a thing; in a chase and an Action left."""
    people = ([acting(t).id] if has_action(t, by) is None else []) if in_fight(t) else able(t, by)
    if t.state.phase is Phase.CHASE:
        people = [id for id in people if t.state.people[id].actions > 0]
    return [id for id in people if any(of_kind(t.state.people[id], kind) for kind in kinds)]


# ------------------------------------------------------------------------------------------------ thrown
@cites("infected.range.engaged")
def throwers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a smoke bomb or a flashbang; in a fight whoever has the turn. Nobody throws inside a grapple."""
    return [who for who in users(t, by, THROWN) if not engaged(t.state.people[who])]


def bombs(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Id]:
    """A smoke bomb or a flashbang."""
    return [g.id for g in t.state.people[who].gear.values() if g.kind in THROWN and g.count > 0]


def in_throw(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """A zone at Close or Medium range, or your own; whoever is Blinded aims at nothing beyond Close."""
    me = t.state.people[who]
    most = CLOSE_ZONES if me.has(Condition.BLINDED) else THROW_ZONES
    return [zone for zone in t.state.scene.zones if steps(t, me.zone, zone) <= most]


def can_throw(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t) and (refusal := has_action(t, by)):
        return refusal
    if throwers(t, by):
        return None
    return Refusal("infected.craft.recipes.explosives", "Nobody of yours has a smoke bomb or a flashbang.", "Make one.")


@command(rules=("infected.craft.recipes.explosives",), when=can_throw, who=throwers, thing=bombs, zone=in_throw)
def throw_bomb(t: T, by: SeatId, who: Id, thing: Id, zone: str) -> None:
    """Throw a smoke bomb or a flashbang into a zone: an Action and no roll."""
    me = t.state.people[who]
    bomb = me.gear[thing]
    check_speed(t, me, bomb)
    take_time(t, me, bomb)
    dud = fails(t, me, bomb)
    spend_one(t, me, bomb, "infected.craft.recipes.explosives")
    if dud:
        return
    if bomb.kind == "smoke bomb":
        make_smoke(t, zone, worth(bomb, content().gear[bomb.kind].rounds))
    else:
        flash(t, zone, worth(bomb, content().gear[bomb.kind].rounds))


def spend_one(t: T, who: Person, thing: Gear, rule: str) -> None:
    thing.count -= 1
    t.say("uses_up", rule, who=who.id, thing=thing.kind, count=1, left=thing.count)
    if thing.count < 1:
        discard(who, thing)


@cites("infected.craft.recipes.explosives", "infected.cover.concealment")
def make_smoke(t: T, zone: str, rounds: int) -> None:
    """Heavy smoke in one zone for 3 rounds."""
    there = t.state.scene.zones[zone]
    if there.smoke_until is None:
        there.smoke_before = there.smoke
    there.smoke, there.smoke_until = max(there.smoke, HEAVY_SMOKE), now(t) + rounds
    t.say("smoke", "infected.craft.recipes.explosives", zone=there.name, rounds=rounds)


@cites("infected.craft.recipes.explosives", "infected.condition.blinded", "infected.condition.deafened")
def flash(t: T, zone: str, turns: int) -> None:
    """Everybody in the zone is Blinded and Deafened until the end of their next turn, without a roll."""
    t.say("flash", "infected.craft.recipes.explosives", zone=t.state.scene.zones[zone].name)
    for who in [p for p in t.state.people.values() if p.zone == zone and not p.dead and not p.fled and turns]:
        put_on_for(t, who, Condition.BLINDED, turns)
        put_on_for(t, who, Condition.DEAFENED, turns)


# ------------------------------------------------------------------------------------------------ noise makers
def noisy_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours with a noise maker; in a fight whoever has the turn."""
    return users(t, by, ("noise maker",))


def bare_zones(t: T, by: SeatId, who: Id) -> Sequence[str]:
    """A zone within reach of a throw where nothing is rigged yet."""
    return [zone for zone in in_throw(t, by, who) if zone not in t.state.traps]


def can_place(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t) and (refusal := has_action(t, by)):
        return refusal
    if any(bare_zones(t, by, who) for who in noisy_ones(t, by)):
        return None
    return Refusal("infected.craft.recipes.explosives", "Nobody of yours has a noise maker, or every zone has one.", "Make one.")


@command(rules=("infected.craft.recipes.explosives", "infected.stealth.distraction_trap"), when=can_place, who=noisy_ones, zone=bare_zones)
def place_noise_maker(t: T, by: SeatId, who: Id, zone: str) -> None:
    """Leave a noise maker in a zone, to be set off from afar; it needs no check."""
    me = t.state.people[who]
    thing = of_kind(me, "noise maker")
    assert thing is not None
    check_speed(t, me, thing)
    take_time(t, me, thing)
    dud = fails(t, me, thing)
    spend_one(t, me, thing, "infected.craft.recipes.explosives")
    if not dud:
        t.state.traps[zone] = noise_of(thing).value
        t.say("rigged", "infected.craft.recipes.explosives", who=who, what="noise maker")


@cites("infected.craft.recipes.explosives", "infected.craft.flaws")
def noise_of(thing: Gear) -> Lure:
    """What a noise maker or an alarm trap is worth: 4, weak 3, fine 5."""
    noise = worth(thing, content().gear[thing.kind].elsewhere)
    return next(lure for lure, amount in LURE_NOISE.items() if amount == noise)


# ------------------------------------------------------------------------------------------------ silencers
def fitters(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a silencer and a gun for it."""
    return [who for who in able(t, by) if of_kind(t.state.people[who], "silencer") and bare_guns(t, by, who)]


def bare_guns(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """A pistol or rifle without one, or with one that is worn out."""
    guns = (g for g in t.state.people[who].gear.values() if g.kind in content().weapons and kind_of(g).gun is not None)
    return [g.id for g in guns if not g.suppressor and not g.destroyed]


def can_fit(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if fitters(t, by):
        return None
    return Refusal("infected.craft.recipes.gear", "It takes a silencer, and a pistol or rifle without one.", "Find or make them.")


@command(rules=("infected.craft.recipes.gear", "infected.equipment.suppressor"), when=can_fit, who=fitters, gun=bare_guns)
def fit_silencer(t: T, by: SeatId, who: Id, gun: Id) -> None:
    """Fit a silencer to a pistol or rifle: 3 Threat less for every shot until it is worn."""
    me = t.state.people[who]
    silencer = of_kind(me, "silencer")
    assert silencer is not None
    me.gear[gun].suppressor, me.gear[gun].suppressor_flaws = silencer.count, silencer.flaws
    discard(me, silencer)
    t.say("upgraded", "infected.craft.recipes.gear", who=who, thing=me.gear[gun].kind, upgrade="silencer")


# ------------------------------------------------------------------------------------------------ locks
PICKS = ("lockpicks", "lockpick set")


def pickers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with lockpicks that are not used up."""
    return [who for who in able(t, by) if picks_of(t.state.people[who]) is not None]


def picks_of(who: Person) -> Gear | None:
    return next((g for g in who.gear.values() if g.kind in PICKS and g.count > 0), None)


def can_pick(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if pickers(t, by) else Refusal("infected.craft.recipes.gear", "You have no lockpicks.", "Make some, or break it down.")


@cites("infected.craft.recipes.gear")
def pick_dice(picks: Gear) -> Total:
    """Five good uses; of the next five each is at two dice less."""
    fresh = content().gear[picks.kind].uses // 2
    return Total().plus("worn picks", WORN_DICE if picks.count <= fresh else 0, "infected.craft.recipes.gear")


@command(rules=("infected.craft.recipes.gear", "infected.skill.medicine_vs_tech"), when=can_pick, who=pickers)
def pick_lock(t: T, by: SeatId, who: Id) -> None:
    """Pick a lock: WITS + Tech and a use of the picks."""
    me = t.state.people[who]
    picks = picks_of(me)
    assert picks is not None
    unreliable = "unreliable" in picks.flaws
    roll = check(t, me, "pick_lock", Attribute.WITS, Skill.TECH, pick_dice(picks), ones=unreliable)
    take_time(t, me, picks)
    use_up(t, me, picks.kind, "infected.craft.recipes.gear")
    opened = roll.hits >= 1 and not (unreliable and roll.ones)
    t.say("lock_opened" if opened else "lock_holds", "infected.craft.recipes.gear", who=who)
    if opened:
        after(t, me, roll, picks)


# ------------------------------------------------------------------------------------------------ water
def filterers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a water filter and bad water, who can carry what comes of it."""
    mine = (t.state.people[who] for who in able(t, by))
    return [p.id for p in mine if of_kind(p, "water filter") and of_kind(p, "contaminated water") and carriable(p, "water")]


def can_filter(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if filterers(t, by) else Refusal("infected.craft.recipes.food", "It takes a water filter and bad water.", "Find both.")


@command(rules=("infected.craft.recipes.food", "infected.hazard.disease.prevention"), when=can_filter, who=filterers)
def filter_water(t: T, by: SeatId, who: Id) -> None:
    """Purify bad water without a fire: a use of the filter, a day of water."""
    me, rule = t.state.people[who], "infected.craft.recipes.food"
    if put_to_use(t, me, use_up(t, me, "water filter", rule)):
        use_up(t, me, "contaminated water", rule)
        me.water += 1
        t.say("finds_units", rule, who=who, count=1, what="days of water")


# ------------------------------------------------------------------------------------------------ lanterns
def burned_lantern(who: Person) -> Gear | None:
    return next((g for g in who.gear.values() if g.kind == "lantern" and g.burned and not g.lit), None)


def refill(t: T, who: Person) -> Materials:
    return gather(t, who, {Component.CHEMICAL: 1}, {})


def refillers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a lantern that has burned, and a chemical component or Parts for it."""
    mine = (t.state.people[who] for who in able(t, by))
    return [p.id for p in mine if burned_lantern(p) and not refill(t, p).missing]


def can_refill(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    if refillers(t, by):
        return None
    return Refusal("infected.craft.recipes.gear", "It takes a lantern that has burned and a chemical component.", "Put it out first.")


@command(rules=("infected.craft.recipes.gear", "infected.craft.tracking"), when=can_refill, who=refillers)
def refill_lantern(t: T, by: SeatId, who: Id) -> None:
    """Refill a lantern with a chemical component, or with Parts for one."""
    me = t.state.people[who]
    lantern = burned_lantern(me)
    assert lantern is not None
    consume(t, me, refill(t, me))
    lantern.burned = 0
    t.say("refilled", "infected.craft.recipes.gear", who=who, thing="lantern")


# ------------------------------------------------------------------------------------------------ barricades
def builders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours beside a way that could be blocked."""
    return [who for who in able(t, by) if ways(t, by, who)] if barriers(t, by) else []


def barriers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A barricade or a door that was made here and not yet put up."""
    return [w.id for w in built_here(t).values() if w.boxes and not w.set_by]


def ways(t: T, by: SeatId, who: Id, *_: object) -> Sequence[str]:
    """The way to a neighbouring zone that nothing blocks."""
    zone = t.state.scene.zones.get(t.state.people[who].zone)
    return [other for other in zone.links if zone.barrier.get(other, 0) < 1 and other in t.state.scene.zones] if zone else []


def can_block(t: T, by: SeatId) -> Refusal | None:
    if refusal := has_able(t, by):
        return refusal
    return None if builders(t, by) else Refusal("infected.craft.recipes.traps", "Nothing is there to block a way with.", "Make some here.")


@command(rules=("infected.craft.recipes.traps", "infected.craft.flaws"), when=can_block, who=builders, work=barriers, way=ways)
def block_way(t: T, by: SeatId, who: Id, work: Id, way: str) -> None:
    """Put up a barricade or a door: nothing passes until its Durability is gone."""
    me, barrier = t.state.people[who], built_here(t)[work]
    zones = t.state.scene.zones
    if not put_to_use(t, me, barrier):
        return
    barrier.set_by = me.side
    zones[me.zone].barrier[way] = zones[way].barrier[me.zone] = barrier.boxes - barrier.worn_off
    t.say("way_blocked", "infected.craft.recipes.traps", who=who, thing=barrier.kind, zone=zones[way].name)
