"""The outbox: a new kind of message needs one renderer, and no SQL.

The bot has no messages of this test's kind.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.app import BoopBot
from bot.features.digests.service import WEEKLY_DIGEST
from bot.features.outbox.entries import OutboxEntry
from bot.match.calendar import WEEK
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, MessageId
from bot.match.terms import VenueKind
from bot.text import N_
from cogs.core.actions import action_id
from cogs.core.components import View
from cogs.core.outgoing import Outgoing
from cogs.delivery.board_delivery import about_match
from cogs.delivery.outbox import _DELIVERIES, MOST_LOOKS, Rendering, deliver_due, renders
from cogs.delivery.permissions import may_read_history
from playground import Permission, Playground, SeenMessage, TextChannel
from tests.kit.cards import CARD, INTERVAL, NOTE, raise_card_revision
from tests.kit.server_matches import bot_role, start_match
from tests.kit.servers import choose, open_settings, owner_of, remove_bot
from tests.kit.tables import Table, run_bot
from tests.kit.weekly import add_digest_channel

POST = "/channels/{channel_id}/messages"


class Home:
    """The card's channel, for the renderer."""

    channel: TextChannel | None = None


@pytest.fixture(autouse=True)
def home() -> Iterator[Home]:
    """The one renderer that new kinds of messages need."""
    where = Home()

    @renders(CARD, N_("The card couldn't be posted in {channel}: {why}."))
    async def render_card(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
        if where.channel is None or due.home is VenueKind.DIRECT:
            return None

        def view() -> View:
            made = View()
            made.add_item(discord.ui.TextDisplay(f"The card, {due.revision}"))
            return made

        place = InServer(due.home, ChannelId(where.channel.id))
        return Rendering(due.revision, place, Outgoing(view=view))

    renders(NOTE)(render_card)
    yield where
    del _DELIVERIES[CARD.name], _DELIVERIES[NOTE.name]


async def raise_and_wait(table: Table, revision: int, later: float = INTERVAL) -> None:
    """Raise the revision of the card's content, and let some time pass."""
    await raise_card_revision(table.services, revision, table.playground.server().id)
    await table.pass_time(later)


async def find_card_entry(table: Table) -> OutboxEntry:
    entry = await table.services.outbox.find(CARD, 1)
    assert entry is not None
    return entry


def cards(playground: Playground, channel: TextChannel) -> list[SeenMessage]:
    return [each for each in owner_of(playground).look(channel) if "The card" in each.text]


def texts(playground: Playground, channel: TextChannel) -> list[str]:
    return [each.text for each in cards(playground, channel)]


async def test_a_card_is_edited_at_most_once_in_ten_minutes(table: Table, home: Home) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    await raise_and_wait(table, 1, 0)
    [card] = cards(playground, games)
    await raise_and_wait(table, 2, 0)
    for revision in (3, 4):
        await raise_and_wait(table, revision, 60)
    assert texts(playground, games) == ["The card, 2"]
    await table.pass_time(INTERVAL)
    [edited] = cards(playground, games)
    assert (edited.text, edited.id) == ("The card, 4", card.id)


async def test_a_deleted_card_is_posted_again(table: Table, home: Home) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    await raise_and_wait(table, 1)
    [card] = cards(playground, games)
    owner_of(playground).delete(card)
    await raise_and_wait(table, 2)
    await raise_and_wait(table, 3)
    [again] = cards(playground, games)
    assert again.text == "The card, 3"
    assert again.id != card.id


async def test_a_card_moves_when_it_belongs_in_another_channel(table: Table, home: Home) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    await raise_and_wait(table, 1)
    home.channel = general = playground.channel("general")
    await raise_and_wait(table, 2)
    assert (texts(playground, games), texts(playground, general)) == ([], ["The card, 2"])


async def test_a_card_whose_channel_is_deleted_is_reported_once_and_moves(
    table: Table, home: Home
) -> None:
    playground, world = table.playground, table.playground.world
    owner, log = owner_of(playground), world.add_channel(playground.server(), "log")
    panel = await open_settings(playground, "moderation")
    await choose(panel, owner, action_id("set-channel", setting="log_channel"), log)
    home.channel = attic = world.add_channel(playground.server(), "attic")
    await raise_and_wait(table, 1)
    world.delete_channel(attic)
    for revision in (2, 3):
        await raise_and_wait(table, revision)
    [missed] = [each.text for each in owner.look(log) if "The card" in each.text]
    assert f"The card couldn't be posted in <#{attic.id}>: the channel is gone." in missed
    home.channel = games = playground.channel("games")
    await raise_and_wait(table, 4)
    assert texts(playground, games) == ["The card, 4"]


async def test_a_card_that_is_not_allowed_is_tried_later(table: Table, home: Home) -> None:
    playground, world = table.playground, table.playground.world
    home.channel = games = playground.channel("games")
    world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    await raise_and_wait(table, 1)
    assert texts(playground, games) == []
    world.overwrite(games, bot_role(playground), allow=Permission.SEND_MESSAGES)
    await table.pass_time(3600)
    assert texts(playground, games) == ["The card, 1"]


async def test_a_server_that_the_bot_has_left_is_not_asked_every_hour(
    table: Table, home: Home
) -> None:
    playground = table.playground
    guild = GuildId(playground.server().id)
    home.channel = playground.channel("games")
    await add_digest_channel(playground)
    await remove_bot(table)
    await table.pass_time(WEEK)
    for revision, kind, least in ((1, CARD, HOUR), (1, NOTE, HOUR), (0, WEEKLY_DIGEST, DAY)):
        subject = 1 if revision else guild
        if revision:
            await raise_card_revision(table.services, revision, guild, kind)
            await table.pass_time(0)
        entry = await table.services.outbox.find(kind, subject)
        assert entry is not None
        assert entry.is_pending
        assert entry.due_at - table.clock.now() > least - 60


async def test_a_removed_card_is_not_posted(table: Table, home: Home) -> None:
    await raise_and_wait(table, 1)
    assert await table.services.next_due() is None


async def test_a_card_whose_answer_was_lost_is_shown_once(table: Table, home: Home) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    playground.faults.drop_after("POST", POST)
    await raise_and_wait(table, 1)
    assert not playground.faults.pending
    await raise_and_wait(table, 2)
    assert texts(playground, games) == ["The card, 2"]


async def test_a_card_is_not_posted_twice_while_the_history_cannot_be_read(
    table: Table, home: Home
) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    history, role = Permission.READ_MESSAGE_HISTORY, bot_role(playground)
    playground.faults.drop_after("POST", POST)
    playground.world.overwrite(games, role, deny=history)
    await playground.until(lambda: not may_read_history(table.bot.get_channel(games.id)))
    await raise_and_wait(table, 1)
    assert not playground.faults.pending
    # So much time has passed that Discord has forgotten the nonce.
    playground.world.messages._nonces.clear()
    for _ in range(3):
        await table.pass_time(60)
    assert texts(playground, games) == ["The card, 1"]
    assert (await find_card_entry(table)).message is None
    playground.world.overwrite(games, role, allow=history)
    await playground.until(lambda: may_read_history(table.bot.get_channel(games.id)))
    await table.pass_time(HOUR)
    [card] = cards(playground, games)
    entry = await find_card_entry(table)
    assert int(entry.message or 0) == card.id


async def test_a_card_whose_history_can_never_be_read_is_posted_eventually(
    table: Table, home: Home
) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    playground.faults.drop_after("POST", POST)
    playground.world.overwrite(games, bot_role(playground), deny=Permission.READ_MESSAGE_HISTORY)
    await playground.until(lambda: not may_read_history(table.bot.get_channel(games.id)))
    await raise_and_wait(table, 1)
    playground.world.messages._nonces.clear()
    for _ in range(MOST_LOOKS):
        await table.pass_time(HOUR)
    entry = await find_card_entry(table)
    assert int(entry.message or 0) in {each.id for each in cards(playground, games)}


async def test_a_card_that_discord_failed_to_take_is_posted_later(table: Table, home: Home) -> None:
    playground = table.playground
    home.channel = games = playground.channel("games")
    playground.faults.break_down("POST", POST, status=503, times=9)
    await raise_and_wait(table, 1)
    playground.faults.clear()
    await table.pass_time(3600)
    assert texts(playground, games) == ["The card, 1"]


@pytest.mark.parametrize("revision", [1, 2])
async def test_a_card_whose_bot_died_before_recording_it_is_found(
    playground: Playground,
    database: Path,
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    revision: int,
) -> None:
    home.channel = games = playground.channel("games")
    async with run_bot(playground, database) as table:

        async def die(*_: object) -> None:
            raise OSError("the bot is killed")

        monkeypatch.setattr(table.services.outbox, "shown", die)
        await raise_and_wait(table, 1)
        await raise_card_revision(table.services, revision, playground.server().id)
    [card] = cards(playground, games)
    # So much time has passed that Discord has forgotten the nonce.
    playground.world.messages._nonces.clear()
    async with run_bot(playground, database) as table:
        await table.pass_time(INTERVAL)
        [found] = cards(playground, games)
        entry = await find_card_entry(table)
    assert found.id == card.id == int(entry.message or 0)
    assert (found.text, entry.is_pending) == (f"The card, {revision}", False)


async def test_a_match_with_many_old_boards_blocks_no_other_message(
    table: Table, home: Home
) -> None:
    playground, underway = table.playground, table.bot.underway
    home.channel = games = playground.channel("games")
    server_match = await start_match(playground)
    number, thread = MatchId(server_match.number), ChannelId(server_match.place.id)
    # Discord delays what is being done about the match.
    underway.held_up_after, done = 0.1, asyncio.Event()
    await underway.run(done.wait, about_match(number))
    try:
        async with table.pause_jobs():
            for message in range(1, 12):
                await table.services.boards.board_found(number, thread, MessageId(message))
            await raise_card_revision(table.services, 1, playground.server().id)
            await deliver_due(table.bot, 4)
            assert texts(playground, games) == ["The card, 1"]
    finally:
        done.set()
