"""Making a fighter: our own scale, points and prices, since the page has none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebound.games.combat.care import bonus_after_death, no_fight
from rulebound.games.combat.content import armor, content, sample, weapon
from rulebound.games.combat.harm import wake
from rulebound.games.combat.places import APART
from rulebound.games.combat.rolls import SKILL_OF, SKILLS
from rulebound.games.combat.state import Fighter, Id, T, audience, fighter
from rulebound.games.combat.variants import CombatVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command, yes_or_no
from rulebound.kernel.dice import SumPool
from rulebound.kernel.game import Creation, Step
from rulebound.kernel.refusal import Refusal, Refused, refuse
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.zones import Place

LOWEST_ATTRIBUTE, HIGHEST_ATTRIBUTE = 2, 5
HIGHEST_SKILL = 5
BEST_ARMOR = 2
EXTRA_POINTS = (6, 10)
MAXIMUM = 6
BANDAGES = 2


@cites("combat.create.points")
def check_build(variants: CombatVariants, who: Fighter) -> Refusal | None:
    """The first thing about a new fighter that the points do not allow."""
    attributes, skills = EXTRA_POINTS if who.extra else variants.creation_points
    rule = "combat.create.points"
    if who.a + who.c != attributes:
        return Refusal(rule, f"A and C add up to {who.a + who.c}.", f"They must add up to {attributes}.")
    for name, score in (("A", who.a), ("C", who.c)):
        if not LOWEST_ATTRIBUTE <= score <= HIGHEST_ATTRIBUTE:
            return Refusal(rule, f"{name} is {score}.", f"It must be {LOWEST_ATTRIBUTE} to {HIGHEST_ATTRIBUTE}.")
    scores = [getattr(who, name) for name in SKILLS]
    if sum(scores) != skills:
        return Refusal(rule, f"The skills add up to {sum(scores)}.", f"They must add up to {skills}.")
    if max(scores) > HIGHEST_SKILL or min(scores) < 0:
        return Refusal(rule, f"A skill is {max(scores) if max(scores) > HIGHEST_SKILL else min(scores)}.", f"Each is 0 to {HIGHEST_SKILL}.")
    if who.armor.dr > (0 if who.extra else BEST_ARMOR):
        return Refusal(rule, f"The {who.armor.name} has DR {who.armor.dr}.", "No armor for an extra, DR 2 at most for others.")
    if who.extra and who.shield:
        return Refusal(rule, "An extra has one weapon and nothing else.", "Leave the shield.")
    return None


@cites("combat.base.attributes")
def check_range(variants: CombatVariants, who: Fighter) -> Refusal | None:
    """People's attributes stay within the table's range, skills and specialties within 0 to 6."""
    if variants.attribute_range != "unbounded":
        low, high = variants.attribute_range
        for name, score in (("A", who.a), ("C", who.c)):
            if not low <= score <= high:
                return Refusal("combat.base.attributes", f"{who.name}: {name} is {score}.", f"It must be {low} to {high}.")
    for name in (*SKILLS, *SKILL_OF):
        if not 0 <= (getattr(who, name) or 0) <= MAXIMUM:
            return Refusal("combat.base.attributes", f"{who.name}: {name} is {getattr(who, name)}.", f"Skills are 0 to {MAXIMUM}.")
    return None


# ------------------------------------------------------------------------------------------------ a new fighter
def any_name(*_: object) -> AnyText:
    """What the fighter is called."""
    return AnyText(40)


def side_name(*_: object) -> AnyText:
    """The side the fighter is on."""
    return AnyText(40)


def score(*_: object) -> range:
    """A score, 0 to 6."""
    return range(MAXIMUM + 1)


def own_weapons(*_: object) -> Sequence[str]:
    """Any weapon that is not part of a vehicle."""
    return [name for name, kind in content().weapons.items() if not kind.mounted]


def suits(*_: object) -> Sequence[str]:
    """Any armor."""
    return list(content().armor)


@cites("combat.death.new_character")
def the_dead(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A dead fighter of yours whom this one follows; each is followed once."""
    return [f.id for f in t.state.fighters.values() if f.dead and not f.followed and by in (f.seat, GM)]


@command(
    rules=("combat.create.points", "combat.create.scale"), when=no_fight, name=any_name, side=side_name, a=score, c=score, melee=score,
    ranged=score, acrobatics=score, perception=score, medicine=score, drive=score, weapon_=own_weapons, armor_=suits, after=the_dead,
    extra=yes_or_no("An extra, on fewer points."), shield=yes_or_no("With a shield."),
)  # fmt: skip
def create(
    t: T, by: SeatId, name: str, side: str, a: int, c: int, melee: int, ranged: int, acrobatics: int, perception: int, medicine: int,
    drive: int, weapon_: str, armor_: str = "none", extra: bool = False, after: Id | None = None, shield: bool = False,
) -> None:  # fmt: skip
    """Make a new fighter on points; one that follows a dead one starts with half of that one's XP to spend."""
    id = new_id(t, name)
    who = Fighter(
        id=id, name=name, seat=by, side=side, extra=extra, a=a, c=c, melee=melee, ranged=ranged, acrobatics=acrobatics,
        perception=perception, medicine=medicine, drive=drive, hp=2 * c, weapon=weapon_, armor=armor(armor_), shield=shield,
        bandages=0 if extra else BANDAGES, shots={weapon_: weapon(weapon_).shots} if weapon(weapon_).shots else {},
        place=starting_place(t, side),
    )  # fmt: skip
    if refusal := check_range(t.variants, who) or check_build(t.variants, who):
        raise Refused(refusal)
    if after is not None:
        who.xp_total = who.xp_left = bonus_after_death(t, fighter(t, after))
        fighter(t, after).followed = True
        seen = audience(t, fighter(t, after))
        t.say("follows", "combat.death.new_character", to=seen, who=id, dead=after, xp=who.xp_total)
    t.state.fighters[id] = who
    t.say("created", "combat.create.points", who=id, side=side)


# ------------------------------------------------------------------------------------------------ ready-made, and by dice
def samples(*_: object) -> Sequence[str]:
    """A fighter that is ready to fight."""
    return list(content().fighters)


@command(rules=("combat.sample.fighters",), when=no_fight, sample_=samples, side=side_name, name=any_name)
def take_sample(t: T, by: SeatId, sample_: str, side: str, name: str = "") -> None:
    """Take a fighter from the samples."""
    called = name or sample_.capitalize()
    who = sample(sample_, new_id(t, called), side, by, called, starting_place(t, side))
    if refusal := check_range(t.variants, who):
        raise Refused(refusal)
    t.state.fighters[who.id] = who
    t.say("created", "combat.sample.fighters", who=who.id, side=side)


@command(rules=("combat.create.points", "combat.sample.fighters"), when=no_fight, name=any_name, side=side_name)
def create_random(t: T, by: SeatId, name: str, side: str) -> None:
    """Let dice make a fighter: the scores of one sample and the gear of another, fitted to the points."""
    kinds = [kind for kind in content().fighters.values() if not kind.extra]
    one_of_them = SumPool(1, len(kinds))
    scores = kinds[t.roll(one_of_them, "random_scores", by, (name,)).total - 1]
    gear = kinds[t.roll(one_of_them, "random_gear", by, (name,)).total - 1]
    attributes, skills = t.variants.creation_points
    a, c = fit((scores.a, scores.c), attributes, LOWEST_ATTRIBUTE, HIGHEST_ATTRIBUTE)
    create.rule(t, by, name, side, a, c, *fit(scores.skills, skills, 0, HIGHEST_SKILL), gear.weapon, gear.armor, shield=gear.shield)


def fit(scores: Sequence[int], points: int, least: int, most: int) -> list[int]:
    """The same scores on other points: what is low is raised first, what is high lowered."""
    fitted = list(scores)
    while sum(fitted) < points and min(fitted) < most:
        fitted[fitted.index(min(fitted))] += 1
    while sum(fitted) > points and max(fitted) > least:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


CREATION = Creation(
    create.name,
    (
        Step("Who", ("name", "side", "extra", "after"), ("combat.death.new_character",)),
        Step("Attributes", ("a", "c"), ("combat.create.points", "combat.create.scale", "combat.base.attributes")),
        Step("Skills", SKILLS, ("combat.create.points", "combat.create.scale", "combat.base.attributes")),
        Step("Gear", ("weapon", "armor", "shield"), ("combat.create.points", "combat.table.weapons", "combat.table.armor")),
    ),
    random=create_random.name,
    samples=take_sample.name,
)


def new_id(t: T, name: str) -> Id:
    """Short, in plain letters, and not taken."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    if not plain:
        raise refuse("combat.create.points", "A fighter needs a name with letters in it.")
    taken = {*t.state.fighters, *t.state.vehicles}
    number = 2
    id = plain
    while id in taken:
        id, number = f"{plain}{number}", number + 1
    return Id(id)


@cites("combat.round.positions")
def starting_place(t: T, side: str) -> Place:
    """Beside the first of one's side; a new side stands 20 yards from the last one."""
    sides = {f.side: f.place for f in reversed(t.state.fighters.values())}
    if side in sides:
        return sides[side]
    return Place(max(place.x for place in sides.values()) + APART, 0) if sides else Place(0, 0)


# ------------------------------------------------------------------------------------------------ spending XP
def mine(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living fighter of yours."""
    return [f.id for f in t.state.fighters.values() if not f.dead and by in (f.seat, GM)]


def raisable(t: T, by: SeatId, who: Id) -> Sequence[str]:
    """A skill, a specialty, or A or C, below its maximum and within your XP."""
    me = fighter(t, who)
    prices = {what: price(t.variants, me, what) for what in ("a", "c", *SKILLS, *SKILL_OF)}
    return [what for what, cost in prices.items() if cost is not None and cost <= me.xp_left]


@cites("combat.create.xp")
def price(variants: CombatVariants, who: Fighter, what: str) -> int | None:
    """To n: n XP for a skill, 3n for A or C; a specialty to one above its skill costs 2. None beyond the maximum."""
    if what in SKILL_OF:
        skill_score = getattr(who, SKILL_OF[what])
        return 2 if skill_score < MAXIMUM and (getattr(who, what) or skill_score) <= skill_score else None
    to: int = getattr(who, what) + 1
    if what in ("a", "c"):
        within = variants.attribute_range == "unbounded" or to <= variants.attribute_range[1]
        return 3 * to if within else None
    return to if to <= MAXIMUM else None


def has_fighter(t: T, by: SeatId) -> Refusal | None:
    if refusal := no_fight(t, by):
        return refusal
    if any(raisable(t, by, who) for who in mine(t, by)):
        return None
    return Refusal("combat.create.xp", "No living fighter of yours has XP for anything.", "Fight on.")


@command(rules=("combat.create.xp",), when=has_fighter, who=mine, what=raisable)
def improve(t: T, by: SeatId, who: Id, what: str) -> None:
    """Raise a skill, a specialty, A or C by one for XP."""
    me = fighter(t, who)
    cost = price(t.variants, me, what)
    assert cost is not None
    was_up = me.up
    me.xp_left -= cost
    if what in SKILL_OF:
        setattr(me, what, getattr(me, SKILL_OF[what]) + 1)
    else:
        setattr(me, what, getattr(me, what) + 1)
        if what == "c":
            me.hp += 2
    t.say("improves", "combat.create.xp", to=audience(t, me), who=who, what=what, cost=cost)
    if not was_up and me.up:
        wake(t, me)
