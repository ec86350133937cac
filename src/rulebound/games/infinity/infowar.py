"""Hacking what the scenes offer: cameras, dispatch, alarms, traffic, the specialist behind it all, the lock of the door."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.maps import drawn, steps_between
from rulebound.games.infinity.people import Character, Id, Stealth, out
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import Side, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Stage
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

CAMERAS = ("security cameras", "traffic cameras")
ALARMS = "warehouse alarms"
CAMERA_RULE = {Stage.FESTIVAL: "infinity.scene1.system.cameras", Stage.STREETS: "infinity.scene2.streets.networks"}
TRAFFIC = Id("traffic")
OPENING = 2
FOUND_OUT = "Specialist in the office"
"""The name of somebody who was nothing but a network before."""


# ------------------------------------------------------------------------------------------------ what a hack did
def hacked(t: T, me: Character, target: Character, foe: Character, firewall: int) -> None:
    """What a hack means to the scene; `firewall` is what the network struck had left before."""
    board = t.state.board
    if board is None:
        return
    hurt = foe.firewall.left < firewall or bool(foe.firewall.harms)
    if foe.id == board.hacker and hurt:
        found_out(t, me, foe)
        if foe.crashed:
            withdraws(t, foe)
    if target.id == TRAFFIC and target.crashed:
        out_of_control(t, me, target)


@cites("infinity.scene2.tag.hidden_hacker", "infinity.scene2.tag")
def found_out(t: T, me: Character, hacker: Character) -> None:
    """Whoever has damaged the specialist's Firewall learns of him by an Analysis test."""
    board = t.state.board
    assert board is not None
    if board.noticed or not me.hero:
        return
    if test(t, Side(who=me, skill=Skill.ANALYSIS)).passed:
        hacker.stealth = Stealth.REVEALED
        comes_to_light(t, hacker)


@cites("infinity.scene2.tag.hidden_hacker")
def comes_to_light(t: T, who: Character) -> None:
    """The specialist in the office is no mere network to anybody any more, by that test or because he has shown himself."""
    board = t.state.board
    if board and board.hacker == who.id and not board.noticed:
        board.noticed, who.name = True, FOUND_OUT
        t.say("found_out", "infinity.scene2.tag.hidden_hacker", who=who.id)


@cites("infinity.scene2.tag.hidden_hacker")
def withdraws(t: T, hacker: Character) -> None:
    """A Breach throws him off the local network, which is as it was, and he leaves."""
    board = t.state.board
    assert board is not None
    hacker.incapacitated = True
    civic = t.state.people.get(board.civic or "")
    if civic:
        civic.adopted_by = None
        civic.possessed = {system: who for system, who in civic.possessed.items() if who != hacker.id}
    t.say("withdraws", "infinity.scene2.tag.hidden_hacker", who=hacker.id)


@cites("infinity.scene2.underpass.bystander_cars")
def out_of_control(t: T, me: Character, cars: Character) -> None:
    """A car in the traffic goes wild: its zone is two steps bad until the hacker's next turn. There are always more cars."""
    board = t.state.board
    assert board is not None
    board.wild[me.zone] = me.id
    cars.crashed = cars.incapacitated = False
    cars.firewall.left, cars.firewall.harms = cars.firewall.full, 0
    t.say("car_wild", "infinity.scene2.underpass.bystander_cars", zone=me.zone)


def calm_down(t: T, me: Character) -> None:
    """At the start of the hacker's next turn the road is as it was."""
    board = t.state.board
    if board and me.id in board.wild.values():
        board.wild = {zone: who for zone, who in board.wild.items() if who != me.id}


# ------------------------------------------------------------------------------------------------ systems one holds
def holds(t: T, me: Character, system: str) -> bool:
    board = t.state.board
    civic = t.state.people.get(board.civic or "") if board else None
    return civic is not None and not civic.crashed and civic.possessed.get(system) == me.id


def watched_places(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A place with a camera: a building, a crossroads, a street corner."""
    kind = drawn(t)
    if kind is None:
        return []
    return [id for id, zone in kind.zones.items() if zone.on_foot and not zone.level] if not kind.network_access else kind.network_access


@cites("infinity.scene1.system.cameras", "infinity.scene2.streets.networks")
def can_watch(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    if t.state.board is None or not any(holds(t, acting(t), system) for system in CAMERAS):
        return Refusal("infinity.scene1.system.cameras", "You do not hold the cameras.", "Possess them.")
    return no_room(t, acting(t), Action.SIMPLE_TASK)


@command(rules=("infinity.scene1.system.cameras", "infinity.scene2.streets.networks"), when=can_watch, place=watched_places)
def watch(t: T, by: SeatId, place: str) -> None:
    """Free: look through the cameras of a place, and record what is seen."""
    board = t.state.board
    assert board is not None
    take(t, acting(t), Action.SIMPLE_TASK)
    board.cameras = place
    seen = [p.id for p in t.state.people.values() if p.active and not out(p) and near(t, p.zone, place)]
    rule = CAMERA_RULE.get(board.stage, "infinity.scene2.streets.networks")
    t.say("watches", rule, to=(GM, acting(t).seat), who=acting(t).id, place=place, seen=", ".join(seen) or "nobody")


def near(t: T, zone: str, place: str) -> bool:
    far = steps_between(t, zone, place)
    return far is not None and far <= 1


# ------------------------------------------------------------------------------------------------ alarms
def warehouses(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A warehouse."""
    kind = drawn(t)
    return [id for id, zone in kind.zones.items() if zone.alarm] if kind else []


def alarm_holder(t: T, by: SeatId) -> Character | None:
    board = t.state.board
    civic = t.state.people.get(board.civic or "") if board else None
    holder = t.state.people.get(civic.possessed.get(ALARMS, Id(""))) if civic and not civic.crashed else None
    return holder if holder and by in (holder.seat, GM) and not out(holder) else None


@cites("infinity.scene2.tag.alarms")
def can_use_alarms(t: T, by: SeatId) -> Refusal | None:
    if alarm_holder(t, by):
        return None
    return Refusal("infinity.scene2.tag.alarms", "You do not hold the alarms.", "Possess them.")


@command(rules=("infinity.scene2.tag.alarms",), when=can_use_alarms, warehouse=warehouses)
def sound_alarm(t: T, by: SeatId, warehouse: str) -> None:
    """No action: let a warehouse's alarm sound; Observation within Medium is a step harder and the police take note."""
    board = t.state.board
    assert board is not None
    board.silenced = False
    ring(t, warehouse)


@command(rules=("infinity.scene2.tag.alarms",), when=can_use_alarms)
def silence_alarms(t: T, by: SeatId) -> None:
    """No action: silence the alarms, and keep them silent."""
    board = t.state.board
    assert board is not None
    board.silenced = True
    t.say("alarms_silent", "infinity.scene2.tag.alarms")


def ring(t: T, warehouse: str) -> None:
    board = t.state.board
    assert board is not None
    if warehouse not in board.alarms:
        board.alarms.append(warehouse)
    t.say("alarm", "infinity.scene2.tag.alarms", zone=warehouse)


# ------------------------------------------------------------------------------------------------ warehouse doors
def shut_doors(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A shut warehouse beside you."""
    board = t.state.board
    beside = t.state.map.neighbours(acting(t).zone)
    return [zone for zone in warehouses(t, by) if zone in beside and board and zone not in board.opened]


def ways_in(t: T, by: SeatId, *_: object) -> Sequence[Skill]:
    """Tech, Thievery, Hacking, or Athletics for plain force."""
    return (Skill.TECH, Skill.THIEVERY, Skill.HACKING, Skill.ATHLETICS)


@cites("infinity.scene2.tag.map")
def can_open_warehouse(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SKILL_TEST):
        return refusal
    return None if shut_doors(t, by) else Refusal("infinity.scene2.tag.map", "No shut warehouse is beside you.", "Go to one.")


@command(rules=("infinity.scene2.tag.map", "infinity.scene2.tag.alarms"), when=can_open_warehouse, warehouse=shut_doors, skill=ways_in)
def open_warehouse(t: T, by: SeatId, warehouse: str, skill: Skill) -> None:
    """Standard: open a warehouse's doors, D2; its alarm goes off unless a hacker keeps it silent."""
    board, me = t.state.board, acting(t)
    assert board is not None
    take(t, me, Action.SKILL_TEST)
    if test(t, Side(who=me, skill=skill), OPENING).passed:
        board.opened.append(warehouse)
        t.say("door_open", "infinity.scene2.tag.map", zone=warehouse)
    if not board.silenced:
        ring(t, warehouse)
