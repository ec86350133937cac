"""Whole scenes by clicks and keys: four people in four browsers, each of whom decides something; then machines finish it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect
from visitors import Somebody

PATIENCE = 60.0

Arrive = Callable[..., Somebody]


def four(somebody: Arrive, game: str, scene: str, seats: Sequence[str], **others: str) -> list[Somebody]:
    """The first opens the table, the others come by link."""
    people = [somebody() for _ in seats]
    links = people[0].make(game, scene, seats[0], **dict.fromkeys(seats[1:], "friend"), **others)
    for person, seat in zip(people[1:], seats[1:], strict=True):
        person.join(links[seat])
    return [person.sit() for person in people]


def play(people: list[Somebody], moves: Sequence[str]) -> None:
    """Whoever is asked answers, whoever may act does one of the moves, until everybody has decided something."""
    until = time.monotonic() + PATIENCE
    while not all(person.decided for person in people):
        assert time.monotonic() < until, [person.decided for person in people]
        if not any(person.answer(by_key=place % 2 == 1) for place, person in enumerate(people)):
            step(people, moves)


def step(people: list[Somebody], moves: Sequence[str]) -> None:
    """Somebody whose turn it is acts; those who have not done anything yet go first."""
    for person in sorted(people, key=lambda person: person.decided):
        legal = [move for move in moves if person.page.locator(f"#act-{move}:not([aria-disabled])").count()]
        if legal and person.page.get_by_text("Your turn", exact=True).count():
            person.do(legal[0])
            return
    people[0].page.wait_for_timeout(20)


def finish(people: list[Somebody], over: Callable[[dict[str, Any]], object], where: str) -> None:
    """Everybody hands over and goes for a walk; the machines play the scene to its end, which everybody sees on coming back."""
    for person in people:
        person.hand_over()
    for person in people:
        person.page.goto("about:blank")
    until = time.monotonic() + PATIENCE
    while not over(people[0].frame()):
        assert time.monotonic() < until, people[0].frame()["status"]
        time.sleep(0.1)
    for person in people:
        person.sit()
        expect(person.page.locator(where)).to_contain_text(re.compile("The end|After scene|Scene [2-9]|Over"))
        person.check_axe()


def ended(frame: dict[str, Any]) -> bool:
    return frame["ending"] is not None


def next_scene(frame: dict[str, Any]) -> bool:
    return ended(frame) or not frame["status"].startswith(("Scene 1", "Making"))


def test_combat(somebody: Arrive) -> None:
    people = four(somebody, "combat", "alley", ("gm", "travellers", "raiders", "dana"))
    people[3].do("create", "Dana", "travellers", *"44343312", "knife", "none", "Leave it out")
    people[0].do("begin")
    play(people, ("end_turn",))
    finish(people, ended, "#notices")


def test_infected(somebody: Arrive) -> None:
    people = four(somebody, "infected", "loading yard", ("gm", "marta", "dov", "inez"), kit="machine")
    people[1].do("begin_fight")
    play(people, ("end_turn",))
    finish(people, ended, "#notices")


def test_contagion(somebody: Arrive) -> None:
    people = four(somebody, "contagion", "evening", ("gm", "odile", "ruth", "piet"), bo="machine")
    people[0].do("begin")
    play(people, ("narrate",))
    finish(people, next_scene, ".bar .where")


def test_infinity(somebody: Arrive) -> None:
    machines = dict.fromkeys(("lieutenant", "paramedic", "infiltrator"), "machine")
    people = four(somebody, "infinity", "firefight", ("gm", "rifleman", "hacker", "marksman"), **machines)
    play(people, ("end_turn", "take_turn"))
    finish(people, ended, "#notices")
