import timeit

import msgspec

from rulebound.kernel.modifiers import Modifier, Total

MELEE = Total.of("Melee", 4, "combat.base.roll")


def test_a_total_unfolds_into_its_sources() -> None:
    total = MELEE.plus("prone target", 1, "combat.prone.target").plus("Pain", -2, "combat.dmg.pain")
    assert int(total) == total.value == 3
    assert str(total) == "3 = Melee 4 + prone target 1 - Pain 2"
    assert total.explain() == ["+4 Melee [combat.base.roll]", "+1 prone target [combat.prone.target]", "-2 Pain [combat.dmg.pain]"]


def test_what_adds_nothing_is_not_listed_but_a_base_of_zero_is() -> None:
    assert MELEE.plus("Pain", 0, "combat.dmg.pain") is MELEE
    assert str(Total.of("Melee", 0, "combat.base.roll")) == "0 = Melee 0"
    assert str(Total()) == "0"


def test_limits_are_parts_of_their_own() -> None:
    slow = MELEE.plus("Pain", -6, "combat.dmg.pain")
    assert str(slow.at_least(0, "combat.move.speed")) == "0 = Melee 4 - Pain 6 + lower limit 2"
    assert MELEE.at_least(0, "x.y") is MELEE
    assert MELEE.at_most(3, "x.y").value == 3
    assert MELEE.at_most(4, "x.y") is MELEE.at_most(5, "x.y") is MELEE


def test_the_same_name_does_not_stack() -> None:
    morale = Total().plus("Morale", 2, "a.b").plus("cover", 1, "c.d").plus("Morale", 3, "e.f").plus("Morale", 3, "g.h")
    assert morale.best_of_each().parts == (Modifier("Morale", 3, "e.f"), Modifier("cover", 1, "c.d"))
    assert morale.worst_of_each().parts == (Modifier("Morale", 2, "a.b"), Modifier("cover", 1, "c.d"))


def test_totals_add_up_and_can_be_encoded() -> None:
    both = MELEE + Total.of("Agility", 2, "a.b")
    assert both.value == 6
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(both), type=Total) == both


def test_a_total_of_three_parts_is_cheap() -> None:
    def build() -> Total:
        return Total.of("Melee", 4, "a.b").plus("prone", 1, "c.d").plus("Pain", -1, "e.f")

    best = min(timeit.repeat(build, number=2000, repeat=20)) / 2000
    assert best < 3e-6  # 1 us on an idle machine; the margin is for busy ones
