"""A turn: the actions there are, and what is left of one."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

Note = msgspec.Meta


class Action(StrEnum):
    """Everything that takes part of a turn."""

    ADJUSTMENT = "adjustment"
    DROP_ITEM = "drop item"
    DROP_PRONE = "drop prone"
    SIMPLE_TASK = "simple task"
    SPEAK = "speak"
    CLEAR_MALFUNCTION = "clear malfunction"
    MOVEMENT = "movement"
    RECOVER = "recover"
    STAND = "stand"
    DRAW = "draw or use item"
    ASSIST = "assist"
    HACK = "hack"
    MELEE = "melee"
    SCARE = "scare"
    SHOOT = "shoot"
    BRACE = "brace"
    EXPLOIT_WEAKNESS = "exploit weakness"
    PASS = "pass"
    READY = "ready"
    SHAKE_IT_OFF = "shake it off"
    SKILL_TEST = "skill test"
    SPRINT = "sprint"
    WITHDRAW = "withdraw"
    GUN_ENGINES = "gun the engines"
    DEFENSIVE_DRIVING = "defensive driving"
    ON_TARGET = "on target"
    RAM = "ramming speed"
    FIRING_SOLUTION = "firing solution"
    COORDINATE = "coordinate"


class Turn(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """What is left of a turn (infinity.turn.actions)."""

    standard: int = 1
    minor: int = 1
    free: int = 1
    free_open: Annotated[bool, Note(description="a Minor Action was given up for any number of Free Actions")] = False
    traded: Annotated[bool, Note(description="the Standard Action was given up for a Minor one")] = False
    taken: Annotated[list[Action], Note(description="actions taken, in order")] = []
    tool: Annotated[str, Note(description="what the last attack was made with")] = ""
    swift: Annotated[bool, Note(description="the next Standard Action is the extra one of a Swift Action")] = False
    hurried: Annotated[bool, Note(description="the extra action of a Swift Action is going on")] = False
    other_tool: Annotated[bool, Note(description="the extra action must be an attack of another kind or with another tool")] = False
    bonus: Annotated[bool, Note(description="an Infinity point has bought an action this turn")] = False
    passed: Annotated[bool, Note(description="a test was passed, so Momentum can be spent")] = False
    banked: bool = False
    took: bool = False
    declared: Annotated[list[Action] | None, Note(description="the Standard and the Minor Action that were announced")] = None
    bought: Annotated[list[str], Note(description="what the last test passed has bought that can be bought once")] = []
    linked: Annotated[bool, Note(description="an Infinity point keeps a compromised network going")] = False
    woken: Annotated[bool, Note(description="an Infinity point lets somebody act in spite of four harms")] = False
