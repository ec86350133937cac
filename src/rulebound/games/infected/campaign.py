"""A campaign: scenes of the packs one after another, chosen by how each came out; what people carry and suffer goes along."""

from __future__ import annotations

from rulebound.games.infected.clockwork import pass_minutes
from rulebound.games.infected.conditions import OF_A_GRIP
from rulebound.games.infected.content import content, new_gear
from rulebound.games.infected.death import die
from rulebound.games.infected.driving import engines_run_on
from rulebound.games.infected.goals import conclude, foes_up, how_much_of
from rulebound.games.infected.journey import SessionPart, Story
from rulebound.games.infected.parking import leave_what_stands
from rulebound.games.infected.people import Person
from rulebound.games.infected.places import Outcome, Scene, Zone
from rulebound.games.infected.remains import leave_the_rest
from rulebound.games.infected.sessions import close_session, open_session
from rulebound.games.infected.staging import put_on_map, seats, set_stage, survivor
from rulebound.games.infected.state import Infected, Phase, T, party
from rulebound.games.infected.stories import CampaignKind, ChapterKind
from rulebound.games.infected.tasks import end_scene
from rulebound.games.infected.terms import Id
from rulebound.games.infected.threat import enter_ambient
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.game import Start
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import SeatId

HOME_ZONE = "home"


# ------------------------------------------------------------------------------------------------ the story so far
def story_of(t: T) -> Story:
    assert t.state.world.story is not None
    return t.state.world.story


def campaign_of(story: Story) -> CampaignKind:
    return content().campaigns[story.campaign]


def chapter_of(story: Story) -> ChapterKind:
    return campaign_of(story).chapters[story.chapter]


def start(id: str, variants: InfectedVariants) -> Start[Infected]:
    """The packs' survivors at home, before the first chapter."""
    row = content().campaigns[id]
    state = Infected(people={})
    for name in row.party:
        survivor(state, name, name, variants)
    put_on_map(state, row.sites)
    world = state.world
    world.base = Id(row.base)
    world.supplies.food, world.supplies.water, world.supplies.fuel = row.food, row.water, row.fuel
    world.supplies.components = {component.value: count for component, count in row.components.items()}
    for kind in row.has:
        name = next(n for n in (kind, *(f"{kind} {i}" for i in range(2, 99))) if n not in world.supplies.gear)
        world.supplies.gear[name] = new_gear(kind, name)
    world.story = Story(campaign=id, chapter=row.begins)
    open_chapter(state, row, row.chapters[row.begins], variants)
    return Start(state, seats(state))


# ------------------------------------------------------------------------------------------------ moving on
@cites("infected.run.session")
def can_move_on(t: T, by: SeatId) -> Refusal | None:
    story = t.state.world.story
    if story is None:
        return Refusal("infected.run.session", "This scene is no part of a campaign.", "Open a campaign.")
    if t.state.phase is not Phase.PEACE:
        return Refusal("infected.run.session", f"There is {t.state.phase.value} now.", "Wait for its end.")
    if t.state.scene.outcome is None and chapter_of(story).scene:
        return Refusal("infected.run.session", f"{t.state.scene.name} is not decided yet.", "Do what you came for, or leave.")
    return None


@command(rules=("infected.run.session", "infected.run.death"), when=can_move_on)
def move_on(t: T, by: SeatId) -> None:
    """Go on to the next chapter of the campaign; which one depends on how this one came out."""
    story = story_of(t)
    row, chapter = campaign_of(story), chapter_of(story)
    outcome = t.state.scene.outcome or Outcome.WON
    if outcome is Outcome.LOST:
        leave_behind(t)
    end_scene.rule(t, by)
    story.told.append(f"{story.chapter}: {outcome.value}")
    if chapter.ends_session and t.state.world.part is not SessionPart.NOT_BEGUN:
        close_session(t)
    following = chapter.won if outcome is Outcome.WON else chapter.lost
    if not following or not party(t):
        end_story(t, row, outcome)
        return
    begin_chapter(t, row, following)


@cites("infected.run.death")
def leave_behind(t: T) -> None:
    """Whoever lies where enemies hold the field is lost, unless the game master sees a way out for them."""
    if not foes_up(t):
        return
    for who in [p for p in party(t) if not p.up and not p.fled]:
        if t.judge("left_behind", (True, False), True, (who.id,)):
            die(t, who, "infected.run.death", None)


@cites("infected.run.session")
def begin_chapter(t: T, row: CampaignKind, name: str) -> None:
    """The way there takes its time; then the stage is set, and Threat has the floor of the new place."""
    story, chapter = story_of(t), row.chapters[name]
    story.chapter, story.days = name, 0
    t.state.scene.ends = ""
    pass_minutes(t, chapter.minutes)
    leave_the_rest(t)
    leave_what_stands(t)
    clear_stage(t)
    if not party(t):
        end_story(t, row, Outcome.LOST)
        return
    open_chapter(t.state, row, chapter, t.variants)
    if t.state.world.part is SessionPart.NOT_BEGUN:
        open_session(t)
    t.state.world.part = chapter.part
    enter_ambient(t, t.state.scene.ambient)
    engines_run_on(t)
    t.say("chapter_begins", "infected.run.session", name=t.state.scene.name, about=t.state.scene.about)
    if not any(p.up for p in party(t)):
        conclude(t, Outcome.LOST, "Nobody can stand.")


def open_chapter(state: Infected, row: CampaignKind, chapter: ChapterKind, variants: InfectedVariants) -> None:
    """A scene of the packs, or a time at home."""
    if chapter.scene:
        scene = content().scenes[chapter.scene]
        put_on_map(state, scene.sites)
        set_stage(state, scene, variants)
        return
    put_on_map(state, row.sites)
    home = state.world.sites[row.base]
    zones = {
        "yard": Zone(name="the yard", links=[HOME_ZONE]),
        HOME_ZONE: Zone(name=home.name, links=["yard", "back"], secure=True),
        "back": Zone(name="the back door", links=[HOME_ZONE]),
    }
    state.scene = Scene(name=chapter.title, about=chapter.about, zones=zones, indoors=True)
    state.world.site = home.id
    for who in [p for p in state.people.values() if p.pc]:
        who.zone = HOME_ZONE
    for car in state.vehicles.values():
        car.zone = HOME_ZONE


def clear_stage(t: T) -> None:
    """Enemies, their vehicles and what was under way stay behind; the group and its dead go along."""
    state = t.state
    state.world.gone |= {id: who.name for id, who in state.people.items() if not who.pc}
    state.world.gone |= {id: car.name for id, car in state.vehicles.items() if car.side != "party"}
    state.world.gone |= {id: zone.name for id, zone in state.scene.zones.items()}
    state.world.lost += [who.id for who in state.people.values() if who.turned]
    state.people = {id: who for id, who in state.people.items() if who.pc}
    state.vehicles = {id: car for id, car in state.vehicles.items() if car.side == "party"}
    state.encounters, state.on_the_way, state.noise_clock, state.traps, state.struggles, state.fight = [], [], None, {}, [], None
    state.world.chase, state.world.downtime, state.phase = None, None, Phase.PEACE
    for who in state.people.values():
        stand_free(who)
    for car in state.vehicles.values():
        car.driver, car.running = None, False


def stand_free(who: Person) -> None:
    """Nothing of the last scene holds on to somebody."""
    who.near, who.cover, who.flanks, who.came_from, who.zone, who.vehicle = [], None, [], {}, HOME_ZONE, None
    who.holds = who.held_by = who.locked_with = who.aims_at = who.guarding = None
    who.prepared = who.retreating = None
    who.drives = who.leans_out = who.hidden = who.surrendered = who.restrained = who.back_to_wall = who.trapped = False
    who.high_ground = who.holds_bottleneck = who.locked_first = False
    who.targets, who.approached, who.suppressed, who.half_way, who.in_trap = [], [], "", "", ""
    who.gripped_rounds = who.choke_failures = who.choke_rounds = 0
    who.conditions = [c for c in who.conditions if c not in OF_A_GRIP]


@cites("infected.run.session")
def end_story(t: T, row: CampaignKind, outcome: Outcome) -> None:
    """Won if the last chapter was, somebody lives, and the group has what it wanted."""
    living = party(t)
    won = outcome is Outcome.WON and bool(living) and (not row.wanted or how_much_of(t, row.wanted) > 0)
    verdict = Outcome.WON if won else Outcome.LOST
    names = ", ".join(p.name for p in living) or "nobody"
    t.state.ended = f"{row.endings.get(verdict, verdict.value)} Living: {names}."
    t.say("story_ends", "infected.run.session", outcome=verdict.value, words=t.state.ended)
