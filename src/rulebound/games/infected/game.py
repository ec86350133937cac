"""INFECTED as the table knows it."""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected import chargen, commands_fight, commands_world, phrases, phrases_world, plans
from rulebound.games.infected.carry import burden, capacity
from rulebound.games.infected.given import GIVEN_HELP, Given, given
from rulebound.games.infected.journey import Vehicle
from rulebound.games.infected.people import Person
from rulebound.games.infected.policy import InfectedPolicy
from rulebound.games.infected.pursuit import POSITIONS
from rulebound.games.infected.scenes import scenes
from rulebound.games.infected.screen import screen
from rulebound.games.infected.sheet import show
from rulebound.games.infected.state import FIGHT, Infected, T
from rulebound.games.infected.stress import slots
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import handling, speed
from rulebound.games.infected.world import broken_world
from rulebound.kernel.commands import Command
from rulebound.kernel.entries import Names
from rulebound.kernel.game import Game
from rulebound.kernel.limits import either
from rulebound.kernel.repair import repairs
from rulebound.kernel.seats import GM, SeatId


def find(state: Infected) -> Callable[[str], object | None]:
    """People, vehicles, zones and places by their ids."""
    return lambda id: state.people.get(id) or state.vehicles.get(id) or state.scene.zones.get(id) or state.world.sites.get(id)


def names(state: Infected) -> Names:
    def name(id: str) -> str:
        thing = state.people.get(id) or state.vehicles.get(id) or state.scene.zones.get(id) or state.world.sites.get(id)
        return thing.name if thing else state.world.gone.get(id) or id.replace("_", " ")

    return name


def to_act(state: Infected) -> SeatId | None:
    if state.phase is FIGHT and state.fight is not None:
        return state.people[state.fight.acting].seat if state.fight.acting else GM
    if state.ended:
        return None
    return plans.whose_move(state)


def ending(state: Infected) -> str | None:
    return state.ended or None


def outlook(before: Infected, after: Infected) -> tuple[str, ...]:
    """What a command came to: who was wounded, infected, went down or died, and how a chase goes."""
    said = []
    for id, who in after.people.items():
        old = before.people.get(id)
        if old is None:
            continue
        if who.dead and not old.dead:
            said.append(f"{who.name} dies")
        elif old.up and (who.unconscious or who.fled):
            said.append(f"{who.name} goes down")
        else:
            hurt = ", ".join(wounded(old, who))
            said.append(either(who.broken_down, f"{who.name} goes down", hurt) if old.up else hurt)
        if who.infection is not None and old.infection is None and not who.dead:
            said.append(f"{who.name} fights the infection" if who.infection.turns_at is None else f"{who.name} is infected")
    return *said, *chased(before, after)


def wounded(old: Person, who: Person) -> list[str]:
    if who.many:
        lost = who.boxes_marked - old.boxes_marked
        return [f"{who.name} loses {lost} {'box' if lost == 1 else 'boxes'}"] if lost > 0 else []
    return [f"{who.name}: {level}" for level, marks in who.wounds.marked.items() if marks > old.wounds.marked[level]]


def chased(before: Infected, after: Infected) -> list[str]:
    """How far a chase has come."""
    old, new = before.world.chase, after.world.chase
    if old is None:
        return []
    if new is None:
        noted = after.world.notes[len(before.world.notes) :]
        return [note.removeprefix("a ") for note in noted if note.startswith("a chase: ")]
    name = names(before)
    moved = [(key, place) for key, place in new.markers.items() if place != old.markers.get(key)]
    return [f"{name(key.partition('>')[2])}: {POSITIONS[place - 1]}" for key, place in moved]


def as_known(state: Infected, seat: SeatId, variants: InfectedVariants) -> Infected:
    """Players count on whom they see, and on enemies as they are printed: how badly those are hurt is the game master's to know."""
    if seat == GM:
        return state
    sides = {p.side for p in state.people.values() if p.seat == seat}
    for who in [p for p in state.people.values() if not p.pc and p.side not in sides]:
        who.wounds.marked, who.injuries, who.boxes_marked = dict.fromkeys(who.wounds.slots, 0), [], 0
        if who.hidden:
            step_apart_from(state, who)
            del state.people[who.id]
    return state


ATTACKS = frozenset({"attack", "club", "bash", "take_down", "suppress"})


def stands_alone(t: T, command: str) -> bool:
    """An attack, where no one else's comes before it is over: neither one that was prepared nor the others of a Combined Attack."""
    combined = t.state.fight is not None and t.state.fight.combined is not None
    return command in ATTACKS and not combined and not any(p.prepared for p in t.state.people.values())


def step_apart_from(state: Infected, who: Person) -> None:
    for other in state.people.values():
        if who.id in other.near:
            other.near.remove(who.id)


def broken(t: T) -> list[str]:
    """What no table may ever come to."""
    found = []
    for who in t.state.people.values():
        if who.pc and not 0 <= who.stress <= slots(who):
            found.append(f"{who.id} has {who.stress} Stress of {slots(who)}")
        if who.guts < 0 or (who.pc and t.variants.guts_max != "unlimited" and who.guts > max(t.variants.guts_max, t.variants.guts_start)):
            found.append(f"{who.id} has {who.guts} Guts")
        if any(not 0 <= marks <= who.wounds.slots[level] for level, marks in who.wounds.marked.items()):
            found.append(f"{who.id} has more wounds than slots")
        if not 0 <= who.boxes_marked <= who.boxes:
            found.append(f"{who.id} has {who.boxes_marked} of {who.boxes} boxes marked")
        if min([who.actions, who.moves, who.frees, *who.ammo.values(), *(g.loaded for g in who.gear.values())]) < 0:
            found.append(f"{who.id} has less than nothing of something")
        if any(id not in who.gear for id in who.hands):
            found.append(f"{who.id} holds what they do not have")
        if any(who.id not in t.state.people[id].near for id in who.near):
            found.append(f"{who.id} is near somebody who is not near them")
    if not t.state.threat.floor <= t.state.threat.value <= 10 and t.state.threat.value > 10:
        found.append(f"Threat is {t.state.threat.value}")
    return [*found, *broken_world(t)]


MINE = commands_fight.COMMANDS

# ---- the world's commands (characters, equipment, searches, crafting, downtime, vehicles, chases, hazards): its engineer's section
WORLD: tuple[Command[Infected, InfectedVariants], ...] = commands_world.COMMANDS
# ---- end of that section

COMMANDS = (*MINE, *WORLD, *repairs(find))

GAME: Game[Infected, InfectedVariants] = Game(
    id="infected",
    title="INFECTED",
    version=1,
    state=Infected,
    variants=InfectedVariants,
    commands={command.name: command for command in COMMANDS},
    phrases={**phrases.PHRASES, **phrases_world.PHRASES},
    scenes=scenes,
    given=given,
    given_type=Given,
    given_help=GIVEN_HELP,
    answers={**phrases.ANSWERS, **phrases_world.ANSWERS},
    things={"a person": Person, "a vehicle": Vehicle, "the table": Infected},
    show=show,
    find=find,
    name=names,
    to_act=to_act,
    ending=ending,
    outlook=outlook,
    policy=InfectedPolicy(),
    broken=broken,
    derived={
        "stress_slots": lambda t, who: slots(who),
        "capacity": lambda t, who: capacity(who).value,
        "burden": lambda t, who: burden(who).value,
        "speed": lambda t, car: speed(t, car).value,
        "handling": lambda t, car: handling(t, car).value,
    },
    as_known=as_known,
    stands_alone=stands_alone,
    creation=chargen.CREATION,
    screen=screen,
    chapters=frozenset({"begin_session", "next_part", "end_session", "move_on", "begin_fight", "end_fight", "begin_chase", "settle_down"}),
    reveals=frozenset({"revealed"}),
)
