"""A database that a killed bot of an earlier version left: pending messages and further play."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.address import DatabaseAddress
from playground import Person, Playground, Thread
from playground.world import Snowflake, ThreadTerms
from playground.world.messages import Draft, MessageFlag
from tests.db.kept import FOLDER, engine_of, put_kept, with_ids
from tests.kit.postgresql import server
from tests.kit.raw_database import connect, rows_in
from tests.kit.server_matches import public_messages
from tests.kit.tables import DESCRIPTION, PATIENT, run_bot


@pytest.fixture(
    params=[
        pytest.param(each, marks=getattr(pytest.mark, each)) for each in ("sqlite", "postgresql")
    ]
)
def empty_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseAddress]:
    """Yield an address without a database, on each engine."""
    if request.param == "sqlite":
        yield tmp_path / "boop.sqlite3"
        return
    with server().empty_database() as address:
        yield address


def restore_world(playground: Playground, kept: dict[str, Any]) -> dict[str, str]:
    """Make the threads and messages that Discord had; return the new ids by the old ones."""
    world, home = playground.world, playground.server()
    named = {user.username: user.id for user in world.users.values()}
    ids = {str(kept["bot"]): str(world.bot.id), str(kept["server"]): str(home.id)}
    ids |= {str(old): str(named[name]) for name, old in kept["users"].items()}
    ids |= {str(old): str(playground.channel(name).id) for name, old in kept["channels"].items()}
    threads = {each["id"]: each for each in kept["threads"]}
    for each in kept["messages"]:
        text = with_ids(json.dumps(each["components"]), ids)
        shown = Draft(
            world.bot, each["content"], json.loads(text), flags=MessageFlag(each["flags"])
        )
        channel = world.places[Snowflake(int(ids[str(each["place"])]))]
        posted = world.messages.post(channel, shown)
        ids[str(each["id"])] = str(posted.id)
        if each["id"] in threads:
            terms = ThreadTerms(threads[each["id"]]["name"])
            world.threads.begin(playground.channel("games"), world.bot, terms, from_message=posted)
    return ids


def count_pings(person: Person, words: str) -> int:
    """Count a person's notifications that have these words."""
    return sum(words in each.text for each in person.notifications)


@pytest.mark.long
@pytest.mark.parametrize("commit", ["2dc28fdb"])
async def test_messages_of_an_earlier_version_are_delivered_once_and_matches_continue(
    empty_address: DatabaseAddress, commit: str
) -> None:
    kept = json.loads(
        (FOLDER / f"{commit}.{engine_of(empty_address)}.json").read_text(encoding="utf-8")
    )
    async with Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground:
        ids = restore_world(playground, kept)
        put_kept(commit, empty_address, ids)
        with closing(connect(empty_address)) as connection, connection:
            # This Discord has no commands yet.
            connection.execute("DELETE FROM stored_values WHERE name = 'commands'")
        ada, bob, cleo, dov = map(playground.person, ("ada", "bob", "cleo", "dov"))
        before = {person: len(person.notifications) for person in (ada, bob, cleo, dov)}
        threads = [
            playground.thread(Snowflake(int(ids[str(each["id"])]))) for each in kept["threads"]
        ]

        def newest_board(thread: Thread) -> str:
            return [seen for seen in public_messages(bob.look(thread)) if seen.pictures][-1].text

        async with run_bot(playground, empty_address) as table:
            # Both boards that were being sent arrive, and so does the notification of a given day.
            await playground.until(lambda: len(bob.notifications) >= before[bob] + 2)
            await playground.until(lambda: len(dov.notifications) > before[dov])
            for _ in range(4):
                await table.pass_time(30)
            assert len(bob.notifications) == before[bob] + 2
            assert count_pings(dov, "gave you") == 1
            assert "f6" in newest_board(threads[1])
            assert "d5" in newest_board(threads[3])
            # A match goes on, and so does a plan.
            played = await bob.command("place", channel=threads[1], square="a1")
            assert not played.failed
            await playground.until(lambda: "a1" in newest_board(threads[1]))
            await ada.command("place", channel=threads[4], square="d4")
            await playground.until(lambda: "f6" in newest_board(threads[4]))
            # Open challenges are kept, and can be answered.
            listed = await dov.command("challenges", channel=playground.channel("games"))
            [challenge] = list(listed.shown.selects)
            looked = await dov.select(listed.shown, challenge.custom_id, ["6"])
            accepted = await dov.press(looked.shown, "Accept")
            assert "accepted" in accepted.text
            # The match that was over is unchanged.
            history = await ada.command("history", channel=playground.channel("games"))
            assert "#1" in history.text
            for _ in range(4):
                await table.pass_time(30)
        late = (
            "SELECT * FROM outbox WHERE kind <> 'challenge' "
            "AND (shown_revision < revision OR lost_at IS NOT NULL OR after_id IS NOT NULL)"
        )
        assert rows_in(empty_address, late) == []
        playground.expect_valid()
