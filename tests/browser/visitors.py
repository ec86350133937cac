"""One person with a browser of their own, and what people do at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from serving import Server

PATIENCE = 10_000


class Somebody:
    """One person with a browser of their own. Whatever leaves loopback or goes wrong on the page is kept in `bad`."""

    def __init__(self, chromium: Browser, server: Server, **context: Any) -> None:
        self.server = server
        looks = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **context}
        self.context: BrowserContext = chromium.new_context(base_url=server.url, **looks)
        self.context.set_default_timeout(PATIENCE)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.bad: list[str] = []
        self.context.route(lambda url: not url.startswith((server.url, "data:")), self._keep_in)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda problem: self.bad.append(str(problem)))
        self.page.on("console", lambda said: self.bad.append(said.text) if said.type in ("error", "warning") else None)
        self.table = ""
        self.decided = 0
        self.missed = 0

    def _keep_in(self, route: Route) -> None:
        self.bad.append(f"leaves loopback: {route.request.url}")
        route.abort()

    def make(self, game: str, scene: str, me: str, **others: str) -> dict[str, str]:
        """Open a table; the links of the friends."""
        seats = [{"id": me, "who": "me"}, *({"id": seat, "who": who} for seat, who in others.items() if seat != "screen")]
        made = self.context.request.post("/api/tables", data={"game": game, "scene": scene, "seats": seats, "screen": "screen" in others})
        assert made.ok, made.text()
        self.table = made.json()["table"]
        return {link["seat"]: link["link"] for link in made.json()["links"]}

    def join(self, link: str) -> Self:
        joined = self.context.request.post("/api/join", data={"token": link.partition("#")[2]})
        assert joined.ok, joined.text()
        self.table = joined.json()["table"]
        return self

    def sit(self) -> Self:
        self.page.goto(f"/t/{self.table}")
        self.page.locator("h1").wait_for()
        return self

    def frame(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.context.request.get(f"/api/tables/{self.table}").json()
        return answer

    # ------------------------------------------------------------------------------------------------ what people do
    def begin(self, command: str) -> None:
        """Press an action of the list."""
        self.page.locator(f"#act-{command}").click()

    def give(self, text: str) -> None:
        """Choose a value of the argument that is asked for, or type it, and wait until it has been taken."""
        values = self.page.locator("#command .values button")
        field = self.page.locator("#command .arg input")
        values.or_(field).first.wait_for()
        name = self.page.locator("#command .arg").get_attribute("data-key")
        if field.count():
            field.fill(text)
            field.press("Enter")
        else:
            self.page.locator("#command .values").get_by_role("button", name=text, exact=True).click()
        expect(self.page.locator(f"#command .arg[data-key='{name}']")).to_have_count(0)

    def commit(self) -> None:
        self.page.locator("#commit:not([aria-disabled])").click()
        expect(self.page.locator("#command")).to_have_count(0)
        self.decided += 1

    def do(self, command: str, *arguments: str) -> None:
        self.fill_in(command, *arguments)
        self.commit()

    def fill_in(self, command: str, *arguments: str) -> None:
        """A whole command: the arguments given here, then for each that is still asked the first that is possible."""
        self.begin(command)
        for argument in arguments:
            self.give(argument)
        form = self.page.locator("#command")
        asked = form.locator(".arg :is(button, input)").first
        whole = form.locator("#commit:not([aria-disabled])")
        while True:
            asked.or_(whole).first.wait_for()
            if not asked.count():
                break
            if form.locator(".arg input").count():
                self.give(form.locator(".arg input").get_attribute("min") or "words")
            else:
                name = form.locator(".arg").get_attribute("data-key")
                asked.click()
                expect(form.locator(f".arg[data-key='{name}']")).to_have_count(0)

    def answer(self, by_key: bool = False) -> bool:
        """Settle what is asked, if anything is: with what is chosen already, or the first that can be."""
        asked = self.page.locator("#asked")
        if not asked.count():
            return False
        question = asked.get_attribute("data-key")
        go = asked.locator(".btn.go")
        if asked.locator("textarea").count():
            asked.locator("textarea").fill("So it is told.")
        while go.get_attribute("aria-disabled"):
            asked.locator("input:not(:checked)").first.check(force=True)
        if by_key:
            go.focus()
            self.page.keyboard.press("Enter")
        else:
            go.click()
        expect(self.page.locator(f"form[data-key='{question}']")).to_have_count(0)
        self.decided += 1
        return True

    def hand_over(self) -> None:
        """Let the machine play on, by the menu."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Let the machine play", exact=True).first.click()
        expect(self.page.get_by_role("button", name="Take back from the machine", exact=True).first).to_be_visible()
        self.page.keyboard.press("Escape")

    def log(self) -> list[str]:
        return self.page.locator(".side-log .says").all_inner_texts()

    # ------------------------------------------------------------------------------------------------ what must hold
    def check_axe(self) -> None:
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()

    def check_width(self) -> None:
        """Nothing sticks out sideways."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def leave(self) -> None:
        self.context.close()
        assert not self.bad, self.bad


def duel(somebody: Callable[..., Somebody], **context: object) -> Somebody:
    """Red against a machine, before the first blow."""
    red = somebody(**context)
    red.make("combat", "duel", "red", blue="machine", gm="machine")
    return red.sit()
