"""INFECTED, one core: whole fights and searches by machine seats; exact odds of single attacks in processes that have counted nothing."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable

import msgspec

from attacks import Attack, attacks
from rulebound.games.infected.content import content
from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.kinds import Scarcity
from rulebound.games.infected.scavenge import Search
from rulebound.games.infected.state import Infected, Phase, party
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.advice import suggest
from rulebound.kernel.foresight import chances_of_command
from rulebound.kernel.game import Start
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import TooManyOutcomes
from rulebound.kernel.policy import Move
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import read_yaml
from rulebound.play.machine import machine_step
from rulebound.play.simulate import play_through

Play = Sampler[Infected, InfectedVariants]
Counted = tuple[float, int]
"""Milliseconds for the exact chances of what a command comes to, as its seat is shown them, and how many outcomes there are; 0 where
they are too many to count."""
WAYS = {"by itself": True, "with all that may follow": False}
"""An attack with its modifiers, pushes, Guts and defence; and then breaking points, infections, counterattacks and second attacks too."""

ATTACKS = {
    "knife": """
      people: {ana: {grit: 3, skills: {brawl: 2}, hold: [knife], near: [foe]}, foe: {type: rage}}
      attack: {target: foe, weapon: knife}""",
    "machete at the head, careful, pushed or thrown again": """
      people: {ana: {grit: 4, skills: {brawl: 3}, hold: [machete], near: [foe], asks: true}, foe: {type: rage}}
      attack: {target: foe, weapon: machete, called: head, careful: true}""",
    "fire axe, a killing at arm's reach that may spray blood, pushed or thrown again, and whether that infects": """
      people: {ana: {grit: 3, skills: {brawl: 2, endure: 1}, hold: [fire axe], near: [foe], asks: true}, foe: {type: rage}}
      attack: {target: foe, weapon: fire axe}""",
    "rifle at the legs through smoke and cover at Far range, pushed or thrown again": """
      people: {ana: {reflex: 4, skills: {shoot: 3}, hold: [rifle], asks: true, high_ground: true}, foe: {type: human, zone: c, cover: wall}}
      zones: {here: {links: [a]}, a: {links: [here, b]}, b: {links: [a, c]}, c: {links: [b], smoke: 1, cover: {wall: {name: wall}}}}
      attack: {target: foe, weapon: rifle, called: legs}""",
    "called shot at the weapon, parried": """
      people:
        ana: {grit: 4, skills: {brawl: 3}, hold: [machete], near: [foe], asks: true}
        foe: {grit: 3, skills: {brawl: 3}, hold: [knife], side: raiders, asks: true, wounds: {broken: 1}}
      attack: {target: foe, weapon: machete, called: weapon}""",
    "pistol, worn, that may jam, dodged behind a shield, both sides pushing and with Guts": """
      people:
        ana: {reflex: 5, skills: {shoot: 5}, hold: [pistol], asks: true}
        foe: {reflex: 4, skills: {athletics: 4}, hold: [riot shield], side: raiders, asks: true, wounds: {broken: 1}}
      attack: {target: foe, weapon: pistol}""",
    "Fast weapon, a burst of two shots at two infected, pushed or thrown again": """
      people: {ana: {reflex: 4, skills: {shoot: 3}, hold: [smg], asks: true}, foe: {type: rage}, other: {type: fresh}}
      attack: {target: foe, weapon: smg, second: other}""",
    "bite, dodged, pushed, softened with Guts, and whether it infects": """
      people:
        foe: {type: rage, near: [ana]}
        ana: {grit: 3, reflex: 3, skills: {athletics: 3}, wear: [light armor], asks: true, wounds: {broken: 1}}
      turn: foe
      attack: {target: ana, weapon: unarmed}""",
    "two knives, parried, countered, both sides pushing and with Guts": """
      people:
        ana: {grit: 4, skills: {brawl: 4}, hold: [knife, knife 2], near: [foe], asks: true, wounds: {bleeding: 1}}
        foe: {grit: 4, skills: {brawl: 3}, hold: [machete], wear: [light armor], side: raiders, asks: true, wounds: {broken: 1}}
      attack: {target: foe, weapon: knife, both: knife 2}""",
    "suppressing fire, pushed or thrown again": """
      people: {ana: {reflex: 4, skills: {shoot: 3}, hold: [smg], asks: true}, foe: {type: human, zone: a}}
      zones: {here: {links: [a]}, a: {links: [here]}}
      suppress: {weapon: smg, zone: a}""",
}
"""As cases give them, and the command; `ana` has the turn unless somebody else does."""


FIGHTS = ("loading yard", "raiders at the pump", "siege", "stairwell")


def count_out(attack: str, itself: bool) -> Counted:
    """An attack as a case gives it."""
    document = read_yaml(f"given:{attack}", "an attack")
    laid = document.data["given"]  # type: ignore[call-overload,index]
    name = next(command for command in ("attack", "suppress") if command in laid)
    plain = laid.pop(name)
    laid.setdefault("turn", "ana")
    variants = InfectedVariants()
    table = LiveTable.open(GAME, given(document, ("given",), variants), variants, bytes(32))
    seat = table.state.people[laid["turn"]].seat
    return count(table, seat, Move(name, plain), itself)


def count(table: LiveTable[Infected, InfectedVariants], seat: SeatId, move: Move, itself: bool) -> Counted:
    args = GAME.commands[move.command].read(Table(table.state, table.variants), seat, move.args)
    begin = time.process_time()
    try:
        outcomes = len(chances_of_command(table, seat, move.command, args, left_out=set() if itself else None))
    except TooManyOutcomes:
        outcomes = 0
    return (time.process_time() - begin) * 1e3, outcomes


def cold(count: Callable[..., Counted], *args: object) -> Counted:
    """In a new process, which has counted nothing yet."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        return process.apply(count, args)


# ------------------------------------------------------------------------------------------------ attacks as they come up
def as_played(scene: str) -> list[Attack]:
    """Every attack that machines make in a fight."""
    variants = InfectedVariants()
    found: list[Attack] = []
    start = GAME.scenes()[scene].start(variants)
    machines = tuple(msgspec.structs.replace(seat, machine=seat.plays) for seat in start.seats)
    table = LiveTable.open(GAME, Start(start.state, machines), variants, bytes(32))
    while not (table.flight is None and GAME.ending(table.state)):
        seat = GAME.to_act(table.state) if table.flight is None else None
        move = suggest(table, seat) if seat else None
        if seat and move and move.command == "attack":
            found.append((table.snapshot(), start.seats, seat, move))
        if machine_step(table) is None:
            break
    return found


def count_again(state: bytes, seats: tuple[Seat, ...], seat: SeatId, move: Move, itself: bool) -> Counted:
    """An attack in the middle of a fight."""
    variants = InfectedVariants()
    start = Start(msgspec.msgpack.decode(state, type=Infected), seats)
    return count(LiveTable.open(GAME, start, variants, bytes(32)), seat, move, itself)


# ------------------------------------------------------------------------------------------------ whole games
def again_and_again(scene: str, play: Callable[[Play], None], seconds: float) -> tuple[int, float, float, int]:
    """Games, seconds of work, seconds by the wall, questions."""
    variants = InfectedVariants()
    opened = GAME.scenes()[scene].start(variants).state
    for place in opened.world.sites.values():
        place.scarcity = Scarcity.PRISTINE  # so that there is something left for the fifth search
    start = msgspec.msgpack.encode(opened)
    decode = msgspec.msgpack.Decoder(Infected).decode
    t: Play = Sampler(decode(start), variants, {}, GAME.policy, seed=1)
    games, begin, wall = 0, time.process_time(), time.perf_counter()
    while time.process_time() - begin < seconds:
        t.state = decode(start)
        play(t)
        games += 1
    return games, time.process_time() - begin, time.perf_counter() - wall, t.asked


def fight(t: Play) -> None:
    assert play_through(t, GAME) is not None


def search_five_times(t: Play) -> None:
    """Whoever is up searches; what Threat brings is met, and fought before the next search."""
    for turn in range(5):
        up = [p for p in party(t) if p.up]
        if not up:
            return
        who = up[turn % len(up)]
        mode = (Search.STANDARD, Search.QUICK_SWEEP, Search.THOROUGH)[turn % 3]
        run(t, who.seat, Move("search", {"who": who.id, "mode": mode, "looking_for": "anything"}))
        while t.state.encounters:
            run(t, who.seat, Move("meet"))
        if len({p.side for p in t.state.people.values() if p.up}) > 1 and t.state.phase is Phase.PEACE:
            run(t, who.seat, Move("begin_fight"))
            fight_it_out(t)


def fight_it_out(t: Play) -> None:
    while t.state.phase is Phase.FIGHT:
        seat = GAME.to_act(t.state)
        assert seat is not None
        move = GAME.policy.act(t, seat)
        assert move is not None
        run(t, seat, move)


def run(t: Play, seat: SeatId, move: Move) -> None:
    command = GAME.commands[move.command]
    command.rule(t, seat, *(move.args.get(a.name, a.default) for a in command.arguments))
    t.settle()


def report(what: str, measured: tuple[int, float, float, int]) -> None:
    games, worked, wall, asked = measured
    print(f"{what}: {games / worked:,.0f}/s of work ({games / wall:,.0f}/s by the wall), {asked / worked:,.0f} questions/s", flush=True)


def report_odds(what: str, attacks: list[Attack]) -> None:
    for way, itself in WAYS.items():
        report_way(what, way, [cold(count_again, *attack, itself) for attack in attacks])


def report_way(what: str, way: str, counted: list[Counted]) -> None:
    each, given_up = sorted(took for took, _ in counted), sum(not outcomes for _, outcomes in counted)
    middle, most = each[len(each) // 2], each[int(len(each) * 0.95)]
    quick = sum(took <= 30 for took in each)
    print(
        f"exact odds, cold, of {len(each)} {what}, {way}: median {middle:.1f} ms, p95 {most:.1f} ms, worst {each[-1]:.1f} ms, "
        f"{quick} within 30 ms, {given_up} given up", flush=True,
    )  # fmt: skip


def main(args: list[str]) -> None:
    msgspec.msgpack.Decoder(Infected)  # an open table has read its packs and knows its state
    content()
    seconds = 2.0 if "--quick" in args else 6.0
    report("fights, four survivors against a swarm and two rage infected", again_and_again("loading yard", fight, seconds))
    report("searches, five with all that comes of them", again_and_again("pharmacy at night", search_five_times, seconds))
    for attack, laid in ATTACKS.items():
        counted = [(way, *cold(count_out, laid, itself)) for way, itself in WAYS.items()]
        found = "; ".join(f"{way} {took:5.1f} ms, {f'{outcomes} outcomes' if outcomes else 'given up'}" for way, took, outcomes in counted)
        print(f"exact odds, cold, {found}: {attack}", flush=True)
    report_odds("attacks of machines", [attack for scene in FIGHTS for attack in as_played(scene)])
    report_odds("attacks of every kind, made up by chance", attacks(60 if "--quick" in args else 400))


if __name__ == "__main__":
    main(sys.argv[1:])
