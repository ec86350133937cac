"""Attacks with weapons: Shoot and Melee, and the Reactions to them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.infinity.aboard import shut_in
from rulebound.games.infinity.blows import SINGLE_SHOT, Blow, Mode, most_reloads, shot, strike
from rulebound.games.infinity.content import content, weapon
from rulebound.games.infinity.heat import pay
from rulebound.games.infinity.hits import land
from rulebound.games.infinity.people import Carried, Character, Id, Stealth
from rulebound.games.infinity.ranges import band
from rulebound.games.infinity.reactions import Reaction, can_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, face_to_face, test
from rulebound.games.infinity.slots import acting, no_room, on_turn, take
from rulebound.games.infinity.state import T, in_reach
from rulebound.games.infinity.turns import Action
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.refusal import Refusal, refuse
from rulebound.kernel.seats import SeatId


# ------------------------------------------------------------------------------------------------ making it
def attack(t: T, blow: Blow, reactions: Sequence[Reaction]) -> None:
    """Reactions, the test, and the damage of a hit. Surprise and defences are used up."""
    me, foe = blow.me, blow.foe
    reaction = choose_reaction(t, blow, reactions)
    me.exploiting = 0
    foe.defended_by = []
    match reaction:
        case Reaction.DODGE | Reaction.PARRY | Reaction.DEFY | Reaction.SECURE:
            contest = face_to_face(t, side(blow), defence(t, blow, reaction))
            hit = contest.actor_won
        case Reaction.RETURN_FIRE | Reaction.RETALIATE:
            strike_back(t, blow, reaction)
            return
        case _:
            hit = test(t, side(blow)).passed
    come_out(me)
    if hit:
        land(t, blow)


def come_out(me: Character) -> None:
    """An attack gives its maker away, as far as noise does."""
    if me.stealth is Stealth.HIDDEN:
        me.stealth = Stealth.DETECTED


def side(blow: Blow) -> Side:
    return Side(
        who=blow.me, skill=blow.skill, steps=blow.steps, bonus=blow.bonus, dice=blow.extra, widen=blow.widen, system=blow.system
    )


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
        known = [content().programs[p].secure for p in foe.programs if p in content().programs]
        bonus = bonus.plus("security program", max(known, default=0), "infinity.software.programs")
    return Side(who=foe, skill=DEFENCE[reaction], steps=unseen, bonus=bonus)


@cites("infinity.reaction.return_fire", "infinity.reaction.retaliate")
def strike_back(t: T, blow: Blow, reaction: Reaction) -> None:
    """Both attacks count, whoever falls by the other."""
    foe, me = blow.foe, blow.me
    fire = reaction is Reaction.RETURN_FIRE
    id = next(id for id, w in foe.weapons.items() if w.hands and weapon(w.kind).ranged is fire)
    back = shot(t, foe, me, id, 0, Mode.PRIMARY) if fire else strike(t, foe, me, id)
    hit, hit_back = test(t, side(blow)).passed, test(t, side(back)).passed
    come_out(me)
    if hit:
        land(t, blow)
    if hit_back:
        land(t, back)


@cites("infinity.reaction.retaliate", "infinity.range.reach_state")
def retaliate_on_leaving(t: T, foe: Character, me: Character) -> None:
    """An enemy who leaves Reach without withdrawing may be struck before he goes."""
    id = next((id for id, w in foe.weapons.items() if w.hands and not weapon(w.kind).ranged), None)
    if id is None or not can_react(t, foe, me):
        return
    if t.choose(foe.seat, "retaliate", (Reaction.NONE, Reaction.RETALIATE), (foe.id, me.id)) is Reaction.RETALIATE:
        pay_for(t, foe, Reaction.RETALIATE)
        blow = strike(t, foe, me, id)
        if test(t, side(blow)).passed:
            land(t, blow)


# ------------------------------------------------------------------------------------------------ commands
def targets(t: T, me: Character) -> list[Character]:
    """Whoever can be attacked: not out, and not hidden."""
    there = [p for p in t.state.people.values() if p.side != me.side and not p.incapacitated and not p.dead]
    return [p for p in there if p.stealth is not Stealth.HIDDEN and not shut_in(t, p)]


def in_hand(me: Character, ranged: bool) -> list[str]:
    return [id for id, w in me.weapons.items() if w.hands and weapon(w.kind).ranged is ranged]


@cites("infinity.action.attack_shoot", "infinity.stealth.hidden")
def shootable(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy that you can see."""
    me = acting(t)
    return [p.id for p in targets(t, me) if band(t, me, p) is not None]


def guns(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A ranged weapon in hand that can fire."""
    me = acting(t)
    return [id for id in in_hand(me, ranged=True) if loaded(me, me.weapons[id]) and another_tool(me, id)]


@cites("infinity.quality.munition", "infinity.weapon.ammunition")
def loaded(me: Character, arms: Carried) -> bool:
    """Ordinary weapons never run dry; a Munition weapon needs a Reload for each shot, an NPC's Heat aside."""
    return not weapon(arms.kind).rating("munition") or arms.reloads > 0 or not me.hero


@cites("infinity.weapon.burst", "infinity.action.exploit_weakness", "infinity.quality.munition", "infinity.heat.npc_resources")
def reload_range(t: T, by: SeatId, target: Id, gun: str) -> range:
    """Reloads for more dice: up to Burst, one after Exploit Weakness; an NPC pays Heat."""
    me = acting(t)
    return range(most_reloads(t, me, me.weapons[gun]) + 1)


def can_shoot(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.SHOOT):
        return refusal
    if not guns(t, by):
        return Refusal("infinity.action.attack_shoot", "No ranged weapon is in hand and loaded.", "Draw one.")
    return None if shootable(t, by) else Refusal("infinity.action.attack_shoot", "Nobody is in sight.", "Move.")


@command(
    rules=("infinity.action.attack_shoot", "infinity.weapon.burst"), when=can_shoot, target=shootable, gun=guns, reloads=reload_range,
)  # fmt: skip
def shoot(t: T, by: SeatId, target: Id, gun: str, reloads: int = 0, mode: Mode = Mode.PRIMARY) -> None:
    """Standard: shoot at somebody, with Reloads for more dice."""
    me, foe = acting(t), t.state.people[target]
    arms = me.weapons[gun]
    if mode is Mode.SECONDARY and "multi" not in weapon(arms.kind).qualities:
        raise refuse("infinity.quality.multi", "Only a MULTI weapon has a second mode.", "Use the primary one.")
    if mode is Mode.SECONDARY and weapon(arms.kind).qualities["multi"] in SINGLE_SHOT and reloads > 1:
        raise refuse("infinity.quality.multi", "Its second mode has Burst 1.", "Use one Reload at most.")
    take(t, me, Action.SHOOT)
    use_reloads(t, me, arms, reloads)
    me.turn.tool = gun
    attack(t, shot(t, me, foe, gun, reloads, mode), shot_reactions(foe))


def shot_reactions(foe: Character) -> list[Reaction]:
    fires = [id for id in in_hand(foe, ranged=True) if loaded(foe, foe.weapons[id])]
    return [Reaction.DODGE, *([Reaction.RETURN_FIRE] if fires else [])]


@cites("infinity.weapon.reload.usage", "infinity.heat.npc_resources", "infinity.example.npc_reloads", "infinity.quality.munition")
def use_reloads(t: T, me: Character, arms: Carried, improving: int) -> None:
    """A player character's Reloads are counted; an NPC's cost Heat, a plain shot nothing."""
    if me.hero:
        arms.reloads -= improving + int(bool(weapon(arms.kind).rating("munition")))
    elif improving:
        pay(t, me, improving, "Reloads", "infinity.heat.npc_resources")


def melee_targets(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """An enemy within Reach."""
    me = acting(t)
    return [p.id for p in targets(t, me) if in_reach(t, me.id, p.id)]


def blades(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A melee weapon in hand."""
    me = acting(t)
    return [id for id in in_hand(me, ranged=False) if another_tool(me, id)]


@cites("infinity.action.extra.dual_wield", "infinity.example.dual_wield")
def another_tool(me: Character, id: str) -> bool:
    """A cheap second attack is not made with the first one's weapon."""
    return not me.turn.other_tool or id != me.turn.tool


@cites("infinity.action.attack_melee", "infinity.range.reach_state")
def can_strike(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by) or no_room(t, acting(t), Action.MELEE):
        return refusal
    if not blades(t, by):
        return Refusal("infinity.action.attack_melee", "No melee weapon is in hand.", "Draw one.")
    return None if melee_targets(t, by) else Refusal("infinity.action.attack_melee", "No enemy is in Reach.", "Move closer.")


@command(rules=("infinity.action.attack_melee",), when=can_strike, target=melee_targets, blade=blades)
def melee(t: T, by: SeatId, target: Id, blade: str) -> None:
    """Standard: strike somebody within Reach."""
    me, foe = acting(t), t.state.people[target]
    take(t, me, Action.MELEE)
    me.turn.tool = blade
    attack(t, strike(t, me, foe, blade), melee_reactions(me, foe, blade))


@cites("infinity.reaction.parry")
def melee_reactions(me: Character, foe: Character, blade: str) -> list[Reaction]:
    """Any melee weapon parries; bare hands only bare hands."""
    arms = [foe.weapons[id].kind for id in in_hand(foe, ranged=False)]
    bare = me.weapons[blade].kind == "unarmed strike"
    parries = any(kind != "unarmed strike" or bare for kind in arms)
    return [Reaction.DODGE, *([Reaction.PARRY] if parries else []), *([Reaction.RETALIATE] if arms else [])]
