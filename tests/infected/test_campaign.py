"""The campaign by machines: it comes to an end, can be won and lost, and people go through it with what they carry and suffer."""

from __future__ import annotations

import pytest

from rulebound.games.infected.content import content
from rulebound.games.infected.game import GAME
from rulebound.games.infected.given import given
from rulebound.games.infected.journey import Story
from rulebound.games.infected.places import Outcome
from rulebound.games.infected.plans import go_further, hold_back, next_up, save, stabilise
from rulebound.games.infected.plans_home import tend
from rulebound.games.infected.state import Infected, Phase
from rulebound.games.infected.terms import Awareness, Id
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.policy import Move
from rulebound.kernel.sampling import Sampler
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import read_yaml


def played(seed: int) -> tuple[Infected, list[str]]:
    """One campaign: the table at its end, and the chapters in which somebody new was hurt or dead, as they were entered."""
    variants = InfectedVariants()
    state = GAME.scenes()["campaign"].start(variants).state
    t: Sampler[Infected, InfectedVariants] = Sampler(state, variants, {}, GAME.policy, seed=seed)
    entered: list[str] = []
    for _ in range(5000):
        story = t.state.world.story
        assert isinstance(story, Story)
        if not entered or entered[-1] != story.chapter:
            entered.append(story.chapter)
        seat = GAME.to_act(t.state)
        move = GAME.policy.act(t, seat) if seat is not None else None
        if seat is None or move is None:
            break
        shaken = {p.id for p in t.state.people.values() if p.broken_down}  # whose Stress the end of a scene clears
        before = carried(t.state, shaken)
        command = GAME.commands[move.command]
        command.rule(t, seat, *(move.args.get(a.name, a.default) for a in command.arguments))
        t.settle()
        if move.command == "move_on" and not t.state.ended:
            assert carried(t.state, shaken) == before
        assert GAME.broken(t) == []
    return t.state, entered


def carried(state: Infected, shaken: set[Id]) -> list[object]:
    """What nobody may lose or gain by going on to the next chapter."""
    people = [p for p in state.people.values() if p.pc and not p.dead]
    stress = {p.id: p.stress for p in people if p.id not in shaken}
    gear = [(p.id, dict(p.wounds.marked), sorted((g.kind, g.count, g.loaded) for g in p.gear.values())) for p in people]
    return [*gear, stress, state.world.supplies.food, state.world.supplies.fuel]


@pytest.mark.parametrize("seed", range(6))
def test_machines_play_it_to_its_end(seed: int) -> None:
    state, entered = played(seed)
    assert state.ended
    assert entered[:3] == ["gather", "raid", "road"]
    assert state.world.session >= 2 or not any(p.pc and not p.dead for p in state.people.values())


def test_it_can_be_won_and_lost() -> None:
    endings = content().campaigns["campaign"].endings
    found = {words for words in endings.values() for seed in range(40) if played(seed)[0].ended.startswith(words)}
    assert found == set(endings.values())


def test_every_chapter_leads_somewhere() -> None:
    for row in content().campaigns.values():
        assert row.begins in row.chapters and row.base in row.sites
        for chapter in row.chapters.values():
            assert not chapter.scene or chapter.scene in content().scenes
            assert all(not name or name in row.chapters for name in (chapter.won, chapter.lost))
            assert chapter.scene or chapter.title, "a time at home has a title of its own"


def test_no_two_things_have_the_same_name() -> None:
    people = GAME.scenes()["campaign"].start(InfectedVariants()).state.people.values()
    names = [id for who in people for id in who.gear]
    assert len(names) == len(set(names))
    assert {"knife", "knife 2", "knife 3"} <= set(names)
    assert all(who.armor in who.gear for who in people if who.armor) and all(id in who.gear for who in people for id in who.hands)


def test_bonds_hold_between_those_who_are_there() -> None:
    alone = GAME.scenes()["raiders at the pump"].start(InfectedVariants()).state.people  # without Marta
    assert {b.to: b.trust for b in alone["dov"].bonds} == {"inez": True, "kit": False}
    assert {b.to: b.trust for b in alone["inez"].bonds} == {"dov": True}


def test_only_whoever_has_supplies_is_sent_to_operate() -> None:
    people = "{ana: {skills: {medicine: 3}}, bo: {seat: ana, has: [first aid kit], skills: {medicine: 2}}, cy: {broken: [torso]}}"
    document = read_yaml(f"given: {{people: {people}, world: {{downtime: {{}}}}}}", "two in one seat")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    assert tend(t, t.state.people[Id("ana")]) is None
    assert tend(t, t.state.people[Id("bo")]) == Move("operate", {"who": "bo", "patient": "cy"})


def test_nobody_operates_on_an_enemy_or_on_who_is_dying() -> None:
    hurt = "ray: {type: human, broken: [torso]}, cy: {broken: [torso], dying_until: 10}"
    people = f"{{ana: {{has: [first aid kit], skills: {{medicine: 2}}}}, {hurt}}}"
    document = read_yaml(f"given: {{people: {people}, world: {{downtime: {{}}}}}}", "two who are not worth it")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    assert tend(t, t.state.people[Id("ana")]) is None
    t.state.people[Id("cy")].dying_until = None
    assert tend(t, t.state.people[Id("ana")]) == Move("operate", {"who": "ana", "patient": "cy"})


def test_nobody_moves_on_from_a_dying_friend_but_from_enemies() -> None:
    document = read_yaml("given: {people: {ana: {}, bo: {dying_until: 100}, foe: {type: rage, awareness: unaware}}}", "a decided chapter")
    state = given(document, ("given",), InfectedVariants()).state
    state.world.story, state.scene.outcome = Story(campaign="campaign", chapter="raid"), Outcome.WON
    assert next_up(state) == (state.people["ana"], stabilise)
    state.people["foe"].awareness = Awareness.HUNTING
    assert next_up(state) == (state.people["ana"], go_further)
    state.people["foe"].dead, state.people["bo"].dying_until = True, None
    assert next_up(state) == (state.people["ana"], go_further)


def test_a_dying_friend_does_not_wait_for_the_end_of_the_day() -> None:
    document = read_yaml("given: {people: {ana: {}, bo: {dying_until: 100}}, world: {downtime: {}}}", "a bad day of rest")
    state = given(document, ("given",), InfectedVariants()).state
    assert state.phase is Phase.DOWNTIME
    assert next_up(state) == (state.people["ana"], stabilise)


def test_a_suppressant_is_for_the_living() -> None:
    fever = "infection: {exposed_at: 0, symptoms_at: 100, turns_at: 200}"
    document = read_yaml(f"given: {{people: {{bo: {{dead: true, {fever}}}, ana: {{has: [suppressant], {fever}}}}}}}", "one is too late")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    assert next_up(t.state) == (t.state.people["ana"], hold_back)
    assert hold_back(t, t.state.people["ana"]) == Move("give_suppressant", {"who": "ana", "patient": "ana"})


def test_whoever_drowns_is_pulled_out_by_who_does_not() -> None:
    document = read_yaml("given: {people: {ana: {drowning: 1}, bo: {}}}", "a river")
    t = Table(given(document, ("given",), InfectedVariants()).state, InfectedVariants())
    assert next_up(t.state) == (t.state.people["bo"], save)
    assert save(t, t.state.people["bo"]) == Move("pull_out", {"who": "bo", "victim": "ana"})
    t.state.people["bo"].dead = True
    assert next_up(t.state) == (t.state.people["ana"], save)
    assert save(t, t.state.people["ana"]) == Move("swim", {"who": "ana"})
