"""Making Survivors: by choice or by cards, with Gear, Mojo, Mad Half and Psychotrigger; then votes, cold opens, and play begins."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.contagion.allies import HIGHEST_RANK, SKILLS, new_ally
from rulebound.games.contagion.content import content, gear_kinds, new_gear, quick_archetype, quick_psychotrigger, sample
from rulebound.games.contagion.death import a_rank, bereaved, take_over
from rulebound.games.contagion.deck import STRENGTH, discard, draw, random_draw
from rulebound.games.contagion.gear import SMALLEST, capacity, fits, give_item, load
from rulebound.games.contagion.mojos import mojo_of
from rulebound.games.contagion.people import Characteristic, Id, Mojo, Ranks, Survivor
from rulebound.games.contagion.scenes import enter, scene_income
from rulebound.games.contagion.state import Phase, T, fresh_id, mine, narrated, ruling, spoken
from rulebound.games.contagion.threats import help_the_poor
from rulebound.games.contagion.tokens import adversity, cic_only
from rulebound.games.contagion.variants import WeaponMethod
from rulebound.games.contagion.votes import cast_votes
from rulebound.games.contagion.weapons import draw_weapon
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.game import Creation, Step
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import GM, SeatId

DRAW_ORDER = (Characteristic.KILL, Characteristic.COOL, Characteristic.GRIT, Characteristic.SAVVY)
"""contagion.create.random_characteristics"""
IN_THE_ROOM = 4
WAYS = 3
CHOICE = "choose"
NOBODY = Id("nobody")


def can_create(t: T, by: SeatId) -> Refusal | None:
    """Before the game, one each; later, whoever has lost theirs."""
    if t.state.phase is not Phase.CREATION:
        return bereaved(t, by)
    if by == GM:
        return Refusal("contagion.session.roles", "The CiC plays no Survivor.")
    if any(s.seat == by for s in t.state.survivors.values()):
        return Refusal("contagion.session.roles", "You have a Survivor.")
    return None


def a_name(*_: object) -> AnyText:
    """What the Survivor is called."""
    return AnyText(40)


@command(
    rules=("contagion.create.characteristics", "contagion.create.steps", "contagion.death.new_survivor"), when=can_create, name=a_name,
    kill=a_rank, savvy=a_rank, grit=a_rank, cool=a_rank,
)  # fmt: skip
def create(t: T, by: SeatId, name: str, kill: int, savvy: int, grit: int, cool: int) -> None:
    """Make a Survivor: 4, 3, 2 and 1 to the Characteristics, then archetype, goal, Psychotrigger, Gear and Mojo."""
    who = new_survivor(t, by, name, Ranks(kill=kill, savvy=savvy, grit=grit, cool=cool))
    describe(t, who, "", "")
    declined = starting_gear(t, who, gear_kinds(), who.savvy - starting_weapon(t, who))
    finish(t, who, declined)


@command(
    rules=("contagion.create.random_characteristics", "contagion.create.random_rest", "contagion.create.example_random_max"),
    when=can_create, name=a_name,
)  # fmt: skip
def create_random(t: T, by: SeatId, name: str) -> None:
    """Make a Survivor by the cards: ranks from a spread of four, archetype and Psychotrigger from the tables."""
    ranks = spread(t, by)
    archetype = from_table(t, by, "archetype")
    trigger = from_table(t, by, "psychotrigger")
    who = new_survivor(t, by, name, ranks)
    describe(t, who, archetype, trigger)
    starting_weapon(t, who)
    starting_gear(t, who, gear_kinds(), IN_THE_ROOM)
    finish(t, who, 0)


@cites("contagion.create.random_characteristics")
def spread(t: T, by: SeatId) -> Ranks:
    """Four cards in a row: the highest gives 4, the next 3. A joker tops all, the first of two the other."""
    cards: dict[Characteristic, tuple[int, int]] = {}
    for place, skill in enumerate(DRAW_ORDER):
        card = random_draw(t, "spread", (skill.value,), seat=by)
        cards[skill] = (STRENGTH[card] if card else 0, -place)
    order = sorted(DRAW_ORDER, key=lambda skill: cards[skill], reverse=True)
    return Ranks(**{skill.value: 4 - place for place, skill in enumerate(order)})


@cites("contagion.create.random_rest", "contagion.cic.table.quick_archetype", "contagion.cic.table.quick_psychotrigger")
def from_table(t: T, by: SeatId, table: str) -> str:
    """What a card says; a joker leaves it to the player."""
    card = random_draw(t, table, seat=by)
    if card is None:
        return ""
    row = quick_archetype(card) if table == "archetype" else quick_psychotrigger(card)
    return "" if row == CHOICE else row


@cites("contagion.create.sheet", "contagion.cgp.meter", "contagion.create.example_custom_carla", "contagion.create.example_custom_roger")
def new_survivor(t: T, by: SeatId, name: str, ranks: Ranks) -> Survivor:
    return Survivor(
        id=fresh_id(t, name), name=name or "somebody", seat=by, kill=ranks.kill, savvy=ranks.savvy, grit=ranks.grit, cool=ranks.cool,
        maximum=ranks,
    )  # fmt: skip


@cites("contagion.create.archetype_concept", "contagion.create.goals", "contagion.create.psychotrigger")
def describe(t: T, who: Survivor, archetype: str, trigger: str) -> None:
    """Who they are, what they want, what drives them mad, and three ways to use that."""
    if not t.variants.narration:
        who.archetype, who.psychotrigger = archetype, trigger
        return
    who.archetype = archetype or t.text(who.seat, "archetype", (who.name,), 60)
    who.concept = t.text(who.seat, "concept", (who.name,), 200)
    who.goal = t.text(who.seat, "goal", (who.name,), 200)
    who.psychotrigger = trigger or t.text(who.seat, "psychotrigger", (who.name,), 200)
    for number in range(1, WAYS + 1):
        way = t.text(who.seat, "trigger_way", (who.name, str(number)), 200, "in its own way").strip()
        if not way:
            raise refuse("contagion.create.psychotrigger", "It is not solid without three ways to use it.", "Name one more.")
        who.ways.append(way)


@cites("contagion.create.gear", "contagion.gear.slot_limit")
def starting_gear(t: T, who: Survivor, kinds: Sequence[str], most: int) -> int:
    """Up to so many items that the CiC approves and that fit; how many were declined."""
    chosen = t.choose_some(who.seat, "starting_gear", kinds, 0, most, (who.name,))
    carried = msgspec.structs.replace(who, gear={**who.gear, **{kind: new_gear(kind) for kind in chosen}})
    if load(t, carried) > capacity(t, carried):
        raise refuse("contagion.gear.slot_limit", f"{', '.join(chosen)}: that does not fit.", "Twice Savvy is all you can carry.")
    approved = [kind for kind in chosen if ruling(t, "approve_gear", (True, False), True, (who.name, kind))]
    for kind in sorted(approved, key=lambda kind: -new_gear(kind).slot_bonus):  # containers first: the rest may need their slots
        if fits(t, who, new_gear(kind)):
            give_item(t, who, new_gear(kind), "contagion.create.gear")
        else:
            t.say("not_approved", "contagion.gear.slot_limit", who=who.name, item=kind)
    return most - len(chosen)


@cites("contagion.create.gear_declined", "contagion.create.tokens", "contagion.create.mojo_draw")
def finish(t: T, who: Survivor, declined: int) -> None:
    """Allies for declined Gear, a Mojo, and the stash."""
    t.state.survivors[who.id] = who
    declined -= start_with_ally(t, who, declined)
    who.tokens = who.grit + declined
    draw_mojo(t, who)
    t.say("created", "contagion.create.steps", who=who.id, tokens=who.tokens, mojo=who.mojo.value)
    take_over(t, who)
    if t.state.phase is Phase.CREATION:
        who.mad_half = None
    else:
        join_late(t, who)


@cites("contagion.create.mojo_draw")
def draw_mojo(t: T, who: Survivor) -> None:
    """Their one power, by a card that is then discarded."""
    if t.variants.mojo and who.mojo is Mojo.NONE:
        card = random_draw(t, "mojo", (who.id,), seat=who.seat)
        who.mojo = mojo_of(t, who.seat, card) if card else Mojo.NONE
        t.say("has_mojo", "contagion.create.mojo_draw", who=who.id, mojo=who.mojo.value)


@cites("contagion.death.new_survivor")
def join_late(t: T, who: Survivor) -> None:
    """Normally with the next scene; the CiC may bring them in at once."""
    who.enters = True
    if t.state.phase is Phase.SCENE and ruling(t, "enter_now", (False, True), False, (who.id,)):
        enter(t, who)


@cites("contagion.create.starting_allies")
def start_with_ally(t: T, who: Survivor, declined: int) -> int:
    """Two declined items for each Ally rank, at most 4; how many items that took. No token for those."""
    if not t.variants.starting_allies or declined < 2:
        return 0
    ranks = t.number(who.seat, "ally_ranks", 0, min(HIGHEST_RANK, declined // 2), (who.name,))
    if ranks and ruling(t, "approve_ally", (True, False), True, (who.name,)):
        if not pooled(t, who, ranks):
            skill = t.choose(who.seat, "ally_skill", SKILLS, (who.name,))
            new_ally(t, f"friend of {who.name}", ranks, skill, who.id)
        return 2 * ranks
    return 0


@cites("contagion.create.starting_allies")
def pooled(t: T, who: Survivor, ranks: int) -> bool:
    """The ranks may go to another player's Ally instead, who must not come to more than 4."""
    others = [ally.id for ally in t.state.allies.values() if ally.rank + ranks <= HIGHEST_RANK]
    if t.state.phase is not Phase.CREATION or not others:
        return False
    with_whom = t.choose(who.seat, "ally_pool", [NOBODY, *others], (who.name, str(ranks)), default=NOBODY)
    if with_whom == NOBODY:
        return False
    ally = t.state.allies[with_whom]
    ally.rank = ally.original = ally.rank + ranks
    t.say("ally_pooled", "contagion.create.starting_allies", who=who.id, ally=ally.id, rank=ally.rank)
    return True


@cites("contagion.create.optional_weapon", "contagion.create.gear")
def starting_weapon(t: T, who: Survivor) -> int:
    """The CiC may let everybody draw a weapon, from a deck that is no part of the game. It counts as one of the items: how many it was."""
    if t.variants.weapon_method is not WeaponMethod.CUSTOM or not fits(t, who, SMALLEST):
        return 0
    if not ruling(t, "starting_weapon", (False, True), False, (who.name,)):
        return 0
    give_item(t, who, draw_weapon(t, "starting weapon", 1, False, who.seat, scratch=True), "contagion.create.optional_weapon")
    return 1


def sample_names(*_: object) -> Sequence[str]:
    """A Survivor that is ready to play."""
    return list(content().samples)


@command(rules=("contagion.create.steps",), when=can_create, sample_=sample_names)
def take_sample(t: T, by: SeatId, sample_: str) -> None:
    """Take a Survivor from the samples."""
    who = sample(sample_, fresh_id(t, sample_), by)
    if len(who.gear) < who.savvy:
        starting_weapon(t, who)
    finish(t, who, 0)


CREATION = Creation(
    create.name,
    (
        Step("Who", ("name",), ("contagion.create.steps", "contagion.session.roles", "contagion.death.new_survivor")),
        Step("Characteristics", tuple(skill.value for skill in Characteristic), ("contagion.create.characteristics",)),
    ),
    random=create_random.name,
    samples=take_sample.name,
)
"""Archetype, goal, Psychotrigger, Gear and Mojo are asked when it is done, in the book's order."""


# ------------------------------------------------------------------------------------------------ Mad Halves
def can_name(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.CREATION:
        return Refusal("contagion.create.mad_half", "Mad Halves are named before the game begins.")
    if not any(s.seat == by for s in t.state.survivors.values()):
        return Refusal("contagion.create.mad_half", "You have no Survivor yet.")
    return None


def anybody_seated(t: T, by: SeatId, *_: object) -> Sequence[SeatId]:
    """The player who is to be your Mad Half."""
    return list(dict.fromkeys(s.seat for s in t.state.survivors.values() if s.seat != by))


@command(rules=("contagion.create.mad_half",), when=can_name, whom=anybody_seated)
def name_mad_half(t: T, by: SeatId, whom: SeatId) -> None:
    """Name another player as your Mad Half; nobody may be that to two."""
    who = next(s for s in t.state.survivors.values() if s.seat == by)
    who.mad_half = whom
    t.say("mad_half", "contagion.create.mad_half", who=who.id, seat=whom)


@cites("contagion.create.mad_half")
def free_halves(t: T, by: SeatId) -> list[SeatId]:
    """Other players who are nobody's Mad Half yet."""
    taken = [s.mad_half for s in t.state.survivors.values() if s.seat != by]
    return [seat for seat in anybody_seated(t, by) if seat not in taken]


def can_draw(t: T, by: SeatId) -> Refusal | None:
    if refusal := can_name(t, by):
        return refusal
    if free_halves(t, by):
        return None
    return Refusal("contagion.create.mad_half", "There is no other player who is nobody's Mad Half yet.", "Let somebody name another.")


@command(rules=("contagion.create.random_rest", "contagion.create.mad_half"), when=can_draw)
def draw_mad_half(t: T, by: SeatId) -> None:
    """Let the cards name your Mad Half: whoever of the other players, not one already, is dealt the highest."""
    who, free = next(s for s in t.state.survivors.values() if s.seat == by), free_halves(t, by)
    dealt: list[tuple[int, SeatId]] = []
    for seat in anybody_seated(t, by):
        came = draw(t, 1, "mad_half", seat, (seat,))
        discard(t, came)
        if seat in free:
            dealt.append((STRENGTH[came[0]] if came else 0, seat))
    who.mad_half = max(dealt)[1]
    t.say("mad_half", "contagion.create.random_rest", who=who.id, seat=who.mad_half)


@cites("contagion.create.mad_half")
def mad_halves_settled(t: T) -> bool:
    """Nobody has named one yet, or everybody has one and nobody is one twice."""
    halves = [s.mad_half for s in t.state.survivors.values()]
    return len(halves) == 1 or not any(halves) or (None not in halves and len(set(halves)) == len(halves))


@cites("contagion.create.mad_half")
def settle_mad_halves(t: T) -> None:
    """The player on the left where nobody was named; alone, the CiC."""
    people = list(t.state.survivors.values())
    if len(people) == 1:
        people[0].mad_half = GM
    elif all(s.mad_half is None for s in people):
        for place, who in enumerate(people):
            who.mad_half = people[(place + 1) % len(people)].seat


# ------------------------------------------------------------------------------------------------ the game begins
def can_begin(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.CREATION:
        return Refusal("contagion.session.flow", "The game has begun.")
    if not t.state.survivors:
        return Refusal("contagion.session.flow", "There are no Survivors yet.", "Make some.")
    if not mad_halves_settled(t):
        return Refusal("contagion.create.mad_half", "Everybody needs a Mad Half, and nobody may be one twice.", "Name them anew.")
    return None


@command(rules=("contagion.session.flow", "contagion.create.mad_half", "contagion.cic.adversity.income"), when=can_begin)
def begin(t: T, by: SeatId) -> None:
    """Begin: whoever has no Mojo draws one, Mad Halves are checked, votes are cast in secret, and after the cold opens it starts."""
    if story := t.state.story.premise:
        t.say("scenario", "contagion.cic.scenario", premise=story, purpose=t.state.story.purpose)
    for who in t.state.survivors.values():
        draw_mojo(t, who)
    settle_mad_halves(t)
    cast_votes(t)
    cold_opens(t)
    adversity(t, t.variants.adversity_start * len(t.state.survivors), "the start", "contagion.cic.adversity.income")
    t.state.phase = Phase.SCENE
    t.say("begins", "contagion.session.flow")
    frame = narrated(t, GM, "frame", ("1",), "contagion.scene.unit", "somewhere", quiet=True)
    t.say("scene_starts", "contagion.scene.unit", number=1, frame=frame)
    scene_income(t)
    help_the_poor(t)


@cites("contagion.create.cold_open", "contagion.scene.unit")
def cold_opens(t: T) -> None:
    """A question of the CiC's to everybody, and where they were; they are no scenes."""
    if not t.variants.narration:
        return
    for who in t.state.survivors.values():
        rule = "contagion.create.cold_open"
        question = spoken(t.text(GM, "cold_question", (who.id,), 300, "Where were you when it began?"), rule)
        answer = spoken(t.text(who.seat, "cold_open", (who.id, question), 300, "minding my own business"), rule)
        t.state.told.append(f"{who.name}: {answer}")
        t.say("cold_open", rule, who=who.id, question=question, answer=answer)


def any_text(*_: object) -> AnyText:
    """In a few words."""
    return AnyText(300)


def worth(*_: object) -> range:
    """Tokens for a bonus objective, 0 for none."""
    return range(11)


@command(
    rules=("contagion.cic.scenario", "contagion.create.scenario_zero", "contagion.create.goals"), when=cic_only, premise=any_text,
    purpose=any_text, contagion=any_text, objective=any_text, tokens=worth,
)  # fmt: skip
def set_scenario(t: T, by: SeatId, premise: str, purpose: str, contagion: str = "", objective: str = "", tokens: int = 0) -> None:
    """Settle the scenario: premise, Scenario Purpose, the Contagion, and a bonus objective with its tokens."""
    t.state.story.premise, t.state.story.purpose, t.state.story.contagion = premise, purpose, contagion
    if objective:
        t.state.story.objectives[objective] = tokens
    t.say("scenario", "contagion.cic.scenario", premise=premise, purpose=purpose)


def speaks(t: T, by: SeatId) -> Refusal | None:
    return Refusal("contagion.session.flow", "The game is over.") if t.state.phase is Phase.OVER else None


@command(rules=("contagion.session.cic_default_truth",), when=speaks, words=any_text)
def narrate(t: T, by: SeatId, words: str) -> None:
    """Tell a piece of the story. What the CiC tells stands unless somebody calls for the cards."""
    words = spoken(words, "contagion.session.cic_default_truth")
    t.state.told.append(words)
    who = mine(t, by)
    t.say("told", "contagion.session.cic_default_truth", who=who.id if who else "The CiC" if by == GM else by, line=words)
