"""Threats: what the CiC buys with Adversity, their roles, cards and prices."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.content import quick_threat
from rulebound.games.contagion.deck import random_draw, scratch_draw
from rulebound.games.contagion.people import Id, Role, Threat
from rulebound.games.contagion.state import Phase, T, fresh_id, living
from rulebound.games.contagion.tokens import adversity, cic_only
from rulebound.games.contagion.variants import AdversityIncome, ThreatCost, WeaponMethod
from rulebound.kernel.cards import Suit, suit_of
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import AnyText, command
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

ROLES = tuple(Role)
EXTRA = {Role.HINDRANCE: 0, Role.MINIBOSS: 1, Role.BIG_BAD: 2, Role.WALLFLOWER: 0}
INFECTS, BIG_BAD_INFECTS = 2, 3
HIGHEST = 40
POOR, FREE_SCORE = 2, 4
"""contagion.cic.adversity.threat_cost: with fewer than 2 tokens the CiC has a Hindrance of 4 for nothing."""


@cites("contagion.cic.threat.roles", "contagion.cic.threat.hand_independent")
def cards_of(t: T, threat: Threat) -> int:
    """By its role alone, whatever the action and however little of it is left."""
    return t.variants.role_table[ROLES.index(threat.role)]


@cites("contagion.cic.adversity.threat_cost")
def cost(t: T, role: Role, score: int) -> int:
    """1 for each 3 points, rounded up (4 with custom weapons), and 1 or 2 more for a boss; background is free."""
    if role is Role.WALLFLOWER or t.variants.threat_cost is ThreatCost.MANUAL:
        return 0
    custom = t.variants.weapon_method is WeaponMethod.CUSTOM
    points = 5 if t.variants.threat_cost is ThreatCost.BY_5 else 4 if custom else 3
    return -(-score // points) + EXTRA[role]


@cites("contagion.cic.adversity.pool", "contagion.cic.adversity.income")
def adversity_income(t: T) -> None:
    """At the start of every later scene: 1 for each living Survivor and half the scenes passed."""
    more = {
        AdversityIncome.HALF_SCENES: t.state.scenes // 2,
        AdversityIncome.SCENES: t.state.scenes,
        AdversityIncome.SURVIVORS: 0,
    }
    if t.variants.adversity_income is not AdversityIncome.MANUAL:
        adversity(t, len(living(t)) + more[t.variants.adversity_income], "new scene", "contagion.cic.adversity.income")


@cites("contagion.cic.adversity.threat_cost")
def help_the_poor(t: T) -> None:
    """At the start of a scene: a CiC with fewer than 2 tokens has one Hindrance of 4 for nothing."""
    t.state.free_threat = t.state.adversity.value < POOR


# ------------------------------------------------------------------------------------------------ buying
def can_buy(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    return None if t.state.phase is Phase.SCENE else Refusal("contagion.cic.adversity.threat_cost", "There is no scene to put it in.")


def a_name(*_: object) -> AnyText:
    """What it is called."""
    return AnyText(40)


@cites("contagion.cic.adversity.threat_cost")
def roles(t: T, by: SeatId, name: str, *_: object) -> Sequence[Role]:
    """A role that the pool can pay for."""
    return [role for role in Role if scores(t, by, name, role)]


@cites("contagion.cic.threat.state", "contagion.cic.adversity.threat_cost")
def scores(t: T, by: SeatId, name: str, role: Role, *_: object) -> Sequence[int]:
    """Threat score, as far as the pool can pay for it; only background figures have none."""
    if role is Role.WALLFLOWER:
        return (0,)
    there = t.state.adversity.value
    return [score for score in range(1, HIGHEST + 1) if price_now(t, role, score) <= there]


def infections(*_: object) -> range:
    """Infection value, 0 if it is not infectious; nobody else sees it."""
    return range(6)


@command(
    rules=("contagion.cic.adversity.threat_cost", "contagion.cic.threat.state"), when=can_buy, name=a_name, role=roles, score=scores,
    infection=infections,
)  # fmt: skip
def buy_threat(t: T, by: SeatId, name: str, role: Role, score: int, infection: int = 0) -> None:
    """Buy a Threat into the scene: 1 Adversity for each 3 points of score, 1 or 2 more for a boss; background is free."""
    pay_for(t, role, score)
    new_threat(t, name, role, score, infection)


@cites("contagion.cic.adversity.threat_cost")
def price_now(t: T, role: Role, score: int) -> int:
    """Nothing for the one small Hindrance of a CiC who began the scene poor."""
    free = t.state.free_threat and role is Role.HINDRANCE and score == FREE_SCORE
    return 0 if free else cost(t, role, score)


def pay_for(t: T, role: Role, score: int) -> None:
    adversity(t, -price_now(t, role, score), "Threat", "contagion.cic.adversity.threat_cost")
    if role is Role.HINDRANCE and score == FREE_SCORE:
        t.state.free_threat = False


@cites("contagion.cic.threat.state", "contagion.cic.threat.scores_seen")
def new_threat(t: T, name: str, role: Role, score: int, infection: int) -> Threat:
    """A whole pack is one Threat. Whether it is infectious only the CiC knows."""
    threat = Threat(id=fresh_id(t, name), name=name or "something", role=role, score=score, full=score, infection=infection)
    t.state.threats[threat.id] = threat
    t.say("threat_comes", "contagion.cic.threat.state", who=threat.id, role=role.value, score=score_words(t, threat))
    return threat


def score_words(t: T, threat: Threat) -> str:
    return "a hidden score" if t.variants.hide_threat_score else f"score {threat.score}"


@command(rules=("contagion.cic.threat.quick_stats", "contagion.cic.adversity.threat_cost"), when=can_buy, name=a_name)
def quick_buy(t: T, by: SeatId, name: str) -> None:
    """Draw a Threat on the quick table and pay for it if the pool allows; whether it is infectious is drawn in secret."""
    card = scratch_draw(t, "threat", (), (GM,)) if t.variants.hide_threat_score else random_draw(t, "threat")
    if card is None:
        return
    row = quick_threat(card)
    role, score = Role(row.role), row.score
    if price_now(t, role, score) > t.state.adversity.value:
        role, score = Role.HINDRANCE, FREE_SCORE
    if (price := price_now(t, role, score)) > t.state.adversity.value:
        t.say("too_dear", "contagion.cic.adversity.threat_cost", price=price)
        return
    pay_for(t, role, score)
    new_threat(t, name, role, score, quick_infection(t, role))


@cites("contagion.cic.threat.quick_stats")
def quick_infection(t: T, role: Role) -> int:
    """Any suit but Diamonds, or a joker, from a deck that nobody else sees."""
    secret = scratch_draw(t, "infectious", (), (GM,))
    if suit_of(secret) is Suit.DIAMONDS:
        return 0
    return BIG_BAD_INFECTS if role is Role.BIG_BAD else INFECTS


def in_scene(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A Threat in the scene."""
    return [threat.id for threat in t.state.threats.values() if threat.here]


def somebody_here(t: T, by: SeatId) -> Refusal | None:
    if refusal := cic_only(t, by):
        return refusal
    return None if in_scene(t, by) else Refusal("contagion.cic.threat.state", "No Threat is in the scene.")


@command(rules=("contagion.cic.discretion",), when=somebody_here, threat=in_scene)
def withdraw(t: T, by: SeatId, threat: Id) -> None:
    """Take a Threat out of the scene: the Survivors got away from it, or it from them."""
    t.state.threats[threat].present = False
    t.say("withdraws", "contagion.cic.discretion", who=threat)
