"""`rulebound`: the commands people type. Each imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebound import __version__


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.pass_context
def main(context: click.Context) -> None:
    """A table that knows the rules. Without a command: the web table, as `serve`."""
    if context.invoked_subcommand is None:
        context.invoke(serve)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets others on your network in.")
@click.option("--port", default=8710, show_default=True, help="0 takes a free one.")
@click.option("--store", type=click.Path(dir_okay=False, path_type=Path), help="The file that tables are kept in.")
@click.option("--pace", default=0.3, show_default=True, help="Seconds between two moves of machine players.")
@click.option("--origin", "origins", multiple=True, help="Another address the page is opened from, such as https://table.example.")
@click.option("--secure", is_flag=True, help="Send cookies over TLS only; for a server behind an encrypting proxy.")
@click.option("--rate", default=50.0, show_default=True, help="Requests a second that one client may send.")
def serve(
    host: str = "127.0.0.1", port: int = 8710, store: Path | None = None, pace: float = 0.3, origins: tuple[str, ...] = (),
    secure: bool = False, rate: float = 50.0,
) -> None:  # fmt: skip
    """Open the web table: one address, every seat."""
    from rulebound.cli.serve import Serving, run

    sys.exit(run(Serving(host, port, store, pace, origins, secure, rate)))


@main.command()
@click.argument("game", required=False)
@click.argument("scene", required=False)
@click.option("--seat", "seats", multiple=True, help="A seat you play; several people may share the keyboard. Left out, the first one.")
@click.option("--seed", type=int, help="Repeat a game: the same seed gives the same dice.")
@click.option("--auto", is_flag=True, help="Let machines play every seat to the end while you watch.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a variant of the rules.")
@click.option("--load", "saved", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved table.")
@click.option("--real-dice", is_flag=True, help="Throw your own dice and type in what they show.")
def play(
    game: str | None = None, scene: str | None = None, seats: tuple[str, ...] = (), seed: int | None = None, auto: bool = False,
    settings: tuple[str, ...] = (), saved: Path | None = None, real_dice: bool = False,
) -> None:  # fmt: skip
    """Play GAME in the terminal; machines take the seats that nobody plays."""
    from rulebound.cli.opening import Options
    from rulebound.cli.play import run

    sys.exit(run(Options(game, scene, seats, seed, auto, settings, saved, real_dice)))


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-v", "--verbose", is_flag=True, help="Name the cases that pass too.")
def check(paths: tuple[Path, ...], verbose: bool) -> None:
    """Run the cases in PATHS, files or folders of YAML."""
    from rulebound.cli.check import run

    sys.exit(run(paths, verbose))


class RulesGroup(click.Group):
    """`rules GAME` and `rules show ID` live side by side: a first word that is no command is a game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for place, word in enumerate(args):
            if not word.startswith("-"):
                if word not in self.commands and "--game" not in args:
                    args = [*args[:place], *args[place + 1 :], "--game", word]
                break
        return super().parse_args(ctx, args)


@main.group(cls=RulesGroup, invoke_without_command=True)
@click.option("--uncovered", is_flag=True, help="List the ids that nothing covers.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--game", "game", help="One game only; `rulebound rules GAME` does the same.")
@click.pass_context
def rules(context: click.Context, uncovered: bool, as_json: bool, game: str | None) -> None:
    """Which rules are covered by cases and tests, by game and chapter."""
    if context.invoked_subcommand is None:
        from rulebound.cli.rules import run

        sys.exit(run(game, uncovered, as_json))


@rules.command("lint")
@click.argument("game")
def lint_rules(game: str) -> None:
    """List where the printed values of GAME disagree with its own formulas, and the ruling used."""
    from rulebound.cli.rules import lint

    sys.exit(lint(game))


@rules.command("show")
@click.argument("id")
def show_rule(id: str) -> None:
    """Print a rule, the code that carries it out, and the cases that hold it."""
    from rulebound.cli.rules import show

    sys.exit(show(id))


@main.command()
@click.argument("dice", nargs=-1, required=True)
@click.option("--odds", is_flag=True, help="Show the exact chances instead of rolling.")
@click.option("--seed", type=int, help="Roll the same again.")
def roll(dice: tuple[str, ...], odds: bool, seed: int | None) -> None:
    """Roll DICE, such as 4d6kh3, 7d6h, 2d20t12f3, 4cd, d6!+4 or 'd6!+4 vs d6!+2'."""
    from rulebound.cli.roll import run

    sys.exit(run(" ".join(dice), odds, seed))


@main.command()
@click.argument("game")
def screen(game: str) -> None:
    """Print the game master's screen of GAME."""
    from rulebound.cli.panels import run

    sys.exit(run(game))


@main.command()
@click.argument("journal", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(journal: Path) -> None:
    """Play a saved table again and check every random result against its seed."""
    from rulebound.cli.verify import run

    sys.exit(run(journal))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--games", type=click.IntRange(min=1), default=200, show_default=True, help="How many random games of each scene or case.")
@click.option("--seed", default=1, show_default=True)
def fuzz(paths: tuple[Path, ...], games: int, seed: int) -> None:
    """Play random legal and illegal commands and check what must always hold: every scene, or the cases in PATHS and on from there."""
    from rulebound.cli.fuzz import run

    sys.exit(run(paths, games, seed))


@main.command()
@click.option("--write", is_flag=True, help="Write the generated parts of docs/ anew.")
def docs(write: bool) -> None:
    """Check that the generated parts of docs/ are what the code says."""
    from rulebound.cli.docs import run

    sys.exit(run(write))
