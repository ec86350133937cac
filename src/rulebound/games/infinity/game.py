"""Infinity as the table knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulebound.games.infinity import (
    actions,
    attacks,
    conditions,
    creation,
    falling,
    gear,
    hacking,
    heat,
    momentum,
    moving,
    networks,
    points,
    ready,
    recovery,
    rounds,
    scare,
    spending,
    stealth,
    surprise,
    systems,
    tasks,
)
from rulebound.games.infinity.commands_vehicles import VEHICLE_COMMANDS
from rulebound.games.infinity.given import GIVEN_HELP, Given, given
from rulebound.games.infinity.known import as_known
from rulebound.games.infinity.lint import lint
from rulebound.games.infinity.people import Character, Id
from rulebound.games.infinity.phrases import ANSWERS, PHRASES
from rulebound.games.infinity.policy import InfinityPolicy, wants_to_interrupt
from rulebound.games.infinity.scene_heat import BYSTANDERS, THE_CROWD
from rulebound.games.infinity.scenes import scenes
from rulebound.games.infinity.screen import screen
from rulebound.games.infinity.sheet import show
from rulebound.games.infinity.state import ACTION, Infinity, T
from rulebound.games.infinity.state_vehicles import Vehicle
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.commands import Command
from rulebound.kernel.entries import Entry, Names
from rulebound.kernel.game import Game
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.repair import repairs
from rulebound.kernel.seats import GM, SeatId


def find(state: Infinity) -> Callable[[str], object | None]:
    """People and vehicles by their ids."""
    return lambda id: state.people.get(id) or state.vehicles.get(id)


def names(state: Infinity) -> Names:
    def name(id: str) -> str:
        how, told, who = id.partition(": ")
        if told and who in state.people:
            return f"{how}: {state.people[who].name}"  # such as who gives covering fire
        found = state.people.get(id) or state.vehicles.get(id) or state.map.zones.get(id) or state.covers.get(id)
        return found.name if found else state.gone.get(id, THE_CROWD if id == BYSTANDERS else id)

    return name


def to_act(state: Infinity) -> SeatId | None:
    if state.phase is not ACTION:
        return None if state.over else next((p.seat for p in state.people.values() if p.hero), None)
    if state.current:
        return state.people[state.current].seat
    if state.board and state.board.opening:
        return GM
    if wants_to_interrupt(state):
        return GM
    waiting = state.turns.may_act()
    return state.people[waiting[0]].seat if waiting else None


def ending(state: Infinity) -> str | None:
    return f"The scene is over, {state.over}." if state.over else None


def outlook(before: Infinity, after: Infinity) -> tuple[str, ...]:
    """What an action came to: what was lost of each track, and who is out."""
    said = []
    for id, who in after.people.items():
        old = before.people.get(id)
        if old is None:
            continue
        for name, was, now in (
            ("Vigour", old.vigour, who.vigour), ("Resolve", old.resolve, who.resolve), ("Firewall", old.firewall, who.firewall),
        ):  # fmt: skip
            if now.left != was.left:
                said.append(f"{who.name} {name} {now.left - was.left:+d}")
            if now.harms != was.harms:
                said.append(f"{who.name} {now.harms - was.harms:+d} lasting harm ({name})")
        if who.members != old.members:
            said.append(f"{who.name} {who.members - old.members:+d} {'member' if abs(who.members - old.members) == 1 else 'members'}")
        if who.networks_down != old.networks_down:
            said.append(f"{who.name} {who.networks_down - old.networks_down:+d} networks down")
        if who.incapacitated and not old.incapacitated:
            said.append(f"{who.name} is out")
    return tuple(said)


def broken(t: T) -> list[str]:
    """What no table may ever come to."""
    pools = (t.state.momentum, t.state.heat, *(p.infinity for p in t.state.people.values()))
    found = [f"{p.name} is {p.value}" for p in pools if p.value < 0 or (p.cap is not None and p.value > p.cap)]
    for who in t.state.people.values():
        tracks = (who.vigour, who.resolve, who.firewall)
        found += [f"{who.id} has a track of {s.left} of {s.full}" for s in tracks if not 0 <= s.left <= s.full or s.harms < 0]
        if min([who.momentum, who.turn.standard, who.turn.minor, who.turn.free, *(w.reloads for w in who.weapons.values())]) < 0:
            found.append(f"{who.id} has less than nothing of something")
        if who.zone not in t.state.map.zones:
            found.append(f"{who.id} is nowhere: {who.zone}")
    return found + broken_vehicles(t)


def broken_vehicles(t: T) -> list[str]:
    found = []
    for vehicle in t.state.vehicles.values():
        if not 0 <= vehicle.structure.left <= vehicle.structure.full or vehicle.faults < 0:
            found.append(f"{vehicle.id} has a Structure of {vehicle.structure.left} of {vehicle.structure.full}")
        if vehicle.zone not in t.state.map.zones or any(t.state.people[id].zone != vehicle.zone for id in vehicle.aboard):
            found.append(f"{vehicle.id} is in {vehicle.zone}, those inside are not")
        taken = list(vehicle.aboard.values())
        if any(taken.count(place) > room for place, room in vehicle.places.items()):
            found.append(f"{vehicle.id} has more people in it than places")
    return found


def unaccounted(before: Infinity, after: Infinity, entries: Sequence[Entry]) -> list[str]:
    """Pools that changed without somebody who did it, a reason and a rule."""
    found = []
    for name, was, now in pools_of(before, after):
        deltas = now.deltas[len(was.deltas) :]
        if was.start != now.start or was.value + sum(delta.amount for delta in deltas) != now.value:
            found.append(f"{name} went from {was.value} to {now.value} by itself")
        found += [f"{name} changed by {d.amount} without a word" for d in deltas if not (d.seat and d.reason and d.rule)]
    return found


def pools_of(before: Infinity, after: Infinity) -> Iterator[tuple[str, SharedPool, SharedPool]]:
    yield "Momentum", before.momentum, after.momentum
    yield "Heat", before.heat, after.heat
    for id, who in after.people.items():
        if id in before.people:
            yield f"{id}'s Infinity points", before.people[id].infinity, who.infinity


COMMANDS: tuple[Command[Infinity, InfinityVariants], ...] = (
    tasks.test_skill, tasks.fail_test, tasks.assist, tasks.contest, tasks.roll_d6, momentum.save_momentum, momentum.take_momentum,
    momentum.spend_momentum, spending.use_momentum,
    heat.gain_heat, heat.spend_heat, points.second_wind, points.overcome, points.influence, points.award, points.new_session,
    rounds.begin, surprise.ambush, rounds.take_turn, rounds.interrupt, rounds.reinforce, rounds.end_turn, rounds.end_scene,
    rounds.next_scene, rounds.let_round_begin, actions.announce,
    moving.adjust, moving.move, moving.sprint, moving.withdraw, moving.slip_away,
    attacks.shoot, attacks.melee, attacks.stow, attacks.covering_fire, ready.ready, ready.use_readied,
    actions.drop_prone, actions.stand, actions.speak, actions.drop_item, actions.draw, actions.brace, actions.exploit_weakness,
    actions.pass_, actions.shake_it_off, actions.extra_action, actions.swift_action, actions.use_talent,
    conditions.recover, conditions.roll_around, conditions.afflict, falling.fall, stealth.hide, stealth.search, stealth.set_ambience,
    scare.scare, scare.turn_the_tide, scare.bolster, scare.grit, scare.rush_of_confidence,
    hacking.hack, hacking.activate, hacking.fairy_dust, hacking.assisted_fire, hacking.enhanced_reaction, hacking.refresh,
    networks.adopt, networks.add_network, systems.switch_off, systems.switch_on,
    gear.clear_malfunction, gear.fit_silencer, gear.vanish, gear.mend_camouflage, gear.put_on_mask, gear.deploy_fastpanda, gear.frisk,
    recovery.first_aid, recovery.reassure, recovery.rest, recovery.heal, recovery.treat, recovery.pass_days, creation.create,
    creation.create_random, creation.take_sample,
    *VEHICLE_COMMANDS,
    *repairs(find, ids=Id),
)  # fmt: skip

LIMITS = {
    "buy_dice": "infinity.test.buy_d20_heat", "infinity_dice": "infinity.test.buy_d20_infinity", "reaction": "infinity.reaction.general",
    "spend": "infinity.momentum.combat.table", "knockout": "infinity.momentum.knockout", "return_reload": "infinity.reaction.return_fire",
}  # fmt: skip
"""Whose rules limit what may be answered."""

GAME: Game[Infinity, InfinityVariants] = Game(
    id="infinity",
    title="Infinity",
    version=1,
    state=Infinity,
    variants=InfinityVariants,
    commands={command.name: command for command in COMMANDS},
    phrases=PHRASES,
    scenes=scenes,
    given=given,
    given_type=Given,
    given_help=GIVEN_HELP,
    answers=ANSWERS,
    things={"a person": Character, "a vehicle": Vehicle, "the table": Infinity},
    show=show,
    find=find,
    name=names,
    to_act=to_act,
    ending=ending,
    outlook=outlook,
    policy=InfinityPolicy(),
    broken=broken,
    unaccounted=unaccounted,
    as_known=as_known,
    lint=lint,
    limits=LIMITS,
    creation=creation.CREATION,
    screen=screen,
    blank="{people: {}}",
    chapters=frozenset({"begin", "end_scene", "next_scene", "new_session"}),
)
