"""The rulesets that matches and challenges of a database are kept under."""

from bot.game import ruleset_of
from bot.store.database import QUERIES, Database
from bot.store.errors import RulesetNewer


async def check_rulesets(database: Database) -> None:
    """See that this program knows the rules of every match, or raise `RulesetNewer`.

    A match keeps its ruleset and the version of its rules for life, so a program that lacks them
    must leave the whole file alone.
    """
    async with database.reading() as reading:
        kept = [row async for row in QUERIES.rulesets_kept(reading.connection)]
    for row in kept:
        try:
            ruleset_of(row["ruleset"], row["rules_version"])
        except LookupError as error:
            name, version = row["ruleset"], row["rules_version"]
            raise RulesetNewer(database.path, name, version) from error
