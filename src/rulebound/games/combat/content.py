"""What the page leaves to the table and we made up: weapons, armor, vehicles, fighters and scenes, read from our pack."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rulebound.games.combat.state import Armor, Fighter, Id, Vehicle
from rulebound.kernel.citing import cites
from rulebound.kernel.packs import merge_packs, read_pack
from rulebound.kernel.seats import GM, SeatId
from rulebound.kernel.zones import Place


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon has a range if it is ranged, and shots if it must be reloaded. `mounted` ones are part of a vehicle."""

    dmg: int
    hands: int = 1
    reach: int = 2
    range: int = 0
    shots: int = 0
    thrown: bool = False
    fire: bool = False
    mounted: bool = False

    @property
    @cites("combat.attack.kinds")
    def ranged(self) -> bool:
        return self.range > 0


class ArmorKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dr: int
    fr: bool = False


class VehicleKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dr: int
    handling: int
    top_speed: int
    seats: int
    fuel: int
    seat_belts: bool
    wheels: int
    gives_cover: bool = True


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter to take as it is. Skills in the order of the sheet."""

    a: int
    c: int
    skills: tuple[int, int, int, int, int, int]
    weapon: str
    armor: str = "none"
    carried: tuple[str, ...] = ()
    shield: bool = False
    extra: bool = False


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sample in a scene: whose it is, where it stands, what it sits in."""

    sample: str
    side: str
    name: str
    at: tuple[int, int] = (0, 0)
    seat: str = ""
    vehicle: str | None = None
    drives: bool = False
    hidden: bool = False
    aware: bool = True


class Parked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    name: str
    at: tuple[int, int] = (0, 0)
    speed: int = 0
    gun: str | None = None


class SceneText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    fighters: dict[str, Placed]
    vehicles: dict[str, Parked] = {}


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon]
    armor: dict[str, ArmorKind]
    vehicles: dict[str, VehicleKind]
    fighters: dict[str, Sample]
    scenes: dict[str, SceneText]


@cache
def content() -> Content:
    """All packs that come with the game."""
    folder = files("rulebound.games.combat") / "packs"
    texts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return merge_packs([read_pack(text, name, Content) for name, text in texts])


@cites("combat.table.weapons", "combat.attack.range")
def weapon(name: str) -> Weapon:
    return content().weapons[name]


@cites("combat.table.armor")
def armor(name: str) -> Armor:
    kind = content().armor[name]
    return Armor(name, kind.dr, kind.dr, kind.fr)


HERE = Place(0, 0)


@cites("combat.table.vehicles")
def vehicle(id: str, kind_name: str, name: str = "", place: Place = HERE, speed: int = 0, gun: str | None = None) -> Vehicle:
    kind = content().vehicles[kind_name]
    front = 1 if kind.wheels == 2 else 2
    return Vehicle(
        id=Id(id), name=name or kind_name, dr=kind.dr, handling=kind.handling, top_speed=kind.top_speed, seats=kind.seats, fuel=kind.fuel,
        seat_belts=kind.seat_belts, gives_cover=kind.gives_cover, front_tires=front, rear_tires=kind.wheels - front, place=place,
        speed=speed, gun=gun, shots={gun: weapon(gun).shots} if gun else {},
    )  # fmt: skip


@cites("combat.sample.fighters")
def sample(name: str, id: str, side: str, seat: SeatId = GM, called: str = "", place: Place = HERE) -> Fighter:
    """A sample fighter, ready to fight."""
    kind = content().fighters[name]
    melee, ranged, acrobatics, perception, medicine, drive = kind.skills
    loaded = {w: weapon(w).shots for w in (kind.weapon, *kind.carried) if weapon(w).shots}
    return Fighter(
        id=Id(id), name=called or id, seat=seat, side=side, extra=kind.extra, a=kind.a, c=kind.c, melee=melee, ranged=ranged,
        acrobatics=acrobatics, perception=perception, medicine=medicine, drive=drive, hp=2 * kind.c, weapon=kind.weapon,
        carried=list(kind.carried), shield=kind.shield, armor=armor(kind.armor), bandages=0 if kind.extra else 2, shots=loaded, place=place,
    )  # fmt: skip
