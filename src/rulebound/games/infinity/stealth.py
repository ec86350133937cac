"""Stealth: hidden, detected or revealed; noise, sneaking, and looking for those who hide."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.infowar import comes_to_light
from rulebound.games.infinity.momentum import mine
from rulebound.games.infinity.people import Character, Id, Stealth, out, works
from rulebound.games.infinity.ranges import band, band_to
from rulebound.games.infinity.reactions import Reaction, able_to_react, pay_for
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import NONE, Side, face_to_face, final_difficulty, test
from rulebound.games.infinity.slots import MOVES, acting, no_room, on_turn, take
from rulebound.games.infinity.state import RANGES, Ambience, T, foes, seen_by
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import SpottingBonus
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command, yes_or_no
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId


class Noise(StrEnum):
    SILENT = "silent"
    NOISY = "noisy"
    SNEAK = "sneak"
    JUDGED = "by the game master"


A, R = Action, Reaction
SILENT = frozenset({A.DROP_ITEM, A.DROP_PRONE, A.RECOVER, A.STAND, A.HACK, A.BRACE, A.PASS, A.READY, A.SHAKE_IT_OFF,
                    R.DEFY, R.DODGE, R.SECURE, R.OBSERVE, R.HIDE})  # fmt: skip
NOISY = frozenset({A.SPEAK, A.MELEE, A.SCARE, A.SHOOT, R.COVERING_FIRE, R.GUARD, R.PARRY, R.RETALIATE, R.RETURN_FIRE, R.BREAK_FALL})
SNEAKING = frozenset({A.ADJUSTMENT, A.MOVEMENT, A.SPRINT, A.WITHDRAW})
"""infinity.stealth.action_table; all else is for the game master to say."""
SEEING = {Ambience.LOW_LIGHT: 1, Ambience.DARK: 2, Ambience.TOTAL_DARKNESS: 3}
HEARING = {Ambience.NOISE: 1, Ambience.LOUD_NOISE: 2}
DARKNESS = (Ambience.DARK, Ambience.TOTAL_DARKNESS)


# ------------------------------------------------------------------------------------------------ numbers
@cites("infinity.stealth.modifiers", "infinity.range.perception")
def observation_steps(t: T, watcher: Character, zone: str) -> Total:
    """A step for each range beyond Close, and what the place does to eyes and ears."""
    there = band_to(t, watcher.zone, zone)
    steps = NONE.plus("range", RANGES.names.index(there) if there else 0, "infinity.range.perception")
    around, rule = t.state.ambience.get(zone, []), "infinity.stealth.modifiers"
    steps = steps.plus("light", max((SEEING.get(a, 0) for a in around), default=0), rule)
    steps = steps.plus("background noise", max((HEARING.get(a, 0) for a in around), default=0), rule)
    return steps.plus("rain or fog", int(Ambience.RAIN_OR_FOG in around), rule)


@cites("infinity.stealth.modifiers", "infinity.stealth.cover_bonus", "infinity.gear.chameleonic")
def hiding(t: T, who: Character, watcher: Character | None) -> Side:
    """A Stealth test: bright light hampers it; against a watcher cover and Chameleonic clothing help."""
    bright = Ambience.BRIGHT in t.state.ambience.get(who.zone, [])
    steps = NONE.plus("brightly lit", int(bright), "infinity.stealth.modifiers")
    if watcher is None:
        return Side(who=who, skill=Skill.STEALTH, steps=steps)
    cover = t.state.covers.get(who.cover or "")
    bonus = NONE.plus("cover", cover.hides if cover else 0, "infinity.stealth.cover_bonus")
    unseen = camouflage(who, "chameleonic clothing") and band(t, who, watcher) != "close"
    return Side(who=who, skill=Skill.STEALTH, steps=steps, bonus=bonus.plus("Chameleonic", int(unseen), "infinity.gear.chameleonic"))


@cites("infinity.gear.camouflage_burning")
def camouflage(who: Character, item: str) -> bool:
    """Camouflage works until its wearer burns."""
    return works(who, item) and not who.singed and who.burning is None


@cites("infinity.stealth.escalation")
def in_plain_sight(t: T, who: Character) -> bool:
    """No cover, no darkness and no TO Camouflage between him and whoever looks."""
    dark = any(a in DARKNESS for a in t.state.ambience.get(who.zone, []))
    return who.cover is None and not dark and not who.camouflaged


@cites("infinity.stealth.revealed", "infinity.stealth.escalation", "infinity.gear.to_camouflage")
def give_away(t: T, who: Character, to: Stealth) -> None:
    """Somebody is noticed: detected, or revealed in plain sight; TO Camouflage is never seen through."""
    if to is Stealth.DETECTED and in_plain_sight(t, who):
        to = Stealth.REVEALED
    if to is Stealth.REVEALED and who.camouflaged:
        to = Stealth.DETECTED
    if to is not who.stealth:
        who.stealth = to
        comes_to_light(t, who)
        t.say("noticed", "infinity.stealth.revealed" if to is Stealth.REVEALED else "infinity.stealth.detected", who=who.id, state=to.value)


# ------------------------------------------------------------------------------------------------ noise
@cites("infinity.stealth.action_table", "infinity.stealth.silent")
def loudness(t: T, who: Character, doing: Action | Reaction) -> Noise:
    """How an action sounds; what the table leaves open the game master says."""
    if doing in SILENT:
        return Noise.SILENT
    if doing in SNEAKING:
        return Noise.SNEAK
    if doing in NOISY:
        return Noise.NOISY
    return t.judge("loudness", (Noise.SILENT, Noise.NOISY), Noise.SILENT, (who.id, doing.value))


def noise(t: T, who: Character, doing: Action | Reaction, quieter: int = 0, victim: Character | None = None) -> None:
    """What an action does to the stealth of whoever takes it."""
    if who.stealth is Stealth.REVEALED or out(who):
        return
    match loudness(t, who, doing):
        case Noise.NOISY:
            make_noise(t, who, quieter, victim)
        case Noise.SNEAK:
            sneak(t, who)


@cites("infinity.stealth.noisy", "infinity.quality.subtle", "infinity.quality.unsubtle")
def make_noise(t: T, who: Character, quieter: int, victim: Character | None) -> None:
    """Every opponent may listen, Observation D1 and all that hampers it, until one succeeds; noise only finds who is hidden."""
    if who.stealth is not Stealth.HIDDEN:
        return
    for watcher in foes(t, who):
        steps = observation_steps(t, watcher, who.zone).plus("subtle" if quieter > 0 else "unsubtle", quieter, "infinity.quality.subtle")
        steps = steps.plus("sees the result", -int(watcher is victim), "infinity.stealth.noisy")
        if final_difficulty(t, listening(watcher, steps)) == 0 or listens(t, watcher, steps):
            give_away(t, who, Stealth.DETECTED)
            return


@cites("infinity.stealth.noisy")
def listens(t: T, watcher: Character, steps: Total) -> bool:
    """A Reaction, with its price unless this table waives it."""
    free = not t.variants.noise_check_costs_heat
    if not able_to_react(t, watcher) and not (free and not out(watcher) and watcher.active):
        return False
    side = listening(watcher, steps)
    if t.choose(watcher.seat, "notice", (R.NONE, R.OBSERVE), (watcher.id, f"D{final_difficulty(t, side)}")) is R.NONE:
        return False
    if not free:
        pay_for(t, watcher, R.OBSERVE)
    return test(t, side).passed


def listening(watcher: Character, steps: Total) -> Side:
    return Side(who=watcher, skill=Skill.OBSERVATION, steps=steps)


@cites("infinity.stealth.sneak")
def sneak(t: T, who: Character) -> None:
    """Stealth D1, or Face to Face with the first who looks; failing turns hidden into detected, in plain sight into revealed."""
    watcher = next((w for w in foes(t, who) if looks(t, w)), None)
    if watcher is None:
        kept = test(t, hiding(t, who, None)).passed
    else:
        watching = Side(who=watcher, skill=Skill.OBSERVATION, steps=observation_steps(t, watcher, who.zone))
        kept = face_to_face(t, hiding(t, who, watcher), watching).actor_won
    if not kept:
        give_away(t, who, Stealth.DETECTED)


def looks(t: T, watcher: Character) -> bool:
    if not able_to_react(t, watcher):
        return False
    if t.choose(watcher.seat, "notice", (R.NONE, R.OBSERVE), (watcher.id, "Face to Face")) is R.NONE:
        return False
    pay_for(t, watcher, R.OBSERVE)
    return True


# ------------------------------------------------------------------------------------------------ going into hiding
def visible_ones(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody of yours who does not hide yet."""
    return [p.id for p in mine(t, by) if p.active and p.stealth is Stealth.REVEALED and not out(p)]


@cites("infinity.stealth.approach")
def can_hide(t: T, by: SeatId) -> Refusal | None:
    return None if visible_ones(t, by) else Refusal("infinity.stealth.approach", "Everybody of yours hides or is out.", "Act.")


@command(rules=("infinity.stealth.approach", "infinity.stealth.initial_state"), when=can_hide, who=visible_ones)
def hide(t: T, by: SeatId, who: Id) -> None:
    """Declare that somebody goes about it stealthily; the game master says whether he is hidden, detected or still in sight."""
    me = t.state.people[who]
    state = t.judge("stealth_state", (Stealth.HIDDEN, Stealth.DETECTED, Stealth.REVEALED), initial_state(t, me), (who,))
    me.stealth = state
    t.say("hides", "infinity.stealth.initial_state", to=seen_by(t, me), who=who, state=state.value)


@cites("infinity.stealth.initial_state")
def initial_state(t: T, who: Character) -> Stealth:
    """In clear view revealed; out of it detected after a noisy attack, else hidden."""
    if in_plain_sight(t, who) and any(band(t, who, f) is not None for f in foes(t, who)):
        return Stealth.REVEALED
    attacked = any(action in NOISY and action is not A.SPEAK for action in who.turn.taken)
    return Stealth.DETECTED if who.overt or attacked else Stealth.HIDDEN


# ------------------------------------------------------------------------------------------------ looking for them
def zones_in_sight(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where to look."""
    me = acting(t)
    return [zone for zone in t.state.map.zones if band_to(t, me.zone, zone) is not None and searching(t, me, zone) is None]


def searching(t: T, me: Character, zone: str) -> Refusal | None:
    return no_room(t, me, A.SIMPLE_TASK if glance(t, me, zone) else A.SKILL_TEST)


@cites("infinity.stealth.spotting")
def glance(t: T, me: Character, zone: str) -> bool:
    """Free of charge on having moved, where nothing makes it hard."""
    watching = Side(who=me, skill=Skill.OBSERVATION, steps=observation_steps(t, me, zone))
    return final_difficulty(t, watching, 0) == 0 and bool(MOVES.intersection(me.turn.taken))


def can_search(t: T, by: SeatId) -> Refusal | None:
    if refusal := on_turn(t, by):
        return refusal
    return None if zones_in_sight(t, by) else searching(t, acting(t), acting(t).zone)


@command(rules=("infinity.stealth.spotting", "infinity.range.perception"), when=can_search, zone=zones_in_sight)
def search(t: T, by: SeatId, zone: str) -> None:
    """Look for somebody hidden in a zone: D0 and what hampers it, free if simple and you have just moved, else Standard."""
    me = acting(t)
    take(t, me, A.SIMPLE_TASK if glance(t, me, zone) else A.SKILL_TEST)
    steps = observation_steps(t, me, zone)
    there = [f for f in foes(t, me) if f.zone == zone and f.stealth is not Stealth.REVEALED]
    quarry = min(there, key=lambda f: f.stealth is Stealth.HIDDEN, default=None)
    found = spots(t, me, quarry, steps)
    if found and quarry:
        give_away(t, quarry, Stealth.REVEALED)
    else:
        t.say("finds_nobody", "infinity.stealth.spotting", who=me.id, zone=zone)


@cites("infinity.stealth.spotting")
def spots(t: T, me: Character, quarry: Character | None, steps: Total) -> bool:
    """Whoever is looked for may answer with Stealth: alone against D0, else Face to Face, with what is beyond D1 for him."""
    watching = Side(who=me, skill=Skill.OBSERVATION, steps=steps)
    if quarry is None or not keeps_low(t, quarry):
        return test(t, watching, 0).passed
    if final_difficulty(t, watching, 0) == 0:
        return not test(t, hiding(t, quarry, me)).passed
    beyond = steps.value - (t.variants.spotting_bonus_momentum is SpottingBonus.BEYOND_D1)
    harder = NONE.plus("hard to see", beyond, "infinity.stealth.spotting")
    return face_to_face(t, Side(who=me, skill=Skill.OBSERVATION, steps=harder), hiding(t, quarry, me)).actor_won


def keeps_low(t: T, quarry: Character) -> bool:
    if not able_to_react(t, quarry):
        return False
    if t.choose(quarry.seat, "keep_low", (R.NONE, R.HIDE), (quarry.id,)) is R.NONE:
        return False
    pay_for(t, quarry, R.HIDE)
    return True


# ------------------------------------------------------------------------------------------------ light, noise, weather
def any_zone(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Which zone."""
    return list(t.state.map.zones)


@command(rules=("infinity.stealth.modifiers",), when=gm_only, zone=any_zone, there=yes_or_no("It has it.", first=True))
def set_ambience(t: T, by: SeatId, zone: str, what: Ambience, there: bool = True) -> None:
    """Say what light, noise or weather a zone has, or no longer has."""
    around = [a for a in t.state.ambience.get(zone, []) if a is not what]
    t.state.ambience[zone] = [*around, what] if there else around
    t.say("ambience", "infinity.stealth.modifiers", zone=zone, what=what.value, there="begins" if there else "ends")
