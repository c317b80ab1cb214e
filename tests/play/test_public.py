"""Public leaderboards: off by default, published by the server, with the names of players."""

from pathlib import Path

import pytest

from bot.cli.keeper import Child
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import UserId
from cogs.core.actions import action_id
from cogs.wording import names as shown_names
from cogs.wording.names import KnownNames
from playground import Playground
from tests.kit.leaderboard_pages import FixedNames, LeaderboardServer, Page, free_port
from tests.kit.server_matches import start_match_between, turns_of
from tests.kit.servers import choose, open_settings, owner_of
from tests.kit.tables import Table
from tests.kit.waiting import until

PATIENCE = 60.0


def child_of(folder: Path, playground: Playground, port: int) -> Child:
    return Child(
        token=playground.token,
        api=playground.api,
        database=folder / "boop.sqlite3",
        control=folder / "control.json",
        more={"BOOP_WEB_PORT": str(port)},
    )


async def play_three(playground: Playground) -> None:
    """Let each of three people play the two others, and resign to the one before them."""
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    for one, other in ((ada, bob), (bob, cleo), (ada, cleo)):
        server_match = await start_match_between(
            playground, one, other, playground.channel("games")
        )
        await server_match.play(turns_of("line")[:FEWEST_TURNS])
        question = await other.command("resign", channel=server_match.place)
        await other.press(question.shown, "Resign")


@pytest.mark.night
@pytest.mark.process
async def test_a_servers_leaderboard_is_read_from_the_bot_that_hosts_it(
    playground: Playground, tmp_path: Path
) -> None:
    port = free_port()
    served, server = LeaderboardServer(port, FixedNames()), playground.server().id
    child = child_of(tmp_path, playground, port)
    await child.start()
    try:
        await play_three(playground)
        page = f"/servers/{server}/leaderboard"
        assert (await served.ask(page)).status == 404
        panel = await open_settings(playground, "web")
        await choose(
            panel,
            owner_of(playground),
            action_id("set", setting="leaderboard"),
            "public",
        )
        answer = await served.ask(page)
        assert Page(answer.text).heading == f"Leaderboard of {playground.server().name}"
        assert [row[1] for row in Page(answer.text).rows[1:]] == ["Ada", "Bob", "Cleo"]
        for name in ("ada", "bob", "cleo"):
            assert str(playground.person(name).id) not in answer.text
    finally:
        await child.stop()


async def test_an_unknown_name_is_requested_once_and_known_to_the_next_reader(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_names, "EVERY", 0.0)
    zoe = UserId(table.playground.add_person("zoe").id)
    stranger = UserId(zoe + 1)
    async with shown_names.known_names(table.bot) as names:
        assert (names.person(zoe), names.person(stranger)) == (None, None)
        await until(lambda: names.person(zoe) is not None, PATIENCE)
        assert names.person(zoe) == "Zoe"
        assert names.person(stranger) is None


async def test_a_name_is_requested_again_after_discord_did_not_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_names, "EVERY", 0.0)
    zoe = UserId(table.playground.add_person("zoe").id)
    table.playground.faults.break_down("GET", "/users/{user_id}", status=403)
    async with shown_names.known_names(table.bot) as names:
        assert names.person(zoe) is None
        await until(lambda: names.person(zoe) is not None, PATIENCE)


async def test_requests_for_names_beyond_the_limit_are_dropped(table: Table) -> None:
    names = KnownNames(table.bot)
    for number in range(3 * shown_names.LONGEST_QUEUE):
        assert names.person(UserId(10**17 + number)) is None
    assert names._queue.qsize() == shown_names.LONGEST_QUEUE
