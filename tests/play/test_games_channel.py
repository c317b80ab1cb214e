"""Matches that are played in a channel itself, or gathered in a server's games channel."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.jobs.backoff import SENDING
from bot.match.identity import ChannelId, GuildId, MatchId, Seconds
from bot.match.terms import VenueKind
from playground import Permission, Playground, Problem, SeenMessage, TextChannel, Thread
from tests.kit.finished_matches import rematch_text
from tests.kit.server_matches import bot_role, public_messages, start_match_between
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import sampled


async def set_games_channel(table: Table) -> None:
    """Gather the server's matches in #games, wherever users request them."""
    playground = table.playground
    guild, games = playground.server().id, playground.channel("games").id
    await table.services.settings.change(
        GuildId(guild), lambda settings: replace(settings, games_channel=ChannelId(games))
    )


async def begin(table: Table, where: str, channel: str = "general") -> None:
    """Challenge and accept in a channel, and wait for the board."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge", channel=playground.channel(channel), opponent=bob, first="me", where=where
    )
    before = len(_live(table))
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: len(_live(table)) == before + 1)


def _boards(table: Table, place: TextChannel | Thread) -> list[SeenMessage]:
    return [
        each
        for each in public_messages(table.playground.person("ada").look(place))
        if each.pictures
    ]


def _live(table: Table) -> list[SeenMessage]:
    places = table.playground.person("ada").places(table.playground.server())
    return [board for place in places for board in _boards(table, place) if board.buttons]


def threads(table: Table) -> list[Thread]:
    return list(table.playground.server().threads.values())


def texts(table: Table, channel: str) -> list[str]:
    playground = table.playground
    return [
        each.text
        for each in public_messages(playground.person("ada").look(playground.channel(channel)))
    ]


async def test_a_match_requested_anywhere_gets_its_thread_in_the_games_channel(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    await set_games_channel(table)
    await begin(table, "thread")
    (thread,) = threads(table)
    assert thread.parent_id == playground.channel("games").id
    link = f"https://discord.com/channels/{playground.server().id}/{thread.id}"
    await playground.until(lambda: any(link in text for text in texts(table, "general")))
    assert any(
        text.startswith("**#1** ·") and bob.mention in text for text in texts(table, "games")
    )
    answer = await ada.command("place", channel=thread, square="c3")
    assert not answer.shown.ephemeral
    await playground.until(lambda: any(note.channel_id == thread.id for note in bob.notifications))
    match = await table.match(1)
    assert match.venue.kind is VenueKind.THREAD
    assert match.venue.channel == ChannelId(thread.id)


async def test_a_match_requested_in_the_games_channel_begins_there(table: Table) -> None:
    await set_games_channel(table)
    await begin(table, "thread", "games")
    (thread,) = threads(table)
    assert not any("is played here" in text for text in texts(table, "games"))
    assert thread.id in [each.id for each in _challenges(table)], "begun from the challenge"


async def test_the_result_is_shown_where_the_thread_is_listed(table: Table) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    games = playground.channel("games")
    await set_games_channel(table)
    await begin(table, "thread")
    (thread,) = threads(table)

    def notice() -> SeenMessage:
        [found] = [each for each in ada.look(games) if each.id == thread.id]
        return found

    assert notice().text.startswith("**#1** ·")
    for person, turn in ((ada, "c3"), (bob, "d4")):
        await person.command("place", channel=thread, square=turn)
    question = await ada.command("resign", channel=thread)
    await ada.press(question.shown, "Resign")
    await table.pass_time(60)
    await playground.until(lambda: notice().text.startswith("### "))
    assert notice().text.splitlines()[0] == f"### {bob.mention} wins: {ada.mention} resigned"
    labels = notice().labels
    assert labels == ["Rematch", "Replay", "Analyse", "Share"]
    replay = await bob.press(notice(), "Replay")
    assert replay.shown.ephemeral
    offered = await ada.press(notice(), "Rematch")
    assert f"<#{thread.id}>" in offered.text
    await bob.press(notice(), "Rematch")
    await table.pass_time(60)
    await playground.until(lambda: rematch_text(2) in notice().text)
    assert notice().text.splitlines()[0] == f"### {bob.mention} wins: {ada.mention} resigned"
    assert notice().labels == ["Go to the match", "Replay", "Analyse", "Share"]
    (same,) = threads(table)
    for person, turn in ((bob, "c3"), (ada, "d4")):
        await person.command("place", channel=same, square=turn)
    question = await bob.command("resign", channel=same)
    await bob.press(question.shown, "Resign")
    await table.pass_time(60)
    await playground.until(lambda: "#2" in notice().text and "wins" in notice().text)


def _challenges(table: Table) -> list[SeenMessage]:
    playground = table.playground
    return playground.person("ada").look(playground.channel("games"))


async def test_a_match_is_played_in_the_games_channel_itself(table: Table) -> None:
    playground = table.playground
    games = playground.channel("games")
    await set_games_channel(table)
    await begin(table, "channel")
    assert not threads(table)
    assert len(_boards(table, games)) == 1
    match = await table.match(1)
    assert match.venue.kind is VenueKind.CHANNEL
    assert match.venue.channel == ChannelId(games.id)
    assert any(f"/{games.id}" in text for text in texts(table, "general"))


@pytest.mark.parametrize(
    "lacking", sampled([Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS], 1)
)
async def test_without_threads_the_games_channel_itself_is_where_it_is_played(
    table: Table, lacking: Permission
) -> None:
    playground = table.playground
    games = playground.channel("games")
    await set_games_channel(table)
    playground.world.overwrite(games, bot_role(playground), deny=lacking)
    await begin(table, "thread")
    match = await table.match(1)
    assert match.venue.kind is VenueKind.CHANNEL
    assert match.venue.channel == ChannelId(games.id)
    assert not match.venue.is_thread
    assert not threads(table)


@pytest.mark.parametrize("where", sampled(["thread", "channel"], 0))
async def test_without_permission_a_match_is_played_where_it_was_requested(
    table: Table, where: str
) -> None:
    playground = table.playground
    await set_games_channel(table)
    playground.world.overwrite(
        playground.channel("games"), bot_role(playground), deny=Permission.SEND_MESSAGES
    )
    await begin(table, where)
    general = playground.channel("general")
    match = await table.match(1)
    assert match.venue.kind is VenueKind(where)
    assert match.venue.is_thread is (where == "thread")
    assert all(each.parent_id == general.id for each in threads(table))
    assert not texts(table, "games")


@pytest.mark.parametrize("where", sampled(["thread", "direct"], 1))
async def test_a_match_played_elsewhere_can_be_requested_where_the_bot_may_not_post(
    table: Table, where: str
) -> None:
    playground = table.playground
    await set_games_channel(table)
    playground.world.overwrite(
        playground.channel("general"),
        bot_role(playground),
        deny=Permission.SEND_MESSAGES | Permission.CREATE_PUBLIC_THREADS | Permission.ATTACH_FILES,
    )
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge",
        channel=playground.channel("general"),
        opponent=bob,
        first="me",
        where=where,
    )
    assert not offered.shown.ephemeral, offered.text
    await bob.press(offered.shown, "Accept")
    await playground.until(
        lambda: _live(table) or any(each.buttons for each in ada.direct_messages())
    )


async def test_a_deleted_games_channel_is_skipped(table: Table) -> None:
    await set_games_channel(table)
    table.playground.world.delete_channel(table.playground.channel("games"))
    await begin(table, "thread")
    (thread,) = threads(table)
    assert thread.parent_id == table.playground.channel("general").id


async def test_a_match_moves_to_where_it_was_requested_if_its_games_channel_is_deleted(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    await set_games_channel(table)
    await begin(table, "channel")
    playground.world.delete_channel(playground.channel("games"))
    general = playground.channel("general")
    await ada.command("place", channel=general, square="c3")
    await playground.until(
        lambda: any("orange kitten to c3" in board.text for board in _boards(table, general))
    )
    match = await table.match(1)
    assert match.venue.kind is VenueKind.CHANNEL


async def test_a_match_requested_in_another_matchs_thread_is_played_beside_it(
    table: Table,
) -> None:
    playground = table.playground
    ada, cleo = playground.person("ada"), playground.person("cleo")
    general, games = playground.channel("general"), playground.channel("games")
    server_match = await start_match_between(playground, ada, playground.person("bob"), general)
    await set_games_channel(table)
    offered = await ada.command(
        "challenge", channel=server_match.place, opponent=cleo, first="me", where="channel"
    )
    await cleo.press(offered.shown, "Accept")
    await playground.until(lambda: _boards(table, games))
    await table.bot.underway.wait()
    playground.world.delete_channel(games)
    await playground.until(lambda: any("#2" in board.text for board in _boards(table, general)))
    assert len(server_match.boards()) == 1


async def test_a_match_goes_on_in_the_games_channel_where_it_came_from_a_place_without_history(
    table: Table,
) -> None:
    playground = table.playground
    ada, general = playground.person("ada"), playground.channel("general")
    await begin(table, "thread")
    await set_games_channel(table)
    playground.world.overwrite(general, bot_role(playground), deny=Permission.READ_MESSAGE_HISTORY)
    [thread] = threads(table)
    playground.world.threads.delete(thread)
    games = playground.channel("games")
    await playground.until(lambda: _boards(table, games))
    await ada.command("place", channel=games, square="c3")
    await playground.until(
        lambda: any("orange kitten to c3" in board.text for board in _boards(table, games))
    )


NEW = "/channels/{channel_id}/messages"
BEGIN = "/channels/{channel_id}/messages/{message_id}/threads"
LISTED, LED = "**#1** ·", "**#1** is played here"


async def begin_and_kill(playground: Playground, path: Path, moment: str) -> None:
    """Kill the bot after Discord takes a message or the thread, before the bot gets the answer."""
    general = playground.channel("general")
    async with run_bot(playground, path) as table:
        await set_games_channel(table)
        bob = playground.person("bob")
        offered = await playground.person("ada").command(
            "challenge", channel=general, opponent=bob, where="thread"
        )
        if moment != "listed":
            playground.faults.delay("POST", NEW, 0.0)
        playground.faults.drop_after("POST", BEGIN if moment == "begun" else NEW)
        for method in ("GET", "POST"):
            playground.faults.delay(method, NEW, 600, times=10**6)
        table.bot.closing_patience = 0.0
        await bob.press(offered.shown, "Accept")
        await playground.until(
            lambda: bool(
                {
                    "listed": texts_starting(table, "games", LISTED),
                    "begun": threads(table),
                    "led": texts_starting(table, "general", LED),
                }[moment]
            )
        )
    playground.faults.clear()


def texts_starting(table: Table, channel: str, start: str) -> list[str]:
    return [text for text in texts(table, channel) if text.startswith(start)]


@pytest.mark.long
@pytest.mark.parametrize("moment", sampled(["listed", "begun", "led"], 1))
async def test_a_match_whose_bot_died_while_beginning_it_is_announced_once(
    playground: Playground, database: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """The bot may come back late: Discord recognizes a repeated nonce for only some minutes."""
    monkeypatch.setattr("playground.world.posting.NONCE_SECONDS", -1.0)
    await begin_and_kill(playground, database, moment)
    async with run_bot(playground, database, ahead=Seconds(30 * 60.0)) as table:
        await playground.until(lambda: _live(table))
        await table.pass_time(2 * SENDING)
        assert len(texts_starting(table, "games", LISTED)) == 1
        assert len(texts_starting(table, "general", LED)) == 1
        [thread] = threads(table)
        [board] = _live(table)
        assert board.channel_id == thread.id
        assert await table.services.posts.announcements(MatchId(1)) == []


async def test_an_announcement_is_kept_while_the_thread_cannot_be_created(
    playground: Playground, database: Path
) -> None:
    await begin_and_kill(playground, database, "listed")
    games = playground.channel("games")
    [listed] = public_messages(playground.person("ada").look(games))
    refused = playground.faults.drop_before("POST", BEGIN, times=10**6)
    async with run_bot(playground, database) as table:
        await table.pass_time(2 * SENDING)
        assert refused.hits
        playground.faults.clear()
        await table.pass_time(2 * SENDING)
        await playground.until(lambda: _live(table))
        assert [each.id for each in _challenges(table) if LISTED in each.text] == [listed.id]
        assert [thread.id for thread in threads(table)] == [listed.id]


@pytest.mark.parametrize("may_delete", ["may delete", "may archive"])
async def test_a_thread_where_the_bot_may_not_post_is_removed_with_its_announcement(
    table: Table, may_delete: str
) -> None:
    playground = table.playground
    await set_games_channel(table)
    role = bot_role(playground)
    if may_delete == "may delete":
        playground.world.set_permissions(role, role.permissions | Permission.MANAGE_THREADS)
    # First come the listing and the message that leads to the match, then the match's board.
    for _ in range(2):
        playground.faults.delay("POST", NEW, 0.0)
    playground.faults.refuse("POST", NEW, Problem.MISSING_PERMISSIONS)
    await begin(table, "thread")
    general = playground.channel("general")
    [board] = _live(table)
    assert board.channel_id == general.id
    await table.pass_time(2 * SENDING)
    await playground.until(lambda: not texts_starting(table, "games", LISTED))
    await playground.until(lambda: not texts_starting(table, "general", LED))
    assert all(thread.is_archived for thread in threads(table))
    assert bool(threads(table)) is (may_delete == "may archive")


@pytest.mark.long
async def test_the_announcement_of_a_match_played_elsewhere_is_deleted(
    playground: Playground, database: Path
) -> None:
    await begin_and_kill(playground, database, "listed")
    playground.world.overwrite(
        playground.channel("games"), bot_role(playground), deny=Permission.SEND_MESSAGES
    )
    async with run_bot(playground, database) as table:
        await playground.until(lambda: _live(table))
        [thread] = threads(table)
        assert thread.parent_id == playground.channel("general").id
        await table.pass_time(2 * SENDING)
        assert not texts_starting(table, "games", LISTED)
        assert await table.services.posts.announcements(MatchId(1)) == []


async def test_a_challenge_in_the_thread_of_a_match_is_played_beside_it(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games, cleo = playground.channel("games"), playground.person("cleo")
    server_match = await start_match_between(playground, ada, bob, games)
    offered = await ada.command("challenge", channel=server_match.place, opponent=cleo, first="me")
    await cleo.press(offered.shown, "Accept")
    await playground.until(lambda: len(threads(table)) == 2)
    [thread] = [each for each in threads(table) if each.id != server_match.place.id]
    assert thread.parent_id == games.id
    await playground.until(lambda: _boards(table, thread))
    assert len(server_match.boards()) == 1
    await playground.until(
        lambda: any(f"/{thread.id}" in seen.text for seen in ada.look(server_match.place))
    )


async def test_a_games_channel_that_refuses_sends_no_match_into_the_thread_of_another(
    table: Table,
) -> None:
    playground = table.playground
    await begin(table, "thread")
    (thread,) = threads(table)
    await set_games_channel(table)
    ada, cleo = playground.person("ada"), playground.person("cleo")
    offered = await ada.command("challenge", channel=thread, opponent=cleo)
    messages = "/channels/{channel_id}/messages"
    fault = playground.faults.refuse("POST", messages, Problem.MISSING_PERMISSIONS)
    await cleo.press(offered.shown, "Accept")
    await playground.until(lambda: fault.hits and len(_live(table)) == 2)
    match = await table.match(2)
    others = [ChannelId(each.id) for each in threads(table) if each.id != thread.id]
    assert match.venue.channel in (ChannelId(playground.channel("general").id), *others)
    assert all(each.parent_id == playground.channel("general").id for each in threads(table))
