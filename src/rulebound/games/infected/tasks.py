"""Checks that the game master calls for, noise one makes, scenes that begin and end, and other things outside fights."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infected import threat
from rulebound.games.infected.actions import acting, has_action, spend_action, steadiness
from rulebound.games.infected.ammo import find_arrows
from rulebound.games.infected.checks import NO_DICE, Tier, check, knows_about, passes
from rulebound.games.infected.clockwork import breathe, pass_minutes
from rulebound.games.infected.complications import after, tool_in_hand
from rulebound.games.infected.conditions import let_go_of_all, put_on, take_off
from rulebound.games.infected.crafting import crowbars, helped_by
from rulebound.games.infected.death import bleed_out, stable
from rulebound.games.infected.driving import engines_run_on
from rulebound.games.infected.equipment import looks, wear_tool
from rulebound.games.infected.goals import short_of_goal
from rulebound.games.infected.guts import award, be_heroic, enough
from rulebound.games.infected.helping import in_reach
from rulebound.games.infected.horde import pressed, shake_off
from rulebound.games.infected.infection import bare_wound, covered, expose, face_covered, wears_any, where
from rulebound.games.infected.lights import seen_burning
from rulebound.games.infected.pain import open_wound
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.remains import quiet
from rulebound.games.infected.state import Phase, T, hostile, in_fight, party
from rulebound.games.infected.stress import strained, suffer
from rulebound.games.infected.terms import Attribute, Condition, Id, Skill
from rulebound.games.infected.threat import Noise
from rulebound.games.infected.variants import ThreatMode
from rulebound.games.infected.world import at_base, gm_only, site
from rulebound.kernel.citing import cites
from rulebound.kernel.clock import Unit
from rulebound.kernel.commands import AnyText, command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

WITH_TOOLS = (Skill.CRAFT, Skill.TECH, Skill.MEDICINE, Skill.BRAWL, Skill.SHOOT)
"""infected.core.complication_table: what a partial success may cost is a box of the tool or weapon used."""


class Goal(StrEnum):
    """Whether a check tries to achieve something, or only keeps something off."""

    ACHIEVE = "achieve"
    RESIST = "resist"


def gm_at_peace(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is Phase.FIGHT:
        return Refusal("infected.condition.end_of_scene", "There is a fight.", "End it first.")
    return gm_only(t, by)


# ------------------------------------------------------------------------------------------------ checks
def mine(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who is up."""
    return [p.id for p in t.state.people.values() if p.human and p.up and by in (p.seat, GM)]


def anybody_up(t: T, by: SeatId) -> Refusal | None:
    return None if mine(t, by) else Refusal("infected.core.pool", "You have nobody who is up.", "Wait.")


def rollers(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who is up; in a fight whoever has the turn. The game master may call on anybody."""
    return [acting(t).id] if in_fight(t) and by != GM else mine(t, by)


@cites("infected.action.economy")
def can_roll(t: T, by: SeatId) -> Refusal | None:
    """In a fight a task takes an Action; to resist something, or what the game master calls for, does not."""
    return has_action(t, by) if in_fight(t) and by != GM else anybody_up(t, by)


def dice(*_: object) -> range:
    """Dice more or fewer."""
    return range(-5, 6)


def areas(t: T, by: SeatId, who: Id, attribute: Attribute, skill: Skill, *_: object) -> Sequence[str]:
    """An area of theirs that a check of Knowledge is about."""
    return t.state.people[who].knowledge if skill is Skill.KNOWLEDGE else ()


def tools(t: T, by: SeatId, who: Id, attribute: Attribute, skill: Skill, *_: object) -> Sequence[Id]:
    """Something to pry, force or dismantle with, for Craft and Tech."""
    bars = crowbars(t.state.people[who]) if skill in (Skill.CRAFT, Skill.TECH) else []
    return [gear.id for gear in bars if in_reach(t, gear)]


@cites("infected.property.tool")
def pried_with(t: T, who: Person, tool: Gear) -> Total:
    """The game master says whether it is of use."""
    return helped_by(tool if t.judge("tool_fits", (True, False), True, (who.id, tool.kind)) else None)


@command(
    rules=(
        "infected.core.pool", "infected.core.modifiers", "infected.core.result_tiers", "infected.skill.table", "infected.attribute.table",
        "infected.skill.knowledge_specialization", "infected.stress.sources", "infected.property.tool",
    ),
    when=can_roll, who=rollers, dice=dice, area=areas, tool=tools,
)  # fmt: skip
def roll(
    t: T, by: SeatId, who: Id, attribute: Attribute, skill: Skill, dice: int = 0, goal: Goal = Goal.ACHIEVE, area: str = "",
    tool: Id | None = None,
) -> None:  # fmt: skip
    """Make a check of an attribute and a skill, with dice more or fewer for what the game master sees."""
    me = t.state.people[who]
    extra = Total().plus("circumstances", dice, "infected.core.modifiers") if dice else NO_DICE
    if area:
        extra += knows_about(t, me, area)
    if tool is not None:
        extra += pried_with(t, me, me.gear[tool])
    if skill is Skill.PERSUADE:
        extra += looks(me)
    if in_fight(t) and by != GM:
        extra += steadiness(me)
        if goal is not Goal.RESIST:
            spend_action(t, me)
    result = check(t, me, "check", attribute, skill, extra, (attribute.value, skill.value), reaction=reacts(skill, goal))
    wear_tool(t, me, me.gear[tool] if tool is not None else None, result.critical)
    t.say("result", "infected.core.result_tiers", who=who, tier=result.tier.value, hits=result.hits)
    if goal is Goal.ACHIEVE and result.tier is not Tier.FAILURE:
        after(t, me, result, me.gear.get(tool) if tool is not None else tool_in_hand(me) if skill in WITH_TOOLS else None)
    elif goal is Goal.RESIST:
        t.say("resisted" if passes(t, result) else "suffers", "infected.core.check_pass", who=who)
    if skill is Skill.RESOLVE:
        strained(t, me, result)


@cites("infected.chargen.bond.wary")
def reacts(skill: Skill, goal: Goal) -> bool:
    """To notice something; or to dodge, escape or counter it, where the check keeps something off."""
    return skill is Skill.NOTICE or (goal is Goal.RESIST and skill in (Skill.ATHLETICS, Skill.BRAWL))


@command(rules=("infected.core.push",), when=anybody_up, who=mine, asks=yes_or_no("Be asked after every roll.", first=True))
def ask_me(t: T, by: SeatId, who: Id, asks: bool) -> None:
    """Be asked about pushes and Guts after every roll, and before every turn while you wait; or take rolls as they fall."""
    t.state.people[who].asks = asks


# ------------------------------------------------------------------------------------------------ noise
@command(
    rules=("infected.threat.noise_table", "infected.threat.noise_frequency", "infected.conv.ranges", "infected.stealth.infected_states"),
    when=anybody_up, who=mine,
)  # fmt: skip
def noise(t: T, by: SeatId, who: Id, what: Noise) -> None:
    """Make a noise that is no attack: talk, run, shout, break glass, set off an alarm. Whoever is unaware hears all but the least."""
    threat.make(t, t.state.people[who], what)


# ------------------------------------------------------------------------------------------------ the game master's
def everybody(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Anybody alive."""
    return [p.id for p in t.state.people.values() if not p.dead]


def survivors(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A survivor."""
    return [p.id for p in party(t)]


def one_or_two(*_: object) -> range:
    """1 or 2."""
    return range(1, 3)


@command(rules=("infected.stress.sources", "infected.conv.ranges"), when=gm_only, who=survivors, stress=one_or_two)
def horror(t: T, by: SeatId, who: Id, stress: int = 1) -> None:
    """Somebody sees a horror: 1 Stress, or 2."""
    suffer(t, t.state.people[who], stress, "infected.stress.sources")


@command(rules=("infected.stress.sources",), when=gm_only, who=survivors)
def resolve_check(t: T, by: SeatId, who: Id) -> None:
    """Somebody must keep their nerve: NERVE + Resolve, or 1 Stress."""
    me = t.state.people[who]
    strained(t, me, check(t, me, "resolve", Attribute.NERVE, Skill.RESOLVE))


@command(rules=("infected.condition.table", "infected.condition.bleeding_out"), when=gm_only, who=everybody)
def afflict(t: T, by: SeatId, who: Id, condition: Condition) -> None:
    """The game master puts a condition on somebody."""
    me = t.state.people[who]
    if condition is Condition.BLEEDING_OUT and me.human and me.dying_until is None:
        bleed_out(t, me)
    else:
        put_on(t, me, condition)


@command(rules=("infected.condition.table", "infected.condition.bleeding_out"), when=gm_only, who=everybody)
def relieve_of(t: T, by: SeatId, who: Id, condition: Condition) -> None:
    """The game master takes a condition off somebody; a grip or a trap with it."""
    me = t.state.people[who]
    if condition is Condition.GRAPPLED:
        let_go_of_all(t, me)
        me.in_trap = ""
    if condition is Condition.BLEEDING_OUT:
        stable(t, me)
    take_off(t, me, condition)


class Contact(StrEnum):
    """infected.infection.trigger_table: contacts outside an attack."""

    BLOOD_IN_WOUND = "blood on an open wound"
    BLOOD_IN_FACE = "blood in eyes or mouth"
    BLOOD_ON_SKIN = "blood on whole skin"
    BITE = "a bite"
    SCRATCH = "a scratch"


@command(
    rules=("infected.infection.trigger_table", "infected.infection.triggers", "infected.infection.protection_table"),
    when=gm_only,
    who=survivors,
)
def contact(t: T, by: SeatId, who: Id, what: Contact) -> None:
    """Somebody has had contact with the infection; whole skin keeps it out, and so may what they wear."""
    me, area = t.state.people[who], None
    match what:
        case Contact.BITE:
            stopped, area = covered(t, me, bite=True) if wears_any(me) else (False, None)
        case Contact.SCRATCH:
            stopped = not open_wound(me) or covered(t, me, bite=False)[0]
        case Contact.BLOOD_IN_WOUND:
            stopped = not bare_wound(me)
        case Contact.BLOOD_IN_FACE:
            stopped = face_covered(t, me)
        case Contact.BLOOD_ON_SKIN:
            stopped = True
    if not stopped:
        healthy = me.infection is None
        expose(t, me, area)
        if what is Contact.BITE and area is None and healthy and me.infection is not None:
            me.infection.area = where(t, me)
    else:
        t.say("no_contact", "infected.infection.trigger_table", who=who)


class Deed(StrEnum):
    HEROIC = "heroic"
    CLEVER = "clever"


@command(rules=("infected.guts.earn.heroic", "infected.guts.earn.clever"), when=gm_only, who=survivors)
def reward(t: T, by: SeatId, who: Id, deed: Deed) -> None:
    """The game master rewards a heroic deed, once a scene, or a clever way round a fight."""
    me = t.state.people[who]
    if why := "once a scene" if deed is Deed.HEROIC and me.heroic else enough(t, me):
        t.say("earns_no_guts", f"infected.guts.earn.{deed.value}", who=who, why=why)
    if deed is Deed.HEROIC:
        be_heroic(t, me)
    else:
        award(t, me, "infected.guts.earn.clever")


# ------------------------------------------------------------------------------------------------ scenes
def minutes(*_: object) -> range:
    """How many minutes."""
    return range(1, 24 * 60 + 1)


@cites("infected.conv.time")
def can_pass(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return Refusal("infected.conv.time", "In a fight time goes by rounds.", "End the fight first.")
    if t.state.phase is Phase.CHASE:
        return Refusal("infected.conv.time", "In a chase time goes by rounds.", "Play the chase to its end, or break it off.")
    return None


@cites("infected.conv.time", "infected.npc.horde")
def can_pass_time(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_pass(t, by):
        return refusal
    return pressed(t, by)


@command(rules=("infected.conv.time",), when=can_pass_time, minutes=minutes)
def pass_time(t: T, by: SeatId, minutes: int) -> None:
    """Let minutes go by."""
    pass_minutes(t, minutes)
    t.say("time_passes", "infected.conv.time", minutes=minutes)


@cites("infected.threat.decay")
def all_secure(t: T) -> bool:
    """At a place that was made safe, or everybody behind barricades."""
    place, zones = site(t), t.state.scene.zones
    if at_base(t) or (place is not None and place.safe):
        return True
    there = [zones[p.zone] for p in party(t) if p.zone in zones and not p.fled]
    return bool(there) and all(zone.secure for zone in there)


@command(
    rules=(
        "infected.condition.end_of_scene", "infected.threat.decay", "infected.threat.dread", "infected.stress.breakdown",
        "infected.npc.horde", "infected.ammo.arrow_recovery",
    ),
    when=can_pass, secure=yes_or_no("The place is secure."),
)  # fmt: skip
def end_scene(t: T, by: SeatId, secure: bool = False) -> None:
    """The scene is over: there is a moment to breathe. In a silent one Threat falls, by 2 in a secure place."""
    threat.scene_ends(t, secure=secure or all_secure(t))
    t.state.clock.advance(Unit.SCENES)
    t.state.clock.due()
    shake_off(t)
    for who in party(t):
        find_arrows(t, who, searches=who.up and quiet(t.state, who.zone))
    breathe(t)
    t.say("scene_ends", "infected.condition.end_of_scene", threat=t.state.threat.value)
    seen_burning(t, by)


def ambients(*_: object) -> range:
    """Ambient Threat."""
    return range(11)


def a_name(*_: object) -> AnyText:
    """What it is called."""
    return AnyText(60)


@command(
    rules=("infected.threat.ambient", "infected.threat.modifiers", "infected.vehicle.noise_timing"), when=gm_at_peace, ambient=ambients,
    name=a_name, rain=yes_or_no("It rains there: every noise is one less."),
    echo=yes_or_no("It is underground: every noise is one more."),
)  # fmt: skip
def enter(t: T, by: SeatId, ambient: int, name: str = "the scene", rain: bool = False, echo: bool = False) -> None:
    """The group enters a place with an Ambient Threat of its own."""
    t.state.scene.name, t.state.scene.rain, t.state.scene.echo = name, rain, echo
    threat.fall_silent(t)
    threat.enter_ambient(t, ambient)
    engines_run_on(t)


@command(
    rules=("infected.guts.earn.ghost_run", "infected.stealth.ghost_run"),
    when=gm_at_peace,
    objective=a_name,
    dangerous=yes_or_no("The objective is dangerous."),
)
def set_objective(t: T, by: SeatId, objective: str, dangerous: bool = False) -> None:
    """The group sets itself an objective; the game master may call it dangerous."""
    take_on(t, objective, dangerous=dangerous)
    t.say("objective", "infected.guts.earn.ghost_run", objective=objective)


@cites("infected.guts.earn.ghost_run")
def take_on(t: T, objective: str, *, dangerous: bool = False) -> None:
    """What was fought before it does not count; what is fought from here on does, over as many scenes as it takes."""
    scene = t.state.scene
    scene.objective, scene.dangerous, scene.fought, scene.enemy_gone = objective, dangerous, False, False


@cites("infected.guts.earn.ghost_run")
def has_objective(t: T, by: SeatId) -> Refusal | None:
    if in_fight(t):
        return Refusal("infected.guts.earn.ghost_run", "There is a fight.", "End it first.")
    if not t.state.scene.objective:
        return Refusal("infected.guts.earn.ghost_run", "The group has no objective.", "Set one.")
    missing = short_of_goal(t)
    return Refusal("infected.guts.earn.ghost_run", *missing) if missing and by != GM else None


@command(
    rules=("infected.guts.earn.ghost_run", "infected.stealth.ghost_run", "infected.guts.earn_cap", "infected.stealth.ghost_run_balance"),
    when=has_objective,
)  # fmt: skip
def objective_reached(t: T, by: SeatId) -> None:
    """The objective is reached. A dangerous one without any fight is a Ghost Run: a Guts for everybody."""
    scene = t.state.scene
    hostiles = scene.enemy_gone or any(hostile(p) and not p.dead for p in t.state.people.values())
    dangerous = scene.dangerous or hostiles or scene.ambient >= t.variants.guts_ghost_run_ambient
    t.say("objective_reached", "infected.guts.earn.ghost_run", objective=scene.objective)
    if dangerous and not scene.fought:
        for who in party(t):
            award(t, who, "infected.guts.earn.ghost_run")
    scene.objective = ""


def dread_mode(t: T, by: SeatId) -> Refusal | None:
    if threat.mode(t) is not ThreatMode.DREAD:
        return Refusal("infected.threat.dread", "Threat brings fixed events at this table.", "Choose Dread between sessions.")
    return gm_only(t, by)


@command(rules=("infected.threat.dread", "infected.threat.mode"), when=dread_mode)
def dread(t: T, by: SeatId) -> None:
    """A dramatic moment: the game master rolls as many dice as Threat."""
    threat.dread(t)
