"""What a match costs in requests to Discord, and what it leaves in a channel."""

from collections import Counter
from typing import Any

import pytest

from playground import Person, Playground, TextChannel
from tests.play.sitting import Sitting, public, sit_down, turns_of
from tests.play.table import Table


async def in_channel(playground: Playground, ada: Person, bob: Person) -> Sitting:
    """Begin a match that is played in the channel itself."""
    games = playground.channel("games")
    offered = await ada.command(
        "challenge", channel=games, opponent=bob, first="me", where="channel"
    )
    await bob.press(offered.shown, "Accept")
    sitting = Sitting(playground, ada, bob, games, 1)
    await playground.until(sitting.beds)
    return sitting


def is_pinged(sitting: Sitting, person: Person) -> bool:
    """Return whether the board has pinged somebody."""
    return sitting.bed().id in {note.message_id for note in person.notifications}


@pytest.mark.parametrize("where", ["thread", "channel"])
async def test_forty_turns_cost_two_requests_each_and_leave_one_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    if where == "channel":
        sitting = await in_channel(playground, ada, bob)
    else:
        sitting = await sit_down(playground, ada, bob, playground.channel("games"))
    await table.bot.underway.wait()
    requests: Counter[str] = Counter()
    request = table.bot.http.request

    async def counted(route: Any, **options: Any) -> Any:
        requests[f"{route.method} {route.path}"] += 1
        return await request(route, **options)

    monkeypatch.setattr(table.bot.http, "request", counted)
    turns = turns_of("choices")[:40]
    for ply, text in enumerate(turns):
        await sitting.play_one(sitting.to_move(ply), text)
        mover = sitting.to_move(ply + 1)
        await playground.until(lambda mover=mover: is_pinged(sitting, mover))  # type: ignore[misc]
        await sitting.all_shown()
        await table.bot.underway.wait()
    deletions = requests["DELETE /channels/{channel_id}/messages/{message_id}"]
    assert requests.total() <= 2 * len(turns), requests
    assert deletions >= len(turns)
    left = public(ada.look(sitting.place))
    challenges = 1 if isinstance(sitting.place, TextChannel) else 0
    assert len(left) == 1 + challenges
    assert left[-1].id == sitting.bed().id
