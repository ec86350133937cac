"""Every token, CGP, Juice tally and Infection point of a command, accounted for by the lines of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebound.games.contagion.people import Ally, Survivor
from rulebound.games.contagion.state import Contagion
from rulebound.kernel.entries import Entry

STARTS = ("created", "promoted")
JUICE = ("uses_juice", "juice", "recharged")
SICKNESS = ("infected", "sickens", "cleansed")
DRY = ("runs_out", "juice", "recharged")


def unaccounted(before: Contagion, after: Contagion, entries: Sequence[Entry]) -> list[str]:
    """What changed without a line that says by how much and cites a rule."""
    ruled = [entry for entry in entries if entry.rules]
    found = [*pools(before, after, ruled)]
    for id, who in after.survivors.items():
        own = [entry for entry in ruled if entry.data.get("who") == id]
        found += stash(id, before.survivors.get(id), who, own)
        found += meter(before.survivors.get(id), who, own)
        found += juice(before.survivors.get(id), who, own)
    people: Mapping[str, Survivor | Ally] = {**before.allies, **before.survivors}
    found += infection(people, {**after.allies, **after.survivors}, ruled)
    return found


def amounts(entries: Iterable[Entry], kind: str, field: str = "amount") -> int:
    return sum(int(str(entry.data[field])) for entry in entries if entry.kind == kind)


def pools(before: Contagion, after: Contagion, entries: Sequence[Entry]) -> Iterator[str]:
    grown = amounts(entries, "pool_grows") + amounts(entries, "donates") - amounts(entries, "takes_from_pool")
    if before.pool.value + grown != after.pool.value:
        yield f"the Survival Pool went from {before.pool.value} to {after.pool.value}, the log says {grown:+d}"
    paid = amounts(entries, "adversity")
    if before.adversity.value + paid != after.adversity.value:
        yield f"Adversity went from {before.adversity.value} to {after.adversity.value}, the log says {paid:+d}"


def stash(id: str, old: Survivor | None, who: Survivor, own: Sequence[Entry]) -> Iterator[str]:
    """Tokens of one's own: what came and went, and what a newcomer began with."""
    start = old.tokens if old else sum(amounts(own, kind, "tokens") for kind in STARTS)
    change = amounts(own, "gains_tokens") - amounts(own, "loses_tokens") - 2 * amounts(own, "donates")
    change += amounts(own, "takes_from_pool") - amounts(own, "pays")
    if start + change != who.tokens:
        yield f"{id} went from {start} to {who.tokens} tokens, the log says {change:+d}"


def meter(old: Survivor | None, who: Survivor, own: Sequence[Entry]) -> Iterator[str]:
    """CGP point by point, and stages: each line goes on from the one before."""
    tally, stage = (old.cgp, old.stage) if old else (0, 1)
    for entry in own:
        match entry.kind:
            case "gains_cgp" | "loses_cgp":
                tally += int(str(entry.data["amount"])) * (1 if entry.kind == "gains_cgp" else -1)
                if tally != entry.data["tally"]:
                    yield f"{who.id} has {entry.data['tally']} CGP where {tally} are written"
            case "stage" | "full":
                tally, stage = int(str(entry.data["tally"])), int(str(entry.data.get("stage", stage)))
            case "lifted":
                stage = int(str(entry.data["stage"]))
    if (tally, stage) != (who.cgp, who.stage):
        yield f"{who.id} is at stage {who.stage} with {who.cgp} CGP, the log says stage {stage} with {tally}"


def juice(old: Survivor | None, who: Survivor, own: Sequence[Entry]) -> Iterator[str]:
    """Tallies of what was and still is one's own."""
    for id, item in who.gear.items():
        was = old.gear.get(id) if old else None
        if was is None:
            continue
        told = [entry.data["tally"] for entry in own if entry.kind in JUICE and entry.data["item"] == item.name]
        if was.tally != item.tally and item.tally not in told:
            yield f"{id} of {who.id} went from a tally of {was.tally} to {item.tally} and nothing says so"
        if was.out != item.out and not any(entry.kind in DRY and entry.data["item"] == item.name for entry in own):
            yield f"{id} of {who.id} is{'' if item.out else ' no longer'} out of Juice and nothing says so"


def infection(before: Mapping[str, Survivor | Ally], after: Mapping[str, Survivor | Ally], entries: Sequence[Entry]) -> Iterator[str]:
    for id, who in after.items():
        tally = before[id].infection if id in before else 0
        told = [entry.data["tally"] for entry in entries if entry.kind in SICKNESS and entry.data["who"] == id]
        if who.infection != (told[-1] if told else tally):
            yield f"{id} went from {tally} to {who.infection} Infection, the log says {told}"
