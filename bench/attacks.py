"""Attacks of every kind, made up by chance: who strikes whom with what, how hurt, how tired, how lucky and among how many."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rulebound.games.infected.attack import FISTS
from rulebound.games.infected.content import content
from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import Document

Laid = dict[str, Any]
Attack = tuple[bytes, tuple[Seat, ...], SeatId, Move]
"""The state, who sits where, and what is about to be done."""
SURVIVORS, OTHERS = ("brawl", "shoot", "athletics", "endure", "resolve"), ("brawl", "shoot", "athletics")


def attacks(count: int, seed: int = 1) -> list[Attack]:
    """What cannot be reached with what is in hand is made up anew."""
    found: list[Attack] = []
    dice = Random(seed)
    while len(found) < count:
        attack = made_up(dice)
        if attack is not None:
            found.append(attack)
    return found


def made_up(dice: Random) -> Attack | None:
    variants = InfectedVariants()
    laid = {"given": {"people": people(dice), "turn": "ana", "threat": dice.choice((0, 0, dice.randint(1, 8)))}}
    start = given(Document("an attack", laid, {(): 1}), ("given",), variants)
    t, seat = Table(start.state, variants), start.state.people["ana"].seat
    command, args = GAME.commands["attack"], dict[str, Any]()
    for argument in command.arguments:
        legal: list[Any] = list(command.options(t, seat, argument, tuple(args.values())))  # type: ignore[arg-type]
        match argument.name:
            case "target" | "weapon" if not legal:
                return None
            case "target":
                value = "foe" if "foe" in legal else dice.choice(legal)
            case "weapon":
                value = dice.choice([weapon for weapon in legal if weapon != FISTS] or legal)
            case "called":
                value = dice.choice(legal) if dice.random() < 0.5 else legal[0]
            case "careful":
                value = dice.random() < 0.2
            case "second" | "both" if legal and dice.random() < 0.7 and args.get("second") is None:
                value = dice.choice(legal)
            case _:
                value = argument.default
        args[argument.name] = value
    move = Move("attack", {name: value for name, value in args.items() if value is not None})
    return msgspec.msgpack.encode(start.state), start.seats, seat, move


def people(dice: Random) -> Laid:
    mine = dice.choice(("pc", "pc", "pc", "pc", "human", "rage", "fresh", "swarm"))
    prey: tuple[str, ...] = ("pc", "pc", "human")
    if mine in prey:
        prey += ("rage", "fresh", "bloated", "swarm")
    found = {"ana": person(dice, mine), "foe": person(dice, dice.choice(prey))}
    if mine == "pc" and "type" not in found["foe"]:
        found["foe"]["side"] = "raiders"
    shoots = content().weapons[found["ana"]["hold"][0]].ranged if "hold" in found["ana"] else False
    found["ana"]["near"] = [] if shoots and dice.random() < 0.7 else ["foe"]
    if shoots and dice.random() < 0.6:
        found["foe"]["zone"] = dice.choice("abc")
    for number in range(dice.choice((0, 0, 1, 2))):
        found[f"other{number}"] = person(dice, dice.choice(("rage", "fresh", "pc", "human")))
        if dice.random() < 0.5:
            found[f"other{number}"]["near"] = [dice.choice(("ana", "foe"))]
    return found


def person(dice: Random, kind: str) -> Laid:
    """Whoever can push and spend Guts is asked about it."""
    laid: Laid = {} if kind == "pc" else {"type": kind}
    if kind in ("pc", "human"):
        skills = SURVIVORS if kind == "pc" else OTHERS
        laid |= {name: dice.randint(2, 5) for name in ("grit", "reflex")}
        laid["skills"] = {skill: level for skill in skills if (level := dice.randint(0, 5))}
        laid["hold"], laid["wear"] = held(dice), worn(dice)
        if dice.random() < 0.5:
            laid["wounds"] = dict.fromkeys(dice.sample(("bruised", "bleeding", "broken"), dice.randint(1, 3)), 1)
    if kind == "pc":
        laid |= {"nerve": dice.randint(1, 4), "asks": True, "guts": dice.choice((0, 1, 2, 3, 3, 3, 4, 5))}
        laid["stress"] = dice.randint(0, laid["nerve"] + 2)
    if kind != "swarm" and dice.random() < 0.15:
        laid["conditions"] = [dice.choice(("prone", "exposed", "disoriented", "slowed", "exhausted"))]
    return laid


def held(dice: Random) -> list[str]:
    weapons = content().weapons
    first = dice.choice([name for name in weapons if name != FISTS])
    if not weapons[first].ranged and dice.random() < 0.25:
        return [first, f"{first} 2"]
    return [first, "riot shield"] if dice.random() < 0.25 else [first]


def worn(dice: Random) -> list[str]:
    armor = [dice.choice(list(content().armor))] if dice.random() < 0.7 else []
    return [*armor, *("goggles", "breathing mask")[: dice.choice((0, 0, 0, 0, 1, 2))]]
