"""Gadgets in use: clearing malfunctions, camouflage, masks, silencers, the FastPanda, and searching somebody for hidden weapons."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.blows import in_hand
from rulebound.games.infinity.breaches import adopted
from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.controls import at_controls, controlled
from rulebound.games.infinity.momentum import new_turn
from rulebound.games.infinity.networks import repeater
from rulebound.games.infinity.people import HOLOMASK, TO, Character, Id, Location, Stealth, network_down, works
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, hampered, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import Phase, T, in_reach, seen_by
from rulebound.games.infinity.state_vehicles import System
from rulebound.games.infinity.stealth import give_away, noise
from rulebound.games.infinity.suspending import HOUR
from rulebound.games.infinity.systems import DEVICES
from rulebound.games.infinity.tasks import may_test, testers
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.vehicles import network_of
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

PANDA = "fastpanda"
MACHINE = "the machine"
"""A vehicle that stands still with its commander's network (infinity.npc.loadlifter_tag)."""
STEERED = (MACHINE, System.ENGINE.value, System.NAVIGATION.value, System.CORE.value)


# ------------------------------------------------------------------------------------------------ malfunctions
def faulty(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A weapon of yours that does not work, or a system that a hacker has shut down, of the vehicle you command too."""
    me = acting(t)
    found = [id for id, arms in me.weapons.items() if arms.jammed]
    found += [system for whose in in_charge_of(t, me) for system in whose.shut_down]
    return [*dict.fromkeys(found), *([MACHINE] if stands_still(t, me) else [])]


@cites("infinity.vehicle.systems", "infinity.vehicle.quality.remote", "infinity.network.adopt")
def in_charge_of(t: T, me: Character) -> list[Character]:
    """Whose systems somebody can start again: his own, those he has adopted, and those of the vehicle that he steers."""
    vehicle = controlled(t, me)
    steers = vehicle and at_controls(t, me, vehicle) and me.thing is None
    own = t.state.people.get(vehicle.network or "") if vehicle and steers else None
    mine = [me, *(p for p in adopted(t, me) if p is not own), *([own] if own else [])]
    return [p for p in mine if p is me or not network_down(p)]


@cites("infinity.npc.loadlifter_tag")
def stands_still(t: T, me: Character) -> bool:
    """The machine runs on his own network, and that has crashed."""
    vehicle = vehicle_of(t, me.id)
    return vehicle is not None and me.crashed and vehicle.network is None and network_of(t, vehicle) is me and not vehicle.dead


@cites("infinity.action.clear_malfunction")
def can_clear(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.CLEAR_MALFUNCTION):
        return refusal
    return None if faulty(t, by) else Refusal("infinity.action.clear_malfunction", "Everything of yours works.", "Do something else.")


@cites("infinity.action.clear_malfunction")
def own_skill(me: Character, item: str) -> Skill:
    """The skill that something is used with."""
    if item in me.weapons:
        return Skill.RANGED_WEAPONS if weapon(me.weapons[item].kind).ranged else Skill.CLOSE_COMBAT
    if item in DEVICES:
        return Skill.HACKING
    if item in STEERED:
        return Skill.PILOT
    return Skill.MEDICINE if item == "automedikit" else Skill.STEALTH if item in (TO, HOLOMASK) else Skill.TECH


@command(rules=("infinity.action.clear_malfunction", "infinity.breach.effect.shutdown"), when=can_clear, item=faulty)
def clear_malfunction(t: T, by: SeatId, item: str) -> None:
    """Minor: put something right at D1, with the skill it is used with or Tech; a system that was shut down starts again."""
    me = acting(t)
    take(t, me, Action.CLEAR_MALFUNCTION)
    skill = t.choose(me.seat, "repair_skill", tuple(dict.fromkeys((own_skill(me, item), Skill.TECH))), (me.id, item))
    if test(t, Side(who=me, skill=skill)).passed:
        put_right(t, me, item)
        t.say("cleared", "infinity.action.clear_malfunction", to=seen_by(t, me), who=me.id, item=item)
    noise(t, me, Action.CLEAR_MALFUNCTION)


def put_right(t: T, me: Character, item: str) -> None:
    whose = next((p for p in in_charge_of(t, me) if item in p.shut_down), None)
    if whose:
        whose.shut_down.remove(item)
    elif item in me.weapons:
        me.weapons[item].jammed = False
    else:
        me.crashed = False


def silenceable(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A firearm in hand that is neither Munition nor Unsubtle."""
    me = acting(t)
    kinds = {id: weapon(me.weapons[id].kind) for id in in_hand(me, ranged=True) if not me.weapons[id].silenced}
    return [id for id, kind in kinds.items() if kind.firearm and not kind.rating("munition") and not kind.rating("unsubtle")]


@cites("infinity.gear.silencer")
def can_silence(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DRAW):
        return refusal
    if "silencer" not in acting(t).gear:
        return Refusal("infinity.gear.silencer", "There is no silencer.", "Do something else.")
    return None if silenceable(t, by) else Refusal("infinity.gear.silencer", "Nothing in hand takes one.", "Draw another firearm.")


@command(rules=("infinity.gear.silencer", "infinity.action.draw_or_use_item"), when=can_silence, gun=silenceable)
def fit_silencer(t: T, by: SeatId, gun: str) -> None:
    """Minor: put a silencer on a firearm."""
    me = acting(t)
    take(t, me, Action.DRAW)
    me.gear.remove("silencer")
    me.weapons[gun].silenced = True
    t.say("silenced", "infinity.gear.silencer", to=seen_by(t, me), who=me.id, item=me.weapons[gun].kind)


# ------------------------------------------------------------------------------------------------ not being seen
@cites("infinity.gear.to_camouflage", "infinity.gear.camouflage_burning")
def can_vanish(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DRAW):
        return refusal
    me = acting(t)
    if me.singed or me.burning:
        return Refusal("infinity.gear.camouflage_burning", "Fire has ruined the camouflage.", "Mend it.")
    if works(me, TO) and not me.camouflaged:
        return None
    return Refusal("infinity.gear.to_camouflage", "There is no TO Camouflage that works and is off.", "Hide by other means.")


@command(rules=("infinity.gear.to_camouflage",), when=can_vanish)
def vanish(t: T, by: SeatId) -> None:
    """Minor: switch TO Camouflage on; until you attack or Sprint nobody sees you, though they may know where you are."""
    me = acting(t)
    take(t, me, Action.DRAW)
    me.camouflaged = True
    t.say("vanishes", "infinity.gear.to_camouflage", who=me.id)
    if me.stealth is Stealth.REVEALED:
        give_away(t, me, Stealth.DETECTED)


@cites("infinity.gear.camouflage_burning")
def can_mend_camouflage(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    me, kinds = acting(t), content().gear
    if me.singed and not me.burning and any(item in kinds and kinds[item].camouflage for item in me.gear):
        return None
    return Refusal("infinity.gear.camouflage_burning", "There is no ruined camouflage to mend, or it still burns.", "Do something else.")


@command(rules=("infinity.gear.camouflage_burning",), when=can_mend_camouflage)
def mend_camouflage(t: T, by: SeatId) -> None:
    """Standard: Tech D2 to make camouflage work again after a fire."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    t.later(noise, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=Skill.TECH), 2).passed:
        me.singed = False
        t.say("cleared", "infinity.gear.camouflage_burning", who=me.id, item="camouflage")


def any_face(*_: object) -> AnyText:
    """Whom or what the mask shows."""
    return AnyText(60)


def can_mask(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    return None if works(acting(t), HOLOMASK) else Refusal("infinity.gear.holomask", "There is no Holomask that works.", "Hide.")


@command(rules=("infinity.gear.holomask",), when=can_mask, shows=any_face)
def put_on_mask(t: T, by: SeatId, shows: str) -> None:
    """Standard: disguise yourself with a Holomask, by Stealth D1."""
    me = acting(t)
    take(t, me, Action.SKILL_TEST)
    t.later(noise, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=Skill.STEALTH)).passed:
        me.disguise = shows
        t.say("masked", "infinity.gear.holomask", to=seen_by(t, me), who=me.id, shows=shows)


# ------------------------------------------------------------------------------------------------ the FastPanda
def panda_zones(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where it rolls to: this zone or the next."""
    me = acting(t)
    return [me.zone, *t.state.map.neighbours(me.zone)]


@cites("infinity.gear.fastpanda")
def can_deploy(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.DRAW):
        return refusal
    return None if PANDA in acting(t).gear else Refusal("infinity.gear.fastpanda", "There is no FastPanda.", "Do something else.")


@command(rules=("infinity.gear.fastpanda", "infinity.gear.repeater"), when=can_deploy, zone=panda_zones)
def deploy_fastpanda(t: T, by: SeatId, zone: str) -> None:
    """Minor: send the FastPanda to a point within Medium range, where its Repeater works for an hour."""
    me = acting(t)
    take(t, me, Action.DRAW)
    me.gear.remove(PANDA)
    id = f"{me.id}-fastpanda"
    panda = repeater(id, f"{me.name}'s FastPanda", zone, me.side, me.seat)
    panda.armour = dict.fromkeys(Location, 1)
    t.state.people[id] = panda
    t.state.clock.start_timer(Unit.MINUTES, HOUR, id, "battery")
    t.say("deployed", "infinity.gear.fastpanda", who=me.id, zone=zone)
    noise(t, me, Action.DRAW)


# ------------------------------------------------------------------------------------------------ searching somebody
def searchable(t: T, by: SeatId, who: Id) -> Sequence[Id]:
    """Somebody within Reach."""
    return [p.id for p in t.state.people.values() if p.thing is None and in_reach(t, who, p.id)]


@cites("infinity.quality.hidden")
def can_frisk(t: T, by: SeatId) -> Refusal | None:
    if refusal := may_test(t, by):
        return refusal
    if any(searchable(t, by, who) for who in testers(t, by)):
        return None
    return Refusal("infinity.quality.hidden", "Nobody is within Reach.", "Move closer.")


@command(rules=("infinity.quality.hidden",), when=can_frisk, who=testers, target=searchable)
def frisk(t: T, by: SeatId, who: Id, target: Id) -> None:
    """Search somebody: a Hidden weapon takes Observation at its rating, anything else is found."""
    me, them = t.state.people[who], t.state.people[target]
    if t.state.phase is Phase.ACTION:
        take(t, me, Action.SKILL_TEST)
    else:
        new_turn(t, me)
    stowed = [arms for arms in them.weapons.values() if not arms.hands and not arms.attached and not arms.found]
    hidden = min((rating for arms in stowed if (rating := weapon(arms.kind).rating("hidden"))), default=0)
    side = Side(who=me, skill=Skill.OBSERVATION)
    hampering = hampered(t, side).value
    came = test(t, side, hidden)
    sees = max(hidden, came.successes - hampering) if came.passed else 0
    for arms in stowed:
        arms.found = weapon(arms.kind).rating("hidden") <= sees
    names = tuple(arms.kind for arms in stowed if arms.found)
    t.say("frisks", "infinity.quality.hidden", who=who, target=target, found=", ".join(names) or "nothing")
