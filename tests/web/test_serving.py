"""The answers to all requests: headers, invalid requests, and pages that the reader already has."""

import asyncio
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from bot.errors import AddressTaken
from bot.match.identity import GuildId
from bot.services import Services
from bot.text import PSEUDO, Language
from bot.web import server
from bot.web.html import STYLE_HASH
from bot.web.server import public
from tests.kit.leaderboard_pages import (
    SECRET,
    FixedNames,
    LeaderboardServer,
    NoSharedMatches,
    Page,
    insert_ratings,
    insert_seasons,
    publish,
)
from tests.kit.matches import GUILD
from tests.kit.pseudo import untranslated

READ = "/servers/7/leaderboard"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("ruleset=chess", "There is no ruleset 'chess'; there are 'classic', 'rows',"),
        ("ruleset=", "There is no ruleset ''"),
        ("season=next", "'season' must be 'now', 'all' or a number from 1; it was 'next'."),
        ("season=0", "it was '0'"),
        ("season=-1", "it was '-1'"),
        ("season=99999999999999999999", "it was '99999999999999999999'"),
        ("season=3", "There is no season '3': this server has 1 to 2, 'now' and 'all'."),
        ("season=%D9%A1", "it was '١'"),
        ("after=ten", "'after' must be a number from 0 to 10000000; it was 'ten'."),
        ("after=-5", "it was '-5'"),
        ("after=10000001", "it was '10000001'"),
        ("season=1&season=2", "'season' can be given once; it was given as '1' and '2'."),
        (f"ruleset={'x' * 200}", f"There is no ruleset '{'x' * 60}…'"),
        ("ruleset=%3Cscript%3E", "There is no ruleset '<script>'"),
    ],
)
async def test_an_invalid_parameter_is_shown_with_the_valid_values(
    services: Services, path: Path, served: LeaderboardServer, asked: str, shown: str
) -> None:
    await publish(services)
    insert_seasons(path, (0, 9), (9, None))
    answer = await served.ask(f"{READ}.json?{asked}")
    assert answer.status == 400
    assert shown in answer.figures["error"]
    page = await served.ask(f"{READ}?{asked}")
    assert page.status == 400
    assert shown in Page(page.text).words
    assert "<script" not in page.text


async def test_a_refusal_is_in_the_readers_language(
    services: Services, served: LeaderboardServer
) -> None:
    await publish(services)
    served.names.languages[GUILD] = Language("de")
    french = {"Accept-Language": "fr-CA, de;q=0.5"}
    refused = await served.ask(f"{READ}?after=x", headers=french)
    assert ("html", {"lang": "fr"}) in Page(refused.text).tags
    assert "doit être un nombre" in refused.text
    unknown = await served.ask("/servers/8/leaderboard", headers=french)
    assert ("html", {"lang": "fr"}) in Page(unknown.text).tags


async def test_no_refusal_is_untranslated(
    services: Services, path: Path, served: LeaderboardServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await publish(services)
    insert_seasons(path, (0, 9), (9, None))
    monkeypatch.setattr(server, "accepted_language", lambda _: PSEUDO)
    wrong = ("ruleset=chess", "season=next", "season=3", "after=ten", "season=1&season=2")
    for asked in ("/", "/servers/8/leaderboard", *(f"{READ}?{each}" for each in wrong)):
        assert untranslated(Page((await served.ask(asked)).text).words) == []


async def test_unknown_parameters_are_ignored(
    services: Services, served: LeaderboardServer
) -> None:
    await publish(services)
    assert (await served.ask(f"{READ}?utm_source=news")).status == 200


@pytest.mark.parametrize(
    "asked",
    [
        "/",
        "/servers",
        "/servers/7",
        "/servers/7/",
        "/servers/7/players",
        "/servers/cats/leaderboard",
        "/servers/-7/leaderboard.json",
        "/servers/0/leaderboard.json",
        "/servers/99999999999999999999999/leaderboard.json",
        "/servers/7%2F..%2F8/leaderboard",
        "/healthz",
        "/metrics",
        "/favicon.ico",
    ],
)
async def test_other_paths_are_not_found(
    services: Services, served: LeaderboardServer, asked: str
) -> None:
    await publish(services)
    answer = await served.ask(asked)
    assert answer.status == 404
    assert "has no public leaderboard" in answer.text or "There is" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_other_methods_are_refused(
    services: Services, served: LeaderboardServer, method: str
) -> None:
    await publish(services)
    answer = await served.ask(READ, method)
    assert answer.status == 405
    assert set(answer.headers["Allow"].split(",")) == {"GET", "HEAD"}
    assert f"{method} isn&#x27;t allowed here" in answer.text


@pytest.mark.parametrize("page", [READ, f"{READ}.json", "/servers/7/seasons.json"])
async def test_head_answers_like_get_without_the_body(
    services: Services, path: Path, served: LeaderboardServer, page: str
) -> None:
    await publish(services)
    insert_ratings(path, [1600, 1500])
    got, headed = await served.ask(page), await served.ask(page, "HEAD")
    assert (headed.status, headed.text) == (200, "")
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
        assert headed.headers[name] == got.headers[name]


async def test_unchanged_pages_are_not_sent_again(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    first = await served.ask(f"{READ}?season=all")
    assert first.headers["Cache-Control"] == "public, max-age=60"
    known = {"If-None-Match": first.headers["ETag"]}
    again = await served.ask(f"{READ}?season=all", headers=known)
    assert (again.status, again.text) == (304, "")
    assert again.headers["ETag"] == first.headers["ETag"]
    weak = {"If-None-Match": f'"other", W/{first.headers["ETag"]}'}
    assert (await served.ask(f"{READ}?season=all", headers=weak)).status == 304
    insert_ratings(path, [1600, 1500])
    changed = await served.ask(f"{READ}?season=all", headers=known)
    assert changed.status == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [(READ, 200), (f"{READ}.json", 200), ("/no", 404), (f"{READ}?after=x", 400)],
)
async def test_every_response_has_security_headers(
    services: Services, served: LeaderboardServer, asked: str, status: int
) -> None:
    await publish(services)
    answer = await served.ask(asked)
    assert answer.status == status
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert STYLE_HASH in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Server"] == "boop"
    assert "Set-Cookie" not in answer.headers
    if status != 200:
        assert answer.headers["Cache-Control"] == "no-store"


async def test_pages_of_other_origins_may_read_the_json(
    services: Services, served: LeaderboardServer
) -> None:
    await publish(services)
    assert (await served.ask(f"{READ}.json")).headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in (await served.ask(READ)).headers


async def test_an_error_is_shown_without_its_details(
    services: Services, served: LeaderboardServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: GuildId) -> None:
        raise sqlite3.OperationalError("disk I/O error in /srv/boop.sqlite3")

    monkeypatch.setattr(services.settings, "of", fail)
    for page in (READ, f"{READ}.json"):
        answer = await served.ask(page)
        assert answer.status == 500
        assert "Something went wrong on this server" in answer.text
        assert "disk" not in answer.text
        assert "Traceback" not in answer.text
        assert "Not found" not in answer.text


async def test_a_database_that_does_not_answer_is_reported(
    services: Services, served: LeaderboardServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_forever(_: GuildId) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server, "PATIENCE", 0.05)
    monkeypatch.setattr(services.settings, "of", wait_forever)
    answer = await served.ask(f"{READ}.json")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
    assert "busy" in answer.figures["error"]


@pytest.mark.long
async def test_many_simultaneous_readers_are_all_answered(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1600 + number for number in range(60)])
    async with aiohttp.ClientSession() as session:

        async def read() -> int:
            async with session.get(f"{served.address}{READ}?season=all") as answer:
                return answer.status

        assert set(await asyncio.gather(*(read() for _ in range(40)))) == {200}


async def test_a_port_that_is_taken_is_refused(
    services: Services, served: LeaderboardServer
) -> None:
    tables, nothing = services.public_tables, NoSharedMatches()
    with pytest.raises(AddressTaken) as refused:
        async with public("127.0.0.1", served.port, tables, FixedNames(), nothing, secret=SECRET):
            pass
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", served.port)
