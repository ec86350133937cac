"""Cannibal Contagion as the table knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebound.games.contagion import (
    allies,
    attempts,
    challenge,
    creation,
    death,
    downtime,
    gear,
    hurtin,
    infection,
    juice,
    madness,
    mojos,
    negotiation,
    scenes,
    threats,
    tokens,
    weapons,
)
from rulebound.games.contagion.accounts import unaccounted
from rulebound.games.contagion.chances import answer_chances
from rulebound.games.contagion.content import SceneText, content, sample
from rulebound.games.contagion.deck import everywhere
from rulebound.games.contagion.gear import capacity, load
from rulebound.games.contagion.given import GIVEN_HELP, Given, given
from rulebound.games.contagion.known import as_known
from rulebound.games.contagion.madness import threshold
from rulebound.games.contagion.people import Ally, Characteristic, Gear, Id, Survivor, Threat
from rulebound.games.contagion.phrases import ANSWERS, PHRASES
from rulebound.games.contagion.policy import ContagionPolicy, next_to_act
from rulebound.games.contagion.screen import screen
from rulebound.games.contagion.sheet import seat_name, show
from rulebound.games.contagion.state import Contagion, Phase, Story, T
from rulebound.games.contagion.variants import ContagionVariants
from rulebound.kernel.cards import FULL_DECK
from rulebound.kernel.commands import Command
from rulebound.kernel.entries import Names
from rulebound.kernel.game import Game, SceneInfo, Start
from rulebound.kernel.repair import repairs
from rulebound.kernel.seats import GM, Role, Seat, SeatId


def find(state: Contagion) -> Callable[[str], object | None]:
    """Survivors, Allies and Threats by their ids."""
    return lambda id: state.survivors.get(id) or state.allies.get(id) or state.threats.get(id)


def gear_called(state: Contagion, id: str) -> Gear | None:
    return next((who.gear[id] for who in state.survivors.values() if id in who.gear), None)


def names(state: Contagion) -> Names:
    def name(id: str) -> str:
        thing = state.survivors.get(id) or state.allies.get(id) or state.threats.get(id) or gear_called(state, id)
        return thing.name if thing else state.gone.get(id) or seat_name(state, id)

    return name


def start(scene: SceneText, variants: ContagionVariants) -> Start[Contagion]:
    """An evening of a pack, with its Survivors ready and everything else to come."""
    story = Story(
        premise=scene.premise, purpose=scene.purpose, contagion=scene.contagion, frames=list(scene.frames),
        objectives=dict(scene.objectives),
    )  # fmt: skip
    state = Contagion(phase=Phase.CREATION, story=story)
    for id, placed in scene.survivors.items():
        state.survivors[id] = sample(placed.sample, id, SeatId(placed.seat))
    seats = [Seat(s.seat, Role.PLAYER, s.name) for s in state.survivors.values()]
    return Start(state, (Seat(GM, Role.GM, "Cannibal in Charge"), *seats))


def evenings() -> Mapping[str, SceneInfo[Contagion, ContagionVariants]]:
    def info(id: str, scene: SceneText) -> SceneInfo[Contagion, ContagionVariants]:
        return SceneInfo(id, scene.title, scene.about, lambda variants: start(scene, variants))

    return {id: info(id, scene) for id, scene in content().scenes.items()}


def ending(state: Contagion) -> str | None:
    """How the session ended, once it has."""
    if state.phase is not Phase.OVER:
        return None
    saved = ", ".join(s.name for s in state.survivors.values() if s.alive)
    lost = ", ".join(s.name for s in state.survivors.values() if not s.alive)
    votes = f"By the secret votes {names(state)(state.winner)} wins." if state.winner else "No secret vote came true: the Contagion wins."
    return " ".join(filter(None, (state.ended, saved and f"Alive: {saved}.", lost and f"Lost: {lost}.", votes)))


def broken(t: T) -> list[str]:
    """What no session may ever come to."""
    found = []
    if sorted(everywhere(t)) != sorted(FULL_DECK):
        found.append(f"the deck has {len(everywhere(t))} cards, or one twice")
    if t.state.showdown or t.state.drawn:
        found.append("cards are still on the table")
    for who in t.state.survivors.values():
        if min(who.kill, who.savvy, who.grit, who.cool, who.tokens, who.cgp, who.infection, who.misses) < 0:
            found.append(f"{who.id} has less than nothing of something")
        if not 1 <= who.stage <= 5 or (who.alive and who.cgp > threshold(t, who)):
            found.append(f"{who.id} is at stage {who.stage} with {who.cgp} CGP")
        if who.alive and load(t, who) > capacity(t, who):
            found.append(f"{who.id} carries {load(t, who)} of {capacity(t, who)}")
        if who.alive and who.ranks == 0:
            found.append(f"{who.id} lives without a rank")
        if any(item.tally < 0 for item in who.gear.values()):
            found.append(f"{who.id} has more Juice than there is")
    found += [f"{x.id} has score {x.score}" for x in t.state.threats.values() if x.score < 0 or (x.dead and x.score > 0)]
    found += [f"{a.id} has rank {a.rank}" for a in t.state.allies.values() if not 0 <= a.rank <= 4]
    return found


COMMANDS: tuple[Command[Contagion, ContagionVariants], ...] = (
    creation.set_scenario, creation.create, creation.create_random, creation.take_sample, creation.name_mad_half, creation.draw_mad_half,
    creation.begin, creation.narrate, attempts.attempt, attempts.send_ally, attempts.require, challenge.challenge, challenge.pass_,
    negotiation.pay_price, madness.panic, mojos.vanish, mojos.reason, gear.give, gear.allow_scenery, gear.pick_up, gear.drop, gear.pack,
    gear.take_away, juice.find_juice, weapons.random_weapon, weapons.arm, allies.add_ally, allies.hand_over, allies.heal_ally,
    hurtin.danger, infection.clean, infection.treat, death.promote, threats.buy_threat, threats.quick_buy, threats.withdraw,
    tokens.donate, tokens.draw_off, tokens.award, scenes.end_scene, scenes.done, scenes.start_scene, scenes.end_session,
    downtime.buy_gear, downtime.buy_weapon, downtime.recharge, downtime.recover, downtime.calm, downtime.lift,
    *repairs(find, ids=Id),
)  # fmt: skip

GAME: Game[Contagion, ContagionVariants] = Game(
    id="contagion",
    title="Cannibal Contagion",
    version=1,
    state=Contagion,
    variants=ContagionVariants,
    commands={command.name: command for command in COMMANDS},
    phrases=PHRASES,
    scenes=evenings,
    given=given,
    given_type=Given,
    given_help=GIVEN_HELP,
    answers=ANSWERS,
    things={"a Survivor": Survivor, "an item of Gear": Gear, "an Ally": Ally, "a Threat": Threat, "the table": Contagion},
    show=show,
    find=find,
    name=names,
    to_act=next_to_act,
    ending=ending,
    as_known=as_known,
    policy=ContagionPolicy(),
    broken=broken,
    unaccounted=unaccounted,
    derived={
        Survivor: {
            "threshold": lambda t, who: threshold(t, who),
            "capacity": lambda t, who: capacity(t, who),
            "load": lambda t, who: load(t, who),
            "highest": lambda t, who: max(int(getattr(who, skill.value)) for skill in Characteristic),
        }
    },
    creation=creation.CREATION,
    screen=screen,
    blank="{phase: creation}",
    chapters=frozenset({"begin", "start_scene", "end_scene", "end_session"}),
    chances=answer_chances,
    told_by={"mojo": {mojo.value: rule for mojo, rule in mojos.TOLD_BY.items()}},
    private=frozenset({"play", "answer_joker"}),
    reveals=frozenset({"looks", "vote_opened", "infected", "sickens", "cleansed", "turns", "price_paid"}),
)
