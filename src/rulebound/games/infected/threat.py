"""Threat: the noise one makes, what has heard it, and how it dies down."""

from __future__ import annotations

from enum import StrEnum

from rulebound.games.infected.awareness import overheard
from rulebound.games.infected.people import Person
from rulebound.games.infected.state import T, now
from rulebound.games.infected.terms import ROUNDS_A_MINUTE
from rulebound.games.infected.variants import AmbientEntry, NoiseCounting, NpcNoise, ThreatMode
from rulebound.kernel.citing import cites
from rulebound.kernel.dice import SumPool
from rulebound.kernel.hits import HitPool
from rulebound.kernel.seats import GM, TABLE, SeatId

MOST_BY_WEAPONS = 8
"""infected.threat.noise_frequency: weapon noise in one scene."""
ENCOUNTER = "encounter"
HORDE = "horde"


class Noise(StrEnum):
    """infected.threat.noise_table: things done that are no attack."""

    SIGNALS = "hand signals"
    WHISPER = "whisper"
    CAREFUL_LOOTING = "careful looting"
    TALKING = "talking"
    JOGGING = "jogging"
    GLASS = "breaking glass"
    SHOUT = "shout"
    RUNNING = "running"
    GUNSHOT = "gunshot"
    ALARM = "car alarm"
    EXPLOSION = "explosion"
    FIREFIGHT = "firefight"
    CRASH = "vehicle crash"


NOISE: dict[Noise, int] = {
    Noise.SIGNALS: 0, Noise.WHISPER: 1, Noise.CAREFUL_LOOTING: 1, Noise.TALKING: 2, Noise.JOGGING: 2, Noise.GLASS: 2, Noise.SHOUT: 3,
    Noise.RUNNING: 3, Noise.GUNSHOT: 5, Noise.ALARM: 6, Noise.EXPLOSION: 7, Noise.FIREFIGHT: 6, Noise.CRASH: 7,
}  # fmt: skip
"""infected.threat.noise_table with the defaults of infected.conv.ranges."""
SPANS: dict[Noise, tuple[int, ...]] = {
    Noise.GUNSHOT: (4, 5, 6), Noise.ALARM: (4, 5, 6), Noise.EXPLOSION: (4, 5, 6, 7, 8), Noise.FIREFIGHT: (6, 7, 8), Noise.CRASH: (6, 7, 8),
}  # fmt: skip
"""infected.conv.ranges: what is printed as a span."""
ONCE_A_SCENE = (Noise.WHISPER, Noise.TALKING, Noise.JOGGING, Noise.RUNNING)
"""infected.threat.noise_frequency: for the whole group."""


class Threshold(StrEnum):
    """infected.threat.thresholds"""

    NOTICE = "distant notice"
    INVESTIGATION = "investigation"
    ENCOUNTER = "encounter"
    SWARM = "swarm"


THRESHOLDS = {3: Threshold.NOTICE, 5: Threshold.INVESTIGATION, 7: Threshold.ENCOUNTER, 10: Threshold.SWARM}


# ------------------------------------------------------------------------------------------------ the counter
@cites("infected.threat.mode")
def mode(t: T) -> ThreatMode:
    """What the group has switched to, else what the campaign began with."""
    return t.state.world.threat_mode or t.variants.threat_mode


@cites("infected.threat.track")
def raise_by(t: T, seat: SeatId, amount: int, reason: str, rule: str) -> int:
    """Add to the shared counter, 10 at most; what that sets off follows. How much was really added."""
    before = t.state.threat.value
    added = t.state.threat.change(amount, seat, reason, rule, clip=True)
    if amount > 0:
        t.state.scene.noisy = True
    if added:
        t.say("threat", rule, reason=reason, added=added, threat=t.state.threat.value)
        if mode(t) is ThreatMode.TACTICAL:
            cross(t, before, t.state.threat.value)
        if t.state.threat.value == t.state.threat.cap:
            t.state.world.threat_reached_ten = True
    return added


@cites("infected.threat.thresholds")
def cross(t: T, before: int, after: int) -> None:
    """Each threshold passed fires once, in order; of 7 and 10 only the higher brings enemies. Whatever has brought Threat down below
    one has armed it again."""
    t.state.armed = [level for level in t.state.armed if level <= before]
    crossed = [level for level in THRESHOLDS if before < level <= after]
    for level in crossed:
        t.state.armed.append(level)
        t.say("threshold", "infected.threat.thresholds", threat=level, what=THRESHOLDS[level].value)
        if level == 3:
            start_clock(t)
        elif level == 10:
            t.state.encounters.append(HORDE)
            t.say("horde_comes", "infected.threat.ten")
        elif level == 7 and 10 not in crossed:
            t.state.encounters.append(ENCOUNTER)


@cites("infected.threat.thresholds")
def start_clock(t: T) -> None:
    """Something heard you: it comes to look after d6 x 10 minutes unless the game master sets another time, or is on its way already."""
    if t.state.noise_clock is not None:
        return
    minutes = 10 * t.judge("notice_clock", range(1, 7), lambda: t.roll(SumPool(1), "notice_clock", GM).total)
    t.state.noise_clock = now(t) + minutes * ROUNDS_A_MINUTE
    t.say("clock_starts", "infected.threat.thresholds", minutes=minutes)


@cites("infected.threat.thresholds")
def clock_runs_out(t: T) -> None:
    """With Threat still 3 or more the Investigation happens, whatever the number."""
    if t.state.noise_clock is not None and now(t) >= t.state.noise_clock:
        t.state.noise_clock = None
        if t.state.threat.value >= 3:
            t.say("looks_into_it", "infected.threat.thresholds", threat=t.state.threat.value, what=Threshold.INVESTIGATION.value)


@cites("infected.threat.decay", "infected.threat.track")
def lower_by(t: T, seat: SeatId, amount: int, reason: str, rule: str) -> int:
    """Never below the Ambient Threat."""
    taken = -t.state.threat.change(-amount, seat, reason, rule, clip=True)
    if taken:
        t.say("threat_falls", rule, reason=reason, taken=taken, threat=t.state.threat.value)
    return taken


# ------------------------------------------------------------------------------------------------ noise
@cites("infected.threat.modifiers")
def circumstances(t: T, amount: int, zone: str = "", echo: bool | None = None) -> int:
    """Rain takes 1 off each noise, open ground or an echo, there or in the scene, adds 1; silence stays silent."""
    if amount < 1:
        return 0
    scene = t.state.scene
    open_ground = (scene.echo if echo is None else echo) or (zone in scene.zones and scene.zones[zone].open_ground)
    return max(0, amount - (1 if scene.rain else 0) + (1 if open_ground else 0))


@cites("infected.threat.noise_table")
def make_noise(t: T, seat: SeatId, amount: int, reason: str, rule: str, zone: str = "", echo: bool | None = None) -> int:
    """A noise that counts every time."""
    return raise_by(t, seat, circumstances(t, amount, zone, echo), reason, rule)


@cites("infected.threat.noise_table", "infected.threat.noise_frequency", "infected.conv.ranges")
def make(t: T, who: Person, noise: Noise) -> int:
    """Something of the table; talk and running count once a scene for the whole group, but are heard every time."""
    overheard(t, who, circumstances(t, NOISE[noise], who.zone))
    if noise in ONCE_A_SCENE:
        if noise.value in t.state.scene.noises:
            return 0
        t.state.scene.noises.append(noise.value)
    return make_noise(t, who.seat, how_loud(t, noise), noise.value, "infected.threat.noise_table", who.zone)


@cites("infected.conv.ranges")
def how_loud(t: T, noise: Noise) -> int:
    """Where the book gives a span the game master may pick another value of it."""
    return t.judge("how_loud", SPANS[noise], NOISE[noise], (noise.value,)) if noise in SPANS else NOISE[noise]


@cites("infected.threat.noise_frequency", "infected.threat.weapon_noise", "infected.weapon.noise_column")
def weapon_noise(t: T, who: Person, noise: int, *, loud: bool, first_of_action: bool = True) -> None:
    """A running count: the loudest weapon of the scene, and 1 for each further Loud shot; 8 in a scene at most."""
    if unheeded(t, who):
        return
    scene, noise = t.state.scene, circumstances(t, noise, who.zone)
    overheard(t, who, noise)
    match t.variants.noise_counting:
        case NoiseCounting.RUNNING | NoiseCounting.LOUDEST_PER_SCENE:
            again = 1 if loud and t.variants.noise_counting is NoiseCounting.RUNNING else 0
            added = noise - scene.loudest if noise > scene.loudest else again
            scene.loudest = max(scene.loudest, noise)
            added = min(added, MOST_BY_WEAPONS - scene.weapon_noise)
            scene.weapon_noise += added
        case NoiseCounting.PER_ACTION:
            added = noise if first_of_action else (1 if loud else 0)
        case NoiseCounting.LOUDEST_PER_ROUND:
            added = max(0, noise - scene.round_noise)
            scene.round_noise = max(scene.round_noise, noise)
    if added > 0:
        raise_by(t, who.seat, added, "weapons", "infected.threat.weapon_noise")


@cites("infected.threat.weapon_noise")
def unheeded(t: T, who: Person) -> bool:
    """An attack of somebody whose noise is not counted at this table."""
    return t.variants.noise_npc_attacks is NpcNoise.PARTY_ONLY and not who.pc


@cites("infected.threat.noise_frequency", "infected.craft.recipes.explosives")
def explosion(t: T, who: Person, noise: int, zone: str) -> None:
    """A bomb thrown as a weapon: other than shots it counts every time."""
    if not unheeded(t, who):
        overheard(t, who, noise)
        make_noise(t, who.seat, noise, Noise.EXPLOSION.value, "infected.threat.noise_frequency", zone)


# ------------------------------------------------------------------------------------------------ scenes
@cites("infected.threat.ambient")
def enter_ambient(t: T, ambient: int) -> None:
    """A floor under the counter; entering raises Threat to it, and that alone fires nothing."""
    t.state.scene.ambient = ambient
    pool = t.state.threat
    pool.floor = ambient
    if t.variants.threat_ambient_on_entry is AmbientEntry.RAISE and pool.value < ambient:
        pool.change(ambient - pool.value, TABLE, "Ambient Threat", "infected.threat.ambient", clip=True)
        t.say("ambient", "infected.threat.ambient", threat=pool.value)


@cites("infected.threat.decay", "infected.threat.dread")
def scene_ends(t: T, *, secure: bool) -> None:
    """A silent scene lets Threat fall; in Dread mode its dice are rolled."""
    scene = t.state.scene
    if mode(t) is ThreatMode.DREAD:
        dread(t)
    if not scene.noisy and not scene.distraction:
        lower_by(t, TABLE, 2 if secure else 1, "silence", "infected.threat.decay")
    scene.noisy = False
    fall_silent(t)


@cites("infected.threat.noise_frequency")
def fall_silent(t: T) -> None:
    """What counts once a scene counts anew in the next one, or at another place."""
    scene = t.state.scene
    scene.loudest, scene.weapon_noise, scene.round_noise, scene.noises = 0, 0, 0, []
    for car in t.state.vehicles.values():
        car.idled = False


@cites("infected.threat.dread")
def dread(t: T) -> int:
    """As many dice as Threat: a 6 is an encounter, more of them a worse one. They do not explode."""
    if t.state.threat.value < 1:
        return 0
    sixes = t.roll(HitPool(t.state.threat.value, 6, 0), "dread", GM).hits
    if sixes:
        t.state.encounters.append(ENCOUNTER if sixes == 1 else f"{ENCOUNTER} -{sixes - 1}")
        t.say("dread", "infected.threat.dread", sixes=sixes)
    return sixes
