"""What a client may ask of a table, on the socket or by HTTP, and what it is told."""

from __future__ import annotations

import msgspec

from rulebound.web.moves import Field, Said

Plain = str | int | bool | None
Value = str | int | bool | list[str | int] | dict[str, str] | None


class Message(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """`ref` comes back in the reply."""

    ref: int = 0


class Hello(Message, frozen=True, tag="hello", kw_only=True):
    """The first message of a socket: what the client still has from before, if anything."""

    epoch: str = ""
    seen: int = 0
    said: int = 0


class Here(Message, frozen=True, tag="here"):
    """Nothing but a reply."""


class Do(Message, frozen=True, tag="do", kw_only=True):
    """Start a command."""

    command: str
    args: dict[str, Plain] = {}


class GiveAnswer(Message, frozen=True, tag="answer", kw_only=True):
    """Answer a question; `for` is the seat that a game master answers for."""

    id: str
    value: Value
    whose: str = msgspec.field(name="for", default="")


class LetDefault(Message, frozen=True, tag="default", kw_only=True):
    """Let the written default stand; for dice and cards the table throws."""

    id: str
    whose: str = msgspec.field(name="for", default="")


class Undo(Message, frozen=True, tag="undo"):
    """Take back the last answer of a waiting command, or the last command."""


class Cancel(Message, frozen=True, tag="cancel"):
    """Drop a waiting command of which nothing has been revealed."""


class Overrule(Message, frozen=True, tag="overrule", kw_only=True):
    """Replace one answer of the last turn."""

    answer: int
    value: Value


class Say(Message, frozen=True, tag="say", kw_only=True):
    """A line of talk, or one of its commands."""

    text: str


class Reseat(Message, frozen=True, tag="reseat", kw_only=True):
    """Change a seat: its name, whether a machine plays it, whether its dice are typed in."""

    seat: str
    name: str | None = None
    machine: bool | None = None
    real_dice: bool | None = None


class Pause(Message, frozen=True, tag="pause", kw_only=True):
    on: bool


class Close(Message, frozen=True, tag="close"):
    """End the table for good and reveal its seed."""


class NextArgument(Message, frozen=True, tag="argument", kw_only=True):
    """The first argument of a command that is not given yet."""

    command: str
    args: dict[str, Plain] = {}


class TryOut(Message, frozen=True, tag="try", kw_only=True):
    """Whether a command would be refused; nothing changes."""

    command: str
    args: dict[str, Plain] = {}


class AskChances(Message, frozen=True, tag="chances", kw_only=True):
    """The exact chances of a complete command, or of each answer to what the seat is asked."""

    command: str = ""
    args: dict[str, Plain] = {}
    id: str = ""
    itself: bool = False
    """Of the thing itself, which is quicker; `more` in the reply says whether anything that may follow from it was left out."""


class AskAdvice(Message, frozen=True, tag="advice"):
    """What a machine would start in your place."""


Act = (
    Do | GiveAnswer | LetDefault | Undo | Cancel | Overrule | Say | Reseat | Pause | Close | NextArgument | TryOut | AskChances
    | AskAdvice
)  # fmt: skip
FromClient = Hello | Here | Act

decode = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode


class Outlook(msgspec.Struct, frozen=True):
    says: str
    p: str
    percent: str


class Chances(msgspec.Struct, frozen=True):
    """What one answer, or the command, comes to: every outcome with its exact chance, the likeliest first."""

    whose: str = msgspec.field(name="for")
    outcomes: tuple[Outlook, ...]


class Advice(msgspec.Struct, frozen=True):
    """A command and its arguments; what is not named is left out."""

    command: str
    args: dict[str, str | int]


class Reply(msgspec.Struct, frozen=True, tag_field="is", tag="reply", omit_defaults=True):
    ref: int
    ok: bool = False
    refusal: Said | None = None
    argument: Field | None = None
    chances: tuple[Chances, ...] | None = None
    more: bool = False
    advice: Advice | None = None
