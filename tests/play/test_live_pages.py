"""**Share live**: the page of a match that is being played, and what its readers see."""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import AsyncIterator

import discord
import pytest

from bot.features.settings.preferences import PageName
from bot.features.settings.server import Leaderboard, MatchPages, SearchEngines
from bot.match.identity import MatchId, UserId
from bot.web import live
from cogs.pages.caches import PlayerNames
from cogs.wording.names import NAMES
from tests.kit.answers import private_message
from tests.kit.match_pages import (
    PATIENCE,
    Web,
    agree_to_sharing,
    allow_match_pages,
    change_settings,
    every_path,
    follow_stream,
    path_in,
    play_more,
    serve_match_pages,
    share_live,
    sharing_question,
)
from tests.kit.server_matches import (
    ServerMatch,
    accept_takeback,
    ask_takeback,
    start_match,
)
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


@pytest.fixture
async def web(table: Table) -> AsyncIterator[Web]:
    async with serve_match_pages(table) as web:
        await allow_match_pages(table)
        yield web


async def test_a_live_match_is_shared_once_both_players_agree(table: Table, web: Web) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    private_message(await server_match.press_behind_more(server_match.orange, "Share live"))
    request = await sharing_question(server_match, server_match.gray)
    assert request.mentions == (server_match.gray.id,)
    # The player who asked can't answer for the opponent.
    own = private_message(
        await server_match.orange.press(
            await sharing_question(server_match, server_match.orange), "Agree"
        )
    )
    assert "once" in own.text
    private_message(
        await server_match.orange.press(
            await sharing_question(server_match, server_match.orange), "No, thanks"
        )
    )
    path = await agree_to_sharing(server_match)
    page = await web.read(path)
    assert page.status == 200
    assert "Live: Bob to move" in page.text
    assert "Turn 1, Ada: " in page.text
    assert path.endswith("/1")
    table.playground.expect_valid()


async def test_the_opponent_may_refuse(server_match: ServerMatch, web: Web) -> None:
    await server_match.play(["Kc3"])
    private_message(await server_match.press_behind_more(server_match.orange, "Share live"))
    request = await sharing_question(server_match, server_match.gray)
    await server_match.gray.press(request, "No, thanks")
    refused = server_match.orange.see(request.id)
    assert refused is not None
    assert "would rather not have" in refused.text
    assert refused.buttons == ()
    # Asking again asks nothing new of the opponent.
    before = len(server_match.gray.look(server_match.place))
    private_message(await server_match.press_behind_more(server_match.orange, "Share live"))
    assert len(server_match.gray.look(server_match.place)) == before


async def test_a_refusal_after_mutual_consent_revokes_the_page(
    server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    private_message(await server_match.press_behind_more(server_match.orange, "Share live"))
    request = await sharing_question(server_match, server_match.gray)
    path = path_in(
        private_message(await server_match.press_behind_more(server_match.gray, "Share live"))
    )
    assert (await web.read(path)).status == 200
    # The player who asked gets the link, too.
    messages = server_match.orange.look(server_match.place)
    assert [path_in(each) for each in messages if "can be watched by link now" in each.text] == [
        path
    ]
    await server_match.gray.press(request, "No, thanks")
    assert (await web.read(path)).status == 404
    refused = server_match.orange.see(request.id)
    assert refused is not None
    assert "would rather not have" in refused.text


async def test_the_message_is_deleted_with_the_link(server_match: ServerMatch, web: Web) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    [message] = [
        each for each in server_match.gray.look(server_match.place) if "by link now" in each.text
    ]
    await server_match.gray.press(message, "Stop sharing")
    assert (await web.read(path)).status == 404
    left = server_match.orange.see(message.id)
    assert left is not None
    assert "is no longer shared by link" in left.text
    assert path not in left.text
    assert left.buttons == ()


@pytest.mark.parametrize("pages", [MatchPages.OFF, MatchPages.FINISHED])
async def test_without_the_setting_no_live_match_is_shared_or_shown(
    table: Table, server_match: ServerMatch, web: Web, pages: MatchPages
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    await allow_match_pages(table, pages)
    whole = path.rpartition("/")[0]
    for each in (path, whole, f"{whole}/events", f"{whole}.json", f"{path}.png"):
        assert (await web.read(each)).status == 404, each
    opened = await server_match.gray.press(server_match.board(), "More")
    assert "Share live" not in opened.shown.labels


async def test_a_live_page_shows_neither_drafts_nor_plans(
    server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3", "Kd4"])
    path = await share_live(server_match)
    before = (await web.read(path)).body, (await web.read(f"{path}.png")).body
    assert b"/events?after=" in before[0]
    await server_match.orange.press(server_match.board(), "e")
    drafted = (await web.read(path)).body, (await web.read(f"{path}.png")).body
    assert drafted == before


@pytest.mark.night
@pytest.mark.long
async def test_a_link_to_a_turn_that_was_taken_back_shows_the_last_one(
    table: Table, server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    await play_more(server_match, 1, "Kd4", "Ke5")
    await ask_takeback(server_match, server_match.orange)
    await accept_takeback(server_match, server_match.gray)
    whole = path.rpartition("/")[0]
    page = await web.read(f"{whole}/3")
    assert page.status == 200
    assert "Turn 2, Bob: " in page.text
    assert (await web.read(f"{whole}/3.png")).body == (await web.read(f"{whole}/2.png")).body
    await table.services.matches.resign(
        UserId(server_match.orange.id), MatchId(server_match.number)
    )
    assert (await web.read(f"{whole}/3")).status == 404


async def test_a_name_is_requested_once_for_all_readers(
    table: Table, server_match: ServerMatch, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    orange, gray = UserId(server_match.orange.id), UserId(server_match.gray.id)
    await table.services.preferences.prefer(gray, "page_name", PageName.UNNAMED)
    requests = list[int]()
    fetch = table.bot.fetch_user

    async def fetch_and_count(user: int) -> discord.User:
        requests.append(user)
        return await fetch(user)

    monkeypatch.setattr(table.bot, "fetch_user", fetch_and_count)
    for user in (orange, gray):
        NAMES.forget(user)
    names = PlayerNames(table.bot)
    await asyncio.gather(*(names.learn([orange]) for _ in range(5)))
    assert requests == [orange]
    NAMES.forget(orange)
    requests.clear()
    # A page waits only a moment for a name, and a busy machine may be too slow.
    while "Ada" not in (await web.read(path)).text:
        pass
    assert requests == [orange]


@pytest.mark.long
async def test_readers_receive_turns_takebacks_and_the_result(
    table: Table, server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    address = f"http://127.0.0.1:{web.port}{path.rpartition('/')[0]}/events"
    async with follow_stream(address) as reader:
        await reader.until(lambda: reader.turns == ["Kc3"])
        last = reader.last
        await play_more(server_match, 1, "Kd4", "Ke5")
        await reader.until(lambda: len(reader.turns) == 3)
        assert reader.received_turns == ["Kc3", "Kd4", "Ke5"]
        # After a lost connection, a reader receives only later turns.
        async with follow_stream(address, last, ["Kc3"]) as returned:
            await returned.until(lambda: len(returned.turns) == 3)
            assert returned.received_turns == ["Kd4", "Ke5"]
        await ask_takeback(server_match, server_match.orange)
        await accept_takeback(server_match, server_match.gray)
        await reader.until(lambda: len(reader.turns) == 2)
        await play_more(server_match, 2, "Ka6")
        await reader.until(lambda: reader.turns == ["Kc3", "Kd4", "Ka6"])
        await table.services.matches.resign(
            UserId(server_match.orange.id), MatchId(server_match.number)
        )
        await reader.until(lambda: reader.events[-1]["over"])
    page = await web.read(path.rpartition("/")[0])
    assert "Bob wins: Ada resigned" in page.text
    assert "data-events" not in page.text
    went_on = await web.read(path)
    assert "The match went on for 2 turns: see the end" in went_on.text


async def test_a_page_of_an_earlier_turn_says_that_the_match_has_continued(
    server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    await play_more(server_match, 1, "Kd4")
    assert "1 turn was played since: see it" in (await web.read(path)).text


async def test_streams_end_within_two_seconds_of_being_revoked(
    server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    address = f"http://127.0.0.1:{web.port}{path.rpartition('/')[0]}/events"
    async with follow_stream(address) as reader:
        await reader.until(lambda: reader.turns)
        panel = private_message(
            await server_match.press_behind_more(server_match.gray, "Share live")
        )
        await server_match.gray.press(panel, "Stop sharing")
        began = asyncio.get_running_loop().time()
        await reader.until(lambda: 404 in reader.statuses)
        # The reader itself takes a moment to ask again.
        assert asyncio.get_running_loop().time() - began < 2 * live.EVERY + 1.0


@pytest.mark.long
async def test_search_engines_list_no_live_match(table: Table, web: Web) -> None:
    await change_settings(
        table, search_engines=SearchEngines.ALLOWED, leaderboard=Leaderboard.PUBLIC
    )
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    assert (await web.read(path)).headers["X-Robots-Tag"] == "noindex"
    await table.services.matches.resign(
        UserId(server_match.orange.id), MatchId(server_match.number)
    )
    # Both players agreed only to a link.
    assert (await web.read(path)).headers["X-Robots-Tag"] == "noindex"


@pytest.mark.long
async def test_a_turn_is_described_in_the_readers_language(
    table: Table, server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    whole = (await share_live(server_match)).rpartition("/")[0]
    await play_more(server_match, 1, "Kd4")
    for language in ("de", "ja"):
        headers = {"Accept-Language": language}
        page = (await web.read(f"{whole}/2", **headers)).text
        words = json.loads((await web.read(f"{whole}/turns.json", **headers)).text)["words"]
        assert words.keys() == {"result", "facts", "players", "status", "steps", "turns", "alt"}
        for name, text in words.items():
            assert text in html.unescape(page) if name == "alt" else text in page, name
    # A request without a language is answered in the server's.
    words = json.loads((await web.read(f"{whole}/turns.json")).text)["words"]
    assert words["status"] == "Live: Ada to move"
    orange = UserId(server_match.orange.id)
    await table.bot.services.preferences.prefer(orange, "page_name", PageName.UNNAMED)
    async with asyncio.timeout(PATIENCE):
        while "Ada" in (await web.read(f"{whole}/turns.json")).text:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("by", ["player", "server", "data"])
async def test_every_format_of_a_live_page_ends_at_once_with_its_sharing(
    table: Table, web: Web, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    # No poll comes during this test, so only an announcement to this process can be the reason.
    monkeypatch.setattr(live, "EVERY", 3600.0)
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    whole = path.rpartition("/")[0]
    async with follow_stream(f"http://127.0.0.1:{web.port}{whole}/events") as reader:
        await reader.until(lambda: reader.turns)
        assert (await web.read(f"{whole}/turns.json")).status == 200
        if by == "player":
            panel = private_message(
                await server_match.press_behind_more(server_match.gray, "Share live")
            )
            await server_match.gray.press(panel, "Stop sharing")
        elif by == "server":
            await allow_match_pages(table, MatchPages.FINISHED)
        else:
            await table.services.privacy.delete(UserId(server_match.gray.id))
        for each in (*every_path(path), f"{whole}/turns.json", f"{whole}/events"):
            assert (await web.read(each)).status == 404, each
        await reader.until(lambda: 404 in reader.statuses)


@pytest.mark.long
@pytest.mark.parametrize("limit", sampled(["MOST_STREAMS", "MOST_EACH"], 1))
async def test_readers_without_a_stream_poll_for_changes(
    table: Table, web: Web, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(live, limit, 1)
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    whole = path.rpartition("/")[0]
    async with follow_stream(f"http://127.0.0.1:{web.port}{whole}/events") as reader:
        await reader.until(lambda: reader.turns)
        refused = await web.read(f"{whole}/events")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "10")
        assert refused.headers["Connection"] == "close"
        first = await web.read(f"{whole}/turns.json")
        changes = json.loads(first.text)
        assert (changes["turns"], changes["over"]) == (["Kc3"], False)
        headers = {"If-None-Match": first.headers["ETag"]}
        assert (await web.read(f"{whole}/turns.json", **headers)).status == 304
        await play_more(server_match, 1, "Kd4")
        await reader.until(lambda: len(reader.turns) == 2)
        after = await web.read(f"{whole}/turns.json", **headers)
        assert json.loads(after.text)["turns"] == ["Kc3", "Kd4"]


async def test_a_match_in_direct_messages_is_shared_in_both_of_them(table: Table, web: Web) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob, where="direct")
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: all(each.direct_messages() for each in (ada, bob)))
    [board] = [each for each in ada.direct_messages() if each.pictures]
    opened = await ada.press(board, "More")
    await ada.press(opened.shown, "Share live")
    [question] = await playground.until(
        lambda: [each for each in bob.direct_messages() if "would like to share" in each.text]
    )
    await bob.press(question, "Agree")
    shown = [
        [each for each in person.direct_messages() if "by link now" in each.text]
        for person in (ada, bob)
    ]
    assert [len(each) for each in shown] == [1, 1]
    assert (await web.read(path_in(shown[0][0]))).status == 200


async def test_an_unnamed_player_of_a_live_match_is_shown_as_a_player(
    table: Table, server_match: ServerMatch, web: Web
) -> None:
    await server_match.play(["Kc3"])
    path = await share_live(server_match)
    orange = UserId(server_match.orange.id)
    await table.services.preferences.prefer(orange, "page_name", PageName.UNNAMED)
    whole = path.rpartition("/")[0]
    for each in (path, whole, f"{whole}.json", f"{whole}/turns.json", f"{whole}/record.txt"):
        assert b"Ada" not in (await web.read(each)).body, each
