"""Turns of more than one question through the services: stored bit by bit, and played once."""

import asyncio
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import NoSuchMatch, StaleBed
from bot.game import (
    Placement,
    Position,
    Ruleset,
    Turn,
    entry_named,
    legal_turns,
    read_turn,
)
from bot.game import (
    play as play_turn,
)
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Draft
from bot.match.errors import NotAPlayer, NothingToChoose, NotYourTurn
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.playing import Drafted, Played
from bot.services import Services, open_services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, mover_of, play, stored_turns
from tests.game.drawing import square, squares
from tests.match.table import GRAY, ORANGE, SCARCE, SEAM, STRANGER, UP_TO_A_CHOICE

C3 = read_turn("Kc3").placement


async def empty_handed(services: Services) -> Match:
    """A match of `scarce` whose player to move has nothing in hand."""
    chance = Random(3)
    match = await begin(services, ruleset=SCARCE)
    while not isinstance(match.question, AskRecall):
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


async def seam_waits(services: Services) -> Match:
    """A match whose draft has its choice and waits for the seam piece."""
    match = await begin(services, ruleset=SEAM)
    for text in UP_TO_A_CHOICE:
        placed = await services.matches.play(mover_of(match), match.id, read_turn(text))
        assert isinstance(placed, Drafted)
        kept = await services.matches.lay(mover_of(match), match.id, placed.match.revision, None)
        match = kept.match
    return await play(services, match.id, "Ka1=b2c3d4")


async def test_a_recall_waits_in_the_file_and_is_part_of_one_turn(
    services: Services, path: Path
) -> None:
    match = await empty_handed(services)
    before = stored_turns(path, match.id)
    user, asked = mover_of(match), match.question
    assert isinstance(asked, AskRecall)
    first, second = asked.squares[:2]
    lifted = await services.matches.lift(user, match.id, match.revision, first)
    assert lifted.match.draft == Draft(first)
    assert await services.matches.find(match.id) == lifted.match
    other = await services.matches.lift(user, match.id, lifted.match.revision, second)
    assert await services.matches.find(match.id) == other.match
    assert isinstance(other.match.question, AskPlacement)
    assert stored_turns(path, match.id) == before

    turn = next(turn for turn in legal_turns(match.position) if turn.recall == second)
    done = await services.matches.play(user, match.id, Turn(turn.placement, turn.leaves))
    assert isinstance(done, Played)
    assert done.step.turn == turn
    assert await services.matches.find(match.id) == done.match
    assert len(stored_turns(path, match.id)) == len(before) + 1


async def test_the_same_recall_again_changes_nothing_in_the_file(services: Services) -> None:
    match = await empty_handed(services)
    user, asked = mover_of(match), match.question
    assert isinstance(asked, AskRecall)
    lifted = await services.matches.lift(user, match.id, match.revision, asked.squares[0])
    again = await services.matches.lift(user, match.id, lifted.match.revision, asked.squares[0])
    assert again.match == lifted.match == await services.matches.find(match.id)


async def test_a_seam_piece_is_laid_at_the_end_of_one_turn(services: Services, path: Path) -> None:
    waiting = await seam_waits(services)
    assert isinstance(waiting.question, AskSeam)
    assert await services.matches.find(waiting.id) == waiting
    assert stored_turns(path, waiting.id) == [*UP_TO_A_CHOICE]
    entry = entry_named("cd+")
    done = await services.matches.lay(ORANGE, waiting.id, waiting.revision, entry)
    assert done.match == await services.matches.find(waiting.id)
    assert stored_turns(path, waiting.id) == [*UP_TO_A_CHOICE, "Ka1=b2c3d4~cd+"]
    assert done.match.position.orange_seam is not None


async def test_a_choice_comes_before_the_seam_piece(services: Services) -> None:
    waiting = await seam_waits(services)
    again = await play(services, waiting.id, "Ka1")
    assert isinstance(again.question, AskOption)
    with pytest.raises(NothingToChoose):
        await services.matches.lay(ORANGE, again.id, again.revision, None)
    chosen = await services.matches.choose(ORANGE, again.id, again.revision, squares("b2c3d4"))
    assert chosen.match.draft == waiting.draft
    revision = chosen.match.revision
    with pytest.raises(NothingToChoose):
        await services.matches.choose(ORANGE, again.id, revision, squares("b2c3d4"))


async def test_a_draft_survives_the_host(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        recalling = await empty_handed(services)
        asked = recalling.question
        assert isinstance(asked, AskRecall)
        user = mover_of(recalling)
        lifted = await services.matches.lift(
            user, recalling.id, recalling.revision, asked.squares[0]
        )
        laying = await seam_waits(services)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.matches.find(recalling.id) == lifted.match
        assert await services.matches.find(laying.id) == laying
        done = await services.matches.lay(ORANGE, laying.id, laying.revision, None)
        assert done.match.ply == len(UP_TO_A_CHOICE) + 1
        turn = next(t for t in legal_turns(recalling.position) if t.recall == asked.squares[0])
        after = await services.matches.play(user, recalling.id, Turn(turn.placement, turn.leaves))
        assert isinstance(after, Played)
        assert after.step.turn == turn


async def test_old_beds_lift_and_lay_nothing(services: Services) -> None:
    waiting = await seam_waits(services)
    old = Revision(waiting.revision - 1)
    for seen in (old, Revision(waiting.revision + 1)):
        with pytest.raises(StaleBed) as stale:
            await services.matches.lay(ORANGE, waiting.id, seen, None)
        assert stale.value.match == waiting
        with pytest.raises(StaleBed):
            await services.matches.lift(ORANGE, waiting.id, seen, square("a1"))
    assert await services.matches.find(waiting.id) == waiting


async def test_only_the_player_to_move_lifts_and_lays(services: Services) -> None:
    waiting, recalling = await seam_waits(services), await empty_handed(services)
    asked = recalling.question
    assert isinstance(asked, AskRecall)
    opponent = recalling.opponent_of(mover_of(recalling))
    for user, refusal in ((STRANGER, NotAPlayer), (GRAY, NotYourTurn)):
        with pytest.raises(refusal):
            await services.matches.lay(user, waiting.id, waiting.revision, None)
    for user, refusal in ((STRANGER, NotAPlayer), (opponent, NotYourTurn)):
        with pytest.raises(refusal):
            await services.matches.lift(user, recalling.id, recalling.revision, asked.squares[0])
    with pytest.raises(NoSuchMatch):
        await services.matches.lay(ORANGE, MatchId(99), Revision(1), None)
    with pytest.raises(NoSuchMatch):
        await services.matches.lift(ORANGE, MatchId(99), Revision(1), square("a1"))


async def test_entries_pressed_at_once_lay_one_seam_piece(services: Services, path: Path) -> None:
    waiting = await seam_waits(services)
    presses = [
        services.matches.lay(ORANGE, waiting.id, waiting.revision, entry)
        for entry in (None, entry_named("ab+"), entry_named("56-"))
    ]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert [type(answer) for answer in answers].count(Played) == 1
    assert [type(answer) for answer in answers].count(StaleBed) == 2
    assert len(stored_turns(path, waiting.id)) == len(UP_TO_A_CHOICE) + 1


async def test_a_click_that_comes_again_is_told_of_its_draft(services: Services) -> None:
    match = await begin(services, ruleset=SEAM)
    turn = Turn(C3)
    first = await services.matches.play(ORANGE, match.id, turn, match.revision)
    again = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert isinstance(again, Drafted)
    assert again.match == first.match


async def test_a_click_that_comes_again_while_the_next_draft_waits_is_told_what_it_did(
    services: Services,
) -> None:
    *first, own, others = UP_TO_A_CHOICE
    match = await play(services, (await begin(services)).id, *first)
    turn = read_turn(own)
    done = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert isinstance(done, Played)
    waiting = await play(services, match.id, others, "Ka1")
    assert waiting.draft is not None
    again = await services.matches.play(ORANGE, match.id, turn, match.revision)
    assert again == Played(waiting, done.step)


@pytest.mark.parametrize(
    ("ruleset", "before", "played", "asked"),
    [
        (SEAM, (), "Kc3~cd+", "Kc3~ab+"),
        (SEAM, UP_TO_A_CHOICE, "Ka1=b2c3d4", "Ka1=a1b2c3"),
    ],
)
async def test_another_turn_from_an_old_bed_is_not_taken_for_the_one_that_was_played(
    services: Services, ruleset: Ruleset, before: tuple[str, ...], played: str, asked: str
) -> None:
    match = await begin(services, ruleset=ruleset)
    for text in before:
        placed = await services.matches.play(mover_of(match), match.id, read_turn(text))
        match = (
            await services.matches.lay(mover_of(match), match.id, placed.match.revision, None)
        ).match
    await services.matches.play(ORANGE, match.id, read_turn(played), match.revision)
    with pytest.raises(StaleBed):
        await services.matches.play(ORANGE, match.id, read_turn(asked), match.revision)
    again = await services.matches.play(ORANGE, match.id, read_turn(played), match.revision)
    assert isinstance(again, Played | Drafted)


async def test_another_recall_from_an_old_bed_is_not_taken_for_the_one_that_was_played(
    services: Services,
) -> None:
    match = await empty_handed(services)
    user = mover_of(match)
    by_placement: dict[Placement, list[Turn]] = defaultdict(list)
    for turn in legal_turns(match.position):
        by_placement[turn.placement].append(turn)
    first, other, *_ = max(by_placement.values(), key=len)
    assert first.recall != other.recall
    done = await services.matches.play(user, match.id, first, match.revision)
    with pytest.raises(StaleBed):
        await services.matches.play(user, match.id, other, match.revision)
    again = await services.matches.play(user, match.id, first, match.revision)
    assert again.match == done.match
