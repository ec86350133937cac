"""Heat: players' choices fill the game master's pool, NPCs and events empty it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from rulebound.games.infinity.people import Character
from rulebound.games.infinity.state import T, seen_by
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId


@cites("infinity.heat.economy", "infinity.heat.gain", "infinity.heat.spend")
def pay(t: T, who: Character, points: int, reason: str, rule: str) -> None:
    """A player character's Heat goes into the pool, an NPC's comes out of it."""
    change = points if who.hero else -points
    t.state.heat.change(change, who.seat, reason, rule)
    if points and t.heard:
        t.say("heat", rule, to=seen_by(t, who), who=who.id, points=change, why=reason, now=t.state.heat.value)


def affords(t: T, who: Character, points: int) -> bool:
    """A player character can always pay, an NPC only what the pool holds."""
    return who.hero or t.state.heat.value >= points


@cites("infinity.heat.start_pool")
def starting_heat(variants: InfinityVariants, players: int) -> int:
    return players if variants.session_start_heat == "number_of_players" else variants.session_start_heat


# ------------------------------------------------------------------------------------------------ what the game master does
class Gain(StrEnum):
    """What may put Heat into the pool by the GM's word."""

    DITHERING = "dithering"
    THREATENING_SCENE = "threatening scene"
    NPC_ARRIVAL = "NPC arrival or ability"


GAIN_RULE = {
    Gain.DITHERING: "infinity.order.dither",
    Gain.THREATENING_SCENE: "infinity.heat.gain",
    Gain.NPC_ARRIVAL: "infinity.heat.gain",
}


class Effect(StrEnum):
    MINOR = "minor effect"
    MAJOR = "major effect"
    ABILITY = "special ability"


LEAST = {Effect.MINOR: 1, Effect.MAJOR: 2, Effect.ABILITY: 1}
MOST = {Effect.MINOR: 1}
EFFECT_RULE = {
    Effect.MINOR: "infinity.heat.environment",
    Effect.MAJOR: "infinity.heat.environment",
    Effect.ABILITY: "infinity.heat.special_abilities",
}


def gm_only(t: T, by: SeatId) -> Refusal | None:
    return None if by == GM else Refusal("infinity.heat.economy", "Heat is the game master's.", "Players pay it by what they do.")


def gains(t: T, by: SeatId, why: Gain) -> range:
    """1 for dithering; 1 or 2 otherwise."""
    return range(1, 2) if why is Gain.DITHERING else range(1, 3)


@command(rules=("infinity.heat.gain", "infinity.order.dither"), when=gm_only, points=gains)
def gain_heat(t: T, by: SeatId, why: Gain, points: int) -> None:
    """Put Heat into the pool: players keep debating after a warning, or a threatening scene begins."""
    t.state.heat.change(points, by, why.value, GAIN_RULE[why])
    t.say("heat_gained", GAIN_RULE[why], points=points, why=why.value, now=t.state.heat.value)


@cites("infinity.heat.environment")
def can_affect(t: T, by: SeatId) -> Refusal | None:
    if refusal := gm_only(t, by):
        return refusal
    return None if t.state.heat.value else Refusal("infinity.heat.environment", "There is no Heat.", "Wait until players pay some.")


def effects(t: T, by: SeatId, *_: object) -> Sequence[Effect]:
    """Minor (1 Heat), major (2 or more), or an ability that an NPC's entry prices."""
    return [effect for effect in Effect if LEAST[effect] <= t.state.heat.value]


def prices(t: T, by: SeatId, effect: Effect) -> range:
    """What it costs, within what the pool holds."""
    return range(LEAST[effect], min(MOST.get(effect, t.state.heat.value), t.state.heat.value) + 1)


def in_words(*_: object) -> AnyText:
    """What happens."""
    return AnyText(200)


@command(
    rules=("infinity.heat.environment", "infinity.heat.special_abilities", "infinity.heat.spend"), when=can_affect,
    effect=effects, points=prices, what=in_words,
)  # fmt: skip
def spend_heat(t: T, by: SeatId, effect: Effect, points: int, what: str) -> None:
    """Spend Heat on a twist of the surroundings or an NPC's ability."""
    t.state.heat.change(-points, by, what or effect.value, EFFECT_RULE[effect])
    t.say("heat_spent", EFFECT_RULE[effect], points=points, effect=effect.value, what=what, now=t.state.heat.value)
