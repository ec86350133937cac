"""Steps seven to ten: exchanges, Facts, Hurtin' and its victims, Juice, and clearing the table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.contagion.content import new_gear
from rulebound.games.contagion.deck import WORTH, discard, highest, words
from rulebound.games.contagion.gear import SMALLEST, fits, give_item, lose_item, to_be_had
from rulebound.games.contagion.hurtin import Blow, hurt_anybody, place, suffer
from rulebound.games.contagion.infection import exposed, face_infection, infect_ally, value_of
from rulebound.games.contagion.juice import after_use, find_juice_for, to_fill
from rulebound.games.contagion.madness import erase_cgp
from rulebound.games.contagion.mojos import has
from rulebound.games.contagion.people import Ally, Id, Mojo, Role, Someone, Special, Survivor, Threat, gear_of
from rulebound.games.contagion.state import Hand, Last, Showdown, T, Vote, narrated, present, ruling, seat_of, someone
from rulebound.games.contagion.tokens import adversity, gain
from rulebound.games.contagion.variants import CalmingScope, InfectionVector, WeaponMethod
from rulebound.games.contagion.votes import begin_event, end_event, happened
from rulebound.games.contagion.weapons import draw_weapon, factor, flat_bonuses, scare, self_destruct, side_has
from rulebound.kernel.cards import JOKERS, Card
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import refuse
from rulebound.kernel.seats import GM


class FactKind(StrEnum):
    STORY = "story"
    GEAR = "find gear"
    WEAPON = "find weapon"
    JUICE = "find juice"
    BREAK = "break gear"
    WOUND = "wound"
    KILL = "kill"


# ------------------------------------------------------------------------------------------------ step 8
@cites("contagion.showdown.step8_results")
def apply_results(t: T, fight: Showdown, hand: Hand) -> None:
    """Exchanges first, then Facts, then the Hurtin' that is left, with weapons."""
    cards = [played.card for played in fight.pile]
    gone = exchange(t, fight, hand, cards)
    facts, attack = spend(t, fight, hand, sum(map(WORTH.__getitem__, gone)))
    for _ in range(facts):
        fact(t, fight, hand)
    took = deal(t, fight, hand, [card for card in cards if card not in gone], attack)
    spread(t, fight, hand, took)


@cites("contagion.showdown.exchange", "contagion.cards.joker_double", "contagion.cards.faces_and_aces")
def exchange(t: T, fight: Showdown, hand: Hand, cards: Sequence[Card]) -> list[Card]:
    """Which faces, aces and jokers of the pile are turned into something else; number cards never are."""
    good = [card for card in cards if WORTH[card]]
    return list(t.choose_some(hand.seat, "exchange", good, about=(hand.id, hand.name)))


def side_of(t: T, fight: Showdown, hand: Hand) -> list[Hand]:
    """The others on one's side."""
    if len(fight.hands) == 2:
        return []
    return [other for other in fight.hands.values() if other.team == hand.team and other is not hand]


@cites(
    "contagion.showdown.exchange_token", "contagion.showdown.exchange_adversity", "contagion.showdown.exchange_cgp",
    "contagion.multi.share_rewards",
)  # fmt: skip
def spend(t: T, fight: Showdown, hand: Hand, units: int) -> tuple[int, bool]:
    """Facts, CGP off somebody of one's side, and tokens for the rest; how many Facts, and whether it became an attack."""
    if not units:
        return 0, False
    facts = t.number(hand.seat, "facts", 0, units, (hand.name, str(units)))
    attack = turn_into_attack(t, hand, facts)
    units -= facts
    who = someone(t, hand.id)
    friends = [someone(t, other.id) for other in (hand, *side_of(t, fight, hand))]
    for friend in friends:
        if t.variants.exchange_cgp and isinstance(friend, Survivor) and friend.alive and friend.cgp and units:
            calm = t.number(hand.seat, "calm", 0, min(units, friend.cgp), (hand.id, friend.id))
            units -= erase_cgp(t, friend, calm, "contagion.showdown.exchange_cgp")
    if isinstance(who, Ally) and who.friend:
        who = someone(t, who.friend)  # an Ally has no stash: what it wins is its friend's
    if isinstance(who, Survivor):
        gain(t, who, units, "contagion.showdown.exchange_token")
    else:
        adversity(t, units, "won", "contagion.showdown.exchange_adversity")
    return facts - attack, attack


@cites("contagion.fact.turn_into_attack")
def turn_into_attack(t: T, hand: Hand, facts: int) -> bool:
    """One Fact may turn what was not meant to harm into an attack."""
    if hand.harm or not facts or not t.choose(hand.seat, "turn_into_attack", (False, True), (hand.name,), default=False):
        return False
    narrated(t, hand.seat, "fact", (hand.id,), "contagion.fact.turn_into_attack", "and it became an attack")
    t.say("becomes_attack", "contagion.fact.turn_into_attack", who=hand.id)
    return True


# ------------------------------------------------------------------------------------------------ Facts
@cites("contagion.fact.general", "contagion.fact.new_items", "contagion.fact.example_bomb", "contagion.fact.example_microbus")
def fact(t: T, fight: Showdown, hand: Hand) -> None:
    """One statement beyond the success itself, told by the winner or somebody of the same side."""
    tellers = [hand.id, *(other.id for other in side_of(t, fight, hand))]
    teller = t.choose(hand.seat, "fact_teller", tellers, (hand.id,), default=hand.id)
    seat = fight.hands[teller].seat
    who = someone(t, teller)
    foes = [someone(t, id) for other in fight.hands.values() if other.team != hand.team for id in other.members]
    while True:
        kind = t.choose(seat, "fact_kind", fact_kinds(t, who, foes), (teller,), default=FactKind.STORY)
        line = narrated(t, seat, "fact", (teller,), "contagion.fact.general", kind.value, quiet=True)
        if ruling(t, "approve_fact", (True, False), True, (teller, line)) and consent(t, foes, who, line):
            break
        t.say("no_fact", "contagion.fact.consent", who=teller, line=line)
        if not t.choose(seat, "rephrase", (False, True), (teller, line), default=False):
            return
    t.say("fact", "contagion.fact.general", who=teller, about=kind.value, line=line)
    carry_out(t, who, kind, foes, line)


def fact_kinds(t: T, who: Someone, foes: Sequence[Someone]) -> list[FactKind]:
    kinds = [FactKind.STORY]
    if isinstance(who, Survivor):
        room = fits(t, who, SMALLEST)
        kinds += [FactKind.GEAR] * room
        kinds += [FactKind.WEAPON] * (room and t.variants.weapon_method is WeaponMethod.CUSTOM)
        kinds += [FactKind.JUICE] * bool(to_fill(t, who))
    kinds += [FactKind.BREAK] * any(gear_of(foe) for foe in foes)
    kinds += [FactKind.WOUND] * any(isinstance(foe, Survivor) for foe in foes)
    return [*kinds, FactKind.KILL]


@cites("contagion.fact.consent")
def consent(t: T, foes: Sequence[Someone], who: Someone, line: str) -> bool:
    """A Fact about somebody who is neither its teller nor a loser needs that player's word."""
    for other in present(t):
        if other is who or other in foes:
            continue
        names = other.name.lower() in line.lower() or f"[{other.id}]" in line
        affects = ruling(t, "fact_affects", (False, True), names, (other.id, line))
        if affects and not t.choose(other.seat, "consent", (True, False), (other.id, line), default=True):
            return False
    return True


@cites("contagion.fact.new_items", "contagion.fact.wounds", "contagion.gear.lose", "contagion.weapon.introduce")
def carry_out(t: T, who: Someone, kind: FactKind, foes: Sequence[Someone], line: str) -> None:
    match kind:
        case FactKind.GEAR if isinstance(who, Survivor):
            found = t.choose(who.seat, "found_gear", to_be_had(t, who), (who.id,))
            give_item(t, who, new_gear(found), "contagion.fact.new_items")
        case FactKind.WEAPON if isinstance(who, Survivor):
            give_item(t, who, draw_weapon(t, "found weapon", 1, False, who.seat), "contagion.weapon.introduce")
        case FactKind.JUICE if isinstance(who, Survivor):
            find_juice_for(t, who, who.gear[t.choose(who.seat, "found_juice", to_fill(t, who), (who.id,))])
        case FactKind.BREAK:
            break_gear(t, who, foes)
        case FactKind.WOUND:
            hurt = [foe for foe in foes if isinstance(foe, Survivor)]
            victim = t.choose(seat_of(t, who.id), "fact_wound", [foe.id for foe in hurt], (who.id,))
            t.state.survivors[victim].notes.append(line)
        case FactKind.KILL:
            kill_background(t, who)


def break_gear(t: T, who: Someone, foes: Sequence[Someone]) -> None:
    owners = {item.id: foe for foe in foes for item in gear_of(foe).values()}
    id = t.choose(seat_of(t, who.id), "fact_break", list(owners), (who.id,))
    item = lose_item(t, owners[id], id)
    t.say("broken", "contagion.fact.new_items", who=owners[id].id, item=item.name)


@cites("contagion.fact.no_named_death")
def kill_background(t: T, who: Someone) -> None:
    """Only background figures die by narration; whoever has ranks or was paid for dies by Hurtin'."""
    people = [*(s.id for s in present(t) if s is not who), *(x.id for x in t.state.threats.values() if x.here), Id("nobody in particular")]
    victim = t.choose(seat_of(t, who.id), "fact_kill", people, (who.id,), default=people[-1])
    threat = t.state.threats.get(victim)
    if victim in t.state.survivors or (threat and threat.role is not Role.WALLFLOWER):
        raise refuse("contagion.fact.no_named_death", f"A Fact cannot kill {someone(t, victim).name}.", "Name a background figure.")
    if threat:
        threat.dead = True
        t.say("threat_dies", "contagion.fact.no_named_death", who=threat.id)


# ------------------------------------------------------------------------------------------------ Hurtin'
@cites("contagion.showdown.hurtin_per_card", "contagion.cards.joker_double")
def base_hurtin(t: T, kept: Sequence[Card]) -> int:
    """A point for every card left in the pile."""
    more = t.variants.joker_hurtin_value - 1
    return len(kept) + more * sum(card in JOKERS for card in kept) if more else len(kept)


@cites("contagion.hurtin.intent", "contagion.hurtin.optional", "contagion.showdown.step8_results")
def deal(t: T, fight: Showdown, hand: Hand, kept: Sequence[Card], attack: bool) -> dict[Id, int]:
    """If the winner meant harm, and wants to: flat bonuses first, then multipliers, then what Hard Core adds. What each aimed at took."""
    targets = victims(t, fight, hand)
    if not (hand.harm or attack) or not targets:
        return {}
    if not t.choose(hand.seat, "hurt", (True, False), (hand.id, hand.name), default=True):
        return {}
    helpers = side_of(t, fight, hand)
    total = flat_bonuses(t, hand, helpers, Total.of("cards in the pile", base_hurtin(t, kept), "contagion.showdown.hurtin_per_card"))
    times, doomed = factor(t, hand, kept)
    amount = total.value * times
    extra = hard_core(t, hand)
    t.say("hurtin", *dict.fromkeys(part.rule for part in total.parts), who=tuple(hand.members), amount=amount + extra, sum=sum_words(total))
    t.state.last.hurtin = amount + extra
    took = strike(t, fight, hand, split(t, hand, targets, amount + extra))
    self_destruct(t, hand, doomed)
    if extra and not t.state.survivors[hand.id].dead:  # a Time Bomb among the victims may have been quicker
        place(t, t.state.survivors[hand.id], extra, Blow())
    return took


def sum_words(total: Total) -> str:
    return ", ".join(f"{part.name} {part.amount:+d}" for part in total.parts)


@cites("contagion.mojo.effing_hard_core")
def hard_core(t: T, hand: Hand) -> int:
    """As much Hurtin' to oneself as to them; it may cost the last rank."""
    who = someone(t, hand.id)
    if not isinstance(who, Survivor) or not has(who, Mojo.HARD_CORE):
        return 0
    return t.number(who.seat, "hard_core", 0, who.ranks, (who.id,))


@cites("contagion.multi.divide_hurtin", "contagion.ally.targeted")
def victims(t: T, fight: Showdown, hand: Hand) -> list[Id]:
    """Everybody on the losing sides; the CiC may also aim at the Allies who helped."""
    found: list[Id] = []
    for foe in fight.hands.values():
        if foe.team != hand.team:
            found += [id for id in foe.members if someone(t, id).here]
            if hand.seat == GM:
                found += [id for id in foe.allies if id in t.state.allies and not t.state.allies[id].dead]
    return found


@cites("contagion.multi.divide_hurtin")
def split(t: T, hand: Hand, targets: list[Id], amount: int) -> dict[Id, int]:
    """Freely among them; the last takes what is left."""
    shares: dict[Id, int] = {}
    for id in targets[:-1]:
        shares[id] = t.number(hand.seat, "split", 0, amount, (hand.id, id))
        amount -= shares[id]
    return {**shares, targets[-1]: amount}


@cites("contagion.hurtin.apply_survivor", "contagion.showdown.step8_results")
def strike(t: T, fight: Showdown, hand: Hand, shares: dict[Id, int]) -> dict[Id, int]:
    """Each victim resists and suffers; how much everybody aimed at really took."""
    side = [hand, *side_of(t, fight, hand)]
    who = someone(t, hand.id)
    killer = who if isinstance(who, Survivor) else None
    helpers = [s for s in (someone(t, other.id) for other in side[1:]) if isinstance(s, Survivor)]
    blow = Blow(killer=killer, helpers=helpers, penetrating=side_has(t, side, Special.PENETRATING))
    aimed = [id for id, amount in shares.items() if amount > 0]
    betrayal(t, who, aimed)
    took: dict[Id, int] = {}
    begin_event(t)
    for id in aimed:
        victim = someone(t, id)
        before, fell = victim.score if isinstance(victim, Threat) else 0, victim.dead
        if isinstance(victim, Survivor):
            allies = fight.hands[id].allies if id in fight.hands else []
            ranks = {a: t.state.allies[a].rank for a in allies if a in t.state.allies}
            took[id] = suffer(t, victim, shares[id], blow, allies)
            took.update({a: old - t.state.allies[a].rank for a, old in ranks.items() if t.state.allies[a].rank < old})
        else:
            took[id] = hurt_anybody(t, id, shares[id], blow)
        if not fell:  # by a Time Bomb among those before
            calming(t, fight, hand, victim, before)
    scare(t, side, aimed)
    end_event(t)
    return took


@cites("contagion.cic.discretion", "contagion.token.secret_vote_bonus")
def betrayal(t: T, who: Someone, aimed: Sequence[Id]) -> None:
    """The first Survivor who aims Hurtin' at another has betrayed them, unless the CiC sees it differently."""
    at = [id for id in aimed if id in t.state.survivors and not t.state.survivors[id].turned]
    if not isinstance(who, Survivor) or who.turned or not at or Vote.BETRAYS in t.state.came_true:
        return
    if ruling(t, "betrayal", (True, False), True, (who.id, at[0])):
        happened(t, Vote.BETRAYS, [who.id])


@cites("contagion.cic.contagion.infect", "contagion.token.resist_infection_secret", "contagion.cic.contagion.cure")
def spread(t: T, fight: Showdown, hand: Hand, took: dict[Id, int]) -> None:
    """Everybody aimed at may clean the wound later and is offered to resist; what was coming only the CiC knows."""
    value, bite = value_of(t, hand)
    wounds_only = t.variants.infection_vector is InfectionVector.WOUND
    losers = [t.state.survivors.get(foe.id) for foe in fight.hands.values() if foe.team != hand.team]
    for who in losers:
        if who is None or not who.here or who.turned or (wounds_only and who.id not in took):
            continue
        who.wounds += who.id in took
        face_infection(t, who, exposed(t, who, value, took.get(who.id, 0) > 0, bite))
    for id, amount in took.items():
        ally = t.state.allies.get(id)
        if ally and amount and value and not bite:
            infect_ally(t, ally, value)


@cites("contagion.mojo.calming_repose_of_death")
def calming(t: T, fight: Showdown, hand: Hand, victim: Someone, score_before: int) -> None:
    """Whoever kills without teammates may erase 1 CGP."""
    who = someone(t, hand.id)
    if not isinstance(who, Survivor) or not has(who, Mojo.CALMING) or not victim.dead or side_of(t, fight, hand) or not who.cgp:
        return
    if t.variants.calming_scope is CalmingScope.FULL_SCORE and isinstance(victim, Threat) and score_before < victim.full:
        return
    if t.choose(who.seat, "calm_down", (True, False), (who.id,), default=True):
        erase_cgp(t, who, 1, "contagion.mojo.calming_repose_of_death")


# ------------------------------------------------------------------------------------------------ steps 9 and 10
@cites("contagion.showdown.step9_juice")
def check_juice(t: T, fight: Showdown) -> None:
    """Everybody's own highest card against the tally of what they used."""
    for hand in fight.hands.values():
        used = [*hand.activated, *hand.wields]
        for who in [someone(t, member) for member in hand.members] if used else ():
            own = gear_of(who)
            for item in [own[id] for id in used if id in own and own[id].juice]:
                best = highest([played.card for played in fight.pile if played.by == hand.id])
                after_use(t, who, item, best, int(hand.dial == item.id), as_weapon=item.id in hand.wields)


@cites("contagion.showdown.step10_cleanup", "contagion.showdown.step7_winner", "contagion.cards.public_discard")
def discard_hands(t: T, fight: Showdown) -> None:
    """What was not played is discarded face up."""
    for hand in fight.hands.values():
        if hand.cards:
            t.say("discards", "contagion.cards.public_discard", who=tuple(hand.members), cards=words(hand.cards))
            discard(t, hand.cards)
            hand.cards = []


@cites("contagion.showdown.step10_cleanup")
def clear_table(t: T, fight: Showdown) -> None:
    """The pile goes to the discards; nothing is shuffled."""
    discard(t, [played.card for played in fight.pile])
    fight.pile = []
    t.state.showdown = None


def remember(t: T, fight: Showdown, hand: Hand | None, dealt: dict[Id, int]) -> None:
    t.state.last = Last(winner=hand.id if hand else None, pile=list(fight.pile), hands={str(id): count for id, count in dealt.items()})
