"""How scenes of our own end, and how each came out: a fight decided, a chase, a haul brought home, a siege outlasted."""

from __future__ import annotations

from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Outcome
from rulebound.games.infected.state import T, party
from rulebound.games.infected.terms import NEUTRAL
from rulebound.games.infected.world import at_base
from rulebound.kernel.citing import cites

FIGHT, CHASE, HAUL, SIEGE = "fight", "chase", "haul", "siege"


def conclude(t: T, outcome: Outcome, words: str) -> None:
    """The scene is decided. Alone it is over; in a campaign the group may move on while somebody lives."""
    if t.state.scene.outcome is not None:
        return
    t.state.scene.outcome = outcome
    if t.state.world.story is None or not party(t):
        t.state.ended = words
    else:
        t.say("chapter_ends", "infected.run.session", outcome=outcome.value, words=words)


def foes_up(t: T) -> list[Person]:
    """Whoever is there and means the group ill."""
    return [p for p in t.state.people.values() if p.side not in ("party", NEUTRAL) and p.up and not p.yields]


def wanted_at_hand(t: T) -> int:
    """How much the group has of what it went out for, in bags and in the Stash."""
    return how_much_of(t, t.state.scene.wanted)


def how_much_of(t: T, thing: str) -> int:
    return carried(party(t), thing) + t.state.world.supplies.medicine.get(thing, 0)


def carried(people: list[Person], thing: str) -> int:
    return sum(gear.count for who in people for gear in who.gear.values() if gear.kind == thing)


@cites("infected.guts.earn.ghost_run")
def short_of_goal(t: T) -> tuple[str, str] | None:
    """What a scene that knows its own goal still lacks, and what to do about it."""
    scene = t.state.scene
    if scene.ends == HAUL and wanted_at_hand(t) < scene.enough:
        return f"The group has {wanted_at_hand(t)} of {scene.enough} {scene.wanted}.", "Find what you came for."
    if scene.ends == SIEGE and (foes := foes_up(t)):
        return f"{foes[0].name} is still there.", "Be rid of them first."
    return None


def home_again(t: T) -> None:
    """A haul is won or lost when the group is back at its safe place."""
    if t.state.scene.ends == HAUL and at_base(t):
        found = wanted_at_hand(t)
        won = found >= t.state.scene.enough
        words = home_with(t, found) if found else "Home, and empty-handed."
        conclude(t, Outcome.WON if won else Outcome.LOST, words if won or not found else f"{words} It is not enough.")


def home_with(t: T, found: int) -> str:
    return f"Home with {t.state.scene.wanted}: {found}."


def fight_decided(t: T, sides: list[str], words: str) -> None:
    """The field held; where it counts, with nobody infected."""
    scene = t.state.scene
    if scene.ends != FIGHT:
        return
    bitten = [p.name for p in t.state.people.values() if (p.pc and not p.dead and p.infection is not None) or p.turned]
    if scene.clean and bitten:
        conclude(t, Outcome.LOST, f"{words} Infected: {', '.join(bitten)}.")
    else:
        conclude(t, Outcome.WON if "party" in sides else Outcome.LOST, words)


def chase_decided(t: T, outcome: str) -> None:
    """The group flees in our chases: whatever is not an escape is none."""
    if t.state.scene.ends == CHASE:
        conclude(t, Outcome.WON if outcome == "escaped" else Outcome.LOST, f"The chase is over: {outcome}.")


def night_over(t: T) -> None:
    """A siege is outlasted when somebody lives to move on after the rest, and nothing is in the house."""
    if t.state.scene.ends == SIEGE and not foes_up(t):
        conclude(t, Outcome.WON, f"The house stands; {len(party(t))} live.")


def all_lost(t: T) -> None:
    """Nobody is left who could go on, unless they have run home with what they went out for."""
    scene = t.state.scene
    if not (scene.ends or t.state.world.story) or t.state.ended or any(p.up for p in party(t)):
        return
    got_away = [p for p in party(t) if p.fled and not p.unconscious and not p.broken_down]
    found = carried(got_away, scene.wanted)
    if scene.ends == HAUL and got_away and found >= scene.enough:
        conclude(t, Outcome.WON, home_with(t, found))
    else:
        conclude(t, Outcome.LOST, "Nobody is left." if not party(t) else "Nobody of the group is left there.")
