"""Matches through the services: each answered turn is stored once, and no board is out of date."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import NoSuchMatch, StaleBoard
from bot.game import (
    RULESETS,
    AmbiguousTurn,
    NotInPool,
    Position,
    Ruleset,
    is_dead,
    legal_turns,
    read_turn,
    write_position,
    write_turn,
)
from bot.game import (
    play as play_turn,
)
from bot.match.errors import MatchOver, NotAPlayer, NotYourTurn
from bot.match.identity import MatchId, Revision, UserId
from bot.match.match import EndReason
from bot.match.playing import CompleteTurn
from bot.services import Services
from tests.kit.cancelling import cancel_at
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, LATER, ORANGE, STRANGER, UP_TO_A_CHOICE
from tests.kit.service_matches import begin, mover_of, place, play, play_randomly, stored_turns
from tests.kit.thoroughness import quick_or_thorough, sampled


async def test_the_answer_to_a_turn_equals_the_stored_match(services: Services, path: Path) -> None:
    match = await begin(services)
    done = await services.matches.play(ORANGE, match.id, read_turn("kc3"))
    assert isinstance(done, CompleteTurn)
    assert done.match == await services.matches.find(match.id)
    assert (done.match.ply, done.match.revision) == (1, 2)
    assert stored_turns(path, match.id) == ["Kc3"]


async def test_an_unknown_match_is_refused(services: Services) -> None:
    nobody_s = MatchId(9)
    for action in (
        services.matches.play(ORANGE, nobody_s, read_turn("Kc3")),
        services.matches.resign(ORANGE, nobody_s),
        services.matches.claim_draw(ORANGE, nobody_s, Revision(1)),
        services.matches.find(nobody_s),
        services.boards.work_of(nobody_s),
    ):
        with pytest.raises(NoSuchMatch) as caught:
            await action
        assert caught.value.number == nobody_s


async def test_refused_turn_changes_nothing(services: Services, path: Path) -> None:
    match = await begin(services)
    for user, refusal in ((STRANGER, NotAPlayer), (GRAY, NotYourTurn)):
        with pytest.raises(refusal):
            await services.matches.play(user, match.id, read_turn("Kc3"))
    with pytest.raises(NotInPool):
        await services.matches.play(ORANGE, match.id, read_turn("Cc3"))
    assert await services.matches.find(match.id) == match
    assert stored_turns(path, match.id) == []


async def test_a_click_on_an_outdated_board_returns_the_current_match(services: Services) -> None:
    match = await begin(services)
    after = await play(services, match.id, "Kc3", "Kd4")
    with pytest.raises(StaleBoard) as caught:
        await services.matches.play(ORANGE, match.id, read_turn("Ka1"), match.revision)
    assert caught.value.match == after
    done = await services.matches.play(ORANGE, match.id, read_turn("Ka1"), after.revision)
    assert isinstance(done, CompleteTurn)


async def test_a_draft_is_stored_and_its_choice_completes_one_turn(
    services: Services, path: Path
) -> None:
    number = (await begin(services)).id
    match = await play(services, number, *UP_TO_A_CHOICE)
    waiting = await place(services, number, "Ka1")
    assert waiting.draft == read_turn("Ka1")
    assert await services.matches.find(number) == waiting
    assert waiting.revision == match.revision + 1
    assert stored_turns(path, number) == [*UP_TO_A_CHOICE]
    again = await place(services, number, "Ka1")
    assert again == waiting, "the same draft again changes nothing"

    chosen = read_turn("Ka1=b2c3d4")
    with pytest.raises(StaleBoard):
        await services.matches.play(ORANGE, number, chosen, match.revision)
    with pytest.raises(AmbiguousTurn):
        await services.matches.play(ORANGE, number, read_turn("Ka1"), waiting.revision)
    done = await services.matches.play(ORANGE, number, chosen, waiting.revision)
    assert done.match == await services.matches.find(number)
    assert stored_turns(path, number) == [*UP_TO_A_CHOICE, "Ka1=b2c3d4"]
    again_done = await services.matches.play(ORANGE, number, chosen, waiting.revision)
    assert again_done == done


async def test_placing_elsewhere_drops_the_draft_in_the_file(
    services: Services, path: Path
) -> None:
    number = (await begin(services)).id
    await play(services, number, *UP_TO_A_CHOICE)
    await place(services, number, "Ka1")
    other = await place(services, number, "Ke5")
    assert other.draft == read_turn("Ke5")
    after = await play(services, number, "Kf6")
    assert (after.draft, after.ply) == (None, len(UP_TO_A_CHOICE) + 1)
    assert await services.matches.find(number) == after
    assert stored_turns(path, number)[-1] == "Kf6=b2c3d4"


@pytest.mark.parametrize("resigner", [ORANGE, GRAY])
async def test_a_resignation_is_stored_and_ends_the_match(
    services: Services, clock: StandingClock, resigner: UserId
) -> None:
    match = await begin(services)
    clock.moment = LATER
    over = await services.matches.resign(resigner, match.id)
    assert over == await services.matches.find(match.id)
    assert over.outcome is not None
    assert over.outcome.why is EndReason.RESIGNATION
    assert over.changed_at == LATER
    for user in (ORANGE, GRAY):
        with pytest.raises(MatchOver):
            await services.matches.resign(user, match.id)
        with pytest.raises(MatchOver):
            await services.matches.play(user, match.id, read_turn("Kc3"))
    assert await services.matches.live_of(ORANGE) == []


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seed", range(quick_or_thorough(1, 4)))
async def test_the_snapshot_is_the_position_after_the_turns(
    services: Services, path: Path, seed: int, ruleset: Ruleset
) -> None:
    begun = await begin(services, ruleset=ruleset)
    match = await play_randomly(services, begun.id, Random(seed), most=80)
    stored = await services.matches.find(match.id)
    assert stored == match
    position, step = Position.start(ruleset), None
    past = [write_position(position)]
    turns = stored_turns(path, match.id)
    for text in turns:
        step = play_turn(position, read_turn(text))
        position = step.after
        past.append(write_position(position))
        assert write_turn(step.turn) == text, "what is stored is canonical"
    assert (stored.position, stored.last, stored.ply) == (position, step, len(turns))
    assert stored.repetitions == past.count(past[-1])
    won = step is not None and step.win is not None
    assert (stored.outcome is not None) == (won or is_dead(position) or stored.repetitions == 5)


@pytest.mark.long
async def test_simultaneous_turns_of_both_players_store_one_turn(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    number, plies = match.id, 0
    for _ in range(quick_or_thorough(30, 100)):
        turn = next(iter(legal_turns(match.position)))
        clicks = [
            services.matches.play(user, match.id, turn, match.revision)
            for user in (ORANGE, GRAY, ORANGE, GRAY)
        ]
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        done, again = [answer for answer in answers if not isinstance(answer, BaseException)]
        refused = [answer for answer in answers if isinstance(answer, StaleBoard | NotYourTurn)]
        assert again == done
        assert len(refused) == 2
        plies += 1
        match = await services.matches.find(number)
        assert match == done.match
        assert len(stored_turns(path, number)) == match.ply == plies
        if match.outcome is not None:
            match = await begin(services)
            number, plies = match.id, 0


async def test_a_repeated_click_after_the_opponents_turn_returns_its_first_result(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    turn = read_turn("Kc3")
    done = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert isinstance(done, CompleteTurn)
    answered = await play(services, match.id, "Kd4")
    again = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert again == CompleteTurn(answered, done.step)
    with pytest.raises(StaleBoard):
        await services.matches.play(ORANGE, match.id, read_turn("Kc4"), match.revision)
    with pytest.raises(StaleBoard):
        await services.matches.play(GRAY, match.id, turn, match.revision)
    assert stored_turns(path, match.id) == ["Kc3", "Kd4"]


async def test_a_board_is_found_at_the_revision_that_was_seen(services: Services) -> None:
    match = await begin(services)
    assert await services.matches.find_at(match.id, match.revision) == match
    after = await play(services, match.id, "Kc3")
    with pytest.raises(StaleBoard) as stale:
        await services.matches.find_at(match.id, match.revision)
    assert stale.value.match == after
    with pytest.raises(NoSuchMatch):
        await services.matches.find_at(MatchId(99), match.revision)


async def test_a_double_click_without_a_revision_is_refused_as_not_the_users_turn(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    for _ in range(20):
        user = mover_of(match)
        turn = Random(match.ply).choice(list(legal_turns(match.position)))
        answers = await asyncio.gather(
            *(services.matches.play(user, match.id, turn) for _ in range(2)), return_exceptions=True
        )
        # Either may come first, with several writers.
        [played] = [each for each in answers if isinstance(each, CompleteTurn)]
        [refused] = [each for each in answers if each is not played]
        assert isinstance(refused, NotYourTurn | MatchOver)
        match = played.match
        assert len(stored_turns(path, match.id)) == match.ply
        if match.outcome is not None:
            match = await begin(services)


async def test_a_turn_cancelled_at_any_point_is_stored_completely_or_not_at_all(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    for wait in range(100):
        if match.outcome is not None:
            match = await begin(services)
        turn = Random(wait).choice(list(legal_turns(match.position)))
        cancelled, _ = await cancel_at(services.matches.play(mover_of(match), match.id, turn), wait)
        after = await services.matches.find(match.id)
        assert after.ply - match.ply in ((0, 1) if cancelled else (1,))
        assert after.revision - match.revision == after.ply - match.ply
        assert len(stored_turns(path, match.id)) == after.ply
        match = after
        if not cancelled:
            assert wait >= 2
            return
    raise AssertionError("a turn waits a hundred times")


@pytest.mark.sqlite
async def test_a_rollback_by_sqlite_leaves_nothing_of_a_turn(
    services: Services, path: Path
) -> None:
    # SQLite does so if the disk is full; later statements would each be committed alone.
    match = await begin(services)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            """
            CREATE TRIGGER full_disk BEFORE UPDATE ON matches
            BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END
            """
        )
        before = connection.execute("SELECT * FROM notifications").fetchall()
        turn = next(legal_turns(match.position))
        with pytest.raises(sqlite3.IntegrityError):
            await services.matches.play(mover_of(match), match.id, turn)
        assert connection.execute("SELECT * FROM turns").fetchall() == []
        assert connection.execute("SELECT * FROM notifications").fetchall() == before
        connection.execute("DROP TRIGGER full_disk")
    played = await services.matches.play(mover_of(match), match.id, turn)
    assert played.match.ply == 1
