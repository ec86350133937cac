"""What a seat knows of the table, for chances that are shown to it: whoever hides from it is not there, nor what refers to him."""

from __future__ import annotations

from rulebound.games.infinity.people import Character, Id, Stealth
from rulebound.games.infinity.state import Infinity
from rulebound.games.infinity.state_scenes import Board
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.seats import GM, SeatId

Gone = set[str]


@cites("infinity.stealth.hidden")
def as_known(state: Infinity, seat: SeatId, variants: InfinityVariants) -> Infinity | None:
    """The scene without those who hide from this seat; tracks are open to all. Nobody counts on what somebody unseen is about to do."""
    sides = {p.side for p in state.people.values() if p.seat == seat}
    gone: Gone = {p.id for p in state.people.values() if p.stealth is Stealth.HIDDEN and seat != GM and p.side not in sides}
    if state.current in gone:
        return None
    state.people = {id: who for id, who in state.people.items() if id not in gone}
    for names in (state.turns.players, state.turns.npcs, state.turns.done, state.turns.out):
        names[:] = [id for id in names if id not in gone]
    state.free_interrupts = [id for id in state.free_interrupts if id not in gone]
    state.reach = [pair for pair in state.reach if not gone & set(pair.split("|"))]
    state.one_fault = {id: one for id, one in state.one_fault.items() if id not in gone}
    state.clock.running = [timer for timer in state.clock.running if timer.who not in gone]
    for who in state.people.values():
        forget_people(who, gone)
    for vehicle in state.vehicles.values():
        forget_crew(vehicle, gone)
    if state.board:
        forget_parts(state.board, gone)
    return state


def seen(id: Id | None, gone: Gone) -> Id | None:
    return None if id in gone else id


def forget_people(who: Character, gone: Gone) -> None:
    who.dusted_by, who.adopted_by, who.enraged_by = seen(who.dusted_by, gone), seen(who.adopted_by, gone), seen(who.enraged_by, gone)
    who.possessed = {system: by for system, by in who.possessed.items() if by not in gone}
    who.defended_by = [id for id in who.defended_by if id not in gone]
    who.covered_by = [id for id in who.covered_by if id not in gone]
    who.helping = None if who.helping and who.helping.ally in gone else who.helping
    who.readied = None if who.readied and who.readied.target in gone else who.readied


def forget_crew(vehicle: Vehicle, gone: Gone) -> None:
    vehicle.aboard = {id: place for id, place in vehicle.aboard.items() if id not in gone}
    vehicle.grabs = {id: grip for id, grip in vehicle.grabs.items() if id not in gone}
    vehicle.network, vehicle.operator = seen(vehicle.network, gone), seen(vehicle.operator, gone)
    vehicle.solution = seen(vehicle.solution, gone)
    for mount in vehicle.weapons.values():
        mount.gunner = seen(mount.gunner, gone)


def forget_parts(board: Board, gone: Gone) -> None:
    """What the book's scene gives to somebody; the SIM in unseen hands is nowhere."""
    board.sim = "" if board.sim in gone else board.sim
    board.rider, board.hacker, board.civic = seen(board.rider, gone), seen(board.hacker, gone), seen(board.civic, gone)
    board.distracted = seen(board.distracted, gone)
    board.tailed = [id for id in board.tailed if id not in gone]
    board.through = [id for id in board.through if id not in gone]
    board.wild = {zone: by for zone, by in board.wild.items() if by not in gone}
