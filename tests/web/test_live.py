"""Live matches that are watched: what readers get while the database doesn't answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace

import pytest

from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.match.identity import MatchId, Revision
from bot.text import Language
from bot.web import live
from bot.web.live import LiveMatches, LookedTooLongAgo, TooManyWatched

HERE, OVER, OTHER, NOWHERE = (Slug(each) for each in ("here", "over", "other", "nowhere"))
PLAYED = PublicTurns(MatchId(1), Revision(2), (("Kc3", Revision(2)),), is_over=False)
TOLD = '{"turns": ["Kc3"], "over": false}'
PATIENCE = 60.0


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
    saying: str | None = None
    languages: list[Language | None] = field(default_factory=list)

    async def turns_at(self, slug: Slug) -> PublicTurns | None:
        self._answer()
        found = self.shared.get(slug)
        self.asked.set()
        if self.answers is not None:
            await self.answers.wait()
        return found

    async def words(
        self, slug: Slug, turns: PublicTurns, language: Language | None
    ) -> dict[str, str] | None:
        self.languages.append(language)
        if self.saying is None:
            return None
        return {"result": f"{self.saying} in {language}"}

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
    matches = LiveMatches(source, asyncio.Semaphore(), source.words)
    yield matches
    await matches.close()


async def request_until_failure(watching: LiveMatches) -> None:
    """Ask for the turns until that fails."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await watching.turns(HERE, None)
            await asyncio.sleep(0.01)


async def turns_for_reader(watching: LiveMatches) -> list[str | None]:
    """Return the turns that a reader gets, if there is an answer."""
    try:
        return [await watching.turns(HERE, None)]
    except LookedTooLongAgo:
        return []


async def test_turns_are_not_served_from_an_outdated_read(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STALE", 0.1)
    monkeypatch.setattr(live, "GIVEN_UP", 3600.0)
    assert await watching.turns(HERE, None) == TOLD
    source.is_away = True
    with pytest.raises(LookedTooLongAgo):
        await request_until_failure(watching)
    del source.shared[HERE]
    source.is_away = False
    async with asyncio.timeout(PATIENCE):
        while await turns_for_reader(watching) != [None]:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)


async def test_streams_end_while_the_database_is_away(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GIVEN_UP", 0.2)
    async with watching.stream(HERE, None, "reader", None) as stream, asyncio.timeout(PATIENCE):
        assert stream is not None
        assert '"turns": ["Kc3"]' in await anext(stream)
        source.is_away = True
        assert [each async for each in stream] == []
    with pytest.raises(ConnectionError):
        await watching.turns(HERE, None)


async def test_a_finished_match_is_served_even_if_no_other_can_be_watched(
    watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WATCHED", 1)
    assert await watching.turns(HERE, None) == TOLD
    with pytest.raises(TooManyWatched):
        await watching.turns(OTHER, None)
    over = await watching.turns(OVER, None)
    assert over == '{"turns": ["Kc3"], "over": true}'
    assert await watching.turns(NOWHERE, None) is None
    assert await watching.turns(HERE, None) == TOLD


@pytest.mark.parametrize("revoked", [PLAYED.match, None])
async def test_nothing_is_sent_after_a_match_is_revoked(
    source: Source, watching: LiveMatches, revoked: MatchId | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "EVERY", 3600.0)
    async with watching.stream(HERE, None, "reader", None) as stream, asyncio.timeout(PATIENCE):
        assert stream is not None
        assert '"turns": ["Kc3"]' in await anext(stream)
        assert await watching.turns(HERE, None) == TOLD
        assert await watching.turns(OTHER, None) is not None
        del source.shared[HERE]
        source.revoke(revoked)
        assert await watching.turns(HERE, None) is None
        assert [each async for each in stream] == []
        assert await watching.turns(OTHER, None) is not None


async def test_a_match_that_is_revoked_while_the_database_answers_is_not_served(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "EVERY", 3600.0)
    source.answers = asyncio.Event()
    asking = asyncio.create_task(watching.turns(HERE, None))
    async with asyncio.timeout(PATIENCE):
        await source.asked.wait()
        del source.shared[HERE]
        source.revoke(PLAYED.match)
        source.answers.set()
        assert await asking is None


async def test_descriptions_are_computed_once_for_all_readers_of_a_language(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "EVERY", 3600.0)
    source.saying = "Turn 1"
    german = Language("de")
    answers = await asyncio.gather(*(watching.turns(HERE, german) for _ in range(9)))
    assert {json.loads(each or "")["words"]["result"] for each in answers} == {"Turn 1 in de"}
    async with watching.stream(HERE, None, "reader", german) as stream, asyncio.timeout(PATIENCE):
        assert stream is not None
        [line] = [each for each in (await anext(stream)).split("\n") if each.startswith("data: ")]
        data = json.loads(line.removeprefix("data: "))
        assert (data["turns"], data["words"]) == (["Kc3"], {"result": "Turn 1 in de"})
    assert source.languages == [german]
    await watching.turns(HERE, None)
    assert source.languages == [german, None]


async def test_descriptions_are_computed_again_after_a_while(
    source: Source, watching: LiveMatches
) -> None:
    source.saying = "Turn 1, Ada"
    assert "Ada" in (await watching.turns(HERE, None) or "")
    source.saying = "Turn 1, a player"
    async with asyncio.timeout(PATIENCE):
        while "Ada" in (await watching.turns(HERE, None) or ""):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.01)


async def test_turns_are_served_without_descriptions_if_these_are_unavailable(
    source: Source, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ConnectionError("away")

    monkeypatch.setattr(watching, "_words", fail)
    assert await watching.turns(HERE, None) == TOLD


@pytest.mark.parametrize("limit", ["MOST_EACH", "MOST_STREAMS"])
async def test_streams_are_refused_beyond_a_limit_until_one_ends(
    limit: str, watching: LiveMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, limit, 2)
    readers = ["ada", "ada", "ada"] if limit == "MOST_EACH" else ["ada", "bob", "eve"]
    async with watching.stream(HERE, None, readers[0], None):
        async with watching.stream(HERE, None, readers[1], None):
            with pytest.raises(TooManyWatched):
                await watch(watching, readers[2])
            if limit == "MOST_EACH":
                await watch(watching, "bob")
        await watch(watching, readers[2])


async def watch(watching: LiveMatches, reader: str) -> None:
    async with watching.stream(HERE, None, reader, None) as stream:
        assert stream is not None
