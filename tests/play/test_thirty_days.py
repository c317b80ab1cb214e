"""One match over thirty days: what can happen between two moves, and a bot that is away."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds, UserId
from playground import Person, Playground, SeenMessage
from tests.kit.finished_matches import win_on_time
from tests.kit.planning import plan_by_command
from tests.kit.server_matches import ServerMatch, accept_takeback, ask_takeback, start_match
from tests.kit.tables import NOT_AHEAD, Table, run_bot


@dataclass(slots=True)
class Story:
    """A match, and how far its time has gone."""

    playground: Playground
    database: Path
    ahead: Seconds = NOT_AHEAD

    @asynccontextmanager
    async def run_bot(self) -> AsyncIterator[Table]:
        """Run the bot from where its clock stood."""
        async with run_bot(self.playground, self.database, self.ahead) as table:
            yield table
            self.ahead = table.clock.ahead

    async def pass_days(self, table: Table, days: float) -> None:
        """Let days pass, in steps that threads and jobs take for an hour or so."""
        for _ in range(round(days * 4)):
            self.playground.world.clock.leap(DAY / 4)
            self.playground.world.threads.archive_idle()
            await table.pass_time(DAY / 4)


def ping_messages(person: Person, words: str) -> list[SeenMessage]:
    """List a person's pings with these words that they can still see."""
    pinged = {note.message_id: note.channel_id for note in person.notifications}
    seen = [message for place in set(pinged.values()) for message in person.look(place)]
    return [message for message in seen if message.id in pinged and words in message.text]


@pytest.mark.night
@pytest.mark.whole
async def test_a_match_lasts_thirty_days(playground: Playground, database: Path) -> None:
    story = Story(playground, database)
    async with story.run_bot() as table:
        server_match = await start_match(playground)
        began_at = (await table.match(server_match.number)).started_at
        await play_first_week(story, table, server_match)
        await take_vacation(story, table, server_match)
    await pass_outage(story)
    async with story.run_bot() as table:
        assert (await table.match(server_match.number)).outcome is None
        await take_back_and_plan(story, table, server_match)
        await play_to_the_end(story, table, server_match)
        ended = await table.match(server_match.number)
        assert ended.outcome is not None
        assert ended.changed_at - began_at >= 30 * DAY


async def play_first_week(story: Story, table: Table, server_match: ServerMatch) -> None:
    """Each player moves after a day and a half; then bob is reminded, and is given a day."""
    ada, bob = server_match.orange, server_match.gray
    for ply, turn in enumerate(["Kc3", "Ke5"]):
        await story.pass_days(table, 1.5)
        await server_match.play_one(server_match.mover_after(ply), turn)
    await server_match.play_one(ada, "Ka1")
    await story.pass_days(table, 2.25)
    assert not ping_messages(bob, "runs out")
    await story.pass_days(table, 0.25)
    await story.playground.until(lambda: bool(ping_messages(bob, "runs out")))
    deadline = (await table.match(server_match.number)).clock.deadline
    assert deadline is not None
    await server_match.give_day(ada)
    assert (await table.match(server_match.number)).clock.deadline == deadline + DAY
    await story.pass_days(table, 1)
    await server_match.play_one(bob, "Kf6")
    await story.playground.until(lambda: not ping_messages(bob, "runs out"))


async def take_vacation(story: Story, table: Table, server_match: ServerMatch) -> None:
    """Ada is away for ten days; she loses no time, and her thread stays open."""
    ada, bob = server_match.orange, server_match.gray
    await ada.command("vacation", channel=server_match.place, days=10)
    await story.playground.until(lambda: "clock stopped" in server_match.bed().text)
    await story.pass_days(table, 9.75)
    assert (await table.match(server_match.number)).outcome is None
    thread = story.playground.thread(server_match.place.id)
    await story.playground.until(lambda: not thread.is_archived)
    await story.pass_days(table, 0.5)
    await story.playground.until(lambda: "clock stopped" not in server_match.bed().text)
    await server_match.play_one(ada, "Kb5")
    await story.pass_days(table, 1)
    await server_match.play_one(bob, "Ke2")


async def pass_outage(story: Story) -> None:
    """For five days the bot is silent, longer than a turn may take."""
    story.ahead = Seconds(story.ahead + 5 * DAY)
    story.playground.world.clock.leap(5 * DAY)
    story.playground.world.threads.archive_idle()


async def take_back_and_plan(story: Story, table: Table, server_match: ServerMatch) -> None:
    """Bob takes his turn back and plays another; ada had planned a reply to it."""
    ada, bob = server_match.orange, server_match.gray
    before = await table.match(server_match.number)
    await ask_takeback(server_match, bob)
    await accept_takeback(server_match, ada)
    assert (await table.match(server_match.number)).ply == before.ply - 1
    await plan_by_command(server_match, ada, "Ka6 Kd1")
    await story.pass_days(table, 2)
    await server_match.play_one(bob, "Ka6")
    after = await table.match(server_match.number)
    assert after.ply == before.ply + 1
    assert after.to_move == UserId(bob.id)


async def play_to_the_end(story: Story, table: Table, server_match: ServerMatch) -> None:
    """Both play on until bob does not come back."""
    ada, bob = server_match.orange, server_match.gray
    await story.pass_days(table, 2)
    await server_match.play_one(bob, "Kf3")
    await story.pass_days(table, 2)
    await server_match.play_one(ada, "Kc6")
    left = (await table.match(server_match.number)).clock.deadline
    assert left is not None
    await story.pass_days(table, 2.75)
    await story.playground.until(lambda: bool(ping_messages(bob, "runs out")))
    assert (await table.match(server_match.number)).outcome is None
    await story.pass_days(table, 0.5)
    assert win_on_time(ada, bob) in server_match.bed().text
    thread = story.playground.thread(server_match.place.id)
    await story.playground.until(lambda: thread.name == "#1 · Ada 1–0 Bob · boop")
    assert (
        Instant(left)
        <= (await table.match(server_match.number)).changed_at
        <= Instant(left + 6 * HOUR)
    )
