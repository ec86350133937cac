"""Whole scenes by clicks and keys: four people in four browsers play each game to the end of a scene."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from playwright.sync_api import TimeoutError, expect
from visitors import Somebody

PATIENCE = 180.0
FEW = 5

Arrive = Callable[..., Somebody]


def four(somebody: Arrive, game: str, scene: str, seats: Sequence[str], **others: str) -> list[Somebody]:
    """The first opens the table, the others come by link."""
    people = [somebody() for _ in seats]
    links = people[0].make(game, scene, seats[0], **dict.fromkeys(seats[1:], "friend"), **others)
    for person, seat in zip(people[1:], seats[1:], strict=True):
        person.join(links[seat])
    return [person.sit() for person in people]


def play(people: list[Somebody], moves: Sequence[str]) -> None:
    """Whoever is asked answers, whoever may act does the first of the moves that can be done, until the scene has an ending."""
    until = time.monotonic() + PATIENCE
    while not people[0].page.locator("#notices").get_by_text("The end").count():
        assert time.monotonic() < until, people[0].frame()["status"]
        if not answers(people):
            step(people, moves)
    assert all(person.decided for person in people)
    for person in people:
        expect(person.page.locator("#notices")).to_contain_text("The end")
        person.check_axe()


def answers(people: list[Somebody]) -> bool:
    """Every other one by keys alone."""
    return any(person.answer(by_key=place % 2 == 1) for place, person in enumerate(people))


def step(people: list[Somebody], moves: Sequence[str]) -> None:
    for person in people:
        legal = [move for move in moves if person.page.locator(f"#act-{move}:not([aria-disabled])").count()]
        if legal and person.page.get_by_text("Your turn", exact=True).count():
            try:
                person.do(legal[0])
            except (TimeoutError, AssertionError):
                # A page may be a moment behind: what was to be pressed is gone, or refused by now. Then look again.
                person.missed += 1
                assert person.missed < FEW
                person.page.keyboard.press("Escape")
            return
    people[0].page.wait_for_timeout(20)


def settle(people: list[Somebody]) -> None:
    """Answer all that is asked until nobody is asked any more."""
    until = time.monotonic() + PATIENCE
    while any(person.frame()["waiting_for"] for person in people):
        assert time.monotonic() < until, people[0].frame()["status"]
        answers(people)


def test_combat(somebody: Arrive) -> None:
    people = four(somebody, "combat", "alley", ("gm", "travellers", "raiders", "dana"))
    people[3].do("create", "Dana", "travellers", *"44343312", "knife", "none", "Leave it out")
    for number, raider in enumerate(("grin", "tooth", "patch")):
        people[0].do("set", f"{raider}.place", f'{{"x": 1, "y": {number}}}', "they come close first")
    people[0].do("begin")
    play(people, ("attack", "move", "end_turn"))


def test_infected(somebody: Arrive) -> None:
    people = four(somebody, "infected", "loading yard", ("gm", "marta", "dov", "inez"), kit="machine")
    people[1].do("begin_fight")
    play(people, ("attack", "move", "end_turn"))


def test_infinity(somebody: Arrive) -> None:
    machines = dict.fromkeys(("lieutenant", "paramedic", "infiltrator"), "machine")
    people = four(somebody, "infinity", "firefight", ("gm", "rifleman", "hacker", "marksman"), **machines)
    play(people, ("shoot", "end_turn", "take_turn"))


def test_contagion(somebody: Arrive) -> None:
    """A scene of its evening: a Threat comes, everybody does something about it, then the break, and the next scene begins."""
    people = four(somebody, "contagion", "evening", ("gm", "odile", "ruth", "piet"), bo="machine")
    master, *survivors = people
    master.do("begin")
    settle(people)
    master.do("quick_buy")
    for person, move in zip(survivors, ("challenge", "attempt", "pass"), strict=True):
        settle(people)
        person.do(move)
    settle(people)
    master.do("end_scene")
    for person in survivors:
        settle(people)
        if person.page.locator("#act-done:not([aria-disabled])").count():
            person.do("done")
    settle(people)
    if master.page.locator("#act-start_scene:not([aria-disabled])").count():
        master.do("start_scene")
    for person in people:
        expect(person.page.locator(".bar .where")).to_contain_text("Scene 2")
        person.check_axe()
