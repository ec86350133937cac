"""The commands as people type them, in processes of their own."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rulebound.cli.typed import read_answer
from rulebound.games.catalogue import find_game
from rulebound.kernel.questions import ChooseOne
from rulebound.kernel.seats import SeatId

ROOT = Path(__file__).resolve().parents[2]


def rulebound(*args: str, typed: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rulebound.cli", *args], input=typed, capture_output=True, text=True, cwd=cwd, timeout=120)


def test_machines_play_every_scene_to_its_end() -> None:
    for scene in ("duel", "alley", "skirmish", "highway"):
        ran = rulebound("play", "combat", scene, "--auto", "--seed", "11")
        assert ran.returncode == 0, ran.stderr
        assert "won." in ran.stdout.splitlines()[-1]


def test_the_same_seed_plays_the_same_game() -> None:
    first, again, other = (rulebound("play", "combat", "duel", "--auto", "--seed", seed).stdout for seed in ("3", "3", "4"))
    assert first == again != other


def test_a_person_can_play_to_the_end_with_numbers_only() -> None:
    """The first thing offered, again and again, comes to an end; nothing is wider than 80 columns."""
    ran = rulebound("play", "combat", "duel", "--seed", "2", typed="begin\n" + "run toward odile 19\nend_turn\n1\n1\nend_turn\n" * 30)
    assert "won." in ran.stdout
    assert "Vex goes 19 yards toward Odile" in ran.stdout
    assert "Traceback" not in ran.stderr
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_wrong_input_explains_itself_and_changes_nothing() -> None:
    typed = "xyzzy\n99\nattack\nbegin nobody\nmove toward odile 3\nodds\nlog\nwhy\nhelp\nundo\nsave /no/such/folder/x\nquit\n"
    ran = rulebound("play", "combat", "duel", "--seed", "2", typed=typed)
    assert ran.returncode == 0 and "Traceback" not in ran.stderr
    for said in (
        "There is no command 'xyzzy'",
        "There is no move 99",
        "There is no fight now",
        "'nobody' does not fit begin",
        "It could not be saved",
        "Nothing has been done yet",
    ):
        assert said in " ".join(ran.stdout.split()), said


def test_undo_goes_back_past_machines_to_what_one_decided() -> None:
    """Taking back only what a machine did last would let it do the same again for ever."""
    typed = "search marta\n2\n1\nbegin_fight\n1\nend_turn\nundo\nundo\nundo\nundo\nquit\n"
    said = rulebound("play", "infected", "pharmacy at night", "--seed", "7", typed=typed).stdout
    assert "Kit attacks the pharmacist" in said
    back = said.index("took back end_turn")
    assert "Kit attacks the pharmacist" not in said[back:]
    assert "took back search" in said[back:]
    assert "Nothing has been done yet" in said[back:]
    assert "Nobody is asked anything now" in rulebound("play", "infected", "pharmacy at night", typed="default\nquit\n").stdout


def test_arguments_may_follow_a_move_s_number() -> None:
    said = rulebound("play", "combat", "duel", "--seed", "3", typed="begin\n1 north 2\nquit\n").stdout
    assert "Vex goes 2 yards north" in said


def test_free_words_end_where_what_has_to_follow_them_stands() -> None:
    typed = "create Nora Bell medic\nundo\ncreate Nora Bell\nscout\nundo\nquit\n"
    said = rulebound("play", "infected", "campaign", "--seed", "4", typed="begin_session\n" + typed).stdout
    assert said.count("GRIT of Nora Bell,") == 2
    assert said.count("background? One of the twelve backgrounds.") == 1


def test_one_can_look_around_while_an_argument_is_asked_for() -> None:
    said = rulebound("play", "infected", "siege", "--seed", "4", typed="lure\nstate dov\nhelp\nlog\n1\nquit\n").stdout
    assert said.count("zone? Where the noise is to be.") == 1
    assert "REFLEX 4" in said and "unfold the last results" in said
    assert "cannot be" not in said


def test_piles_say_what_is_in_them() -> None:
    said = " ".join(rulebound("play", "contagion", "duel", "--seed", "4", typed="state\nquit\n").stdout.split())
    assert "Deck: 54 face down; Discard pile: no cards;" in said
    assert "To be played none" in said


def test_a_saved_table_says_how_the_same_people_go_on(tmp_path: Path) -> None:
    typed = f"save {tmp_path / 'x'}\nquit\n"
    said = rulebound("play", "infected", "siege", "--seat", "dov", "--seat", "inez", "--real-dice", typed=typed).stdout
    assert f"--load {tmp_path / 'x'} --seat dov --seat inez --real-dice" in said


def test_answers_that_are_numbers_have_no_other_numbers_beside_them() -> None:
    """`1 0` and `2 1` would leave everybody guessing; and a number that is none of them picks nothing."""
    said = rulebound("play", "infinity", "outnumbered", "--seat", "gm", "--seed", "9", typed="2\n0\nquit\n").stdout
    asked = said[said.index("? Lieutenant has 1 Complication. How many become Heat?") :]
    assert [line.split()[0] for line in asked.splitlines()[1:] if line[:2] in (" 0", " 1")] == ["0", "1"]
    assert "'2' is none of: 0, 1." in asked
    assert "What becomes of Lieutenant's Complication?" in asked


def test_an_answer_may_be_typed_as_it_is_listed() -> None:
    question = ChooseOne((SeatId("ana"),), "whom", options=("mob-a", "door"), default="door")
    names = {"mob-a": "Mob A", "door": "Maintenance door"}.__getitem__
    assert [read_answer(question, SeatId("ana"), words, names) for words in ("mob a", "Maintenance Door", "door", "1")] == [
        "mob-a", "door", "door", "mob-a",
    ]  # fmt: skip


def test_help_tells_all_that_a_move_takes() -> None:
    said = " ".join(rulebound("play", "infected", "pharmacy at night", typed="help search\nhelp attack\nhelp xyzzy\nquit\n").stdout.split())
    assert "search WHO [MODE] [LOOKING_FOR] Search the place you are at" in said
    assert "mode: quick sweep, standard, thorough, ransack. Left out: standard." in said
    assert "attack TARGET WEAPON [CALLED]" in said and "Not now: " in said
    assert "There is no command 'xyzzy'" in said


def test_a_move_of_several_words_may_be_typed_as_such() -> None:
    said = rulebound("play", "infected", "stairwell", typed="help take cover\nhelp take-cover\nbegin fight\nquit\n").stdout
    assert said.count("Get behind something in your zone") == 2
    assert "A fight begins" in said


def test_a_hint_can_be_typed_as_it_stands() -> None:
    """To start something, to answer something, and in a game of hidden hands."""
    ran = rulebound("play", "infected", "campaign", "--seed", "9", typed="hint\nbegin_session\nfind marta item\nhint\nquit\n")
    assert "A machine would say: begin_session" in ran.stdout and "Session 1 begins" in ran.stdout
    assert "A machine would say: rope" in ran.stdout
    assert "A machine would say: begin" in rulebound("play", "contagion", "evening", "--seed", "9", typed="hint\nquit\n").stdout


def test_what_the_game_master_rules_out_is_said_and_play_goes_on() -> None:
    """A judgement may leave nothing of a command: a machine in the game master's seat gives it once."""
    ran = rulebound("play", "infected", "pharmacy at night", "--seed", "5", typed="search who=marta looking_for=moonrock\nlog 1\nquit\n")
    said = " ".join(ran.stdout.split())
    assert ran.returncode == 0 and "There is no moonrock to be had at the pharmacy" in said
    assert said.count("gm rules out search") == 2  # as it came, and in the log


def test_arguments_are_asked_one_by_one_and_again_until_they_fit() -> None:
    """Free text ends where the line does; what does not fit is asked again; words may also be given by name."""
    points = "default\n" * 20
    typed = f"create\nZed Blank\nplumber\n2\n{points}create background=medic name=Yan Orr grit=4\n{points}quit\n"
    ran = rulebound("play", "infected", "campaign", "--seed", "2", typed=typed)
    said = " ".join(ran.stdout.split())
    assert ran.returncode == 0 and "Traceback" not in ran.stderr
    for expected in ("background cannot be 'plumber' here", "Zed Blank joins, soldier", "Yan Orr joins, medic: 6 Stress slots, carries 8"):
        assert expected in said, expected


def test_machines_do_not_run_ahead_of_a_person() -> None:
    """Alone with machines the first thing that happens is what the person does; they still fight beside them."""
    ran = rulebound("play", "infected", "pharmacy at night", "--seed", "5", typed="quit\n")
    assert "searches" not in ran.stdout and "> quit" in ran.stdout


WORDS = """1|2|3|-1|0|attack|attack odile|move north 3|end_turn|undo|why|odds 1|odds|log x|default|begin|create x|rest|yes|no|state
hold attack odile on my word|set vex.hp 3|state nobody|use_held|attack odile machete|save""".replace("\n", "|").split("|")[:-1]


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_never_breaks_the_table(seed: int) -> None:
    chance = random.Random(seed)
    words = [*WORDS, "ö" * 90, "' ; drop", "\t"]
    typed = "".join(f"{chance.choice(words)}\n" for _ in range(150))
    ran = rulebound("play", "combat", "duel", "--seed", str(seed), typed=typed)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("game", "scene"), [("combat", "duel"), ("infected", "pharmacy at night"), ("contagion", "evening"), ("infinity", "firefight")]
)
def test_odds_may_be_asked_of_every_move_whether_it_is_possible_now_or_not(game: str, scene: str) -> None:
    found = find_game(game)
    assert found is not None
    ran = rulebound("play", game, scene, "--seed", "3", typed="".join(f"odds {name}\n" for name in found.commands) + "quit\n")
    assert ran.returncode == 0 and "Traceback" not in ran.stderr, ran.stderr
    assert ran.stdout.count("> odds") == len(found.commands)


def test_save_load_and_verify(tmp_path: Path) -> None:
    file = tmp_path / "table"
    rulebound("play", "combat", "duel", "--seed", "2", typed=f"begin\nsave {file}\nquit\n")
    again = rulebound("play", "--load", str(file), typed="log\nquit\n")
    assert "The fight begins" in again.stdout
    assert rulebound("verify", str(file)).returncode == 0
    damaged = file.read_bytes().replace(b'"did"', b'"dif"', 1)
    file.write_bytes(damaged)
    ran = rulebound("verify", str(file))
    assert ran.returncode == 1 and "altered or damaged" in ran.stderr


def test_real_dice_are_asked_for_and_explained(tmp_path: Path) -> None:
    ran = rulebound("play", "combat", "duel", "--seed", "2", "--real-dice", typed="begin\n7\n5 5\nxx\n6 6 2\nlog\nquit\n")
    said = " ".join(ran.stdout.split())
    assert "Throw d6!+4" in said
    assert "a d6 cannot show 7" in said and "too many" in said and "is no face of a die" in said
    assert "6 6 2 = 18" in said


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("play", "chess"), "There is no game called chess"),
        (("play", "combat", "moon"), "has no scene called moon"),
        (("play", "combat", "duel", "--seat", "nobody"), "There is no seat called nobody"),
        (("play", "combat", "duel", "--set", "pain"), "write NAME=VALUE"),
        (("play", "combat", "duel", "--set", "pain_scale=much"), "pain_scale cannot be 'much'"),
        (("play", "combat", "duel", "--set", "pane_scale=flat_minus_1"), "Did you mean pain_scale?"),
        (("rules", "chess"), "There is no game called chess"),
        (("rules", "show", "combat.ap.maximum"), "There is no rule combat.ap.maximum"),
        (("roll", "4d"), "cannot be read"),
        (("roll", "999d20t10", "--odds"), "too long to count"),
    ],
)
def test_errors_are_for_people(args: tuple[str, ...], says: str) -> None:
    ran = rulebound(*args)
    assert ran.returncode == 2
    assert says in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr


def test_check_counts_and_names_what_differs(tmp_path: Path) -> None:
    cases = tmp_path / "c.yaml"
    cases.write_text(
        "- case: one too few\n  rules: []\n  game: combat\n"
        "  given: {fighters: {ana: {place: [0, 0]}, bo: {place: [1, 0], ap: 0}}, turn: ana}\n"
        "  do: [{by: ana, command: attack, with: {target: bo, weapon: fists}}]\n"
        "- case: right\n  rules: []\n  game: combat\n  given: {fighters: {ana: {}}}\n  expect: {ana.hp: 8}\n",
        encoding="utf-8",
    )
    ran = rulebound("check", str(cases))
    assert ran.returncode == 1
    assert "a die too few" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "1 passed, 1 failed"
    assert rulebound("check", str(tmp_path / "none.yaml")).returncode == 1


def test_rules_as_json_say_that_combat_is_covered() -> None:
    found = json.loads(rulebound("rules", "combat", "--json").stdout)
    assert found == {"combat": {"total": 90, "covered": 90, "uncovered": []}}


def test_the_screen_of_infected_has_eight_panels() -> None:
    ran = rulebound("screen", "infected")
    assert ran.returncode == 0 and "\n8. " in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert rulebound("screen", "chess").returncode == 2


def test_a_rule_is_shown_with_its_code_and_cases() -> None:
    shown = rulebound("rules", "show", "combat.defense.botch").stdout
    assert "games/combat/attack.py" in shown and "cases/combat/" in shown


def test_rolls_can_be_repeated_and_counted() -> None:
    assert rulebound("roll", "4d6kh3", "--seed", "1").stdout == rulebound("roll", "4d6kh3", "--seed", "1").stdout
    assert "(1/6)" in rulebound("roll", "d6", "--odds").stdout


def test_the_example_for_designers_runs() -> None:
    text = (ROOT / "docs" / "designing.md").read_text()
    example = text.partition("```python\n")[2].partition("```")[0]
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("won.") >= 2
