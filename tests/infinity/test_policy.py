"""What machines choose: whatever does most to whom it is done, be it a shot, fear or a hack."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebound.games.infinity.content import sample
from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.networks import network
from rulebound.games.infinity.people import Category, Character, Harm, Id
from rulebound.games.infinity.policy import EAGER, care, wants_to_interrupt
from rulebound.games.infinity.policy_answers import breach, react
from rulebound.games.infinity.policy_attacks import best_attack, encore
from rulebound.games.infinity.policy_scenes import gm_opening
from rulebound.games.infinity.policy_vehicles import vehicle_choice
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.rounds import open_scene
from rulebound.games.infinity.scene2 import next_stage
from rulebound.games.infinity.state import Infinity, Phase, T
from rulebound.games.infinity.state_scenes import Board, Flow, Stage
from rulebound.games.infinity.state_vehicles import Place
from rulebound.games.infinity.traffic import LIGHTS
from rulebound.games.infinity.turns import Turn
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.games.infinity.vehicles import build, seat_in
from rulebound.kernel.policy import Move
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.zones import Zone, ZoneMap

ANA = SeatId("ana")
VARIANTS = InfinityVariants()


def facing(mine: str, theirs: str) -> tuple[T, Character, Character]:
    """Ana's character and one enemy in one place, on Ana's turn."""
    t: T = Table(Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")})), VARIANTS)
    me, foe = sample(t, mine, "me", ANA), sample(t, theirs, "foe")
    me.zone = foe.zone = "here"
    t.state.people = {"me": me, "foe": foe}
    t.state.phase, t.state.current = Phase.ACTION, Id("me")
    t.state.turns.players, t.state.turns.npcs = ["me"], ["foe"]
    return t, me, foe


def chosen(t: T, me: Character) -> Move:
    plan = best_attack(t, me)
    assert plan is not None
    return plan.move


def test_fear_where_nerves_are_weaker_than_armour() -> None:
    t, me, foe = facing("lieutenant", "specialist")
    foe.armour = dict.fromkeys(foe.armour, 8)
    assert chosen(t, me).command == "scare"
    foe.armour, foe.morale = dict.fromkeys(foe.armour, 0), 8
    assert chosen(t, me).command == "shoot"


def test_gangsters_suppress_whom_their_guns_cannot_hurt() -> None:
    t, _, foe = facing("rifleman", "gangster")
    foe.members = 4
    t.state.current = foe.id
    assert chosen(t, foe).args["technique"] == "suppressive fire"


def test_a_hacker_stops_what_runs_on_a_network() -> None:
    t, me, foe = facing("hacker", "bratva biker")
    assert chosen(t, me).command != "hack"  # on foot it would cost the biker his communicator
    bikes = build(t, "motorcycle", "bikes", "here")
    bikes.network, bikes.each = None, True
    del t.state.people["bikes-network"]
    seat_in(t, bikes, foe, Place.COMMANDER)
    foe.armour = dict.fromkeys(foe.armour, 4)
    assert chosen(t, me).command == "hack"


def test_a_breach_is_used_for_what_it_can_do() -> None:
    t, me, foe = facing("hacker", "specialist")
    assert breach(t, ["breach", "hacking device: shutdown", "hacking device: blast"], foe) == "hacking device: blast"
    assert breach(t, ["breach", "combi rifle: shutdown"], me) == "breach"
    civic = network("civic", "Civic", Category.ELITE, 8, 1, ["here"], {})
    assert breach(t, ["breach", "cameras: possess"], civic) == "cameras: possess"


def test_momentum_turns_into_fear_where_that_is_worth_more() -> None:
    t, me, foe = facing("lieutenant", "gangster")
    me.swift, me.momentum, me.turn.passed, me.turn.standard = True, 2, True, 0
    assert encore(t, me) == Move("turn_the_tide", {"target": foe.id})
    foe.morale = 9
    assert encore(t, me) is None


def test_the_game_master_lets_npcs_go_first_for_heat() -> None:
    t, _, _ = facing("rifleman", "gangster")
    assert not wants_to_interrupt(t.state)
    t.state.heat.change(EAGER, GM, "players paid", "infinity.heat.gain")
    assert wants_to_interrupt(t.state)
    t.state.board = Board(stage=Stage.PARK, map="park", hacker=Id("foe"))
    assert not wants_to_interrupt(t.state)  # for whom nobody knows of


def test_who_is_out_at_the_first_harm_fights_on() -> None:
    t, me, foe = facing("rifleman", "gangster")
    me.vigour.left = foe.vigour.left = 1
    assert care(t, ANA, me) == Move("shake_it_off", {"harm": Harm.PHYSICAL})
    t.state.current, foe.members = foe.id, 3
    assert care(t, GM, foe) is None


def hurt_beside(kind: str) -> tuple[T, Character, Character, Character]:
    """Ana's character beside a friend who has lost most, with an enemy who has lost still more."""
    t, me, foe = facing(kind, "gangster")
    friend = sample(t, "rifleman", "friend", ANA)
    friend.zone, t.state.people["friend"] = "here", friend
    t.state.reach = ["foe|me", "friend|me"]
    foe.members, foe.vigour.left, foe.resolve.left, friend.vigour.left, friend.resolve.left = 3, 0, 0, 1, 1
    return t, me, friend, foe


def test_a_medic_mends_friends_and_no_enemies() -> None:
    t, me, friend, _ = hurt_beside("paramedic")
    move = care(t, ANA, me)
    assert move is not None
    assert (move.command, move.args["patient"]) == ("first_aid", "friend")
    friend.vigour.left = friend.vigour.full
    friend.resolve.left = friend.resolve.full
    assert care(t, ANA, me) is None


def test_nobody_is_reassured_whom_no_dice_could_reach() -> None:
    t, me, friend, _ = hurt_beside("lieutenant")
    friend.resolve.harms = 3
    move = care(t, ANA, me)
    assert move is not None
    assert (move.command, move.args["patient"]) == ("reassure", "friend")
    friend.resolve.harms = 5
    assert care(t, ANA, me) is None


def test_nobody_shakes_off_what_no_dice_could() -> None:
    t, me, _ = facing("hacker", "gangster")
    me.resolve.left, me.resolve.harms = 0, 2
    assert care(t, ANA, me) == Move("shake_it_off", {"harm": Harm.MENTAL})
    me.resolve.harms = 4
    assert care(t, ANA, me) is None


def test_only_a_carrier_who_is_up_is_distracted() -> None:
    state = GAME.scenes()["convoy"].start(VARIANTS).state
    t = Sampler(state, VARIANTS, {}, GAME.policy, seed=1)
    open_scene(t)
    assert state.board is not None
    state.heat.change(1, GM, "players paid", "infinity.heat.gain")
    state.board.sim = "hacker"
    assert gm_opening(t, state.board) == Move("distract", {"who": "hacker"})
    state.people["hacker"].unconscious = True
    assert gm_opening(t, state.board) == Move("let_round_begin")


@pytest.mark.parametrize(("scene", "least"), [("firefight", 0.2), ("convoy", 0.2), ("chase", 0.2)])
def test_minds_and_networks_are_attacked_as_well_as_bodies(scene: str, least: float) -> None:
    """Shots are not all: at least so large a share of all attacks is fear or hacking."""
    made: Counter[str] = Counter()
    for seed in range(12):
        t = Sampler(GAME.scenes()[scene].start(VARIANTS).state, VARIANTS, {}, GAME.policy, seed)
        while (seat := GAME.to_act(t.state)) is not None and (move := GAME.policy.act(t, seat)) is not None:
            command = GAME.commands[move.command]
            made[move.command] += 1
            command.rule(t, seat, *(move.args.get(a.name, a.default) for a in command.arguments))
            t.settle()
    other = made["scare"] + made["hack"] + made["turn_the_tide"]
    assert made["shoot"] and made["scare"] and (scene != "chase" or made["hack"])
    assert other > least * (other + made["shoot"])


def test_nobody_defies_what_his_own_state_would_make_worse() -> None:
    t, me, _ = facing("lieutenant", "specialist")
    options = (Reaction.NONE, Reaction.DEFY)
    assert react(t, me, "foe", options) is Reaction.DEFY
    me.dazed, me.resolve.harms = True, 1
    assert react(t, me, "foe", options) is Reaction.NONE
    me.dazed = False
    assert react(t, me, "foe", options) is Reaction.DEFY


def test_the_specialist_in_the_office_stays_there_until_he_is_known() -> None:
    state = GAME.scenes()["chase"].start(VARIANTS).state
    t = Sampler(state, VARIANTS, {}, GAME.policy, seed=1)
    assert state.board is not None
    prey = state.people["rifleman"]
    next_stage(t)
    hacker, prey.zone = state.people["office-hacker"], "yard"
    state.vehicles, state.people[prey.id] = {}, prey
    state.phase, state.current, hacker.turn = Phase.ACTION, hacker.id, Turn()
    move = GAME.policy.act(t, GM)
    assert move is not None
    assert (move.command, move.args["target"]) == ("hack", "rifleman")
    hacker.programs = []
    assert GAME.policy.act(t, GM) == Move("end_turn")
    state.board.noticed = True
    assert GAME.policy.act(t, GM) != Move("end_turn")


def test_whoever_holds_the_lights_keeps_the_avenues_open() -> None:
    t, me, foe = facing("hacker", "specialist")
    t.state.board = Board(stage=Stage.STREETS, map="streets", civic=Id("civic"))
    civic = network("civic", "Civic", Category.ELITE, 8, 1, ["here"], {LIGHTS: []})
    t.state.people[civic.id] = civic
    for holder, flow in ((me, Flow.EAST_WEST), (foe, Flow.NORTH_SOUTH)):
        civic.possessed = {LIGHTS: holder.id}
        assert vehicle_choice(t, "direct_traffic", tuple(Flow), ("here",), Flow.NORTH_SOUTH) is flow
        turns = {now: vehicle_choice(t, "turn_traffic", (False, True), ("here", now.value), False) for now in Flow}
        assert turns == {now: now is not flow for now in Flow}
