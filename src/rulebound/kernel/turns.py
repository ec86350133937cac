"""Turn orders: each knows who may act next. Whoever plays the turns tells it who has acted.

A name that leaves (unconscious, dead, gone) is skipped until it comes back. What an order does not allow raises ValueError: the
caller is to offer only what `may_act` and its like list.
"""

from __future__ import annotations

from typing import Protocol

import msgspec


class TurnOrder(Protocol):
    """What all orders have in common."""

    def may_act(self) -> list[str]: ...

    def acted(self, who: str) -> None: ...

    @property
    def round_over(self) -> bool: ...


class Round(msgspec.Struct, kw_only=True):
    """Who has had a turn this round, and who can have none."""

    number: int = 1
    done: list[str] = []
    out: list[str] = []

    def leave(self, who: str) -> None:
        if who not in self.out:
            self.out.append(who)

    def come_back(self, who: str) -> None:
        if who in self.out:
            self.out.remove(who)

    def forget(self, who: str) -> None:
        """Somebody is no longer there at all, and comes back to no turn."""
        self.leave(who)
        for names in self._names():
            names[:] = [name for name in names if name != who]

    def _names(self) -> list[list[str]]:
        """Every list that may name somebody."""
        return [self.done, self.out]

    def _left(self, names: list[str]) -> list[str]:
        gone = {*self.done, *self.out}
        return [who for who in names if who not in gone]


class InGroups(Round, kw_only=True):
    """Some whose turn it is together. Who waits may act at any later point of the round; a turn still waiting at its end is lost."""

    delayed: list[str] = []

    def group(self) -> list[str]:
        raise NotImplementedError

    def may_act(self) -> list[str]:
        return self.group() + self._left(self.delayed)

    @property
    def round_over(self) -> bool:
        return not self.may_act()

    def acted(self, who: str) -> None:
        _need(who, self.may_act())
        self.done.append(who)

    def delay(self, who: str) -> None:
        _need(who, self.group())
        self.delayed.append(who)

    def _names(self) -> list[list[str]]:
        return [*super()._names(), self.delayed]


class ByScore(InGroups, kw_only=True):
    """Higher scores act first; equal ones act together as one group, unless a second score parts them."""

    scores: dict[str, int]
    second: dict[str, int] = {}

    def group(self) -> list[str]:
        """Those whose turn it is now, together."""
        away = {*self.done, *self.out, *self.delayed}
        ranks = {who: (score, self.second.get(who, 0)) for who, score in self.scores.items() if who not in away}
        first = max(ranks.values(), default=None)
        return [who for who, rank in ranks.items() if rank == first]

    def join(self, who: str, score: int) -> None:
        """Somebody enters a running fight: he acts from the next round on."""
        self.scores[who] = score
        self.done.append(who)

    def forget(self, who: str) -> None:
        super().forget(who)
        self.scores.pop(who, None)
        self.second.pop(who, None)

    def next_round(self, scores: dict[str, int] | None = None) -> None:
        """The next round, with new scores where they are rolled again."""
        self.scores = self.scores if scores is None else scores
        self.number, self.done, self.delayed = self.number + 1, [], []


class BySide(InGroups, kw_only=True):
    """Sides act one after another, the members of each in any order."""

    sides: dict[str, list[str]]

    @property
    def side(self) -> str | None:
        """The side whose turn it is."""
        return next((name for name, members in self.sides.items() if self._on_turn(members)), None)

    def group(self) -> list[str]:
        """Those of that side who have not acted and do not wait."""
        return self._on_turn(self.sides[self.side]) if self.side else []

    def join(self, who: str, side: str) -> None:
        """Somebody enters a running fight: he acts from the next round on."""
        self.sides.setdefault(side, []).append(who)
        self.done.append(who)

    def next_round(self) -> None:
        self.number, self.done, self.delayed = self.number + 1, [], []

    def _names(self) -> list[list[str]]:
        return [*super()._names(), *self.sides.values()]

    def _on_turn(self, members: list[str]) -> list[str]:
        return [who for who in self._left(members) if who not in self.delayed]


class PickedByLast(Round, kw_only=True):
    """Whoever acted last names the next from those without a turn this round; the last of a round names the starter of the next.

    `picker` is None before the first turn: then the game says who starts. A picker who went down still picks.
    """

    names: list[str]
    current: str | None = None
    picker: str | None = None

    def may_act(self) -> list[str]:
        return [self.current] if self.current else []

    def may_pick(self) -> list[str]:
        """Those who can be named now; once the round is over everybody who can act, the picker too."""
        if self.current:
            return []
        return self._left(self.names) or [who for who in self.names if who not in self.out]

    def pick(self, who: str) -> None:
        """Name the next to act. After the last turn of a round this starts the next round."""
        _need(who, self.may_pick())
        if self.round_over:
            self.number, self.done = self.number + 1, []
        self.current = who

    def acted(self, who: str) -> None:
        _need(who, self.may_act())
        self.done.append(who)
        self.current, self.picker = None, who

    def leave(self, who: str) -> None:
        super().leave(who)
        if self.current == who:
            self.current = None

    def _names(self) -> list[list[str]]:
        return [*super()._names(), self.names]

    def join(self, who: str) -> None:
        self.names.append(who)

    @property
    def round_over(self) -> bool:
        return self.current is None and not self._left(self.names)


class PlayersFirst(Round, kw_only=True):
    """All players' characters in any order, then all NPCs in any order.

    Before a player's turn an NPC may interrupt, for a price that the game takes, and has then acted; after as many as fit in one
    gap a player must act before the next. Ambushers do not count towards that.
    """

    players: list[str]
    npcs: list[str]
    interrupts_per_gap: int | None = 1
    interrupts: int = 0
    interrupting: str | None = None

    def may_act(self) -> list[str]:
        if self.interrupting:
            return [self.interrupting]
        return self._left(self.players) or self._left(self.npcs)

    def may_interrupt(self, *, ambush: bool = False) -> list[str]:
        if self.interrupting or not self._left(self.players):
            return []
        room = ambush or self.interrupts_per_gap is None or self.interrupts < self.interrupts_per_gap
        return self._left(self.npcs) if room else []

    def interrupt(self, who: str, *, ambush: bool = False) -> None:
        _need(who, self.may_interrupt(ambush=ambush))
        self.interrupting = who
        self.interrupts += not ambush

    def acted(self, who: str) -> None:
        _need(who, self.may_act())
        self.done.append(who)
        self.interrupting = None
        if who in self.players:
            self.interrupts = 0

    def leave(self, who: str) -> None:
        super().leave(who)
        if self.interrupting == who:
            self.interrupting = None

    def _names(self) -> list[list[str]]:
        return [*super()._names(), self.players, self.npcs]

    def reinforce(self, who: str) -> None:
        """An NPC arrives: it acts from the next round on."""
        self.npcs.append(who)
        self.done.append(who)

    @property
    def round_over(self) -> bool:
        return not self.may_act()

    def next_round(self) -> None:
        self.number, self.done, self.interrupts = self.number + 1, [], 0


def _need(who: str, legal: list[str]) -> None:
    if who not in legal:
        raise ValueError(f"{who} cannot do that now, only {', '.join(legal) or 'nobody'}")
