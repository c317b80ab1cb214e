"""The consequences of a new or changed match run in order and in its transaction."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.consequences import FOLLOWUPS
from bot.db.database import Writing
from bot.features.matches import queries as match_queries
from bot.features.matches.service import Matches
from bot.features.matches.writer import Consequence, MatchChange, MatchWriter
from bot.game import read_turn
from bot.match.match import Match
from bot.services import Services
from tests.kit.service_matches import begin, mover_of, stored_turns


def matches_with(services: Services, *consequences: Callable[[MatchChange], None]) -> Matches:
    """Return a service of matches with these consequences alone."""

    def as_consequence(called: Callable[[MatchChange], None]) -> Consequence:
        async def consequence(writing: Writing, change: MatchChange) -> None:
            assert await match_queries.find(writing, change.after.id) == change.after
            called(change)

        return consequence

    follow = tuple(as_consequence(each) for each in consequences)
    writer = MatchWriter(replace(FOLLOWUPS, consequences=follow), services.presence)
    return Matches(services._database, services.clock, writer, services.arrivals)


async def test_consequences_run_in_order_and_see_the_written_change(
    services: Services,
) -> None:
    match = await begin(services)
    seen: list[tuple[str, Match, Match]] = []
    matches = matches_with(
        services,
        lambda change: seen.append(("first", change.before, change.after)),
        lambda change: seen.append(("second", change.before, change.after)),
    )
    done = await matches.play(mover_of(match), match.id, read_turn("Kc3"))
    assert seen == [("first", match, done.match), ("second", match, done.match)]


async def test_a_failing_consequence_rolls_the_turn_back(services: Services, path: Path) -> None:
    match = await begin(services)

    def fail(_: MatchChange) -> None:
        raise LookupError("a consequence")

    with pytest.raises(LookupError):
        await matches_with(services, fail).play(mover_of(match), match.id, read_turn("Kc3"))
    assert await services.matches.find(match.id) == match
    assert stored_turns(path, match.id) == []
