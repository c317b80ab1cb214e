"""Many people and many clicks at the same time."""

import asyncio
import random
from typing import Any

import pytest

from bot.game import Position, legal_turns, play, read_turn, write_turn
from bot.match.identity import MatchId, UserId
from playground import Answer, Limits, Person
from tests.kit.boards import live_boards
from tests.kit.server_matches import (
    ServerMatch,
    start_match_between,
)
from tests.kit.tables import Table
from tests.kit.thoroughness import quick_or_thorough

CLICKS = quick_or_thorough(30, 100)
MATCHES = quick_or_thorough(8, 100)
TURNS_EACH = 4
PATIENCE = 60.0
HANDS = 12
"""How many people act at the same moment."""


@pytest.mark.whole
async def test_simultaneous_placements_play_exactly_the_answered_turns(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    chance = random.Random(1)
    refused = 0
    for _ in range(CLICKS):
        before = await table.match(server_match.number)
        turns = [turn for turn in legal_turns(before.position) if not turn.wins]
        if len(turns) < 2:
            server_match = await start_match_between(
                playground, ada, bob, playground.channel("games")
            )
            continue
        mine, theirs = (write_turn(turn) for turn in chance.sample(turns, 2))
        mover = ada if before.to_move == _user(ada) else bob
        answers = await asyncio.gather(
            _place(server_match, server_match.opponent_of(mover), theirs),
            _place(server_match, mover, mine),
        )
        after = await table.match(server_match.number)
        played = sum(not answer.shown.ephemeral for answer in answers)
        assert not answers[1].shown.ephemeral, answers[1].text
        # The second placement may wait for a choice.
        assert after.ply + (after.draft is not None) == before.ply + played
        refused += 2 - played
        if after.outcome is not None:
            server_match = await start_match_between(
                playground, ada, bob, playground.channel("games")
            )
    assert refused > CLICKS / 4


async def _place(server_match: ServerMatch, person: Person, turn: str) -> Answer:
    return await person.command("place", channel=server_match.place, square=turn)


@pytest.mark.long
async def test_a_board_clicked_before_it_is_recorded_keeps_its_buttons(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground, boards = table.playground, table.services.boards
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    note = boards.board_posted
    posted, noting = asyncio.Event(), asyncio.Event()

    async def record_late(*about: Any) -> None:
        posted.set()
        await noting.wait()
        await note(*about)

    monkeypatch.setattr(boards, "board_posted", record_late)
    board = asyncio.ensure_future(ada.command("board", channel=server_match.place))
    async with asyncio.timeout(PATIENCE):
        await posted.wait()
    await table.services.matches.play(_user(ada), MatchId(server_match.number), read_turn("Kc3"))
    pressed = await bob.press_as_seen(server_match.board(), "c")
    assert "out of date" in pressed.text
    await asyncio.sleep(0.1)
    noting.set()
    await board
    await table.pass_time(60)
    [live] = live_boards(playground)
    assert "orange kitten to c3" in live.text


@pytest.mark.night
@pytest.mark.whole
async def test_many_simultaneous_matches_are_not_mixed_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", PATIENCE)
    playground = table.playground
    server = playground.server()
    people = [playground.add_person(f"player{index}", server) for index in range(20)]
    # A busy machine can't answer that many people within Discord's three seconds.
    playground.interactions.limits = Limits(answer_within=60.0)
    games = playground.channel("games")

    hands = asyncio.Semaphore(HANDS)

    async def play_match(index: int) -> None:
        chance = random.Random(index)
        orange, gray = chance.sample(people, 2)
        async with hands:
            server_match = await start_match_between(playground, orange, gray, games)
        position = Position()
        played = []
        for ply in range(TURNS_EACH):
            turn = chance.choice(list(legal_turns(position)))
            async with hands:
                await server_match.play_one([orange, gray][ply % 2], write_turn(turn))
            played.append(write_turn(turn))
            position = play(position, turn).after
        match = await table.match(server_match.number)
        assert match.position == position, played
        assert list(match.seats) == [_user(orange), _user(gray)]
        await playground.until(
            lambda: f"Turn {TURNS_EACH}:" in server_match.board().text, within=60
        )
        assert f"### #{server_match.number} " in server_match.board().text

    await asyncio.gather(*(play_match(index) for index in range(MATCHES)))


def _user(person: Person) -> UserId:
    return UserId(person.id)
