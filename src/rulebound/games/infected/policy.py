"""How machines play INFECTED: survivors fight with what they have, mend what they can and run from what cannot be fought; infected come."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar, cast

from rulebound.games.infected import plans
from rulebound.games.infected.actions import can_trade_action
from rulebound.games.infected.aims import can_attack, targets, weapons
from rulebound.games.infected.ammo import Way, enough_for_two, spare, ways_to_load
from rulebound.games.infected.attack import FISTS
from rulebound.games.infected.boarding import can_get_out, car_of
from rulebound.games.infected.checks import Again
from rulebound.games.infected.content import content, is_weapon
from rulebound.games.infected.defense import Defence
from rulebound.games.infected.driving import AWAY, can_steer, steerers, ways_on
from rulebound.games.infected.fright import farther
from rulebound.games.infected.groups import shuts_out
from rulebound.games.infected.hands import drawable, quick
from rulebound.games.infected.helping import in_reach, kit_of
from rulebound.games.infected.journey import Pace
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.moving import can_move, drives_past, free_to_move, free_ways, held_back, hemmed_in, next_to
from rulebound.games.infected.people import HORDE, Person
from rulebound.games.infected.plans_care import able
from rulebound.games.infected.ranges import FAR_OFF, OUT_OF_RANGE, RANGED_DICE, band, distances, open_ways, steps
from rulebound.games.infected.reach import arms, out_of_reach, possible, throws, unusable, weapon_of
from rulebound.games.infected.retreat import can_flee
from rulebound.games.infected.state import FIGHT, Infected, Phase, T
from rulebound.games.infected.stress import slots
from rulebound.games.infected.suppression import UnderFire
from rulebound.games.infected.terms import Band, Condition, Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import dry, works
from rulebound.kernel.limits import number_in
from rulebound.kernel.policy import Move, Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table

O = TypeVar("O")  # noqa: E741 - an option
END = Move("end_turn")
ENOUGH = 2
"""Hits that need no push."""
LOST = 2
"""With so few of a party left up, they run."""


class InfectedPolicy(Policy[Infected, InfectedVariants]):
    def act(self, t: T, seat: SeatId) -> Move | None:
        state = t.state
        if state.ended:
            return None
        if state.phase is not FIGHT:
            return plans.move(t, seat)
        fight = state.fight
        if fight is None or fight.acting is None:
            return None
        me = state.people[fight.acting]
        if me.seat != seat:
            return None
        if not me.up or me.restrained:  # struck down or tied up in the middle of the turn
            return END
        return infected_turn(t, me) if me.is_infected else human_turn(t, me, seat)

    def anybodys(self, state: Infected) -> Collection[SeatId]:
        """Between fights and chases, with nothing that presses, every survivor who is up may go on with the story."""
        turn = plans.next_up(state) if state.phase is Phase.PEACE else None
        return {p.seat for p in able(state)} if turn is not None and turn[1] in plans.ANYBODYS else ()

    def choose(self, t: Table[Infected, InfectedVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        match what:
            case "again":
                return cast("O", roll_again(t, t.state.people[about[0]], about[1], int(about[2]), cast("Sequence[Again]", options)))
            case "defence":
                return cast("O", defend(t, t.state.people[about[0]], t.state.people[about[1]], cast("Sequence[Defence]", options)))
            case "under_fire":
                hurt = sum(t.state.people[about[0]].wounds.marked.values()) > 2
                return cast("O", UnderFire.STAY_DOWN if hurt and UnderFire.STAY_DOWN in options else options[0])
            case "strike_back":
                return options[0]
            case _:
                return default

    def number(self, t: T, seat: SeatId, what: str, least: int, most: int, about: About, default: int) -> int:
        if what != "guts_for_damage":
            return default
        damage, who = number_in(about[1]), t.state.people[about[0]]
        if damage < 5 and who.wounds.room("bleeding") > 0:
            return min(most, 1 if damage >= 3 and who.guts > 1 else 0)
        guts = least
        while damage >= 5 + 2 * guts and guts < most:
            guts += 1
        return guts


# ------------------------------------------------------------------------------------------------ answers
def roll_again(t: T, who: Person, what: str, hits: int, options: Sequence[Again]) -> Again:
    """Guts for nothing at all while some are left, a push for one hit more while the nerves can bear it; never to be first."""
    if what == "initiative":
        return Again.ACCEPT
    if hits == 0 and Again.GUTS in options and who.guts > 1:
        return Again.GUTS
    if hits < ENOUGH and Again.PUSH in options and who.stress + 2 < slots(who):
        return Again.PUSH
    return Again.ACCEPT


def defend(t: T, by: Person, who: Person, options: Sequence[Defence]) -> Defence:
    """What is left of the turn goes into a defence; before it only whoever is badly hurt gives up the Action."""
    if Defence.DIVE in options and Defence.ACTIVE not in options:
        return Defence.DIVE
    fight = t.state.fight
    done = fight is not None and who.id in fight.turns.done
    if not (done or who.wounds.marked["broken"] or who.wounds.marked["critical"]):
        return Defence.DIVE if Defence.DIVE in options else Defence.PASSIVE
    if Defence.PARRY in options and who.grit + who.skills.get("brawl", 0) >= who.reflex + who.skills.get("athletics", 0):
        return Defence.PARRY
    return Defence.ACTIVE if Defence.ACTIVE in options else options[0]


# ------------------------------------------------------------------------------------------------ infected
def enemies_of(t: T, me: Person) -> list[Person]:
    return [p for p in t.state.people.values() if p.side != me.side and p.up and not p.yields and p.kind is not HORDE]


def infected_turn(t: T, me: Person) -> Move:
    """Whoever is at arm's reach, else whoever is nearest."""
    if me.locked_with and me.locked_first:
        return Move("let_go")
    if me.in_trap and me.actions and not me.held_by:  # infected.condition.grappled: nobody but a holder can be struck
        return Move("break_free", {"who": me.id})
    if (me.conditions and me.has(Condition.PINNED)) or (me.suppressed and me.suppressed == UnderFire.STAY_DOWN):
        return Move("escape") if me.actions and me.held_by else END
    if me.conditions and me.has(Condition.STUNNED):
        return stunned(t, me)
    if me.actions and (me.holds or me.near):
        prey = [t.state.people[id] for id in ([me.holds] if me.holds else [me.held_by] if me.held_by else me.near) if id]
        prey = [p for p in prey if p.side != me.side and not p.dead and p.human]
        up = [p for p in prey if p.up] or prey
        if up and possible(t, me, up[0], FISTS):
            return Move("attack", {"target": up[0].id, "weapon": FISTS})
    if me.conditions and me.has(Condition.PRONE) and me.moves and not me.held_by:
        return Move("stand_up")
    foes = enemies_of(t, me)
    if not foes or me.moves < 1 or any(p.up and p.side != me.side for p in (t.state.people[id] for id in me.near)):
        return END
    return approach(t, me, foes) or END


def approach(t: T, me: Person, foes: list[Person]) -> Move | None:
    """A step nearer to the nearest, round what burns, or a blow at what blocks the way."""
    if free_to_move(t, me.seat) is not None or hemmed_in(t, me) is not None:
        return None
    away, foes = distances(t), [p for p in foes if not shuts_out(t, p, me)]
    if not foes:
        return None
    nearest = min(foes, key=lambda p: (drives_past(t, p), away.get((me.zone, p.zone), OUT_OF_RANGE)))
    unburnt = out_of_fire(t, open_ways(t, me.zone))
    if nearest.zone == me.zone or nearest.zone in unburnt:
        if drives_past(t, nearest):
            return None
        return Move("close_in", {"target": nearest.id})
    ways = [z for z in unburnt if steps(t, z, nearest.zone) < steps(t, me.zone, nearest.zone)]
    return Move("move", {"zone": ways[0]}) if ways else plans.break_through(t, me, nearest.zone)


# ------------------------------------------------------------------------------------------------ humans
def human_turn(t: T, me: Person, seat: SeatId) -> Move:
    if me.conditions and me.has(Condition.PINNED):  # nothing but getting free, if there is anybody to get free of
        return Move("escape") if me.actions and me.held_by else END
    if me.lashes_out or me.bolts:
        return panicked(t, me, seat)
    if me.suppressed and me.suppressed == UnderFire.STAY_DOWN:
        return END
    if me.flees and can_move(t, seat) is None:
        ways = next_to(t, seat)
        return Move("move", {"zone": (out_of_fire(t, ways) or ways)[0]})
    if me.flees:
        return END
    if me.conditions and me.has(Condition.STUNNED):
        return stunned(t, me)
    if urgent := first_things(t, me):
        return urgent
    if not me.actions and not me.moves:
        return END
    foes = enemies_of(t, me)
    if me.vehicle and hopeless(t, me) and (drives := drive_away(t, me)):
        return drives
    if me.vehicle and (hopeless(t, me) or not is_shooter(me)) and can_get_out(t, seat) is None:
        return Move("leave_vehicle", {"who": me.id})
    if hopeless(t, me) and (away := run_away(t, me)):
        return away
    if not foes:
        return END
    if me.actions:
        if strike := best_attack(t, me, foes):
            return strike
        if ready := make_ready(t, me, seat):
            return ready
    if me.moves and (step := take_position(t, me, foes)):
        return step
    return Move("trade_action") if dodged_in_vain(t, me, foes) else END


def dodged_in_vain(t: T, me: Person, foes: list[Person]) -> bool:
    """Whether a dive has cost the Move that would have brought somebody without a gun to an enemy: then the Action is one."""
    if me.moves or me.moved or me.acted or me.trade or is_shooter(me) or can_trade_action(t, me.seat) is not None:
        return False
    in_the_way = held_back(t, me) or hemmed_in(t, me)
    return in_the_way is None and not foes_near(t, me) and any(band(t, me, p) is Band.CLOSE for p in foes)


def stunned(t: T, me: Person) -> Move:
    """Whoever is Stunned may only Move: up, and to where one is of use."""
    if not me.moves:
        return END
    if me.has(Condition.PRONE) and not me.has(Condition.GRAPPLED):
        return Move("stand_up")
    foes = enemies_of(t, me)
    return (take_position(t, me, foes) if foes else None) or END


def panicked(t: T, me: Person, seat: SeatId) -> Move:
    if me.bolts and can_move(t, seat) is None and (ways := farther(t, me)):
        return Move("move", {"zone": (out_of_fire(t, ways) or ways)[0]})
    if me.lashes_out and can_attack(t, seat) is None:
        target = targets(t, seat)[0]
        weapon = weapons(t, seat, target)[0]
        return Move("attack", {"target": target, "weapon": weapon, "throw_it": not possible(t, me, t.state.people[target], weapon)})
    return END


def first_things(t: T, me: Person) -> Move | None:
    """A grip, flames, a friend who is dying, the ground."""
    if me.locked_with and me.locked_first:
        return Move("let_go")
    if me.actions and me.conditions and me.has(Condition.BURNING):
        return Move("put_out_flames", {"who": me.id})
    if me.held_by is not None:
        return Move("escape") if me.actions else END
    if me.actions and not foes_near(t, me):
        for id in me.near:
            other = t.state.people[id]
            if other.side == me.side and other.human and not other.dead and other.has(Condition.BURNING):
                return Move("put_out_flames", {"who": me.id, "patient": id})
    if me.in_trap and me.actions:
        return Move("break_free", {"who": me.id})
    if me.trapped and me.actions and not me.dug:
        return Move("dig_out", {"who": me.id, "victim": me.id})
    if me.actions:
        for id in (me.id, *me.near):
            other = t.state.people[id]
            if other.dying_until is not None and other.side == me.side and other.human and not other.dead:
                kit = kit_of(t, me)
                if kit is not None and not in_reach(t, kit):
                    return Move("unpack", {"thing": kit.id})
                if kit is not None or not foes_near(t, me):
                    return Move("stabilise", {"who": me.id, "patient": other.id, "with_kit": kit is not None})
    if me.conditions and me.has(Condition.PRONE) and me.moves and not me.has(Condition.GRAPPLED):
        return Move("stand_up")
    return None


def foes_near(t: T, me: Person) -> bool:
    return any(p.side != me.side and p.up for p in (t.state.people[id] for id in me.near))


def hopeless(t: T, me: Person) -> bool:
    """A Horde in sight, a Critical wound that no longer bleeds, or hardly anybody left of those who came."""
    if [p for p in t.state.people.values() if p.kind is HORDE and not p.dead]:
        return True
    if not me.human or not (me.wounds.marked["broken"] or me.wounds.marked["critical"]):
        return False
    mine = [p for p in t.state.people.values() if p.side == me.side and not p.fled]
    if me.wounds.marked["critical"] and me.dying_until is None:
        return True
    return len(mine) > LOST and len([p for p in mine if p.up]) < LOST


def run_away(t: T, me: Person) -> Move | None:
    if me.moves < 1:
        return Move("trade_action") if me.actions and not me.trade else None
    return Move("flee") if can_flee(t, me.seat) is None else step_away(t, me, through_fire=True)


def drive_away(t: T, me: Person) -> Move | None:
    """Whoever sits at the wheel of what still goes leaves by the nearest way."""
    if can_steer(t, me.seat) is not None or me.id not in steerers(t, me.seat):
        return None
    car = car_of(t, me.id)
    if not works(t, car) or dry(car):
        return None
    ways = ways_on(t, me.seat, me.id)
    out = AWAY if AWAY in ways else next(iter(ways), None)
    return Move("drive", {"who": me.id, "pace": Pace.HIGH, "zone": out}) if out else None


def out_of_fire(t: T, ways: Sequence[str]) -> list[str]:
    return [zone for zone in ways if not t.state.scene.zones[zone].fire]


def step_away(t: T, me: Person, *, through_fire: bool = False) -> Move | None:
    """The neighbouring zone that is farthest from the nearest enemy; one that burns only where there is no other, and no choice."""
    if free_to_move(t, me.seat) is not None or hemmed_in(t, me) is not None:
        return None
    foes = [p for p in t.state.people.values() if p.side != me.side and p.up]
    ways = free_ways(t, me)
    ways = out_of_fire(t, ways) or (ways if through_fire else [])
    if not ways or not foes:
        return None
    best = max(ways, key=lambda z: min(steps(t, z, p.zone) for p in foes))
    return Move("move", {"zone": best}) if min(steps(t, best, p.zone) for p in foes) > 0 else None


def best_attack(t: T, me: Person, foes: list[Person]) -> Move | None:
    """The weapon and target worth most: damage and the dice for it, the nearly dead first."""
    best, worth, twice = None, 0, False
    brawls, shoots = me.grit + me.skills.get("brawl", 0), me.reflex + me.skills.get("shoot", 0)
    usable = []
    for name in arms(me):
        kind, gear = weapon_of(me, name)
        thrown = throws(kind)
        if unusable(t, me, kind, gear, thrown=thrown) is None:
            harm = 4 * kind.damage - (8 if gear is not None and gear.broken else 0)
            usable.append((name, kind, gear, thrown, harm, shoots if kind.ranged else brawls))
    for foe in foes:
        at = band(t, me, foe)
        eager = 2 * marks(foe) + (3 if foe.id in me.near else 0)
        for name, kind, gear, thrown, harm, dice in usable:
            if kind.range and at not in kind.range:
                dice += RANGED_DICE.get(at, 0)
            value = harm + 3 * dice + eager
            if value > worth and out_of_reach(t, me, foe, kind, gear, thrown=thrown, at=at) is None:
                best, worth = (foe, name), value
                twice = dice >= 4 and gear is not None and kind.has(Property.FAST) and enough_for_two(gear)
    if best is None:
        return None
    target, weapon = best
    careful = target.is_infected and target.id in me.near and brawls > 6
    args: dict[str, object] = {"target": target.id, "weapon": weapon, "careful": careful}
    if twice:
        args |= {"second": target.id, "second_careful": careful}
    return Move("attack", args)


def marks(foe: Person) -> int:
    return foe.boxes_marked if foe.many else sum(foe.wounds.marked.values())


def make_ready(t: T, me: Person, seat: SeatId) -> Move | None:
    """Clear a jam, reload, or draw what is left."""
    for id in me.hands:
        gear = me.gear[id]
        if gear.kind not in content().weapons:
            continue
        if gear.jammed:
            return Move("clear_jam", {"weapon": id})
        kind = content().weapons[gear.kind]
        if kind.magazine and (gear.loaded < 1 or gear.unready) and (ways := ways_to_load(t, me, gear)):
            return Move("reload", {"weapon": id, "way": Way.SPEED if Way.SPEED in ways else ways[0]})
    empty = [id for id in me.hands if spent(me, id)]
    if empty and me.frees:
        return Move("put_away", {"thing": empty[0]})
    if not any(id for id in me.hands if not spent(me, id)):
        for id in drawable(t, seat):
            gear = me.gear[id]
            if not spent(me, id) and is_weapon(gear) and ((quick(gear) and me.frees) or me.actions):
                return Move("draw", {"weapon": id})
    return None


def spent(me: Person, id: Id) -> bool:
    """A gun with nothing in it and nothing for it."""
    kind = content().weapons.get(me.gear[id].kind)
    return kind is not None and kind.magazine > 0 and me.gear[id].loaded < 1 and spare(me, me.gear[id]) < 1


def is_shooter(me: Person) -> bool:
    return any((k := content().weapons.get(me.gear[id].kind)) and k.ranged for id in me.hands)


def take_position(t: T, me: Person, foes: list[Person]) -> Move | None:
    """Shooters step back or take cover, everybody else closes in."""
    if not is_shooter(me):
        return None if foes_near(t, me) else approach(t, me, foes)
    if foes_near(t, me):
        if free_to_move(t, me.seat) is None and hemmed_in(t, me) is None and me.acted:
            return step_away(t, me)
        return None
    if me.cover is None and any(p.human for p in foes) and free_to_move(t, me.seat) is None and hemmed_in(t, me) is None:
        covers = [id for id, c in t.state.scene.zones[me.zone].cover.items() if c.kind in ("light", "heavy") and c.durability > 0]
        if covers:
            return Move("take_cover", {"cover": covers[-1]})
    if me.acted:
        return None
    nearest = min(foes, key=lambda p: steps(t, me.zone, p.zone))
    return approach(t, me, foes) if band(t, me, nearest) in FAR_OFF else None
