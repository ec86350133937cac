"""Defences: standing there, dodging, diving for cover, and parrying with a counterattack."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected.actions import spend_action, stays_down, steadied, steadiness
from rulebound.games.infected.checks import base_pool, hampered, throw
from rulebound.games.infected.content import content, is_weapon, worth
from rulebound.games.infected.cover import cover_of
from rulebound.games.infected.equipment import take_into_use, wear_improvised
from rulebound.games.infected.groups import besetting, lose_flanks
from rulebound.games.infected.kinds import Property
from rulebound.games.infected.people import Gear, Person
from rulebound.games.infected.state import T
from rulebound.games.infected.terms import Attribute, Condition, CoverKind, Id, Skill
from rulebound.games.infected.variants import ActionCovers, InitiativeTies
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total

MOST_DEFENCES = 2
"""infected.group.outnumbered: against four or more."""


class Defence(StrEnum):
    """infected.defense.table"""

    PASSIVE = "passive"
    ACTIVE = "active"
    PARRY = "parry"
    DIVE = "dive for cover"


PASSIVE, DIVE, ROLLED = Defence.PASSIVE, Defence.DIVE, (Defence.ACTIVE, Defence.PARRY)


def shield_of(who: Person) -> Gear | None:
    """A shield in hand, be it Broken."""
    packs = content()
    for id in who.hands:
        gear = who.gear[id]
        if gear.kind in packs.shields and not gear.destroyed:
            return gear
    return None


@cites("infected.property.two_handed")
def melee_weapons(t: T, who: Person) -> list[Gear]:
    """Real melee weapons in hand, with room to swing them: fists do not parry."""
    weapons, narrow = content().weapons, t.state.scene.zones[who.zone].narrow
    held = (who.gear[id] for id in weapons_held(who))
    fit = (g for g in held if not weapons[g.kind].ranged and not g.jammed and not g.destroyed)
    return [g for g in fit if not (narrow and weapons[g.kind].has(Property.TWO_HANDED))]


def weapons_held(who: Person) -> list[Id]:
    """What is in hand and a weapon, be it broken: a shield is none."""
    return [id for id in who.hands if is_weapon(who.gear[id])]


@cites("infected.initiative.ties", "infected.initiative.delay")
def together(t: T, a: Person, b: Person) -> bool:
    """Whether two act at the same time: equal initiative, where ties are simultaneous, unless one of them waits."""
    fight = t.state.fight
    if fight is None or fight.ambush or a is b:
        return False
    scores = fight.turns.scores
    if a.id not in scores or scores[a.id] != scores.get(b.id):
        return False
    if a.id in fight.turns.delayed or b.id in fight.turns.delayed:
        return False
    return t.variants.initiative_ties is InitiativeTies.SIMULTANEOUS and t.variants.initiative_mode == "standard"


# ------------------------------------------------------------------------------------------------ what is possible
@cites("infected.defense.table", "infected.defense.active", "infected.defense.parry", "infected.npc.rage")
def can_roll(t: T, who: Person, by: Person, *, melee: bool, parriable: bool = True) -> list[Defence]:
    """Rolled defences: an Action is needed, and eyes for it; infected never react, nor do those who act together."""
    if not who.human or not who.up or who.yields or together(t, who, by) or surprised(t, who):
        return []
    if who.has(Condition.PINNED) or not has_reaction(t, who):
        return []
    options = [Defence.ACTIVE]
    if melee and parriable and melee_weapons(t, who):
        options.append(Defence.PARRY)
    return options


@cites("infected.initiative.ambush")
def surprised(t: T, who: Person) -> bool:
    """The side that was caught unaware only stands there for a round."""
    fight = t.state.fight
    return fight is not None and bool(fight.ambush) and fight.ambush != who.side


@cites("infected.defense.active", "infected.group.outnumbered", "infected.maneuver.overwatch")
def has_reaction(t: T, who: Person) -> bool:
    """The round's Action, unspent or prepared; where one covers all attacks, a first defence pays for the rest."""
    if who.defences >= MOST_DEFENCES and not who.holds_bottleneck and besetting(t, who) >= 4:
        return False
    if t.variants.defense_one_action_covers is ActionCovers.ALL_ATTACKS and who.defences:
        return True
    return who.actions > 0 or (who.prepared is not None and who.prepared.takes_action)


@cites("infected.defense.dive_for_cover")
def dives(t: T, who: Person) -> list[str]:
    """Cover of the zone to dive behind, with a Move left, on one's feet and in no grapple."""
    if not who.human or who.moves < 1 or not who.up or surprised(t, who) or stays_down(t, who):
        return []
    if who.trapped or who.restrained or who.vehicle:
        return []
    if any(c in who.conditions for c in (Condition.PRONE, Condition.GRAPPLED, Condition.PINNED)) or who.locked_with or who.holds:
        return []
    now = cover_of(t, who)
    worth = {None: 0, CoverKind.LIGHT: 1, CoverKind.HEAVY: 2, CoverKind.FULL: 3}
    return [
        id for id, c in t.state.scene.zones[who.zone].cover.items() if c.durability > 0 and id != who.cover and worth[c.kind] > worth[now]
    ]


@cites("infected.defense.passive", "infected.attack.sequence")
def name_defence(
    t: T, who: Person, by: Person, *, melee: bool, parriable: bool = True, ranged_only: bool = True, rolled: bool = True
) -> Defence:
    """Asked once, of the target's seat, and only where there is a choice."""
    options = [PASSIVE]
    if rolled:
        options += can_roll(t, who, by, melee=melee, parriable=parriable)
    if not melee and ranged_only and dives(t, who):
        options.append(DIVE)
    if len(options) == 1:
        return PASSIVE
    return t.choose(who.seat, "defence", options, (by.id, who.id), default=PASSIVE)


# ------------------------------------------------------------------------------------------------ doing it
@cites("infected.defense.dive_for_cover", "infected.position.flanking")
def dive(t: T, who: Person) -> None:
    """Behind the best cover of the zone, at once, and away from where somebody has got round one."""
    order = (CoverKind.FULL, CoverKind.HEAVY, CoverKind.LIGHT)
    zone = t.state.scene.zones[who.zone]
    options = sorted(dives(t, who), key=lambda id: order.index(zone.cover[id].kind or CoverKind.LIGHT))
    who.cover = t.choose(who.seat, "which_cover", options, (who.id,), default=options[0])
    who.moves -= 1
    who.moved = who.moved_this_round = True
    lose_flanks(t, who)
    t.say("dives", "infected.defense.dive_for_cover", who=who.id, cover=zone.cover[who.cover].name)


@cites("infected.defense.active", "infected.defense.parry")
def pay_for_defence(t: T, who: Person) -> None:
    """An Action, or nothing where the first defence has paid for all."""
    if not (t.variants.defense_one_action_covers is ActionCovers.ALL_ATTACKS and who.defences):
        react(t, who)
    who.defences += 1


@cites("infected.defense.active_timing", "infected.maneuver.overwatch")
def react(t: T, who: Person) -> None:
    """Spend the Action of this round, held, prepared or neither; before the own turn it leaves Move and Free."""
    fight = t.state.fight
    if who.actions < 1:
        who.prepared = None
        steadied(t, who)
    else:
        spend_action(t, who)
    if fight is not None and who.id not in fight.turns.done and fight.acting != who.id:
        who.defended = True
    let_go_of_wheel(t, who)


@cites("infected.vehicle.combat.driver")
def let_go_of_wheel(t: T, who: Person) -> None:
    """Whoever drives in a chase and spends the Action on something else does not drive this round."""
    chase = t.state.world.chase
    if chase is not None and who.drives and who.vehicle in (*chase.quarry, *chase.pursuers) and who.vehicle not in chase.busy:
        chase.busy.append(who.vehicle)
        t.say("lets_wheel_be", "infected.vehicle.combat.driver", side=who.vehicle)


@cites(
    "infected.defense.active",
    "infected.defense.parry",
    "infected.shield.passive",
    "infected.maneuver.dual_parry",
    "infected.condition.blinded",
    "infected.condition.stunned",
)
def roll_defence(t: T, who: Person, by: Person, defence: Defence, *, melee: bool) -> int:
    """Hits of a rolled defence: each cancels one of the attacker's."""
    parry = defence is Defence.PARRY
    attribute, skill = (Attribute.GRIT, Skill.BRAWL) if parry else (Attribute.REFLEX, Skill.ATHLETICS)
    pool = base_pool(who, attribute, skill) + steadiness(who)
    for condition in who.conditions:
        if condition is Condition.BLINDED:
            pool = pool.plus("Blinded", -2, "infected.condition.blinded")
        elif condition is Condition.STUNNED:
            pool = pool.plus("Stunned", -2, "infected.condition.stunned")
        elif condition is Condition.OVEREXTENDED:
            pool = pool.plus("overextended", -1, "infected.maneuver.shove")
    pool = with_shield(t, who, pool, melee=melee)
    if parry and two_weapons(who):
        pool = pool.plus("two weapons", 1, "infected.maneuver.dual_parry")
    pay_for_defence(t, who)
    who.guarding = by.id
    hits = throw(t, who, defence.name.lower(), hampered(t, who, attribute, skill, pool, reaction=True), (by.id,)).hits
    if parry:
        parried_with(t, who)
    return hits


@cites("infected.equipment.durability_loss")
def parried_with(t: T, who: Person) -> None:
    """A parry is a use of the weapon: of both, where there are two."""
    for weapon in melee_weapons(t, who):
        take_into_use(t, who, weapon)
        wear_improvised(t, who, weapon)


@cites("infected.maneuver.dual_parry")
def two_weapons(who: Person) -> bool:
    """Two that take a hand each, one of them for arm's reach."""
    kinds = [content().weapons[who.gear[id].kind] for id in weapons_held(who)]
    return len(kinds) == 2 and not any(k.has(Property.TWO_HANDED) for k in kinds) and not all(k.ranged for k in kinds)


# ------------------------------------------------------------------------------------------------ shields
@cites("infected.shield.passive", "infected.shield.wall", "infected.equipment.broken", "infected.craft.flaws")
def with_shield(t: T, who: Person, pool: Total, *, melee: bool) -> Total:
    """+1 die for a rolled defence, none with weak work; beside an ally with one too, +2 against shots from the front."""
    shield = shield_of(who)
    if shield is None:
        return pool
    wall = not melee and wall_with(t, who) and t.judge("from_the_front", (True, False), True, (who.id,))
    if not shield.broken and not (wall and not t.variants.shield_wall_adds_to_shield_die):
        pool = pool.plus("shield", worth(shield, content().shields[shield.kind].dice), "infected.shield.passive")
    if wall:
        pool = pool.plus("shield wall", 2, "infected.shield.wall")
    return pool


@cites("infected.shield.wall")
def wall_with(t: T, who: Person) -> bool:
    return any(p.side == who.side and p.up and shield_of(p) is not None for p in (t.state.people[id] for id in who.near))
