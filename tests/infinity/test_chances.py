"""An attack multiplied out is what comes of the rule itself, followed down every path."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar, cast

import pytest

from rulebound.games.infinity import attacks
from rulebound.games.infinity.blows import Mode, shot
from rulebound.games.infinity.chances import attack_chances
from rulebound.games.infinity.content import sample, wear
from rulebound.games.infinity.people import Carried, Category, Id, Stress
from rulebound.games.infinity.spending import Spend
from rulebound.games.infinity.state import Cover, Infinity, Phase, T
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.odds import odds
from rulebound.kernel.policy import Policy
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import About, Table
from rulebound.kernel.zones import Zone, ZoneMap

O = TypeVar("O")  # noqa: E741 - an option
ANA = SeatId("ana")


class Plain(Policy[Infinity, InfinityVariants]):
    """Buys so many dice, reacts to nothing, and puts all Momentum into damage."""

    def __init__(self, dice: int) -> None:
        self.dice = dice

    def choose(self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, options: Sequence[O], about: About, default: O) -> O:
        return cast("O", Spend.BONUS_DAMAGE) if what == "spend" else default

    def number(
        self, t: Table[Infinity, InfinityVariants], seat: SeatId, what: str, least: int, most: int, about: About, default: int
    ) -> int:
        return self.dice if what == "buy_dice" else default


def table(kind: str, ammo: str, prone: bool, cover: int) -> T:
    state = Infinity(people={}, map=ZoneMap({"here": Zone("here", "Here")}))
    t: T = Table(state, InfinityVariants())
    me, foe = sample(t, "lieutenant", "ana", ANA), sample(t, "specialist", "x")
    me.infinity.start = 0
    me.weapons = {"g": Carried(kind=kind, hands=2, reloads=2, ammo=ammo)}
    wear(foe, "light combat armour")
    foe.category, foe.vigour, foe.prone, foe.cover = Category.NEMESIS, Stress(full=40, left=40), prone, "crate"
    me.zone = foe.zone = "here"
    state.people = {"ana": me, "x": foe}
    state.covers = {"crate": Cover(name="crate", zone="here", dice=cover)}
    state.phase, state.current = Phase.ACTION, Id("ana")
    return t


@pytest.mark.parametrize(
    ("kind", "ammo", "bought", "reloads", "prone", "cover"),
    [("light pistol", "AP", 0, 0, False, 1), ("light pistol", "DA", 1, 1, False, 0), ("light pistol", "Shock", 2, 0, True, 1)],
)
def test_an_attack_multiplied_out(kind: str, ammo: str, bought: int, reloads: int, prone: bool, cover: int) -> None:
    t = table(kind, ammo, prone, cover)
    counted = attack_chances(t, shot(t, t.state.people["ana"], t.state.people["x"], "g", reloads, Mode.PRIMARY), bought)

    def shoot(table: T) -> tuple[int, int]:
        attacks.shoot.rule(table, ANA, Id("x"), "g", reloads, Mode.PRIMARY, False)
        foe = table.state.people["x"]
        return foe.vigour.lost, foe.injuries

    assert odds(shoot, t.state, t.variants, Plain(bought)).fractions() == counted.fractions()


def test_three_bought_dice_reloads_cover_and_two_qualities_add_up() -> None:
    t = table("multi rifle", "N", False, 4)
    blow = shot(t, t.state.people["ana"], t.state.people["x"], "g", 2, Mode.PRIMARY)
    assert {"armour piercing", "shock"} <= set(blow.qualities)
    counted = attack_chances(t, blow, 3)
    assert sum(counted.fractions().values()) == Fraction(1)
    assert counted.chance((0, 0)) < Fraction(1, 5)
