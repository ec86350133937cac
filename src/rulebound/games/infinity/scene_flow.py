"""The course of the book's scenes: what happens as rounds and turns begin and end, who arrives, and how a scene is decided."""

from __future__ import annotations

from rulebound.games.infinity import scene1, scene2
from rulebound.games.infinity.aboard import vehicle_of
from rulebound.games.infinity.chase import gone, heroes_away, watch_round
from rulebound.games.infinity.driving import turn_ends
from rulebound.games.infinity.infowar import calm_down
from rulebound.games.infinity.people import Character, out
from rulebound.games.infinity.scene_heat import roads_clear
from rulebound.games.infinity.state import T
from rulebound.games.infinity.state_scenes import Arrival, Stage
from rulebound.games.infinity.state_vehicles import Place
from rulebound.games.infinity.traffic import lights_change
from rulebound.games.infinity.vehicles import build, relocate, seat_in, turn_begins
from rulebound.kernel.citing import cites


# ------------------------------------------------------------------------------------------------ turns
def a_turn_begins(t: T, me: Character) -> None:
    turn_begins(t, me)
    calm_down(t, me)
    if t.state.board:
        t.state.board.opening = False


def a_turn_ends(t: T, me: Character) -> None:
    turn_ends(t, me)
    drop_sim(t)
    bikes_fall(t)


@cites("infinity.npc.biker_mob")
def bikes_fall(t: T) -> None:
    """Motorcycles whose riders are all down lie on the road."""
    for bikes in t.state.vehicles.values():
        if bikes.each and bikes.aboard and all(t.state.people[id].incapacitated for id in bikes.aboard):
            bikes.aboard, bikes.disabled = {}, True


@cites("infinity.scene1.sim")
def drop_sim(t: T) -> None:
    """Who is out drops it where he is."""
    board = t.state.board
    holder = t.state.people.get(board.sim) if board else None
    if board and holder and out(holder) and not gone(t, holder):
        vehicle = vehicle_of(t, holder.id)
        board.sim = vehicle.id if vehicle else holder.zone


def absent(t: T, who: Character) -> bool:
    """Has left the scene, so has no turn."""
    return gone(t, who)


# ------------------------------------------------------------------------------------------------ rounds
@cites("infinity.scene2.streets.crossroads")
def a_round_opens(t: T) -> None:
    """Ahead of all turns traffic may turn; now the game master may fill the roads."""
    if t.state.board:
        t.state.board.opening = True
        lights_change(t)


def a_round_closes(t: T) -> None:
    if t.state.board is None:
        return
    if t.state.board.stage is not Stage.FESTIVAL:
        watch_round(t)
    roads_clear(t)
    come(t)


@cites("infinity.scene1.reinforcements", "infinity.scene1.heat.police", "infinity.scene2.underpass.pursuit")
def come(t: T) -> None:
    """Reinforcements, police and pursuers come at the end of the round and act from the next on."""
    board = t.state.board
    assert board is not None
    for arrival in board.coming:
        for who in arrival.people:
            t.state.people[who.id] = who
            who.zone = arrival.zone
            t.state.turns.reinforce(who.id)
            t.say("arrives", "infinity.heat.reinforcements", who=who.id, zone=arrival.zone)
        bring_wheels(t, arrival)
    board.coming = []


def bring_wheels(t: T, arrival: Arrival) -> None:
    for vehicle in arrival.riding:
        t.state.vehicles[vehicle.id] = vehicle
        relocate(t, vehicle, arrival.zone)
    if arrival.vehicle:
        who = arrival.people[0]
        vehicle = build(t, arrival.vehicle, f"{who.id}-{arrival.vehicle}", arrival.zone, f"{who.name}'s {arrival.vehicle}")
        seat_in(t, vehicle, who, Place.COMMANDER)


# ------------------------------------------------------------------------------------------------ the end
def decided(t: T) -> str | None:
    """How the book's scene has ended, if it has; between the stages of the chase it goes on."""
    board = t.state.board
    if board is None:
        return None
    if board.stage is Stage.FESTIVAL:
        return scene1.verdict(t)
    return scene2.verdict(t)


def stage_over(t: T) -> bool:
    """The player characters have left a stage that is not the last."""
    board = t.state.board
    return board is not None and board.stage in (Stage.STREETS, Stage.PARK) and heroes_away(t)
