"""The leaderboard as a page: its texts, its links, and its structure."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.match.identity import UserId
from bot.services import Services
from bot.text import PSEUDO, Language
from bot.web.tables import ON_A_PAGE
from tests.kit.leaderboard_pages import (
    LeaderboardServer,
    Page,
    erase_user,
    insert_ratings,
    insert_seasons,
    publish,
)
from tests.kit.matches import GUILD, NOON
from tests.kit.pseudo import untranslated

READ = "/servers/7/leaderboard"


async def page(served: LeaderboardServer, asked: str = "") -> Page:
    answer = await served.ask(f"{READ}{asked}")
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.text.startswith("<!doctype html>\n")
    return Page(answer.text)


async def test_the_table_lists_players_by_place(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1512, 1700, 1512, 1400])
    served.names.people[UserId(1002)] = "Ada <script>alert(1)</script> & co"
    erase_user(path, 1004)
    read = await page(served, "?season=all")
    assert read.heading == "Leaderboard of The <Cattery>"
    assert read.title == "Leaderboard of The <Cattery>: all time, classic · boop"
    assert read.rows == [
        ["Place", "Player", "Rating", "Record"],
        ["1", "Ada <script>alert(1)</script> & co", "1700?", "9–1–4"],
        ["2", "a player", "1512 ± 64", "9–1–4"],
        ["2", "a player", "1512 ± 64", "9–1–4"],
        ["4", "a former player", "1400?", "9–1–4"],
    ]
    assert not any(tag in ("script", "iframe", "img", "form") for tag, _ in read.tags)


async def test_no_id_replaces_the_unknown_name_of_a_player(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1700, 1600, 1512])
    addresses = [f"{READ}?season=all", f"{READ}.json?season=all"]
    before = [(await served.ask(each)).text for each in addresses]
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in ("players", "ratings"):
            connection.execute(f"UPDATE {table} SET player_key = player_key + 4242")
    assert [(await served.ask(each)).text for each in addresses] == before


async def test_the_page_has_a_structure_that_screen_readers_use(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1512, 1700])
    read = await page(served, "?season=all")
    assert ("html", {"lang": "en"}) in read.tags
    assert [tag for tag, _ in read.tags].count("h1") == 1
    assert [tag for tag, _ in read.tags].count("main") == 1
    assert ("meta", {"charset": "utf-8"}) in read.tags
    heads = [facts for tag, facts in read.tags if tag == "th"]
    assert [facts["scope"] for facts in heads] == ["col"] * 4 + ["row"] * 2
    assert [tag for tag, _ in read.tags].count("caption") == 1
    labels = [facts["aria-label"] for tag, facts in read.tags if tag == "nav"]
    assert labels == ["Season", "Ruleset"]
    here = [facts for tag, facts in read.tags if facts.get("aria-current") == "page"]
    assert len(here) == 2


async def test_the_page_is_in_its_servers_language(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1512, 1700])
    served.names.languages[GUILD] = Language("de")
    read = await page(served, "?season=all")
    assert ("html", {"lang": "de"}) in read.tags
    assert read.rows[0][1] == "Name"


async def test_nothing_on_a_page_is_untranslated(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_seasons(path, (NOON - 900, NOON - 300), (NOON - 300, None))
    insert_ratings(path, [1300 + number for number in range(ON_A_PAGE + 5)], scope=1)
    erase_user(path, 1001)
    served.names.languages[GUILD] = PSEUDO
    served.names.servers[GUILD] = "boop"
    for asked in ("?season=1", f"?season=1&after={ON_A_PAGE}", "?season=1&after=900", "?season=2"):
        assert untranslated((await page(served, asked)).words) == []


async def test_the_page_links_to_seasons_rulesets_and_the_json(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_seasons(path, (NOON - 900, NOON - 300), (NOON - 300, None))
    insert_ratings(path, [1700, 1600], scope=1)
    read = await page(served, "?season=1")
    assert "15 January 2027 to 15 January 2027, final standings" in read.words
    assert list(read.links)[:3] == ["All time", "Season 2, now", "Season 1"]
    assert list(read.links)[3:] == [
        "classic",
        "rows",
        "junior",
        "seam",
        "scarce",
        "classic by minutes",
        "rows by minutes",
        "junior by minutes",
        "seam by minutes",
        "scarce by minutes",
        "The same as JSON",
    ]
    for label, link in read.links.items():
        answer = await served.ask(f"/servers/7/{link}")
        assert answer.status == 200, label
    assert (await page(served, "?season=1&ruleset=seam")).words.count("No one is ranked") == 1


async def test_a_long_table_is_paged(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1300 + number for number in range(ON_A_PAGE + 5)])
    first = await page(served, "?season=all")
    assert len(first.rows) == ON_A_PAGE + 1
    assert "Previous" not in first.links
    second = Page((await served.ask(f"/servers/7/{first.links['Next']}")).text)
    assert [row[0] for row in second.rows[1:]] == [
        str(ON_A_PAGE + number) for number in range(1, 6)
    ]
    assert "Next" not in second.links
    back = Page((await served.ask(f"/servers/7/{second.links['Previous']}")).text)
    assert back.rows == first.rows
    beyond = await page(served, "?season=all&after=900")
    assert "This page is empty" in beyond.words


async def test_a_server_without_a_known_name_is_shown_by_number(
    services: Services, served: LeaderboardServer
) -> None:
    await publish(services)
    served.names.servers.clear()
    assert (await page(served)).heading == "Leaderboard of server 7"
