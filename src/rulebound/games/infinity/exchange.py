"""Exchanges: an attack with everything that may answer it, from readied actions and support to Reactions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.blows import Blow, Mode, aimed_at, firearms, fired, in_hand, most_reloads, shooting, shot, strike
from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.foretelling import both_attacks, happens, one_attack, one_hit
from rulebound.games.infinity.foretold_hits import Toll
from rulebound.games.infinity.heat import affords, pay
from rulebound.games.infinity.hits import land
from rulebound.games.infinity.momentum import lose_momentum
from rulebound.games.infinity.people import HIDDEN, REVEALED, Carried, Character, Readied, Stealth, Trigger, out
from rulebound.games.infinity.programs import intrusion
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.reactions import Reaction, able_to_react, can_react, pay_for, price
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import (
    D1,
    NONE,
    Outcome,
    Side,
    actor_wins,
    face_to_face,
    hampered,
    prepare,
    settle,
    side_of_contest,
    test,
)
from rulebound.games.infinity.slots import link_up
from rulebound.games.infinity.spending import caught_in_blast
from rulebound.games.infinity.state import T, foes, in_reach
from rulebound.games.infinity.stealth import noise
from rulebound.games.infinity.systems import hacking_device
from rulebound.games.infinity.techniques import Technique, fright, gun_behind
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.seats import SeatId

NO_SUPPORT = Reaction.NONE.value


# ------------------------------------------------------------------------------------------------ an attack
@cites("infinity.test.face_to_face_order")
def attack(t: T, blow: Blow, reactions: Sequence[Reaction]) -> None:
    """Readied actions, support, the target's Reaction, the test, and the damage of a hit. Surprise and defences are used up."""
    spring(t, blow.me, Trigger.ATTACK)
    if out(blow.me):
        return
    blow, guard = with_support(t, blow)
    me, foe = blow.me, blow.foe
    me.exploiting = 0
    foe.defended_by = []
    if guard is None or not take_the_blow(t, blow, guard):
        resolve(t, blow, choose_reaction(t, blow, reactions))
    given_away(t, blow)


def resolve(t: T, blow: Blow, reaction: Reaction) -> None:
    match reaction:
        case Reaction.DODGE | Reaction.PARRY | Reaction.DEFY | Reaction.SECURE:
            t.foretold(strike_out, attack_ways, attack_happens, blow, defence(t, blow, reaction))
        case Reaction.RETURN_FIRE | Reaction.RETALIATE:
            back = return_shot(t, blow) if reaction is Reaction.RETURN_FIRE else retaliation(t, blow.foe, blow.me)
            blow.me.defended_by = []
            t.foretold(trade_blows, trade_ways, trade_happens, blow, back)
            noise(t, blow.foe, reaction)
        case _:
            t.foretold(strike_out, attack_ways, attack_happens, blow, None)


def strike_out(t: T, blow: Blow, resisting: Side | None) -> None:
    """The test, alone or Face to Face, and a hit."""
    if resisting:
        contest = face_to_face(t, side(blow), resisting)
        came, hit = contest.actor, contest.actor_won
    else:
        came = test(t, side(blow))
        hit = came.passed
    if hit:
        spreads = blow.has("blast") or blow.has("torrent")
        land(t, blow, caught_in_blast(t, blow, came.complications) if spreads and came.complications else None)


def attack_ways(t: T, blow: Blow, resisting: Side | None) -> Distribution[Toll] | None:
    return one_attack(t, blow, side(blow), resisting)


def attack_happens(t: T, toll: Toll, blow: Blow, resisting: Side | None) -> None:
    happens(t, toll, blow)


def given_away(t: T, blow: Blow) -> None:
    """An attack switches TO Camouflage off and makes the noise of its weapon."""
    me = blow.me
    me.camouflaged = False
    if me.stealth is not REVEALED:
        noise(t, me, blow.kind, blow.has("subtle") - bool(blow.has("unsubtle")), blow.foe)


def side(blow: Blow) -> Side:
    return Side(who=blow.me, skill=blow.skill, steps=blow.steps, bonus=blow.bonus, dice=blow.extra, widen=blow.widen, system=blow.system)


def choose_reaction(t: T, blow: Blow, reactions: Sequence[Reaction]) -> Reaction:
    if not reactions or not can_react(t, blow.foe, blow.me):
        return Reaction.NONE
    reaction = t.choose(blow.foe.seat, "reaction", (Reaction.NONE, *reactions), (blow.me.id, blow.foe.id, blow.name))
    if reaction is not Reaction.NONE:
        pay_for(t, blow.foe, reaction)
    return reaction


DEFENCE = {
    Reaction.DODGE: Skill.ACROBATICS, Reaction.PARRY: Skill.CLOSE_COMBAT, Reaction.DEFY: Skill.DISCIPLINE, Reaction.SECURE: Skill.HACKING,
}  # fmt: skip


@cites("infinity.reaction.dodge", "infinity.reaction.parry", "infinity.reaction.defy", "infinity.reaction.secure", "infinity.quality.parry")
def defence(t: T, blow: Blow, reaction: Reaction) -> Side:
    """The defender's side of an attack Face to Face."""
    foe = blow.foe
    unseen = NONE.plus("unseen", 2 if blow.me.stealth is Stealth.DETECTED else 0, "infinity.stealth.detected")
    bonus = NONE
    if reaction is Reaction.PARRY:
        rating = sum(weapon(w.kind).rating("parry") for w in foe.weapons.values() if w.hands)
        bonus = bonus.plus("Parry", rating, "infinity.quality.parry")
    if reaction is Reaction.SECURE:
        link_up(t, foe)
        known = [content().programs[p].secure for p in foe.programs if p in content().programs]
        bonus = bonus.plus("security program", max(known, default=0), "infinity.software.programs")
    return Side(who=foe, skill=DEFENCE[reaction], steps=unseen, bonus=bonus)


# ------------------------------------------------------------------------------------------------ support
@cites("infinity.reaction.covering_fire", "infinity.reaction.guard", "infinity.test.face_to_face_order")
def with_support(t: T, blow: Blow) -> tuple[Blow, Character | None]:
    """The target's friends may answer first: Covering Fire makes the attack a step harder, a guard may take it."""
    options = supporters(t, blow)
    if not options:
        return blow, None
    chosen = [answer.partition(": ") for answer in t.together("support", options, (blow.me.id, blow.foe.id)).values()]
    guard = None
    for kind, _, id in sorted(chosen):
        friend = t.state.people.get(id)
        if friend and kind == Reaction.COVERING_FIRE.value:
            cover_with_fire(t, friend, blow.foe, covering_guns(friend)[0])
            blow = msgspec.structs.replace(blow, steps=blow.steps.plus("covering fire", 1, "infinity.reaction.covering_fire"))
        elif friend and guard is None:
            guard = friend
    return blow, guard


def supporters(t: T, blow: Blow) -> dict[SeatId, list[str]]:
    """By seat: what friends of the target could do for him now."""
    found: dict[SeatId, list[str]] = {}
    if blow.me.stealth is HIDDEN:
        return found
    for friend in t.state.people.values():
        if friend.side != blow.foe.side or friend is blow.foe or friend is blow.me or friend.prone:
            continue
        for reaction in support_by(t, blow, friend):
            found.setdefault(friend.seat, [NO_SUPPORT]).append(f"{reaction}: {friend.id}")
    return found


def support_by(t: T, blow: Blow, friend: Character) -> list[Reaction]:
    means = []
    if friend.id != t.state.current and friend.id not in blow.foe.covered_by and can_cover(t, friend) and in_sight(t, friend, blow):
        means.append(Reaction.COVERING_FIRE)
    if in_reach(t, friend.id, blow.foe.id) and blow.kind in (Action.SHOOT, Action.MELEE) and able_to_react(t, friend):
        means.append(Reaction.GUARD)
    return means


def in_sight(t: T, friend: Character, blow: Blow) -> bool:
    return band(t, friend, blow.foe) is not None or band(t, friend, blow.me) is not None


def covering_guns(who: Character) -> list[str]:
    """Ranged weapons in hand with a Reload to spare; an NPC's is Heat."""
    return [id for id in in_hand(who, ranged=True) if who.weapons[id].reloads or not who.hero]


@cites("infinity.vehicle.quality.enclosed")
def can_cover(t: T, who: Character) -> bool:
    return able_to_react(t, who, 0 if who.hero else 1) and bool(covering_guns(who)) and not (t.state.vehicles and shut_in(t, who))


@cites("infinity.reaction.covering_fire", "infinity.weapon.reload.usage", "infinity.heat.npc_resources")
def cover_with_fire(t: T, who: Character, ally: Character, gun: str) -> None:
    """A Reload, and attacks on the ally are a step harder until the supporter's next turn."""
    pay_for(t, who, Reaction.COVERING_FIRE)
    if who.hero:
        who.weapons[gun].reloads -= 1
    else:
        pay(t, who, 1, "a Reload", "infinity.heat.npc_resources")
    ally.covered_by.append(who.id)
    t.say("covers", "infinity.reaction.covering_fire", who=who.id, ally=ally.id)
    noise(t, who, Reaction.COVERING_FIRE)


@cites("infinity.reaction.guard")
def take_the_blow(t: T, blow: Blow, guard: Character) -> bool:
    """D2 to become the target; the guard's Momentum then stands against the attacker's as a Dodge or Parry would."""
    pay_for(t, guard, Reaction.GUARD)
    noise(t, guard, Reaction.GUARD)
    skill = Skill.ACROBATICS if blow.kind is Action.SHOOT else Skill.CLOSE_COMBAT
    came = test(t, Side(who=guard, skill=skill), 2)
    if not came.passed:
        return False
    t.say("guards", "infinity.reaction.guard", who=guard.id, ally=blow.foe.id)
    against = aimed_at(t, blow, guard)
    guard.defended_by = []
    attacker = side_of_contest(t, prepare(t, side(against), D1))
    stands = Outcome(True, came.momentum + max(0, hampered(t, side(against)).value))
    hit = actor_wins(attacker, stands, blow.me, guard)
    settle(t, blow.me, attacker, hit, stands.momentum)
    if hit:
        guard.momentum -= came.momentum
        land(t, against)
    return True


# ------------------------------------------------------------------------------------------------ striking back
@cites("infinity.reaction.return_fire", "infinity.reaction.retaliate")
def trade_blows(t: T, blow: Blow, back: Blow) -> None:
    """Both attacks count, whoever falls by the other."""
    hit, hit_back = test(t, side(blow)).passed, test(t, side(back)).passed
    if hit:
        land(t, blow)
    if hit_back:
        t.foretold(land, one_hit, happens, back)


def trade_ways(t: T, blow: Blow, back: Blow) -> Distribution[tuple[Toll, Toll]] | None:
    return both_attacks(t, blow, side(blow), back, side(back))


def trade_happens(t: T, tolls: tuple[Toll, Toll], blow: Blow, back: Blow) -> None:
    happens(t, tolls[0], blow)
    happens(t, tolls[1], back)


@cites("infinity.reaction.return_fire", "infinity.quality.munition")
def return_shot(t: T, blow: Blow) -> Blow:
    """A shot at the shooter, with one Reload at most, and that is a Munition weapon's own."""
    me, foe = blow.foe, blow.me
    id = shooting(t, me, foe)[0]
    arms = me.weapons[id]
    spare = 0 if fired(arms).rating("munition") else min(1, most_reloads(t, me, arms))
    reloads = t.number(me.seat, "return_reload", 0, spare, (me.id, arms.kind)) if spare else 0
    use_reloads(t, me, arms, reloads)
    return shot(t, me, foe, id, reloads, Mode.PRIMARY)


def retaliation(t: T, me: Character, foe: Character) -> Blow:
    return strike(t, me, foe, in_hand(me, ranged=False)[0])


@cites("infinity.weapon.reload.usage", "infinity.heat.npc_resources", "infinity.example.npc_reloads", "infinity.quality.munition")
def use_reloads(t: T, me: Character, arms: Carried, improving: int) -> None:
    """A player character's Reloads are counted; an NPC's cost Heat, a plain shot nothing."""
    if me.hero:
        arms.reloads -= improving + int(bool(fired(arms).rating("munition")))
    elif improving:
        pay(t, me, improving, "Reloads", "infinity.heat.npc_resources")


@cites("infinity.reaction.retaliate", "infinity.range.reach_state")
def retaliate_on_leaving(t: T, foe: Character, me: Character) -> None:
    """An enemy who leaves Reach without withdrawing may be struck before he goes."""
    if withdrew(me) or not in_hand(foe, ranged=False) or not can_react(t, foe, me):
        return
    if t.choose(foe.seat, "retaliate", (Reaction.NONE, Reaction.RETALIATE), (foe.id, me.id)) is Reaction.RETALIATE:
        pay_for(t, foe, Reaction.RETALIATE)
        blow = retaliation(t, foe, me)
        me.defended_by = []
        if test(t, side(blow)).passed:
            land(t, blow)
        noise(t, foe, Reaction.RETALIATE)


@cites("infinity.action.withdraw")
def withdrew(me: Character) -> bool:
    """Nobody retaliates against whoever withdrew this turn."""
    return Action.WITHDRAW in me.turn.taken


# ------------------------------------------------------------------------------------------------ whose Reactions there are
def shot_reactions(t: T, me: Character, foe: Character) -> list[Reaction]:
    """Against a shot; a device has none."""
    if not foe.active:
        return []
    return [Reaction.DODGE, Reaction.RETURN_FIRE] if shooting(t, foe, me) else [Reaction.DODGE]


@cites("infinity.reaction.parry")
def melee_reactions(me: Character, foe: Character, blade: str) -> list[Reaction]:
    """Any melee weapon parries; bare hands only bare hands."""
    if not foe.active:
        return []
    arms = [foe.weapons[id].kind for id in in_hand(foe, ranged=False)]
    bare = me.weapons[blade].kind == "unarmed strike"
    parries = any(kind != "unarmed strike" or bare for kind in arms)
    return [Reaction.DODGE, *([Reaction.PARRY] if parries else []), *([Reaction.RETALIATE] if arms and not withdrew(me) else [])]


@cites("infinity.reaction.secure", "infinity.breach.limits")
def hack_reactions(t: T, foe: Character) -> list[Reaction]:
    """Whoever has a hacking device that works may secure his own network."""
    return [Reaction.SECURE] if foe.active and hacking_device(foe) and (foe.firewall.felt < 4 or affords_link(t, foe)) else []


def affords_link(t: T, who: Character) -> bool:
    return who.infinity.value > 0 if who.hero else affords(t, who, t.variants.nemesis_point_price + price(t, who))


# ------------------------------------------------------------------------------------------------ readied actions
@cites("infinity.action.ready")
def spring(t: T, who: Character, trigger: Trigger) -> None:
    """Whoever waits for this may let fly before it takes effect."""
    for waiting in [p for p in t.state.people.values() if p.readied and p.readied.target == who.id and p.readied.trigger is trigger]:
        held = waiting.readied
        if held and can_loose(t, waiting, held) and t.choose(waiting.seat, "spring", (True, False), (waiting.id, who.id, held.tool)):
            loose(t, waiting, held)


@cites("infinity.action.ready", "infinity.vehicle.quality.enclosed", "infinity.quality.torrent")
def can_loose(t: T, who: Character, held: Readied) -> bool:
    """Its target and tool are still there."""
    foe = t.state.people[held.target]
    if out(who) or foe not in foes(t, who) or foe.stealth is Stealth.HIDDEN or band(t, who, foe) is None:
        return False
    match held.action:
        case Action.SHOOT:
            return held.tool in shooting(t, who, foe) and not shut_in(t, who)
        case Action.MELEE:
            return held.tool in in_hand(who, ranged=False) and in_reach(t, who.id, foe.id)
        case Action.HACK:
            return hacking_device(who) is not None and band(t, who, foe) == "close"
        case _:
            return held.tool != Technique.SUPPRESSIVE_FIRE or (bool(firearms(who)) and not shut_in(t, who))


@cites("infinity.action.ready")
def loose(t: T, who: Character, held: Readied) -> None:
    """The readied action, in the middle of another's turn; for Momentum it is a turn of its own."""
    who.readied = None
    turn, t.state.current = t.state.current, who.id
    foe = t.state.people[held.target]
    t.say("springs", "infinity.action.ready", who=who.id, foe=foe.id, tool=held.tool)
    match held.action:
        case Action.SHOOT:
            use_reloads(t, who, who.weapons[held.tool], 0)
            attack(t, shot(t, who, foe, held.tool, 0, Mode.PRIMARY), shot_reactions(t, who, foe))
        case Action.MELEE:
            attack(t, strike(t, who, foe, held.tool), melee_reactions(who, foe, held.tool))
        case Action.HACK:
            attack(t, intrusion(t, who, foe, held.tool), hack_reactions(t, foe))
        case _:
            technique = Technique(held.tool)
            arms = gun_behind(who, technique)
            if arms is not None:
                use_reloads(t, who, arms, 0)
            attack(t, fright(t, who, foe, technique, arms), [Reaction.DEFY])
    lose_momentum(t, who)
    t.state.current = turn
