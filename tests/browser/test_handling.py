"""Small things under the hand: what a button says, what Enter does, what is suggested, what fits its place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from pages import go_to, open_builder
from playwright.sync_api import expect
from visitors import Somebody, duel

Arrive = Callable[..., Somebody]
PHONE = {"width": 360, "height": 780}
RIGHT = "b => { const r = document.createRange(); r.selectNodeContents(b); return r.getBoundingClientRect().right; }"


def test_enter_says_what_was_typed_and_a_yes_is_called_by_what_it_was_said_to(somebody: Arrive) -> None:
    ruth = somebody()
    ruth.make("contagion", "duel", "ruth", gm="machine")
    ruth.sit().do("begin")
    cold_open = ruth.page.locator("#asked textarea")
    ruth.page.locator("#asked").wait_for()
    while not cold_open.count():
        ruth.answer()
        ruth.page.locator("#asked").wait_for()
    cold_open.press_sequentially("Here")
    cold_open.press("Shift+Enter")
    cold_open.press_sequentially("and there")
    expect(cold_open).to_have_value("Here\nand there")
    cold_open.press("Enter")
    expect(cold_open).to_have_count(0)
    ruth.begin("attempt")
    ruth.give("words")
    ruth.give("yes")
    expect(ruth.page.locator("#commit")).to_have_text("Attempt · words · direct Enter")


def test_what_could_not_be_otherwise_is_no_line_or_has_nothing_to_change(somebody: Arrive) -> None:
    """A pistol is all Dov holds and nobody throws it; whether to be careful is asked, and says what that means."""
    dov = somebody()
    dov.make("infected", "siege", "dov", gm="machine", marta="machine", inez="machine")
    dov.sit()
    attack = dov.page.locator("#act-attack")
    for _ in range(200):
        if attack.count():
            break
        if not dov.answer():
            dov.page.wait_for_timeout(100)
    attack.click()
    dov.page.locator("#command .values button").first.click()
    dov.give("none")
    expect(dov.page.locator("#command .arg legend")).to_have_text("Careful, at a die less: no blood sprays on you.")
    dov.give("no")
    rows = dov.page.locator("#command .given li")
    expect(rows).to_have_text(
        [re.compile("^target .* change"), "weapon pistol ", re.compile("^called none change"), re.compile("^careful no change")]
    )
    expect(dov.page.locator("#commit")).to_have_text(re.compile("^Attack · .* · pistol Enter$"))


def test_a_repair_suggests_what_can_be_put_right(somebody: Arrive) -> None:
    gm = somebody()
    gm.make("combat", "duel", "gm", red="friend", blue="friend")
    gm.sit().begin("set")
    field = gm.page.locator("#command .arg input")
    expect(field).to_be_focused()
    suggested = field.evaluate("field => [...field.list.options].map(option => option.value)")
    assert {"vex.hp", "odile.ap", "phase"} <= set(suggested) and not any("<" in path for path in suggested)


def test_the_lobby_of_a_phone_has_room_for_names_and_offers_languages(somebody: Arrive) -> None:
    ana = duel(somebody, viewport=PHONE)
    ana.page.goto("/")
    expect(ana.page.locator(".tables")).to_contain_text("COMBAT · Red")
    expect(ana.page.get_by_label("Language")).to_be_visible()
    for card in ana.page.locator(".game").all():
        radio = card.locator("input").bounding_box()
        assert radio and card.locator("b").evaluate(RIGHT) <= radio["x"]
    ana.check_width()


def test_four_zones_in_a_row_fit_a_desk(somebody: Arrive) -> None:
    marta = somebody()
    marta.make("infected", "loading yard", "marta", dov="machine", inez="machine", kit="machine", gm="machine")
    assert marta.sit().page.locator(".mapped .scroll-x").evaluate("map => map.scrollWidth <= map.clientWidth")


def test_a_line_of_the_log_begins_with_who_it_is_about(somebody: Arrive) -> None:
    red = duel(somebody)
    red.do("begin")
    expect(red.page.locator(".side-log .says b").first).to_have_text(re.compile("Vex|Odile"))
    expect(red.page.locator(".side-log")).to_contain_text("→")


def test_a_chase_has_its_track_and_a_single_zone_stays_small(somebody: Arrive) -> None:
    kit = somebody()
    kit.make("infected", "highway", "kit", inez="machine", gm="machine")
    page = kit.sit().page
    expect(page.locator(".pools")).to_contain_text("close the bike after the wagon")
    expect(page.locator(".gauge", has_text="the bike after the wagon close, 3 of 7")).to_be_visible()
    assert page.locator(".map").evaluate("map => map.getBoundingClientRect().width") < 300


def test_choices_of_a_builder_are_not_clipped_on_a_phone(somebody: Arrive) -> None:
    gm = open_builder(somebody(viewport=PHONE), "infinity", "gm")
    gm.page.locator("#field-name").fill("Ayo")
    go_to(gm, "Kit")
    expect(gm.page.locator(".seg").first).to_contain_text("Lieutenant")
    assert not [seg for seg in gm.page.locator(".seg").all() if seg.evaluate("seg => seg.scrollWidth > seg.clientWidth")]
    gm.check_width()


def test_the_screen_in_the_middle_says_things_once_and_tells_sides_apart(somebody: Arrive) -> None:
    odile, red, wall = somebody(), somebody(), somebody(viewport={"width": 1920, "height": 1080})
    links = odile.make("contagion", "evening", "odile", ruth="machine", piet="machine", bo="machine", gm="machine", screen="friend")
    stage = wall.join(links["screen"]).sit().page
    expect(stage.get_by_text("Survival Pool", exact=True)).to_have_count(1)
    wall.join(red.make("combat", "duel", "red", blue="machine", gm="machine", screen="friend")["screen"]).sit()
    expect(stage.locator(".map .foe")).to_have_count(1)


def test_when_all_is_over_it_is_nobodys_turn(somebody: Arrive) -> None:
    gm, marta = somebody(), somebody()
    links = gm.make("infected", "loading yard", "gm", marta="friend", dov="machine", inez="machine", kit="machine")
    title = marta.join(links["marta"]).sit().page.locator("#actions h2")
    expect(title).to_have_text("Your turn")
    gm.sit().do("set", "ended", "Everybody is home.", "for today")
    expect(marta.page.locator("#notices")).to_contain_text("The end: Everybody is home.")
    expect(title).to_have_text("What you may do")


def test_whoever_has_no_seat_is_told_so(somebody: Arrive) -> None:
    stranger = somebody()
    stranger.page.goto("/t/nonsense")
    expect(stranger.page.locator("main")).to_contain_text("You have no seat at this table.")
    stranger.check_axe()
    stranger.page.get_by_role("link", name="All tables").click()
    stranger.page.locator("form.form").wait_for()
    stranger.bad = [problem for problem in stranger.bad if "WebSocket" not in problem]


def test_a_roll_in_the_talk_says_what_was_rolled_and_whether_it_was_typed(somebody: Arrive) -> None:
    red = duel(somebody)
    for line in ("/roll 4d6kh3", "/roll 2d6 = 3 5"):
        red.page.get_by_label("Say something to the table").fill(line)
        red.page.keyboard.press("Enter")
    expect(red.page.locator(".said-line").last).to_contain_text("4d6kh3")
    expect(red.page.locator(".said-line").first).to_contain_text("real dice or cards, typed in")


def test_the_suit_of_a_red_card_is_red(somebody: Arrive) -> None:
    gm = somebody()
    gm.make("contagion", "evening", "gm", odile="friend", ruth="friend", piet="friend", bo="friend")
    gm.sit().do("set", "deck.discard", '["QH"]', "to look at it")
    suit = gm.page.locator(".card.red svg").first
    expect(suit).to_be_visible()
    colours = suit.evaluate("suit => [getComputedStyle(suit).fill, getComputedStyle(suit.closest('.card')).color]")
    assert colours[0] == colours[1] != "rgb(0, 0, 0)"


def test_at_an_address_with_nothing_there_is_a_page_that_says_so(somebody: Arrive) -> None:
    stranger = somebody()
    stranger.page.goto("/t/none/of/that")
    expect(stranger.page.locator("main")).to_contain_text("There is nothing at this address.")
    stranger.check_axe()
    stranger.page.get_by_role("link", name="All tables", exact=True).click()
    stranger.page.locator("form.form").wait_for()
    stranger.bad = [problem for problem in stranger.bad if "404" not in problem]


@pytest.mark.parametrize("game", ["combat", "infected", "infinity"])
def test_somebody_is_made_by_chance(somebody: Arrive, game: str) -> None:
    gm = open_builder(somebody(), game, "gm")
    gm.page.get_by_role("button", name="By chance").click()
    for word in ("Wren", "red") if game == "combat" else ("Wren",):
        gm.give(word)
    gm.page.locator("#commit:not([aria-disabled])").click()
    gm.page.wait_for_url(re.compile(rf"/t/{gm.table}$"))
    if game == "infinity":
        gm.answer()
    expect(gm.page.locator(".sheet:visible, .panel:visible").filter(has_text="Wren").first).to_be_visible()


def test_a_sample_is_taken_as_it_is(somebody: Arrive) -> None:
    gm = open_builder(somebody(), "infected", "gm")
    gm.page.get_by_role("button", name="Samples").click()
    gm.give("kit")
    gm.page.locator("#commit:not([aria-disabled])").click()
    gm.page.wait_for_url(re.compile(rf"/t/{gm.table}$"))
    expect(gm.page.locator(".sheet:visible, .panel:visible").filter(has_text="Kit").first).to_be_visible()


def test_on_a_phone_what_happened_last_stands_below_what_is_asked(somebody: Arrive) -> None:
    """The log is a page of its own there; with more room it stands beside, once."""
    marta = somebody(viewport=PHONE)
    marta.make("infected", "loading yard", "marta", kit="machine", dov="machine", inez="machine", gm="machine")
    marta.sit().do("begin_fight")
    lately = marta.page.locator("#asked ~ .just-now")
    expect(lately).to_contain_text("Marta's initiative")
    expect(lately).to_be_visible()
    marta.check_axe()
    marta.page.set_viewport_size({"width": 1200, "height": 800})
    expect(lately).to_be_hidden()
