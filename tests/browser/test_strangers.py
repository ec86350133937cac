"""What strangers at the page stumbled over: focus, notices, names, notes, maps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from visitors import Somebody, duel

Arrive = Callable[..., Somebody]


def test_what_is_about_to_be_done_keeps_the_focus_when_its_chances_come(somebody: Arrive) -> None:
    marta = somebody()
    marta.make("infected", "pharmacy at night", "marta", kit="machine", dov="machine", gm="machine")
    marta.sit().fill_in("take_down")
    commit = marta.page.locator("#commit")
    before = commit.element_handle()
    expect(marta.page.locator("#command .outs li").first).to_be_visible(timeout=60_000)
    expect(commit).to_be_focused()
    assert before is not None and before.evaluate("button => button.isConnected"), "another button took its place under the hand"


def test_what_changes_nothing_by_chance_shows_no_chances(somebody: Arrive) -> None:
    gm = somebody()
    gm.make("infected", "pharmacy at night", "gm", marta="friend", kit="friend", dov="friend")
    gm.sit()
    heard: list[str] = []
    gm.page.on("websocket", lambda wire: wire.on("framereceived", lambda frame: heard.append(str(frame))))
    gm.sit().fill_in("set", "marta.guts", "1", "a slip")
    gm.page.wait_for_timeout(600)
    assert any('"ref":6' in frame for frame in heard), "what the chances are has been asked and answered"
    expect(gm.page.locator("#command .outs")).to_have_count(0)


def test_a_suggestion_is_offered_to_whose_turn_it_is(somebody: Arrive) -> None:
    odile = somebody()
    odile.make("contagion", "evening", "odile", ruth="machine", piet="machine", bo="friend", gm="machine")
    odile.sit()
    expect(odile.page.locator("#actions")).to_contain_text("Your turn")
    odile.page.locator("#suggest").click()
    expect(odile.page.locator("#command")).to_be_visible()


def test_what_was_refused_is_forgotten_with_the_next_deed(somebody: Arrive) -> None:
    red = duel(somebody)
    red.page.keyboard.press("u")
    expect(red.page.locator("#notices .refusal")).to_be_visible()
    red.do("begin")
    expect(red.page.locator("#notices .refusal")).to_have_count(0)
    say = red.page.get_by_label("Say something to the table")
    say.fill("/roll nonsense")
    say.press("Enter")
    expect(red.page.locator(".side-talk .refusal")).to_be_visible()
    say.press("Backspace")
    expect(red.page.locator(".side-talk .refusal")).to_have_count(0)
    expect(say).to_have_value("/roll nonsens")


def test_no_text_turns_the_words_beside_it(somebody: Arrive) -> None:
    red = duel(somebody)
    say = red.page.get_by_label("Say something to the table")
    say.fill("\u202eturned \u05e9\u05dc\u05d5\u05dd")
    say.press("Enter")
    expect(red.page.locator(".side-talk")).to_contain_text("turned \u05e9\u05dc\u05d5\u05dd")
    assert "\u202e" not in red.page.locator(".side-talk").inner_text()


def test_whose_seat_a_machine_plays_is_told_so(somebody: Arrive) -> None:
    gm, red = somebody(), somebody()
    red.join(gm.make("combat", "duel", "gm", red="friend", blue="friend")["red"]).sit()
    gm.sit().page.get_by_role("button", name="Menu").click()
    row = gm.page.locator(".seats li", has_text="Red")
    row.get_by_role("button", name="Let the machine play").click()
    expect(red.page.locator("#notices")).to_contain_text("machine plays your seat")
    red.check_axe()
    row.get_by_role("button", name="Take back").click()
    expect(red.page.locator("#notices")).not_to_contain_text("machine")


def test_long_names_stay_where_they_belong(somebody: Arrive) -> None:
    """A title and names without a blank, on a wide page, on the shared screen and on the map: nothing sticks out of its place."""
    red, screen = somebody(), somebody()
    seats = [{"id": "red", "who": "me"}, {"id": "blue", "who": "machine"}, {"id": "gm", "who": "machine"}]
    order = {"game": "combat", "scene": "duel", "title": "Q" * 80, "seats": seats, "screen": True}
    made = red.context.request.post("/api/tables", data=order).json()
    red.table = made["table"]
    scores = {"a": 4, "c": 4, "melee": 5, "ranged": 3, "acrobatics": 3, "perception": 3, "medicine": 0, "drive": 2}
    fighter = {**scores, "name": "W" * 40, "side": "blue", "weapon": "machete"}
    assert red.context.request.post(f"/api/tables/{red.table}/do", data={"command": "create", "args": fighter}).ok
    screen.join(next(link["link"] for link in made["links"] if link["seat"] == "screen")).sit()
    red.sit()
    for person in (red, screen):
        expect(person.page.locator("body")).to_contain_text("W" * 40)
        person.check_width()
        sticking_out = person.page.evaluate(STICKING_OUT)
        assert not sticking_out, sticking_out


STICKING_OUT = """() => {
  const wide = [...document.querySelectorAll('main :is(section, div, ol, ul)')].filter(part => part.checkVisibility()
    && getComputedStyle(part).overflowX === 'visible' && part.scrollWidth > part.clientWidth + 2);
  const map = document.querySelector('.mapped svg').getBoundingClientRect();
  const over = [...document.querySelectorAll('.mapped svg text')].filter(name => name.getBoundingClientRect().right > map.right + 1);
  return [...wide, ...over].map(part => part.textContent.slice(0, 60));
}"""


def test_notes_that_could_not_be_read_are_not_written_over(somebody: Arrive) -> None:
    red = duel(somebody)
    red.context.request.put(f"/api/tables/{red.table}/notes", data={"mine": "The key is under the mat."})
    red.page.route("**/notes", lambda route: route.abort())
    red.page.keyboard.press("n")
    mine = red.page.get_by_label("Only for you")
    expect(red.page.locator("#notes [role=status]")).to_contain_text("cannot be reached")
    expect(mine).not_to_be_editable()
    red.page.unroute("**/notes")
    red.page.locator("#notes > summary").click()
    red.page.locator("#notes > summary").click()
    expect(mine).to_have_value("The key is under the mat.")
    expect(mine).to_be_editable()
    red.bad = [problem for problem in red.bad if "ERR_FAILED" not in problem]  # the browser itself says that the request was cut


NOT_TO_SCALE = """() => {
  const map = document.querySelector('svg.map'), box = map.getBoundingClientRect(), whole = map.viewBox.baseVal;
  const right = part => part.getBoundingClientRect().right;
  const over = [...map.querySelectorAll('.zn')].filter(name => right(name) > right(name.parentElement.querySelector('.zone')));
  const small = Math.min(box.width / whole.width, box.height / whole.height) < 0.7 ? ['too small to read'] : [];
  return [...small, ...over.map(name => name.textContent)];
}"""


def test_a_map_of_many_zones_can_be_read(somebody: Arrive) -> None:
    lieutenant = somebody()
    lieutenant.make("infinity", "convoy", "lieutenant", gm="machine")
    lieutenant.sit().page.locator("svg.map .zn").first.wait_for()
    wrong = lieutenant.page.evaluate(NOT_TO_SCALE)
    assert not wrong, wrong


def test_a_map_grows_with_those_in_a_zone(somebody: Arrive) -> None:
    """Its new size is set without an inline style, which the page's policy forbids: the console would say so."""
    gm = somebody()
    gm.make("infected", "pharmacy at night", "gm", marta="friend", kit="friend", dov="friend")
    gm.sit()
    before = gm.page.locator("svg.map").get_attribute("style")
    gm.do("set", "dov.zone", "counter", "he came along")
    expect(gm.page.locator("svg.map")).not_to_have_attribute("style", before or "")


ASK_FOR_A_NUMBER = """async () => {
  const { newDraft, questionForm } = await import('/static/lib/parts/question.js');
  const question = { id: 'q', kind: 'number', prompt: 'How many?', least: 0, most: 9, default: 0 };
  const form = questionForm(question, newDraft(question), { redraw() {} });
  document.body.append(form);
  form.querySelector('input').focus();
}"""


def test_a_number_that_is_typed_replaces_the_one_that_stands_there(somebody: Arrive) -> None:
    red = duel(somebody)
    red.page.evaluate(ASK_FOR_A_NUMBER)
    red.page.keyboard.type("1")
    expect(red.page.locator("#asked input")).to_have_value("1")
