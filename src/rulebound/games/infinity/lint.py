"""What the pack prints and its own rules do not give: every disagreement, with the ruling that the table uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulebound.games.infinity.blows import Mode, shot, strike
from rulebound.games.infinity.content import Sample, content, sample, weapon
from rulebound.games.infinity.creation import ARRAY, SKILLS
from rulebound.games.infinity.people import Category, Character, Harm
from rulebound.games.infinity.programs import intrusion
from rulebound.games.infinity.state import Infinity, T, full_track
from rulebound.games.infinity.techniques import Technique, fright, gun_behind
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.citing import cites
from rulebound.kernel.table import Table
from rulebound.kernel.zones import Zone, ZoneMap

TRACKS = {Harm.PHYSICAL: "Vigour", Harm.MENTAL: "Resolve", Harm.DIGITAL: "Firewall"}
HERE = "here"


def lint() -> Sequence[str]:
    """All disagreements of the people in the packs."""
    return [line for name, kind in content().people.items() for line in disagreements(name, kind)]


def disagreements(name: str, kind: Sample) -> Iterator[str]:
    t: T = Table(Infinity(people={}, map=ZoneMap({HERE: Zone(HERE, HERE)})), InfinityVariants())
    who, foe = sample(t, name, "who"), sample(t, "gangster", "foe")
    who.zone = foe.zone = HERE
    t.state.people = {"who": who, "foe": foe}
    yield from wrong_tracks(t, kind, who)
    yield from wrong_dice(t, kind, who, foe)
    if kind.category is Category.HERO:
        yield from wrong_armour(kind)
        yield from wrong_build(kind)


@cites("infinity.pregen.tracks", "infinity.example.npc_tracks")
def wrong_tracks(t: T, kind: Sample, who: Character) -> Iterator[str]:
    for harm, printed in zip(Harm, kind.printed, strict=True):
        computed = full_track(t, kind.category, kind.attributes, who.skills, harm)
        if computed != printed:
            said = f"{TRACKS[harm]} {printed} is printed, {computed} by the formula"
            yield f"{kind.name}: {said}. Ruling: the formula [infinity.pregen.tracks]"


@cites("infinity.example.pregen_damage_lines", "infinity.example.npc_damage_lines")
def wrong_dice(t: T, kind: Sample, who: Character, foe: Character) -> Iterator[str]:
    for attack, printed in kind.lines.items():
        computed = damage_dice(t, who, foe, attack)
        if computed != printed:
            yield (f"{kind.name}: {attack} [CD]{printed} is printed, [CD]{computed} by base and bonus. "
                   f"Ruling: base and bonus [infinity.example.pregen_damage_lines]")  # fmt: skip


def damage_dice(t: T, who: Character, foe: Character, attack: str) -> int:
    """The damage dice of an attack by its own rules."""
    if attack in who.weapons:
        blow = shot(t, who, foe, attack, 0, Mode.PRIMARY) if weapon(who.weapons[attack].kind).ranged else strike(t, who, foe, attack)
    elif attack in content().programs:
        blow = intrusion(t, who, foe, attack)
    else:
        blow = fright(t, who, foe, Technique(attack), gun_behind(who, Technique(attack)))
    return blow.dice.value


@cites("infinity.armour.table")
def wrong_armour(kind: Sample) -> Iterator[str]:
    if kind.suit != kind.armour:
        yield (f"{kind.name}: {kind.suit} is listed with the Soak of {kind.armour}. "
               f"Ruling: the printed Soak [infinity.armour.table]")  # fmt: skip


@cites("infinity.creation.method")
def wrong_build(kind: Sample) -> Iterator[str]:
    """Pregens beside the method of making characters."""
    rule = "Ruling: kept as printed [infinity.creation.method]"
    if sorted(kind.attributes.values(), reverse=True) != sorted(ARRAY, reverse=True):
        yield f"{kind.name}: attributes {sorted(kind.attributes.values(), reverse=True)} are not the array {list(ARRAY)}. {rule}"
    wanted = Counter({(value.expertise, value.focus): count for count, value in SKILLS})
    there = Counter(kind.skills.values())
    for (expertise, focus), count in sorted((there - wanted).items()):
        yield f"{kind.name}: {count} more skill at {expertise}/{focus} than the method gives. {rule}"
    for (expertise, focus), count in sorted((wanted - there).items()):
        yield f"{kind.name}: {count} fewer skill at {expertise}/{focus} than the method gives. {rule}"
