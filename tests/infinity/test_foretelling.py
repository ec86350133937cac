"""Chances shown at the table: an exchange multiplied out is what the rules come to, and whoever hides has no part in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from rulebound.games.infinity import exchange
from rulebound.games.infinity.content import content, sample, wear
from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.known import as_known
from rulebound.games.infinity.people import Carried, Category, Helping, Id, Readied, Stealth, Trigger
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import target_number
from rulebound.games.infinity.state import Cover, Infinity, Phase, T
from rulebound.games.infinity.state_scenes import Board, Stage
from rulebound.games.infinity.state_vehicles import Mount, Place, Vehicle
from rulebound.games.infinity.techniques import RATING, Technique
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import CarryOver, InfinityVariants, SpreadThreshold
from rulebound.kernel.commands import Arguments
from rulebound.kernel.foresight import chances_of_answer, chances_of_command, shown_of_command
from rulebound.kernel.game import Start, in_words
from rulebound.kernel.live import LiveTable
from rulebound.kernel.odds import Uncountable, odds
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.turn import Waiting
from rulebound.kernel.zones import Link, Zone, ZoneMap

ANA = SeatId("ana")
Live = LiveTable[Infinity, InfinityVariants]
Change = Callable[[Infinity], None]
FEW = InfinityVariants(bought_dice_max=0)


@pytest.fixture(autouse=True)
def few_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that every one of them can be followed."""
    weapons, programs = content().weapons, content().programs
    monkeypatch.setitem(weapons, "light pistol", msgspec.structs.replace(weapons["light pistol"], cd=1))
    monkeypatch.setitem(weapons, "fragmentation grenade", msgspec.structs.replace(weapons["fragmentation grenade"], flat=4, cd=1))
    for name in ("CLAW-1", "SWORD-1"):
        monkeypatch.setitem(programs, name, msgspec.structs.replace(programs[name], flat=3, cd=1))
    monkeypatch.setitem(RATING, Technique.VOICE, (2, 1))


def small_table(change: Change | None = None, variants: InfinityVariants = FEW) -> Live:
    """Ana with a weak pistol and one specialist before her, on her turn; hardly any dice."""
    zones = ZoneMap({zone: Zone(zone, zone.capitalize()) for zone in ("here", "there")}, [Link("here", "there")])
    state = Infinity(people={}, map=zones)
    t: T = Table(state, variants)
    ana, foe = sample(t, "hacker", "ana", ANA), sample(t, "specialist", "x")
    ana.infinity.start = 0
    ana.weapons = {"gun": Carried(kind="light pistol", hands=1, reloads=1)}
    foe.weapons = {"gun": Carried(kind="light pistol", hands=1)}
    wear(foe, "light combat armour")
    ana.zone = foe.zone = "here"
    state.people = {"ana": ana, "x": foe}
    state.phase, state.current = Phase.ACTION, Id("ana")
    state.turns.players, state.turns.npcs = ["ana"], ["x"]
    if change:
        change(state)
    return LiveTable.open(GAME, Start(state, (Seat(GM, Role.GM, "GM"), Seat(ANA, Role.PLAYER, "Ana"))), variants, bytes(32))


def by_the_rules(live: Live, command: str, args: Arguments) -> object:
    """The same, every die of it followed."""
    before = live.decode(live.snapshot())

    def run(t: T) -> str:
        GAME.commands[command].rule(t, ANA, *args.values())
        t.settle()
        return in_words(GAME.outlook(before, t.state))

    return odds(run, live.decode(live.snapshot()), live.variants, GAME.policy).fractions()


def weak(state: Infinity) -> None:
    """As few damage dice as there are."""
    for who in state.people.values():
        who.attributes = dict.fromkeys(who.attributes, 7)


def dodged(state: Infinity) -> None:
    weak(state)
    state.heat = SharedPool(name="Heat", start=2)
    state.people["x"].weapons, state.people["x"].category = {}, Category.TROOPER


def returned(state: Infinity) -> None:
    """A better shot than runner, who fires back with Spread; no cover, thin armour."""
    weak(state)
    state.heat = SharedPool(name="Heat", start=2)
    foe = state.people["x"]
    foe.skills = {Skill.RANGED_WEAPONS: foe.skills[Skill.RANGED_WEAPONS]}
    foe.category = Category.TROOPER
    foe.weapons["gun"].qualities = {"spread": 1}
    state.people["ana"].vigour.left = 4


def a_mob(state: Infinity) -> None:
    weak(state)
    foe = state.people["x"]
    foe.members, foe.vigour.left = 3, 2


def covered(state: Infinity) -> None:
    weak(state)
    state.covers = {"crate": Cover(name="crate", zone="here", dice=1)}
    state.people["x"].cover, state.people["x"].prone = "crate", True


def a_mob_blasted(state: Infinity) -> None:
    """A grenade out of a launcher, with one die and no flat damage, on three who stand close."""
    a_mob(state)
    state.people["ana"].weapons = {"gun": Carried(kind="grenade launcher", hands=2, reloads=1)}


def two_shouted_at(state: Infinity) -> None:
    """Momentum carries the voice to another, who may defy it if Complications bring the Heat for it."""
    weak(state)
    foe = state.people["x"]
    foe.category, foe.prone = Category.TROOPER, True
    state.people["y"] = msgspec.structs.replace(foe, id=Id("y"), name="Other", prone=False, resolve=msgspec.structs.replace(foe.resolve))
    state.turns.npcs.append("y")
    for who in state.people.values():
        who.resolve.left, who.morale = 2, 0


def a_mob_sprayed(state: Infinity) -> None:
    """Spread strikes several places of three who have little left."""
    a_mob(state)
    state.people["ana"].weapons["gun"].qualities = {"spread": 2, "vicious": 3}
    state.people["x"].vigour.full = 3


def three_shouted_at(state: Infinity) -> None:
    """Two others may defy the voice: what the first pays, or gets for his Complication, changes what the second can."""
    two_shouted_at(state)
    state.heat = SharedPool(name="Heat", start=3)
    second = state.people["y"]
    state.people["z"] = msgspec.structs.replace(second, id=Id("z"), name="Third", resolve=msgspec.structs.replace(second.resolve))
    state.turns.npcs.append("z")
    state.people["ana"].momentum, state.people["ana"].turn.passed = 2, True


def in_the_streets(change: Change) -> Change:
    """A Complication hits bystanders, and that hits whoever fired, who has little left to bear it with."""

    def changed(state: Infinity) -> None:
        change(state)
        state.board = Board(stage=Stage.STREETS, map="streets")
        state.people["ana"].resolve.left, state.people["ana"].morale = 4, 1

    return changed


SHOT: Arguments = {"target": "x", "gun": "gun", "reloads": 0, "mode": "primary", "leave": False}


@pytest.mark.parametrize(
    ("change", "command", "args"),
    [
        (weak, "shoot", SHOT),
        (dodged, "shoot", SHOT),
        (returned, "shoot", SHOT),
        (a_mob, "shoot", SHOT),
        (covered, "shoot", SHOT),
        (a_mob_blasted, "shoot", SHOT),
        (in_the_streets(weak), "shoot", SHOT),
        (in_the_streets(dodged), "shoot", SHOT),
        (in_the_streets(returned), "shoot", SHOT),
        (in_the_streets(a_mob_blasted), "shoot", SHOT),
        (two_shouted_at, "scare", {"target": "x", "technique": "voice of authority", "reloads": 0}),
        (a_mob_sprayed, "shoot", SHOT),
        (three_shouted_at, "scare", {"target": "x", "technique": "voice of authority", "reloads": 0}),
        (weak, "scare", {"target": "x", "technique": "threaten", "reloads": 0}),
        (weak, "scare", {"target": "x", "technique": "enrage", "reloads": 0}),
        (dodged, "scare", {"target": "x", "technique": "threaten", "reloads": 0}),
        (weak, "hack", {"target": "x", "program": "CLAW-1"}),
        (dodged, "hack", {"target": "x", "program": "SWORD-1"}),
    ],
)
def test_an_exchange_multiplied_out_is_what_the_rules_come_to(change: Change, command: str, args: Arguments) -> None:
    multiplied_out(small_table(change), command, args)


@pytest.mark.parametrize(
    "variants",
    [
        msgspec.structs.replace(FEW, spread_threshold=SpreadThreshold.PER_LOCATION),
        msgspec.structs.replace(FEW, mob_carry_over=CarryOver.SOAK_EACH),
        msgspec.structs.replace(FEW, mob_carry_over=CarryOver.SOAK_EACH, spread_threshold=SpreadThreshold.PER_LOCATION),
        msgspec.structs.replace(FEW, mob_carry_over=CarryOver.FULL_VIGOUR),
    ],
)
def test_so_it_is_where_a_mob_is_struck_by_other_rules(variants: InfinityVariants) -> None:
    multiplied_out(small_table(a_mob_sprayed, variants), "shoot", SHOT)


def must_not_be_played(t: T, *_: object) -> None:
    raise AssertionError("left to the rules")


def multiplied_out(live: Live, command: str, args: Arguments) -> None:
    before = live.snapshot()
    typed = GAME.commands[command].read(Table(live.state, live.variants), ANA, args)
    with pytest.MonkeyPatch.context() as instead:
        for rule in ("strike_out", "trade_blows"):
            instead.setattr(exchange, rule, must_not_be_played)
        counted = chances_of_command(live, ANA, command, typed)
    assert len(counted) > 1
    assert counted.fractions() == by_the_rules(live, command, typed)
    assert live.snapshot() == before


def test_a_grenade_into_a_mob_is_counted() -> None:
    """With the dice of the book, where following each of them would not end."""

    def grenadier(state: Infinity) -> None:
        t: T = Table(state, InfinityVariants())
        state.people["ana"] = sample(t, "rifleman", "ana", ANA)
        mob = sample(t, "gangster", "x")
        mob.members = 4
        state.people["ana"].zone = mob.zone = "here"
        state.people["ana"].weapons = {"gun": Carried(kind="grenade launcher", hands=2, reloads=2)}
        state.people["x"], state.heat = mob, SharedPool(name="Heat", start=3)

    counted = chances(small_table(grenadier), "shoot", SHOT)
    assert isinstance(counted, dict) and sum(counted.values()) == 1 and len(counted) > 5


def test_an_answer_is_counted_from_where_the_exchange_is() -> None:
    """Ana is shot at and may answer: dodging and standing still come to different things, each exactly."""

    def shot_at(state: Infinity) -> None:
        weak(state)
        state.current = Id("x")

    live = small_table(shot_at)
    outcome = live.do(GM, "shoot", {"target": "ana", "gun": "gun"})
    assert isinstance(outcome, Waiting) and outcome.question.what == "reaction"
    still, dodging = (chances_of_answer(live, ANA, answer).fractions() for answer in ("none", "dodge"))
    assert still["nothing more"] < dodging["nothing more"]
    assert sum(still.values()) == sum(dodging.values()) == 1


# ------------------------------------------------------------------------------------------------ whoever hides
def lurking(state: Infinity) -> None:
    """Somebody unseen who has a hand in everything."""
    t: T = Table(state, InfinityVariants())
    lurker = sample(t, "gangster", "lurker")
    lurker.zone, lurker.stealth, lurker.members = "here", Stealth.HIDDEN, 4
    state.people["lurker"] = lurker
    state.turns.npcs.append("lurker")
    state.turns.done.append("lurker")
    state.reach = ["lurker|x", "ana|lurker"]
    state.free_interrupts = [lurker.id]
    state.people["x"].covered_by, state.people["x"].defended_by = [lurker.id], [lurker.id]
    state.people["x"].dusted_by = state.people["x"].enraged_by = lurker.id
    state.people["x"].helping = Helping(lurker.id, Skill.RANGED_WEAPONS, Skill.RANGED_WEAPONS)
    state.people["ana"].readied = Readied(Action.SHOOT, "gun", lurker.id, Trigger.ATTACK)
    state.vehicles["car"] = Vehicle(
        id=Id("car"), name="Car", kind="passenger car", structure=state.people["x"].vigour, impact=[1, 2], zone="there",
        aboard={"lurker": Place.PILOT}, weapons={"mg": Mount(kind="machine gun", gunner=lurker.id)}, operator=lurker.id, solution=lurker.id,
        grabs={"lurker": 2},
    )  # fmt: skip


@pytest.mark.covers("infinity.stealth.hidden")
def test_nothing_is_left_of_whoever_hides() -> None:
    live = small_table(lurking)
    known = as_known(live.decode(live.snapshot()), ANA, live.variants)
    assert known is not None and "lurker" not in msgspec.json.encode(known).decode()
    own = as_known(live.decode(live.snapshot()), GM, live.variants)
    assert own is not None and "lurker" in own.people


@pytest.mark.covers("infinity.stealth.hidden")
@pytest.mark.parametrize("command", ["shoot", "scare", "hack"])
def test_whoever_hides_changes_no_chance(command: str) -> None:
    def hidden(state: Infinity) -> None:
        dodged(state)
        lurking(state)
        del state.vehicles["car"]

    def seen(state: Infinity) -> None:
        hidden(state)
        state.people["lurker"].stealth = Stealth.REVEALED

    args = {"shoot": SHOT, "scare": {"target": "x", "technique": "threaten"}, "hack": {"target": "x", "program": "CLAW-1"}}[command]
    alone, beside, together = (chances(small_table(change), command, args) for change in (dodged, hidden, seen))
    assert alone == beside != together


def chances(live: Live, command: str, args: Arguments) -> object:
    return chances_of_command(live, ANA, command, GAME.commands[command].read(Table(live.state, live.variants), ANA, args)).fractions()


def test_what_somebody_unseen_is_about_to_do_is_not_counted() -> None:
    def turn(state: Infinity) -> None:
        lurking(state)
        state.current = Id("lurker")

    with pytest.raises(Uncountable):
        chances_of_command(small_table(turn), ANA, "shoot", SHOT)


def test_chances_of_a_test_are_those_of_its_dice() -> None:
    """What comes of it, nobody can tell but the table: shown is whether it passes, with what Momentum and what Complications."""
    live = small_table(dodged)
    typed = GAME.commands["test_skill"].read(Table(live.state, live.variants), ANA, {"who": "ana", "skill": "observation"})
    shown = shown_of_command(live, ANA, "test_skill", typed).fractions()
    low = Fraction(target_number(live.state.people["ana"], Skill.OBSERVATION).value, 20)
    assert sum(chance for said, chance in shown.items() if "fails" in said) == (1 - low) ** 2
    assert any("Momentum" in said for said in shown) and any("Complication" in said for said in shown)
