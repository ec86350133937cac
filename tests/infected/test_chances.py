"""Whole attacks counted exactly: the same fractions as throwing every face of every die, and what thousands of sampled attacks come to."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from faces import by_faces

from attacks import Attack, attacks
from rulebound.games.infected.checks import Again
from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.policy import InfectedPolicy
from rulebound.games.infected.state import Infected
from rulebound.games.infected.stress import breaking_point
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.branch import Branch, LeftOut
from rulebound.kernel.foresight import chances_of_answer, chances_of_command, shown_of_answer, shown_of_command
from rulebound.kernel.game import Start, in_words
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import odds_of_state
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table
from rulebound.kernel.yamltext import read_yaml

T = Table[Infected, InfectedVariants]
HURT = ("bruised", "bleeding", "broken")
NO_BONUS_DICE = InfectedVariants(core_explosion_cap=0)

DODGED = """
  people:
    ana: {grit: 1, hold: [knife], near: [foe], asks: false}
    foe: {grit: 1, reflex: 1, nerve: 1, side: raiders, asks: true, guts: 0, stress: 3, wounds: {broken: 1}, wear: [light armor]}
  turn: ana
  with: {target: foe, weapon: knife}"""
PARRIED = """
  people:
    ana: {grit: 2, hold: [knife], near: [foe], asks: false}
    foe: {grit: 2, reflex: 1, hold: [machete], side: raiders, asks: false, wounds: {broken: 1}}
  turn: ana
  with: {target: foe, weapon: knife}"""


class Pushes(InfectedPolicy):
    """Throws again whatever can be thrown again, so that Stress runs over."""

    def choose(self, t: T, seat: SeatId, what: str, options: Sequence[Any], about: About, default: Any) -> Any:
        if what == "again":
            return next(option for option in (Again.GUTS, Again.PUSH, Again.ACCEPT) if option in options)
        return super().choose(t, seat, what, options, about, default)


POLICY = Pushes()


def laid_out(attack: str) -> tuple[Infected, Callable[[T], None]]:
    document = read_yaml(f"given:{attack}", "an attack")
    laid = document.data["given"]  # type: ignore[call-overload,index]
    plain = laid.pop("with")
    before = given(document, ("given",), NO_BONUS_DICE).state
    command, seat = GAME.commands["attack"], before.people[laid["turn"]].seat
    args = command.read(Table(before, NO_BONUS_DICE), seat, plain)
    return before, lambda t: command.rule(t, seat, *args.values())


def all_of_it(before: Infected) -> Callable[[Infected], str]:
    """More than the outlook: every wound, box, point and reaction there is."""

    def look(after: Infected) -> str:
        each = ((int(p.stress), int(p.guts), str(p.panic), p.wounds.marked, bool(p.broken_down)) for p in after.people.values())
        return f"{in_words(GAME.outlook(before, after))}, {list(each)}, {after.threat.value}"

    return look


@pytest.mark.parametrize("attack", [DODGED, PARRIED])
def test_a_whole_attack_as_when_every_face_is_thrown(attack: str) -> None:
    before, rule = laid_out(attack)
    look = all_of_it(before)
    counted = odds_of_state(rule, look, before, NO_BONUS_DICE, POLICY)
    assert counted.fractions() == by_faces(rule, look, before, NO_BONUS_DICE, POLICY)
    assert len(counted) > 4


class Watching(Sampler[Infected, InfectedVariants]):
    """Remembers what was done aside."""

    asides: tuple[str, ...] = ()

    def aside(self, rule: Any, *args: Any, **kwargs: Any) -> None:
        self.asides += (rule.__name__,)
        super().aside(rule, *args, **kwargs)


@pytest.mark.parametrize("more", [False, True])
def test_guts_and_panic_of_a_breaking_point_count_where_more_is_to_come(more: bool) -> None:
    """Such as an infection check after a killing: Guts may be spent for it, and a push may cost more Stress."""
    document = read_yaml("given: {people: {ana: {nerve: 3, stress: 6, breaking: true}, foe: {type: rage}}, turn: ana}", "somebody")
    t = Watching(given(document, ("given",), InfectedVariants()).state, InfectedVariants(), {}, GAME.policy, seed=1)
    if more:
        t.later(lambda t: None)
    breaking_point(t, t.state.people["ana"])
    assert t.asides == (("heard_screaming",) if more else ("earn_by_sixes", "panics", "heard_screaming"))


# ------------------------------------------------------------------------------------------------ against samples
GAMES = 4_000
SAMPLED = {
    "dodged behind a shield": """
      people:
        ana: {reflex: 3, skills: {shoot: 3}, hold: [pistol], asks: true, stress: 3}
        foe: {reflex: 3, skills: {athletics: 2}, hold: [riot shield], side: raiders, asks: true, stress: 3, wounds: {broken: 1}}
      attack: {target: foe, weapon: pistol}""",
    "a Fast weapon": """
      people: {ana: {reflex: 2, skills: {shoot: 2}, hold: [smg], asks: true, stress: 3}, foe: {type: rage}, other: {type: fresh}}
      attack: {target: foe, weapon: smg, second: other}""",
    "a bite": """
      people:
        foe: {type: rage, near: [ana]}
        ana: {grit: 2, reflex: 2, skills: {athletics: 2}, wear: [light armor], asks: true, stress: 3, wounds: {broken: 1}}
      turn: foe
      attack: {target: ana, weapon: unarmed}""",
    "a bite that destroys Broken armor, which would have stopped it": """
      people:
        foe: {type: rage, attack_dice: 8, damage: 4, near: [ana]}
        ana: {grit: 2, wear: [light armor], gear.light armor.worn_off: 4}
      turn: foe
      attack: {target: ana, weapon: unarmed}""",
    "parried and countered": """
      people:
        ana: {grit: 3, skills: {brawl: 2}, hold: [knife, knife 2], near: [foe], asks: true, stress: 3, wounds: {bleeding: 1}}
        foe: {grit: 3, skills: {brawl: 2}, hold: [machete], wear: [light armor], side: raiders, asks: true, stress: 2, wounds: {broken: 1}}
      attack: {target: foe, weapon: knife, both: knife 2}""",
    "a bite into open wounds, parried and countered, which may kill, spray blood and infect once more": """
      people:
        foe: {type: fresh, near: [ana]}
        ana: {grit: 3, nerve: 1, skills: {brawl: 4}, hold: [shiv, shiv 2], wear: [leather jacket], asks: true, stress: 2, broken: [leg]}
      turn: foe
      attack: {target: ana, weapon: unarmed}""",
    "a Fast blade parried and countered, then struck with once more, at the same foe": """
      people:
        ana: {grit: 3, skills: {brawl: 2}, hold: [shiv], near: [foe], asks: true, stress: 3}
        foe: {grit: 2, skills: {brawl: 3}, hold: [machete], wear: [light armor], side: raiders, asks: true, wounds: {broken: 1}}
      attack: {target: foe, weapon: shiv, second: foe}""",
    "a called shot, parried": """
      people:
        ana: {grit: 3, skills: {brawl: 2}, hold: [machete], near: [foe], asks: true, stress: 3}
        foe: {grit: 2, skills: {brawl: 2}, hold: [knife], side: raiders, asks: true, stress: 3, wounds: {broken: 1}}
      attack: {target: foe, weapon: machete, called: legs}""",
    "suppressing fire": """
      people: {ana: {reflex: 2, skills: {shoot: 2}, hold: [smg], asks: true, stress: 3}, foe: {type: human, zone: a}}
      zones: {here: {links: [a]}, a: {links: [here]}}
      suppress: {weapon: smg, zone: a}""",
}


def laid_at_a_table(attack: str) -> tuple[LiveTable[Infected, InfectedVariants], SeatId, str, dict[str, Any]]:
    document = read_yaml(f"given:{attack}", "an attack")
    laid = document.data["given"]  # type: ignore[call-overload,index]
    name = next(command for command in GAME.commands if command in laid)
    plain = laid.pop(name)
    laid.setdefault("turn", "ana")
    variants = InfectedVariants(**laid.pop("rules", {}))
    table = LiveTable.open(GAME, given(document, ("given",), variants), variants, bytes(32))
    seat = table.state.people[laid["turn"]].seat
    return table, seat, name, GAME.commands[name].read(Table(table.state, variants), seat, plain)


ANSWERED = {
    "clean or infected already when blood sprays": """
      people:
        foe: {type: fresh, near: [ana]}
        ana: {grit: 3, nerve: 1, skills: {brawl: 5}, hold: [machete], asks: true, guts: 0, stress: 2, broken: [leg]}""",
    "with a covered face and no wound before": """
      people:
        foe: {type: fresh, near: [ana]}
        ana: {grit: 3, skills: {brawl: 5}, hold: [machete], wear: [goggles, breathing mask], asks: true, guts: 0}
      acted: [ana]
      order: {ana: 2, foe: 1}""",
    "in a suit that may tear": """
      people:
        foe: {type: fresh, attack_dice: 6, near: [ana]}
        ana: {grit: 3, skills: {brawl: 5}, hold: [machete], wear: [hazmat suit], asks: true, guts: 0, broken: [leg], patched: true}""",
    "where wounds are felt at once": """
      people:
        foe: {type: fresh, attack_dice: 7, near: [ana]}
        ana: {grit: 3, skills: {brawl: 5}, hold: [machete], asks: true, guts: 0, broken: [leg]}
      rules: {wounds_adrenaline_minutes: in_combat_too}""",
}
"""Blows of an infected that are parried and may be answered."""


@pytest.mark.parametrize("attack", ANSWERED.values(), ids=ANSWERED.keys())
def test_a_counterattack_goes_by_no_more_of_the_parried_blow_than_it_says(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chances, to the last digit, as when all that the blow has done tells paths apart."""
    laid = laid_at_a_table(f"{attack}\n      turn: foe\n      attack: {{target: ana, weapon: unarmed}}")
    held_back = chances_of_command(*laid)
    milestone = Branch.milestone
    monkeypatch.setattr(Branch, "milestone", lambda t, what, *, told_only=None, knowing=None, **more: milestone(t, what, **more))
    assert held_back == chances_of_command(*laid)
    assert len(held_back) > 6


def whats_left_out(attack: str) -> tuple[set[str], bool]:
    """Of what follows from an attack, and whether its chances by themselves are other than with all that."""
    laid, left_out = laid_at_a_table(attack), LeftOut()
    by_itself = chances_of_command(*laid, left_out=left_out)
    return {rule.__name__ for rule in left_out}, by_itself != chances_of_command(*laid)


@pytest.mark.parametrize(
    ("attack", "left_out"),
    [
        (SAMPLED["parried and countered"], {"strike_back", "put_to_the_test"}),
        (SAMPLED["a bite"], {"clawed_or_bitten"}),
        (
            """
      people: {ana: {reflex: 2, skills: {shoot: 2}, hold: [smg]}, foe: {type: rage}, other: {type: fresh}}
      attack: {target: foe, weapon: smg, second: other}""",
            {"strike_again"},
        ),
    ],
    ids=["a counterattack", "whether a bite infects", "the second attack of a Fast weapon"],
)
def test_an_attack_by_itself_is_counted_without_what_follows(attack: str, left_out: set[str]) -> None:
    assert whats_left_out(attack) == (left_out, True)


def test_an_attack_that_others_come_before_is_counted_whole() -> None:
    """Whoever has prepared an attack strikes first, and what follows from that decides what is left of this one."""
    waits = """
      people:
        ana: {grit: 3, skills: {brawl: 2}, hold: [knife], near: [foe]}
        foe: {grit: 3, hold: [machete], side: raiders, actions: 0, prepared: {weapon: machete, trigger: somebody attacks}}
      attack: {target: foe, weapon: knife}"""
    assert whats_left_out(waits) == (set(), False)


@pytest.mark.parametrize(
    ("command", "comes_to"),
    [
        ("attack: {target: foe, weapon: machete, called: weapon}", {"foe's knife is struck", "nothing more"}),
        ("attack: {target: foe, weapon: machete, called: legs}", {*(f"foe: {level}, foe is slowed" for level in HURT), "nothing more"}),
        ("disarm: {target: foe}", {*(f"ana: {level}" for level in HURT), "foe drops the knife", "nothing more"}),
        ("shove: {target: foe, zone: a}", {"foe is driven off", "nothing more", "ana is overextended"}),
        ("grapple: {target: foe}", {*(f"ana: {level}" for level in HURT), "foe is grappled", "nothing more"}),
    ],
)
def test_chances_tell_what_else_comes_of_it(command: str, comes_to: set[str]) -> None:
    people = "people: {ana: {grit: 3, skills: {brawl: 2}, hold: [machete], near: [foe], asks: false}, foe: {type: human, hold: [knife]}}"
    table, seat, name, args = laid_at_a_table(f"\n      {people}\n      {command}")
    assert set(chances_of_command(table, seat, name, args, left_out=set()).weights) == comes_to


def told_of(attack: Attack, left_out: LeftOut | None) -> Any:
    """All that becomes of whoever is attacked, counted with what follows or without."""
    state, seats, seat, move = attack
    target = str(move.args["target"])

    def told(before: Infected, after: Infected) -> tuple[str, ...]:
        foe = after.people[target]
        return (f"{foe.dead} {foe.unconscious} {foe.wounds.marked} {foe.boxes_marked} {foe.conditions} {foe.hands}",)

    game, variants = dataclasses.replace(GAME, outlook=told), InfectedVariants()
    table = LiveTable.open(game, Start(msgspec.msgpack.decode(state, type=Infected), seats), variants, bytes(32))
    args = GAME.commands["attack"].read(Table(table.state, variants), seat, move.args)
    return chances_of_command(table, seat, "attack", args, left_out=left_out)


def test_what_an_attack_does_hangs_on_nothing_that_follows_from_it() -> None:
    """Of whoever is attacked the same comes about, to the last digit, whether what follows is counted or left out."""
    left_out = LeftOut()
    for attack in attacks(120, seed=7):
        if "second" not in attack[3].args:
            assert told_of(attack, left_out) == told_of(attack, None), attack[3]
    assert {rule.__name__ for rule in left_out} == {"strike_back", "put_to_the_test", "clawed_or_bitten", "blood_spray", "expose"}


@pytest.mark.parametrize("attack", SAMPLED.values(), ids=SAMPLED.keys())
def test_chances_shown_are_what_thousands_of_attacks_come_to(attack: str) -> None:
    """Every chance within four standard errors and half a game of what the rules were sampled to."""
    as_sampled(*laid_at_a_table(attack))


def test_chances_of_a_round_of_a_chase_are_what_thousands_come_to() -> None:
    variants = InfectedVariants()
    table = LiveTable.open(GAME, GAME.scenes()["highway"].start(variants), variants, bytes(32))
    counted = as_sampled(table, SeatId("kit"), "chase_round", {})
    assert {"the wagon: far", "the wagon: near", "chase: escaped"} & counted.keys()


def test_guts_buy_another_throw_whatever_was_thrown_first() -> None:
    """The chances of spending one on a throw without hits are those of the whole command with one less."""
    variants, marta = InfectedVariants(), SeatId("marta")
    table = LiveTable.open(GAME, GAME.scenes()["pharmacy at night"].start(variants), variants, bytes([4]) * 32)
    command = GAME.commands["take_down"]
    args = next(command.every(Table(table.state, variants), marta))
    poorer = LiveTable.open(GAME, GAME.scenes()["pharmacy at night"].start(variants), variants, bytes([4]) * 32)
    poorer.state.people["marta"].guts -= 1
    table.do(marta, "take_down", dict(args))
    assert table.flight is not None
    assert table.flight.question.about == ("marta", "takedown", "0")
    assert chances_of_answer(table, marta, Again.GUTS) == chances_of_command(poorer, marta, "take_down", args)


ONE_DIE = {"ana: no hits": Fraction(1, 2), "ana: 1 hit": Fraction(5, 18), "ana: 2 hits": Fraction(1, 18)}
"""By hand: a five is a hit, a six another with each third bonus die; a one is what the rest is, and here counts for itself."""


@pytest.mark.parametrize("command, args", [("roll", {"attribute": "wits", "skill": "notice"}), ("search", {})])
def test_at_peace_chances_are_those_of_the_roll(command: str, args: dict[str, str]) -> None:
    """What is found or noticed is known by hits; what comes of it all would be told as nothing."""
    table = checking(1, asks="false")
    typed = GAME.commands[command].read(Table(table.state, table.variants), ANA, {"who": "ana", **args})
    assert shown_of_command(table, ANA, command, typed).fractions() == ONE_DIE | {"ana: no hits, a critical failure": Fraction(1, 6)}


def test_chances_of_a_push_tell_the_stress_it_costs() -> None:
    table = checking(1, asks="true")
    table.streams = lambda place: Faces(2)
    table.do(ANA, "roll", {"who": "ana", "attribute": "wits", "skill": "notice"})
    pushed = shown_of_answer(table, ANA, Again.PUSH).fractions()
    assert pushed == ONE_DIE | {"ana: no hits, 1 Stress": Fraction(1, 6)}
    assert shown_of_answer(table, ANA, Again.ACCEPT).fractions() == {"ana: no hits": 1}


def test_whoever_begins_a_fight_is_told_of_their_own_initiative() -> None:
    """All that others may throw would be too much to count."""
    variants, marta = InfectedVariants(), SeatId("marta")
    table = LiveTable.open(GAME, GAME.scenes()["loading yard"].start(variants), variants, bytes(32))
    table.do(marta, "begin_fight", {})
    assert table.flight is not None
    pushed = shown_of_answer(table, marta, Again.PUSH).weights
    assert len(pushed) > 2
    assert all(said.startswith("Marta: ") and "hit" in said for said in pushed)


ANA = SeatId("ana")


class Faces:
    """Dice that show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def die(self, sides: int) -> int:
        return self.face

    def pick(self, things: Any, count: int) -> Any:
        return list(things[:count])


def checking(wits: int, asks: str) -> LiveTable[Infected, InfectedVariants]:
    """Ana by herself, with so many dice to notice and find things."""
    shop = "{sites: {shop: {id: shop, name: a shop}}, site: shop}"
    text = f"given: {{people: {{ana: {{wits: {wits}, guts: 0, asks: {asks}}}}}, world: {shop}}}"
    return LiveTable.open(GAME, GAME.given(read_yaml(text, "a check"), ("given",), InfectedVariants()), InfectedVariants(), bytes(32))


def as_sampled(table: LiveTable[Infected, InfectedVariants], seat: SeatId, name: str, args: dict[str, Any]) -> dict[str, Fraction]:
    command = GAME.commands[name]
    counted = chances_of_command(table, seat, name, args).fractions()
    known = table.encode(GAME.as_known(table.decode(table.snapshot()), seat, table.variants))  # type: ignore[arg-type]
    t = Sampler(table.decode(known), table.variants, {}, GAME.policy, seed=11)
    seen: dict[str, int] = {}
    for _ in range(GAMES):
        t.state = table.decode(known)
        command.rule(t, seat, *args.values())
        t.settle()
        came = in_words(GAME.outlook(table.decode(known), t.state))
        seen[came] = seen.get(came, 0) + 1
    assert set(seen) <= set(counted)
    for came, chance in counted.items():
        p = float(chance)
        assert abs(seen.get(came, 0) / GAMES - p) <= 4 * (p * (1 - p) / GAMES) ** 0.5 + 0.5 / GAMES, came
    return counted
