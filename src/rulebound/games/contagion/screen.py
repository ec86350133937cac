"""The CiC's screen of Cannibal Contagion: what Adversity and tokens buy, Threats, madness, the Contagion and the quick tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebound.games.contagion.content import FACES, content
from rulebound.games.contagion.gear import removal_price
from rulebound.games.contagion.infection import BITE, TURNED_INFECTS
from rulebound.games.contagion.madness import DIRECTS, REPLACES, SNATCHES, STAGES
from rulebound.games.contagion.people import Characteristic, Gear, Mojo, Role
from rulebound.games.contagion.quickies import NEEDED
from rulebound.games.contagion.state import Contagion, Phase, Vote
from rulebound.games.contagion.threats import BIG_BAD_INFECTS, FREE_SCORE, HIGHEST, INFECTS, POOR, ROLES, cost
from rulebound.games.contagion.variants import AdversityIncome, CgpThreshold, ContagionVariants
from rulebound.games.contagion.weapons import STATS
from rulebound.kernel.table import Table
from rulebound.kernel.view import ScreenPanel, block

PRICED = (4, 8, 10, 14, 20, HIGHEST)
INCOMES = {
    AdversityIncome.HALF_SCENES: "1 for each living Survivor, and half the scenes passed",
    AdversityIncome.SCENES: "1 for each living Survivor, and the scenes passed",
    AdversityIncome.SURVIVORS: "1 for each living Survivor",
    AdversityIncome.MANUAL: "as the CiC says",
}
POWERS = {
    SNATCHES: "the Mad Half may take a card of the hand", DIRECTS: "the Mad Half says how a Showdown is fought",
    REPLACES: "the Mad Half replaces an action",
}  # fmt: skip


def adversity(v: ContagionVariants) -> ScreenPanel:
    resting = Table(Contagion(phase=Phase.BREAK), v)
    taking = (
        ("an item between scenes", removal_price(resting, Gear())), ("a weapon between scenes", removal_price(resting, Gear(weapon=True))),
        ("the Panic Button", 1),
    )  # fmt: skip
    income = (("at the start", f"{v.adversity_start} for each Survivor"), ("a later scene", INCOMES[v.adversity_income]))
    return ScreenPanel(
        1, "Adversity",
        (
            block("Income", "when, tokens", "contagion.cic.adversity.income", income),
            block("Beside Threats", "what, Adversity", "contagion.cic.adversity.known_uses", taking),
            block("Panic Button", "presses in a scene", "contagion.cic.panic_limit", ((v.panic_per_scene,),)),
        ),
        ("panic", "take_away", "danger"),
    )  # fmt: skip


def threats(v: ContagionVariants) -> ScreenPanel:
    anywhere = Table(Contagion(), v)
    bought = tuple(role for role in ROLES if role is not Role.WALLFLOWER)
    roles = ((role.value, v.role_table[place]) for place, role in enumerate(ROLES))
    prices = ((score, *(cost(anywhere, role, score) for role in bought)) for score in PRICED)
    quick = ((span, row.role, row.score) for span, row in content().threats.items())
    poor = f"with fewer than {POOR} tokens, once a scene: a Hindrance of {FREE_SCORE} for nothing"
    return ScreenPanel(
        2, "Threats",
        (
            block("Roles", "role, cards", "contagion.cic.threat.roles", roles),
            block(f"Prices; {poor}", ", ".join(("score", *(role.value for role in bought))), "contagion.cic.adversity.threat_cost", prices),
            block("Quick Threats", "card, role, score", "contagion.cic.threat.quick_stats", quick),
        ),
        ("buy_threat", "quick_buy", "withdraw"),
    )  # fmt: skip


def minds(v: ContagionVariants) -> ScreenPanel:
    stages = ((place, name, POWERS.get(place, "demands only")) for place, name in enumerate(STAGES, start=1))
    holds = "Cool + 1" if v.cgp_threshold is CgpThreshold.COOL_PLUS_1 else "Cool"
    return ScreenPanel(
        3, "Madness",
        (
            block("Stages", "stage, name, from here on", "contagion.madness.stage_1_calm", stages),
            block("CGP", "what, number", "contagion.cgp.threshold", (("a stage holds", holds), ("a panic", "1, or 2 at a Psychotrigger"))),
            block("Quick Psychotriggers", "card, trigger", "contagion.cic.table.quick_psychotrigger",
                  content().tables["psychotrigger"].items()),
        ),
        ("panic",),
    )  # fmt: skip


def tokens(v: ContagionVariants) -> ScreenPanel:
    prices = (
        ("an item", v.price_gear), ("a custom weapon", v.price_weapon), ("a rank up to the first maximum", v.price_rank),
        ("a rank above it", v.price_rank_above), ("1 CGP less", v.price_cgp), ("a stage less", v.price_stage),
        ("a treatment", v.price_treatment), ("an Ally's rank", v.ally_heal_price),
    )  # fmt: skip
    return ScreenPanel(
        4, "Survival tokens",
        (
            block("Between scenes", "what, tokens", "contagion.downtime.price_table", prices),
            block("Votes", "question, tokens", "contagion.token.secret_vote_bonus", ((vote.value, v.vote_bonus) for vote in Vote)),
        ),
        ("award", "end_scene", "start_scene", "end_session"),
    )  # fmt: skip


def sickness(v: ContagionVariants) -> ScreenPanel:
    values = (("Hindrance, Miniboss", INFECTS), ("Big Bad", BIG_BAD_INFECTS), ("somebody turned", TURNED_INFECTS), ("a bite", BITE))
    turning = (("a Survivor", v.contagion_threshold), ("an Ally", v.ally_threshold))
    return ScreenPanel(
        5, "The Contagion",
        (
            block("Infection values", "who, tally", "contagion.cic.contagion.infect", values),
            block("Turning", "who, at", "contagion.cic.contagion.threshold", turning),
            block("Lets it in", "by", "contagion.cic.contagion.infect", ((v.infection_vector.value.replace("_", " "),),)),
        ),
    )  # fmt: skip


def cards(v: ContagionVariants) -> ScreenPanel:
    needed = ((difficulty.value, " or ".join(FACES[rank] for rank in ranks)) for difficulty, ranks in NEEDED.items())
    gear = (("to activate an item", v.activate_cards), ("to sacrifice one", v.sacrifice_cards))
    return ScreenPanel(
        6, "Quickies and Gear",
        (
            block("Harder Quickies", "difficulty, counts only", "contagion.quickie.difficulty_royal_pain", needed),
            block("Cards", "for, cards", "contagion.gear.activate", gear),
            block("Gear", "item, slots, Juice, Hurtin'", "contagion.gear.slot_table",
                  ((name, item.slots if not item.slot_bonus else f"+{item.slot_bonus}", item.juice or "-", item.hurtin or "-")
                   for name, item in content().gear.items())),
        ),
        ("require", "allow_scenery", "give"),
    )  # fmt: skip


def drawn(v: ContagionVariants) -> ScreenPanel:
    weapon = [
        block(f"Weapon: {stat}", f"card, {stat}", "contagion.cic.table.random_weapon", content().tables[f"weapon {stat}"].items())
        for stat in STATS
    ]
    powers = ((card, mojo.value) for card, mojo in zip((*range(2, 11), "J", "Q", "K", "A"), list(Mojo)[1:], strict=False))
    return ScreenPanel(
        7, "By the cards",
        (
            *weapon,
            block("Archetypes", "card, archetype", "contagion.cic.table.quick_archetype", content().tables["archetype"].items()),
            block("Mojos", "card, Mojo", "contagion.create.mojo_draw", powers),
            block("Characteristics", "characteristic", "contagion.create.characteristics", ((c.value,) for c in Characteristic)),
        ),
        ("random_weapon", "add_ally"),
    )  # fmt: skip


PANELS: Sequence[Callable[[ContagionVariants], ScreenPanel]] = (adversity, threats, minds, tokens, sickness, cards, drawn)


def screen(variants: ContagionVariants) -> tuple[ScreenPanel, ...]:
    """All seven panels, with this table's variants."""
    return tuple(panel(variants) for panel in PANELS)
