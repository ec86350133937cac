"""`rulebound roll`: dice in any of the notations, thrown with their breakdown, or their exact chances."""

from __future__ import annotations

import random
import secrets

import click

from rulebound.kernel.dice import Roll
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.notation import NotationError, parse_pool, show_roll
from rulebound.kernel.words import percent

MOST_DICE = 40
FAR = 30
"""How far an endlessly exploding die is told apart."""


def run(text: str, odds: bool, seed: int | None) -> int:
    try:
        pool = parse_pool(text)
    except NotationError as problem:
        click.echo(str(problem), err=True)
        return 2
    if odds:
        if getattr(pool, "dice", 1) > MOST_DICE:
            click.echo(f"The chances of more than {MOST_DICE} dice take too long to count; roll them instead.", err=True)
            return 2
        _print(pool.outcomes(FAR))
        return 0
    source = random.Random(seed) if seed is not None else secrets.SystemRandom()
    roll = pool.throw(lambda sides: source.randint(1, sides))
    click.echo(f"{show_roll(pool, roll)} = {roll.brief()}")
    return 0


def _print(outcomes: Distribution[Roll]) -> None:
    chances = outcomes.map(lambda roll: roll.brief()).fractions()
    for outcome, chance in sorted(chances.items(), key=lambda pair: -pair[1]):
        click.echo(f"{percent(chance):>6}  {outcome}  ({chance})" if len(str(chance)) < 40 else f"{percent(chance):>6}  {outcome}")
