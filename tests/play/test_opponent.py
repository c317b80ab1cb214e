"""The bot plays: it answers in seconds or in its time, and loses nothing when it is killed."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Work, think
from bot.features.matches.jobs import BotAnswer
from bot.features.practice import opponent
from bot.features.practice.engine_requests import find_turn
from bot.features.practice.opponent import seed_of
from bot.game import Position, Seat, Turn, play, read_turn, write_position, write_turn
from bot.jobs.jobs import schedule
from bot.match.conditional import read_lines
from bot.match.identity import MatchId, Ply, Seconds, UserId
from bot.match.match import EndReason, Match
from bot.match.terms import LevelNumber, Measurement
from bot.workers.messages import JobTimedOut, PoolRefusal, ShareUsed, WorkerLost
from bot.workers.pool import Assignment, Report, SharedPool, WorkerPool
from playground import Answer, Person, Playground, SeenMessage
from tests.kit.against_bot import BotMatch, go_to_match, practise, wait_for_challenges
from tests.kit.raw_database import connect
from tests.kit.server_matches import choice_of, has_options, public_messages, square_text
from tests.kit.tables import Table, run_bot
from tests.kit.waiting import until

pytestmark = pytest.mark.process

PATIENCE = 240.0
"""Seconds for an answer on a slow machine, including the start of a process for it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


async def begin_practice(table: Table, name: str = "ada", **options: object) -> BotMatch:
    """Begin a match with the bot, which answers at once."""
    return await practise(table, table.playground.person(name), **{"pace": "at once", **options})


async def play_turn(played: BotMatch, turn: Turn) -> Answer:
    """Play a turn by the command, and press a button if the turn leaves a choice."""
    answer = await played.person.command(
        "place",
        channel=played.place,
        square=square_text(turn),
        piece=turn.placement.kind.value,
    )
    assert not answer.shown.ephemeral, answer.text
    if has_options(answer.shown):
        answer = await played.person.press(answer.shown, custom_id=choice_of(answer.shown, turn))
    return answer


def is_players_turn(played: BotMatch) -> bool:
    """Return whether the board asks the person to move, or shows that the match is over."""
    bed = played.bed()
    return f"<@{played.person.id}> is to move" in bed.text or "Rematch" in bed.labels


async def wait_for_answer(played: BotMatch) -> Match:
    """Wait until the board shows the bot's answer."""
    await played.table.playground.until(lambda: is_players_turn(played), within=PATIENCE)
    return await played.match()


async def good_turn(match: Match, nodes: int = 400) -> Turn:
    """Return a turn that is good enough against the lower levels."""
    return think(match.position, (), Work(nodes=nodes)).turn


def count_pings(person: Person) -> int:
    return len(person.notifications)


async def test_the_bot_answers_at_once_on_the_same_board_without_a_ping(
    table: Table,
) -> None:
    played = await begin_practice(table)
    before = count_pings(played.person)
    shown = (await play_turn(played, read_turn("Kc3"))).shown
    match = await wait_for_answer(played)
    assert match.ply == 2
    assert played.bed().id == shown.id
    assert "Turn 2: " in played.bed().text
    messages = [
        each for each in public_messages(played.person.look(played.place)) if not each.pictures
    ]
    assert [each.text for each in messages if "your turn" in each.text] == []
    assert count_pings(played.person) == before


@pytest.mark.night
async def test_bot_begins_where_it_moves_first(table: Table) -> None:
    played = await begin_practice(table, first="the bot")
    match = await wait_for_answer(played)
    assert match.ply == 1
    assert played.place.id == played.challenge.id, "the match lives in the challenge's thread"


@pytest.mark.night
async def test_whole_match_is_played_to_its_end(table: Table) -> None:
    played = await begin_practice(table, level=1)
    match = await played.match()
    while match.outcome is None:
        await play_turn(played, await good_turn(match))
        match = await wait_for_answer(played)
    assert match.outcome.winner is not None
    assert match.seats.user_of(match.outcome.winner) == UserId(played.person.id)
    assert "Rematch" in played.bed().labels
    await played.person.press(played.bed(), "Rematch")
    [_, challenge] = await wait_for_challenges(table, played.person, 2)
    again = await go_to_match(table, played.person, challenge)
    assert (await wait_for_answer(again)).ply == 1, "the seats are swapped, so the bot moves first"


@pytest.mark.night
async def test_several_people_are_answered_at_once(table: Table) -> None:
    for name in ("cy", "dee"):
        table.playground.add_person(name).join(table.playground.server())
    practice_matches = [
        await begin_practice(table, name, level=2) for name in ("ada", "bob", "cy", "dee")
    ]
    for turn in ("Kc3", "Ke6"):
        await asyncio.gather(*(play_turn(each, read_turn(turn)) for each in practice_matches))
        matches = await asyncio.gather(*map(wait_for_answer, practice_matches))
        people = {UserId(each.person.id) for each in practice_matches}
        assert {match.to_move for match in matches} == people


def update_match(path: Path, text: str, number: int) -> None:
    """Change a match in the database file while the bot runs."""
    with contextlib.closing(connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET {text} WHERE id = ?", [number])


@pytest.mark.night
async def test_an_unreadable_match_blocks_no_other(table: Table, path: Path) -> None:
    broken, whole = await begin_practice(table), await begin_practice(table, "bob")
    await asyncio.to_thread(update_match, path, "bot_pace = 'never'", broken.number)
    async with table.services._database.writing() as writing:
        await schedule(writing, BotAnswer(MatchId(broken.number)), table.clock.now())
    await table.services.jobs.run_due()
    await play_turn(whole, read_turn("Kc3"))
    assert (await wait_for_answer(whole)).ply == 2
    await asyncio.to_thread(update_match, path, "bot_pace = 'at once'", broken.number)
    await play_turn(broken, read_turn("Kc3"))
    assert (await wait_for_answer(broken)).ply == 2


@pytest.mark.night
async def test_a_search_refused_for_lack_of_room_is_done_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_first_jobs(table, monkeypatch, [ShareUsed(16), WorkerLost()])
    played = await begin_practice(table)
    await play_turn(played, read_turn("Kc3"))
    for _ in range(3):
        await table.pass_time(20)
    assert (await wait_for_answer(played)).ply == 2


@pytest.mark.night
async def test_a_search_that_is_lost_repeatedly_is_completed_eventually(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = fail_first_jobs(table, monkeypatch, [WorkerLost(), JobTimedOut(120.0), WorkerLost()])
    played = await begin_practice(table)
    await play_turn(played, read_turn("Kc3"))
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


@pytest.mark.night
async def test_an_unhurried_bot_announces_when_it_answers(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, read_turn("Kc3"))
    before = count_pings(played.person)
    match = await played.match()
    assert match.answer_at is not None
    assert await table.services.clocks.next_deadline() == match.answer_at
    wait = match.answer_at - table.clock.now()
    await table.pass_time(wait - 60)
    assert (await played.match()).ply == 1
    await table.pass_time(61)
    assert (await wait_for_answer(played)).ply == 2
    await table.playground.until(lambda: count_pings(played.person) > before)
    texts = [each.text for each in public_messages(played.person.look(played.place))]
    assert any(f"<@{played.person.id}>, it's your turn" in text for text in texts)


@pytest.mark.night
async def test_a_match_in_direct_messages_is_answered_there(table: Table) -> None:
    person = table.playground.person("ada")
    games = table.playground.channel("games")
    await person.command("practice", channel=games, level=3, first="the bot", where="direct")
    direct = table.playground.world.direct_channel(person.user)

    def bed() -> SeenMessage | None:
        found = [seen for seen in public_messages(person.look(direct)) if seen.pictures]
        return found[-1] if found else None

    def is_answered() -> bool:
        shown = bed()
        return shown is not None and "Turn 1: " in shown.text

    await table.playground.until(is_answered, within=PATIENCE)
    beds = [seen for seen in public_messages(person.look(direct)) if seen.pictures]
    assert len(beds) == 1


@pytest.mark.night
async def test_planned_reply_answers_the_bot_which_owes_the_next_answer(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, read_turn("Kc3"))
    match = await played.match()
    past = (write_position(Position()), write_position(match.position))
    seed = seed_of(match.id, Ply(1))
    turn = find_turn(LevelNumber(3), match.position, past, seed, lambda _: None).turn
    reply = await good_turn(match)
    reply = read_turn("Ke1") if reply == turn else read_turn("Kf6")
    line = read_lines(f"{write_turn(turn)} {write_turn(reply)}")
    await table.services.plans.add(UserId(played.person.id), match.id, line)
    assert match.answer_at is not None
    await table.pass_time(match.answer_at - table.clock.now())
    await table.playground.until(
        lambda: "as <@" in played.bed().text and "had planned" in played.bed().text,
        within=PATIENCE,
    )
    match = await played.match()
    assert (match.ply, match.to_move) == (3, match.seats.gray)
    assert match.answer_at is not None
    await table.pass_time(match.answer_at - table.clock.now())
    assert (await wait_for_answer(played)).ply == 4


async def test_draw_is_declined_at_the_beginning_in_seconds(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await played.offer_draw()
    await table.playground.until(lambda: "declined the draw" in played.bed().text, within=PATIENCE)
    match = await played.match()
    assert match.outcome is None
    assert match.to_move == UserId(played.person.id)


async def play_for_bot(played: BotMatch, text: str) -> None:
    """Let an unhurried bot play this turn now."""
    match = await played.match()
    assert match.to_move is not None
    await played.table.services.matches.play(match.to_move, match.id, read_turn(text))


async def test_a_draw_is_offered_even_if_the_bot_has_moved_in_between(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, read_turn("Kc3"))
    question = await played.press_behind_more("Offer draw")
    await play_for_bot(played, "Ke6")
    await played.person.press(question.shown, "Offer draw")
    await table.playground.until(lambda: "declined the draw" in played.bed().text, within=PATIENCE)


async def test_a_turn_is_taken_back_even_if_the_bot_has_moved_in_between(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, read_turn("Kc3"))
    opened = await played.press_behind_more("Take back my turn")
    await play_for_bot(played, "Ke6")
    await played.person.press(opened.shown, "Take it back")
    await table.playground.until(lambda: " again." in played.bed().text, within=PATIENCE)
    assert (await played.match()).ply == 0


async def test_only_the_intended_turn_is_taken_back(table: Table) -> None:
    played = await begin_practice(table, pace="unhurried")
    await play_turn(played, read_turn("Kc3"))
    opened = await played.press_behind_more("Take back my turn")
    await play_for_bot(played, "Ke6")
    await play_for_bot(played, "Kd3")
    question = await played.person.press(opened.shown, "Take it back")
    assert "was out of date" in question.text
    assert (await played.match()).ply == 3


@pytest.mark.night
async def test_a_draw_is_accepted_by_a_bot_with_a_lower_score(table: Table) -> None:
    played = await begin_practice(table, level=1)
    match = await played.match()
    while match.ply < 12:
        quiet = next(
            one.turn
            for one in think(match.position, (), Work(depth=1), margin=10_000).scored
            if not one.turn.wins
        )
        await play_turn(played, quiet)
        match = await wait_for_answer(played)
        assert match.outcome is None
    assert think(match.position, (), Work(depth=1)).score > 0, "the person stands better"
    await played.offer_draw()
    await table.playground.until(lambda: "Rematch" in played.bed().labels, within=PATIENCE)
    match = await played.match()
    assert match.outcome is not None
    assert (match.outcome.why, match.outcome.winner) == (EndReason.AGREEMENT, None)


async def test_a_takeback_is_accepted_at_once(table: Table) -> None:
    played = await begin_practice(table)
    await play_turn(played, read_turn("Kc3"))
    await wait_for_answer(played)
    opened = await played.press_behind_more("Take back my turn")
    assert "😺 Biscuit agrees at once, but then **the match is just for fun**." in opened.text
    await played.person.press(opened.shown, "Take it back")
    await table.playground.until(lambda: " again." in played.bed().text, within=PATIENCE)
    match = await played.match()
    assert (match.ply, match.to_move) == (0, UserId(played.person.id))
    assert match.bot is not None
    assert match.bot.practice.measured is Measurement.NO
    await play_turn(played, read_turn("Kd4"))
    assert (await wait_for_answer(played)).ply == 2
    assert "agrees at once." in (await played.press_behind_more("Take back my turn")).text


async def test_bot_that_gives_up_ends_the_match(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponent, "may_give_up", lambda *_: True)
    monkeypatch.setattr(opponent, "is_hopeless", lambda _: True)
    monkeypatch.setattr(opponent, "HOPELESS_FOR", 1)
    played = await begin_practice(table)
    await play_turn(played, read_turn("Kc3"))
    match = await wait_for_answer(played)
    assert match.outcome is not None
    assert match.outcome.why is EndReason.RESIGNATION
    assert match.seats.user_of(Seat.ORANGE) == UserId(played.person.id)
    assert match.outcome.winner is Seat.ORANGE


@pytest.mark.night
@pytest.mark.process
async def test_killing_the_workers_during_a_search_loses_nothing(table: Table) -> None:
    played = await begin_practice(table, level=7)
    await play_turn(played, read_turn("Kc3"))
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


@pytest.mark.night
@pytest.mark.process
async def test_a_worker_that_hangs_during_a_search_is_replaced(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        table.bot, "thinkers", SharedPool(WorkerPool(workers=1, silence=8.0, quiet=2.0))
    )
    played = await begin_practice(table, level=7)
    await play_turn(played, read_turn("Kc3"))
    await until(
        lambda: is_players_turn(played) or bool(table.bot.thinkers.processes), within=PATIENCE
    )
    assert not is_players_turn(played)
    [hung] = table.bot.thinkers.processes
    os.kill(hung, signal.SIGSTOP)
    await until(lambda: bool(table.bot.faults()), within=PATIENCE)
    match = await wait_for_answer(played)
    assert match.last is not None
    assert match.last.turn == expected_answer(match.id, 7, "Kc3")
    assert hung not in table.bot.thinkers.processes
    assert table.bot.faults() == []


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
        await play_turn(played, read_turn("Kc3"))
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
