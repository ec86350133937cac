"""Every action needs room in a turn: legal with it, refused without it and in another's turn."""

from __future__ import annotations

import pytest

from rulebound.games.infinity.game import GAME
from rulebound.games.infinity.people import Id
from rulebound.games.infinity.state import Infinity
from rulebound.games.infinity.turns import Turn
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId
from rulebound.kernel.table import Table
from rulebound.kernel.yamltext import read_yaml

ANA = SeatId("ana")
DEVICE = "gear: [hacking device]"
ACTIONS = {
    "shoot": "weapons: {g: light pistol}", "melee": "weapons: {k: knife}", "hack": DEVICE, "scare": "name: Ana", "move": "name: Ana",
    "adjust": "name: Ana", "sprint": "name: Ana", "withdraw": "name: Ana", "drop_prone": "name: Ana", "stand": "prone: true",
    "speak": "name: Ana", "drop_item": "weapons: {g: light pistol}", "draw": "weapons: {k: {kind: knife, hands: 0}}",
    "brace": "weapons: {g: heavy machine gun}", "exploit_weakness": "name: Ana", "pass": "name: Ana", "shake_it_off": "vigour: 1",
    "recover": "dazed: true", "roll_around": "{prone: true, burning: {rating: 1, rounds: 1}}", "search": "name: Ana", "ready": "name: Ana",
    "bolster": "name: Ana", "grit": "name: Ana", "activate": DEVICE, "fairy_dust": "{gear: [hacking device], gadget: Fairy Dust}",
    "assisted_fire": "{gear: [hacking device], gadget: Assisted Fire}",
    "enhanced_reaction": "{gear: [hacking device], gadget: Enhanced Reaction}",
    "refresh": "firewall: 1", "adopt": "name: Ana", "switch_off": DEVICE,
    "switch_on": "{gear: [communicator], switched_off: [communicator]}",
    "clear_malfunction": "weapons: {g: {kind: light pistol, jammed: true}}",
    "fit_silencer": "{weapons: {g: heavy pistol}, gear: [silencer]}", "vanish": "gear: [TO camouflage]",
    "mend_camouflage": "{gear: [TO camouflage], singed: true}", "put_on_mask": "gear: [holomask]", "deploy_fastpanda": "gear: [fastpanda]",
    "frisk": "name: Ana", "first_aid": "{vigour: 1, skills: {medicine: [1, 1]}}", "reassure": "name: Ana", "test_skill": "name: Ana",
    "assist": "name: Ana", "contest": "name: Ana", "fail_test": "name: Ana",
}  # fmt: skip


def laid(with_her: str) -> Table[Infinity, InfinityVariants]:
    her = with_her if with_her.startswith("{") else "{" + with_her + "}"
    text = f"""
given:
  people:
    ana: {her}
    bo: {{resolve: 1}}
    r: {{category: Trooper, thing: remote, side: heroes}}
    x: {{category: Elite}}
  networks: {{lift: {{firewall: 4, side: heroes}}}}
  reach: [[ana, x]]
  turn: ana
"""
    variants = InfinityVariants()
    return Table(GAME.given(read_yaml(text, "a table"), ("given",), variants).state, variants)


@pytest.mark.covers(
    "infinity.turn.actions", "infinity.action.minor.general", "infinity.action.standard.general", "infinity.action.free.general"
)
@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_needs_room_in_the_own_turn(name: str) -> None:
    t = laid(ACTIONS[name])
    when = GAME.commands[name].when
    assert when(t, ANA) is None
    t.state.people["ana"].turn = Turn(standard=0, minor=0, free=0, traded=True)
    refused = when(t, ANA)
    assert isinstance(refused, Refusal) and refused.rule.endswith(".general")
    t.state.people["ana"].turn = Turn()
    t.state.current = Id("bo")
    assert isinstance(when(t, ANA), Refusal)
