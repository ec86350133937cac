"""Pictures of every page in light and dark, to be looked at: python tests/browser/shots.py OUTDIR"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "web")]

from pages import go_to, lobby, open_builder, set_number  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from serving import Server, serving  # noqa: E402
from visitors import Somebody  # noqa: E402

from rulebound.games.catalogue import GAMES  # noqa: E402

DESK, PHONE, WALL = {"width": 1440, "height": 900}, {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
SCENES = {
    "combat": ("skirmish", "bridge", ("water",), "begin"),
    "infected": ("loading yard", "marta", ("dov", "inez", "kit"), "begin_fight"),
    "contagion": ("evening", "odile", ("ruth", "piet", "bo"), "begin"),
    "infinity": ("firefight", "rifleman", ("lieutenant", "marksman", "hacker", "paramedic", "infiltrator"), "begin"),
}
ENOUGH, PATIENCE = 14, 300


class Camera:
    """Takes pictures in one colour scheme."""

    def __init__(self, chromium: Browser, server: Server, scheme: str, out: Path) -> None:
        self.chromium, self.server, self.scheme, self.out = chromium, server, scheme, out

    def person(self, viewport: dict[str, int] = DESK) -> Somebody:
        return Somebody(self.chromium, self.server, color_scheme=self.scheme, viewport=viewport, reduced_motion="reduce", locale="en-GB")

    def take(self, person: Somebody, name: str, address: str = "", viewport: dict[str, int] = DESK, whole: bool = False) -> None:
        person.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        if address:
            person.page.goto(address)
            person.page.locator("main").wait_for()
        person.page.wait_for_timeout(600)
        person.page.screenshot(path=self.out / f"{name}-{viewport['width']}-{self.scheme}.png", full_page=whole)

    def lobby(self) -> None:
        person = lobby(self.person())
        self.take(person, "lobby", whole=True)
        person.page.get_by_role("radio", name="INFECTED").check()
        person.page.get_by_text("5 seats").click()
        person.page.get_by_role("radio", name="I run it").check()
        self.take(person, "lobby-phone", viewport=PHONE)
        person.page.get_by_role("button", name="Make the table").click()
        person.page.locator("#enter").wait_for()
        self.take(person, "invitations")
        self.take(person, "lobby-tables", "/", viewport=DESK)
        self.take(person, "api", "/api/docs")

    def builder(self) -> None:
        person = open_builder(self.person(), "infected", "gm")
        person.page.locator("#field-name").fill("Marta Quill")
        for step, scores in (
            ("Attributes", {"grit": 3, "reflex": 2, "wits": 4, "nerve": 3}), ("Skills", {"brawl": 3, "endure": 1, "craft": 4, "tech": 2}),
        ):  # fmt: skip
            go_to(person, step)
            for name, score in scores.items():
                set_number(person, name, score)
        person.page.locator(".refusal").wait_for()
        self.take(person, "builder", whole=True)
        self.take(person, "builder-phone", viewport=PHONE)

    def table(self, game: str) -> None:
        """A scene some moves in, as a player, the game master, the room and a reader see it."""
        scene, me, others, first = SCENES[game]
        person, master, screen = self.person(), self.person(WALL), self.person(WALL)
        seats = [{"id": me, "who": "me"}, {"id": "gm", "who": "friend"}, *({"id": seat, "who": "machine"} for seat in others)]
        made = person.context.request.post("/api/tables", data={"game": game, "scene": scene, "seats": seats, "screen": True}).json()
        person.table, links = made["table"], {link["seat"]: link["link"] for link in made["links"]}
        master.join(links["gm"])
        screen.join(links["screen"])
        self.play(person, master, first)
        self.take(person, f"table-{game}", f"/t/{person.table}")
        self.take(person, f"table-{game}-phone", viewport=PHONE)
        self.take(master, f"master-{game}", f"/t/{person.table}/gm", viewport=WALL)
        self.take(screen, f"screen-{game}", f"/t/{person.table}", viewport=WALL)
        self.take(person, f"replay-{game}", f"/t/{person.table}/replay")
        self.take(person, f"replay-{game}-phone", viewport=PHONE)

    def play(self, person: Somebody, master: Somebody, first: str) -> None:
        """Machines play everybody for a while, so that something has happened; then people take their seats back."""
        for seat, id in ((master, "gm"), (person, person.frame()["seat"]["id"])):
            seat.context.request.post(f"/api/tables/{person.table}/do", data={"command": first})
            seat.context.request.post(f"/api/tables/{person.table}/reseat", data={"seat": id, "machine": True})
        for _ in range(PATIENCE):
            frame = person.frame()
            if frame["turns"] >= ENOUGH or frame["ending"]:
                break
            person.page.wait_for_timeout(20)
        for seat, id in ((person, frame["seat"]["id"]), (master, "gm")):
            seat.context.request.post(f"/api/tables/{person.table}/reseat", data={"seat": id, "machine": False})


def main(out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.sqlite", pace=0.03) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            camera = Camera(chromium, server, scheme, out)
            camera.lobby()
            camera.builder()
            for game in GAMES:
                camera.table(game)
        chromium.close()
    print(f"{len(list(out.glob('*.png')))} pictures in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
