import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebound.kernel.zones import Bands, Link, Place, Zone, ZoneMap

RANGES = Bands(("Close", "Medium", "Long", "Extreme"))
INFECTED = Bands(("melee", "close", "medium", "far", "extreme"))


def tenement() -> ZoneMap:
    zones = [Zone("street", "Street"), Zone("hall", "Hall"), Zone("roof", "Roof", ["open"], 3), Zone("vault", "Vault")]
    links = [Link("street", "hall"), Link("hall", "roof", 1, "stairs"), Link("street", "roof", 3, "climb")]
    return ZoneMap({zone.id: zone for zone in zones}, links)


def test_neighbours_and_the_cheapest_way() -> None:
    here = tenement()
    assert here.neighbours("street") == ["hall", "roof"]
    assert here.distance("street", "roof") == 2
    assert here.path("street", "roof") == ["street", "hall", "roof"]
    assert here.path("roof", "roof") == ["roof"]
    assert here.distance("street", "vault") is None
    assert here.path("street", "vault") is None


def test_of_ways_that_cost_the_same_the_one_through_fewest_zones_is_taken() -> None:
    zones = {id: Zone(id, id) for id in "abcd"}
    here = ZoneMap(zones, [Link("a", "b"), Link("b", "c"), Link("c", "d"), Link("a", "d", 3), Link("a", "c", 2)])
    assert here.path("a", "d") == ["a", "d"]
    assert here.path("a", "c") == ["a", "c"]


def test_links_that_cannot_be_used_are_left_out() -> None:
    def no_stairs(link: Link) -> bool:
        return link.kind != "stairs"

    here = tenement()
    assert here.distance("street", "roof", no_stairs) == 3
    assert here.neighbours("hall", no_stairs) == ["street"]


def test_range_bands_between_zones() -> None:
    here = tenement()
    assert here.band("street", "street", RANGES) == "Close"
    assert here.band("street", "hall", RANGES) == "Medium"
    assert here.band("street", "roof", RANGES) == "Long"
    assert here.band("street", "vault", RANGES) is None
    assert RANGES.at(17) == "Extreme"


def test_maps_that_lead_nowhere_are_errors() -> None:
    with pytest.raises(ValueError, match="a link leads to cellar, which is no zone"):
        ZoneMap({"street": Zone("street", "Street")}, [Link("street", "cellar")])
    with pytest.raises(ValueError, match="cellar is no zone"):
        tenement().distance("street", "cellar")
    with pytest.raises(ValueError, match="costs -1"):
        ZoneMap({"a": Zone("a", "A"), "b": Zone("b", "B")}, [Link("a", "b", -1)])


ids = st.integers(0, 5).map(str)


@given(st.lists(st.builds(Link, ids, ids, st.integers(0, 4)), max_size=12))
def test_the_distance_is_the_least_of_all_ways(links: list[Link]) -> None:
    here = ZoneMap({str(i): Zone(str(i), str(i)) for i in range(6)}, links)
    least: dict[tuple[str, str], float] = {(a, b): 0 if a == b else float("inf") for a in here.zones for b in here.zones}
    for link in links:
        for pair in ((link.a, link.b), (link.b, link.a)):
            least[pair] = min(least[pair], link.cost)
    for by, a, b in itertools.product(here.zones, repeat=3):
        least[a, b] = min(least[a, b], least[a, by] + least[by, b])
    for a, b in itertools.product(here.zones, repeat=2):
        distance, path = here.distance(a, b), here.path(a, b)
        assert (float("inf") if distance is None else distance) == least[a, b]
        if path is not None:
            assert (path[0], path[-1]) == (a, b)
            assert all(there in here.neighbours(here_) for here_, there in itertools.pairwise(path))


def test_bands_are_walked_step_by_step() -> None:
    assert INFECTED.steps("melee", "far") == INFECTED.steps("far", "melee") == 3
    assert INFECTED.steps("close", "far") == 2
    assert INFECTED.closer("far") == "medium"
    assert INFECTED.farther("close") == "medium"
    assert INFECTED.closer("close", 5) == "melee"
    assert INFECTED.farther("melee", 2) == "medium"
    assert INFECTED.farther("extreme") == "extreme"
    with pytest.raises(ValueError):
        INFECTED.steps("melee", "engaged")


places = st.builds(Place, st.integers(-500, 500), st.integers(-500, 500))


def test_distance_is_the_straight_line_rounded_down() -> None:
    assert Place(0, 0).distance(Place(3, 4)) == 5
    assert Place(0, 0).distance(Place(5, 5)) == 7
    assert Place(-2, 1).distance(Place(-2, 1)) == 0


def test_moving_ends_at_the_target_or_on_the_line_to_it() -> None:
    assert Place(0, 0).towards(Place(20, 0), 6) == Place(6, 0)
    assert Place(0, 0).towards(Place(5, 5), 7) == Place(5, 5)
    assert Place(0, 0).towards(Place(-30, -40), 25) == Place(-15, -20)
    assert Place(0, 0).towards(Place(9, 0), 0) == Place(0, 0)


@given(places, places, st.integers(0, 400))
def test_a_move_is_never_farther_than_allowed(here: Place, target: Place, yards: int) -> None:
    there = here.towards(target, yards)
    assert here.distance(there) <= yards
    if there != target:
        assert (there.x - here.x) ** 2 + (there.y - here.y) ** 2 <= yards**2


@given(places, places, st.integers(1, 400))
def test_a_move_gets_nearly_as_far_as_allowed(here: Place, target: Place, yards: int) -> None:
    there = here.towards(target, yards)
    assert there.distance(target) <= max(0, here.distance(target) - yards + 1)
    assert there != here or here == target
    assert min(here.x, target.x) <= there.x <= max(here.x, target.x)
    assert min(here.y, target.y) <= there.y <= max(here.y, target.y)
