"""Live matches that are watched: what readers are told while the database doesn't answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace

import pytest

from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.match.identity import MatchId, Revision
from bot.web import live
from bot.web.live import LiveMatches, LookedTooLongAgo, TooManyWatched

HERE, OVER, OTHER, NOWHERE = (Slug(each) for each in ("here", "over", "other", "nowhere"))
PLAYED = PublicTurns(MatchId(1), Revision(2), (("Kc3", Revision(2)),), is_over=False)
PATIENCE = 30.0


@dataclass
class Source:
    """Matches in a database that may be away."""

    shared: dict[Slug, PublicTurns] = field(
        default_factory=lambda: {
            HERE: PLAYED,
            OVER: replace(PLAYED, match=MatchId(2), is_over=True),
            OTHER: replace(PLAYED, match=MatchId(3)),
        }
    )
    is_away: bool = False

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        self._answer()
        return self.shared.get(slug)

    async def revisions(self, watched: Mapping[Slug, MatchId]) -> dict[Slug, Revision]:
        self._answer()
        return {slug: self.shared[slug].revision for slug in watched if slug in self.shared}

    def _answer(self) -> None:
        if self.is_away:
            raise ConnectionError("away")


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
async def watching(source: Source, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveMatches]:
    monkeypatch.setattr(live, "EVERY", 0.01)
    matches = LiveMatches(source, asyncio.Semaphore())
    yield matches
    await matches.close()


async def forever(watching: LiveMatches) -> None:
    """Ask for the turns until that fails."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await watching.turns(HERE)
            await asyncio.sleep(0.01)


async def told(watching: LiveMatches) -> list[PublicTurns | None]:
    """Return the turns that a reader is told, if there is an answer."""
    try:
        return [await watching.turns(HERE)]
    except LookedTooLongAgo:
        return []


async def test_turns_are_not_told_from_an_old_look(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STALE", 0.1)
    monkeypatch.setattr(live, "GIVEN_UP", 3600.0)
    assert await watching.turns(HERE) == PLAYED
    source.is_away = True
    with pytest.raises(LookedTooLongAgo):
        await forever(watching)
    del source.shared[HERE]
    source.is_away = False
    async with asyncio.timeout(PATIENCE):
        while await told(watching) != [None]:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)


async def test_streams_end_while_the_database_is_away(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GIVEN_UP", 0.2)
    async with watching.stream(HERE, None, "reader") as told, asyncio.timeout(PATIENCE):
        assert told is not None
        assert '"turns": ["Kc3"]' in await anext(told)
        source.is_away = True
        assert [each async for each in told] == []
    with pytest.raises(ConnectionError):
        await watching.turns(HERE)


async def test_a_match_that_needs_no_watching_is_told_though_no_other_can_be_watched(
    watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WATCHED", 1)
    assert await watching.turns(HERE) == PLAYED
    with pytest.raises(TooManyWatched):
        await watching.turns(OTHER)
    over = await watching.turns(OVER)
    assert over is not None
    assert over.is_over
    assert await watching.turns(NOWHERE) is None
    assert await watching.turns(HERE) == PLAYED
