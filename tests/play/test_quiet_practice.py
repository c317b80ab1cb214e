"""Practice concerns the player alone: in direct messages, or in a panel if those are closed."""

import pytest

from bot.errors import NotStored
from bot.features.boards.queries import BoardState
from bot.game import read_turn
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Pace
from cogs.delivery.answering import update_private_boards
from playground import Answer, Person, SeenMessage
from tests.kit.answers import current_message
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.process

PATIENCE = 240.0
"""Seconds for an answer on a slow machine, including the start of a process for it."""
QUARTER_OF_AN_HOUR = 900.0
POST = "/channels/{channel_id}/messages"


@pytest.fixture
def ada(table: Table) -> Person:
    """Return a player whose direct messages are closed."""
    ada = table.playground.person("ada")
    ada.user.accepts_direct_messages = False
    return ada


async def begin_on_panel(table: Table, ada: Person, **options: object) -> Answer:
    """Begin a match by the panel, and wait until the panel is its board."""
    games = table.playground.channel("games")
    panel = await ada.command("practice", channel=games, **{"first": "me", **options})
    answer = await ada.press(panel.shown, "Play")
    await table.playground.until(lambda: current_message(ada, answer).pictures, within=PATIENCE)
    return answer


async def place_first(ada: Person, panel: SeenMessage, column: str, square: str) -> SeenMessage:
    """Place a piece by the buttons of a private board."""
    picking = await ada.press(panel, column)
    placed = await ada.press(picking.shown, square)
    while "Confirm" in placed.shown.labels:
        placed = await ada.press(placed.shown, "Confirm")
    return placed.shown


async def test_the_command_begins_a_match_in_direct_messages(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    direct = playground.world.direct_channel(ada.user)
    panel = await ada.command("practice", channel=direct)
    assert "In your direct messages with me" in panel.text
    assert "Play" in panel.shown.labels
    begun = await ada.command("practice", channel=direct, level=1, first="me")
    assert "**#1** against" in begun.text
    await playground.until(
        lambda: [each for each in public_messages(ada.look(direct)) if each.pictures]
    )
    [match] = await table.services.matches.live_of(UserId(ada.id))
    assert match.venue.guild == GuildId(playground.server().id)
    refused = await ada.command("practice", channel=direct, level=1, where="thread")
    assert "only works in a server" in refused.text


async def test_the_command_says_in_direct_messages_that_no_server_is_shared(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    direct = playground.world.direct_channel(ada.user)
    server = playground.server()
    server.owner_id = playground.person("bob").id
    playground.world.leave(server, ada.user)
    for options in ({}, {"level": 1}):
        refused = await ada.command("practice", channel=direct, **options)
        assert "I can't find a server that we share, so" in refused.text


async def test_where_direct_messages_are_closed_the_panel_becomes_the_board(
    table: Table, ada: Person
) -> None:
    bob, games = table.playground.person("bob"), table.playground.channel("games")
    answer = await begin_on_panel(table, ada)
    seen = current_message(ada, answer)
    assert seen.ephemeral
    assert "I can't write to you in direct messages, so we play here" in seen.text
    assert seen.labels == [*"abcdef", "Next match", "More"]
    assert public_messages(bob.look(games)) == []
    assert not ada.notifications


@pytest.mark.night
async def test_a_panel_that_shows_something_else_is_not_updated(table: Table, ada: Person) -> None:
    answer = await begin_on_panel(table, ada, first="the bot")
    await table.playground.until(
        lambda: "Turn 1:" in current_message(ada, answer).text, within=PATIENCE
    )
    more = await ada.press(current_message(ada, answer), "More")
    await table.services.matches.play(UserId(ada.id), MatchId(1), read_turn("Kc3"))
    await table.pass_time(60)
    again = await ada.command("board", channel=table.playground.channel("games"))
    await table.playground.until(
        lambda: "Turn 3:" in current_message(ada, again).text, within=PATIENCE
    )
    assert "Call off the match" in current_message(ada, more).labels


@pytest.mark.parametrize("command", sampled(["board", "next"], 1))
async def test_board_and_next_restore_a_dismissed_panel(
    table: Table, ada: Person, command: str
) -> None:
    answer = await begin_on_panel(table, ada)
    await place_first(ada, current_message(ada, answer), "c", "c3")
    await table.playground.until(
        lambda: "Turn 2:" in current_message(ada, answer).text, within=PATIENCE
    )
    await table.pass_time(QUARTER_OF_AN_HOUR + 60)
    again = await ada.command(command, channel=table.playground.channel("games"))
    assert again.shown.ephemeral
    assert "Turn 2:" in again.text
    await place_first(ada, again.shown, "a", "a1")
    await table.playground.until(
        lambda: "Turn 4:" in current_message(ada, again).text, within=PATIENCE
    )
    [board] = await table.services.boards.boards_of(MatchId(1))
    assert (board.state, board.message) == (BoardState.LOST, None), "it is not tried at every turn"


@pytest.mark.night
async def test_a_panel_with_an_expired_token_is_updated_by_the_next_tap(
    table: Table, ada: Person
) -> None:
    answer = await begin_on_panel(table, ada, first="the bot")
    await table.playground.until(
        lambda: "Turn 1:" in current_message(ada, answer).text, within=PATIENCE
    )
    await table.pass_time(QUARTER_OF_AN_HOUR + 60)
    shown = await place_first(ada, current_message(ada, answer), "a", "a1")
    await table.playground.until(
        lambda: "Turn 3:" in (ada.see(shown) or shown).text, within=PATIENCE
    )


@pytest.mark.night
async def test_an_unhurried_bot_answers_at_once_in_a_panel(table: Table, ada: Person) -> None:
    games = table.playground.channel("games")
    panel = await ada.command("practice", channel=games, first="the bot", pace="unhurried")
    answer = await ada.press(panel.shown, "Play")
    await table.playground.until(
        lambda: (
            current_message(ada, answer).pictures and "Turn 1:" in current_message(ada, answer).text
        ),
        within=PATIENCE,
    )
    match = await table.match(1)
    assert match.bot is not None
    assert match.bot.practice.pace is Pace.AT_ONCE


@pytest.mark.night
async def test_the_rematch_and_the_next_level_are_played_in_the_panel(
    table: Table, ada: Person
) -> None:
    games = table.playground.channel("games")
    answer = await ada.command("practice", channel=games, first="me", level=2)
    await table.playground.until(lambda: current_message(ada, answer).pictures, within=PATIENCE)
    await table.services.matches.resign(UserId(ada.id), MatchId(1))
    over = await ada.command("board", channel=games, match="1")
    assert "Rematch" in over.shown.labels
    again = await ada.press(over.shown, "Rematch")
    await table.playground.until(
        lambda: "#2" in current_message(ada, again).text and current_message(ada, again).pictures,
        within=PATIENCE,
    )
    await table.playground.until(
        lambda: "Turn 1:" in current_message(ada, again).text, within=PATIENCE
    )
    assert answer.shown.id != again.shown.id
    await place_first(ada, current_message(ada, again), "a", "a1")
    await table.playground.until(
        lambda: "Turn 3:" in current_message(ada, again).text, within=PATIENCE
    )
    await table.services.matches.resign(UserId(ada.id), MatchId(2))
    over = await ada.command("board", channel=games, match="2")
    [next_level] = [label for label in over.shown.labels if label.startswith("Play ")]
    last = await ada.press(over.shown, next_level)
    await table.playground.until(
        lambda: (
            "#3" in current_message(ada, last).text
            and "Next match" in current_message(ada, last).labels
        ),
        within=PATIENCE,
    )
    assert current_message(ada, last).pictures


async def test_the_board_is_sent_to_direct_messages_once_they_are_open(
    table: Table, ada: Person
) -> None:
    answer = await begin_on_panel(table, ada)
    boards = await table.services.boards.boards_of(MatchId(1))
    assert [board.state for board in boards] == [BoardState.LOST]
    ada.user.accepts_direct_messages = True
    question = await ada.command("board", channel=table.playground.channel("games"))
    direct = table.playground.world.direct_channel(ada.user)
    await table.playground.until(lambda: [seen for seen in ada.look(direct) if seen.pictures])
    assert question.shown.ephemeral
    assert answer.shown.id != question.shown.id


TO_COME = "I'll send the board to your direct messages as soon as I can"


@pytest.mark.parametrize("trouble", sampled(["failing", "held up"], 1))
async def test_open_direct_messages_are_not_called_closed_while_their_board_is_to_come(
    table: Table, trouble: str
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    panel = await ada.command("practice", channel=games, first="me")
    if trouble == "failing":
        playground.faults.break_down("POST", POST, status=503)
    else:
        playground.faults.rate_limit("POST", POST, retry_after=2.0)
        table.bot.underway.held_up_after = 0.2
    answer = await ada.press(panel.shown, "Play")
    await playground.until(lambda: TO_COME in current_message(ada, answer).text)
    question = await ada.command("board", channel=games)
    assert question.shown.labels[:6] == [*"abcdef"]
    await table.pass_time(60)
    direct = playground.world.direct_channel(ada.user)
    await playground.until(lambda: [seen for seen in ada.look(direct) if seen.pictures])
    assert not current_message(ada, answer).pictures


@pytest.mark.night
async def test_the_panel_shows_the_bots_turn_if_another_process_has_direct_messages(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.publishing.is_elsewhere", lambda *_: True)
    games, boards = table.playground.channel("games"), table.services.boards
    panel = await ada.command("practice", channel=games, first="me")
    answer = await ada.press(panel.shown, "Play")
    await table.playground.until(lambda: TO_COME in current_message(ada, answer).text)
    [board] = await boards.boards_of(MatchId(1))
    await boards.board_lost(board)
    again = await ada.command("board", channel=games)
    await place_first(ada, current_message(ada, again), "c", "c3")
    await table.playground.until(
        lambda: "Turn 2:" in current_message(ada, again).text, within=PATIENCE
    )


async def test_a_panel_stays_if_its_match_cannot_be_read(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await begin_on_panel(table, ada)
    match = await table.match(1)

    async def fail(*_: object) -> Match:
        raise NotStored("the server went away")

    monkeypatch.setattr(table.services.matches, "find", fail)
    await update_private_boards(table.bot, match.id)
    assert current_message(ada, answer).pictures
