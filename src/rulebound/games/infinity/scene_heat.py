"""What the two scenes offer for Heat: distractions, police, casualties, reinforcements, traffic and gridlock."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulebound.games.infinity.blows import Blow
from rulebound.games.infinity.chase import gone
from rulebound.games.infinity.content import sample
from rulebound.games.infinity.exchange import choose_reaction, defence
from rulebound.games.infinity.heat import gm_only
from rulebound.games.infinity.hits import land
from rulebound.games.infinity.maps import drawn
from rulebound.games.infinity.people import Category, Character, Harm, Id, Stress, out
from rulebound.games.infinity.reactions import Reaction
from rulebound.games.infinity.skills import Skill
from rulebound.games.infinity.skilltests import D1, hampered, prepare, settle, side_of_contest
from rulebound.games.infinity.slots import point
from rulebound.games.infinity.state import Phase, T
from rulebound.games.infinity.state_scenes import Arrival, Board, Stage
from rulebound.games.infinity.turns import Action
from rulebound.games.infinity.variants import Gridlock
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.d20 import SkillPool
from rulebound.kernel.modifiers import Total
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

DISTRACTION, POLICE = "infinity.scene1.heat.festive_distraction", "infinity.scene1.heat.police"
CASUALTIES, REINFORCEMENTS = "infinity.scene1.heat.civilian_casualties", "infinity.scene1.heat.reinforcements"
HEAVY, JAM = "infinity.scene2.heat.heavy_traffic", "infinity.scene2.heat.gridlock"
RESPONSE, ALARMS = "emergency response", "warehouse alarms"
GRIDLOCK_PRICE = 3
CASUALTY_TARGET = 12
BYSTANDERS, THE_CROWD = Id("bystanders"), "The crowd"


def scene_gm(t: T, by: SeatId, rule: str, *stages: Stage) -> Refusal | None:
    """The game master, in a scene that offers this."""
    if refusal := gm_only(t, by):
        return refusal
    if t.state.board is None or t.state.board.stage not in stages or t.state.phase is not Phase.ACTION:
        return Refusal(rule, "This scene does not offer that.", "Spend Heat on something else.")
    return None


def board(t: T) -> Board:
    assert t.state.board is not None
    return t.state.board


def spend_heat(t: T, by: SeatId, points: int, why: str, rule: str) -> None:
    t.state.heat.change(-points, by, why, rule)
    t.say("scene_heat", rule, points=points, why=why, now=t.state.heat.value)


def too_dear(t: T, points: int, rule: str) -> Refusal | None:
    return Refusal(rule, f"It costs {points} Heat.", "Wait.") if t.state.heat.value < points else None


# ------------------------------------------------------------------------------------------------ distraction
def heroes_up(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A player character who is still up and there."""
    return [p.id for p in t.state.people.values() if p.hero and not out(p) and not gone(t, p)]


@cites("infinity.scene1.heat.festive_distraction")
def can_distract(t: T, by: SeatId) -> Refusal | None:
    if refusal := scene_gm(t, by, DISTRACTION, Stage.FESTIVAL) or too_dear(t, 1, DISTRACTION):
        return refusal
    if board(t).distracted:
        return Refusal(DISTRACTION, "Somebody is distracted already.", "Once for each test.")
    return None if heroes_up(t, by) else Refusal(DISTRACTION, "Nobody is up.", "End the scene.")


@command(rules=("infinity.scene1.heat.festive_distraction", "infinity.scene1.heat"), when=can_distract, who=heroes_up)
def distract(t: T, by: SeatId, who: Id) -> None:
    """1 Heat: balloons and glitter make a player character's next test a step harder."""
    spend_heat(t, by, 1, "festive distraction", DISTRACTION)
    board(t).distracted = who
    t.say("distracted", DISTRACTION, who=who)


# ------------------------------------------------------------------------------------------------ casualties
def casualty_prices(t: T, by: SeatId, *_: object) -> range:
    """Two Heat or more, a d20 for each."""
    return range(2, t.state.heat.value + 1)


@cites("infinity.scene1.heat.civilian_casualties")
def can_hurt_bystanders(t: T, by: SeatId) -> Refusal | None:
    if refusal := scene_gm(t, by, CASUALTIES, *Stage) or too_dear(t, 2, CASUALTIES):
        return refusal
    return None if heroes_up(t, by) else Refusal(CASUALTIES, "Nobody is up.", "End the scene.")


@command(
    rules=("infinity.scene1.heat.civilian_casualties", "infinity.scene1.heat", "infinity.scene2.streets.heat", "infinity.scene2.tag.heat",
           "infinity.scene2.underpass.heat"),
    when=can_hurt_bystanders, who=heroes_up, heat=casualty_prices,
)  # fmt: skip
def civilian_casualties(t: T, by: SeatId, who: Id, heat: int) -> None:
    """2 Heat or more: bystanders are hurt, which strikes a player character like a Scare attack with a d20 for each."""
    spend_heat(t, by, heat, "civilian casualties", CASUALTIES)
    foe = t.state.people[who]
    blow = Blow(
        me=bystanders(), foe=foe, kind=Action.SCARE, name="civilian casualties", skill=Skill.PERSUADE, harm=Harm.MENTAL, flat=1,
        dice=Total.of("casualties", 5, CASUALTIES), qualities={"daze": 1},
    )  # fmt: skip
    defies = choose_reaction(t, blow, [Reaction.DEFY]) is Reaction.DEFY
    roll = t.roll(SkillPool(heat, CASUALTY_TARGET, 0, 21), "casualties", GM, (who, str(heat)))
    hit = roll.successes >= 1
    momentum = max(0, roll.successes - 1)
    if defies:
        side = defence(t, blow, Reaction.DEFY)
        momentum += max(0, hampered(t, side).value) if hit else 0  # infinity.test.face_to_face_modifiers
        own = side_of_contest(t, prepare(t, side, D1), reaction=True)
        hit = hit and (not own.passed or momentum > own.momentum)
        settle(t, foe, own, own.passed and not hit, momentum)
    if hit:
        bonus = t.number(GM, "casualty_damage", 0, momentum, (who,), momentum) if momentum else 0
        if bonus:
            t.say("buys", "infinity.momentum.bonus_damage", who=BYSTANDERS, what="bonus damage", points=bonus)
        left_over(t, momentum - bonus)
        land(t, msgspec.structs.replace(blow, flat=blow.flat + bonus * t.variants.bonus_damage_per_momentum))


@cites("infinity.momentum.npc")
def left_over(t: T, momentum: int) -> None:
    """Momentum of the casualties that nobody spends is Heat."""
    if momentum:
        t.state.heat.change(momentum, GM, "unspent Momentum", "infinity.momentum.npc")
        t.say("heat_gained", "infinity.momentum.npc", points=momentum, why="unspent Momentum", now=t.state.heat.value)


def bystanders() -> Character:
    """Nobody in particular: what happens to the crowd."""
    none = Stress(full=1, left=1)
    return Character(id=BYSTANDERS, name=THE_CROWD, seat=GM, category=Category.ELITE, side="nobody", vigour=none, resolve=none,
                     firewall=none)  # fmt: skip


# ------------------------------------------------------------------------------------------------ police
@cites("infinity.scene1.heat.police", "infinity.scene2.heat.police")
def can_call_police(t: T, by: SeatId) -> Refusal | None:
    rule = "infinity.scene2.heat.police" if t.state.board and t.state.board.stage is Stage.PARK else POLICE
    if refusal := scene_gm(t, by, rule, Stage.FESTIVAL, Stage.PARK) or too_dear(t, t.variants.police_heat_price, rule):
        return refusal
    if board(t).police:
        return Refusal(rule, "The police have been called.", "Once a stage is all.")
    if board(t).stage is Stage.PARK and not (board(t).alarms and not board(t).silenced):
        return Refusal(rule, "No alarm has sounded.", "They come when one does.")
    return None


@command(
    rules=("infinity.scene1.heat.police", "infinity.scene2.heat.police", "infinity.scene1.system.emergency_response"), when=can_call_police
)
def call_police(t: T, by: SeatId) -> None:
    """3 Heat: two police officers come in a patrol car, against everybody unless somebody sees to it that they side with you."""
    rule = "infinity.scene2.heat.police" if board(t).stage is Stage.PARK else POLICE
    word = answer_of_hacker(t)
    if word == "veto":
        t.say("police_vetoed", rule, "infinity.scene1.system.emergency_response")
        return
    spend_heat(t, by, t.variants.police_heat_price, "police", rule)
    board(t).police = True
    friendly = word == "backup" or friend_in_need(t, rule)
    send_patrol(t, "heroes" if friendly else "police")


@cites("infinity.scene1.system.emergency_response", "infinity.scene2.tag.alarms")
def answer_of_hacker(t: T) -> str:
    """Who holds the dispatch may call the police off or make them backup; who holds the alarms may call them off."""
    system = RESPONSE if board(t).stage is Stage.FESTIVAL else ALARMS
    holder = possessor(t, system)
    if holder is None or not holder.hero:
        return "none"
    options = ("veto", "backup", "none") if system == RESPONSE else ("veto", "none")
    return t.choose(holder.seat, "police_word", options, (holder.id,))


def possessor(t: T, system: str) -> Character | None:
    civic = t.state.people.get(board(t).civic or "")
    return t.state.people.get(civic.possessed.get(system, Id(""))) if civic else None


def friend_in_need(t: T, rule: str) -> bool:
    """Any player may spend an Infinity point to have the police on his side."""
    for who in t.state.people.values():
        if who.hero and who.infinity.value and not out(who) and t.choose(who.seat, "police_friends", (False, True), (who.id,)):
            point(t, who, "friends in the police", rule)
            return True
    return False


def send_patrol(t: T, side: str) -> None:
    kind = drawn(t)
    assert kind is not None
    officers = sample(t, "police officer", "police")
    officers.members, officers.name, officers.side = 2, "Police patrol", side
    board(t).coming.append(Arrival(people=[officers], vehicle="car", zone=kind.police_enter_by[0]))
    t.say("police_called", POLICE, side=side)


# ------------------------------------------------------------------------------------------------ reinforcements
GANG: dict[int, tuple[int, str]] = {1: (1, ""), 2: (1, "motorcycle"), 3: (3, ""), 4: (3, "car")}
"""infinity.scene1.heat.reinforcements: members and vehicle for the Heat."""


@cites("infinity.scene1.rider", "infinity.scene1.reinforcements")
def can_reinforce_gang(t: T, by: SeatId) -> Refusal | None:
    if refusal := scene_gm(t, by, REINFORCEMENTS, Stage.FESTIVAL) or too_dear(t, 1, REINFORCEMENTS):
        return refusal
    left = board(t).rider_left
    if left is None:
        return Refusal("infinity.scene1.rider", "The rider has not got away.", "Nobody comes before he does.")
    if t.state.turns.number < left + 2:
        return Refusal("infinity.scene1.rider", "He has not been gone for a full round.", f"From round {left + 2} on.")
    return None


def gang_prices(t: T, by: SeatId, *_: object) -> range:
    """1: a gangster on foot, 2: on a motorcycle, 3: a Mob of three, 4: in a car."""
    return range(1, min(4, t.state.heat.value) + 1)


def gang_entries(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """Where they come in."""
    kind = drawn(t)
    return kind.reinforcements_enter_by if kind else []


@command(
    rules=("infinity.scene1.heat.reinforcements", "infinity.scene1.reinforcements"), when=can_reinforce_gang, heat=gang_prices,
    zone=gang_entries,
)  # fmt: skip
def gang_arrives(t: T, by: SeatId, heat: int, zone: str) -> None:
    """1 to 4 Heat: more gangsters, who arrive at the end of the round."""
    members, vehicle = GANG[heat]
    spend_heat(t, by, heat, "reinforcements", REINFORCEMENTS)
    number = 1 + sum(id.startswith("gang-") for id in [*t.state.people, *(p.id for a in board(t).coming for p in a.people)])
    gang = sample(t, "gangster", f"gang-{number}")
    gang.members, gang.name = members, f"Gangsters {number}" if members > 1 else f"Gangster {number}"
    board(t).coming.append(Arrival(people=[gang], vehicle=vehicle, zone=zone))
    t.say("gang_called", REINFORCEMENTS, who=gang.name)


# ------------------------------------------------------------------------------------------------ the road
def at_opening(t: T, rule: str) -> Refusal | None:
    if board(t).opening and t.state.current is None:
        return None
    return Refusal(rule, "That is done at the start of a round.", "Wait for the next.")


@cites("infinity.scene2.heat.heavy_traffic", "infinity.scene2.heat.gridlock")
def empty_roads(t: T) -> list[str]:
    """Zones that the game master may fill: nobody in them, no crossroads, nothing of the industrial park."""
    kind = drawn(t)
    taken = {p.zone for p in t.state.people.values() if p.active and not p.incapacitated} | {v.zone for v in t.state.vehicles.values()}
    if kind is None:
        return []
    return [id for id, zone in kind.zones.items() if id not in taken and not zone.crossroads and not zone.park and not zone.on_foot]


def free_roads(t: T, by: SeatId, *_: object) -> Sequence[str]:
    """A zone with nobody in it."""
    return [zone for zone in empty_roads(t) if zone not in board(t).jammed and zone not in board(t).heavy]


def traffic_prices(t: T, by: SeatId, *_: object) -> range:
    """1 or 2 Heat, a step each."""
    return range(1, min(2, t.state.heat.value) + 1)


@cites("infinity.scene2.heat.heavy_traffic")
def can_fill_road(t: T, by: SeatId) -> Refusal | None:
    if refusal := scene_gm(t, by, HEAVY, Stage.STREETS, Stage.PARK, Stage.UNDERPASS) or at_opening(t, HEAVY) or too_dear(t, 1, HEAVY):
        return refusal
    return None if free_roads(t, by) else Refusal(HEAVY, "No zone is free.", "Wait.")


@command(
    rules=("infinity.scene2.heat.heavy_traffic", "infinity.scene2.streets.heat", "infinity.scene2.tag.heat",
           "infinity.scene2.underpass.heat"),
    when=can_fill_road, zone=free_roads, heat=traffic_prices,
)  # fmt: skip
def heavy_traffic(t: T, by: SeatId, zone: str, heat: int) -> None:
    """1 or 2 Heat as a round opens: a zone is crowded this round, Pilot tests in it a step harder for each."""
    spend_heat(t, by, heat, "heavy traffic", HEAVY)
    board(t).heavy[zone] = heat
    t.say("traffic_heavy", HEAVY, zone=zone, steps=heat)


@cites("infinity.scene2.heat.gridlock")
def can_jam(t: T, by: SeatId) -> Refusal | None:
    if refusal := scene_gm(t, by, JAM, Stage.STREETS) or at_opening(t, JAM) or too_dear(t, GRIDLOCK_PRICE, JAM):
        return refusal
    return None if free_roads(t, by) else Refusal(JAM, "No zone is free.", "Wait.")


@command(rules=("infinity.scene2.heat.gridlock", "infinity.scene2.streets.heat"), when=can_jam, zone=free_roads)
def gridlock(t: T, by: SeatId, zone: str) -> None:
    """3 Heat as a round opens: a zone is blocked for every vehicle, to the end of the stage."""
    spend_heat(t, by, GRIDLOCK_PRICE, "gridlock", JAM)
    board(t).jammed.append(zone)
    t.say("jammed", JAM, zone=zone)


@cites("infinity.scene2.heat.gridlock", "infinity.scene2.heat.heavy_traffic")
def roads_clear(t: T) -> None:
    """Heavy traffic lasts a round, gridlock as long as this table says."""
    board(t).heavy = {}
    if t.variants.gridlock_duration is Gridlock.ROUND:
        board(t).jammed = []
