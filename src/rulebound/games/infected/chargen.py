"""Making a survivor: concept, attributes, skills, background, derived values, bonds, details, in that order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.games.infected.bonds import survivors, tie, too_far_off
from rulebound.games.infected.carry import capacity, pack_again
from rulebound.games.infected.content import content, is_clothing, new_gear
from rulebound.games.infected.kinds import BackgroundKind
from rulebound.games.infected.pain import fresh_track
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.points import (
    CALLINGS,
    SPREADS,
    Attributes,
    all_skills,
    check_areas,
    check_attributes,
    check_skills,
    fit_scores,
    fit_skills,
    the_other_attributes,
    two_known,
)
from rulebound.games.infected.staging import survivor
from rulebound.games.infected.state import T
from rulebound.games.infected.stress import slots
from rulebound.games.infected.terms import Attribute, Id, Skill
from rulebound.games.infected.world import a_name, anybody, at_peace, gear_id, new_id, some_words, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.game import Creation, Step
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM, SeatId

HIGHEST_SKILL = 4
FEATURES = 3
COMBAT_SKILLS = (Skill.BRAWL, Skill.SHOOT, Skill.ATHLETICS)


# ------------------------------------------------------------------------------------------------ background and bonds
@cites("infected.chargen.background_bonus")
def with_bonus(skills: Mapping[Skill, int], background: BackgroundKind) -> dict[Skill, int]:
    """The background's point comes after the others and may lift a skill to 4."""
    raised = {skill: score for skill, score in skills.items() if score}
    raised[background.bonus] = min(HIGHEST_SKILL, raised.get(background.bonus, 0) + 1)
    return raised


@cites("infected.chargen.bonds")
def check_bonds(t: T, trust: Id | None, wary: Id | None) -> Refusal | None:
    if trust is not None and trust == wary:
        return Refusal("infected.chargen.bonds", "Both bonds name the same person.", "Name two different survivors.")
    return too_far_off(t, [to for to in (trust, wary) if to is not None], len(survivors(t)) + 1)


# ------------------------------------------------------------------------------------------------ the new survivor
@cites("infected.chargen.steps", "infected.chargen.derived")
def build(
    t: T, seat: SeatId, name: str, scores: Attributes, skills: Mapping[Skill, int], background: str, areas: Sequence[str] = (),
) -> Person:  # fmt: skip
    """A survivor of points and a background; Refused says which rule a build breaks."""
    kind = content().backgrounds[background]
    final = with_bonus(skills, kind)
    if refusal := check_attributes(t.variants, scores) or check_skills(t.variants, skills) or check_areas(Skill.KNOWLEDGE in final, areas):
        raise Refused(refusal)
    grit, reflex, wits, nerve = scores
    who = Person(
        id=new_id(t, name), name=name, seat=seat, grit=grit, reflex=reflex, wits=wits, nerve=nerve, background=background,
        skills={skill.value: score for skill, score in final.items()}, knowledge=list(areas), guts=t.variants.guts_start,
        wounds=fresh_track(t.variants, grit), zone=starting_zone(t),
    )  # fmt: skip
    t.state.people[who.id] = who
    outfit(t, who, kind)
    return who


def starting_zone(t: T) -> str:
    """With the others, or in the first zone of the scene."""
    others = [p.zone for p in t.state.people.values() if p.pc and not p.dead]
    return others[0] if others else next(iter(t.state.scene.zones), "here")


@cites("infected.chargen.backgrounds")
def outfit(t: T, who: Person, kind: BackgroundKind) -> None:
    """What the background owns: the first weapon in hand, armour on, rounds in the magazine and the rest spare."""
    for name in (*kind.weapons, *dict.fromkeys(kind.gear)):
        thing = new_gear(name, gear_id(t, name), kind.gear.count(name) if name in kind.gear and kind.gear.count(name) > 1 else 0)
        who.gear[thing.id] = thing
        load(who, thing, kind)
    if kind.armor:
        armor = new_gear(kind.armor, gear_id(t, kind.armor))
        who.gear[armor.id], who.armor = armor, armor.id
    who.worn = [g.id for g in who.gear.values() if is_clothing(g)]
    if kind.weapons:
        who.hands = [next(g.id for g in who.gear.values() if g.kind == kind.weapons[0])]
    who.food, who.parts = kind.food, kind.parts
    pack_again(who)


def load(who: Person, weapon: Gear, kind: BackgroundKind) -> None:
    row = content().weapons.get(weapon.kind)
    if row is not None and row.ammo in kind.ammo:
        weapon.loaded = min(row.magazine, kind.ammo[row.ammo])
        if kind.ammo[row.ammo] > weapon.loaded:
            who.ammo[row.ammo] = kind.ammo[row.ammo] - weapon.loaded


def score(*_: object) -> range:
    """A score; those that you leave out are asked for."""
    return range(11)


def skill_score(*_: object) -> range:
    """A score; where no skill is named at all they are asked for one by one."""
    return range(11)


def backgrounds(*_: object) -> Sequence[str]:
    """One of the twelve backgrounds."""
    return list(content().backgrounds)


def two_areas(*_: object) -> AnyText:
    """Two areas of Knowledge with a comma between, such as `medical, local: the harbour`."""
    return AnyText(120)


def three_features(*_: object) -> AnyText:
    """Three features people remember, with commas between."""
    return AnyText(200)


SKILL_OFFERS = {skill.value: skill_score for skill in Skill}


@command(
    rules=("infected.chargen.steps", "infected.chargen.attributes", "infected.chargen.skills", "infected.chargen.backgrounds"),
    when=at_peace, name=a_name, background=backgrounds, grit=score, reflex=score, wits=score, nerve=score, **SKILL_OFFERS,
    areas=two_areas, trust=anybody, wary=anybody, concept=some_words, features=three_features, keepsake=some_words, reason=some_words,
)  # fmt: skip
def create(
    t: T, by: SeatId, name: str, background: str, grit: int | None = None, reflex: int | None = None, wits: int | None = None,
    nerve: int | None = None, brawl: int = 0, endure: int = 0, athletics: int = 0, shoot: int = 0, stealth: int = 0, drive: int = 0,
    notice: int = 0, craft: int = 0, tech: int = 0, medicine: int = 0, survival: int = 0, knowledge: int = 0, persuade: int = 0,
    deceive: int = 0, resolve: int = 0, intimidate: int = 0, animals: int = 0, areas: str = "", trust: Id | None = None,
    wary: Id | None = None, concept: str = "", features: str = "", keepsake: str = "", reason: str = "",
) -> None:  # fmt: skip
    """Make a survivor: 12 points for attributes, 12 for skills, a background, bonds, and a person; attributes left out are asked for."""
    spent = (
        brawl, endure, athletics, shoot, stealth, drive, notice, craft, tech, medicine, survival, knowledge, persuade, deceive, resolve,
        intimidate, animals,
    )  # fmt: skip
    given = dict(zip(Skill, spent, strict=True)) if any(spent) else None
    if refusal := check_bonds(t, trust, wary) or check_features(features) or (check_skills(t.variants, given) if given else None):
        raise Refused(refusal)
    bonus = content().backgrounds[background].bonus
    scores = the_other_attributes(t, by, name, (grit, reflex, wits, nerve))
    skills = given or all_skills(t, by, name, bonus)
    named = [area.strip().lower() for area in areas.split(",") if area.strip()]
    if not named and not given and (bonus is Skill.KNOWLEDGE or skills[Skill.KNOWLEDGE]):
        named = two_known(t, by, name)
    who = build(t, by, name, scores, skills, background, named)
    who.concept = concept
    describe(who, features, keepsake, reason)
    announce(t, who)
    for to, trusts in ((trust, True), (wary, False)):
        if to is not None:
            tie(t, who, to, trusts)


def each_of(features: str) -> list[str]:
    return [feature.strip() for feature in features.split(",") if feature.strip()]


@cites("infected.chargen.details")
def check_features(features: str) -> Refusal | None:
    named = len(each_of(features))
    if named <= FEATURES:
        return None
    return Refusal("infected.chargen.details", f"{named} features are named.", f"Name {FEATURES}.")


@cites("infected.chargen.details", "infected.chargen.concept")
def describe(who: Person, features: str, keepsake: str, reason: str) -> None:
    """Words without numbers: up to three features, something dear, a reason to go on."""
    who.details = each_of(features) + ([f"keeps {keepsake}"] if keepsake else []) + ([f"goes on for {reason}"] if reason else [])


@cites("infected.chargen.derived", "infected.chargen.skills")
def announce(t: T, who: Person) -> None:
    """What follows from the scores; and a word of advice to those who cannot fight."""
    t.say(
        "created", "infected.chargen.steps", who=who.id, background=who.background, stress=slots(who), carries=capacity(who).value,
        guts=who.guts,
    )  # fmt: skip
    if all(who.skills.get(skill, 0) == 0 for skill in COMBAT_SKILLS):
        t.say("no_combat_skill", "infected.chargen.skills", to=(who.seat, GM), who=who.id)


# ------------------------------------------------------------------------------------------------ by dice
@command(rules=("infected.chargen.steps", "infected.chargen.backgrounds"), when=at_peace, name=a_name)
def random_survivor(t: T, by: SeatId, name: str) -> None:
    """Let dice make a survivor: a background, a spread of attributes and a calling."""
    kinds = list(content().backgrounds)
    background = kinds[table_die(t, "random_background", sides=len(kinds), about=(name,)) - 1]
    scores = fit_scores(SPREADS[table_die(t, "random_attributes", about=(name,)) - 1], t.variants.chargen_attribute_points)
    skills = fit_skills(CALLINGS[table_die(t, "random_skills", about=(name,)) - 1], t.variants.chargen_skill_points)
    knows = content().backgrounds[background].bonus is Skill.KNOWLEDGE
    announce(t, build(t, by, name, scores, skills, background, ("academic", "medical") if knows else ()))


# ------------------------------------------------------------------------------------------------ ready-made
def samples(*_: object) -> Sequence[str]:
    """A survivor that is ready to play."""
    return list(content().survivors)


@command(rules=("infected.chargen.steps",), when=at_peace, sample_=samples)
def take_sample(t: T, by: SeatId, sample_: str) -> None:
    """Take a survivor from the samples."""
    zone = starting_zone(t)
    who = survivor(t.state, new_id(t, sample_), sample_, t.variants)
    who.seat, who.zone = by, zone
    announce(t, who)


CREATION = Creation(
    create.name,
    (
        Step("Concept", ("name", "concept"), ("infected.chargen.concept", "infected.chargen.steps")),
        Step("Attributes", tuple(Attribute), ("infected.chargen.attributes", "infected.attribute.range")),
        Step(
            "Skills", (*(skill.value for skill in Skill), "areas"),
            ("infected.chargen.skills", "infected.skill.range", "infected.skill.knowledge_areas",
             "infected.skill.knowledge_specialization"),
        ),
        Step("Background", ("background",), ("infected.chargen.backgrounds", "infected.chargen.background_bonus")),
        Step("Bonds", ("trust", "wary"), ("infected.chargen.bonds", "infected.chargen.bond.trust", "infected.chargen.bond.wary")),
        Step("Details", ("features", "keepsake", "reason"), ("infected.chargen.details",)),
    ),
    random=random_survivor.name,
    samples=take_sample.name,
)  # fmt: skip
