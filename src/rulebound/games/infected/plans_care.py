"""What machine survivors do for those who are hurt: put out flames, stop the dying, untie, dig, amputate, bandage, give medicine."""

from __future__ import annotations

from collections.abc import Callable

from rulebound.games.infected.campaign import campaign_of
from rulebound.games.infected.care import PATCHES, WINDOW, edges
from rulebound.games.infected.helping import KITS, at_hand
from rulebound.games.infected.infection import LIMBS
from rulebound.games.infected.people import Injury, Person
from rulebound.games.infected.rescue import aflame
from rulebound.games.infected.sickness import CURABLE
from rulebound.games.infected.state import Infected, T
from rulebound.games.infected.terms import Condition, Id, Level, Skill
from rulebound.kernel.clock import Unit
from rulebound.kernel.policy import Move

BAD_WATER = "contaminated water"
PARCHED = 24
"""Hours without water from which it is drunk for all that."""


def able(state: Infected) -> list[Person]:
    return [p for p in state.people.values() if p.pc and p.up and not p.restrained]


def leader(state: Infected) -> Person | None:
    return next(iter(able(state)), None)


def there(state: Infected) -> list[Person]:
    """Survivors who can be helped."""
    return [p for p in state.people.values() if p.pc and not (p.dead or p.fled)]


def nurse(state: Infected) -> Person | None:
    """Whoever helps a dying friend best: with a kit, or by skill."""
    dying = any(p.dying_until is not None for p in there(state))
    best = max(able(state), key=lambda p: (at_hand(p, KITS) is not None, p.wits + p.skills.get(Skill.MEDICINE, 0)), default=None)
    return best if dying else None


def stabilise(t: T, who: Person) -> Move:
    patient = next(p for p in there(t.state) if p.dying_until is not None)
    return Move("stabilise", {"who": who.id, "patient": patient.id, "with_kit": at_hand(who, KITS) is not None})


def flames(state: Infected) -> Person | None:
    """Whoever burns, or stands by somebody who cannot help it."""
    ablaze = [p for p in there(state) if p.has(Condition.BURNING)]
    return next((p for p in ablaze if p in able(state)), leader(state)) if ablaze else None


def put_out(t: T, who: Person) -> Move:
    if who.has(Condition.BURNING):
        return Move("put_out_flames", {"who": who.id})
    return Move("put_out_flames", {"who": who.id, "patient": next(id for id in aflame(t, who.seat, who.id) if t.state.people[id].pc)})


def tied_up(state: Infected, who: Person) -> Id | None:
    """A friend beside them who is tied up."""
    return next((p.id for p in there(state) if p.restrained and p.zone == who.zone), None)


def liberator(state: Infected) -> Person | None:
    return next((p for p in able(state) if tied_up(state, p)), None)


def set_free(t: T, who: Person) -> Move:
    return Move("untie", {"who": who.id, "target": tied_up(t.state, who)})


def lifeguard(state: Infected) -> Person | None:
    """Whoever stands on firm ground; alone in the water, the one who drowns."""
    return min(able(state), key=lambda p: p.drowning > 0, default=None) if any(p.drowning for p in there(state)) else None


def save(t: T, who: Person) -> Move:
    if who.drowning:
        return Move("swim", {"who": who.id})
    return Move("pull_out", {"who": who.id, "victim": next(p.id for p in there(t.state) if p.drowning)})


def digger(state: Infected) -> Person | None:
    """Whoever has the best chance to free somebody from the rubble."""
    buried = any(p.pc and p.trapped and not p.dead for p in state.people.values())
    return max(able(state), key=lambda p: (not p.trapped, p.grit + p.skills.get(Skill.ATHLETICS, 0)), default=None) if buried else None


def dig(t: T, who: Person) -> Move:
    victim = who if who.trapped else next(p for p in t.state.people.values() if p.pc and p.trapped and not p.dead)
    return Move("dig_out", {"who": who.id, "victim": victim.id})


def bitten(state: Infected) -> Person | None:
    """Somebody bitten in a limb within the minute who will turn of it."""
    now = state.clock.passed[Unit.ROUNDS]
    for p in able(state):
        sick = p.infection
        if sick is not None and sick.area in LIMBS and sick.turns_at is not None and now - sick.exposed_at <= WINDOW:
            return p
    return None


def surgeon(state: Infected) -> Person | None:
    edged = [p for p in able(state) if at_hand(p, edges())]
    best = max(edged, key=lambda p: p.wits + p.skills.get(Skill.MEDICINE, 0), default=None)
    return best if bitten(state) is not None else None


def cut_off(t: T, who: Person) -> Move | None:
    patient = bitten(t.state)
    return Move("amputate", {"who": who.id, "patient": patient.id}) if patient else None


def unpatched(state: Infected) -> Person | None:
    now = state.clock.passed[Unit.ROUNDS]

    def open_one(injury: Injury) -> bool:
        return injury.level in (Level.BLEEDING, Level.BROKEN) and not injury.tended and now >= injury.patched_until

    return next((p for p in able(state) if any(map(open_one, p.injuries))), None)


def bandager(state: Infected) -> Person | None:
    return next((p for p in able(state) if at_hand(p, PATCHES)), None) if unpatched(state) else None


def bandage(t: T, who: Person) -> Move | None:
    patient = unpatched(t.state)
    if patient is None:
        return None
    if at_hand(who, ("bandage",)):
        return Move("medicate", {"who": who.id, "medicine": "bandage", "patient": patient.id})
    return Move("patch_up", {"who": who.id, "patient": patient.id})


def holder(kind: str, needed: Callable[[Person], bool]) -> Callable[[Infected], Person | None]:
    """Whoever has some of it, if anybody needs it."""

    def find(state: Infected) -> Person | None:
        if kind == promised(state) and sum(g.count for p in able(state) for g in p.gear.values() if g.kind == kind) < 2:
            return None
        wanted = any(map(needed, there(state)))
        return next((p for p in able(state) if at_hand(p, (kind,))), None) if wanted else None

    return find


def promised(state: Infected) -> str:
    """What the group went out for, and does not use up itself to the last."""
    story = state.world.story
    return campaign_of(story).wanted if story is not None else state.scene.wanted


def fevered(who: Person) -> bool:
    return who.infection is not None


def ill(who: Person) -> bool:
    return any(a.id in CURABLE and a.until is None for a in who.ailments) or any(i.rotting for i in who.injuries)


def parched(state: Infected) -> Person | None:
    """Whoever has had no water for a day, and has some that is not safe."""
    return next((p for p in able(state) if p.hours_thirsty >= PARCHED and not p.water and at_hand(p, (BAD_WATER,))), None)


def make_do(t: T, who: Person) -> Move:
    return Move("make_do", {"who": who.id, "thing": next(g.id for g in who.gear.values() if g.kind == BAD_WATER)})


def hold_back(t: T, who: Person) -> Move:
    return Move("give_suppressant", {"who": who.id, "patient": next(p.id for p in there(t.state) if fevered(p))})


def cure(t: T, who: Person) -> Move:
    patient = next(p.id for p in there(t.state) if ill(p))
    return Move("give_antibiotics", {"who": who.id, "patient": patient})
