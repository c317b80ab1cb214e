"""Turns that `/place` leaves open: stored as drafts, and played once."""

import asyncio
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import StaleBoard
from bot.game import Placement, Position, Turn, legal_turns, read_turn, to_recall
from bot.game import play as play_turn
from bot.match.identity import Revision
from bot.match.match import Match
from bot.match.playing import CompleteTurn
from bot.match.turn_builder import AskSeam
from bot.services import Services
from tests.kit.matches import ORANGE, SCARCE, SEAM, UP_TO_A_CHOICE
from tests.kit.service_matches import begin, mover_of, place, play, stored_turns

CHOSEN = read_turn("Ka1=b2c3d4")
LAID = read_turn("Ka1=b2c3d4~cd+")


async def begin_before_seam(services: Services) -> Match:
    """A match whose draft has its choice and waits for the seam piece."""
    match = await begin(services, ruleset=SEAM)
    await play(services, match.id, *UP_TO_A_CHOICE)
    return await place(services, match.id, "Ka1=b2c3d4")


async def test_a_seam_piece_is_laid_at_the_end_of_one_turn(services: Services, path: Path) -> None:
    waiting = await begin_before_seam(services)
    assert isinstance(waiting.question, AskSeam)
    assert await services.matches.find(waiting.id) == waiting
    assert stored_turns(path, waiting.id) == [*UP_TO_A_CHOICE]
    done = await services.matches.play(ORANGE, waiting.id, LAID, waiting.revision)
    assert done.match == await services.matches.find(waiting.id)
    assert stored_turns(path, waiting.id) == [*UP_TO_A_CHOICE, "Ka1=b2c3d4~cd+"]
    assert done.match.position.orange_seam is not None


async def test_outdated_boards_play_no_turn(services: Services) -> None:
    waiting = await begin_before_seam(services)
    for seen in (waiting.revision - 1, waiting.revision + 1):
        with pytest.raises(StaleBoard) as stale:
            await services.matches.play(ORANGE, waiting.id, CHOSEN, Revision(seen))
        assert stale.value.match == waiting
    assert await services.matches.find(waiting.id) == waiting


async def test_entries_pressed_simultaneously_lay_one_seam_piece(
    services: Services, path: Path
) -> None:
    waiting = await begin_before_seam(services)
    presses = [
        services.matches.play(ORANGE, waiting.id, read_turn(text), waiting.revision)
        for text in ("Ka1=b2c3d4", "Ka1=b2c3d4~ab+", "Ka1=b2c3d4~56-")
    ]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert [type(answer) for answer in answers].count(CompleteTurn) == 1
    assert [type(answer) for answer in answers].count(StaleBoard) == 2
    assert len(stored_turns(path, waiting.id)) == len(UP_TO_A_CHOICE) + 1


async def test_a_repeated_click_during_the_next_draft_returns_its_first_result(
    services: Services,
) -> None:
    *first, own, others = UP_TO_A_CHOICE
    match = await play(services, (await begin(services)).id, *first)
    turn = read_turn(own)
    done = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert isinstance(done, CompleteTurn)
    await play(services, match.id, others)
    waiting = await place(services, match.id, "Ka1")
    assert waiting.draft is not None
    again = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert again == CompleteTurn(waiting, done.step)


@pytest.mark.parametrize(
    ("played", "others"),
    [
        ("Ka1=b2c3d4~cd+", ("Ka1=b2c3d4~ab+", "Ka1=b2c3d4")),
        ("Ka1=b2c3d4", ("Ka1=a1b2c3", "Ka1=b2c3d4~ab+")),
    ],
)
async def test_another_turn_from_an_old_board_is_not_taken_for_the_one_that_was_played(
    services: Services, played: str, others: tuple[str, ...]
) -> None:
    match = await begin(services, ruleset=SEAM)
    match = await play(services, match.id, *UP_TO_A_CHOICE)
    done = await services.matches.play(ORANGE, match.id, read_turn(played), match.revision)
    for text in others:
        with pytest.raises(StaleBoard):
            await services.matches.play(ORANGE, match.id, read_turn(text), match.revision)
    again = await services.matches.play(ORANGE, match.id, read_turn(played), match.revision)
    assert again == done


async def test_another_recall_from_an_old_board_is_not_taken_for_the_one_that_was_played(
    services: Services,
) -> None:
    match = await play_until_pool_is_empty(services)
    user = mover_of(match)
    by_placement: dict[Placement, list[Turn]] = defaultdict(list)
    for turn in legal_turns(match.position):
        by_placement[turn.placement].append(turn)
    first, other, *_ = max(by_placement.values(), key=len)
    assert first.recall != other.recall
    done = await services.matches.play(user, match.id, first, match.revision)
    with pytest.raises(StaleBoard):
        await services.matches.play(user, match.id, other, match.revision)
    again = await services.matches.play(user, match.id, first, match.revision)
    assert again.match == done.match


async def play_until_pool_is_empty(services: Services) -> Match:
    """A match of `scarce` whose player to move has nothing in hand."""
    chance = Random(3)
    match = await begin(services, ruleset=SCARCE)
    while not to_recall(match.position):
        turns = [turn for turn in legal_turns(match.position) if not turn.wins and not turn.leaves]
        spared = sorted(turns, key=lambda turn: pieces_pushed_off(match.position, turn))
        fewest = pieces_pushed_off(match.position, spared[0])
        able = [turn for turn in spared if pieces_pushed_off(match.position, turn) == fewest]
        done = await services.matches.play(mover_of(match), match.id, chance.choice(able))
        match = done.match
    return match


def pieces_pushed_off(before: Position, turn: Turn) -> int:
    after = play_turn(before, turn).after
    return before.bed.occupied.bit_count() + 1 - after.bed.occupied.bit_count()
