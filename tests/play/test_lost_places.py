"""A match whose thread is deleted, closed to the bot, or archived."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.game import legal_turns, read_turn
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChannelId, GuildId, MatchId, Revision, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from cogs.delivery.board_delivery import about_match
from cogs.delivery.publishing import post_boards_for, publish_boards
from cogs.delivery.threads import is_awake
from playground import (
    Permission,
    Person,
    PlannedFault,
    Playground,
    Problem,
    SeenMessage,
    TextChannel,
    Thread,
    ThreadChange,
)
from tests.kit.answers import direct_messages_with
from tests.kit.boards import live_boards
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.many_matches import begin, wait_until_posted
from tests.kit.raw_database import change
from tests.kit.server_matches import (
    ServerMatch,
    bot_role,
    public_messages,
    start_match,
    start_match_between,
)
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import quick_or_thorough
from tests.kit.unwritable import blocked_writes

pytestmark = pytest.mark.usefixtures("retry_soon")

ENDLESS = 300.0
"""Seconds after which a task counts as an endless loop; a busy machine may take many."""
DELETE = "DELETE", "/channels/{channel_id}/messages/{message_id}"


def hide_channel(table: Table) -> None:
    """Hide the channel, and the threads in it, from the bot."""
    playground = table.playground
    deny = Permission.VIEW_CHANNEL
    playground.world.overwrite(playground.channel("games"), bot_role(table.playground), deny=deny)


def lost_board_messages(person: Person) -> list[SeenMessage]:
    """Return the messages that inform a person that the bot can't show the board."""
    return [seen for seen in person.direct_messages() if "can't show the board" in seen.text]


def show_channel(table: Table) -> None:
    playground = table.playground
    playground.world.overwrite(playground.channel("games"), bot_role(table.playground))


async def wait_until_moved(server_match: ServerMatch, place: TextChannel) -> SeenMessage:
    """Wait until both are notified in a channel that the match goes on there."""

    def move_messages() -> list[SeenMessage]:
        return [seen for seen in server_match.orange.look(place) if "was deleted" in seen.text]

    await server_match.playground.until(lambda: boards_in(server_match, place) and move_messages())
    return move_messages()[-1]


def boards_in(server_match: ServerMatch, place: TextChannel) -> list[SeenMessage]:
    return [
        each
        for each in public_messages(server_match.orange.look(place))
        if each.pictures and each.buttons
    ]


@pytest.mark.long
async def test_players_get_one_direct_message_if_the_board_cannot_be_shown(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    general = playground.channel("general")
    hide_channel(table)
    played = await server_match.orange.command("place", channel=general, square="c3")
    assert "Turn 1: orange kitten to c3" in played.text
    for person in (server_match.orange, server_match.gray):
        [message] = await playground.until(partial(lost_board_messages, person))
        assert "I can't show the board of **#1**" in message.text
        assert "`/board match:1`" in message.text

    for _ in range(2):
        looked = await server_match.gray.command("board", channel=general)
        assert "orange kitten to c3" in looked.text
        await table.pass_time(4000)
    for person in (server_match.orange, server_match.gray):
        assert len(lost_board_messages(person)) == 1


@pytest.mark.long
async def test_the_answer_announces_the_turn_if_the_bot_may_not_post(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    playground.world.overwrite(
        playground.channel("games"),
        bot_role(playground),
        deny=Permission.SEND_MESSAGES_IN_THREADS,
    )
    played = await server_match.orange.command("place", channel=server_match.place, square="c3")
    assert "orange kitten to c3" in played.text
    for _ in range(2):
        await table.pass_time(4000)
    assert played.shown.id in {note.message_id for note in server_match.gray.notifications}
    assert not server_match.gray.direct_messages()
    assert not server_match.orange.direct_messages()


@pytest.mark.long
async def test_closed_direct_messages_block_nothing(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    server_match.orange.user.accepts_direct_messages = False
    hide_channel(table)
    await server_match.orange.command("place", channel=playground.channel("general"), square="c3")
    await playground.until(lambda: lost_board_messages(server_match.gray))
    assert not server_match.orange.direct_messages()
    await table.pass_time(4000)
    assert len(lost_board_messages(server_match.gray)) == 1


@pytest.mark.night
@pytest.mark.long
async def test_the_report_of_a_lost_board_is_sent_later_if_discord_fails(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    hide_channel(table)
    playground.faults.break_down("POST", "/users/@me/channels", status=503)
    await server_match.orange.command("place", channel=playground.channel("general"), square="c3")
    await playground.until(lambda: not playground.faults.pending)
    await table.pass_time(60)
    for person in (server_match.orange, server_match.gray):
        await playground.until(partial(lost_board_messages, person))
        assert len(lost_board_messages(person)) == 1


@pytest.mark.long
async def test_a_match_whose_thread_is_deleted_continues_in_the_channel(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    await server_match.wait_until_shown()
    playground.world.threads.delete(playground.thread(server_match.place.id))
    games = playground.channel("games")
    message = await wait_until_moved(server_match, games)
    for person in (server_match.orange, server_match.gray):
        assert f"<@{person.id}>" in message.text
    [board] = boards_in(server_match, games)
    assert f"/{games.id}/{board.id}" in message.text
    assert "c" in board.labels
    answer = await server_match.gray.command("place", channel=games, square="d4")
    assert not answer.shown.ephemeral

    await playground.until(
        lambda: any(seen.pictures for seen in public_messages(server_match.orange.look(games)))
    )
    match = await table.match(1)
    assert match.venue.channel == ChannelId(games.id)
    await table.pass_time(60)
    await playground.until(
        lambda: any("your turn in **#1**" in seen.text for seen in server_match.orange.look(games))
    )
    answer = await server_match.orange.command("place", channel=games, square="a1")
    assert not answer.shown.ephemeral


async def test_a_board_in_an_archived_thread_wakes_it_with_a_new_board(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True))
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: "orange kitten to c3" in server_match.board().text)
    assert not thread.is_archived


async def test_players_get_a_direct_message_if_the_thread_was_locked(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True, is_locked=True))
    general = playground.channel("general")
    played = await server_match.orange.command("place", channel=general, square="c3")
    assert "Turn 1: orange kitten to c3" in played.text
    for person in (server_match.orange, server_match.gray):
        await playground.until(partial(lost_board_messages, person))
    assert thread.is_archived


async def test_the_task_that_moves_a_match_also_shows_it_in_its_new_place(
    table: Table, server_match: ServerMatch
) -> None:
    playground, number = table.playground, MatchId(server_match.number)
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    edit = "/channels/{channel_id}/messages/{message_id}"
    playground.faults.refuse("PATCH", edit, Problem.UNKNOWN_CHANNEL)

    async def show_again() -> Revision | None:
        await table.services.boards.show_again(number)
        return await publish_boards(table.bot, number)

    shown = await table.bot.underway.run(show_again, about_match(number))
    assert shown == (await table.match(number)).revision
    assert boards_in(server_match, playground.channel("games"))


async def test_a_match_whose_channel_is_deleted_continues_in_the_games_channel(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    general = playground.channel("general")
    await table.services.settings.change(
        GuildId(playground.server().id),
        lambda settings: replace(settings, games_channel=ChannelId(general.id)),
    )
    playground.world.delete_channel(playground.channel("games"))
    message = await wait_until_moved(server_match, general)
    assert f"/{general.id}/" in message.text
    answer = await server_match.orange.command("place", channel=general, square="c3")
    assert not answer.shown.ephemeral


@pytest.mark.parametrize(
    ("denied", "goes_on"),
    [(Permission.SEND_MESSAGES, "thread"), (Permission.SEND_MESSAGES_IN_THREADS, "games")],
)
async def test_a_match_returns_beside_the_match_in_whose_thread_it_was_requested(
    table: Table, denied: Permission, goes_on: str
) -> None:
    playground = table.playground
    games, general = playground.channel("games"), playground.channel("general")
    thread = playground.thread((await start_match(table.playground)).place.id)
    await table.services.settings.change(
        GuildId(playground.server().id),
        lambda settings: replace(settings, games_channel=ChannelId(general.id)),
    )
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command("challenge", channel=thread, opponent=bob, first="me")
    await bob.press(offered.shown, "Accept")
    begun = await playground.until(
        lambda: [each for each in playground.server().threads.values() if each is not thread]
    )
    server_match = ServerMatch(playground, ada, bob, begun[0], 2)
    await playground.until(server_match.boards)
    playground.world.overwrite(games, bot_role(playground), deny=denied)
    playground.world.threads.delete(begun[0])

    def boards(place: TextChannel | Thread) -> list[SeenMessage]:
        return [
            each for each in public_messages(ada.look(place)) if "#2" in each.text and each.pictures
        ]

    place = await playground.until(
        lambda: next((place for place in (thread, games, general) if boards(place)), None)
    )
    assert place is {"thread": thread, "games": games}[goes_on]


@pytest.mark.long
async def test_a_match_with_nowhere_else_to_go_continues_in_direct_messages(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3", "Kd5"])
    playground.world.delete_channel(playground.channel("games"))
    for person in (server_match.orange, server_match.gray):
        await playground.until(partial(direct_boards, person))
        await playground.until(partial(direct_move_messages, person))
        [message] = direct_move_messages(person)
        assert "/@me/" in message.text
    [board] = direct_boards(server_match.orange)
    await server_match.orange.press(board, "c")
    match = await table.match(1)
    assert match.venue.kind is VenueKind.DIRECT


async def test_a_turn_notification_for_a_deleted_channel_is_sent_directly(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    await table.bot.remove_cog("Outbox")
    await table.services.matches.play(UserId(server_match.orange.id), MatchId(1), read_turn("Ka1"))
    match = await table.match(1)
    claimed = await table.services.notifications.take_for_board(match)
    assert [int(word.notification.user) for word in claimed] == [int(server_match.gray.id)]
    playground.world.delete_channel(playground.channel("games"))
    await playground.until(lambda: direct_boards(server_match.gray))
    await table.bot.underway.wait()
    await post_boards_for(table.bot, claimed)
    await table.bot.underway.wait()
    [board] = direct_boards(server_match.gray)
    assert "it's your turn" in board.text
    assert board.id in {note.message_id for note in server_match.gray.notifications}


async def begin_in_channel(table: Table, channel: TextChannel) -> Match:
    """Begin a match that is played in a channel itself, and wait until its board is there."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    match = await begin(table, ada, bob)
    assert int(match.venue.origin) == int(channel.id)
    await wait_until_posted(table, match)
    return match


async def test_other_matches_leave_a_deleted_channel_if_one_cannot_be_read(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        games = playground.channel("games")
        broken, match = await begin_in_channel(table, games), await begin_in_channel(table, games)
        change(database, "UPDATE matches SET position = 'nonsense' WHERE id = ?", broken.id)
        playground.world.delete_channel(games)
        for person in (playground.person("ada"), playground.person("bob")):
            await playground.until(partial(boards_of, match, person))


def boards_of(match: Match, person: Person) -> list[SeenMessage]:
    return [each for each in direct_boards(person) if f"#{match.id}" in each.text]


@pytest.mark.night
@pytest.mark.long
@pytest.mark.sqlite
async def test_matches_leave_a_deleted_channel_once_they_can_be_stored(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    ada, bob = playground.person("ada"), playground.person("bob")
    match = await begin_in_channel(table, games)
    async with blocked_writes(table.database):
        playground.world.delete_channel(games)
        await playground.until(lambda: table.bot.get_channel(games.id) is None)
        await playground.until(lambda: table.services.not_storing)
    for person in (ada, bob):
        await playground.until(partial(boards_of, match, person))


async def test_matches_leave_a_channel_deleted_during_an_outage(
    playground: Playground, database: Path
) -> None:
    games = playground.channel("games")
    async with run_bot(playground, database) as table:
        match = await begin_in_channel(table, games)
    playground.world.delete_channel(games)
    async with run_bot(playground, database):
        for person in (playground.person("ada"), playground.person("bob")):
            await playground.until(partial(boards_of, match, person))


@pytest.mark.long
async def test_a_lost_board_is_shown_as_soon_as_the_channel_allows_it(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    hide_channel(table)
    await table.pass_time(4 * DAY)
    await table.playground.until(lambda: direct_messages_with(server_match.gray, "is over"))
    for person in (server_match.orange, server_match.gray):
        assert lost_board_messages(person) == [], "one message about the end is enough"
    show_channel(table)
    await table.playground.until(lambda: "wins" in server_match.board().text)
    await table.playground.until(lambda: "1" in server_match.place.name.split(" · ")[0])
    assert "c" not in server_match.board().labels


@pytest.mark.night
@pytest.mark.long
@pytest.mark.sqlite
async def test_a_lost_board_is_shown_after_a_permission_change_that_could_not_be_stored(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    hide_channel(table)
    await server_match.orange.command(
        "place", channel=table.playground.channel("general"), square="a1"
    )
    await table.playground.until(partial(lost_board_messages, server_match.gray))
    await table.bot.underway.wait()
    async with blocked_writes(table.database):
        show_channel(table)
        await table.playground.until(lambda: table.services.not_storing)
    await table.playground.until(lambda: "orange kitten to a1" in server_match.board().text)


async def test_a_lost_board_is_tried_again_until_it_is_shown(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    edit = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
    playground.faults.break_down(*edit, status=403, times=3)
    await server_match.press_behind_more(server_match.gray, "Give them a day")
    await playground.until(lambda: lost_board_messages(server_match.gray))
    for _ in range(4):
        await table.pass_time(13 * HOUR)
        if "gave" in server_match.board().text:
            break
    assert "gave" in server_match.board().text


async def test_an_old_board_in_an_archived_thread_is_deleted_at_once(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    playground.faults.refuse(*DELETE, Problem.THREAD_ARCHIVED)
    await server_match.orange.command("place", channel=server_match.place, square="a1")
    await server_match.wait_until_shown()


async def test_an_old_board_is_deleted_from_a_thread_that_is_archived_for_good(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    playground.faults.break_down(*DELETE, status=403)
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    await playground.until(
        lambda: not playground.faults.pending and "1" in server_match.place.name.split(" · ")[0]
    )
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True))
    await playground.until(lambda: not is_awake(table.bot, ChannelId(thread.id)))
    assert len(server_match.boards()) == 2
    await table.pass_time(2 * HOUR)
    assert len(server_match.boards()) == 1


async def test_an_old_board_in_a_locked_thread_is_deleted_when_it_is_opened(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    refusal = playground.faults.refuse(*DELETE, Problem.THREAD_ARCHIVED, times=2)
    await server_match.orange.command("place", channel=server_match.place, square="a1")
    await playground.until(lambda: refusal.hits == 2)
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True, is_locked=True))
    await playground.until(lambda: not is_awake(table.bot, ChannelId(thread.id)))
    await table.pass_time(60)
    assert len(server_match.boards()) == 2, "a locked thread is not changed"
    playground.world.threads.change(thread, ThreadChange(is_archived=False, is_locked=False))
    await server_match.wait_until_shown()


async def test_an_old_board_that_discord_refuses_to_delete_is_given_up_in_the_end(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.board_delivery.MOST_REFUSED", 3)
    playground, number = table.playground, MatchId(server_match.number)
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    refusal = playground.faults.refuse(*DELETE, Problem.MISSING_ACCESS, times=100)
    await server_match.orange.command("place", channel=server_match.place, square="a1")
    await playground.until(lambda: refusal.hits == 1)
    for hours, hits in ((1, 2), (2, 3), (24, 3), (24, 3)):
        await table.pass_time(hours * HOUR + 10.0)
        assert refusal.hits == hits
    assert len((await table.services.boards.work_of(number)).boards) == 1


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("where", ["thread", "direct messages"])
async def test_a_match_without_a_known_venue_does_not_loop(table: Table, where: str) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    if where == "thread":
        await start_match_between(playground, ada, bob, games)
    else:
        await start_direct_match_between(playground, ada, bob)
    faults = refuse_all(playground, Problem.UNKNOWN_CHANNEL)
    await ada.command("place", channel=playground.channel("general"), square="c3", match="1")
    for _ in range(3):
        await asyncio.wait_for(table.pass_time(60), ENDLESS)
    assert sum(fault.hits for fault in faults) < 40

    before = sum(fault.hits for fault in faults)
    for _ in range(6):
        await table.pass_time(HOUR)
    assert sum(fault.hits for fault in faults) - before < 6 * 20

    playground.faults.clear()
    for _ in range(4):
        await table.pass_time(8 * HOUR)
    await bob.command("place", channel=playground.channel("general"), square="d4", match="1")
    # Which venue was tried last depends on when each could be tried again.
    match = await table.match(1)
    boards = len(match.people) if match.venue.kind is VenueKind.DIRECT else 1
    await playground.until(
        lambda: [board.revision for board in live_boards(playground)] == [3] * boards
    )


def refuse_all(playground: Playground, problem: Problem) -> list[PlannedFault]:
    """Let Discord refuse all requests about channels, threads and their messages."""
    return [
        playground.faults.refuse("*", route, problem, times=10**9)
        for route in (
            "/channels/{channel_id}",
            "/channels/{channel_id}/messages",
            "/channels/{channel_id}/messages/{message_id}",
            "/channels/{channel_id}/messages/{message_id}/threads",
        )
    ]


@pytest.mark.whole
async def test_every_refusal_of_discord_leads_to_few_requests_and_a_board_in_the_end(
    table: Table,
) -> None:
    playground, matches = table.playground, table.services.matches
    number = MatchId((await start_match(table.playground)).number)
    for problem in quick_or_thorough([*Problem][::6], [*Problem]):
        faults = refuse_all(playground, problem)
        match = await matches.find(number)
        assert match.to_move is not None
        await matches.play(match.to_move, number, next(legal_turns(match.position)))
        for _ in range(2):
            await asyncio.wait_for(table.pass_time(60), ENDLESS)
        assert sum(fault.hits for fault in faults) < 40, problem
        playground.faults.clear()
        for _ in range(3):
            await table.pass_time(9 * HOUR)
        revision = (await matches.find(number)).revision
        assert {board.revision for board in live_boards(playground)} == {revision}, problem


async def test_a_match_remembers_after_a_restart_where_it_could_not_be_shown(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        server_match = await start_match(table.playground)
        refusal = playground.faults.refuse(
            "*",
            "/channels/{channel_id}/messages/{message_id}",
            Problem.UNKNOWN_CHANNEL,
            times=10**9,
        )
        await server_match.press_behind_more(server_match.gray, "Give them a day")
        await playground.until(lambda: refusal.hits)
        await wait_until_moved(server_match, playground.channel("games"))
    async with run_bot(playground, database) as table:
        avoided = await table.services.boards.venues_to_avoid(MatchId(1))
        assert avoided == {ChannelId(server_match.place.id)}


async def test_a_reminder_replaces_a_deleted_board(table: Table, server_match: ServerMatch) -> None:
    playground = table.playground
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    lost = playground.world.messages.find(server_match.board().id)
    assert lost is not None
    playground.world.messages.delete(lost)
    await table.pass_time(2.6 * DAY)

    def reminders() -> list[SeenMessage]:
        return [
            seen
            for seen in server_match.orange.look(server_match.place)
            if "your time in" in seen.text
        ]

    await playground.until(reminders)
    assert reminders()[0].id == server_match.board().id > lost.id


async def test_next_replaces_a_deleted_board(server_match: ServerMatch) -> None:
    playground = server_match.playground
    await server_match.play(["Kc3", "Kd5"])
    await server_match.wait_until_shown()
    lost = playground.world.messages.find(server_match.board().id)
    assert lost is not None
    playground.world.messages.delete(lost)
    led = await server_match.orange.command("next", channel=playground.channel("general"))
    assert server_match.board().id > lost.id
    assert f"/{server_match.board().id}" in str([button.url for button in led.shown.buttons])


def direct_boards(person: Person) -> list[SeenMessage]:
    """List the boards in a user's direct messages."""
    return [seen for seen in person.direct_messages() if seen.pictures and seen.buttons]


def direct_move_messages(person: Person) -> list[SeenMessage]:
    return direct_messages_with(person, "was deleted")
