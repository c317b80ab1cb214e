"""Live matches that are watched: what readers are told while the database doesn't answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
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
    revoke: Callable[[MatchId | None], None] = field(init=False)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    answers: asyncio.Event | None = None

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        self._answer()
        found = self.shared.get(slug)
        self.asked.set()
        if self.answers is not None:
            await self.answers.wait()
        return found

    def call_when_revoked(self, listener: Callable[[MatchId | None], None]) -> None:
        self.revoke = listener

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


@pytest.mark.parametrize("revoked", [PLAYED.match, None])
async def test_nothing_is_told_of_a_match_once_it_is_revoked(
    source: Source, watching: LiveMatches, revoked: MatchId | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "EVERY", 3600.0)
    async with watching.stream(HERE, None, "reader") as told, asyncio.timeout(PATIENCE):
        assert told is not None
        assert '"turns": ["Kc3"]' in await anext(told)
        assert await watching.turns(HERE) == PLAYED
        assert await watching.turns(OTHER) is not None
        del source.shared[HERE]
        source.revoke(revoked)
        assert await watching.turns(HERE) is None
        assert [each async for each in told] == []
        assert await watching.turns(OTHER) is not None


async def test_a_match_that_is_revoked_while_the_database_answers_is_not_told(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "EVERY", 3600.0)
    source.answers = asyncio.Event()
    asking = asyncio.create_task(watching.turns(HERE))
    async with asyncio.timeout(PATIENCE):
        await source.asked.wait()
        del source.shared[HERE]
        source.revoke(PLAYED.match)
        source.answers.set()
        assert await asking is None
