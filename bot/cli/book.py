"""`boop book`: make the opening book."""

from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

import click

from bot.cli.console import tell
from bot.cli.reading import replace_file
from bot.cli.rules import ruleset_called
from bot.engine.book import FILE, BookSection, BookUnreadable, read_book, section_of, write_book
from bot.engine.lab.book_making import BookMaker, SearchProgress, reach_of
from bot.engine.tree import WIN_AT_LEAST
from bot.game import RULESETS, Ruleset
from bot.text import N_, gettext, translate


@click.group("book")
def command() -> None:
    """Make the opening book, from which levels 5 and up play their first turns."""


@command.command("make")
@click.argument("rulesets", nargs=-1)
@click.option(
    "--nodes", type=click.IntRange(min=1), help="How many positions to search for each position."
)
@click.option(
    "--checks",
    type=click.IntRange(min=1),
    help="How many positions to search to check what the book answers to a position.",
)
@click.option(
    "--proofs", type=click.IntRange(min=0), help="How many to make for each proof, or 0 for none."
)
@click.option("--plies", type=click.IntRange(min=0), help="How many turns deep to go.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to keep the book; by default, the program's own file.",
)
def make(
    rulesets: tuple[str, ...],
    nodes: int | None,
    checks: int | None,
    proofs: int | None,
    plies: int | None,
    file: Path | None,
) -> None:
    """Search the first positions of RULESETS, by default of all of them.

    Without options, as much is done as for the book that comes with the program. The same work
    gives the same book. What the book says of other rulesets is kept.
    """
    path = file or FILE
    _read_sections(path)
    for ruleset in tuple(map(ruleset_called, rulesets)) or RULESETS:
        began = monotonic()
        reach = reach_of(ruleset)
        reach = replace(reach, nodes=nodes or reach.nodes, checks=checks or reach.checks)
        if proofs is not None:
            reach = replace(reach, proofs=proofs)
        if plies is not None:
            reach = replace(reach, plies=plies, whole=min(reach.whole, plies))
        maker = BookMaker(ruleset, reach)
        for work, message in ((maker.search(), _SEARCHED), (maker.check(), _CHECKED)):
            for progress in work:
                if _is_told(progress):
                    line = translate(
                        message,
                        ruleset=ruleset.name,
                        ply=progress.ply,
                        done=progress.done,
                        positions=progress.of,
                        seconds=f"{monotonic() - began:.0f}",
                    )
                    tell(line)
        entries = maker.entries()
        _keep(path, ruleset, section_of(entries))
        line = gettext(
            "{ruleset}: {positions} positions, {answered} of them answered, {proved} proved",
            ruleset=ruleset.name,
            positions=len(entries),
            answered=sum(entry.is_answered for entry in entries.values()),
            proved=sum(abs(entry.score) >= WIN_AT_LEAST for entry in entries.values()),
        )
        tell(line)


_SEARCHED: Final = N_("{ruleset}, turn {ply}: {done} of {positions} positions, {seconds} s")
_CHECKED: Final = N_("{ruleset}, turn {ply}: {done} of {positions} answers checked, {seconds} s")


def _is_told(searched: SearchProgress) -> bool:
    return searched.done % 1_000 == 0 or searched.done == searched.of


def _read_sections(path: Path) -> dict[Ruleset, BookSection]:
    try:
        return read_book(path.read_bytes()) if path.exists() else {}
    except BookUnreadable as error:
        raise click.UsageError(gettext("{file} is no opening book.", file=str(path))) from error


def _keep(path: Path, ruleset: Ruleset, section: BookSection) -> None:
    book = {**_read_sections(path), ruleset: section}
    replace_file(path, write_book({each: book[each] for each in RULESETS if each in book}))
