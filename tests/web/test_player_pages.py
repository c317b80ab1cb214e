"""The pages of players below a public leaderboard: who has one, and what its address reveals."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.settings.server import Leaderboard
from bot.features.standings.queries import Listing
from bot.match.identity import GuildId, PlayerKey, UserId
from bot.services import Services
from bot.text import PSEUDO
from bot.web.addresses import PlayerAddresses
from tests.kit.leaderboard_pages import (
    SECRET,
    LeaderboardServer,
    Page,
    erase_user,
    insert_ratings,
    insert_seasons,
    publish,
)
from tests.kit.matches import GUILD
from tests.kit.pseudo import untranslated

READ = "/servers/7/leaderboard"
ADDRESSES = PlayerAddresses(SECRET)


def address(key: int, guild: GuildId = GUILD) -> str:
    return f"/servers/{guild}/leaderboard/players/{ADDRESSES.of(guild, PlayerKey(key))}"


async def test_the_leaderboard_leads_to_a_players_places(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_seasons(path, (1000.0, 2000.0), (2000.0, None))
    insert_ratings(path, [1512, 1700, 1512])
    insert_ratings(path, [1600, 1400, 1500], scope=1)
    served.names.people[UserId(1001)] = "Ada <b>"
    read = Page((await served.ask(f"{READ}?season=all")).text)
    players = [facts["href"] for _, facts in read.tags if "/players/" in (facts.get("href") or "")]
    assert players == [address(1).removeprefix("/servers/7/")]
    answer = await served.ask(address(1))
    assert answer.status == 200
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    player = Page(answer.text)
    assert player.title == "Ada <b> · The <Cattery> · boop"
    assert player.heading == "Ada <b>"
    assert player.rows == [
        ["Place", "Ruleset", "Rating", "Record"],
        ["2", "classic · All time", "1512 ± 64", "9–1–4"],
        ["1", "classic · Season 1", "1600 ± 64", "9–1–4"],
    ]
    assert player.links["classic · Season 1"] == "../../leaderboard?ruleset=classic&season=1"
    assert player.links["Leaderboard of "] == "../../leaderboard"
    assert "1001" not in answer.text


async def test_a_user_who_is_on_no_leaderboard_has_no_page(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    insert_ratings(path, [1512, 1700, 1600])
    private = await served.ask(address(1))
    await publish(services)
    assert (await served.ask(address(1))).status == 200
    await services.listings.put(UserId(1001), Listing.LEFT_OFF)
    erase_user(path, 1002)
    others = [address(1), address(2), address(4), address(3, GuildId(8))]
    for each in [*others, f"{READ}/players/x", f"{READ}/players/{'A' * 22}"]:
        answer = await served.ask(each)
        assert (answer.status, answer.text) == (404, private.text), each
    assert (await served.ask(address(3))).status == 200
    await services.settings.change(
        GUILD, lambda before: replace(before, leaderboard=Leaderboard.PRIVATE)
    )
    assert (await served.ask(address(3))).text == private.text


async def test_a_players_page_is_in_the_readers_language_and_nothing_is_untranslated(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1512])
    german = await served.ask(address(1), headers={"Accept-Language": "de"})
    assert '<html lang="de">' in german.text
    served.names.languages[GUILD] = PSEUDO
    served.names.people[UserId(1001)] = "7"
    served.names.servers[GUILD] = "8"
    read = Page((await served.ask(address(1))).text)
    assert not untranslated(read.words.replace("boop", ""))


@pytest.mark.parametrize("key", [1, 2, 40_000, 2**62])
def test_an_address_is_read_only_in_its_server_and_with_its_secret(key: int) -> None:
    written = ADDRESSES.of(GUILD, PlayerKey(key))
    assert re.fullmatch(r"[-_A-Za-z0-9]{22}", written)
    assert ADDRESSES.of(GUILD, PlayerKey(key)) == written
    assert ADDRESSES.player(GUILD, written) == key
    assert ADDRESSES.player(GuildId(8), written) is None
    assert PlayerAddresses(b"another").player(GUILD, written) is None
    assert ADDRESSES.of(GuildId(8), PlayerKey(key)) != written
    for index, letter in enumerate(written):
        other = written[:index] + ("A" if letter != "A" else "Q") + written[index + 1 :]
        assert ADDRESSES.player(GUILD, other) is None


async def test_no_page_holds_the_key_of_a_player(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1512])
    served.names.people[UserId(1001)] = "Ada"
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in ("players", "ratings"):
            connection.execute(f"UPDATE {table} SET player_key = 424242")
    for each in (f"{READ}?season=all", address(424242)):
        answer = await served.ask(each)
        assert answer.status == 200
        assert "424242" not in answer.text
        assert "1001" not in answer.text
