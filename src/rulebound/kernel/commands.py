"""Commands: rules that a seat may start, declared once; forms, options, validation and references all follow from that.

    @command(rules=("combat.attack.roll",), when=on_turn, target=targets, weapon=weapons)
    def attack(t: T, by: SeatId, target: FighterId, weapon: str) -> None:
        "Attack somebody with a weapon in hand."

`when(t, by)` gives a refusal if the seat may not start it now. For every argument there is an offer: a function of the table, the
seat and the arguments before it, that gives the legal values: a sequence of options, a `range` of numbers, or `AnyText`. One that
takes `*_` alone looks at none of them and always gives the same. An argument that is an enum or a bool needs no offer. Offers are
checked against the signature when the module is imported. Where a value that is not offered breaks a rule of its own, `reasons` find it.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar, get_type_hints

import msgspec

from rulebound.kernel.citing import CITED
from rulebound.kernel.questions import text_form
from rulebound.kernel.refusal import Refusal, Refused
from rulebound.kernel.seats import SeatId
from rulebound.kernel.words import can_be_written, shown

if TYPE_CHECKING:
    from rulebound.kernel.table import Table

S = TypeVar("S")
V = TypeVar("V")


class AnyText(msgspec.Struct, frozen=True):
    """Offered where any text will do, up to a length."""

    longest: int = 500


Options = Sequence[object] | AnyText
Offer = Callable[..., Options]
Reason = Callable[..., Refusal | None]
"""Of the table, the seat and all that was given, as it was given: the rule that speaks against the value of an argument."""
Arguments = dict[str, object]
MANY = 60
"""A refusal lists the legal values only while they are fewer than this."""
LARGEST = 10**18
LONGEST_GUESS = 100
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class Argument(msgspec.Struct, frozen=True):
    """One argument of a command: its offer and, where it may be left out, what then holds."""

    name: str
    kind: type
    offer: Offer
    optional: bool
    meaning: str
    default: object = None
    fixed: bool = False
    """Its offer looks at nothing, so it is always the same, and something is always legal."""

    def values(self, options: Options) -> Iterator[object]:
        """What it is tried with where these are offered: each of them, a sample of free text, the default where it is not among them."""
        if isinstance(options, AnyText):
            yield "words"[: options.longest]
            return
        yield from options
        if self.optional and self.default not in options:
            yield self.default


class Command(Generic[S, V]):
    """A rule with a name, a condition and arguments."""

    def __init__(
        self, rule: Callable[..., None], rules: tuple[str, ...], when: Callable[[Table[S, V], SeatId], Refusal | None],
        offers: Mapping[str, Offer],
    ) -> None:  # fmt: skip
        self.rule = rule
        self.rules = rules
        CITED[rule.__code__] = rules
        self.when = when
        self.name = rule.__name__.rstrip("_")
        self.meaning = inspect.getdoc(rule) or ""
        self.arguments = tuple(_arguments(rule, offers))
        self.reasons: Mapping[str, Reason] = {}
        self.needed = max((place for place, a in enumerate(self.arguments, 1) if not (a.optional or a.fixed)), default=0)
        """So many arguments until those that are left can always be given."""

    def __call__(self, t: Table[S, V], by: SeatId, *args: object, **kwargs: object) -> None:
        self.rule(t, by, *args, **kwargs)

    def options(self, t: Table[S, V], by: SeatId, argument: Argument, given: Sequence[object]) -> Options:
        return argument.offer(t, by, *given)

    def read(self, t: Table[S, V], by: SeatId, plain: Mapping[str, object]) -> Arguments:
        """The arguments as the rule wants them, each one of those offered; Refused says which is not and what would be."""
        if not isinstance(plain, Mapping):
            raise Refused(Refusal("table.bad_arguments", f"{shown(plain)} are no arguments.", "Give each by its name."))
        names = [a.name for a in self.arguments]
        for name in plain:
            if name not in names:
                hint = f"It takes {', '.join(names)}." if names else "It takes no arguments."
                raise Refused(Refusal("table.unknown_argument", f"{self.name} has no argument called {shown(name)}.", hint))
        return self.read_some(t, by, plain, len(self.arguments))

    def read_some(self, t: Table[S, V], by: SeatId, plain: Mapping[str, object], count: int) -> Arguments:
        """The first so many arguments."""
        read: Arguments = {}
        for argument in self.arguments[:count]:
            given = plain.get(argument.name)
            if argument.optional and (given is None or _same(argument.default, given)):
                read[argument.name] = argument.default
            elif argument.name in plain:
                options = self.options(t, by, argument, tuple(read.values()))
                read[argument.name] = _pick(self, argument, options, given, partial(self._against, t, by, argument, plain))
            else:
                legal = describe_options(self.options(t, by, argument, tuple(read.values())))
                raise Refused(Refusal("table.missing_argument", f"{self.name} needs {argument.name}.", f"Legal: {legal}."))
        return read

    def _against(self, t: Table[S, V], by: SeatId, argument: Argument, plain: Mapping[str, object]) -> Refusal | None:
        reason = self.reasons.get(argument.name)
        return reason(t, by, plain) if reason is not None else None

    def every(self, t: Table[S, V], by: SeatId) -> Iterator[Arguments]:
        """Every complete set of legal arguments: numbers by every value, free text by one sample, defaults where they are not offered."""
        yield from self._every(t, by, {})

    def _every(self, t: Table[S, V], by: SeatId, given: Arguments) -> Iterator[Arguments]:
        if len(given) == len(self.arguments):
            yield dict(given)
            return
        argument = self.arguments[len(given)]
        for value in argument.values(self.options(t, by, argument, tuple(given.values()))):
            yield from self._every(t, by, {**given, argument.name: value})

    def possible(self, t: Table[S, V], by: SeatId, options: Options, given: tuple[object, ...] = ()) -> bool:
        """Whether `every` would find anything; `options` are those of the argument that follows the given ones."""
        place = len(given) + 1
        for value in self.arguments[len(given)].values(options):
            if place >= self.needed:
                return True
            so_far = (*given, value)
            if self.possible(t, by, self.arguments[place].offer(t, by, *so_far), so_far):
                return True
        return False


def command(
    *, rules: tuple[str, ...], when: Callable[[Table[S, V], SeatId], Refusal | None], **offers: Offer
) -> Callable[[Callable[..., None]], Command[S, V]]:
    return lambda rule: Command(rule, rules, when, offers)


def reasons(**why: Reason) -> Callable[[Command[S, V]], Command[S, V]]:
    """Above `command`: for some of its arguments, which rule refuses what is not offered; for the others it is the command's first."""

    def add(to: Command[S, V]) -> Command[S, V]:
        unknown = set(why) - {argument.name for argument in to.arguments}
        if unknown:
            raise TypeError(f"{to.name}: reasons for no argument: {', '.join(sorted(unknown))}")
        to.reasons = why
        return to

    return add


def yes_or_no(meaning: str, *, first: bool = False) -> Offer:
    """Both, and what it is about; the default first."""

    def either(*_: object) -> Options:
        return (first, not first)

    either.__doc__ = meaning
    return either


def _arguments(rule: Callable[..., None], offers: Mapping[str, Offer]) -> Iterator[Argument]:
    hints = get_type_hints(rule)
    parameters = list(inspect.signature(rule).parameters.values())[2:]
    unknown = set(offers) - {p.name for p in parameters}
    if unknown:
        raise TypeError(f"{rule.__name__}: offers for no argument: {', '.join(sorted(unknown))}")
    for parameter in parameters:
        kind = hints.get(parameter.name, object)
        offer = offers.get(parameter.name) or _natural_offer(kind)
        if offer is None:
            raise TypeError(f"{rule.__name__}: nothing says what {parameter.name} may be")
        optional = parameter.default is not parameter.empty
        meaning = (inspect.getdoc(offer) or "").split("\n")[0]
        default = parameter.default if optional else None
        yield Argument(parameter.name.rstrip("_"), kind, offer, optional, meaning, default, _looks_at_nothing(offer))


def _looks_at_nothing(offer: Offer) -> bool:
    return [p.kind for p in inspect.signature(offer).parameters.values()] == [inspect.Parameter.VAR_POSITIONAL]


def _natural_offer(kind: object) -> Offer | None:
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = tuple(kind)

        def any_of_them(*_: object) -> Options:
            return members

        return any_of_them
    return None


def _pick(
    command: Command[S, V], argument: Argument, options: Options, plain: object, against: Callable[[], Refusal | None]
) -> object:  # fmt: skip
    if isinstance(options, AnyText):
        if isinstance(plain, str) and len(plain) <= options.longest and can_be_written(plain):
            return plain
        raise Refused(Refusal("table.bad_argument", f"{argument.name} must be a text of at most {options.longest} characters."))
    if isinstance(options, range):
        number = _whole_number(plain)
        if number is not None and number in options:
            return number
    else:
        for option in options:
            if _same(option, plain):
                return option
    if refusal := against():
        raise Refused(refusal)
    rule = command.rules[0] if command.rules else "table.bad_argument"
    reason = f"{argument.name} cannot be {shown(plain)} here. {argument.meaning}".rstrip()
    raise Refused(Refusal(rule, reason, f"Legal: {describe_options(options)}.{_did_you_mean(plain, options)}"))


def _same(option: object, plain: object) -> bool:
    """Whether this was meant: the option itself, or its text. Yes is no 1 and no number is a yes."""
    if isinstance(plain, str | Enum) or (isinstance(plain, int) and abs(plain) < LARGEST):
        return option is not None and text_form(option) == text_form(plain)
    return type(option) is type(plain) and option == plain


def _whole_number(plain: object) -> int | None:
    if isinstance(plain, str) and len(plain) < 40 and WHOLE_NUMBER.fullmatch(plain.strip()):
        return int(plain)
    return int(plain) if isinstance(plain, int) and not isinstance(plain, bool) else None


def describe_options(options: Options) -> str:
    """The legal values in words, cut short when there are very many."""
    if isinstance(options, AnyText):
        return f"any text of at most {options.longest} characters"
    if isinstance(options, range):
        return f"{options[0]} to {options[-1]}" if options else "none now"
    forms = [text_form(option) for option in options[:MANY]]
    more = f" and {len(options) - MANY} more" if len(options) > MANY else ""
    return ", ".join(forms) + more if forms else "none now"


def _did_you_mean(plain: object, options: Options) -> str:
    if not isinstance(plain, str) or isinstance(options, AnyText | range):
        return ""
    near = difflib.get_close_matches(plain[:LONGEST_GUESS], [text_form(o) for o in options[:LONGEST_GUESS]], n=1)
    return f" Did you mean {near[0]}?" if near else ""
