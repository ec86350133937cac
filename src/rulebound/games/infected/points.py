"""The points of a new survivor: what may be spent on attributes and skills, what is asked when left out, and spending by dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Skill
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.refusal import Refusal, Refused, refuse
from rulebound.kernel.seats import SeatId

HIGHEST_AT_FIRST = 4
HIGHEST_SKILL_AT_FIRST = 3
AREAS = ("academic", "medical", "military", "technical", "criminal", "outdoors", "local", "trade")
NEED_A_WORD = ("local", "trade")

Attributes = tuple[int, int, int, int]
"""GRIT, REFLEX, WITS, NERVE."""


# ------------------------------------------------------------------------------------------------ what a build may be
@cites("infected.chargen.attributes", "infected.attribute.range")
def check_attributes(variants: InfectedVariants, scores: Attributes) -> Refusal | None:
    """12 points, each attribute 1 to 4."""
    rule, points = "infected.chargen.attributes", variants.chargen_attribute_points
    if refusal := check_each(scores):
        return refusal
    if sum(scores) != points:
        return Refusal(rule, f"The attributes add up to {sum(scores)}.", f"They must add up to {points}.")
    return None


def check_each(scores: Sequence[int | None]) -> Refusal | None:
    for name, score in zip(Attribute, scores, strict=True):
        if score is not None and not 1 <= score <= HIGHEST_AT_FIRST:
            rule = "infected.chargen.attributes"
            return Refusal(rule, f"{name.upper()} is {score}.", f"Each attribute is 1 to {HIGHEST_AT_FIRST} at the start.")
    return None


@cites("infected.chargen.skills", "infected.skill.range")
def check_skills(variants: InfectedVariants, skills: Mapping[Skill, int]) -> Refusal | None:
    """12 points, none above 3."""
    rule, points = "infected.chargen.skills", variants.chargen_skill_points
    for skill, score in skills.items():
        if score > HIGHEST_SKILL_AT_FIRST:
            return Refusal(rule, f"{skill.capitalize()} is {score}.", f"No skill is above {HIGHEST_SKILL_AT_FIRST} before the background.")
    if sum(skills.values()) != points:
        return Refusal(rule, f"The skills add up to {sum(skills.values())}.", f"They must add up to {points}.")
    return None


@cites("infected.skill.knowledge_specialization", "infected.skill.knowledge_areas", "infected.chargen.skills")
def check_areas(knows: bool, areas: Sequence[str]) -> Refusal | None:
    """Whoever has Knowledge names two areas; Local and Trade need a word more."""
    rule = "infected.skill.knowledge_specialization"
    if not knows:
        return Refusal(rule, "Areas are for those who have Knowledge.", "Leave them out.") if areas else None
    if len(areas) != 2 or areas[0] == areas[1]:
        return Refusal(rule, f"{len(set(areas))} areas of Knowledge are named.", "Name two different ones.")
    for area in areas:
        word, _, more = (part.strip() for part in area.partition(":"))
        if word not in AREAS:
            return Refusal("infected.skill.knowledge_areas", f"There is no area {word}.", f"There is {', '.join(AREAS)}.")
        if word in NEED_A_WORD and not more:
            return Refusal("infected.skill.knowledge_areas", f"Which {word}?", f"Write it `{word}: ...`.")
    return None


# ------------------------------------------------------------------------------------------------ what is left out is asked
@cites("infected.chargen.attributes")
def the_other_attributes(t: T, seat: SeatId, name: str, given: Sequence[int | None]) -> Attributes:
    """Asked one by one, each within what still lets all of them add up; by default the rest is shared evenly."""
    if refusal := check_each(given):
        raise Refused(refusal)
    scores, open_ = [score or 0 for score in given], [place for place, score in enumerate(given) if score is None]
    for after, place in zip(reversed(range(len(open_))), open_, strict=True):
        left = t.variants.chargen_attribute_points - sum(scores)
        least, most = max(1, left - HIGHEST_AT_FIRST * after), min(HIGHEST_AT_FIRST, left - after)
        if least > most:
            raise refuse("infected.chargen.attributes", f"{left} points are left for {after + 1}.", f"Each is 1 to {HIGHEST_AT_FIRST}.")
        about = (name, tuple(Attribute)[place].upper(), str(left), str(least), str(most))
        scores[place] = least if least == most else t.number(seat, "score", least, most, about, default=left // (after + 1))
    grit, reflex, wits, nerve = scores
    if refusal := check_attributes(t.variants, (grit, reflex, wits, nerve)):
        raise Refused(refusal)
    return grit, reflex, wits, nerve


@cites("infected.chargen.skills")
def all_skills(t: T, seat: SeatId, name: str, bonus: Skill) -> dict[Skill, int]:
    """Asked one by one while points are left; by default as somebody of that background would have learned."""
    usual = fit_skills(next((calling for calling in CALLINGS if bonus in calling), CALLINGS[0]), t.variants.chargen_skill_points)
    scores: dict[Skill, int] = {}
    for after, skill in zip(reversed(range(len(Skill))), Skill, strict=True):
        left = t.variants.chargen_skill_points - sum(scores.values())
        most = min(HIGHEST_SKILL_AT_FIRST, left)
        least = min(most, max(0, left - HIGHEST_SKILL_AT_FIRST * after))
        about = (name, skill.capitalize(), str(left), str(least), str(most))
        likely = min(most, max(least, usual.get(skill, 0)))
        scores[skill] = least if least == most else t.number(seat, "score", least, most, about, default=likely)
    return scores


@cites("infected.skill.knowledge_specialization", "infected.skill.knowledge_areas")
def two_known(t: T, seat: SeatId, name: str) -> list[str]:
    """Two areas of Knowledge; which place, which trade."""
    areas = t.choose_some(seat, "areas", AREAS, 2, 2, (name,))
    return [f"{area}: {t.text(seat, 'which_area', (name, area), 60, 'here')}" if area in NEED_A_WORD else area for area in areas]


# ------------------------------------------------------------------------------------------------ by dice
SPREADS: tuple[Attributes, ...] = ((4, 3, 2, 3), (2, 4, 3, 3), (2, 3, 4, 3), (3, 2, 3, 4), (3, 3, 3, 3), (4, 4, 2, 2))
"""Ours: six ways to spend twelve points, by d6."""
CALLINGS: tuple[dict[Skill, int], ...] = (
    {Skill.BRAWL: 3, Skill.SHOOT: 3, Skill.ATHLETICS: 2, Skill.NOTICE: 2, Skill.ENDURE: 1, Skill.RESOLVE: 1},
    {Skill.STEALTH: 3, Skill.NOTICE: 3, Skill.ATHLETICS: 2, Skill.SHOOT: 2, Skill.SURVIVAL: 1, Skill.DECEIVE: 1},
    {Skill.MEDICINE: 3, Skill.NOTICE: 2, Skill.RESOLVE: 2, Skill.ENDURE: 2, Skill.PERSUADE: 2, Skill.BRAWL: 1},
    {Skill.CRAFT: 3, Skill.TECH: 3, Skill.DRIVE: 2, Skill.NOTICE: 2, Skill.SHOOT: 1, Skill.BRAWL: 1},
    {Skill.PERSUADE: 3, Skill.DECEIVE: 2, Skill.INTIMIDATE: 2, Skill.RESOLVE: 2, Skill.NOTICE: 2, Skill.SHOOT: 1},
    {Skill.SURVIVAL: 3, Skill.SHOOT: 2, Skill.STEALTH: 2, Skill.ATHLETICS: 2, Skill.ANIMALS: 2, Skill.BRAWL: 1},
)
"""Ours: six ways to spend twelve points on skills, by d6."""


def fit_scores(scores: Attributes, points: int) -> Attributes:
    """As near to the spread as the points allow: the highest pay first, the lowest gain first."""
    fitted = list(scores)
    while sum(fitted) > points:
        fitted[fitted.index(max(fitted))] -= 1
    while sum(fitted) < min(points, 4 * HIGHEST_AT_FIRST):
        fitted[fitted.index(min(fitted))] += 1
    grit, reflex, wits, nerve = fitted
    return grit, reflex, wits, nerve


def fit_skills(skills: Mapping[Skill, int], points: int) -> dict[Skill, int]:
    fitted = dict(skills)
    while sum(fitted.values()) > points:
        last = next(skill for skill in reversed(fitted) if fitted[skill])
        fitted[last] -= 1
    for skill in (*fitted, Skill.ENDURE, Skill.DRIVE, Skill.RESOLVE):
        while sum(fitted.values()) < points and fitted.get(skill, 0) < HIGHEST_SKILL_AT_FIRST:
            fitted[skill] = fitted.get(skill, 0) + 1
    return fitted
