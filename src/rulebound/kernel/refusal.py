"""Refusals: what the rules do not allow, as values that say what would be right."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Why a command or an answer was not taken. It changed nothing.

    `rule` is a ledger id where a game's rule says no, and a code of the table's own (`table.not_your_seat`) elsewhere.
    """

    rule: str
    reason: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.reason}{f' {self.instead}' if self.instead else ''} [{self.rule}]"


class Refused(Exception):
    """Carries a refusal out of a rule, to whoever started the command and nobody else."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(rule: str, reason: str, instead: str = "") -> Refused:
    """`raise refuse("combat.ap.default_cost", "no AP left", "End the turn.")`"""
    return Refused(Refusal(rule, reason, instead))
