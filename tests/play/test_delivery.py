"""Messages that Discord posted although its answer was lost: each is posted once, and is right."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.address import DatabaseAddress
from bot.db.errors import UnreadableRow
from bot.features.boards.posts import UNRECORDED, Posts
from bot.features.boards.queries import NEW_BOARD
from bot.features.boards.service import MatchWork
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.service import Outbox
from bot.jobs.backoff import FIRST_WAIT, SENDING
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChannelId, GuildId, InServer, Instant, MatchId, MessageId, Seconds
from cogs.core.components import View
from cogs.core.outgoing import Outgoing
from cogs.delivery.posting import post_once
from cogs.delivery.publishing import MOST_SHOWN, publish_match, publish_matches
from playground import Limits, Permission, Person, PlannedFault, Playground, SeenMessage
from playground.api.errors import Problem
from playground.api.faults import Drop, Moment
from playground.world import Snowflake, posting
from playground.world.events import Event, MessagePosted
from tests.kit.boards import board_differences, live_boards, open_challenges
from tests.kit.server_matches import (
    ServerMatch,
    bot_role,
    option_labels,
    play_to_choice,
    public_messages,
    start_match,
)
from tests.kit.service_matches import due_boards
from tests.kit.tables import PATIENT, Table, open_table, run_bot
from tests.kit.thoroughness import sampled
from tests.kit.unwritable import allow_writes, block_writes

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
POST = "/channels/{channel_id}/messages"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
OFTEN = 10**6


async def searched_posts(table: Table) -> list[tuple[str, int, int]]:
    """List the messages that are still looked for."""
    far = Instant(table.clock.now() + 100 * DAY)
    async with table.services.posts._database.reading() as reading:
        return [each.key for each in await outbox_queries.due(reading, far, 10) if each.after]


def database(table: Table) -> DatabaseAddress:
    return table.services.posts._database.address


async def test_an_unreadable_match_is_postponed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(tmp_path) as table:
        server_match, boards = await start_match(table.playground), table.services.boards
        number = MatchId(server_match.number)

        async def fail(number: MatchId) -> MatchWork:
            raise UnreadableRow("matches", number)

        monkeypatch.setattr(boards, "work_of", fail)
        await boards.show_again(number)
        await publish_matches(table.bot, [number])
        assert number not in await due_boards(table.services)


Lose = Callable[..., PlannedFault]
"""Let Discord execute requests, but lose its answers."""


WAYS_TO_LOSE = ("drop_after", "break_down_after")


@pytest.fixture(params=WAYS_TO_LOSE)
def lose(request: pytest.FixtureRequest, table: Table) -> Lose:
    plan: Lose = getattr(table.playground.faults, request.param)
    return plan


async def wait_until_consistent(table: Table) -> None:
    """Wait until every board agrees with the database, and no other message has buttons."""
    for _ in range(20):
        await table.pass_time(30)
        if not board_differences(table.playground, database(table)):
            return
    assert board_differences(table.playground, database(table)) == []


async def test_all_boards_that_fast_players_leave_behind_are_deleted_at_once(table: Table) -> None:
    server_match, boards = await start_match(table.playground), table.services.boards
    number, channel = MatchId(server_match.number), ChannelId(server_match.place.id)
    for message in range(1, 3 * MOST_SHOWN):
        await boards.board_found(number, channel, MessageId(message))
    await publish_match(table.bot, number)
    assert len(await boards.boards_of(number)) == 1


@pytest.mark.parametrize("kind", ["text", "view"])
async def test_a_repeated_post_with_the_same_nonce_shows_the_current_text(
    table: Table, kind: str
) -> None:
    """Discord answers a repeated nonce with the first message, and ignores the second."""
    games = table.playground.channel("games")
    place = table.bot.get_partial_messageable(games.id)

    def outgoing(words: str) -> Outgoing:
        if kind == "text":
            return Outgoing(words, subject="anew 7")

        def view() -> View:
            made = View()
            made.add_item(discord.ui.TextDisplay[View](words))
            return made

        return Outgoing(view=view, subject="anew 7")

    first = await post_once(place, outgoing("Turn 1"))
    again = await post_once(place, outgoing("Turn 2"))
    assert again.id == first.id
    [seen] = table.playground.person("ada").look(games)
    assert seen.text == "Turn 2"


async def test_a_board_whose_answer_was_lost_shows_later_turns(table: Table, lose: Lose) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    for shown in server_match.boards():
        found = playground.world.messages.find(shown.id)
        assert found is not None
        playground.world.messages.delete(found)
    lost = lose("POST", POST, times=OFTEN)
    general = playground.channel("general")
    await server_match.orange.command("board", channel=general, match="1")
    await playground.until(lambda: lost.hits)
    await server_match.orange.command("place", channel=general, square="c3", match="1")
    playground.faults.clear()
    await wait_until_consistent(table)
    [board] = live_boards(playground)
    assert "orange kitten to c3" in board.text


@pytest.mark.long
@pytest.mark.parametrize("lose", sampled(WAYS_TO_LOSE, 0), indirect=True)
async def test_a_challenge_whose_answer_was_lost_loses_its_buttons_when_it_is_over(
    table: Table, lose: Lose
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    playground.faults.drop_before("POST", ANSWER, times=OFTEN)
    lost = lose("POST", POST, times=OFTEN)
    games = playground.channel("games")
    playground.interactions.hasten_next(0.3)
    await ada.command("challenge", channel=games, opponent=bob, expires="1 day")
    await playground.until(lambda: lost.hits)
    [posted] = [seen for seen in public_messages(bob.look(games)) if seen.buttons]
    for _ in range(3):
        await table.leap(12 * HOUR)
    playground.faults.clear()
    # The delay of up to an hour depends on the number of attempts so far.
    for _ in range(15):
        await table.pass_time(300)
    assert not [
        seen for seen in public_messages(bob.look(games)) if seen.id == posted.id and seen.buttons
    ]


@pytest.mark.long
@pytest.mark.parametrize("lose", sampled(WAYS_TO_LOSE, 1), indirect=True)
async def test_a_response_whose_answer_was_lost_loses_its_buttons(table: Table, lose: Lose) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    # Discord shows the answer, but no response reaches the bot.
    lose("POST", ANSWER, times=1)
    playground.faults.drop_before("POST", ANSWER, times=OFTEN)
    playground.faults.drop_before("GET", ORIGINAL, times=OFTEN)
    await server_match.orange.command("place", channel=server_match.place, square="c3")
    await playground.until(lambda: len(live_boards(playground)) == 2)
    playground.faults.clear()
    # Where Discord failed, discord.py answers again, and Discord refuses that.
    await table.playground.until(lambda: not table.bot._working)
    await wait_until_consistent(table)
    [board] = live_boards(playground)
    assert "orange kitten to c3" in board.text


@pytest.mark.long
@pytest.mark.parametrize("lose", sampled(WAYS_TO_LOSE, 0), indirect=True)
async def test_a_notification_whose_answer_was_lost_is_deleted_when_it_is_answered(
    table: Table, lose: Lose
) -> None:
    playground, server_match = table.playground, await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    await table.pass_time(30)
    lost = lose("POST", POST, times=OFTEN)
    await server_match.give_day(server_match.gray)
    await playground.until(lambda: lost.hits)
    [gift] = gift_announcements(server_match)
    await server_match.orange.command("place", channel=server_match.place, square="a1")
    playground.faults.clear()
    for _ in range(4):
        await table.pass_time(30)
    assert gift.id not in {said.id for said in gift_announcements(server_match)}


async def test_a_notification_whose_answer_was_lost_is_sent_once(table: Table, lose: Lose) -> None:
    playground, server_match = table.playground, await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    await table.pass_time(30)
    lost = lose("POST", POST)
    await server_match.give_day(server_match.gray)
    await playground.until(lambda: lost.hits)
    for _ in range(6):
        await table.pass_time(FIRST_WAIT)
    assert len(gift_notifications(server_match)) == 1
    assert len(gift_announcements(server_match)) == 1


async def test_a_notification_whose_bot_died_before_recording_it_is_sent_once(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        server_match = await start_match(table.playground)
        await server_match.play(["Kc3", "Kd4"])
        await server_match.wait_until_shown()
        await table.pass_time(30)
        playground.faults.plan("POST", POST, Drop(Moment.AFTER), times=1)
        playground.faults.delay("POST", POST, 600, times=OFTEN)
        table.bot.closing_patience = 0.0
        await server_match.give_day(server_match.gray)
        await playground.until(lambda: gift_notifications(server_match))
    playground.faults.clear()
    async with run_bot(playground, database) as table:
        await table.pass_time(0)
        await table.pass_time(60)
        assert len(gift_notifications(server_match)) == 1
        assert len(gift_announcements(server_match)) == 1


@pytest.mark.night
@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.parametrize("what", ["notification", "board"])
async def test_a_message_that_cannot_be_recorded_is_recorded_later_and_notifies_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Discord forgets a nonce before the disk has room again."""
    playground, server_match = table.playground, await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    await table.pass_time(30)
    before = len(server_match.orange.notifications) + len(server_match.gray.notifications)
    monkeypatch.setattr(posting, "NONCE_SECONDS", 0.0)
    services, name = {
        "notification": (table.services.notifications, "sent"),
        "board": (table.services.boards, "board_shown"),
    }[what]
    record = getattr(services, name)

    async def fill_the_disk(*about: Any) -> None:
        monkeypatch.setattr(services, name, record)
        await block_writes(table.database)
        await record(*about)

    monkeypatch.setattr(services, name, fill_the_disk)
    if what == "notification":
        await server_match.give_day(server_match.gray)
    else:
        elsewhere = playground.channel("general")
        await server_match.orange.command("place", channel=elsewhere, square="a1", match="1")
    await playground.until(lambda: table.services.not_storing)
    await allow_writes(table.database)
    for seconds in (0, SENDING, 60, 60):
        await table.pass_time(seconds)
    assert (
        len(server_match.orange.notifications) + len(server_match.gray.notifications) == before + 1
    )
    assert len(server_match.boards()) == 1


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.parametrize("how", sampled(["unanswered", "forget"], 0))
async def test_a_board_that_failed_while_nothing_could_be_stored_is_posted_soon_after(
    table: Table, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The record of a post blocks other posts of the board as long as the post may be under way."""
    playground, server_match = table.playground, await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    before = len(server_match.gray.notifications)
    posts: Posts | Outbox = table.services.posts
    if how == "forget":
        posts = table.services.outbox
    note = getattr(posts, how)

    async def fill_the_disk(*about: Any) -> None:
        if about[0].kind != NEW_BOARD.name:
            await note(*about)
            return
        monkeypatch.setattr(posts, how, note)
        await block_writes(table.database)
        await note(*about)

    monkeypatch.setattr(posts, how, fill_the_disk)
    if how == "unanswered":
        playground.faults.drop_before("POST", POST)
    else:
        playground.faults.refuse("POST", POST, Problem.UNKNOWN_MESSAGE)
    elsewhere = playground.channel("general")
    await server_match.orange.command("place", channel=elsewhere, square="a1", match="1")
    await playground.until(lambda: table.services.not_storing)
    await allow_writes(table.database)
    for _ in range(6):
        await table.pass_time(10)
    assert len(server_match.gray.notifications) == before + 1
    assert len(server_match.boards()) == 1


def gift_notifications(server_match: ServerMatch) -> list[str]:
    """List orange's notifications of a given day."""
    return [each.text for each in server_match.orange.notifications if "gave you" in each.text]


def gift_announcements(server_match: ServerMatch) -> list[SeenMessage]:
    """List the messages in the thread, without the boards, that announce a given day."""
    seen = public_messages(server_match.gray.look(server_match.place))
    return [each for each in seen if "gave you" in each.text and not each.pictures]


ASKED = ["ada", "bob"]
"""The challenger of the challenge that the bot does not record: ada, or bob by other terms."""


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("minutes", sampled([0, 30], 0))
@pytest.mark.parametrize("challenger", ASKED)
async def test_a_challenge_whose_bot_died_before_recording_it_is_kept(
    playground: Playground, database: Path, challenger: str, minutes: int
) -> None:
    """The bot finds that challenge before it posts another, so no user is asked twice."""
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    async with run_bot(playground, database) as table:
        before = 0
        if challenger == "bob":
            first = await ada.command("challenge", channel=games, opponent=bob)
            form = (await bob.press(first.shown, "Other terms…")).form
            before = 1
        playground.faults.plan("POST", ANSWER, Drop(Moment.AFTER), times=1)
        playground.faults.delay("GET", ORIGINAL, 600, times=OFTEN)
        playground.faults.delay("POST", ANSWER, 600, times=OFTEN)
        table.bot.closing_patience = 0.0
        if challenger == "bob":
            await bob.submit(form, {"time": "1 day per move"})
        else:
            await ada.command("challenge", channel=games, opponent=bob)
        await playground.until(lambda: len(public_messages(bob.look(games))) > before)
    posted = public_messages(bob.look(games))[-1]
    playground.faults.clear()
    playground.interactions.limits = Limits(token_lives=0.0)
    async with run_bot(playground, database, ahead=Seconds(minutes * 60.0)) as table:
        await wait_until_consistent(table)
        assert [seen.id for seen in public_messages(bob.look(games))][before:] == [posted.id]
        playground.interactions.limits = PATIENT
        asked = ada if challenger == "bob" else bob
        accepted = await asked.press(public_messages(bob.look(games))[-1], "Accept")
        assert "accepted" in accepted.text
        await wait_until_consistent(table)
        assert live_boards(playground)


@pytest.mark.long
@pytest.mark.parametrize("lose", sampled(WAYS_TO_LOSE, 1), indirect=True)
async def test_a_challenge_in_a_response_whose_answer_was_lost_is_found_and_not_repeated(
    table: Table, lose: Lose
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    lose("POST", ANSWER, times=1)
    playground.faults.drop_before("POST", ANSWER, times=OFTEN)
    playground.faults.drop_before("GET", ORIGINAL, times=OFTEN)
    await ada.command("challenge", channel=games, opponent=bob)
    [challenge] = open_challenges(playground)
    await playground.until(lambda: not table.bot._working)
    playground.faults.clear()
    await wait_until_consistent(table)
    assert open_challenges(playground) == [challenge]


@pytest.mark.long
@pytest.mark.parametrize("minutes", sampled([0, 30], 0))
async def test_a_board_whose_bot_died_before_recording_it_loses_its_buttons(
    playground: Playground, database: Path, minutes: int
) -> None:
    """The bot may come back late: the interaction's token may have expired by then."""
    async with run_bot(playground, database) as table:
        server_match = await start_match(table.playground)
        # Discord has posted the answer; the bot dies while it waits for the confirmation.
        playground.faults.plan("POST", ANSWER, Drop(Moment.AFTER), times=1)
        playground.faults.delay("GET", ORIGINAL, 600, times=OFTEN)
        playground.faults.delay("POST", ANSWER, 600, times=OFTEN)
        table.bot.closing_patience = 0.0
        await server_match.orange.command("place", channel=server_match.place, square="c3")
        await playground.until(lambda: len(live_boards(playground)) == 2)
    playground.faults.clear()
    playground.interactions.limits = Limits(token_lives=0.0)
    async with run_bot(playground, database, ahead=Seconds(minutes * 60.0)) as table:
        await wait_until_consistent(table)
        [board] = live_boards(playground)
        assert "orange kitten to c3" in board.text
        assert (await table.match(1)).venue.guild == GuildId(playground.server().id)


async def test_a_post_in_an_unreachable_channel_is_no_longer_looked_for(table: Table) -> None:
    posts = table.services.posts
    channel = "/channels/{channel_id}"
    table.playground.faults.refuse("GET", channel, Problem.MISSING_ACCESS, times=1)
    server = table.playground.server().id
    elsewhere = InServer(GuildId(server), ChannelId(server + 1))
    await posts.begin(UNRECORDED, elsewhere, MessageId(1), digest="lost")
    await table.pass_time(2 * SENDING)
    assert await searched_posts(table) == []


async def test_a_post_in_an_unavailable_server_is_looked_for_once_it_is_back(
    playground: Playground, database: Path
) -> None:
    games, server = ChannelId(playground.channel("games").id), playground.server()
    async with run_bot(playground, database) as table:
        place = InServer(GuildId(server.id), games)
        post = await table.services.posts.begin(UNRECORDED, place, MessageId(1), digest="lost")
    playground.world.take_down(server)
    refused = Problem.MISSING_ACCESS
    playground.faults.refuse("GET", "/channels/{channel_id}", refused, times=OFTEN)
    async with run_bot(playground, database) as table:
        await table.pass_time(2 * SENDING)
        assert await searched_posts(table) == [post.key]
        playground.faults.clear()
        playground.world.bring_back(server)
        await playground.until(lambda: table.bot.get_channel(games) is not None)
        await table.pass_time(2 * SENDING)
        assert await searched_posts(table) == []


async def test_a_post_whose_history_cannot_be_read_is_given_up_eventually(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.boards.outbox.MOST_ATTEMPTS", 3)
    playground, posts = table.playground, table.services.posts
    games, history = playground.channel("games"), Permission.READ_MESSAGE_HISTORY
    playground.world.moderation.revoke(games, bot_role(playground), history)
    place = InServer(GuildId(playground.server().id), ChannelId(games.id))
    await posts.begin(UNRECORDED, place, MessageId(1), digest="lost")
    for attempt in range(5):
        await table.leap(DAY)
        await table.pass_time(0)
        assert len(await searched_posts(table)) == (attempt < 2)


@pytest.mark.long
async def test_a_response_that_begins_practice_and_whose_answer_was_lost_is_shown_once(
    playground: Playground, database: Path
) -> None:
    ada, games = playground.person("ada"), playground.channel("games")
    async with run_bot(playground, database) as table:
        # Discord has posted the answer; the bot dies while it waits for the confirmation.
        playground.faults.plan("POST", ANSWER, Drop(Moment.AFTER), times=1)
        playground.faults.delay("GET", ORIGINAL, 600, times=OFTEN)
        playground.faults.delay("POST", ANSWER, 600, times=OFTEN)
        table.bot.closing_patience = 0.0
        beginning = asyncio.ensure_future(
            ada.command("practice", channel=games, level=1, where="thread")
        )
        await playground.until(lambda: texts_in_channel(playground, ada))
    beginning.cancel()
    playground.faults.clear()
    async with run_bot(playground, database) as table:
        await table.pass_time(60)
        await playground.until(lambda: live_boards(playground))
        await wait_until_consistent(table)
        assert len(texts_in_channel(playground, ada)) == 1


def texts_in_channel(playground: Playground, person: Person) -> list[SeenMessage]:
    """List the messages with text in the channel of a match that begins there."""
    return [seen for seen in public_messages(person.look(playground.channel("games"))) if seen.text]


@pytest.mark.long
@pytest.mark.parametrize("lose", sampled(WAYS_TO_LOSE, 0), indirect=True)
async def test_a_board_whose_answer_was_lost_notifies_once(table: Table, lose: Lose) -> None:
    """The bot looks for the board while it still can't send it again, and finds it by its nonce."""
    playground = table.playground
    server_match, answer = await play_to_choice(table)
    await server_match.wait_until_shown()
    notified = list[Snowflake]()

    def record_notification(event: Event) -> None:
        if (
            isinstance(event, MessagePosted)
            and event.message.mentions.users
            and event.message.nonce
        ):
            notified.append(event.message.id)

    playground.world.listen(record_notification)
    lost = lose("POST", POST, times=OFTEN)
    await server_match.gray.press(server_match.board(), option_labels(answer.shown)[0])
    await playground.until(lambda: lost.hits)
    for _ in range(3):
        await table.pass_time(30)
    playground.faults.clear()
    for _ in range(3):
        await table.pass_time(FIRST_WAIT)
    await wait_until_consistent(table)
    assert len(notified) == 1
