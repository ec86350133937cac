"""Dice as people write them: `4d6kh3+1`, `7d6h -> 6 5 5 2 1 1 1 +[4]`, `2d20t12f3 -> 5 17`, `d6!+4 vs d6!+3 -> 6 3 / 2`."""

from __future__ import annotations

import re
from typing import cast

from rulebound.kernel.d20 import CombatDice, SkillPool
from rulebound.kernel.dice import Pool, R, Roll, SumPool, WrongDice, throw_faces
from rulebound.kernel.hits import UNLIMITED, HitPool
from rulebound.kernel.pushes import PushPool
from rulebound.kernel.score import BOTCH_WORDS, Botch, OpposedDice, ScoreDie, Ties

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_ADDED = 100_000
EXAMPLES = "4d6kh3+1, 7d6h5x3, 2d20t12f3c19, 4cd, d6!+4 or d6!+4 vs d6!-1"

AnyPool = SumPool | HitPool | PushPool | SkillPool | CombatDice | ScoreDie | OpposedDice

BOTCHES = {word: botch for botch, word in BOTCH_WORDS.items()}
TIES = {"left": Ties.LEFT, "right": Ties.RIGHT}


class NotationError(ValueError):
    """What could not be read, where, and what would have been right."""


def parse_pool(text: str) -> Pool[Roll]:
    return cast("Pool[Roll]", _whole_pool(text))


def _whole_pool(text: str) -> AnyPool:
    reading = Reading(text)
    pool = _push(reading) if reading.take("push") else _pool(reading)
    if isinstance(pool, ScoreDie) and reading.take("vs"):
        pool = _opposed(pool, reading)
    reading.end()
    return pool


def parse_roll(text: str) -> tuple[Pool[Roll], Roll]:
    """`POOL -> FACES`. Bonus dice in `+[ ]` after plain d6 make it a pool that counts hits."""
    pool_text, arrow, faces_text = text.partition("->")
    if not arrow:
        raise NotationError(f"{_quoted(text)} has no arrow: write the pool, then ->, then the faces, such as 4d6 -> 5 6 2 1")
    pool = _whole_pool(pool_text)
    if "[" in faces_text and isinstance(pool, SumPool) and pool == SumPool(pool.dice):
        pool = HitPool(pool.dice)
    throwable = cast("Pool[Roll]", pool)
    return throwable, _throw(throwable, faces_text)


def show_roll(pool: Pool[R], roll: R) -> str:
    return f"{pool.text()} -> {pool.faces_text(roll)}"


def _throw(pool: Pool[Roll], text: str) -> Roll:
    faces = _faces(text)
    try:
        roll = throw_faces(pool, faces)
    except WrongDice as problem:
        raise NotationError(str(problem)) from problem
    shown = pool.faces_text(roll)
    if re.search(r"[\[/;]", text) and _grouping(text) != _grouping(shown):
        raise NotationError(f"{_quoted(text)} groups the dice wrongly: {pool.text()} thrown like this is {shown}")
    return roll


def _grouping(text: str) -> str:
    return re.sub(r"[\s,+]", "", text).replace("[]", "")


def _faces(text: str) -> tuple[int, ...]:
    words = re.sub(r"\+?\s*\[|[\],/;]", " ", text).split()
    for word in words:
        if not (word.isascii() and word.isdigit() and int(word[:5]) <= MOST_SIDES):
            raise NotationError(f"{_quoted(word)} in {_quoted(text)} is no face of a die: write faces as numbers, such as 5 6 2")
    return tuple(map(int, words))


def _quoted(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


class Reading:
    """A text and how far it has been read. Spaces and capitals make no difference."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, *words: str) -> str:
        """The one of these words that comes next, or nothing."""
        self._skip_spaces()
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return word
        return ""

    def number(self, what: str, most: int, least: int = 0) -> int:
        self._skip_spaces()
        start = self.at
        digits = self._digits()
        if not digits:
            raise self.problem(f"here must come a number, {what}")
        if len(digits) > 9 or not least <= int(digits) <= most:
            self.at = start
            raise self.problem(f"{what} must be from {least} to {most}")
        return int(digits)

    def number_or(self, missing: int, what: str, most: int, least: int = 0) -> int:
        self._skip_spaces()
        return self.number(what, most, least) if self.text[self.at : self.at + 1].isdecimal() else missing

    def added(self) -> int:
        """`+4` or `-2`, or 0 if there is neither."""
        sign = self.take("+", "-")
        return 0 if not sign else self.number("what is added", MOST_ADDED) * (-1 if sign == "-" else 1)

    def end(self) -> None:
        self._skip_spaces()
        if self.at < len(self.text):
            raise self.problem(f"nothing more was expected here. Dice look like {EXAMPLES}")

    def problem(self, why: str) -> NotationError:
        rest = self.text[self.at :].strip()
        place = f"at {_quoted(rest)}" if rest else "at its end"
        return NotationError(f"{_quoted(self.text)} cannot be read {place}: {why}")

    def _digits(self) -> str:
        found = re.compile(r"[0-9]*").match(self.text, self.at)
        digits = found.group() if found else ""
        self.at += len(digits)
        return digits

    def _skip_spaces(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1


# ------------------------------------------------------------------------------------------------------- one kind of dice each
def _pool(reading: Reading) -> AnyPool:
    dice = reading.number_or(1, "the number of dice", MOST_DICE)
    match reading.take("cd", "d"):
        case "cd":
            return CombatDice(dice)
        case "d":
            sides = reading.number("the number of sides", MOST_SIDES, least=1)
        case _:
            raise reading.problem(f"here must come d and the number of sides. Dice look like {EXAMPLES}")
    if dice == 1 and sides == 6 and reading.take("!"):
        return _score(reading, explode=True)
    if sides == 6 and reading.take("h"):
        return HitPool(dice, *_hit_rule(reading))
    if sides == 20 and reading.take("t"):
        return _skill(dice, reading)
    if dice == 1 and sides == 6:
        return _sum_or_score(reading)
    return _sum(dice, sides, reading)


def _sum(dice: int, sides: int, reading: Reading) -> SumPool:
    match reading.take("kh", "kl"):
        case "kh":
            return SumPool(dice, sides, keep_highest=_kept(dice, reading), plus=reading.added())
        case "kl":
            return SumPool(dice, sides, keep_lowest=_kept(dice, reading), plus=reading.added())
        case _:
            return SumPool(dice, sides, plus=reading.added())


def _kept(dice: int, reading: Reading) -> int:
    return reading.number("how many dice are kept", dice, least=1)


def _sum_or_score(reading: Reading) -> SumPool | ScoreDie:
    """`d6+4` is a plain die; a word about its botch makes it a score die that does not explode."""
    start = reading.at
    die = _score(reading, explode=False)
    if reading.text[start : reading.at].strip()[-1:].isalpha():
        return die
    reading.at = start
    return _sum(1, 6, reading)


def _score(reading: Reading, explode: bool) -> ScoreDie:
    score = reading.added()
    word = reading.take(*BOTCHES)
    return ScoreDie(score, explode, BOTCHES[word] if word else Botch.CONFIRMED)


def _opposed(left: ScoreDie, reading: Reading) -> OpposedDice:
    right = _pool(reading)
    if not isinstance(right, ScoreDie):
        raise reading.problem("only another die such as d6!+3 can stand after vs")
    if not reading.take("ties"):
        return OpposedDice(left, right)
    side = reading.take(*TIES)
    if not side:
        raise reading.problem("after ties must come left or right")
    return OpposedDice(left, right, TIES[side])


def _hit_rule(reading: Reading) -> tuple[int, int]:
    hit_on = reading.number_or(5, "the lowest face that hits", 6, least=2)
    if not reading.take("x"):
        return hit_on, 3
    return hit_on, UNLIMITED if reading.take("*") else reading.number("the most bonus dice (or *)", MOST_DICE)


def _push(reading: Reading) -> PushPool:
    dice = reading.number("the number of pool dice", MOST_DICE)
    bonus = reading.number("the number of bonus dice", MOST_DICE) if reading.take("+") else 0
    if not reading.take("d6h"):
        raise reading.problem("here must come d6h")
    hit_on, left = _hit_rule(reading)
    return PushPool(dice, bonus, left, hit_on)


def _skill(dice: int, reading: Reading) -> SkillPool:
    target = reading.number("the target number", MOST_SIDES)
    focus = reading.number("the focus", MOST_SIDES) if reading.take("f") else 0
    complication = reading.number("the lowest face that complicates", 21, least=1) if reading.take("c") else 20
    ones = reading.number("the number of dice that count as ones", MOST_DICE) if reading.take("o") else 0
    return SkillPool(dice, target, focus, complication, ones)
