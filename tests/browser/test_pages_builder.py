"""The builder, for every game: a wrong build says which rule it breaks beside the field, a right one sits at the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pytest
from pages import PHONE, done, go_to, open_builder, refusal, set_number
from playwright.sync_api import expect
from visitors import Somebody

from rulebound.games.catalogue import GAMES

Arrive = Callable[..., Somebody]

FIGHTER = {"melee": 4, "ranged": 2, "acrobatics": 3, "perception": 3, "medicine": 2, "drive": 2}
SURVIVOR = {"brawl": 3, "endure": 1, "athletics": 1, "stealth": 1, "notice": 1, "craft": 3, "tech": 2}


def numbers(person: Somebody, step: str, scores: Mapping[str, int]) -> None:
    go_to(person, step)
    for name, score in scores.items():
        set_number(person, name, score)


def eventually(holds: Callable[[], bool]) -> None:
    """What was sent takes a moment to arrive."""
    until = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_combat(somebody: Arrive) -> None:
    person = open_builder(somebody(), "combat", "gm", rosa="machine")
    page = person.page
    page.locator("#field-name").fill("Quill")
    page.locator("#field-side").fill("north")
    numbers(person, "Attributes", {"a": 5, "c": 4})
    expect(page.locator(".dial.err .refusal")).to_contain_text("A and C add up to 9.")
    expect(page.locator("#field-a")).to_have_attribute("aria-invalid", "true")
    expect(refusal(person).locator(".rule-id")).to_have_text("combat.create.points")
    person.check_axe()
    set_number(person, "c", 3)
    numbers(person, "Skills", {**FIGHTER, "drive": 3})
    expect(refusal(person)).to_contain_text("The skills add up to 17.")
    expect(page.locator(".steps [aria-current]")).to_contain_text("to be put right")
    set_number(person, "drive", 2)
    expect(refusal(person)).to_have_count(0)
    go_to(person, "Gear")
    page.locator("#field-weapon").select_option("machete")
    page.locator("#field-armor").select_option("plate carrier")
    expect(page.locator(".dial.err .refusal")).to_contain_text("The plate carrier has DR 4.")
    page.locator("#field-armor").select_option("stab vest")
    expect(refusal(person)).to_have_count(0)
    expect(page.locator(".stick")).to_contain_text("stab vest")
    done(person)
    eventually(lambda: any("Quill" in line for line in person.log()))


def test_infected(somebody: Arrive) -> None:
    person = open_builder(somebody(), "infected", "gm")
    page = person.page
    page.locator("#field-name").fill("Marta Quill")
    page.locator("#field-concept").fill("used to fix lifts")
    numbers(person, "Attributes", {"grit": 3, "reflex": 2, "wits": 4, "nerve": 4})
    expect(refusal(person)).to_contain_text("The attributes add up to 13.")
    expect(refusal(person).locator(".rule-id")).to_have_text("infected.chargen.attributes")
    set_number(person, "nerve", 3)
    expect(refusal(person)).to_have_count(0)
    numbers(person, "Skills", {**SURVIVOR, "craft": 4})
    expect(page.locator(".dial.err")).to_contain_text("No skill is above 3 before the background.")
    expect(page.locator("#field-craft")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Craft, one less").click()
    expect(refusal(person)).to_have_count(0)
    person.check_axe()
    go_to(person, "Background")
    page.locator("#field-background").select_option("mechanic")
    go_to(person, "Details")
    done(person)
    eventually(lambda: any("Marta Quill" in line for line in person.log()))


def test_contagion(somebody: Arrive) -> None:
    person = open_builder(somebody(), "contagion", "lottie", gm="friend")
    page = person.page
    page.locator("#field-name").fill("Lottie Brack")
    go_to(person, "Characteristics")
    for name, rank in (("kill", "4"), ("savvy", "3"), ("grit", "2"), ("cool", "1")):
        page.locator(f"#field-{name}").get_by_text(rank, exact=True).click()
        expect(page.locator(f"#field-{name} input:checked")).to_have_value(rank)
    page.locator("#field-kill").get_by_text("3", exact=True).click()
    expect(page.locator(".dial.err .refusal")).to_contain_text("Savvy cannot be 3 here.")
    expect(refusal(person).locator(".rule-id")).to_have_text("contagion.create.characteristics")
    person.check_axe()
    page.locator("#field-savvy").get_by_text("4", exact=True).click()
    expect(refusal(person)).to_have_count(0)
    done(person)
    expect(page.locator("#asked")).to_be_visible()


def test_what_is_missing_is_said_where_it_is_missing(somebody: Arrive) -> None:
    person = open_builder(somebody(), "infected", "gm")
    go_to(person, "Details")
    person.page.get_by_role("button", name="Make this character").click()
    expect(person.page.locator("#step")).to_have_text("Concept")
    expect(refusal(person)).to_contain_text("Name is missing.")


def test_by_chance_from_the_samples_and_from_another_table(somebody: Arrive) -> None:
    person = open_builder(somebody(), "infected", "gm")
    person.page.get_by_role("button", name="By chance").click()
    person.give("Ilse")
    person.page.locator("#commit:not([aria-disabled])").click()
    person.page.wait_for_url(f"**/t/{person.table}")
    person.page.locator("main.table").wait_for()
    eventually(lambda: any("Ilse" in line for line in person.log()))
    open_builder(person, "contagion", "lottie", gm="friend")
    person.page.get_by_role("button", name="Samples").click()
    person.give("roger")
    person.page.locator("#commit:not([aria-disabled])").click()
    person.page.wait_for_url(f"**/t/{person.table}")


def test_a_character_is_copied_from_another_table(somebody: Arrive) -> None:
    person = somebody()
    person.make("combat", "", "gm")
    args = {"name": "Quill", "side": "north", "a": 4, "c": 4, **FIGHTER, "weapon": "machete", "armor": "stab vest"}
    made = person.context.request.post(f"/api/tables/{person.table}/do", data={"command": "create", "args": args})
    assert made.ok, made.text()
    open_builder(person, "combat", "gm")
    person.page.get_by_role("button", name="Copy from a table").click()
    person.page.get_by_role("button", name="Quill").click()
    expect(person.page.locator("#field-name")).to_have_value("Quill")
    go_to(person, "Gear")
    expect(person.page.locator("#field-weapon")).to_have_value("machete")
    done(person)
    eventually(lambda: any("Quill" in line for line in person.log()))


@pytest.mark.parametrize("game", GAMES)
def test_the_builder_on_a_phone(somebody: Arrive, game: str) -> None:
    person = open_builder(somebody(**PHONE, color_scheme="dark"), game, "lottie", gm="friend")
    for step in person.page.locator(".steps a").all():
        step.click()
        person.page.locator("form .dial").first.wait_for()
        person.check_width()
    person.check_axe()


def test_a_survivor_is_made_by_keyboard_alone(somebody: Arrive) -> None:
    person = open_builder(somebody(), "contagion", "lottie", gm="friend")
    page, keys = person.page, person.page.keyboard
    page.locator("#field-name").focus()
    keys.type("Lottie")
    keys.press("Enter")
    expect(page.locator("#step")).to_have_text("Characteristics")
    for name, rank in (("kill", "4"), ("savvy", "3"), ("grit", "2"), ("cool", "1")):
        keys.press("Tab")
        keys.press("Space")
        expect(page.locator(f"#field-{name} input:checked")).to_have_value(rank)
        page.wait_for_timeout(300)
    for _ in range(3):
        keys.press("Tab")
        if page.locator(":focus").get_attribute("type") == "submit":
            break
    keys.press("Enter")
    page.wait_for_url(f"**/t/{person.table}")
