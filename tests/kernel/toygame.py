"""A parlour game that asks everything a rule can ask, with secrets that can be searched for in bytes.

Every secret word begins with `zq`, every secret number has nine digits and begins with 99; hands are cards. Nobody but its owner may
read any of them unless a rule shows it. The game master has a word as well and knows no hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated

import msgspec

from rulebound.kernel.cards import FULL_DECK, Card, Deck, in_order, read_card
from rulebound.kernel.commands import AnyText, Command, Options, command
from rulebound.kernel.dice import D6, SumPool
from rulebound.kernel.entries import EVERYONE, Names
from rulebound.kernel.game import Game, SceneInfo, Start
from rulebound.kernel.hits import HitPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.policy import Policy
from rulebound.kernel.pools import SharedPool
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.repair import repairs
from rulebound.kernel.score import OpposedDice, ScoreDie
from rulebound.kernel.seats import GM, Role, Seat, SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.variants import Variant, check_variants
from rulebound.kernel.view import CardsShown, Fact, Item, Panel, Scene, Tokens
from rulebound.kernel.yamltext import Document, Path

ANA, BO, CY = SeatId("ana"), SeatId("bo"), SeatId("cy")
EVE, SCREEN = SeatId("eve"), SeatId("screen")
GHOST = SeatId("ghost")
"""Is asked things and never sits at the table."""

PLAYERS = (ANA, BO, CY)
SEATS = (
    Seat(GM, Role.GM, "Master"), *(Seat(id, Role.PLAYER, id.capitalize()) for id in PLAYERS),
    Seat(EVE, Role.SPECTATOR, "Eve"), Seat(SCREEN, Role.SCREEN, "Screen"),
)  # fmt: skip
HANDS = {ANA: ("KS", "4H", "JK1"), BO: ("QH", "7C", "2D"), CY: ("AS", "10S", "5C")}
WORDS = {ANA: "zqamber", BO: "zqbramble", CY: "zqcinder"}
NUMBERS = {ANA: 990017003, BO: 990017014, CY: 990017025}
GM_WORD = "zqmidnight"


class Stance(StrEnum):
    BLOCK = "block"
    DODGE = "dodge"
    COUNTER = "counter"


class Fate(StrEnum):
    KIND = "kind"
    CRUEL = "cruel"


class Mood(StrEnum):
    CALM = "calm"
    WILD = "wild"


class ToyVariants(msgspec.Struct, frozen=True):
    dice: Annotated[int, Variant("Dice of a block.", "toy.strike.block")] = 3
    harsh: Annotated[bool, Variant("Whether wounds hurt twice.", "toy.strike.hurt")] = False


check_variants(ToyVariants)


class Person(msgspec.Struct, kw_only=True):
    seat: SeatId
    word: str
    number: int
    hand: list[Card] = []
    hp: int = 20
    plan: str = ""


class Parlour(msgspec.Struct, kw_only=True):
    people: dict[str, Person]
    deck: Deck
    luck: SharedPool
    gm_word: str = GM_WORD
    shown: list[Card] = []
    votes: dict[str, str] = {}
    fates: list[str] = []


T = Table[Parlour, ToyVariants]


# ------------------------------------------------------------------------------------------------- who may do what
def anybody(t: T, by: SeatId) -> Refusal | None:
    return None


def player(t: T, by: SeatId) -> Refusal | None:
    return None if by in t.state.people else Refusal("toy.people", "Only people play.", "Sit down.")


def with_cards(t: T, by: SeatId) -> Refusal | None:
    if refusal := player(t, by):
        return refusal
    return None if t.state.people[by].hand else Refusal("toy.lay.cards", "There is no card in hand.", "Deal some.")


def master(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("toy.scheme", "Only the game master schemes.")


def others(t: T, by: SeatId) -> Options:
    """Somebody else."""
    return [seat for seat in t.state.people if seat != by]


def few(t: T, by: SeatId) -> Options:
    """How many cards."""
    return range(1, 4)


def amounts(t: T, by: SeatId) -> Options:
    """How much."""
    return range(1, 9)


def counts(t: T, by: SeatId, mood: Mood) -> Options:
    """How often; a wild mood has more of it."""
    return range(1, 4 if mood is Mood.WILD else 3)


def short_text(*_: object) -> Options:
    """A few words."""
    return AnyText(30)


# ---------------------------------------------------------------------------------------------------------- the rules
@command(rules=("toy.deal",), when=player, count=few)
def deal(t: T, by: SeatId, count: int) -> None:
    """Take cards that nobody else sees."""
    if t.state.deck.needs_reshuffle(count):
        t.shuffle(t.state.deck, "reshuffle", by)
    if t.state.deck.needs_reshuffle(count):
        raise refuse("toy.deal", "The deck is used up.", "Lay some cards down.")
    t.state.people[by].hand += t.draw(t.state.deck, count, "deal", by, (by,), to=(by,))


@command(rules=("toy.shuffle",), when=anybody)
def shuffle(t: T, by: SeatId) -> None:
    """Shuffle the deck."""
    t.shuffle(t.state.deck, "reshuffle", by)


@command(rules=("toy.peek",), when=player)
def peek(t: T, by: SeatId) -> None:
    """Look at the uppermost card and put it back."""
    if not t.state.deck.cards:
        raise refuse("toy.peek", "The deck is used up.")
    t.state.deck.put_back_on_top(t.draw(t.state.deck, 1, "peek", by, (by,), to=(by,)))


@command(rules=("toy.swap",), when=player)
def swap(t: T, by: SeatId) -> None:
    """Take a card and put one back on top."""
    if not t.state.deck.cards:
        raise refuse("toy.swap", "The deck is used up.")
    hand = t.state.people[by].hand
    hand += t.draw(t.state.deck, 1, "deal", by, (by,), to=(by,))
    card = t.choose(by, "swap", hand)
    hand.remove(card)
    t.state.deck.put_back_on_top([card])
    t.say("swaps", "toy.swap", who=by, how=t.number(by, "certainty", 1, 9))


@command(rules=("toy.strike",), when=player, target=others)
def strike(t: T, by: SeatId, target: SeatId) -> None:
    """Strike somebody, who may defend or strike back."""
    t.say("strikes", "toy.strike", who=by, target=target)
    stance = t.choose(target, "stance", tuple(Stance), (by, target), Stance.DODGE)
    clash(t, by, target, stance)
    if stance is Stance.COUNTER:
        clash(t, target, by, t.choose(by, "stance", (Stance.BLOCK, Stance.DODGE), (target, by)))


def clash(t: T, by: SeatId, target: SeatId, stance: Stance) -> None:
    strength = Total.of("Strength", 2, "toy.strike").plus("plan", len(t.state.people[by].plan) % 2, "toy.muse")
    if stance is Stance.BLOCK:
        hits = t.roll(HitPool(t.variants.dice), "block", target, (target,), strength).hits
        t.later(hurt, target, max(0, 2 - hits))
        return
    roll = t.roll(OpposedDice(ScoreDie(strength.value), ScoreDie(1)), "clash", by, (by, target), strength)
    if roll.winner.value == "left":
        t.later(hurt, target, roll.difference(3))


def hurt(t: T, who: SeatId, wounds: int) -> None:
    """Left for the end of a command: first both strike, then both bleed."""
    lost = wounds * (2 if t.variants.harsh else 1)
    if lost > 0:
        t.state.people[who].hp -= lost
        t.state.luck.change(1, who, "pity", "toy.strike.hurt", clip=True)
        t.say("hurt", "toy.strike.hurt", who=who, lost=lost)
    if lost > 2:
        t.later(faint, who)


def faint(t: T, who: SeatId) -> None:
    t.say("faints", "toy.strike.hurt", who=who, for_=t.roll(D6, "faint", who, (who,)).total)


@command(rules=("toy.brace",), when=player)
def brace(t: T, by: SeatId) -> None:
    """Steady the nerves; how it went only the game master and oneself know."""
    nerve = t.roll(ScoreDie(3), "nerve", by, (by,), to=(by, GM))
    more = t.roll(SumPool(2, 6, plus=1), "brace", by, (by,))
    t.state.people[by].hp += nerve.over(6, 3) + (more.total > 7)


def tally(t: T, dice: int, bonus: int = 0) -> int:
    return t.roll(HitPool(dice), "tally", GM).hits + bonus


@command(rules=("toy.chance",), when=anybody, dice=few)
def chance(t: T, by: SeatId, dice: int) -> None:
    """Let luck change by itself."""
    really = t.state.luck.change(t.sub(tally, dice, bonus=1), by, "chance", "toy.chance", clip=True)
    t.say("luck", "toy.chance", by=by, change=really)


@command(rules=("toy.whisper",), when=player, to=others)
def whisper(t: T, by: SeatId, to: SeatId) -> None:
    """Tell somebody something that nobody else hears."""
    t.say("whispered", "toy.whisper", to=(by, to), who=by, to_=to, text=t.text(by, "whisper", (to,), longest=40))
    t.say("whispers", "toy.whisper", who=by, to_=to)


@command(rules=("toy.swear",), when=player)
def swear(t: T, by: SeatId) -> None:
    """Take another secret word."""
    t.state.people[by].word = t.text(by, "word", longest=40, default=t.state.people[by].word)
    t.say("swore", "toy.swear", who=by)


@command(rules=("toy.scheme",), when=master)
def scheme(t: T, by: SeatId) -> None:
    """The game master takes another secret word."""
    t.state.gm_word = t.text(GM, "scheme", longest=40, default=t.state.gm_word)


@command(rules=("toy.sneak",), when=player)
def sneak(t: T, by: SeatId) -> None:
    """Do something that only the game master notices."""
    t.say("sneaked", "toy.sneak", to=(by, GM), who=by)


@command(rules=("toy.vote",), when=anybody)
def vote(t: T, by: SeatId) -> None:
    """Everybody lays a card face down, or none; then all are turned over."""
    laid = t.together("vote", {p.seat: ("pass", *p.hand) for p in t.state.people.values()}, (by,))
    t.state.votes = {seat: str(card) for seat, card in laid.items()}
    for seat, card in laid.items():
        if card != "pass":
            t.state.people[seat].hand.remove(card)
            t.state.shown.append(Card(card))
    t.say("voted", "toy.vote", cards=tuple(f"{seat}: {card}" for seat, card in laid.items()))
    if len(set(laid.values())) == 1:
        t.state.fates.append(t.judge("tie", tuple(Fate), Fate.KIND).value)


@command(rules=("toy.lay",), when=with_cards)
def lay(t: T, by: SeatId) -> None:
    """Lay down one or two cards for all to see."""
    me = t.state.people[by]
    cards = t.choose_some(by, "lay", me.hand, 1, 2, ordered=True)
    for card in cards:
        me.hand.remove(card)
    t.state.deck.discard_cards(cards)
    t.say("laid", "toy.lay", who=by, cards=tuple(cards))


@command(rules=("toy.bury",), when=with_cards)
def bury(t: T, by: SeatId) -> None:
    """Put cards from the hand on top of the deck, in secret."""
    me = t.state.people[by]
    cards = t.choose_some(by, "bury", me.hand, 0, 2)
    for card in cards:
        me.hand.remove(card)
    t.state.deck.put_back_on_top(cards)
    t.say("buried", "toy.bury", who=by, count=len(cards))


@command(rules=("toy.bid",), when=player)
def bid(t: T, by: SeatId) -> None:
    """Bid luck; nobody sees how much one could."""
    amount = t.number(by, "bid", 0, t.state.people[by].number % 100)
    t.say("bids", "toy.bid", who=by)
    if t.choose(by, "sure", (True, False), default=True):
        t.state.luck.change(-amount, by, "bid", "toy.bid")
        t.say("pays", "toy.bid", who=by, amount=amount)


@command(rules=("toy.barter",), when=player, target=others)
def barter(t: T, by: SeatId, target: SeatId) -> None:
    """Ask somebody for luck: nothing but choices of somebody else, then of one's own."""
    if t.choose(target, "barter", (True, False), (by,), default=False):
        amount = t.number(target, "price", 1, 3, (by,))
        if t.choose(by, "sure", (True, False), default=True):
            t.state.luck.change(-amount, by, "barter", "toy.barter")


@command(rules=("toy.muse",), when=player, times=counts)
def muse(t: T, by: SeatId, mood: Mood, times: int = 0) -> None:
    """Think of a plan: nothing but choices of one's own."""
    words = [t.choose(by, "thought", ("zqplot", "zqprayer", "zqpastry")) for _ in range(max(1, times))]
    t.state.people[by].plan = f"{mood.value} {' '.join(words)} {t.number(by, 'certainty', 1, 9)}"
    t.say("mused", "toy.muse", to=(by,), who=by, plan=t.state.people[by].plan)


@command(rules=("toy.fate",), when=anybody)
def fate(t: T, by: SeatId) -> None:
    """The game master decides."""
    t.state.fates.append(t.judge("fate", tuple(Fate), Fate.KIND, (by,)).value)
    t.say("fate", "toy.fate", came=t.state.fates[-1])


@command(rules=("toy.omen",), when=anybody)
def omen(t: T, by: SeatId) -> None:
    """The game master decides, or else a die."""
    came = t.judge("omen", tuple(Fate), lambda: Fate.KIND if t.roll(D6, "omen", GM).total > 3 else Fate.CRUEL)
    t.state.fates.append(came.value)
    t.say("fate", "toy.omen", came=came.value)


@command(rules=("toy.leave",), when=player)
def ask_leave(t: T, by: SeatId) -> None:
    """Go, if the game master lets you: a judgement that may leave nothing of the command."""
    t.say("asks_leave", "toy.leave", who=by)
    if t.judge("leave", tuple(Fate), Fate.CRUEL, (by,)) is Fate.CRUEL:
        raise refuse("toy.leave", "You may not go.", "Stay.")
    t.say("goes", "toy.leave", who=by)


@command(rules=("toy.reveal",), when=player)
def reveal(t: T, by: SeatId) -> None:
    """Say one's secret word aloud."""
    t.say("revealed", "toy.reveal", who=by, word=t.state.people[by].word)


@command(rules=("toy.call",), when=anybody)
def call(t: T, by: SeatId) -> None:
    """Ask somebody who is not there."""
    t.state.fates.append(t.choose(GHOST, "ghost", ("yes", "no"), default="no"))
    t.say("fate", "toy.call", came=t.state.fates[-1])


@command(rules=("toy.seance",), when=player)
def seance(t: T, by: SeatId) -> None:
    """Choose at once with somebody who is not there."""
    both = t.together("seance", {by: ("up", "down"), GHOST: ("up", "down")})
    if set(both.values()) == {"down"}:
        raise refuse("toy.seance", "Nobody is up.")
    t.state.fates.append(f"{both[by]} {both[GHOST]}")
    t.say("fate", "toy.seance", came=t.state.fates[-1])


@command(rules=("toy.luck",), when=anybody, amount=amounts)
def drain(t: T, by: SeatId, amount: int) -> None:
    """Take luck; never more than there is."""
    t.state.luck.change(-amount, by, "drained", "toy.luck")
    t.say("luck", "toy.luck", by=by, change=-amount)


@command(rules=("toy.luck",), when=anybody, amount=amounts, why=short_text)
def fill(t: T, by: SeatId, amount: int, why: str = "") -> None:
    """Add luck; never more than fits."""
    t.state.luck.change(amount, by, why or "filled", "toy.luck")
    t.say("luck", "toy.luck", by=by, change=amount)


# -------------------------------------------------------------------------------------------------- what seats see
def show(t: T, seat: Seat) -> Scene:
    luck = t.state.luck
    common: list[Item] = [Tokens("Luck", luck.value, luck.cap), Fact("Deck", len(t.state.deck.cards))]
    common += [CardsShown("Shown", tuple(t.state.shown))]
    common += [CardsShown("Discards", tuple(t.state.deck.discard)), Fact("Fates", " ".join(t.state.fates))]
    if seat.role is Role.GM:
        common.append(Fact("Scheme", t.state.gm_word))
    people = tuple(sheet(p, p.seat == seat.id) for p in t.state.people.values())
    return Scene("A parlour", (Panel("parlour", "The parlour", "", tuple(common)), *people))


def sheet(who: Person, mine: bool) -> Panel:
    items: list[Item] = [Fact("HP", who.hp), CardsShown("Hand", tuple(who.hand) if mine else (), 0 if mine else len(who.hand))]
    if mine:
        items += [Fact("Word", who.word), Fact("Number", who.number), Fact("Plan", who.plan)]
    return Panel(who.seat, who.seat, "", tuple(items), mine)


def seen_by(t: T, path: str) -> tuple[SeatId, ...]:
    return EVERYONE if path.endswith((".hp", "luck")) else (GM,)


def find(state: Parlour) -> Callable[[str], object | None]:
    return state.people.get


def names(state: Parlour) -> Names:
    return str.capitalize


def broken(t: T) -> list[str]:
    """Every card is in one place, and luck is the sum of its deltas."""
    state = t.state
    cards = [*state.deck.cards, *state.deck.discard, *state.shown, *(card for p in state.people.values() for card in p.hand)]
    found = [] if in_order(cards) == list(FULL_DECK) else ["the cards are not all there once"]
    if not set(state.deck.top) <= set(state.deck.cards):
        found.append("the top of the deck is not in it")
    value = state.luck.start
    for delta in state.luck.deltas:
        value += delta.amount
        if delta.value_after != value or not 0 <= value <= (state.luck.cap or value):
            found.append(f"luck was {value}, its delta says {delta.value_after}")
    return found


# ------------------------------------------------------------------------------------------------------- the game
PHRASES: Mapping[str, str] = {
    "roll.block": "{0:n} blocks", "roll.clash": "{0:n} against {1:n}", "roll.faint": "{0:n} faints", "roll.nerve": "{0:n}'s nerve",
    "roll.brace": "{0:n} braces", "roll.tally": "Chance", "roll.omen": "An omen", "draw.deal": "{0:n} draws {count} cards",
    "draw.peek": "{0:n} looks at {count} card", "ask.reshuffle": "Shuffle the deck", "ask.stance": "{0:n} strikes: what do you do?",
    "ask.whisper": "What do you whisper to {0:n}?", "ask.word": "Your secret word?", "ask.scheme": "Your scheme?",
    "ask.vote": "{0:n} calls a vote", "ask.tie": "All the same: what now?", "ask.lay": "Which cards?", "ask.bury": "Which cards?",
    "ask.barter": "{0:n} wants luck: will you?", "ask.price": "For how much, {0:n} asks?",
    "ask.bid": "How much?", "ask.sure": "Sure?", "ask.thought": "A thought?", "ask.certainty": "How certain?",
    "ask.swap": "Which card?", "swaps": "{who:n} swaps a card, certain by {how}", "ask.fate": "{0:n} asks fate",
    "ask.omen": "What is the omen?", "ask.ghost": "Are you there?", "ask.seance": "Up or down?",
    "strikes": "{who:n} strikes {target:n}",
    "hurt": "{who:n} loses {lost}", "faints": "{who:n} faints for {for_}", "luck": "{by:n} changes luck by {change}",
    "whispered": "{who:n} to {to_:n}: {text}", "whispers": "{who:n} whispers to {to_:n}", "swore": "{who:n} has a new word",
    "sneaked": "{who:n} sneaks about", "voted": "Votes: {cards}", "laid": "{who:n} lays {cards}", "buried": "{who:n} buries {count}",
    "bids": "{who:n} bids", "pays": "{who:n} pays {amount}", "mused": "{who:n} plans: {plan}", "fate": "Fate: {came}",
    "revealed": "{who:n}'s word is {word}",
    "ask.leave": "May {0:n} go?", "asks_leave": "{who:n} asks for leave", "goes": "{who:n} goes",
}  # fmt: skip

COMMANDS: tuple[Command[Parlour, ToyVariants], ...] = (
    deal, shuffle, peek, swap, strike, brace, chance, whisper, swear, scheme, sneak, vote, lay, bury, bid, barter, muse, fate, omen, reveal,
    ask_leave, call, seance, drain, fill, *repairs(find, seen_by),
)  # fmt: skip


def parlour(hands: Mapping[SeatId, tuple[str, ...]] = HANDS, luck: int = 5, top: tuple[str, ...] = ()) -> Parlour:
    people = {seat: Person(seat=seat, word=WORDS[seat], number=NUMBERS[seat]) for seat in PLAYERS}
    deck = Deck("deck")
    for seat, cards in hands.items():
        people[seat].hand = deck.take(map(read_card, cards))
    if top:
        deck.put_back_on_top(deck.take(map(read_card, top)))
    return Parlour(people=dict(people), deck=deck, luck=SharedPool(name="Luck", start=luck, cap=12))


def start(seats: tuple[Seat, ...] = SEATS) -> Start[Parlour]:
    return Start(parlour(), seats)


class ToyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hands: dict[str, tuple[str, ...]] = {}
    luck: int = 5
    top: tuple[str, ...] = ()
    gm: bool = True
    variants: dict[str, object] = {}


def given(document: Document, path: Path, variants: ToyVariants) -> Start[Parlour]:
    laid = document.convert(ToyGiven, path) if path[-1] == "given" else ToyGiven()
    state = parlour({**HANDS, **{SeatId(seat): cards for seat, cards in laid.hands.items()}}, laid.luck, laid.top)
    return Start(state, SEATS if laid.gm else SEATS[1:])


GAME: Game[Parlour, ToyVariants] = Game(
    id="toy",
    title="The Parlour",
    version=1,
    state=Parlour,
    variants=ToyVariants,
    commands={command.name: command for command in COMMANDS},
    phrases=PHRASES,
    scenes=lambda: {"parlour": SceneInfo("parlour", "The parlour", "All of it", lambda variants: start())},
    given=given,
    given_type=ToyGiven,
    given_help="",
    answers={},
    things={},
    show=show,
    find=find,
    name=names,
    to_act=lambda state: None,
    ending=lambda state: None,
    as_known=lambda state, seat, variants: state,
    policy=Policy(),
    broken=broken,
    reveals=frozenset({"revealed", "laid"}),
)


def games(id: str) -> Game[Parlour, ToyVariants] | None:
    return GAME if id == "toy" else None
