"""The Contagion: who is exposed, the secret tallies, cleaning and treating, and those who turn. House rules of ours."""

from __future__ import annotations

from collections.abc import Sequence

from rulebound.games.contagion.allies import part
from rulebound.games.contagion.gear import lose_item
from rulebound.games.contagion.juice import quickie
from rulebound.games.contagion.people import Ally, Characteristic, Id, Mojo, Role, Someone, Survivor, Threat
from rulebound.games.contagion.state import Hand, Phase, T, Vote, fresh_id, mine, present, ruling, someone
from rulebound.games.contagion.tokens import affords, lose, pay
from rulebound.games.contagion.variants import InfectionVector
from rulebound.games.contagion.votes import happened
from rulebound.kernel.citing import cites
from rulebound.kernel.commands import command
from rulebound.kernel.entries import EVERYONE
from rulebound.kernel.refusal import Refusal
from rulebound.kernel.seats import GM, SeatId

TURNED_INFECTS = 2
BITE = 1


def secretly(t: T) -> tuple[SeatId, ...]:
    return (GM,) if t.variants.secret_infection else EVERYONE


# ------------------------------------------------------------------------------------------------ exposure
@cites("contagion.cic.contagion.infect", "contagion.cic.contagion.transmit")
def value_of(t: T, hand: Hand) -> tuple[int, bool]:
    """How infectious a winning hand is, and whether that takes a wound by teeth and nails. Of merged Threats only the highest counts."""
    best = max(carried(someone(t, id)) for id in hand.members)
    winner = someone(t, hand.id)
    if not best and isinstance(winner, Survivor) and winner.infection and hand.barehanded:
        return BITE, True
    return best, False


def carried(who: Someone) -> int:
    if isinstance(who, Threat):
        return who.infection
    return TURNED_INFECTS if isinstance(who, Survivor) and who.turned else 0


@cites("contagion.cic.contagion.infect")
def exposed(t: T, who: Survivor, value: int, wounded: bool, bite: bool) -> int:
    """Wounds let it in; other vectors are variants. The CiC is asked whatever is coming, so that asking shows nothing."""
    if t.variants.infection_vector is InfectionVector.CIC:
        return value if ruling(t, "infects", (True, False), wounded, (who.id,)) else 0
    if t.variants.infection_vector is InfectionVector.ANY_LOSS and not bite:
        return value
    return value if wounded else 0


@cites("contagion.token.resist_infection", "contagion.token.resist_infection_secret", "contagion.token.example_roger_infected")
def face_infection(t: T, who: Survivor, incoming: int) -> None:
    """A token for one Grit Quickie, offered to everybody aimed at while tallies are secret, so that the offer tells nothing."""
    if who.dead or not (t.variants.secret_infection or incoming):
        return
    if affords(t, who, 1) and t.choose(who.seat, "resist_infection", (False, True), (who.id,), default=False):
        pay(t, who, 1, "contagion.token.resist_infection")
        drawn = quickie(t, who, Characteristic.GRIT, "Infection")
        incoming = max(0, incoming - drawn.successes)
    infect(t, who, incoming)


@cites("contagion.cic.contagion.tally", "contagion.cic.contagion.mentions")
def infect(t: T, who: Survivor | Ally, points: int) -> None:
    if points > 0:
        who.infection += points
        t.say("infected", "contagion.cic.contagion.tally", to=secretly(t), who=who.id, points=points, tally=who.infection)


@cites("contagion.cic.contagion.ally", "contagion.ally.infection")
def infect_ally(t: T, ally: Ally, value: int) -> None:
    """Unresisted; one that died of it is marked too."""
    infect(t, ally, value)
    ally.marked = ally.marked or (ally.dead and ally.infection > 0)


# ------------------------------------------------------------------------------------------------ its progress
@cites("contagion.cic.contagion.threshold", "contagion.mojo.carrier_immunity", "contagion.cic.contagion.effects")
def progress(t: T) -> None:
    """At the end of a scene the tallies of the living infected rise; whoever reaches the threshold is marked, not told."""
    for who in t.state.survivors.values():
        if who.alive and who.infection:
            who.infection += 1
            t.say("sickens", "contagion.cic.contagion.threshold", to=secretly(t), who=who.id, tally=who.infection)
    for ally in t.state.allies.values():
        if not ally.dead and ally.infection:
            ally.infection += 1
            t.say("sickens", "contagion.cic.contagion.ally", to=secretly(t), who=ally.id, tally=ally.infection)
    mark(t)


@cites("contagion.cic.contagion.threshold", "contagion.mojo.carrier_immunity", "contagion.cic.contagion.ally")
def mark(t: T) -> None:
    for who in t.state.survivors.values():
        if who.alive and who.infection >= t.variants.contagion_threshold and who.mojo is not Mojo.CARRIER:
            who.marked = True
    for ally in t.state.allies.values():
        if ally.infection and (ally.dead or ally.infection >= t.variants.ally_threshold):
            ally.marked = True


@cites("contagion.cic.contagion.aftermath", "contagion.cic.contagion.mentions")
def aftermath(t: T) -> None:
    """At the start of a scene those who are marked turn, unless a Mojo brings the dead one back and the tally allows it."""
    turning = [s for s in t.state.survivors.values() if s.marked and not s.turned and not s.returns and s.mojo is not Mojo.CARRIER]
    for who in turning:
        turn(t, who)
    happened(t, Vote.TURNS, [who.id for who in turning])
    for ally in [a for a in t.state.allies.values() if a.marked]:
        turn_ally(t, ally)


@cites("contagion.cic.contagion.aftermath", "contagion.death.turned", "contagion.cic.contagion.turned_player")
def turn(t: T, who: Survivor) -> None:
    """A Hindrance of the CiC's with the score of the starting maximums; or, if the CiC agrees, still the player's."""
    who.marked = False
    t.say("turns", "contagion.cic.contagion.aftermath", who=who.id)
    who.turned, who.owes = True, []
    part(t, who)
    most = who.maximum
    if mine(t, who.seat) in (None, who) and ruling(t, "keep_turned", (False, True), False, (who.id,)):
        who.dead = False
        who.kill, who.savvy, who.grit, who.cool = most.kill, most.savvy, most.grit, most.cool
        if t.variants.narration:
            who.goal = t.text(GM, "turned_goal", (who.id,), 200, who.goal)
        t.say("keeps_turned", "contagion.cic.contagion.turned_player", who=who.id)
        return
    who.dead = True
    lose(t, who, "contagion.cic.contagion.aftermath")
    score = most.kill + most.savvy + most.grit + most.cool
    threat = Threat(
        id=fresh_id(t, f"{who.name} turned"), name=f"{who.name}, turned", score=score, full=score, infection=TURNED_INFECTS, gear=who.gear
    )
    who.gear = {}
    t.state.threats[threat.id] = threat


@cites("contagion.cic.contagion.ally")
def turn_ally(t: T, ally: Ally) -> None:
    """A Hindrance with twice the rank it came with."""
    t.say("turns", "contagion.cic.contagion.ally", who=ally.id)
    del t.state.allies[ally.id]
    score = 2 * (ally.original or ally.rank)
    t.state.threats[ally.id] = Threat(
        id=ally.id, name=f"{ally.name}, turned", role=Role.HINDRANCE, score=score, full=score, infection=TURNED_INFECTS
    )


# ------------------------------------------------------------------------------------------------ cleaning and treating
def wounded(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Somebody in the scene with a wound that can still be cleaned."""
    return [s.id for s in present(t) if s.wounds]


def cleaners(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """Something of yours that is fit to clean a wound with."""
    who = mine(t, by)
    return [item.id for item in who.gear.values() if item.cleans and not item.out] if who else []


@cites("contagion.cic.contagion.cure")
def can_clean(t: T, by: SeatId) -> Refusal | None:
    rule = "contagion.cic.contagion.cure"
    who = mine(t, by)
    if t.state.phase is not Phase.SCENE or who is None or not who.here or who.turned:
        return Refusal(rule, "Wounds are cleaned in a scene, by somebody in it.")
    if not wounded(t, by):
        return Refusal(rule, "There is no fresh wound to clean.")
    return None if cleaners(t, by) else Refusal(rule, "You have nothing to clean a wound with.", "A first aid kit or spirits would do.")


@command(rules=("contagion.cic.contagion.cure",), when=can_clean, patient=wounded, item=cleaners)
def clean(t: T, by: SeatId, patient: Id, item: Id) -> None:
    """Clean a wound: uses up the item, and a Savvy Quickie may lower a tally that only the CiC knows."""
    helper, them = mine(t, by), t.state.survivors[patient]
    assert helper is not None
    thing = lose_item(t, helper, item)
    them.wounds -= 1
    t.say("cleans", "contagion.cic.contagion.cure", who=helper.id, patient=patient, item=thing.name)
    lower(t, them, quickie(t, helper, Characteristic.SAVVY, "a wound").successes, "contagion.cic.contagion.cure")


def lower(t: T, who: Survivor, points: int, rule: str) -> None:
    gone = min(points, who.infection)
    who.infection -= gone
    t.say("cleansed", rule, to=secretly(t), who=who.id, points=gone, tally=who.infection)


def untreated(t: T, by: SeatId, *_: object) -> Sequence[Id]:
    """A living Survivor who has not been treated in this break."""
    return [s.id for s in t.state.survivors.values() if s.alive and not s.treated and not s.enters]


@cites("contagion.cic.contagion.treatment")
def can_treat(t: T, by: SeatId) -> Refusal | None:
    rule = "contagion.cic.contagion.treatment"
    who = mine(t, by)
    if t.state.phase is not Phase.BREAK or who is None or not who.alive:
        return Refusal(rule, "Treatment is for the time between scenes, by a living Survivor.")
    if not untreated(t, by):
        return Refusal(rule, "Everybody has been treated in this break.")
    return None if affords(t, who, t.variants.price_treatment) else Refusal(rule, f"It costs {t.variants.price_treatment} tokens.")


@command(rules=("contagion.cic.contagion.treatment",), when=can_treat, patient=untreated)
def treat(t: T, by: SeatId, patient: Id) -> None:
    """Treat somebody for 2 tokens: a Savvy Quickie that may lower a tally only the CiC knows."""
    healer, them = mine(t, by), t.state.survivors[patient]
    assert healer is not None
    pay(t, healer, t.variants.price_treatment, "contagion.cic.contagion.treatment")
    them.treated = True
    t.say("treats_self" if healer is them else "treats", "contagion.cic.contagion.treatment", who=healer.id, patient=patient)
    lower(t, them, quickie(t, healer, Characteristic.SAVVY, "treatment").successes, "contagion.cic.contagion.treatment")
