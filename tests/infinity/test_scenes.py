"""How the two scenes are set up, their maps, and that machines play both to a win or a loss."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from rulebound.games.infinity.content import content
from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.maps import AWAY, lay_out, steps_between
from rulebound.games.infinity.people import Category, Stress
from rulebound.games.infinity.policy_scenes import scene_act
from rulebound.games.infinity.state import Infinity, Phase, T
from rulebound.games.infinity.state_scenes import Door, Stage
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import GM, Role, Seat
from rulebound.kernel.showing import log
from rulebound.kernel.table import Table
from rulebound.kernel.view import MapShown
from rulebound.play.machine import machine_step
from rulebound.play.simulate import play_through

VARIANTS = InfinityVariants()


def scene(name: str) -> Infinity:
    return GAME.scenes()[name].start(VARIANTS).state


def map_item(state: Infinity) -> MapShown:
    t: T = Table(state, VARIANTS)
    panels = GAME.show(t, Seat(GM, Role.GM, "Game master")).panels
    return next(item for panel in panels for item in panel.items if isinstance(item, MapShown))


@pytest.mark.covers("infinity.scene1.start", "infinity.scene1.heat", "infinity.vehicle.stat.car")
def test_the_convoy_waits_and_the_player_characters_sit_in_their_cars() -> None:
    state = scene("convoy")
    assert state.heat.value == 3
    assert {v.zone for v in state.vehicles.values() if v.id.startswith("getaway")} == {"lane_nw"}
    assert [len(state.vehicles[id].aboard) for id in ("getaway-1", "getaway-2")] == [4, 2]
    assert {state.vehicles[id].zone for id in ("bike", "car-a", "car-b")} == {"convoy"}


@pytest.mark.covers("infinity.scene1.adversaries", "infinity.scene1.sim")
def test_seven_gangsters_in_three_vehicles() -> None:
    state = scene("convoy")
    assert state.board is not None
    seats = {"bike": ("rider", 1, "motorcycle"), "car-a": ("mob-a", 3, "car"), "car-b": ("mob-b", 3, "car")}
    for id, (who, members, kind) in seats.items():
        assert list(state.vehicles[id].aboard) == [who]
        assert (state.people[who].members, state.vehicles[id].kind, state.people[who].morale) == (members, kind, 2)
    assert (state.board.sim, state.board.rider) == ("car-a", "rider")


@pytest.mark.covers("infinity.scene1.network")
def test_the_civic_network_is_in_every_building() -> None:
    civic = scene("convoy").people["civic"]
    assert (civic.category, civic.firewall.full, civic.security) == (Category.ELITE, 12, 2)
    assert set(civic.systems) == {"security cameras", "emergency response"}
    buildings = {id for id, zone in content().maps["festival"].zones.items() if zone.on_foot}
    assert {civic.zone, *civic.parts} == buildings
    assert len(buildings) == 24


@pytest.mark.covers("infinity.scene1.environment", "infinity.scene1.map")
def test_four_tenements_of_six_zones_and_a_procession_of_five() -> None:
    zones = content().maps["festival"].zones
    for corner in ("nw", "ne", "sw", "se"):
        stack = sorted((zone.level, id) for id, zone in zones.items() if id.startswith(f"{corner}_"))
        assert [level for level, _ in stack] == [0, 1, 2, 3, 4, 5]
        assert all(zones[id].cover == "heavy" for _, id in stack)
    crowd = [id for id, zone in zones.items() if zone.crowd]
    assert len(crowd) == 5
    assert all((zones[id].terrain, zones[id].steps, zones[id].cover) == ("difficult", 1, "light") for id in crowd)
    assert all(zone.cover == "light" for id, zone in zones.items() if not zone.on_foot)


@pytest.mark.covers("infinity.scene2.start", "infinity.scene2.premise")
def test_the_chase_begins_with_a_point_each_and_three_heat() -> None:
    before, state = scene("convoy"), scene("chase")
    for id in ("lieutenant", "hacker"):
        assert state.people[id].infinity.value == before.people[id].infinity.value + 1
    assert state.heat.value == 3
    assert state.board is not None
    assert state.board.sim == state.board.cars[0]


@pytest.mark.covers("infinity.scene2.streets", "infinity.scene2.streets.networks", "infinity.npc.biker_mob")
def test_three_mobs_of_bikers_behind_confident_player_characters() -> None:
    state = scene("chase")
    places = {"bikers": (4, "A0"), "outriders-1": (2, "A0"), "outriders-2": (2, "B1")}
    assert {id: (state.people[id].members, state.people[id].zone) for id in places} == places
    assert all(state.vehicles[f"{id}-bikes"].each and state.vehicles[f"{id}-bikes"].network is None for id in places)
    assert all(p.heartened == 1 for p in state.people.values() if p.hero)
    civic = state.people["civic"]
    assert (civic.category, civic.firewall.full, civic.security, set(civic.systems)) == (
        Category.ELITE, 8, 1, {"traffic cameras", "traffic lights"},
    )  # fmt: skip
    assert [civic.zone, *civic.parts] == ["X1", "X2", "X3", "X4", "X5", "X6"]


@pytest.mark.covers("infinity.scene.map_format", "infinity.scene1.map", "infinity.scene2.streets.map", "infinity.scene2.tag.map",
                    "infinity.scene2.underpass.map")  # fmt: skip
@pytest.mark.parametrize("name", ["festival", "streets", "park", "underpass"])
def test_maps(name: str) -> None:
    """Neighbours are listed on both sides, the distances of the ledger hold, and everything can be drawn."""
    kind = content().maps[name]
    for id, zone in kind.zones.items():
        assert all(id in kind.zones[other].neighbours for other in zone.neighbours)
        assert 0 <= zone.x <= 100 and 0 <= zone.y <= 100
    starts = {"festival": "convoy", "streets": "chase"}
    state = scene(starts.get(name, "chase"))
    assert state.board is not None
    state.board.map = name
    lay_out(state, VARIANTS, name)
    t: T = Table(state, VARIANTS)
    assert kind.distances
    for a, b, zones in kind.distances:
        assert steps_between(t, a, b) == zones
        assert t.state.map.distance(a, b) == zones
    assert steps_between(t, kind.exits[0] if kind.exits else "ramp", AWAY) is None


@pytest.mark.covers("infinity.scene.map_format")
def test_the_map_is_shown_with_its_places_and_storeys() -> None:
    shown = map_item(scene("convoy"))
    assert ("nw_f3", 28, 21, 2) in shown.places
    assert ("convoy", "mid_s") in shown.links or ("mid_s", "convoy") in shown.links
    spot = next(s for s in shown.spots if s.id == "car-a")
    assert (spot.zone, spot.x, spot.y) == ("convoy", 50, 57)


@pytest.mark.covers("infinity.scene2.underpass.map")
def test_the_divider_parts_the_inner_rows() -> None:
    zones = content().maps["underpass"].zones
    assert all(zones[f"E{k}b"].divider == f"W{k}b" and zones[f"W{k}b"].divider == f"E{k}b" for k in range(1, 7))
    assert all(zone.steps == 1 for id, zone in zones.items() if id != "alcove")


@pytest.mark.covers("infinity.scene1.premise", "infinity.scene2.chase")
@pytest.mark.parametrize(("name", "runs"), [("convoy", 40), ("chase", 30)])
def test_machines_play_to_the_end_and_both_sides_can_win(name: str, runs: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(runs):
        t = Sampler(scene(name), VARIANTS, {}, GAME.policy, seed)
        end = play_through(t, GAME) or "never"
        assert GAME.broken(t) == []
        ends[next(word for word in ("won", "lost", "ended", "never") if word in end)] += 1
    assert ends["won"] and ends["lost"]
    assert not ends["never"]


def test_six_win_the_firefight_and_three_may_lose_it() -> None:
    def ends(name: str) -> Counter[str]:
        runs = (Sampler(scene(name), VARIANTS, {}, GAME.policy, seed) for seed in range(30))
        return Counter(play_through(t, GAME) or "never" for t in runs)

    won, lost = "The scene is over, settled: heroes left.", "The scene is over, settled: adversaries left."
    assert ends("firefight")[won] >= 29
    few = ends("outnumbered")
    assert few[won] and few[lost] and few.total() == few[won] + few[lost]


def test_what_was_told_of_a_stage_keeps_its_names_in_the_next() -> None:
    scenes = GAME.scenes()["chase"].start(VARIANTS)
    seats = tuple(msgspec.structs.replace(seat, machine=seat.plays) for seat in scenes.seats)
    table = LiveTable.open(GAME, Start(scenes.state, seats), VARIANTS, bytes(32))
    gm, told = table.seats[GM], [""]
    while (board := table.state.board) is not None and board.stage is Stage.STREETS:
        told = [line.text for line in log(table, gm)]
        assert machine_step(table) is not None
    after = [line.text for line in log(table, gm)]
    assert board is not None
    assert board.stage is Stage.PARK
    assert any("Outriders 1" in line for line in told)
    assert any("North Avenue" in line for line in told)
    assert after[: len(told)] == told


def test_those_at_the_open_door_wait_there_for_the_sim() -> None:
    """They do not climb back into the car."""
    t: T = Table(scene("chase"), VARIANTS)
    board = t.state.board
    assert board is not None
    board.stage, board.map, board.door = Stage.UNDERPASS, "underpass", Door(structure=Stress(full=12, left=12), open=True)
    lay_out(t.state, VARIANTS, "underpass")
    car = t.state.vehicles[board.cars[0]]
    car.zone = "E6a"
    me, holder = t.state.people["marksman"], t.state.people["hacker"]
    del car.aboard[me.id]
    me.zone, holder.zone, board.sim = "alcove", "E6a", holder.id
    t.state.phase, t.state.current, board.opening = Phase.ACTION, me.id, False
    assert scene_act(t, me.seat) is None
