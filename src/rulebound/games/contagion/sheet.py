"""What each seat sees. A hand is its owner's alone, and only once it has been looked at; tallies and votes are the CiC's."""

from __future__ import annotations

from rulebound.games.contagion.gear import capacity, load
from rulebound.games.contagion.madness import stage_words, threshold
from rulebound.games.contagion.people import Ally, Characteristic, Gear, Mojo, Survivor, Threat, rank
from rulebound.games.contagion.state import Contagion, Hand, Phase, T, someone
from rulebound.games.contagion.threats import cards_of
from rulebound.games.contagion.variants import PriceVisibility, WeaponMethod
from rulebound.kernel.citing import cites
from rulebound.kernel.modifiers import Total
from rulebound.kernel.seats import GM, Seat
from rulebound.kernel.view import Boxes, CardsShown, Fact, Item, Panel, Scene, Tokens


@cites("contagion.secrets.summary")
def show(t: T, seat: Seat) -> Scene:
    people = sorted(t.state.survivors.values(), key=lambda s: s.seat != seat.id)
    panels = [survivor(t, seat, who) for who in people]
    panels += [threat_panel(t, seat, threat) for threat in t.state.threats.values() if threat.present]
    panels += [ally_panel(t, seat, ally) for ally in t.state.allies.values()]
    if t.state.showdown:
        panels.append(showdown_panel(t, seat))
    panels += [table_panel(t), story_panel(t, seat)]
    if seat.id in t.state.votes or seat.id == GM or t.state.phase is Phase.OVER:
        panels.append(votes_panel(t, seat))
    mine = tuple(Tokens(f"{who.name}'s tokens", who.tokens) for who in people if who.seat == seat.id)
    return Scene(status(t), tuple(panels), (*mine, *pools(t)))


def seat_name(state: Contagion, seat: str) -> str:
    """A player goes by the name of their first Survivor."""
    return "the CiC" if seat == GM else next((s.name for s in state.survivors.values() if s.seat == seat), seat)


def pools(t: T) -> tuple[Tokens, ...]:
    return Tokens("Survival Pool", t.state.pool.value), Tokens("Adversity", t.state.adversity.value)


def status(t: T) -> str:
    match t.state.phase:
        case Phase.SCENE:
            step = f", a Showdown in step {t.state.showdown.step}" if t.state.showdown else ""
            return f"Scene {t.state.scenes + 1}{step}"
        case Phase.BREAK:
            return f"After scene {t.state.scenes}"
        case Phase.OVER:
            return f"Over: {t.state.ended}"
        case _:
            return "Making Survivors"


def condition(who: Survivor) -> str:
    words = [
        "turned" if who.turned else "dead" if who.dead else "",
        "" if who.present else "not in the scene",
        "comes with the next scene" if who.enters else "",
        f"misses {who.misses} actions" if who.misses else "",
    ]
    return ", ".join(filter(None, words)) or "alive"


@cites("contagion.create.sheet", "contagion.session.materials", "contagion.characteristic.rank_meaning", "contagion.cic.contagion.tally")
def survivor(t: T, seat: Seat, who: Survivor) -> Panel:
    """The whole sheet is public but for the infection and, as a variant, the prices that are owed."""
    items: list[Item] = [
        Fact("Who", ", ".join(filter(None, (who.archetype, who.concept)))), Fact("Goal", who.goal), Fact("State", condition(who)),
        *(skill_boxes(who, skill) for skill in Characteristic),
        Fact("Psychotrigger", who.psychotrigger), Fact("Ways to use it", "; ".join(who.ways)),
        Fact("Stage", f"{who.stage}, {stage_words(who)}"), Boxes("CGP", threshold(t, who), who.cgp, f"{who.cgp} of {threshold(t, who)}"),
        Tokens("Survival tokens", who.tokens), Fact("Mojo", mojo_words(who)),
        Fact("Mad Half", seat_name(t.state, who.mad_half) if who.mad_half else "nobody yet"),
        Fact("Pawn", next((s.name for s in t.state.survivors.values() if s.mad_half == who.seat and not s.dead), "nobody")),
        Fact("Slots", load(t, who), slots(t, who).parts), Fact("Gear", ", ".join(gear_words(t, i) for i in who.gear.values()) or "none"),
        Fact("To be played", "; ".join(who.notes)),
    ]  # fmt: skip
    items += [Fact("Owes", price.demand) for price in who.owes if sees_price(t, seat, who, price.mad_half)]
    if seat.id == GM or not t.variants.secret_infection:
        items.append(Fact("Infection", who.infection))
    brief = (
        f"Kill {who.kill}, Savvy {who.savvy}, Grit {who.grit}, Cool {who.cool}, {who.tokens} tokens, "
        f"stage {who.stage} with {who.cgp} CGP, {condition(who)}"
    )
    return Panel(who.id, who.name, brief, tuple(items), who.seat == seat.id)


def skill_boxes(who: Survivor, skill: Characteristic) -> Boxes:
    now, most = rank(who, skill), int(getattr(who.maximum, skill.value))
    return Boxes(skill.value.capitalize(), max(now, most), max(0, most - now), f"{now} of {most}")


def mojo_words(who: Survivor) -> str:
    return who.mojo.value + (" (used)" if who.mojo is Mojo.OUT_OF_HELL and who.mojo_spent else "")


def slots(t: T, who: Survivor) -> Total:
    total = Total.of("Savvy x 2", 2 * who.savvy, "contagion.gear.slot_limit")
    for item in who.gear.values():
        if item.slot_bonus:
            total = total.plus(item.name, item.slot_bonus, "contagion.gear.slot_limit")
    return total.plus("free", load(t, who) - capacity(t, who), "contagion.gear.slot_limit")


@cites("contagion.negotiation.prices")
def sees_price(t: T, seat: Seat, who: Survivor, mad_half: str) -> bool:
    return t.variants.price_visibility is PriceVisibility.PUBLIC or seat.id in (who.seat, mad_half)


@cites("contagion.gear.definition")
def gear_words(t: T, item: Gear) -> str:
    words = [f"{item.slots} slot{'' if item.slots == 1 else 's'}" if not item.slot_bonus else f"+{item.slot_bonus} slots"]
    if item.juice:
        cost = f"{item.juice}" if item.juice_every == 1 else f"1/{item.juice_every}"
        words.append(f"J{cost}, tally {item.tally}{', out of Juice' if item.out else ''}")
    if t.variants.weapon_method is WeaponMethod.CUSTOM and item.weapon:
        words += [f"Hurtin' +{item.hurtin}", f"draw {item.bonus}", *item.specials]
    return f"{item.name} ({', '.join(words)})"


@cites("contagion.cic.threat.state")
def threat_panel(t: T, seat: Seat, threat: Threat) -> Panel:
    """Role and score are public unless the CiC hides the score; how infectious it is only the CiC sees."""
    known = seat.id == GM or not t.variants.hide_threat_score
    score = f"score {threat.score}" if known else "score unknown"
    state = "dead" if threat.dead else "alive"
    items: list[Item] = [Fact("Role", threat.role.value), Fact("Cards", cards_of(t, threat)), Fact("State", state)]
    items += [Fact("Threat score", threat.score)] if known else []
    items.append(Fact("Gear", ", ".join(gear_words(t, item) for item in threat.gear.values()) or "none"))
    items += [Fact("Infection", threat.infection)] if seat.id == GM or not t.variants.secret_infection else []
    return Panel(threat.id, threat.name, f"{threat.role.value}, {score}{', dead' if threat.dead else ''}", tuple(items), seat.id == GM)


@cites("contagion.ally.stats")
def ally_panel(t: T, seat: Seat, ally: Ally) -> Panel:
    friend = someone(t, ally.friend).name if ally.friend else "nobody"
    brief = f"{ally.rank}-{ally.skill.value.capitalize()}, with {friend}{', dead' if ally.dead else ''}"
    items: list[Item] = [Fact("Rank", ally.rank), Fact("Characteristic", ally.skill.value), Fact("Goes with", friend)]
    items += [Fact("Infection", ally.infection)] if seat.id == GM or not t.variants.secret_infection else []
    return Panel(ally.id, ally.name, brief, tuple(items))


@cites("contagion.showdown.step4_look", "contagion.multi.table_talk", "contagion.cards.zones", "contagion.secrets.summary")
def showdown_panel(t: T, seat: Seat) -> Panel:
    """The open pile, and of each hand what this seat may see: its own cards once looked at, else only how many."""
    fight = t.state.showdown
    assert fight is not None
    items: list[Item] = [CardsShown("Play Pile", tuple(str(played.card) for played in fight.pile))]
    items += [hand_shown(t, seat, hand) for hand in fight.hands.values()]
    brief = "; ".join(f"{someone(t, hand.id).name} {len(hand.cards)} cards" for hand in fight.hands.values())
    return Panel("showdown", "The Showdown", brief, tuple(items))


@cites("contagion.showdown.step2_draw", "contagion.showdown.step4_look")
def hand_shown(t: T, seat: Seat, hand: Hand) -> CardsShown:
    name = f"Hand of {someone(t, hand.id).name}"
    if hand.looked and hand.seat == seat.id:
        return CardsShown(name, tuple(map(str, hand.cards)))
    return CardsShown(name, (), len(hand.cards))


@cites("contagion.cards.zones", "contagion.cic.adversity.pool", "contagion.pool.state")
def table_panel(t: T) -> Panel:
    """Sizes of piles, the open discards, the pools."""
    items: list[Item] = [
        CardsShown("Deck", (), len(t.state.deck.cards)), CardsShown("Discard pile", tuple(map(str, t.state.deck.discard))),
        CardsShown("Drawn", tuple(map(str, t.state.drawn))), *pools(t), Fact("Scenes completed", t.state.scenes),
        Fact("Has acted", ", ".join(someone(t, id).name for id in t.state.acted if known(t, id)) or "nobody"),
        Fact("On the ground", ", ".join(item.name for item in t.state.ground.values()) or "nothing"),
        Fact("To be used", ", ".join(t.state.scenery) or "nothing"),
    ]  # fmt: skip
    brief = f"{len(t.state.deck.cards)} cards in the deck, Survival Pool {t.state.pool.value}, Adversity {t.state.adversity.value}"
    return Panel("table", "The table", brief, tuple(items))


def known(t: T, id: str) -> bool:
    return id in t.state.survivors or id in t.state.allies or id in t.state.threats


@cites("contagion.cic.scenario")
def story_panel(t: T, seat: Seat) -> Panel:
    story = t.state.story
    goals = ", ".join(f"{what} ({tokens})" for what, tokens in story.objectives.items()) or "none"
    items = (
        Fact("Premise", story.premise),
        Fact("Purpose", story.purpose),
        Fact("Contagion", story.contagion),
        Fact("Bonus objectives", goals),
        Fact("Told last", t.state.told[-1] if t.state.told else ""),
    )
    return Panel("story", "The story", story.premise or "no scenario yet", items)


@cites("contagion.create.secret_votes", "contagion.secrets.summary")
def votes_panel(t: T, seat: Seat) -> Panel:
    """One's own votes; all of them for the CiC, and for everybody when the game is over."""
    every = seat.id == GM or t.state.phase is Phase.OVER
    items = tuple(
        Fact(f"{seat_name(t.state, voter)}: {question}", someone(t, whom).name if known(t, whom) else whom)
        for voter, votes in t.state.votes.items()
        if every or voter == seat.id
        for question, whom in votes.items()
    )
    return Panel("votes", "Secret votes", f"{len(items)} votes", items)
