"""What a match costs in requests to Discord, and what it leaves in a channel."""

import pytest

from playground import Person, TextChannel
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.server_matches import (
    ServerMatch,
    public_messages,
    start_match_between,
    start_match_in_channel,
    turns_of,
)
from tests.kit.tables import Table, count_requests
from tests.kit.thoroughness import sampled


def is_pinged(server_match: ServerMatch, person: Person) -> bool:
    """Return whether the board has pinged a user."""
    return server_match.board().id in {note.message_id for note in person.notifications}


@pytest.mark.whole
@pytest.mark.parametrize("where", sampled(["thread", "channel"], 0))
async def test_twenty_turns_cost_two_requests_each_and_leave_one_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    if where == "channel":
        server_match = await start_match_in_channel(playground, ada, bob)
    else:
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await table.bot.underway.wait()
    requests = count_requests(table, monkeypatch)
    turns = turns_of("choices")[:20]
    for ply, text in enumerate(turns):
        await server_match.play_one(server_match.mover_after(ply), text)
        mover = server_match.mover_after(ply + 1)
        await playground.until(lambda mover=mover: is_pinged(server_match, mover))  # type: ignore[misc]
        await server_match.wait_until_shown()
        await table.bot.underway.wait()
    deletions = requests["DELETE /channels/{channel_id}/messages/{message_id}"]
    assert requests.total() <= 2 * len(turns), requests
    assert deletions >= len(turns)
    left = public_messages(ada.look(server_match.place))
    challenges = 1 if isinstance(server_match.place, TextChannel) else 0
    assert len(left) == 1 + challenges
    assert left[-1].id == server_match.board().id


@pytest.mark.whole
async def test_twenty_turns_in_direct_messages_cost_three_requests_each_and_leave_a_board_each(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    direct_match = await start_direct_match_between(
        playground, playground.person("ada"), playground.person("bob")
    )
    await table.bot.underway.wait()
    people = (direct_match.orange, direct_match.gray)
    requests = count_requests(table, monkeypatch)
    turns = turns_of("choices")[:20]
    for ply, text in enumerate(turns):
        await direct_match.place_one(direct_match.mover_after(ply), text)
        await direct_match.wait_for_same_state(f"Turn {ply + 1}:")
        mover = direct_match.mover_after(ply + 1)
        board = direct_match.board(mover)
        assert "it's your turn" in board.text
        assert [note.message_id for note in mover.notifications][-1] == board.id
        await direct_match.wait_until_shown()
        await table.bot.underway.wait()
    # One board is posted anew and two are deleted, because the command's answer replaces the
    # mover's board. On a busy machine an answer may be late, and is edited once.
    edits = requests.pop("PATCH /channels/{channel_id}/messages/{message_id}", 0)
    assert edits <= len(turns) / 10
    assert requests.total() <= 3 * len(turns), requests
    for person in people:
        assert sum("it's your turn" in note.text for note in person.notifications) == 10
        [left] = public_messages(person.look(direct_match.place(person)))
        assert left.id == direct_match.board(person).id
