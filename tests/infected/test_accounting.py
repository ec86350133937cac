"""Nothing appears or vanishes in silence: wounds, things, rounds, days and Threat change only with a log entry that cites a rule."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulebound.games.infected.game import GAME
from rulebound.games.infected.state import Infected
from rulebound.kernel.clock import Unit
from rulebound.kernel.live import LiveTable
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.fuzzing import random_case, random_game

SCENES = list(GAME.scenes())
CASES = Path(__file__).parent.parent.parent / "cases" / "infected"


def wounds(state: Infected) -> Counter[str]:
    """Marked slots and boxes, by whose they are."""
    return Counter({id: sum(p.wounds.marked.values()) + p.boxes_marked for id, p in state.people.items()})


def things(state: Infected, known: set[str]) -> Counter[str]:
    """Every thing of the table with its count, wherever it is, by its kind; those who come bring their own."""
    world = state.world
    held = [g for id, p in state.people.items() if id in known for g in p.gear.values()]
    lying = [g for zone in state.scene.zones.values() for g in zone.ground]
    kept = [*world.supplies.gear.values(), *(g for site in world.sites.values() for g in (*site.left, *site.works.values()))]
    kept += state.scene.works.values()
    parked = [car for site in world.sites.values() for car in site.vehicles.values()]
    loaded = [g for car in (*state.vehicles.values(), *parked) for g in car.stash.values()]
    found: Counter[str] = Counter()
    for gear in (*held, *lying, *kept, *loaded):
        found[gear.kind] += gear.count
    return found


def rounds(state: Infected) -> Counter[str]:
    """Cartridges and arrows, loaded or loose, by who has them."""
    return Counter({id: sum(p.ammo.values()) + sum(g.loaded for g in p.gear.values()) for id, p in state.people.items()})


def unaccounted(table: LiveTable[Any, Any]) -> list[str]:
    """Commands that changed something countable and said nothing with a rule about it."""
    found = []
    waits = table.flight.turn.before if table.flight else None  # what a waiting command has done so far is not kept yet
    states = [table.decode(table.state_before(turn)) for turn in range(len(table.turns))]
    states.append(table.decode(waits) if waits else table.state)
    for turn, before, after in zip(table.turns, states, states[1:], strict=False):
        if turn.did.command in ("set", "add", "remove", "move_item"):
            continue
        said = [entry for entry in turn.entries if entry.rules]
        named = {str(value) for entry in said for value in entry.data.values()}
        there = {id for id in before.people.keys() & after.people.keys() if before.people[id].name == after.people[id].name}
        for what, count in (("wounds", wounds), ("rounds", rounds)):
            old, new = count(before), count(after)
            found += [f"{turn.did.command}: {what} of {who}" for who in old if who in there and old[who] != new[who] and who not in named]
        old, new = things(before, there), things(after, there)
        found += [
            f"{turn.did.command}: {kind} {old[kind]} to {new[kind]}"
            for kind in old | new
            if old[kind] != new[kind] and not any(kind in n for n in named)
        ]
        if before.threat.value != after.threat.value and not {entry.kind for entry in said} & {"threat", "threat_falls", "ambient"}:
            found.append(f"{turn.did.command}: Threat {before.threat.value} to {after.threat.value}")
        if before.clock.passed[Unit.DAYS] != after.clock.passed[Unit.DAYS] and not said:
            found.append(f"{turn.did.command}: a day")
    return found


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("seed", range(2))
def test_every_change_is_in_the_log(scene: str, seed: int) -> None:
    assert unaccounted(random_game(GAME, scene, seed, most_steps=150, wild=0.6)) == []


@pytest.mark.parametrize("file", sorted(CASES.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_change_from_what_cases_give_is_in_the_log(file: Path) -> None:
    document = read_yaml(file.read_text(encoding="utf-8"), file.name)
    for place in range(len(document.data)):  # type: ignore[arg-type]
        assert unaccounted(random_case(GAME, document, place, seed=place, most_steps=20)) == [], document.line_of((place,))
