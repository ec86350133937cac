"""The lobby: from nothing to the first roll, invitations, tables one sits at, files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import PHONE, lobby
from playwright.sync_api import expect
from visitors import Somebody

Arrive = Callable[..., Somebody]


def test_from_the_lobby_to_the_first_roll_in_under_ten_actions(somebody: Arrive) -> None:
    person = lobby(somebody())
    page, actions = person.page, 1
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    while not page.locator(".side-log details.entry .why").count():
        actions += 1
        assert actions < 10
        page.locator(
            "#asked .btn.go:not([aria-disabled]), #commit:not([aria-disabled]), #command .arg button, #act-begin, #act-attack"
        ).first.click()
        page.wait_for_timeout(150)


def test_friends_come_by_link_and_the_ticket_leaves_the_address(somebody: Arrive) -> None:
    host, guest = lobby(somebody()), somebody()
    host.page.get_by_role("radio", name="INFECTED").check()
    host.page.locator("#scene").select_option("stairwell")
    host.page.get_by_role("radio", name="I run it").check()
    host.page.get_by_role("button", name="Make the table").click()
    expect(host.page.locator("#enter")).to_be_focused()
    expect(host.page.locator("img.qr").first).to_have_attribute("src", re.compile("^data:image/svg"))
    host.page.get_by_role("button", name="Copy: Kit").click()
    expect(host.page.get_by_text("Copied.")).to_be_visible()
    link = host.page.evaluate("navigator.clipboard.readText()")
    assert link == host.page.locator(".panel", has=host.page.get_by_role("heading", name="Kit")).locator(".link").inner_text()
    host.check_axe()
    guest.page.goto(link)
    guest.page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(guest.page.locator("h1")).to_have_text("The stairwell")
    guest.page.goto("/")
    expect(guest.page.locator(".tables li")).to_contain_text("INFECTED · Kit")


def test_a_link_that_does_not_hold_is_refused_in_words(somebody: Arrive) -> None:
    person = somebody()
    person.page.goto("/join#nonsense")
    expect(person.page.locator(".refusal")).to_contain_text("This link is not valid")
    assert person.page.url.endswith("/join")
    person.check_axe()
    person.bad.clear()  # the browser itself notes the refused request


def test_house_rules_are_sent_only_where_they_differ(somebody: Arrive) -> None:
    person = lobby(somebody())
    page = person.page
    page.get_by_text("House rules").click()
    page.locator("#variant-unstable_penalty").fill("-1")
    page.keyboard.press("Tab")
    page.locator("#variant-static_tie").select_option("fail")
    page.locator("#variant-rounding").select_option("up")
    page.locator("#variant-rounding").select_option("down (as written)")
    expect(page.get_by_text("House rules: 2 of 22 changed")).to_be_visible()
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Start playing").click()
    asked = sent.value.post_data_json
    assert asked["variants"] == {"unstable_penalty": -1, "static_tie": "fail"}
    page.wait_for_url(re.compile(r"/t/\w+$"))


def test_every_seat_can_be_given_to_somebody_else(somebody: Arrive) -> None:
    person = lobby(somebody())
    page = person.page
    page.get_by_text("3 seats").click()
    page.locator("#who-blue").select_option("me")
    expect(page.locator("#who-red")).to_have_value("machine")
    page.locator("#who-red").select_option("friend")
    page.locator("#name-red").fill("Rosa")
    page.get_by_label("A shared screen").check()
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator(".panel h2")).to_have_text(["Rosa", "Shared screen"])


def test_a_table_is_taken_out_and_brought_back_and_a_broken_file_is_refused(somebody: Arrive, tmp_path: Path) -> None:
    person = somebody()
    person.make("combat", "duel", "gm", red="machine", blue="machine")
    person.page.goto(f"/t/{person.table}/replay")
    with person.page.expect_download() as taken:
        person.page.get_by_role("link", name="Download the table").click()
    file = tmp_path / "duel.rulebound"
    taken.value.save_as(file)
    lobby(person)
    broken = tmp_path / "broken.rulebound"
    broken.write_bytes(file.read_bytes()[:-40])
    person.page.locator("#file").set_input_files(broken)
    expect(person.page.locator(".refusal")).to_contain_text("The file is not taken")
    person.bad.clear()  # the browser itself notes the refused request
    person.page.locator("#file").set_input_files(file)
    person.page.wait_for_url(re.compile(r"/t/\w+$"))
    assert person.table not in person.page.url
    expect(person.page.locator("h1")).to_have_text("A debt at the old mill")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_has_no_barriers(somebody: Arrive, scheme: str) -> None:
    person = lobby(somebody(color_scheme=scheme))
    for words in ("3 seats", "House rules"):
        person.page.get_by_text(words).click()
    person.check_axe()


def test_the_lobby_on_a_phone(somebody: Arrive) -> None:
    person = lobby(somebody(**PHONE))
    for words in ("3 seats", "House rules"):
        person.page.get_by_text(words).click()
    person.check_width()
    person.check_axe()


def test_the_api_is_described_for_people(somebody: Arrive) -> None:
    person = somebody(**PHONE)
    person.page.goto("/api/docs")
    expect(person.page.get_by_text("POST /api/tables/import")).to_be_visible()
    person.page.get_by_role("link", name="TableWanted").click()
    expect(person.page.locator("#TableWanted")).to_be_in_viewport()
    person.check_width()
    person.check_axe()


def test_a_table_is_made_by_keyboard_alone(somebody: Arrive) -> None:
    person = lobby(somebody())
    keys = person.page.keyboard
    focus = person.page.locator(":focus")
    for _ in range(12):
        keys.press("Tab")
        if focus.get_attribute("name") == "game":
            break
    keys.press("ArrowRight")
    expect(person.page.get_by_role("radio", name="INFECTED")).to_be_focused()
    for _ in range(12):
        keys.press("Tab")
        if focus.get_attribute("type") == "submit":
            break
    keys.press("Enter")
    person.page.wait_for_url(re.compile(r"/t/\w+$"))


def test_the_lobby_speaks_german(somebody: Arrive) -> None:
    person = lobby(somebody(locale="de-DE"))
    expect(person.page.get_by_role("button", name="Losspielen")).to_be_visible()
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
