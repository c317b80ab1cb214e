"""The bot plays: it answers in seconds or in its time, and loses nothing when it is killed."""

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.features.practice.engine_requests import find_turn
from bot.features.practice.opponent import seed_of
from bot.game import Position, Turn, play, read_turn, write_position
from bot.match.identity import MatchId, Ply, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Measurement
from bot.workers.errors import JobTimedOut, PoolRefusal, ShareUsed, WorkerLost
from bot.workers.protocol import Assignment, Report
from playground import Answer, Person, Playground
from tests.kit.against_bot import BotMatch, practise
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table, run_bot
from tests.kit.waiting import until

pytestmark = pytest.mark.process

PATIENCE = 240.0
"""Seconds for an answer on a slow machine, including the start of a process for it."""


async def begin_practice(table: Table, name: str = "ada", **options: object) -> BotMatch:
    """Begin a match with the bot, which answers at once."""
    return await practise(table, table.playground.person(name), **{"pace": "at once", **options})


async def play_turn(played: BotMatch, square: str) -> Answer:
    answer = await played.person.command("place", channel=played.place, square=square)
    assert not answer.shown.ephemeral, answer.text
    return answer


def is_players_turn(played: BotMatch) -> bool:
    """Return whether the board asks the person to move, or shows that the match is over."""
    board = played.board()
    return f"<@{played.person.id}> is to move" in board.text or "Rematch" in board.labels


async def wait_for_answer(played: BotMatch) -> Match:
    """Wait until the board shows the bot's answer."""
    await played.table.playground.until(lambda: is_players_turn(played), within=PATIENCE)
    return await played.match()


def count_pings(person: Person) -> int:
    return len(person.notifications)


async def test_the_bot_answers_at_once_on_the_same_board_without_a_ping(
    table: Table,
) -> None:
    played = await begin_practice(table)
    before = count_pings(played.person)
    shown = (await play_turn(played, "c3")).shown
    match = await wait_for_answer(played)
    assert match.ply == 2
    assert played.board().id == shown.id
    assert "Turn 2: " in played.board().text
    messages = [
        each for each in public_messages(played.person.look(played.place)) if not each.pictures
    ]
    assert [each.text for each in messages if "your turn" in each.text] == []
    assert count_pings(played.person) == before


@pytest.mark.night
async def test_a_search_that_is_refused_and_lost_repeatedly_is_completed_eventually(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = fail_first_jobs(
        table, monkeypatch, [ShareUsed(16), JobTimedOut(120.0), WorkerLost()]
    )
    played = await begin_practice(table)
    await play_turn(played, "c3")
    for thoughts in range(1, 4):
        async with asyncio.timeout(PATIENCE):
            while len(attempts) < thoughts:
                await table.pass_time(60)
    assert (await wait_for_answer(played)).ply == 2


def fail_first_jobs(
    table: Table, monkeypatch: pytest.MonkeyPatch, failures: Sequence[PoolRefusal]
) -> list[int]:
    """Let the first engine jobs fail with these errors; return the users of the jobs so far."""
    run, left, requests = table.bot.thinkers.run, list(failures), list[int]()

    async def run_or_fail(
        person: int, job: Assignment[Any], report: Report | None = None, **more: Any
    ) -> Any:
        requests.append(person)
        if left:
            raise left.pop(0)
        return await run(person, job, report, **more)

    monkeypatch.setattr(table.bot.thinkers, "run", run_or_fail)
    return requests


async def play_for_bot(played: BotMatch, text: str) -> None:
    """Let an unhurried bot play this turn now."""
    match = await played.match()
    assert match.to_move is not None
    await played.table.services.matches.play(match.to_move, match.id, read_turn(text))


async def test_a_draw_is_offered_even_if_the_bot_has_moved_in_between(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, "c3")
    question = await played.press_behind_more("Offer draw")
    await play_for_bot(played, "Ke6")
    await played.person.press(question.shown, "Offer draw")
    await table.playground.until(
        lambda: "declined the draw" in played.board().text, within=PATIENCE
    )


async def test_a_turn_is_taken_back_even_if_the_bot_has_moved_in_between(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, "c3")
    opened = await played.press_behind_more("Take back my turn")
    await play_for_bot(played, "Ke6")
    await played.person.press(opened.shown, "Take it back")
    await table.playground.until(lambda: " again." in played.board().text, within=PATIENCE)
    assert (await played.match()).ply == 0


async def test_only_the_intended_turn_is_taken_back(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, "c3")
    opened = await played.press_behind_more("Take back my turn")
    await play_for_bot(played, "Ke6")
    await play_for_bot(played, "Kd3")
    question = await played.person.press(opened.shown, "Take it back")
    assert "was out of date" in question.text
    assert (await played.match()).ply == 3


@pytest.mark.night
async def test_a_takeback_is_accepted_at_once(table: Table) -> None:
    played = await begin_practice(table)
    await play_turn(played, "c3")
    await wait_for_answer(played)
    opened = await played.press_behind_more("Take back my turn")
    assert "😺 Biscuit agrees at once, but then **the match is just for fun**." in opened.text
    await played.person.press(opened.shown, "Take it back")
    await table.playground.until(lambda: " again." in played.board().text, within=PATIENCE)
    match = await played.match()
    assert (match.ply, match.to_move) == (0, UserId(played.person.id))
    assert match.bot is not None
    assert match.bot.practice.measured is Measurement.NO
    await play_turn(played, "d4")
    assert (await wait_for_answer(played)).ply == 2
    assert "agrees at once." in (await played.press_behind_more("Take back my turn")).text


async def test_a_takeback_while_the_bot_thinks_discards_its_turn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, thinking, may_think = table.bot.thinkers.run, asyncio.Event(), asyncio.Event()

    async def run_late(*job: Any, **more: Any) -> Any:
        thinking.set()
        await may_think.wait()
        return await run(*job, **more)

    monkeypatch.setattr(table.bot.thinkers, "run", run_late)
    played = await begin_practice(table)
    await play_turn(played, "c3")
    await asyncio.wait_for(thinking.wait(), PATIENCE)
    opened = await played.press_behind_more("Take back my turn")
    await played.person.press(opened.shown, "Take it back")
    before = (await played.match()).revision
    may_think.set()
    await table.playground.until(lambda: " again." in played.board().text, within=PATIENCE)
    match = await played.match()
    assert (match.ply, match.to_move) == (0, UserId(played.person.id))
    assert match.revision == before + 1, "the bot agrees, and does nothing else"
    await play_turn(played, "d4")
    assert (await wait_for_answer(played)).ply == 2


@pytest.mark.night
async def test_a_pool_that_closes_during_the_bots_turn_loses_nothing_and_is_no_error(
    playground: Playground, database: Path
) -> None:
    with capture_logs() as logs:
        async with run_bot(playground, database) as table:
            played = await begin_practice(table, level=7)
            await play_turn(played, "c3")
            await until(lambda: bool(table.bot.thinkers.processes), within=PATIENCE)
            await table.bot.thinkers.close()
            async with asyncio.timeout(PATIENCE):
                while not any(each["event"] == "job postponed" for each in logs):
                    await table.pass_time(60)
            assert (await played.match()).ply == 1
    assert [each for each in logs if each["log_level"] == "error"] == []
    async with run_bot(playground, database, ahead=Seconds(7200.0)) as table:
        played.table = table
        match = await wait_for_answer(played)
        assert match.last is not None
        assert match.last.turn == expected_answer(match.id, 7, "Kc3")


@pytest.mark.night
async def test_killing_the_workers_during_a_search_loses_nothing(table: Table) -> None:
    played = await begin_practice(table, level=7)
    await play_turn(played, "c3")
    killed = set[int]()
    for _ in range(3):
        await until(
            lambda: is_players_turn(played) or bool(set(table.bot.thinkers.processes) - killed),
            within=PATIENCE,
        )
        for process in set(table.bot.thinkers.processes) - killed:
            os.kill(process, signal.SIGKILL)
            killed.add(process)
    match = await wait_for_answer(played)
    assert match.ply == 2
    assert match.last is not None
    assert match.last.turn == expected_answer(match.id, 7, "Kc3")


def expected_answer(number: MatchId, level: int, text: str) -> Turn:
    """Return the turn that a level answers a first turn with."""
    after = play(Position(), read_turn(text)).after
    past = (write_position(Position()), write_position(after))
    seed = seed_of(number, Ply(1))
    return find_turn(LevelNumber(level), after, past, seed, lambda _: None).turn


async def test_killing_the_bot_during_a_search_leads_to_the_same_turn(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        played = await begin_practice(table, level=7)
        await play_turn(played, "c3")
        await until(lambda: bool(table.bot.thinkers.processes), within=PATIENCE)
    before = count_pings(played.person)
    async with run_bot(playground, database, ahead=Seconds(100.0)) as table:
        played.table = table
        match = await wait_for_answer(played)
        assert match.last is not None
        assert match.last.turn == expected_answer(match.id, 7, "Kc3")
        if match.changed_at - match.started_at > 60:
            # The second process answered, long after the player had looked away.
            await playground.until(lambda: count_pings(played.person) > before)
