"""Making a character by the pack's method: an array for attributes, eleven skills, tracks by the formulas, one Infinity point."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebound.games.infinity.content import arm, carry, content, sample, wear
from rulebound.games.infinity.people import Category, Character, Harm, Id, Stress
from rulebound.games.infinity.skills import Attribute, Ranks, Skill
from rulebound.games.infinity.state import Phase, T, full_track
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.dice import SumPool
from rulebound.kernel.game import Creation, Step
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

ARRAY = (13, 12, 11, 10, 10, 9, 8)
SKILLS = ((2, Ranks(3, 2)), (3, Ranks(2, 2)), (3, Ranks(2, 1)), (3, Ranks(1, 1)))
"""infinity.creation.method: how many skills have which Expertise and Focus."""


def any_name(*_: object) -> AnyText:
    """What the character is called."""
    return AnyText(40)


def kits(*_: object) -> Sequence[str]:
    """Whose equipment, of those the pack has made already."""
    return [name for name, kind in content().people.items() if kind.category is Category.HERO]


@cites("infinity.creation.method")
def may_create(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.ACTION:
        return Refusal("infinity.creation.method", "There is an action scene.", "Wait until it is over.")
    if by != GM and any(p.seat == by for p in t.state.people.values()):
        return Refusal("infinity.creation.method", "You have a character already.", "Play it.")
    return None


@command(rules=("infinity.creation.method",), when=may_create, name=any_name, kit=kits)
def create(t: T, by: SeatId, name: str, kit: str) -> None:
    """Make a character: say what each value of the array is for, choose eleven skills, and take a ready-made kit."""
    outfit(t, made(t, by, name, choose_attributes(t, by), choose_skills(t, by)), kit)


@cites("infinity.creation.method")
def made(t: T, by: SeatId, name: str, attributes: dict[Attribute, int], skills: dict[Skill, Ranks]) -> Character:
    """Tracks by the formulas, and one Infinity point."""
    tracks = [full_track(t, Category.HERO, attributes, skills, harm) for harm in Harm]
    vigour, resolve, firewall = (Stress(full=full, left=full) for full in tracks)
    seat = GM if by == GM else by  # the very default: what is written leaves it out by identity
    who = Character(
        id=new_id(t, name), name=name, seat=seat, attributes=attributes, skills=skills, vigour=vigour, resolve=resolve, firewall=firewall,
        refresh=1,
    )  # fmt: skip
    who.infinity.start = 1
    return join(t, who)


def join(t: T, who: Character) -> Character:
    who.zone, who.infinity.cap = next(iter(t.state.map.zones)), t.variants.infinity_points_cap
    t.state.people[who.id] = who
    t.say("created", "infinity.creation.method", who=who.id, vigour=who.vigour.full, resolve=who.resolve.full, firewall=who.firewall.full)
    return who


# ------------------------------------------------------------------------------------------------ ready-made, and by dice
@command(rules=("infinity.creation.method",), when=may_create, sample_=kits, name=any_name)
def take_sample(t: T, by: SeatId, sample_: str, name: str = "") -> None:
    """Take a character that the pack has made already."""
    join(t, sample(t, sample_, new_id(t, name or sample_), GM if by == GM else by, name))


@command(rules=("infinity.creation.method",), when=may_create, name=any_name)
def create_random(t: T, by: SeatId, name: str) -> None:
    """Let dice make a character: the attributes of one that the pack has made, the skills of another and the kit of a third."""
    kinds = kits()
    one_of_them = SumPool(1, len(kinds))
    attributes = content().people[kinds[t.roll(one_of_them, "random_attributes", by, (name,)).total - 1]].attributes
    skills = content().people[kinds[t.roll(one_of_them, "random_skills", by, (name,)).total - 1]].skills
    kit = kinds[t.roll(one_of_them, "random_kit", by, (name,)).total - 1]
    outfit(t, made(t, by, name, dict(attributes), {skill: Ranks(*values) for skill, values in skills.items()}), kit)


CREATION = Creation(
    create.name, (Step("Who", ("name",)), Step("Kit", ("kit",), ("infinity.creation.method",))), random=create_random.name,
    samples=take_sample.name,
)  # fmt: skip
"""The array and the eleven skills are asked when it is done."""


@cites("infinity.creation.method", "infinity.attribute.scale")
def choose_attributes(t: T, by: SeatId) -> dict[Attribute, int]:
    """Each value of the array to an attribute, the highest first."""
    found: dict[Attribute, int] = {}
    for value in ARRAY:
        left = [a for a in Attribute if a not in found]
        found[t.choose(by, "attribute_for", left, (str(value),))] = value
    return {a: found[a] for a in Attribute}


@cites("infinity.creation.method", "infinity.skill.ranks")
def choose_skills(t: T, by: SeatId) -> dict[Skill, Ranks]:
    found: dict[Skill, Ranks] = {}
    for count, value in SKILLS:
        left = [s for s in Skill if s not in found]
        for skill in t.choose_some(by, "skills_at", left, count, count, (str(count), f"{value.expertise}/{value.focus}")):
            found[skill] = Ranks(value.expertise, value.focus)
    return found


@cites("infinity.creation.method")
def outfit(t: T, who: Character, kit: str) -> None:
    """Equipment as the game master agrees; else only what everybody carries."""
    kind = content().people[kit]
    if not t.judge("allow_kit", (True, False), True, (who.id, kit)):
        carry(who, ["communicator"])
        return
    wear(who, kind.armour)
    carry(who, kind.gear)
    arm(who, kind.weapons)


def new_id(t: T, name: str) -> Id:
    word = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "somebody"
    taken = [*t.state.people, *t.state.vehicles]
    return Id(next(id for n in range(1, len(taken) + 2) if (id := word if n == 1 else f"{word}-{n}") not in taken))
