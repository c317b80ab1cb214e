"""Checking that this program knows the rulesets of all stored matches."""

from collections.abc import Callable, Sequence
from itertools import chain

from bot.db.database import Database, Reading
from bot.db.errors import RulesetNewer, printable
from bot.db.statements import Statement, execute
from bot.game import ruleset_of

AskRulesets = Callable[[Reading], Statement[list[tuple[str, int]]]]
"""Queries the rulesets that a feature has stored, each with the version of its rules."""


async def check_rulesets(database: Database, kept_by: Sequence[AskRulesets]) -> None:
    """Check that this program knows all stored rulesets. Raise `RulesetNewer` if not.

    A match keeps its ruleset and the version of its rules for life, so a program that lacks them
    must leave the whole database alone.
    """
    async with database.reading() as reading:
        kept = await execute(*(ask(reading) for ask in kept_by))
    for name, version in sorted(set(chain.from_iterable(kept))):
        try:
            ruleset_of(name, version)
        except LookupError as error:
            raise RulesetNewer(database.address, printable(name), version) from error
