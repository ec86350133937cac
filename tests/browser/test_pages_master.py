"""The game master's screen: live panels of every game that act on the table, beside what is asked and what happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pages import PHONE
from playwright.sync_api import expect
from visitors import Somebody

from rulebound.games.catalogue import GAMES

Arrive = Callable[..., Somebody]
SCENES = {"combat": ("duel", 6), "infected": ("stairwell", 8), "contagion": ("duel", 7), "infinity": ("firefight", 7)}


def screen(person: Somebody, game: str) -> Somebody:
    person.make(game, SCENES[game][0], "gm")
    person.page.goto(f"/t/{person.table}/gm")
    person.page.locator(".panels .panel").first.wait_for()
    person.page.locator(".party li").first.wait_for()
    return person


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_panels(somebody: Arrive, game: str) -> None:
    person = screen(somebody(color_scheme="dark" if game == "infected" else "light"), game)
    expect(person.page.locator(".panels > .panel")).to_have_count(SCENES[game][1])
    expect(person.page.locator(".panels .fig").first).to_be_visible()
    person.check_axe()


def test_a_panel_acts_on_the_table(somebody: Arrive) -> None:
    person = screen(somebody(), "infected")
    page = person.page
    page.locator("[data-command=infected_come]").click()
    form = page.locator("#command")
    expect(form).to_be_visible()
    while not form.locator("#commit:not([aria-disabled])").count():
        field = form.locator(".arg input")
        if field.count():
            person.give(field.get_attribute("min") or "the neighbours")
        else:
            form.locator(".arg button").first.click()
        page.wait_for_timeout(100)
    before = page.locator(".party > li").count()
    form.locator("#commit").click()
    expect(form).to_have_count(0)
    expect(page.locator(".side-log .says").first).to_be_visible()
    assert page.locator(".party > li").count() > before


def test_what_cannot_be_done_now_says_why(somebody: Arrive) -> None:
    person = screen(somebody(), "infected")
    button = person.page.locator("[data-command=end_fight]")
    expect(button).to_have_attribute("aria-disabled", "true")
    assert button.get_attribute("title")
    button.click(force=True)
    expect(person.page.locator("#command")).to_have_count(0)


def test_what_the_game_master_is_asked_is_answered_on_the_screen(somebody: Arrive) -> None:
    person = somebody()
    player = somebody().join(person.make("contagion", "duel", "gm", ruth="friend")["ruth"])
    person.page.goto(f"/t/{person.table}/gm")
    person.page.locator("[data-command=panic]").first.wait_for()
    player.context.request.post(f"/api/tables/{player.table}/do", data={"command": "begin"})
    while question := player.frame()["question"]:
        player.context.request.post(f"/api/tables/{player.table}/default", data={"id": question["id"]})
    expect(person.page.locator("#asked legend")).to_contain_text("Ruth")
    assert person.answer()


def test_the_screen_on_a_phone_and_by_keyboard(somebody: Arrive) -> None:
    person = screen(somebody(**PHONE), "combat")
    person.check_width()
    person.check_axe()
    button = person.page.locator("[data-command=begin]")
    button.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("#command")).to_be_visible()
