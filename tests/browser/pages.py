"""What people do on the pages beside the table."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from visitors import Somebody

PHONE = {"viewport": {"width": 360, "height": 740}}


def lobby(person: Somebody) -> Somebody:
    person.page.goto("/")
    person.page.locator("form.form").wait_for()
    return person


def open_builder(person: Somebody, game: str, me: str, **others: str) -> Somebody:
    """A blank table and its builder."""
    person.make(game, "", me, **others)
    person.page.goto(f"/t/{person.table}/builder")
    person.page.locator("#field-name").wait_for()
    return person


def go_to(person: Somebody, step: str) -> None:
    person.page.locator(".steps a", has_text=step).click()
    expect(person.page.locator("#step")).to_have_text(step)


def set_number(person: Somebody, name: str, value: int) -> None:
    person.page.locator(f"#field-{name}").fill(str(value))


def refusal(person: Somebody) -> Locator:
    return person.page.locator(".refusal")


def done(person: Somebody) -> None:
    """Make the character; the table is next."""
    person.page.get_by_role("button", name="Make this character").click()
    person.page.wait_for_url(f"**/t/{person.table}")
    person.page.locator("main.table").wait_for()
