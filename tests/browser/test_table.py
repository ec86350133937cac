"""The table's page: undo, real dice, phone, keys alone, what stays while others act, talk, notes, menu, shared screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect
from visitors import Somebody, duel

Arrive = Callable[..., Somebody]
PHONE = {"viewport": {"width": 360, "height": 800}, "has_touch": True}


def test_undo_and_its_guard(somebody: Arrive) -> None:
    odile = somebody()
    odile.make("contagion", "evening", "odile", ruth="friend", piet="friend", bo="friend", gm="friend")
    odile.sit().do("name_mad_half")
    log = odile.page.locator(".side-log")
    expect(log).to_contain_text("Mad Half")
    odile.page.keyboard.press("u")
    expect(log).to_contain_text("took back")
    odile.do("draw_mad_half")
    expect(log).to_contain_text("Drawn")
    odile.page.get_by_role("button", name="Undo").click()
    expect(odile.page.locator("#notices .refusal")).to_be_visible()
    odile.check_axe()


def test_why_unfolds_into_dice_modifiers_and_rules(somebody: Arrive) -> None:
    red = duel(somebody)
    red.do("begin")
    entry = red.page.locator(".side-log details.entry", has_text="rolls to start").first
    entry.locator("summary").click()
    expect(entry.locator(".die").first).to_be_visible()
    expect(entry.locator(".mods").first).to_be_visible()
    entry.locator("a.rule-id").first.click()
    expect(red.page.get_by_role("dialog")).to_contain_text("combat.")
    red.check_axe()
    red.page.keyboard.press("Escape")
    expect(red.page.get_by_role("dialog")).to_have_count(0)


def test_chances_stand_beside_what_is_chosen(somebody: Arrive) -> None:
    """Beside a takedown that is being filled in, and beside each answer where a push is asked for, after dice that all miss."""
    marta = somebody()
    marta.make("infected", "pharmacy at night", "marta", kit="machine", dov="machine", gm="machine")
    marta.sit()
    marta.page.keyboard.press("d")
    marta.fill_in("take_down")
    expect(marta.page.locator("#command .outs li").first).to_contain_text("%", timeout=60_000)
    marta.check_axe()
    marta.commit()
    dice = marta.page.locator("#asked .typed input")
    dice.first.wait_for()
    for place in range(dice.count()):
        dice.nth(place).fill("2")
    marta.page.locator("#asked .btn.go").click()
    expect(marta.page.locator("#asked .mari").first).to_be_visible(timeout=60_000)
    marta.check_axe()


def test_a_machine_fills_in_what_it_would_do(somebody: Arrive) -> None:
    marta = somebody()
    marta.make("infected", "campaign", "marta", dov="machine", inez="machine", kit="machine", gm="machine")
    marta.sit()
    marta.page.locator("#suggest").click()
    expect(marta.page.locator("#command")).to_contain_text("Begin session")
    marta.check_axe()
    marta.page.locator("#commit:not([aria-disabled])").click()
    expect(marta.page.locator(".side-log")).to_contain_text("Session 1 begins")


def test_a_form_is_left_with_escape(somebody: Arrive) -> None:
    red = duel(somebody)
    red.begin("create")
    expect(red.page.locator("#command")).to_be_visible()
    red.page.keyboard.press("Escape")
    expect(red.page.locator("#act-create")).to_be_focused()


def test_an_answer_that_comes_late_asks_for_nothing_again(somebody: Arrive) -> None:
    """While an argument is asked for the table goes on, and the page asks anew: the first answer, once it is there, is old."""
    red, gm = somebody(), somebody()
    gm.join(red.make("combat", "duel", "red", blue="machine", gm="friend")["gm"]).sit()
    late: list[Callable[[], None]] = []

    def hold_the_first(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"argument":{' in str(message) and not late:
                late.append(lambda: route.send(message))
            else:
                route.send(message)

        server.on_message(pass_on)

    red.page.route_web_socket("**/ws/*", hold_the_first)
    red.sit().begin("create")
    gm.page.get_by_label("Say something to the table").fill("Go on")
    gm.page.keyboard.press("Enter")
    red.give("Dana")
    side = red.page.locator("#command .arg").get_attribute("data-key")
    late[0]()
    red.page.wait_for_timeout(100)
    assert red.page.locator("#command .arg").get_attribute("data-key") == side
    expect(red.page.locator("#command .given li")).to_have_count(1)


def test_real_dice_are_typed_and_the_cursor_moves_on(somebody: Arrive) -> None:
    red = somebody()
    red.make("infected", "stairwell", "marta", kit="machine", gm="machine")
    red.sit()
    red.page.keyboard.press("d")
    expect(red.page.locator(".side-log")).to_contain_text("throws real dice now")
    red.do("begin_fight")
    dice = red.page.locator("#asked .typed input")
    dice.first.wait_for()
    count = dice.count()
    dice.first.focus()
    for place in range(count):
        expect(dice.nth(place)).to_be_focused()
        red.page.keyboard.type("2")
    red.page.keyboard.press("Backspace")
    red.page.keyboard.press("Backspace")
    expect(dice.nth(max(0, count - 2))).to_be_focused()
    dice.last.fill("3")
    red.check_axe()
    red.page.locator("#asked .btn.go").click()
    expect(red.page.locator(".side-log")).to_contain_text("typed in")


def test_at_a_phone(somebody: Arrive) -> None:
    red = duel(somebody, **PHONE, color_scheme="dark")
    for pane in ("Sheet", "Scene", "Log", "Now"):
        red.page.locator(".tabs").get_by_text(pane).click()
        red.check_width()
        red.check_axe()
    red.do("begin")
    red.page.locator(".tabs").get_by_text("Log").click()
    expect(red.page.locator(".side-log")).to_contain_text("rolls to start")
    red.page.get_by_role("button", name="Talk").click()
    red.page.get_by_label("Say something to the table").fill("/roll 2d6")
    red.page.keyboard.press("Enter")
    expect(red.page.locator(".side-talk .die")).to_have_count(2)
    red.check_width()


def test_with_keys_alone(somebody: Arrive) -> None:
    red = duel(somebody)
    keys = red.page.keyboard
    keys.press("?")
    expect(red.page.get_by_role("dialog")).to_contain_text("to what is asked of you")
    keys.press("Escape")
    keys.press("a")
    expect(red.page.locator("#actions :focus")).to_have_count(1)
    keys.press("1")
    expect(red.page.locator("#commit")).to_be_focused()
    keys.press("Enter")
    expect(red.page.locator(".side-log")).to_contain_text("rolls to start")
    keys.press("w")
    expect(red.page.locator(".side-log details[open]")).to_have_count(1)
    keys.press("s")
    expect(red.page.locator("#me")).to_be_focused()
    keys.press("m")
    expect(red.page.locator(".mapped .scroll-x")).to_be_focused()
    keys.press("c")
    keys.type("Well met.")
    keys.press("Enter")
    expect(red.page.locator(".side-talk")).to_contain_text("Well met.")
    keys.press("Escape")
    keys.press("n")
    expect(red.page.get_by_label("Only for you")).to_be_focused()


def test_single_letters_can_be_switched_off(somebody: Arrive) -> None:
    red = duel(somebody)
    red.page.keyboard.press("?")
    red.page.get_by_label("Single letters and digits are keys").uncheck()
    red.page.keyboard.press("Escape")
    red.page.keyboard.press("1")
    expect(red.page.locator("#command")).to_have_count(0)
    red.sit()
    red.page.keyboard.press("1")
    expect(red.page.locator("#command")).to_have_count(0)


def test_what_others_do_leaves_typing_focus_and_scroll_alone(somebody: Arrive) -> None:
    red, blue = somebody(), somebody()
    links = red.make("combat", "duel", "red", blue="friend", gm="machine")
    blue.join(links["blue"]).sit()
    red.sit()
    say = red.page.get_by_label("Say something to the table")
    say.fill("half a sen")
    red.page.locator("#find-action").fill("beg")
    for words in ("one", "two", "three"):
        blue.page.get_by_label("Say something to the table").fill(words)
        blue.page.keyboard.press("Enter")
    expect(red.page.locator(".side-talk")).to_contain_text("three")
    expect(say).to_have_value("half a sen")
    expect(red.page.locator("#find-action")).to_be_focused()
    expect(red.page.locator("#find-action")).to_have_value("beg")


def test_notes_are_kept_and_shared(somebody: Arrive) -> None:
    red, blue = somebody(), somebody()
    links = red.make("combat", "duel", "red", blue="friend", gm="machine")
    red.sit()
    blue.join(links["blue"]).sit()
    red.page.keyboard.press("n")
    red.page.get_by_label("Only for you").fill("my secret")
    red.page.get_by_label("For everybody").fill("the bridge is down")
    expect(red.page.locator("#notes")).to_contain_text("Kept.")
    red.page.wait_for_timeout(800)
    blue.page.keyboard.press("n")
    expect(blue.page.get_by_label("For everybody")).to_have_value("the bridge is down")
    expect(blue.page.get_by_label("Only for you")).to_have_value("")


def test_two_write_in_the_shared_notes_at_once_and_both_stay(somebody: Arrive) -> None:
    red, blue = somebody(), somebody()
    links = red.make("combat", "duel", "red", blue="friend", gm="machine")
    red.sit()
    blue.join(links["blue"]).sit()
    fields = []
    for person in (red, blue):
        person.page.keyboard.press("n")
        fields.append(person.page.get_by_label("For everybody"))
        expect(person.page.locator("#notes")).to_have_attribute("open", "")
    person.page.wait_for_timeout(300)
    fields[0].fill("the bridge is down")
    fields[1].fill("the ford is deep")
    for person in (red, blue):
        expect(person.page.locator("#notes")).to_contain_text("Kept.")
    kept = red.context.request.get(f"/api/tables/{red.table}/notes").json()["shared"]
    assert "the bridge is down" in kept and "the ford is deep" in kept


def test_the_master_pauses_and_makes_links_anew(somebody: Arrive) -> None:
    master, red = somebody(), somebody()
    links = master.make("combat", "duel", "gm", red="friend", blue="machine")
    master.sit()
    red.join(links["red"]).sit()
    master.page.get_by_role("button", name="Menu").click()
    master.check_axe()
    master.page.get_by_role("button", name="Pause").click()
    expect(red.page.locator("#notices")).to_contain_text("paused")
    master.page.get_by_role("button", name="Go on").click()
    expect(red.page.locator("#notices")).not_to_contain_text("paused")
    row = master.page.locator(".seats li", has_text="Red")
    row.get_by_role("button", name="New link").click()
    expect(row.locator("img.qr")).to_be_visible()
    expect(row.locator(".link")).to_contain_text("/join#")
    expect(red.page.locator("#notices")).to_contain_text("made anew")
    master.check_axe()


def test_shared_screen_shows_what_everybody_may_see(somebody: Arrive) -> None:
    red, screen = somebody(), somebody(viewport={"width": 1920, "height": 1080})
    links = red.make("combat", "duel", "red", blue="machine", gm="machine", screen="friend")
    screen.join(links["screen"]).sit()
    red.sit().do("begin")
    expect(screen.page.locator(".lately")).to_contain_text("Round 1")
    expect(screen.page.locator("button")).to_have_count(0)
    screen.check_axe()


def test_in_german(somebody: Arrive) -> None:
    red = duel(somebody, locale="de-DE", color_scheme="light")
    expect(red.page.locator("html")).to_have_attribute("lang", "de")
    expect(red.page.locator("#actions")).to_contain_text("Du bist am Zug")
    red.check_axe()
