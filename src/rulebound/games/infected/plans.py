"""What machine survivors do between fights: look after each other, do what they came for, and leave while they can.

Whose turn it is to act follows from the state alone, so that a table knows whom it waits for; what they do is then decided with the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected import goals, plans_home
from rulebound.games.infected.breaking import good_for
from rulebound.games.infected.campaign import chapter_of
from rulebound.games.infected.carry import room_for
from rulebound.games.infected.content import content
from rulebound.games.infected.helping import KITS, at_hand
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.plans_care import (
    able,
    bandage,
    bandager,
    cure,
    cut_off,
    dig,
    digger,
    fevered,
    flames,
    hold_back,
    holder,
    ill,
    leader,
    liberator,
    lifeguard,
    make_do,
    nurse,
    parched,
    put_out,
    save,
    set_free,
    stabilise,
    surgeon,
    there,
)  # fmt: skip
from rulebound.games.infected.pursuit import Maneuver, runner, sides
from rulebound.games.infected.ranges import engaged, steps
from rulebound.games.infected.remains import quiet
from rulebound.games.infected.rounds import can_begin
from rulebound.games.infected.scavenge import SEARCHES, Search, can_search, left_of
from rulebound.games.infected.state import Infected, Phase, T
from rulebound.games.infected.stealth import Pace
from rulebound.games.infected.tasks import can_pass_time
from rulebound.games.infected.terms import NEUTRAL, Awareness, Condition, Id, Kind, Skill
from rulebound.games.infected.world import at_base, site
from rulebound.kernel.policy import Move
from rulebound.kernel.seats import GM, SeatId

STEALTHY = 5
"""Dice of Stealth from which somebody dares a takedown."""
FAR_AHEAD = 5

Handler = Callable[[T, Person], Move | None]


def move(t: T, seat: SeatId) -> Move | None:
    """What this seat starts now outside a fight, or nothing."""
    turn = next_up(t.state)
    if turn is None:
        return time_goes_by(t.state) if seat == GM and sleeping(t.state) else None
    who, handler = turn
    if who.seat == seat:
        return handler(t, who)
    me = next((p for p in able(t.state) if p.seat == seat), None)
    if me is None or handler not in ANYBODYS:
        return None
    return next(filter(None, (goes_on(t, me) for needed, goes_on in NEEDS if goes_on in ANYBODYS and needed(t.state))), None)


def whose_move(state: Infected) -> SeatId | None:
    """Whoever has the most pressing thing to do; the game master's clock runs while everybody lies there."""
    turn = next_up(state)
    return turn[0].seat if turn else GM if sleeping(state) else None


def sleeping(state: Infected) -> bool:
    return any(p.pc and p.wakes_at is not None and not p.dead for p in state.people.values())


def time_goes_by(state: Infected) -> Move:
    """Nobody of the group can do anything: a chase goes on all the same."""
    return Move("chase_round") if state.phase is Phase.CHASE else Move("pass_time", {"minutes": 10})


def next_up(state: Infected) -> tuple[Person, Handler] | None:
    """Who acts next, and to what end."""
    if state.phase is Phase.CHASE:
        driver = driver_of_ours(state)
        return help_aboard(state) or ((driver, drive_on) if driver else None)
    resting = state.phase is Phase.DOWNTIME
    for needed_from, handler in (*URGENT, (plans_home.least_busy, plans_home.spend_day)) if resting else NEEDS:
        who = needed_from(state)
        if who is not None:
            return who, handler
    return None


# ------------------------------------------------------------------------------------------------ whoever comes
def threatened(state: Infected) -> Person | None:
    """Somebody is there who knows of the group and means it ill."""
    foes = (p for p in state.people.values() if p.side not in ("party", NEUTRAL) and p.up and not p.yields)
    return leader(state) if any(p.awareness is not Awareness.UNAWARE for p in foes) else None


def fight_back(t: T, who: Person) -> Move | None:
    return Move("begin_fight") if can_begin(t, who.seat) is None else None


def stalker(state: Infected) -> Person | None:
    """The quietest of those beside somebody who does not know of them yet."""
    quiet = [p for p in able(state) if p.reflex + p.skills.get(Skill.STEALTH, 0) >= STEALTHY and unaware_beside(state, p)]
    return max(quiet, key=lambda p: p.reflex + p.skills.get(Skill.STEALTH, 0), default=None)


def unaware_beside(state: Infected, who: Person) -> Id | None:
    for p in state.people.values():
        if p.side != who.side and p.up and not p.many and p.zone == who.zone and p.awareness is Awareness.UNAWARE:
            return p.id
    return None


def stalk(t: T, who: Person) -> Move | None:
    target = unaware_beside(t.state, who)
    return Move("take_down", {"who": who.id, "target": target, "careful": True}) if target else None


def called(state: Infected) -> Person | None:
    return leader(state) if state.encounters else None


def meet(t: T, who: Person) -> Move:
    return Move("meet")


def too_hot(state: Infected) -> Person | None:
    """Somebody who stands in a fire and can get out of it."""
    return next((p for p in able(state) if cool_beside(state, p)), None) if state.phase is not Phase.CHASE else None


def cool_beside(state: Infected, who: Person) -> str | None:
    zones = state.scene.zones
    here = zones.get(who.zone)
    if here is None or not here.fire or who.stuck or who.drowning or who.yields or engaged(who):
        return None
    return next((id for id in here.links if id in zones and here.barrier.get(id, 0) < 1 and not zones[id].fire), None)


def get_away(t: T, who: Person) -> Move:
    """A minute is enough for everybody, whoever must be carried too; with a Horde behind there is none."""
    if can_pass_time(t, who.seat) is None:
        return Move("pass_time", {"minutes": 1})
    return Move("sneak", {"who": who.id, "pace": Pace.RUSHING, "zone": cool_beside(t.state, who)})


# ------------------------------------------------------------------------------------------------ after a fight
def jammed(state: Infected) -> Person | None:
    return next((p for p in able(state) if any(g.jammed for g in p.gear.values())), None)


def strip(t: T, who: Person) -> Move:
    return Move("field_strip", {"who": who.id})


def gatherer(state: Infected) -> Person | None:
    """Whoever can carry a weapon that was dropped or thrown in a fight."""
    return next((p for p in able(state) if weapon_about(state, p)), None) if state.phase is Phase.PEACE else None


def weapon_about(state: Infected, who: Person) -> Gear | None:
    """A weapon on the ground that is of some use to them."""
    about = (gear for id, zone in state.scene.zones.items() if quiet(state, id) for gear in zone.ground)
    return next((g for g in about if g.kind in content().weapons and not g.destroyed and room_for(who, g)), None)


def gather(t: T, who: Person) -> Move | None:
    thing = weapon_about(t.state, who)
    return Move("take_up", {"who": who.id, "thing": thing.id}) if thing else None


# ------------------------------------------------------------------------------------------------ what one came for
def decided(state: Infected) -> Person | None:
    """A chapter of a campaign is over: anybody who lives may move on."""
    if state.world.story is None or state.scene.outcome is None:
        return None
    return leader(state) or next((p for p in state.people.values() if p.pc and not p.dead), None)


def beaten(state: Infected) -> Person | None:
    """It is over, and whoever is there leaves no time for the wounded."""
    return decided(state) if threatened(state) else None


def go_further(t: T, who: Person) -> Move:
    return Move("move_on")


def seeker(state: Infected) -> Person | None:
    """The best pair of eyes, where there is something to look for."""
    if state.scene.ends != goals.HAUL:
        return None
    return max(able(state), key=lambda p: p.wits + p.skills.get(Skill.NOTICE, 0), default=None)


def search_or_leave(t: T, who: Person) -> Move | None:
    """Search while it is quiet and something is missing; else home."""
    base, scene = t.state.world.base, t.state.scene
    if base is None or at_base(t):
        return None
    mode, here, looking_for = how_to_search(t), site(t), scene.wanted or "anything"
    short = goals.wanted_at_hand(t) <= scene.enough
    if mode and short and can_search(t, who.seat) is None and here and left_of(t, here, looking_for):
        return Move("search", {"who": who.id, "mode": mode, "looking_for": looking_for})
    return Move("go_to", {"place": base})


def how_to_search(t: T) -> Search | None:
    """As long as the noise of it stays below what brings somebody; with a friend badly hurt, not at all."""
    if any(p.kind is Kind.HORDE for p in t.state.people.values()) or any(p.wounds.marked["critical"] for p in able(t.state)):
        return None
    left = plans_home.QUIET - t.state.threat.value
    fitting = [mode for mode, (_, noise, _) in SEARCHES.items() if noise <= left]
    return fitting[-1] if fitting else None


def holder_of_house(state: Infected) -> Person | None:
    return leader(state) if state.scene.ends == goals.SIEGE else None


def at_home(state: Infected) -> Person | None:
    """A chapter of a campaign that is no scene to be decided."""
    story = state.world.story
    return leader(state) if story is not None and not chapter_of(story).scene else None


# ------------------------------------------------------------------------------------------------ the road
def driver_of_ours(state: Infected) -> Person | None:
    """Who drives, rides or runs for the group in a chase."""
    chase = state.world.chase
    if chase is None:
        return None
    drivers = {state.vehicles[side].driver if side in state.vehicles else side for side in (*chase.quarry, *chase.pursuers)}
    return next((p for p in able(state) if p.id in drivers), None)


def help_aboard(state: Infected) -> tuple[Person, Handler] | None:
    """A passenger with an Action left who burns, or rides beside somebody who is dying."""
    for who in (p for p in able(state) if p.vehicle and not p.drives and p.actions > 0):
        if who.has(Condition.BURNING):
            return who, put_out
        if any(p.dying_until is not None and p.vehicle == who.vehicle for p in there(state)):
            return who, stabilise_aboard
    return None


def stabilise_aboard(t: T, who: Person) -> Move:
    patient = next(p for p in there(t.state) if p.dying_until is not None and p.vehicle == who.vehicle)
    return Move("stabilise", {"who": who.id, "patient": patient.id, "with_kit": at_hand(who, KITS) is not None})


def drive_on(t: T, who: Person) -> Move:
    """Far ahead dare a shortcut; with a passenger whose hands are free throw things on the road; else drive."""
    chase = t.state.world.chase
    assert chase is not None
    side = next((s for s in sides(chase) if runner(t, s) is who), None)  # who has got away declares nothing more
    car = t.state.vehicles.get(side or "")
    if side is None or car is None or side in chase.declared or side not in chase.quarry:
        return Move("chase_round")
    ahead = min((place for key, place in chase.markers.items() if key.endswith(f">{side}")), default=0)
    if ahead >= FAR_AHEAD and car.marked < 2:
        return Move("declare", {"side": side, "maneuver": Maneuver.SHORTCUT})
    if any(p.vehicle == car.id and p is not who and p.up and p.actions > 0 for p in t.state.people.values()):
        return Move("declare", {"side": side, "maneuver": Maneuver.ROADBLOCK})
    return Move("chase_round")


Need = tuple[Callable[[Infected], Person | None], Handler]
URGENT: tuple[Need, ...] = (
    (flames, put_out),
    (too_hot, get_away),
    (threatened, fight_back),
    (called, meet),
    (lifeguard, save),
    (nurse, stabilise),
    (digger, dig),
    (liberator, set_free),
    (surgeon, cut_off),
)
"""What does not wait for the end of a day of rest either."""
NEEDS: tuple[Need, ...] = (
    (beaten, go_further),
    *URGENT,
    (bandager, bandage),
    (holder("suppressant", fevered), hold_back),
    (holder("antibiotics", ill), cure),
    (parched, make_do),
    (jammed, strip),
    (gatherer, gather),
    (decided, go_further),
    (stalker, stalk),
    (plans_home.learner, plans_home.learn),
    (plans_home.mourner, plans_home.mourn),
    (plans_home.bereaved, plans_home.grow),
    (seeker, search_or_leave),
    (holder_of_house, plans_home.settle),
    (at_home, plans_home.between_scenes),
)
"""From the most pressing to what one came for."""
ANYBODYS: tuple[Handler, ...] = (go_further, stalk, search_or_leave, plans_home.settle, plans_home.between_scenes)
"""How the story goes on: machines leave that to the people at their table, if there are any."""


def break_through(t: T, me: Person, toward: str) -> Move | None:
    """In a fight: a blow at what blocks the way nearer to a zone; survivors are glad of it."""
    if me.pc or me.actions < 1:
        return None
    here = t.state.scene.zones[me.zone]
    barred = [z for z in here.links if here.barrier.get(z, 0) > 0 and z in t.state.scene.zones and z not in here.cover]
    for zone in [z for z in barred if steps(t, z, toward) < steps(t, me.zone, toward)]:
        if weapons := good_for(t, me, f"{me.zone}/{zone}"):
            return Move("break_down", {"thing": f"{me.zone}/{zone}", "weapon": weapons[0]})
    return None
