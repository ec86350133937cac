"""What is kept of fighters, vehicles and the round, and that every seat sees it."""

from __future__ import annotations

import msgspec
import pytest
from fights import Live, open_table

from rulebound.kernel.seats import SeatId
from rulebound.kernel.view import Fact
from rulebound.kernel.yamltext import YamlProblem


def facts(table: Live, panel: str, seat: str = "ana") -> dict[str, object]:
    shown = next(p for p in table.view(SeatId(seat)).scene.panels if p.id == panel)
    return {item.name: item.value for item in shown.items if isinstance(item, Fact)}


@pytest.mark.covers("combat.combatant.state")
def test_a_fighter_keeps_and_shows_everything_about_him() -> None:
    table = open_table(
        """
    fighters:
      ana: {}
      bo:
        {a: 5, c: 3, melee: 1, ranged: 2, acrobatics: 3, perception: 4, medicine: 5, drive: 6, first_aid: 6, hp: 1, burns: 2, ap: 1,
         prone: true, bleeding: true, aware: false, helpless: true, weapon: pistol, carried: [knife], shield: true, armor: fire suit,
         bandages: 2, vehicle: wagon, belted: true, held: {action: attack, target: ana, trigger: on my word}, xp_total: 9, xp_left: 4}
    vehicles: {wagon: {name: The Wagon}}
    turn: ana"""
    )
    shown = facts(table, "bo")
    numbers = ("A", "C", "Melee", "Ranged", "Acrobatics", "Perception", "Medicine", "Drive", "First-aid")
    assert [shown[name] for name in numbers] == [5, 3, 1, 2, 3, 4, 5, 6, 6]
    assert [shown[name] for name in ("HP", "AP", "Speed", "Reflex", "Pain", "Bandages")] == [1, 1, 1, 4, 5, 2]
    for word in ("Prone", "Bleeding", "surprised", "helpless", "in The Wagon, belted", "holds: attack, ana, on my word"):
        assert word in str(shown["State"])
    assert shown["Weapon"] == "pistol (DMG 2, 8 shots, 3 reloads) and a shield; carries knife"
    assert shown["Armor"] == "fire suit, DR 2, Fire-Resistant"
    assert shown["XP"] == "4 of 9"


@pytest.mark.covers("combat.combatant.state")
@pytest.mark.parametrize(("hp", "word"), [(0, "Unconscious"), (-3, "Unconscious"), (-4, "dead")])
def test_the_fallen_are_shown_as_such(hp: int, word: str) -> None:
    table = open_table(f"{{fighters: {{ana: {{}}, bo: {{hp: {hp}}}}}}}")
    assert str(facts(table, "bo")["State"]).startswith(word)


@pytest.mark.covers("combat.combatant.state", "combat.hp.max", "combat.fire.permanent")
def test_numbers_unfold_into_their_sources() -> None:
    table = open_table("{fighters: {ana: {hp: 3, burns: 1, prone: true}}}")
    panel = next(p for p in table.view(SeatId("ana")).scene.panels if p.id == "ana")
    sources = {item.name: [(s.name, s.amount) for s in item.sources] for item in panel.items if isinstance(item, Fact)}
    assert sources["HP"] == [("C x 2", 8), ("DMG", -4), ("permanent FDMG", -1)]
    assert sources["Speed"] == [("A", 4), ("C", 4), ("Pain", -5), ("upper limit", -2)]
    assert sources["AP"] == [("A / 2", 2)]


@pytest.mark.covers("combat.vehicle.state")
def test_a_vehicle_keeps_and_shows_everything_about_it() -> None:
    table = open_table(
        """
    fighters: {ana: {}, bo: {vehicle: wagon, belted: true}}
    vehicles:
      wagon:
        {driver: ana, dr: 0, handling: -1, speed: 20, conditions: 3, front_tires: 1, burning: true, fuel: 7, pedestrians: 2}"""
    )
    assert facts(table, "wagon") == {
        "State": "disabled, burning", "DR": 0, "Handling": -1, "Speed": 20, "Conditions": 3, "Tires": "1 front, 2 rear",
        "Fuel": "7 gallons", "Pedestrians hit": 2, "Driver": "ana", "Occupants": "ana, bo (belted)",
    }  # fmt: skip


@pytest.mark.covers("combat.round.state")
def test_the_round_is_kept_and_shown() -> None:
    table = open_table(
        """
    fighters: {ana: {ap: 1}, bo: {}, cy: {}}
    hits: [{target: bo, dmg: 3, by: cy}]
    turn: ana
    acted: [cy]
    round: 41"""
    )
    assert table.view(SeatId("bo")).scene.status == "Round 41: ana's turn, 1 AP left"
    assert facts(table, "round", "bo") == {
        "Round": 41, "Started by": "cy", "Had a turn": "cy", "Hits that wait": "3 DMG to bo", "Minutes passed": 2,
    }  # fmt: skip


@pytest.mark.covers("combat.base.attributes")
@pytest.mark.parametrize("wrong", ["a: 0", "a: 7", "c: 0", "c: 7", "melee: -1", "melee: 7", "ram: 7"])
def test_people_stay_within_the_scale(wrong: str) -> None:
    with pytest.raises(YamlProblem, match=r"It must be 1 to 6|Skills are 0 to 6"):
        open_table(f"{{fighters: {{ana: {{{wrong}}}}}}}")


@pytest.mark.covers("combat.base.attributes")
@pytest.mark.parametrize("fine", ["a: 1", "a: 6", "c: 1", "c: 6", "melee: 0", "melee: 6", "stunt: 6"])
def test_the_ends_of_the_scale_belong_to_it(fine: str) -> None:
    open_table(f"{{fighters: {{ana: {{{fine}}}}}}}")


@pytest.mark.covers("combat.vehicle.pedestrian_dmg", "combat.defense.active")
def test_a_car_can_be_dodged_and_not_blocked_and_a_shot_not_without_a_shield() -> None:
    table = open_table(
        """
    fighters: {ana: {weapon: pistol}, bo: {shield: true}, cy: {}}
    vehicles: {wagon: {driver: ana, speed: 40}}
    turn: ana"""
    )
    assert _asked(table, "run_down", {"pedestrian": "bo"}) == ("dodge", "reflex")
    assert _asked(table, "attack", {"target": "bo", "weapon": "pistol"}) == ("block", "dodge", "reflex")
    assert _asked(table, "attack", {"target": "cy", "weapon": "pistol"}) == ("dodge", "reflex")
    assert _asked(table, "attack", {"target": "cy", "weapon": "fists"}) == ("block", "dodge", "reflex")


def _asked(table: Live, command: str, args: dict[str, object]) -> tuple[str, ...]:
    twin = table.fork()
    twin.do(SeatId("ana"), command, args)
    assert twin.flight is not None
    options: tuple[str, ...] = getattr(twin.flight.question, "options")  # noqa: B009
    return options


@pytest.mark.covers("combat.round.next_turn")
def test_only_legal_names_are_offered() -> None:
    table = open_table("{fighters: {ana: {}, bo: {}, cy: {hp: 0}, dee: {hp: -9}, eve: {}, fay: {}}, turn: ana, acted: [fay]}")
    table.do(SeatId("ana"), "end_turn")
    assert table.flight is not None and getattr(table.flight.question, "options") == ("bo", "eve")  # noqa: B009


@pytest.mark.covers("combat.skirmish.end", "combat.bleeding.tick")
def test_a_bleeder_without_a_minute_of_his_own_gets_one() -> None:
    """The GN may say that somebody bleeds; it is played out all the same and comes to an end."""
    table = open_table("{fighters: {ana: {}, bo: {hp: -2}}, turn: ana}")
    table.do(SeatId("gm"), "set", {"path": "bo.bleeding", "value": "true"})
    table.do(SeatId("ana"), "end_turn")
    assert not table.state.fighters["bo"].bleeding
    assert msgspec.to_builtins(table.state.phase) == "after the fight"
