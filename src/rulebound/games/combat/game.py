"""COMBAT as the table knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebound.games.combat import actions, care, creation, hold, movement, narrator, rounds, vehicles
from rulebound.games.combat.ap import max_ap
from rulebound.games.combat.content import SceneText, content, sample, vehicle
from rulebound.games.combat.given import GIVEN_HELP, Given, given
from rulebound.games.combat.phrases import ANSWERS, PHRASES
from rulebound.games.combat.places import speed
from rulebound.games.combat.policy import CombatPolicy
from rulebound.games.combat.rolls import pain
from rulebound.games.combat.screen import screen
from rulebound.games.combat.sheet import show
from rulebound.games.combat.state import Combat, Fighter, Id, Phase, T, Vehicle, audience
from rulebound.games.combat.variants import CombatVariants
from rulebound.kernel.commands import Command
from rulebound.kernel.entries import EVERYONE, Names
from rulebound.kernel.game import Game, SceneInfo, Start
from rulebound.kernel.repair import repairs
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.turns import PickedByLast
from rulebound.kernel.zones import Place


def find(state: Combat) -> Callable[[str], object | None]:
    """Fighters and vehicles by their ids."""
    return lambda id: state.fighters.get(id) or state.vehicles.get(id)


def seen_by(t: T, path: str) -> tuple[SeatId, ...]:
    """A repair of somebody in hiding is seen by those who know of him."""
    who = t.state.fighters.get(path.split(".")[0])
    return audience(t, who) if who else (EVERYONE if path.split(".")[0] in t.state.vehicles else (GM,))


def names(state: Combat) -> Names:
    def name(id: str) -> str:
        thing = state.fighters.get(id) or state.vehicles.get(id)
        return thing.name if thing else id

    return name


def start(scene: SceneText) -> Start[Combat]:
    """A scene of a pack, ready to begin."""
    state = Combat(fighters={}, turns=PickedByLast(names=list(scene.fighters)))
    for id, parked in scene.vehicles.items():
        state.vehicles[id] = vehicle(id, parked.kind, parked.name, Place(*parked.at), parked.speed, parked.gun)
    for id, placed in scene.fighters.items():
        who = sample(placed.sample, id, placed.side, SeatId(placed.seat) if placed.seat else GM, placed.name, Place(*placed.at))
        who.hidden, who.aware = placed.hidden, placed.aware
        if placed.vehicle:
            car = state.vehicles[placed.vehicle]
            who.vehicle, who.place, who.belted = car.id, car.place, car.seat_belts
            car.driver = who.id if placed.drives else car.driver
        state.fighters[id] = who
    seats = dict.fromkeys(f.seat for f in state.fighters.values() if f.seat != GM)
    return Start(state, (Seat(GM, Role.GM, "Game Narrator"), *(Seat(seat, Role.PLAYER, seat.capitalize()) for seat in seats)))


def scenes() -> Mapping[str, SceneInfo[Combat, CombatVariants]]:
    def info(id: str, scene: SceneText) -> SceneInfo[Combat, CombatVariants]:
        return SceneInfo(id, scene.title, scene.about, lambda variants: start(scene))

    return {id: info(id, scene) for id, scene in content().scenes.items()}


def to_act(state: Combat) -> SeatId | None:
    if state.phase is Phase.BEFORE:
        return next(iter(state.fighters.values())).seat if state.fighters else None
    return state.fighters[state.turns.current].seat if state.turns.current else None


def ending(state: Combat) -> str | None:
    """How the fight ended, once it has."""
    if state.phase is not Phase.AFTER:
        return None
    dead = [f.name for f in state.fighters.values() if f.dead]
    fallen = f" Dead: {', '.join(dead)}." if dead else " Nobody died."
    return (f"{state.winner.capitalize()} won." if state.winner else "Nobody won.") + fallen


def outlook(before: Combat, after: Combat) -> tuple[str, ...]:
    """What an action came to: new DMG on its way, and who or what went wrong."""
    said = [f"{hit.dmg} DMG to {names(after)(hit.target)}" for hit in after.hits[len(before.hits) :]]
    for id, who in after.fighters.items():
        old = before.fighters.get(id)
        if old is None:
            continue
        if who.dead and not old.dead:
            said.append(f"{who.name} dies")
        elif not who.up and old.up:
            said.append(f"{who.name} faints")
        elif old.bleeding and not who.bleeding and not who.dead:
            said.append(f"{who.name} stops bleeding")
        elif who.prone and not old.prone:
            said.append(f"{who.name} goes down")
    for id, car in after.vehicles.items():
        if car.wrecked and not before.vehicles[id].wrecked:
            said.append(f"{car.name} wrecks")
        elif car.conditions > before.vehicles[id].conditions:
            said.append(f"{car.name} gets a Condition")
    return tuple(said)


def as_known(state: Combat, seat: SeatId, variants: CombatVariants) -> Combat:
    """The fight without those who hide from this seat."""
    sides = {f.side for f in state.fighters.values() if f.seat == seat}
    gone = {f.id for f in state.fighters.values() if f.hidden and seat != GM and f.side not in sides}
    state.fighters = {id: who for id, who in state.fighters.items() if id not in gone}
    state.turns.names = [id for id in state.turns.names if id not in gone]
    state.turns.current = None if state.turns.current in gone else state.turns.current
    state.hits = [hit for hit in state.hits if hit.target not in gone]
    state.clock.running = [timer for timer in state.clock.running if timer.who not in gone]
    for car in state.vehicles.values():
        car.driver = None if car.driver in gone else car.driver
    for who in state.fighters.values():
        who.held = None if who.held and who.held.target in gone else who.held
    return state


def broken(t: T) -> list[str]:
    """What no fight may ever come to."""
    found = []
    for who in t.state.fighters.values():
        if not 0 <= who.ap <= max_ap(t, who):
            found.append(f"{who.id} has {who.ap} AP of {max_ap(t, who)}")
        if who.hp > who.max_hp - who.burns:
            found.append(f"{who.id} has {who.hp} HP of {who.max_hp} with {who.burns} burned away")
        if who.dead and who.bleeding:
            found.append(f"{who.id} is dead and bleeds")
        if min([who.reloads, who.bandages, who.armor.dr, *who.shots.values()]) < 0:
            found.append(f"{who.id} has less than nothing of something")
        if who.armor.dr > who.armor.start_dr:
            found.append(f"{who.id}'s armor is better than new")
    for car in t.state.vehicles.values():
        if car.dr < 0 or not 0 <= car.speed <= car.top_speed or min(car.front_tires, car.rear_tires) < 0:
            found.append(f"{car.id} is beyond its limits: DR {car.dr}, Speed {car.speed}")
        if car.driver and t.state.fighters[car.driver].vehicle != car.id:
            found.append(f"{car.id} is driven by {car.driver} from outside")
    if t.state.phase is Phase.FIGHT:
        who_acts = t.state.fighters.get(t.state.turns.current or "")
        if who_acts is not None and who_acts.up and who_acts.id in t.state.turns.out:
            found.append(f"{who_acts.id} has the turn and is out")
    return found


COMMANDS: tuple[Command[Combat, CombatVariants], ...] = (
    rounds.begin, actions.attack, actions.attack_tire, movement.move, movement.run, movement.drop_prone, movement.stand_up,
    actions.draw, actions.drop, actions.pick_up, actions.reload, care.bandage, hold.hold, hold.use_held,
    vehicles.drive, vehicles.ram, vehicles.run_down, vehicles.get_in, vehicles.get_out, vehicles.belt, vehicles.take_wheel,
    rounds.end_turn, rounds.yield_, rounds.skip, care.rest, care.award, care.new_session, creation.create,
    creation.create_random, creation.take_sample, creation.improve,
    narrator.mark, narrator.place, narrator.cover, narrator.mend,
    *repairs(find, seen_by, ids=Id),
)  # fmt: skip

GAME: Game[Combat, CombatVariants] = Game(
    id="combat",
    title="COMBAT",
    version=1,
    state=Combat,
    variants=CombatVariants,
    commands={command.name: command for command in COMMANDS},
    phrases=PHRASES,
    scenes=scenes,
    given=given,
    given_type=Given,
    given_help=GIVEN_HELP,
    answers=ANSWERS,
    things={"a fighter": Fighter, "a vehicle": Vehicle, "the table": Combat},
    show=show,
    find=find,
    name=names,
    to_act=to_act,
    ending=ending,
    outlook=outlook,
    policy=CombatPolicy(),
    broken=broken,
    as_known=as_known,
    derived={Fighter: {"speed": lambda t, who: speed(t, who).value, "max_ap": max_ap, "pain": pain}},
    creation=creation.CREATION,
    screen=screen,
    chapters=frozenset({"begin", "new_session"}),
    reveals=frozenset({"revealed"}),
)
