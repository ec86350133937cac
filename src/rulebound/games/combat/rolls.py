"""The base of it all: d6 plus a score, against a number, a Difficulty or another roll. The page uses these and never says how."""

from __future__ import annotations

from rulebound.games.combat.state import Fighter, T, audience
from rulebound.games.combat.variants import ExplodeScope, FixedTie, PainScale
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Modifier, Total
from rulebound.kernel.score import Botch, OpposedDice, OpposedRoll, ScoreDie, ScoreRoll


@cites("combat.base.attributes", "combat.create.scale")
def skill(who: Fighter, name: str) -> Total:
    """A skill's score; a specialty equals its skill unless it was raised by itself."""
    score = getattr(who, name)
    if score is None:
        score = getattr(who, SKILL_OF[name])
    return Total.of(name.replace("_", "-"), score, "combat.base.attributes")


SKILLS = ("melee", "ranged", "acrobatics", "perception", "medicine", "drive")
SKILL_OF = {"first_aid": "medicine", "ram": "drive", "stunt": "drive"}


@cites("combat.dmg.pain")
def pain(t: T, who: Fighter) -> int:
    """As a number to take off: every point of DMG, every hit, or one for all of it."""
    if who.dmg <= 0:
        return 0
    match t.variants.pain_scale:
        case PainScale.PER_POINT:
            return who.dmg
        case PainScale.PER_HIT:
            return who.hurts
        case PainScale.FLAT:
            return 1


@cites("combat.vehicle.occupants_unstable")
def unstable(t: T, who: Fighter) -> bool:
    """A passenger of a moving vehicle; its driver is not."""
    if who.vehicle is None:
        return False
    vehicle = t.state.vehicles[who.vehicle]
    return vehicle.moving and vehicle.driver != who.id


@cites("combat.base.roll")
def hampered(t: T, who: Fighter, score: Total) -> Total:
    """A score with what lowers every roll of this fighter."""
    score = score.plus("Pain", -pain(t, who), "combat.dmg.pain")
    if unstable(t, who):
        score = score.plus("Unstable", t.variants.unstable_penalty, "combat.vehicle.occupants_unstable")
    return score


@cites("combat.base.explosion", "combat.base.botch")
def die(t: T, score: Total, *, attack: bool = False, botch: bool = True) -> ScoreDie:
    explode = attack or t.variants.explode_scope is ExplodeScope.ALL
    return ScoreDie(score.value, explode, t.variants.botch_rule if botch else Botch.NONE)


@cites("combat.base.versus_number", "combat.base.botch_other")
def against_number(t: T, who: Fighter, what: str, score: Total, number: int) -> bool:
    """[X vs n]: the total must reach the number. A Botch fails, and does nothing more."""
    roll = t.roll(die(t, score), what, who.seat, (who.id, str(number)), score, audience(t, who))
    return not roll.botched and roll.reaches(least(t.variants.static_tie, number))


@cites("combat.base.difficulty_hash")
def against_difficulty(t: T, who: Fighter, what: str, score: Total, difficulty: int) -> ScoreRoll:
    """[X n#]: roll it; `made` says whether it was enough, and the caller looks at a Botch."""
    return t.roll(die(t, score), what, who.seat, (who.id, str(difficulty)), score)


def made(t: T, roll: ScoreRoll, difficulty: int) -> bool:
    return not roll.botched and roll.reaches(least(t.variants.hash_tie, difficulty))


def least(tie: FixedTie, number: int) -> int:
    """The lowest total that is enough."""
    return number if tie is FixedTie.SUCCESS else number + 1


@cites("combat.base.versus_roll")
def opposed(t: T, what: str, left: Fighter, left_score: Total, right: Fighter, right_score: Total, *, attack: bool = False) -> OpposedRoll:
    """[X vs Y]: both roll; ties are rolled again by both unless the table says who wins them."""
    dice = OpposedDice(die(t, left_score, attack=attack), die(t, right_score), t.variants.opposed_tie)
    theirs = tuple(Modifier(f"{right.name}: {part.name}", part.amount, part.rule) for part in right_score.parts)
    return t.roll(dice, what, left.seat, (left.id, right.id), Total(left_score.parts + theirs))
