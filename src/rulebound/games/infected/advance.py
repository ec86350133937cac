"""Advancement: no experience points, but what surviving teaches; loss, mentors, scars."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infected.bonds import HIGHEST_ATTRIBUTE, is_lost
from rulebound.games.infected.chargen import HIGHEST_SKILL
from rulebound.games.infected.people import Bond, Person
from rulebound.games.infected.points import check_areas, two_known
from rulebound.games.infected.state import Infected, T
from rulebound.games.infected.terms import Attribute, Id, Level, Skill
from rulebound.games.infected.world import alive, anybody, at_peace, gm_at_peace, some_words
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, Options, command
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import GM, SeatId

MARKS_FOR_A_POINT = 3
LOSS_TEACHES = (Attribute.NERVE, Attribute.GRIT)


# ------------------------------------------------------------------------------------------------ skills
@cites("infected.advance.session")
def survived_session(t: T, who: Person) -> None:
    """A point for every session survived; what cannot be spent is kept."""
    who.skill_points += 1
    t.say("skill_point", "infected.advance.session", who=who.id, points=who.skill_points)


def raise_skill(t: T, who: Person, skill: Skill, rule: str) -> None:
    who.skills[skill] = who.skills.get(skill, 0) + 1
    t.say("skill_up", rule, who=who.id, skill=skill.value, to_value=who.skills[skill])


def learners(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours with a skill point to spend."""
    return [who for who in alive(t, by) if t.state.people[who].skill_points and below_cap(t, by, who)]


def below_cap(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Skill]:
    """A skill below 4, trained or not."""
    return [skill for skill in Skill if t.state.people[who].skills.get(skill, 0) < HIGHEST_SKILL]


def can_improve(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    return None if learners(t, by) else Refusal("infected.advance.session", "You have no skill point to spend.", "Survive a session.")


def areas_if_new(t: T, by: SeatId, who: Id, skill: Skill) -> Options:
    """Two areas with a comma between, if this is the first point of Knowledge."""
    return AnyText(120) if first_knowledge(t.state.people[who], skill) else ()


@command(rules=("infected.advance.session",), when=can_improve, who=learners, skill=below_cap, areas=areas_if_new)
def improve(t: T, by: SeatId, who: Id, skill: Skill, areas: str = "") -> None:
    """Spend a skill point on a skill below 4."""
    me = t.state.people[who]
    learn_areas(me, skill, areas)
    me.skill_points -= 1
    raise_skill(t, me, skill, "infected.advance.session")


def learn_areas(who: Person, skill: Skill, areas: str) -> None:
    """The first point of Knowledge brings two areas."""
    named = [area.strip().lower() for area in areas.split(",") if area.strip()]
    if refusal := check_areas(first_knowledge(who, skill), named):
        raise Refused(refusal)
    who.knowledge += named


def first_knowledge(who: Person, skill: Skill) -> bool:
    return skill is Skill.KNOWLEDGE and who.skills.get(skill, 0) == 0


def untrained(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Skill]:
    """A skill they have no point in."""
    return [skill for skill in Skill if t.state.people[who].skills.get(skill, 0) == 0]


@command(rules=("infected.advance.mentor",), when=gm_at_peace, who=anybody, skill=untrained, areas=areas_if_new)
def mentor(t: T, by: SeatId, who: Id, skill: Skill, areas: str = "") -> None:
    """A mentor or a chance to learn teaches a new skill at 1."""
    me = t.state.people[who]
    learn_areas(me, skill, areas)
    raise_skill(t, me, skill, "infected.advance.mentor")


@cites("infected.advance.training", "infected.downtime.train", "infected.skill.knowledge_specialization")
def train_a_day(t: T, who: Person, skill: Skill) -> None:
    """A mark on one skill; the third raises it and all three are gone."""
    who.training[skill] = who.training.get(skill, 0) + 1
    t.say("trains", "infected.downtime.train", who=who.id, skill=skill.value, marks=who.training[skill])
    if who.training[skill] >= MARKS_FOR_A_POINT:
        del who.training[skill]
        if skill is Skill.KNOWLEDGE and not who.skills.get(skill, 0):
            who.knowledge += two_known(t, who.seat, who.name)
        raise_skill(t, who, skill, "infected.advance.training")


# ------------------------------------------------------------------------------------------------ attributes
@cites("infected.advance.derived_update", "infected.wounds.grit_bonus")
def raise_attribute(t: T, who: Person, attribute: Attribute, rule: str) -> None:
    """Everything that follows from an attribute follows at once: slots, carrying, Bruised slots."""
    value = getattr(who, attribute) + 1
    setattr(who, attribute, value)
    if attribute is Attribute.GRIT:
        bruised = t.variants.wounds_slots[0]
        who.wounds.resize(Level.BRUISED, bruised + max(0, value - 2))
    t.say("attribute_up", rule, who=who.id, attribute=attribute.value, to_value=value)


def raisable(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Attribute]:
    """An attribute below 5."""
    return [a for a in Attribute if getattr(t.state.people[who], a) < HIGHEST_ATTRIBUTE]


@command(rules=("infected.advance.major_threat",), when=gm_at_peace, who=anybody, attribute=raisable)
def lived_through(t: T, by: SeatId, who: Id, attribute: Attribute) -> None:
    """Somebody lived through something major: an attribute rises by 1, 5 at most."""
    raise_attribute(t, t.state.people[who], attribute, "infected.advance.major_threat")


@cites("infected.advance.major_threat")
def session_reward(t: T, who: Person) -> None:
    """Without a game master: once a session, for getting away from a Horde or living through Threat 10."""
    world = t.state.world
    options = [a for a in Attribute if getattr(who, a) < HIGHEST_ATTRIBUTE]
    earned = (world.horde_escaped or world.threat_reached_ten) and who.id not in world.rewarded and bool(options)
    if earned and t.judge("major_threat", (True, False), True, (who.id,)):
        world.rewarded.append(who.id)
        raise_attribute(t, who, t.choose(who.seat, "attribute", options, (who.id,)), "infected.advance.major_threat")


def bereaved(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor of yours who has lost somebody they were Wary of, for the game master anybody; and who can still grow by it."""
    people = anybody(t, by) if by == GM else [who for who in alive(t, by) if lost_rival(t.state, t.state.people[who])]
    return [who for who in people if loss_raises(t, by, who)]


def lost_rival(state: Infected, who: Person) -> Bond | None:
    """A bond without Trust to somebody who is dead or turned: those count as close, whoever sits at the table."""
    return next((b for b in who.bonds if not b.trust and is_lost(state, b.to)), None)


def can_lose(t: T, by: SeatId) -> Refusal | None:
    if refusal := at_peace(t, by):
        return refusal
    if bereaved(t, by):
        return None
    return Refusal("infected.advance.loss", "Nobody of yours has lost anybody close who was not Trusted.", "Mourn whom you Trusted.")


def loss_raises(t: T, by: SeatId, who: Id, *_: object) -> Sequence[Attribute]:
    """NERVE or GRIT, below 5."""
    return [a for a in LOSS_TEACHES if getattr(t.state.people[who], a) < HIGHEST_ATTRIBUTE]


@command(rules=("infected.advance.loss",), when=can_lose, who=bereaved, attribute=loss_raises)
def loss(t: T, by: SeatId, who: Id, attribute: Attribute) -> None:
    """Somebody lost a person close to them, not one they Trusted: NERVE or GRIT rises by 1, and a bond to them is no more."""
    me = t.state.people[who]
    raise_attribute(t, me, attribute, "infected.advance.loss")
    if (bond := lost_rival(t.state, me)) is not None:
        me.bonds.remove(bond)


# ------------------------------------------------------------------------------------------------ scars
@cites("infected.advance.scars")
def scar(t: T, who: Person, where: str) -> None:
    """Every Critical wound survived leaves one; its owner says what it looks like."""
    words = t.text(who.seat, "scar", (who.id, where), 200, default=where)
    who.scars.append(words or where)
    t.say("scar", "infected.advance.scars", who=who.id, scar=words or where)


@command(rules=("infected.advance.scars",), when=gm_at_peace, who=anybody, effect=some_words)
def lasting_effect(t: T, by: SeatId, who: Id, effect: str) -> None:
    """A Broken wound left something behind: a limp, a stiff arm, pain in the cold."""
    t.state.people[who].scars.append(effect)
    t.say("scar", "infected.advance.scars", who=who, scar=effect)
