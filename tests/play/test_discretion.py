"""What the bot writes about itself names no user and repeats no user's text."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from playground import Person, Playground, Problem, TextChannel
from tests.kit.raw_database import change
from tests.kit.server_matches import start_match_between

pytestmark = pytest.mark.process

NAMES = ("zwiebelkuchen", "rhabarberstreusel")
WRITTEN = "Mondscheinpicknick am Donnerstag"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
async def child(playground: Playground, tmp_path: Path) -> AsyncIterator[Child]:
    """A bot that logs as much about itself as it ever does."""
    child = Child(
        token=playground.token,
        api=playground.api,
        database=tmp_path / "boop.sqlite3",
        control=tmp_path / "control.json",
        more={"BOOP_LOG_LEVEL": "debug", "BOOP_LOG_FORMAT": "json"},
    )
    yield child
    await child.kill()


def people(playground: Playground) -> tuple[Person, Person, TextChannel]:
    """Return two people and a channel with recognizable names."""
    server = playground.server()
    orange, gray = (playground.add_person(name, server) for name in NAMES)
    return orange, gray, playground.world.add_channel(server, "geheimversteck")


def break_database(database: Path) -> None:
    change(database, "ALTER TABLE matches RENAME TO gone")


async def play_with_troubles(playground: Playground) -> None:
    """Write recognizable texts wherever a user can, while much goes wrong."""
    orange, gray, channel = people(playground)
    server_match = await start_match_between(playground, orange, gray, channel)
    orange.say(server_match.place, WRITTEN)
    await orange.command("challenge", channel=channel, opponent=gray, note=WRITTEN)
    await orange.command("place", channel=server_match.place, square=WRITTEN)
    await orange.autocomplete("place", "square", WRITTEN, channel=server_match.place)
    await orange.command("place", channel=server_match.place, square="c3", match=WRITTEN)
    await server_match.play(["Kc3", "Ka1"])
    faults = playground.faults
    faults.refuse("POST", CALLBACK, Problem.UNKNOWN_INTERACTION)
    await orange.command("place", channel=server_match.place, square="f6")
    faults.drop_after("POST", "/channels/{channel_id}/messages")
    faults.break_down("PATCH", "/channels/{channel_id}/messages/{message_id}")
    faults.rate_limit("POST", CALLBACK)
    await gray.command("place", channel=server_match.place, square="b2")
    question = await orange.command("resign", channel=server_match.place)
    await orange.press(question.shown, "Resign")


async def test_a_whole_match_leaves_no_names_or_texts_in_the_log(
    playground: Playground, child: Child, capfd: pytest.CaptureFixture[str]
) -> None:
    director = await child.start()
    await play_with_troubles(playground)
    await director.run_due()
    assert await child.stop() == 0
    log = capfd.readouterr().err
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"ready", "response not accepted", "stopping"} <= {line["event"] for line in lines}
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    lower = log.lower()
    for telling in (*NAMES, *WRITTEN.lower().split()[::2], "geheimversteck", playground.token):
        assert telling not in lower, [line for line in lines if telling in str(line).lower()]


@pytest.mark.night
async def test_an_error_is_logged_without_texts_of_users(
    playground: Playground, child: Child, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    await child.start()
    orange, gray, channel = people(playground)
    offered = await orange.command("challenge", channel=channel, opponent=gray, note=WRITTEN)
    await asyncio.to_thread(break_database, tmp_path / "boop.sqlite3")
    answer = await gray.press(offered.shown, "Accept")
    assert "Something went wrong on my side" in answer.text
    await child.kill()
    log = capfd.readouterr().err
    assert "action failed" in log
    assert "OperationalError" in log
    assert WRITTEN.split()[0] not in log
    assert not [name for name in NAMES if name in log.lower()]
