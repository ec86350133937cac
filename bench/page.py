"""The page in Chromium: how soon a cold page is ready, and how soon another seat's page shows what one has done."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "web"), str(HERE.parent / "tests" / "browser")]

from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from serving import Server, serving  # noqa: E402
from visitors import Somebody  # noqa: E402

ROUNDS = 60
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
WATCH = """() => { window.seen = {}; new MutationObserver(() => { const now = performance.timeOrigin + performance.now();
  for (const word of document.body.textContent.match(/mark-\\d+-/g) ?? []) window.seen[word] ??= now; })
  .observe(document.body, { subtree: true, childList: true, characterData: true }); }"""
PRESS = """text => { const field = document.querySelector('#say'); field.value = text; field.dispatchEvent(new Event('input'));
  const begin = performance.timeOrigin + performance.now(); field.form.requestSubmit(); return begin; }"""


def across(chromium: Browser, server: Server) -> str:
    """From a click on one page to the drawing on another."""
    ana, bo = Somebody(chromium, server), Somebody(chromium, server)
    links = ana.make("infected", "loading yard", "marta", dov="friend", gm="machine", inez="machine", kit="machine")
    bo.join(links["dov"]).sit()
    ana.sit()
    bo.page.evaluate(WATCH)
    waits = []
    for number in range(ROUNDS):
        word = f"mark-{number}-"
        begin = ana.page.evaluate(PRESS, word)
        bo.page.wait_for_function("word => window.seen[word]", arg=word, polling=5)
        waits.append(bo.page.evaluate("word => window.seen[word]", word) - begin)
        time.sleep(0.1)
    waits.sort()
    return f"click to render on another seat's page: p50 {statistics.median(waits):.1f} ms, p95 {waits[int(ROUNDS * 0.95)]:.1f} ms"


def cold(chromium: Browser, server: Server) -> str:
    """A browser that has nothing yet, until the table can be used."""
    ready = []
    for _ in range(5):
        person = Somebody(chromium, server)
        person.make("infected", "loading yard", "marta", gm="machine", dov="machine", inez="machine", kit="machine")
        begin = time.perf_counter()
        person.page.goto(f"/t/{person.table}")
        person.page.locator(".act").first.wait_for()
        ready.append(time.perf_counter() - begin)
        person.context.close()
    return f"cold page ready: median {statistics.median(ready):.2f} s, worst {max(ready):.2f} s"


def main() -> int:
    found = shutil.which("chromium")
    if found is None:
        print("chromium is not installed: the page is not measured")
        return 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "t.db") as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        print(cold(chromium, server))
        print(across(chromium, server))
    return 0


if __name__ == "__main__":
    sys.exit(main())
