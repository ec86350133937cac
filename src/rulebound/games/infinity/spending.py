"""What Momentum buys on a hit, and after any combat test."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.damage import Thrown, throw_again
from rulebound.games.infinity.momentum import mine, spend, within_means
from rulebound.games.infinity.people import PHYSICAL, Character, Id, Location, out
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.state import RANGES, Lying, Phase, T, foes, in_reach
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Spend(StrEnum):
    DONE = "done"
    BONUS_DAMAGE = "bonus damage"
    PENETRATION = "penetration"
    REROLL = "re-roll damage"
    CALLED_SHOT = "called shot"
    CHANGE_STANCE = "change stance"
    CONFIDENCE = "confidence"
    DEFEND = "defend"
    KNOCKOUT = "knockout"
    DISARM = "disarm"
    SECONDARY = "secondary target"
    ANOTHER = "another target"
    LEADER = "pick out the leader"


S = Spend
COST = {
    S.BONUS_DAMAGE: 1, S.PENETRATION: 1, S.REROLL: 1, S.CALLED_SHOT: 2, S.CHANGE_STANCE: 1, S.CONFIDENCE: 1, S.DEFEND: 1, S.KNOCKOUT: 1,
    S.DISARM: 2, S.SECONDARY: 2, S.ANOTHER: 1, S.LEADER: 2,
}  # fmt: skip
DONE, SECONDARY, ANOTHER, LEADER = S.DONE, S.SECONDARY, S.ANOTHER, S.LEADER
"""Looked up once: they are weighed for every hit."""
OF_THE_BODY = (S.CALLED_SHOT, S.KNOCKOUT, S.DISARM)
SCALABLE = frozenset({S.BONUS_DAMAGE, S.PENETRATION, S.CONFIDENCE, S.ANOTHER})
SPEND_RULE = {
    S.BONUS_DAMAGE: "infinity.momentum.bonus_damage", S.PENETRATION: "infinity.momentum.penetration",
    S.REROLL: "infinity.momentum.reroll_damage", S.CALLED_SHOT: "infinity.momentum.called_shot",
    S.CHANGE_STANCE: "infinity.momentum.change_stance", S.CONFIDENCE: "infinity.momentum.confidence",
    S.DEFEND: "infinity.momentum.defend", S.KNOCKOUT: "infinity.momentum.knockout", S.DISARM: "infinity.momentum.disarm",
    S.SECONDARY: "infinity.momentum.secondary_target", S.ANOTHER: "infinity.quality.blast", S.LEADER: "infinity.npc.squad",
}  # fmt: skip
MOST_CONFIDENCE = 3
TWO_HANDS = 2


class Landing(msgspec.Struct, gc=False):
    """A hit while its Momentum is being spent."""

    dice: Thrown
    place: Location | None
    bonus: int = 0
    penetration: int = 0
    knockout: int = 0
    second: Character | None = None
    others: list[Character] = []
    leader: bool = False
    bought: list[Spend] = []


@cites("infinity.momentum.combat.general", "infinity.momentum.combat.table", "infinity.momentum.spend")
def spend_on(t: T, blow: Blow, hit: Landing) -> None:
    """One thing after another until there is no Momentum left or enough."""
    me = blow.me
    while (means := within_means(t, me)) > 0:
        options = spends(t, blow, hit, means)
        if not options:
            return
        bought = hit.bonus * t.variants.bonus_damage_per_momentum + 2 * hit.penetration
        about = (me.id, str(means), str(blow.flat + hit.dice.total), str(hit.dice.effects), blow.foe.id, str(blow.harm), str(bought))
        what = t.choose(me.seat, "spend", (DONE, *options), about)
        if what is DONE:
            return
        buy(t, blow, hit, what, means)


def spends(t: T, blow: Blow, hit: Landing, means: int) -> list[Spend]:
    """What can be bought now: fixed prices once an attack, the others again and again."""
    barred = ruled_out(t, blow, hit, means)
    return [s for s, price in COST.items() if price <= means and s not in barred and (s not in hit.bought or s in SCALABLE)]


def ruled_out(t: T, blow: Blow, hit: Landing, means: int) -> list[Spend]:
    """Spends that this hit does not allow."""
    barred: list[Spend] = []
    if blow.harm is not PHYSICAL or blow.foe.thing is not None:
        barred += OF_THE_BODY
    elif disarm_price(blow) > means:
        barred.append(S.DISARM)
    if blow.has("nonlethal"):
        barred.append(S.BONUS_DAMAGE)
    if blow.me.confidence >= MOST_CONFIDENCE:
        barred.append(S.CONFIDENCE)
    if not t.state.reach or not beside(t, blow):
        barred.append(SECONDARY)
    if not (blow.has("blast") or blow.has("torrent") or blow.has("voice")) or next_in_blast(t, blow, hit) is None:
        barred.append(ANOTHER)
    if blow.foe.leader is None:
        barred.append(LEADER)
    return barred


def buy(t: T, blow: Blow, hit: Landing, what: Spend, means: int) -> None:
    me, foe = blow.me, blow.foe
    points = disarm_price(blow) if what is Spend.DISARM else COST[what]
    if what is Spend.KNOCKOUT:
        points = hit.knockout = t.number(me.seat, "knockout", 1, min(5, means), (me.id, foe.id))
    spend(t, me, points, SPEND_RULE[what])
    hit.bought.append(what)
    me.turn.bought.append(str(what))
    t.say("buys", SPEND_RULE[what], who=me.id, what=str(what), points=points)
    match what:
        case Spend.BONUS_DAMAGE:
            hit.bonus += 1
        case Spend.PENETRATION:
            hit.penetration += 1
        case Spend.REROLL:
            hit.dice = throw_again(t, me.seat, "damage", (me.id, blow.name), hit.dice)
        case Spend.CALLED_SHOT:
            hit.place = t.choose(me.seat, "called_shot", tuple(Location), (me.id, foe.id))
        case Spend.CHANGE_STANCE:
            me.prone = not me.prone
        case Spend.CONFIDENCE:
            me.confidence += 1
        case Spend.DEFEND:
            defend(t, me)
        case Spend.DISARM:
            disarm(t, foe)
        case Spend.SECONDARY:
            hit.second = t.state.people[t.choose(me.seat, "secondary_target", beside(t, blow), (me.id, foe.id))]
        case Spend.ANOTHER:
            hit.others.append(next_in_blast(t, blow, hit) or foe)
        case Spend.LEADER:
            hit.leader = True


@cites("infinity.momentum.defend")
def shielded(t: T, me: Character) -> list[Id]:
    """Oneself and allies within Reach."""
    return [me.id, *(p.id for p in t.state.people.values() if p.side == me.side and in_reach(t, me.id, p.id) and not out(p))]


@cites("infinity.momentum.defend")
def defend(t: T, me: Character) -> None:
    """The next attack on one of them is a step harder."""
    whom = t.choose(me.seat, "defend", shielded(t, me), (me.id,))
    t.state.people[whom].defended_by.append(me.id)


@cites("infinity.momentum.disarm")
def disarm_price(blow: Blow) -> int:
    """A weapon in one hand is knocked away for 2, a braced or two-handed one for 3."""
    held = next((w for w in blow.foe.weapons.values() if w.hands), None)
    if held is None:
        return 10**6
    return COST[Spend.DISARM] + (held.hands == TWO_HANDS or held.braced)


def disarm(t: T, foe: Character) -> None:
    """The weapon falls and lies where its owner stands."""
    id = next(id for id, w in foe.weapons.items() if w.hands)
    lay_down(t, foe, id, "infinity.momentum.disarm")


@cites("infinity.action.drop_item", "infinity.momentum.disarm")
def lay_down(t: T, who: Character, id: str, rule: str) -> None:
    """What is dropped lies within Reach, and whoever comes may pick it up."""
    item = who.weapons.pop(id)
    item.hands, item.braced = 0, False
    name = id if id not in t.state.ground else f"{who.id} {id}"
    t.state.ground[name] = Lying(item=item, zone=who.zone)
    t.say("drops", rule, who=who.id, item=item.kind)


# ------------------------------------------------------------------------------------------------ further targets
@cites("infinity.momentum.secondary_target")
def beside(t: T, blow: Blow) -> list[Id]:
    """Enemies within Reach of the target."""
    return [p.id for p in foes(t, blow.me) if p.id != blow.foe.id and in_reach(t, p.id, blow.foe.id)]


@cites("infinity.quality.blast", "infinity.quality.torrent", "infinity.technique.voice_of_authority")
def next_in_blast(t: T, blow: Blow, hit: Landing) -> Character | None:
    """The nearest enemy not struck yet within the Blast's range of the first target; a Voice carries as far as Close."""
    struck = {blow.foe.id, *(p.id for p in hit.others)}
    farthest = blow.has("blast") or CLOSE_BLAST
    found = [(distance(t, blow.foe, p), p) for p in foes(t, blow.me) if p.id not in struck and not shut_in(t, p)]
    return min([(far, n, p) for n, (far, p) in enumerate(found) if far <= farthest], default=(0, 0, None))[2]


@cites("infinity.quality.blast", "infinity.quality.torrent")
def caught_in_blast(t: T, blow: Blow, count: int) -> Character | None:
    """A Complication may catch whoever made it or a friend, if they are within the Blast's range and the game master says so."""
    farthest = blow.has("blast") or CLOSE_BLAST
    friends = [p for p in t.state.people.values() if p.side == blow.me.side and p.active and not out(p) and not shut_in(t, p)]
    near = [p.id for p in friends if p is not blow.foe and distance(t, blow.foe, p) <= farthest]
    if not near:
        return None
    caught = t.judge("caught_in_blast", ("nobody", *near), "nobody", (blow.me.id, str(count)))
    if caught == "nobody":
        return None
    t.say("caught", "infinity.quality.blast", who=caught)
    return t.state.people[caught]


CLOSE_BLAST = 2
"""A Blast's range as a number: 1 is Reach, 2 Close, 3 Medium."""


def distance(t: T, a: Character, b: Character) -> int:
    if in_reach(t, a.id, b.id):
        return 1
    there = band(t, a, b)
    return 10 if there is None else CLOSE_BLAST + RANGES.names.index(there)


# ------------------------------------------------------------------------------------------------ after any test
def spenders(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who has passed a test, a Reaction's too, and has Momentum."""
    return [who.id for who in mine(t, by) if may_buy(t, who, Spend.DEFEND) or may_buy(t, who, Spend.CHANGE_STANCE)]


def may_buy(t: T, who: Character, what: Spend) -> bool:
    """A fixed price is paid once a test."""
    return who.turn.passed and not out(who) and within_means(t, who) >= COST[what] and what.value not in who.turn.bought


@cites("infinity.momentum.combat.general", "infinity.momentum.combat.table")
def can_use_momentum(t: T, by: SeatId) -> Refusal | None:
    if t.state.phase is not Phase.ACTION:
        return Refusal("infinity.momentum.combat.general", "There is no action scene now.", "Begin one.")
    if spenders(t, by):
        return None
    return Refusal("infinity.momentum.combat.table", "It takes a passed test, Momentum, and what it has not bought yet.", "Pass a test.")


def purchases(t: T, by: SeatId, who: Id) -> Sequence[Spend]:
    """Defend, or change stance."""
    return [what for what in (Spend.DEFEND, Spend.CHANGE_STANCE) if may_buy(t, t.state.people[who], what)]


def sheltered(t: T, by: SeatId, who: Id, on: Spend) -> Sequence[Id]:
    """Whom you defend: yourself or an ally within Reach."""
    return shielded(t, t.state.people[who]) if on is Spend.DEFEND else [who]


@command(
    rules=("infinity.momentum.combat.general", "infinity.momentum.defend", "infinity.momentum.change_stance"), when=can_use_momentum,
    who=spenders, on=purchases, whom=sheltered,
)  # fmt: skip
def use_momentum(t: T, by: SeatId, who: Id, on: Spend, whom: Id) -> None:
    """Spend a Momentum of any combat test: the next attack on you or an ally in Reach is a step harder, or you lie down or stand up."""
    me = t.state.people[who]
    spend(t, me, COST[on], SPEND_RULE[on])
    me.turn.bought.append(on.value)
    t.say("buys", SPEND_RULE[on], who=who, what=on.value, points=COST[on])
    if on is Spend.DEFEND:
        t.state.people[whom].defended_by.append(me.id)
    else:
        me.prone = not me.prone
