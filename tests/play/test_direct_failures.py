"""Matches in direct messages with a deleted board, closed direct messages or a crash."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.boards.queries import BoardState
from bot.features.notifications.kinds import NotificationKind
from bot.jobs.backoff import GRACE
from bot.match.clock import HOUR
from bot.match.identity import ChannelId, GuildId, MatchId, RoleId, UserId
from bot.match.terms import VenueKind
from playground import Person, Playground, SeenMessage, Server, Thread
from tests.kit.direct_matches import DirectMatch, start_direct_match
from tests.kit.server_matches import public_messages
from tests.kit.tables import DESCRIPTION, PATIENT, Table, run_bot

pytestmark = pytest.mark.usefixtures("retry_soon")

EDIT = "/channels/{channel_id}/messages/{message_id}"
A_MINUTE = 60.0


async def play_to_resignation(table: Table) -> DirectMatch:
    """Begin a match and play it until orange resigns."""
    direct_match = await start_direct_match(table.playground)
    await direct_match.play(["Kc3", "Kd5", "Ka1", "Kf6"])
    resigning = await direct_match.orange.command(
        "resign", channel=direct_match.place(direct_match.orange)
    )
    await direct_match.orange.press(resigning.shown, "Resign")
    await direct_match.wait_for_same_state("resigned")
    return direct_match


async def begin_in_another(table: Table, *members: Person) -> tuple[DirectMatch, Server]:
    """Begin a match and remove the bot from its server; the bot stays in one with these members."""
    world = table.playground.world
    knitters = table.playground.add_server("Knitters", *members)
    world.moderation.invite_bot(knitters)
    direct_match = await start_direct_match(table.playground)
    world.moderation.take_out(table.playground.server(), world.bot)
    return direct_match, knitters


async def begin_out_of_reach(table: Table) -> tuple[DirectMatch, Server]:
    """Begin a match whose gray accepts no messages; orange is notified of that after a turn."""
    direct_match, knitters = await begin_in_another(table, table.playground.person("ada"))
    await direct_match.place_one(direct_match.orange, "Kc3")
    await table.playground.until(
        lambda: any("no longer message one" in seen for seen in direct_texts(direct_match.orange))
    )
    return direct_match, knitters


def thread_of(direct_match: DirectMatch) -> Thread | None:
    place = direct_match.playground.world.places.get(direct_match.challenge.id)
    return place if isinstance(place, Thread) else None


def boards_in_thread(direct_match: DirectMatch) -> list[SeenMessage]:
    thread = thread_of(direct_match)
    seen = [] if thread is None else public_messages(direct_match.orange.look(thread))
    return [each for each in seen if each.pictures and each.buttons]


async def wait_for_thread(direct_match: DirectMatch) -> Thread:
    """Wait until the match is in its thread, and nowhere else."""
    await direct_match.playground.until(lambda: boards_in_thread(direct_match))
    await direct_match.playground.until(
        lambda: (
            not any(
                each.buttons
                for person in (direct_match.orange, direct_match.gray)
                if person.user.accepts_direct_messages
                for each in direct_match.boards(person)
            )
        )
    )
    thread = thread_of(direct_match)
    assert thread is not None
    return thread


def is_pinged(direct_match: DirectMatch, person: Person, text: str) -> bool:
    thread = thread_of(direct_match)
    return thread is not None and any(
        note.channel_id == thread.id and text in note.text for note in person.notifications
    )


def lose_board(direct_match: DirectMatch, person: Person) -> None:
    """Delete a person's board, which their client cannot do but Discord's moderators may."""
    messages = direct_match.playground.world.messages
    board = messages.find(direct_match.board(person).id)
    assert board is not None
    messages.delete(board)


async def test_a_deleted_board_is_posted_again_with_the_next_turn_and_notifies_once(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    ada, bob = direct_match.orange, direct_match.gray
    await table.pass_time(A_MINUTE)
    lose_board(direct_match, bob)
    before = len(bob.notifications)
    await direct_match.play(["Kc3"])
    await table.playground.until(lambda: len(direct_match.boards(bob)) == 1)
    await table.pass_time(A_MINUTE)
    assert len(bob.notifications) == before + 1, "the board itself notifies the player"
    assert len(direct_match.boards(bob)) == 1
    await direct_match.play(["Kd5"], since=1)
    await table.playground.until(lambda: len(direct_match.boards(ada)) == 1)


async def test_a_deleted_board_is_restored_by_board(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    bob = direct_match.gray
    lose_board(direct_match, bob)
    general = table.playground.channel("general")
    await bob.command("board", channel=general, match="1")
    await direct_match.wait_for_same_state("is to move")


@pytest.mark.long
async def test_a_match_of_a_user_without_direct_messages_moves_to_a_thread(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    bob.close_direct_messages()
    offered = await ada.command(
        "challenge", channel=playground.channel("games"), opponent=bob, first="me", where="direct"
    )
    await bob.press(offered.shown, "Accept")
    direct_match = DirectMatch(playground, ada, bob, 1, offered.shown)
    thread = await wait_for_thread(direct_match)
    await table.pass_time(GRACE)
    await playground.until(lambda: is_pinged(direct_match, bob, "no longer message one of you"))
    await playground.until(lambda: is_pinged(direct_match, ada, "no longer message one of you"))
    answer = await ada.command("place", channel=thread, square="c3")
    assert not answer.shown.ephemeral
    await playground.until(lambda: is_pinged(direct_match, bob, "your turn"))
    match = await table.match(1)
    assert match.venue.kind is VenueKind.THREAD
    assert match.venue.channel == ChannelId(thread.id)


@pytest.mark.long
async def test_a_match_moves_when_direct_messages_are_closed_during_it(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    ada, bob = direct_match.orange, direct_match.gray
    await direct_match.play(["Kc3", "Kd5"])
    bob.close_direct_messages()
    await direct_match.place_one(ada, "Ka1")
    thread = await wait_for_thread(direct_match)
    await table.pass_time(GRACE)
    await table.playground.until(
        lambda: is_pinged(direct_match, bob, "no longer message one of you")
    )
    await table.playground.until(
        lambda: is_pinged(direct_match, ada, "no longer message one of you")
    )
    assert direct_match.boards(ada) == [], "the board that would not be updated is deleted"
    await table.playground.until(lambda: not direct_match.boards(bob))
    await table.playground.until(lambda: "Turn 3:" in boards_in_thread(direct_match)[-1].text)
    answer = await bob.command("place", channel=thread, square="f6")
    assert "Turn 4:" in answer.text


async def test_a_crash_between_the_two_edits_leaves_neither_board_out_of_date(
    tmp_path: Path,
) -> None:
    async with restartable(tmp_path) as (playground, database):
        async with run_bot(playground, database) as table:
            direct_match = await start_direct_match(table.playground)
            # This is longer than the bot waits, so the edit of the other board is left to the
            # outbox.
            playground.faults.rate_limit("PATCH", EDIT, retry_after=3600, times=1000)
            await direct_match.place_one(direct_match.orange, "Kc3")
            assert "Turn 1:" in direct_match.board(direct_match.orange).text
            assert "Turn 1:" not in direct_match.board(direct_match.gray).text
        playground.faults.clear()
        async with run_bot(playground, database):
            await direct_match.wait_for_same_state("Turn 1:")
            await playground.until(
                lambda: any("your turn" in note.text for note in direct_match.gray.notifications)
            )


async def test_a_match_continues_without_its_server(table: Table) -> None:
    playground = table.playground
    direct_match, _ = await begin_in_another(
        table, playground.person("ada"), playground.person("bob")
    )
    await direct_match.play(["Kc3", "Kd5"])


async def test_a_match_waits_for_a_user_without_a_shared_server_and_tells_the_other(
    table: Table,
) -> None:
    direct_match, knitters = await begin_out_of_reach(table)
    playground, ada, bob = table.playground, direct_match.orange, direct_match.gray
    assert (await table.match(1)).venue.kind is VenueKind.DIRECT
    # Bob's command is answered, and his return brings his board up to date.
    placed = await bob.command("place", channel=direct_match.place(bob), square="d5")
    assert "Turn 2:" in placed.text
    await playground.until(lambda: direct_match.shows_same_state("Turn 2:"))
    playground.world.join(knitters, bob.user)
    await direct_match.place_one(ada, "Ka1")
    await playground.until(lambda: direct_match.shows_same_state("Turn 3:"))
    assert len([seen for seen in direct_texts(ada) if "no longer message one" in seen]) == 1


async def test_a_board_that_could_not_be_sent_notifies_its_user_later(
    table: Table,
) -> None:
    direct_match, knitters = await begin_out_of_reach(table)
    playground, bob = table.playground, direct_match.gray
    await table.pass_time(A_MINUTE)
    [lost] = [
        board
        for board in await table.services.boards.boards_of(MatchId(1))
        if board.state is BoardState.LOST
    ]
    pending = await table.services.notifications.of_match(MatchId(1))
    assert [each.due_at for each in pending if each.kind is NotificationKind.TURN] == [lost.due_at]

    playground.world.join(knitters, bob.user)
    await table.pass_time(2 * HOUR)
    await playground.until(lambda: direct_match.shows_same_state("Turn 1:"))
    board = direct_match.board(bob)
    assert "it's your turn" in board.text
    assert board.id in {note.message_id for note in bob.notifications}


async def test_a_rematch_by_direct_message_requires_the_role_of_the_server_too(
    table: Table,
) -> None:
    playground, direct_match = table.playground, await start_direct_match(table.playground)
    ada, bob, server = direct_match.orange, direct_match.gray, table.playground.server()
    await direct_match.play(["Kc3"])
    await table.services.matches.resign(UserId(bob.id), MatchId(1))
    await table.pass_time(A_MINUTE)
    await direct_match.wait_for_same_state("resigned")
    role = playground.world.add_role(server, "players")
    settings, guild = table.services.settings, GuildId(server.id)
    await settings.change(guild, lambda before: replace(before, players=RoleId(role.id)))

    refused = await ada.press(direct_match.board(ada), "Rematch")
    assert f"<@&{role.id}>" in refused.text
    playground.world.set_roles(server, ada.user, [role])
    assert "by direct message" in (await ada.press(direct_match.board(ada), "Rematch")).text
    [question] = await playground.until(
        lambda: [seen for seen in bob.direct_messages() if "a rematch of #1" in seen.text]
    )
    assert f"<@&{role.id}>" in (await bob.press(question, "Accept")).text
    playground.world.set_roles(server, bob.user, [role])
    await bob.press(question, "Accept")
    begun = DirectMatch(playground, bob, ada, 2, direct_match.challenge)
    await begun.wait_for_same_state("is to move")


@pytest.mark.night
@pytest.mark.long
async def test_a_rematch_is_offered_in_the_channel_if_direct_messages_are_closed(
    table: Table,
) -> None:
    direct_match = await play_to_resignation(table)
    ada, bob = direct_match.orange, direct_match.gray
    bob.close_direct_messages()
    await ada.press(direct_match.board(ada), "Rematch")
    games = table.playground.channel("games")
    await table.playground.until(
        lambda: any("a rematch of #1" in seen.text for seen in bob.look(games))
    )


def direct_texts(person: Person) -> list[str]:
    return [seen.text for seen in person.direct_messages()]


@asynccontextmanager
async def restartable(folder: Path) -> AsyncIterator[tuple[Playground, Path]]:
    """Return a playground on which the bot can be run several times on one database."""
    async with Playground(description=DESCRIPTION, limits=PATIENT) as playground:
        yield playground, folder / "boop.sqlite3"
        playground.expect_valid()


async def test_a_match_stays_in_direct_messages_if_discord_wrongly_refuses_a_player(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    ada, bob = direct_match.orange, direct_match.gray
    bob.user.is_refused_wrongly = True
    await direct_match.place_one(ada, "Kc3")
    await table.pass_time(HOUR)
    assert "Turn 1:" not in direct_match.board(bob).text
    bob.user.is_refused_wrongly = False
    await table.pass_time(HOUR)
    await direct_match.wait_for_same_state("Turn 1:")
    match = await table.match(1)
    assert match.venue.kind is VenueKind.DIRECT
    assert any("your turn" in note.text for note in bob.notifications)
