"""What every job in a workshop needs: components, time, tools, noise, and what is lost or flawed when it goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec

from rulebound.games.infected.carry import beside
from rulebound.games.infected.checks import check
from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.counted import change, counters, kept_as, use_counted
from rulebound.games.infected.equipment import count_of, tool_dice, use_up, wear_tool
from rulebound.games.infected.goals import foes_up
from rulebound.games.infected.journey import Supplies
from rulebound.games.infected.kinds import Component, NoiseLevel
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import Phase, T
from rulebound.games.infected.terms import Attribute, Skill
from rulebound.games.infected.threat import make_noise
from rulebound.games.infected.variants import CraftTracking
from rulebound.games.infected.world import at_base, at_large, table_die
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId

NOISE = {NoiseLevel.SILENT: (0,), NoiseLevel.QUIET: (1,), NoiseLevel.MODERATE: (2,), NoiseLevel.LOUD: (3, 4), NoiseLevel.VERY_LOUD: (4, 5)}
"""infected.craft.noise; of a span the first is the default of infected.conv.ranges."""
NO_KIT_DICE = -2
TOOL_KITS = ("tool kit", "basic tools")
MOST_MISSING = 2
ACTIVITY_MINUTES = 480
"""infected.downtime.craft"""


class Flaw(StrEnum):
    """infected.craft.flaws, by d6."""

    FRAGILE = "fragile"
    UNRELIABLE = "unreliable"
    LOUD = "loud"
    SLOW = "slow"
    WEAK = "weak"
    UGLY = "ugly"


class Materials(msgspec.Struct, frozen=True):
    """What goes into a job: units by type, named things, how many units are missing, and of what."""

    components: dict[Component, int]
    parts: int
    named: dict[str, int]
    missing: int
    lacks: tuple[str, ...] = ()

    @property
    def units(self) -> int:
        return sum(self.components.values()) + self.parts + sum(self.named.values())


# ------------------------------------------------------------------------------------------------ materials
@cites("infected.craft.tracking", "infected.craft.components")
def gather(t: T, who: Person, wanted: Mapping[Component, int], named: Mapping[str, int]) -> Materials:
    """What there is of it, own things and at the safe place the group's; generic Parts stand for any one component."""
    parts = who.parts + (t.state.world.supplies.parts if at_base(t) else 0)
    taken: dict[Component, int] = {}
    short, lacks = 0, []
    if t.variants.craft_tracking is CraftTracking.PARTS:
        there = sum(stock(t, who, component) for component in Component)
        need = sum(wanted.values())
        short = max(0, need - there)
        lacks += ["components"] if short else []
        for component in Component:
            taken[component] = min(stock(t, who, component), need - sum(taken.values()))
    else:
        for component, count in wanted.items():
            taken[component] = min(count, stock(t, who, component))
            short += count - taken[component]
            lacks += [component.value] if taken[component] < count else []
    generic = min(parts, short)
    have = {kind: min(count, count_of(who, kind)) for kind, count in named.items()}
    missing = short - generic + sum(named.values()) - sum(have.values())
    lacks += [kind for kind, count in named.items() if have[kind] < count]
    return Materials({c: n for c, n in taken.items() if n}, generic, {k: n for k, n in have.items() if n}, missing, tuple(lacks))


def stock(t: T, who: Person, component: Component) -> int:
    owners = (who, t.state.world.supplies) if at_base(t) else (who,)
    return sum(owner.components[what] for owner in owners for what in kept_as(owner, component))


def take(t: T, who: Person, component: Component | None, count: int) -> None:
    """Own things first, then the group's. No component means generic Parts; of single items the crafter picks."""
    owner: Person | Supplies
    for owner in (who, t.state.world.supplies):
        while count and (kept := kept_as(owner, component) if component else ["parts"] if owner.parts else []):
            what = t.choose(who.seat, "which_component", kept, (who.id, component or "parts"))
            really = min(count, counters(owner)[what]) if len(kept) == 1 else 1
            if owner is who:
                use_counted(who, what, really)
            else:
                change(owner, what, -really)
            count -= really


@cites("infected.craft.check")
def consume(t: T, who: Person, materials: Materials) -> None:
    """All that was put in is used up."""
    for component, count in materials.components.items():
        take(t, who, component, count)
    take(t, who, None, materials.parts)
    for kind, count in materials.named.items():
        use_up(t, who, kind, "infected.craft.check", count)
    t.say("components_used", "infected.craft.check", who=who.id, units=materials.units)


@cites("infected.craft.check", "infected.conv.rounding")
def lose_half(t: T, who: Person, materials: Materials) -> None:
    """A failure costs half of all units put in, rounded up; the crafter picks which."""
    left: dict[str, int] = {component.value: count for component, count in materials.components.items()}
    left |= {"parts": materials.parts} if materials.parts else {}
    left |= materials.named
    lost = -(-materials.units // 2)
    for _ in range(lost):
        kind = t.choose(who.seat, "lost_component", [kind for kind, count in left.items() if count], (who.id,))
        left[kind] -= 1
        if kind in materials.named:
            use_up(t, who, kind, "infected.craft.check")
        else:
            take(t, who, None if kind == "parts" else Component(kind), 1)
    t.say("components_lost", "infected.craft.check", who=who.id, units=lost)


# ------------------------------------------------------------------------------------------------ the job
def with_less(materials: Materials) -> Sequence[bool]:
    """Whether to go on with units missing: first what can be done."""
    return (True, False) if 0 < materials.missing <= MOST_MISSING else (False, True)


@cites("infected.craft.scrounging")
def scrounged(materials: Materials, scrounge: bool) -> Total:
    """One missing unit costs a die, two cost two, three are too many."""
    if not materials.missing:
        return Total()
    if materials.missing > MOST_MISSING:
        raise refuse("infected.craft.scrounging", f"{materials.missing} units are missing.", "No more than two can be.")
    if not scrounge:
        lacks = f"{materials.missing} ({', '.join(materials.lacks)})"
        raise refuse("infected.craft.requirements", f"Missing units: {lacks}.", "Find them, or scrounge without them.")
    return Total().plus("scrounged", -materials.missing, "infected.craft.scrounging")


@cites("infected.craft.requirements", "infected.equipment.broken", "infected.supplies.stash")
def tool_kit(t: T, who: Person) -> Gear | None:
    """What they work with: their own, that of somebody beside them, at the safe place the group's; basic tools rather than a Broken kit."""
    stores = [who.gear, *(friend.gear for friend in beside(t, who)), *([t.state.world.supplies.gear] if at_base(t) else [])]
    kits = [kit for store in stores for kind in TOOL_KITS for kit in store.values() if kit.kind == kind and not kit.destroyed]
    return min(kits, key=lambda kit: kit.broken, default=None)


@cites("infected.craft.requirements", "infected.equipment.broken")
def kit_dice(kit: Gear | None) -> Total:
    """Most things take a tool kit; without one two dice less, with a broken one too."""
    if kit is None:
        return Total().plus("no tool kit", NO_KIT_DICE, "infected.craft.requirements")
    return Total().plus("broken tool kit", tool_dice(kit), "infected.equipment.broken")


@cites("infected.craft.difficulty")
def difficulty(dice: int) -> Total:
    return Total().plus("easy" if dice > 0 else "hard", dice, "infected.craft.difficulty")


@cites("infected.craft.noise", "infected.conv.ranges")
def job_noise(t: T, who: Person, level: NoiseLevel) -> None:
    """Once an attempt, also when it fails; where it is a span the game master says how much."""
    span = NOISE[level]
    noise = t.judge("work_noise", span, span[0], (who.id, level.value)) if len(span) > 1 else span[0]
    make_noise(t, who.seat, noise, f"{level.value} work", "infected.craft.noise", who.zone)


@cites("infected.downtime.craft", "infected.downtime.example.craft_time")
def spend_time(t: T, who: Person, minutes: int) -> None:
    """Outside downtime the clock runs; in it a Craft activity holds 480 minutes, and several jobs may share one."""
    day = t.state.world.downtime
    if t.state.phase is not Phase.DOWNTIME or day is None:
        pass_minutes(t, minutes)
        return
    left = day.craft_minutes.get(who.id, 0)
    while left < minutes:
        start_activity(t, who)
        left += ACTIVITY_MINUTES
    day.craft_minutes[who.id] = left - minutes


@cites("infected.downtime.craft")
def begins_activity(t: T, who: Person, minutes: int) -> bool:
    """In downtime, where too little is left of one that was begun."""
    day = t.state.world.downtime
    return t.state.phase is Phase.DOWNTIME and day is not None and day.craft_minutes.get(who.id, 0) < minutes


def has_time(t: T, who: Person, minutes: int) -> bool:
    """Outside downtime always; in it while activities are left, or enough of one that was begun."""
    day = t.state.world.downtime
    if day is None or not begins_activity(t, who, minutes):
        return True
    free = t.variants.downtime_activities_per_day - len(day.done.get(who.id, ()))
    return day.craft_minutes.get(who.id, 0) + free * ACTIVITY_MINUTES >= minutes


@cites("infected.downtime.entry")
def day_is_full(t: T, by: SeatId) -> Refusal | None:
    """In downtime, with every activity taken and no time left of one that was begun."""
    if any(has_time(t, t.state.people[who], 1) for who in at_large(t, by)):
        return None
    return Refusal("infected.downtime.entry", "You have no activity left today.", "Wait for the next day.")


def start_activity(t: T, who: Person) -> None:
    """Refused when the day has none left."""
    day = t.state.world.downtime
    assert day is not None
    done = day.done.setdefault(who.id, [])
    if len(done) >= t.variants.downtime_activities_per_day:
        raise refuse("infected.downtime.entry", f"{who.name} has no activity left today.", "Wait for the next day.")
    done.append("craft")
    t.say("activity", "infected.downtime.craft", who=who.id, what="craft")


# ------------------------------------------------------------------------------------------------ recipes
@cites("infected.craft.flaws")
def roll_flaw(t: T, who: Person, fits: Callable[[Flaw], bool]) -> Flaw:
    """A d6, or the game master's choice; one that cannot apply is rolled again."""

    def by_dice() -> Flaw:
        flaw = tuple(Flaw)[table_die(t, "flaw", who) - 1]
        return flaw if fits(flaw) else by_dice()

    flaw = t.judge("flaw", [flaw for flaw in Flaw if fits(flaw)], by_dice, (who.id,))
    t.say("flaw", "infected.craft.flaws", who=who.id, flaw=flaw.value)
    return flaw


@cites("infected.craft.requirements")
def interrupted(t: T, who: Person, before: Sequence[str]) -> bool:
    """Whoever works at it is down or turned meanwhile, or enemies have come: what was to go in is kept, the time is lost."""
    return not (who.up and who.human) or any(foe.id not in before for foe in foes_up(t))


@cites("infected.craft.check", "infected.craft.requirements")
def do_job(
    t: T, who: Person, what: str, materials: Materials, extra: Total, minutes: int, noise: NoiseLevel, skill: Callable[[], Skill],
    *tools: Gear | None,
) -> int:  # fmt: skip
    """Time, noise and the roll with some tools: its hits. Without any, half of what was put in is lost; else all of it is used up."""
    before = [foe.id for foe in foes_up(t)]
    spend_time(t, who, minutes)
    job_noise(t, who, noise)
    if interrupted(t, who, before):
        t.say("work_interrupted", "infected.craft.requirements", who=who.id, recipe=what)
        return 0
    made = check(t, who, "craft", Attribute.WITS, skill(), extra, (what,))
    for tool in tools:
        wear_tool(t, who, tool, made.critical)
    if made.hits == 0:
        lose_half(t, who, materials)
        t.say("craft_fails", "infected.craft.check", who=who.id, recipe=what)
    else:
        consume(t, who, materials)
    return made.hits
