"""INFECTED as the table knows it."""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected import chargen, commands_fight, commands_world, phrases, phrases_world, plans
from rulebound.games.infected.carry import burden, capacity
from rulebound.games.infected.given import GIVEN_HELP, Given, given, words
from rulebound.games.infected.journey import Vehicle
from rulebound.games.infected.outlook import outlook
from rulebound.games.infected.people import Person
from rulebound.games.infected.policy import InfectedPolicy
from rulebound.games.infected.rounds import go_on
from rulebound.games.infected.scenes import scenes
from rulebound.games.infected.screen import screen
from rulebound.games.infected.sheet import show
from rulebound.games.infected.state import FIGHT, Infected, Phase, T
from rulebound.games.infected.stress import slots
from rulebound.games.infected.terms import Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.games.infected.vehicles import handling, row_of, speed
from rulebound.games.infected.world import broken_world
from rulebound.kernel.commands import Command
from rulebound.kernel.entries import Names
from rulebound.kernel.game import Game
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


ATTACKS = frozenset({
    "attack", "bash", "choke", "club", "disarm", "escape", "grapple", "shove", "suppress", "take_down", "throw_down", "throw_object",
})  # fmt: skip
"""A Tackle is none: whoever is struck back by a counterattack takes hold of nobody."""


def stands_alone(t: T, command: str) -> bool:
    """An attack, where no one else's comes before it is over: neither one that was prepared nor the others of a Combined Attack."""
    combined = t.state.fight is not None and t.state.fight.combined is not None
    return command in ATTACKS and not combined and not any(p.prepared for p in t.state.people.values())


TOLD = ATTACKS | {
    "execute", "lead", "lure", "run", "sneak", "sneak_together", "tackle",
}  # fmt: skip
"""Commands whose chances tell what becomes of people, outside fights too."""


def by_rolls(t: T, command: str) -> bool:
    """In peace most things are found, made or done by hits; and so is the order of a fight."""
    return command == "begin_fight" or (t.state.phase not in (Phase.FIGHT, Phase.CHASE) and command not in TOLD)


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


COMMANDS: tuple[Command[Infected, InfectedVariants], ...] = (
    *commands_fight.COMMANDS,
    *commands_world.COMMANDS,
    *repairs(find, ids=Id, go_on=go_on),
)

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
    words=words,
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
        Person: {
            "stress_slots": lambda t, who: slots(who),
            "capacity": lambda t, who: capacity(who).value,
            "burden": lambda t, who: burden(who).value,
        },
        Vehicle: {
            "speed": lambda t, car: speed(t, car).value,
            "handling": lambda t, car: handling(t, car).value,
            "capacity": lambda t, car: row_of(car).people,
        },
    },
    as_known=as_known,
    stands_alone=stands_alone,
    by_rolls=by_rolls,
    creation=chargen.CREATION,
    screen=screen,
    chapters=frozenset({"begin_session", "next_part", "end_session", "move_on", "begin_fight", "end_fight", "begin_chase", "settle_down"}),
    reveals=frozenset({"revealed"}),
)
