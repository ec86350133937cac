"""At the edges: a server that dies and comes back, cards typed in, repairs and overruling, somebody who looks on."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect
from serving import Server
from visitors import Somebody

Arrive = Callable[..., Somebody]


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_the_page_comes_back_with_the_server(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    first = Server(tmp_path / "t.db", "--port", port)
    red = Somebody(chromium, first)
    red.make("combat", "duel", "red", blue="machine", gm="machine")
    red.sit()
    red.page.locator("#say").fill("half a line")
    first.kill()
    expect(red.page.get_by_text("The line is down; trying again.")).to_be_visible()
    second = Server(tmp_path / "t.db", "--port", port)
    expect(red.page.get_by_text("You are back.")).to_be_visible(timeout=30_000)
    expect(red.page.locator("#say")).to_have_value("half a line")
    red.page.locator("#say").press("Enter")
    expect(red.page.locator("[aria-label='Talk']").get_by_text("half a line").first).to_be_visible()
    cut = "WebSocket", "net::ERR_CONNECTION"  # the browser itself says that the line was cut, and whatever was on its way
    red.bad = [problem for problem in red.bad if not any(word in problem for word in cut)]
    red.leave()
    second.kill()


def test_cards_are_typed_in(somebody: Arrive) -> None:
    """Whoever draws real cards names them; a card that is none is refused beside the field."""
    ruth = somebody()
    ruth.make("contagion", "duel", "ruth", gm="machine")
    ruth.context.request.post(f"/api/tables/{ruth.table}/reseat", data={"seat": "ruth", "real_dice": True})
    ruth.sit()
    ruth.do("begin")
    for _ in range(60):
        question = ruth.frame()["question"]
        if question and question["kind"] == "draw":
            break
        if question:
            ruth.page.locator("#asked").wait_for()
            ruth.answer()
        ruth.page.wait_for_timeout(50)
    typed = ruth.page.locator("#asked .typed input")
    typed.first.wait_for()
    for place in range(typed.count()):
        typed.nth(place).fill("ZZ")
    ruth.page.locator("#asked .btn.go").click()
    expect(ruth.page.locator("#asked .refusal")).to_be_visible()
    ruth.check_axe()
    ruth.page.locator("#asked").get_by_role("button", name=re.compile("table")).click()
    expect(ruth.page.locator("#asked .refusal")).to_have_count(0)


def test_the_game_master_repairs_and_overrules(somebody: Arrive) -> None:
    gm = somebody()
    gm.make("combat", "duel", "gm", red="friend", blue="friend")
    gm.sit()
    gm.do("set", "vex.hp", "3", "a slip")
    expect(gm.page.locator(".side-log")).to_contain_text("repaired vex.hp: 8 became 3 (a slip)")
    gm.page.get_by_role("button", name="Menu").click()
    expect(gm.page.locator(".overrule")).to_contain_text("Nothing was asked")
    gm.page.get_by_role("button", name="Close", exact=True).click()


def test_an_answer_of_the_last_turn_is_overruled_from_a_list(somebody: Arrive) -> None:
    gm, red = somebody(), somebody()
    red.join(gm.make("combat", "duel", "gm", red="friend", blue="machine")["red"]).sit()
    gm.sit()
    gm.do("set", "odile.place", '{"x": 1, "y": 0}', "face to face")
    gm.do("begin", "Vex")
    red.do("attack")
    gm.page.get_by_role("button", name="Menu").click()
    answers = gm.page.locator(".overrule li")
    expect(answers.first).to_contain_text("Vex attacks")
    gm.check_axe()
    answers.first.get_by_role("button").click()
    form = gm.page.locator("#overruled")
    for place in range(form.locator("input").count()):
        form.locator("input").nth(place).fill(str(2 + place) if place < 2 else "")
    form.locator(".btn.go").scroll_into_view_if_needed()
    gm.check_axe()
    form.locator(".btn.go").click()
    expect(gm.page.locator(".side-log")).to_contain_text("overruled an answer of attack")
    expect(gm.page.locator(".side-log .says").filter(has_text="→ 2").first).to_contain_text("Vex attacks")


def test_somebody_who_looks_on_sees_and_cannot_act(somebody: Arrive) -> None:
    gm, screen = somebody(), somebody()
    links = gm.make("combat", "duel", "gm", red="machine", blue="machine", screen="friend")
    screen.join(links["screen"]).sit()
    gm.sit()
    expect(screen.page.locator("body")).to_contain_text("Vex")
    expect(screen.page.locator("#say, .act, #asked")).to_have_count(0)
    screen.check_axe()


def test_a_wire_that_falls_silent_is_noticed_and_mended(somebody: Arrive) -> None:
    """Without a net nothing is closed: the wire only says nothing any more."""
    gm, red = somebody(), somebody()
    red.join(gm.make("combat", "duel", "gm", red="friend", blue="friend")["red"]).sit()
    gm.sit()
    red.context.set_offline(True)
    expect(red.page.get_by_text("The line is down; trying again.")).to_be_visible()
    gm.page.locator("#say").fill("Are you there?")
    gm.page.locator("#say").press("Enter")
    red.context.set_offline(False)
    expect(red.page.get_by_text("You are back.")).to_be_visible(timeout=30_000)
    expect(red.page.locator(".side-talk")).to_contain_text("Are you there?")
    red.bad = [problem for problem in red.bad if "WebSocket" not in problem]


ASK_FOR_A_CARD = """async () => {
  const { newDraft, questionForm } = await import('/static/lib/parts/question.js');
  const question = { id: 'q', kind: 'choose', prompt: 'Which?', options: [{ value: 'KH', label: 'KH' }], default: 'KH' };
  return questionForm(question, newDraft(question), {}).querySelector('.btn.go span').textContent;
}"""


def test_a_card_is_called_by_its_name_where_it_is_played(somebody: Arrive) -> None:
    gm = somebody()
    gm.make("combat", "duel", "gm", red="machine", blue="machine")
    assert gm.sit().page.evaluate(ASK_FOR_A_CARD) == "King of hearts"


def test_an_answer_that_is_refused_keeps_the_focus(somebody: Arrive) -> None:
    marta = somebody()
    marta.make("infected", "stairwell", "marta", kit="machine", gm="machine")
    marta.sit().page.keyboard.press("d")
    marta.do("begin_fight")
    dice, go = marta.page.locator("#asked .typed input"), marta.page.locator("#asked .btn.go")
    dice.first.wait_for()
    for place in range(dice.count()):
        dice.nth(place).fill("9")
    go.focus()
    marta.page.keyboard.press("Enter")
    expect(marta.page.locator("#asked .refusal")).to_be_visible()
    expect(go).to_be_focused()
