"""The base of it all: d6 plus a score, against a number, a Difficulty or another roll. The page uses these and never says how."""

from __future__ import annotations

from rulebound.games.combat.state import Fighter, T, audience
from rulebound.games.combat.variants import ExplodeScope, FixedTie, PainScale
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Modifier, Total
from rulebound.kernel.score import Botch, OpposedDice, OpposedRoll, ScoreDie, ScoreRoll
from rulebound.kernel.seats import GM, SeatId

SKILLS = ("melee", "ranged", "acrobatics", "perception", "medicine", "drive")
SKILL_OF = {"first_aid": "medicine", "ram": "drive", "stunt": "drive"}


@cites("combat.base.attributes", "combat.create.scale")
def skill(who: Fighter, name: str) -> Total:
    """A skill's score; a specialty equals its skill unless it was raised above it by itself."""
    score = getattr(who, name)
    if name in SKILL_OF:
        score = max(score or 0, getattr(who, SKILL_OF[name]))
    return Total.of(name.replace("_", "-"), score, "combat.base.attributes")


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


def in_pain(t: T, who: Fighter, score: Total) -> Total:
    return score.plus("Pain", -pain(t, who), "combat.dmg.pain")


@cites("combat.base.roll")
def hampered(t: T, who: Fighter, score: Total) -> Total:
    """A score with what lowers every roll of this fighter."""
    score = in_pain(t, who, score)
    if unstable(t, who):
        score = score.plus("Unstable", t.variants.unstable_penalty, "combat.vehicle.occupants_unstable")
    return score


@cites("combat.base.explosion", "combat.base.botch")
def die(t: T, score: Total, *, attack: bool = False, botch: bool = True) -> ScoreDie:
    explode = attack or t.variants.explode_scope is ExplodeScope.ALL
    return ScoreDie(score.value, explode, t.variants.botch_rule if botch else Botch.NONE)


# ------------------------------------------------------------------------------------------------ who sees a roll
def secret_stats(t: T, *who: Fighter) -> bool:
    """Whether a roll of theirs would show what the GN keeps to himself."""
    return t.variants.hide_gn_stats and any(f.seat == GM for f in who)


@cites("combat.secrets.summary")
def seen_by(t: T, *who: Fighter) -> tuple[SeatId, ...]:
    """Who sees a roll with its scores: whoever knows of all in it, and the GN alone where his fighters' stats are his."""
    if secret_stats(t, *who):
        return (GM,)
    return audience(t, *who)


def tell_total(t: T, roll: ScoreRoll | OpposedRoll, *who: Fighter) -> None:
    """Totals are public even where scores are not. Called when all else has been read of the roll."""
    if secret_stats(t, *who):
        t.say("total", "combat.secrets.summary", to=audience(t, *who), who=who[0].id, came=roll.brief())


# ------------------------------------------------------------------------------------------------ against what
def least(tie: FixedTie, number: int) -> int:
    """The lowest total that is enough."""
    return number if tie is FixedTie.SUCCESS else number + 1


@cites("combat.base.versus_number", "combat.base.botch_other")
def against_number(t: T, who: Fighter, what: str, score: Total, number: int, *others: Fighter) -> bool:
    """[X vs n]: the total must reach the number. A Botch fails, and does nothing more. `others` have a part in it too."""
    roll = t.roll(die(t, score), what, who.seat, (who.id, str(number)), score, seen_by(t, who, *others))
    enough = reached(t, roll, number)
    tell_total(t, roll, who, *others)
    return enough


@cites("combat.base.versus_number", "combat.base.botch_other")
def reached(t: T, roll: ScoreRoll, number: int) -> bool:
    return not roll.botched and roll.reaches(least(t.variants.static_tie, number))


@cites("combat.base.difficulty_hash")
def against_difficulty(t: T, who: Fighter, what: str, score: Total, difficulty: int) -> bool:
    """[X n#]: the total must reach the Difficulty."""
    roll = t.roll(die(t, score), what, who.seat, (who.id, str(difficulty)), score, seen_by(t, who))
    made = not roll.botched and roll.reaches(least(t.variants.hash_tie, difficulty))
    tell_total(t, roll, who)
    return made


@cites("combat.base.versus_roll")
def opposed(t: T, what: str, left: Fighter, left_score: Total, right: Fighter, right_score: Total, *, attack: bool = False) -> OpposedRoll:
    """[X vs Y]: both roll; ties are rolled again by both unless the table says who wins them."""
    dice = OpposedDice(die(t, left_score, attack=attack), die(t, right_score), t.variants.opposed_tie)
    theirs = tuple(Modifier(f"{right.name}: {part.name}", part.amount, part.rule) for part in right_score.parts)
    return t.roll(dice, what, left.seat, (left.id, right.id), Total(left_score.parts + theirs), seen_by(t, left, right))
