"""What a case may lay down: Survivors, Threats, Allies, pools, cards, and where the session is. Only what matters has to be given."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulebound.games.contagion.content import content, sample
from rulebound.games.contagion.people import Ally, Characteristic, Gear, Id, Note, Ranks, Survivor, Threat
from rulebound.games.contagion.state import Contagion, Phase
from rulebound.games.contagion.threats import POOR
from rulebound.games.contagion.variants import ContagionVariants
from rulebound.kernel.cards import CardError, read_card
from rulebound.kernel.game import Start
from rulebound.kernel.paths import PathProblem, put
from rulebound.kernel.seats import GM, SeatId, SeatWord, seats_for
from rulebound.kernel.yamltext import Data, Document, Path


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of `given`."""

    survivors: Annotated[dict[str, dict[str, object]], Note(description="by id: a sample and what differs")] = {}
    threats: Annotated[dict[str, dict[str, object]], Note(description="by id: what differs from a Hindrance of score 4")] = {}
    allies: Annotated[dict[str, dict[str, object]], Note(description="by id: what differs from a 1-Kill without a friend")] = {}
    players: Annotated[list[str], Note(description="seats that have no Survivor yet")] = []
    seats: Annotated[dict[str, SeatWord], Note(description="`gm: empty` for a table without a CiC; other seats by role")] = {}
    variants: Annotated[dict[str, object], Note(description="variants that differ from their defaults")] = {}
    phase: Annotated[Phase, Note(description="creation, scene, between scenes or over")] = Phase.SCENE
    scenes: Annotated[int, Note(description="scenes completed")] = 0
    pool: Annotated[int, Note(description="the Survival Pool")] = 0
    adversity: Annotated[int, Note(description="the Adversity pool")] = 0
    deck: Annotated[list[str] | None, Note(description="the cards still in the deck; the rest is discarded")] = None
    gone: Annotated[list[str], Note(description="cards that are out of the game, to make the rest few")] = []
    acted: Annotated[list[str], Note(description="who has acted in this cycle")] = []
    scenery: Annotated[list[str], Note(description="things of the scene that may serve as Gear")] = []
    ground: Annotated[dict[str, dict[str, object]], Note(description="Gear that lies about")] = {}
    votes: Annotated[dict[str, dict[str, str]], Note(description="by seat and question")] = {}


GIVEN_HELP = """
`survivors: {ana: {kill: 3, tokens: 2, gear: {pipe: {slots: 2}}}, bo: {sample: jian}}`. A Survivor is a `sample` of the packs (carla, roger,
jian, mei, baker, derby, auditor, mascot) or, without one, has 2 in every Characteristic, no tokens, no Gear and no Mojo; any path of a
Survivor below may be given besides. Maximums are the ranks given, unless `maximum` says otherwise; a lone Survivor's Mad Half is the CiC,
of several it is the next one, and `free_card` is false unless given. Every Survivor is its own seat, named by its id, unless `seat` says
otherwise; besides them there is the CiC, `gm`.

`threats: {ghouls: {score: 8, role: Miniboss, infection: 2}}`, `allies: {joe: {rank: 3, skill: kill, friend: ana}}`.
"""


def given(document: Document, path: Path, variants: ContagionVariants) -> Start[Contagion]:
    """The start that a case describes."""
    if not isinstance(document.at(path), dict) or path[-1] != "given":
        raise document.problem(path, "a case of contagion needs `given: {survivors: {...}}`")
    laid = document.convert(Given, path)
    state = Contagion(phase=laid.phase, scenes=laid.scenes, acted=[Id(id) for id in laid.acted], scenery=list(laid.scenery))
    for id in laid.survivors:
        state.survivors[id] = _survivor(document, (*path, "survivors", id))
    for id in laid.threats:
        threat = Threat(id=Id(id), name=id)
        _put_all(document, (*path, "threats", id), threat)
        threat.full = threat.full or threat.score
        _name(threat.gear)
        state.threats[id] = threat
    for id in laid.allies:
        ally = Ally(id=Id(id), name=id)
        _put_all(document, (*path, "allies", id), ally)
        ally.original = ally.original or ally.rank
        state.allies[id] = ally
    for id in laid.ground:
        item = Gear()
        _put_all(document, (*path, "ground", id), item)
        state.ground[id] = item
    _name(state.ground)
    _mad_halves(state, laid)
    state.votes = {seat: {question: Id(whom) for question, whom in votes.items()} for seat, votes in laid.votes.items()}
    state.pool.start, state.adversity.start = laid.pool, laid.adversity
    state.free_threat = laid.adversity < POOR and not laid.threats  # which would have been had for it
    _cards(document, path, state, laid)
    return Start(state, seats_for((*(s.seat for s in state.survivors.values()), *map(SeatId, laid.players)), laid.seats))


def _survivor(document: Document, path: Path) -> Survivor:
    id = str(path[-1])
    laid = _mapping(document, path)
    kind = str(laid["sample"]) if "sample" in laid else None
    if kind is not None and kind not in content().samples:
        raise document.problem((*path, "sample"), f"there is no sample {kind}: {', '.join(content().samples)}")
    who = sample(kind, id, SeatId(id)) if kind else Survivor(id=Id(id), name=id, seat=SeatId(id))
    who.free_card = False
    _put_all(document, path, who)
    if kind is None and "maximum" not in laid:
        who.maximum = Ranks(**{skill.value: int(getattr(who, skill.value)) for skill in Characteristic})
    _name(who.gear)
    return who


def _name(gear: dict[str, Gear]) -> None:
    for id, item in gear.items():
        item.id, item.name = Id(id), item.name or id


def _mad_halves(state: Contagion, laid: Given) -> None:
    people = list(state.survivors.values())
    for place, who in enumerate(people):
        if "mad_half" not in laid.survivors[who.id] and laid.phase is not Phase.CREATION:
            who.mad_half = GM if len(people) == 1 else people[(place + 1) % len(people)].seat


def _cards(document: Document, path: Path, state: Contagion, laid: Given) -> None:
    try:
        gone = [read_card(text) for text in laid.gone]
        state.deck.cards = [card for card in state.deck.cards if card not in gone]
        if laid.deck is not None:
            deck = [read_card(text) for text in laid.deck]
            state.deck.discard = [card for card in state.deck.cards if card not in deck]
            state.deck.cards = [card for card in state.deck.cards if card in deck]
    except CardError as problem:
        raise document.problem(path, str(problem)) from None


def _mapping(document: Document, path: Path) -> dict[str, Data]:
    laid = document.at(path)
    if not isinstance(laid, dict):
        raise document.problem(path, "what differs is written as {name: value}")
    return {str(key): value for key, value in laid.items()}


def _put_all(document: Document, path: Path, target: object) -> None:
    for key, value in _mapping(document, path).items():
        if key != "sample":
            try:
                put(target, key, value)
            except PathProblem as problem:
                raise document.problem((*path, key), str(problem)) from None
