"""Drafts, repetitions and draws read from the database equal those that were written."""

from dataclasses import replace
from random import Random

import pytest

from bot.db.database import Database
from bot.db.errors import UnreadableRow
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.columns import LATELY_PLAYED
from bot.game import RULESETS, Position, Ruleset, legal_turns, read_turn, write_position
from bot.match.identity import MatchId
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import DraftedTurn, place, play
from bot.match.record import Result, results_of
from tests.kit.matches import (
    CHOICE,
    EMPTY_HAND,
    LATER,
    ORANGE,
    SEAM,
    SEAM_CHOICE,
    match,
    match_after_shuttle,
)
from tests.kit.stored_matches import ONE, load_match, store
from tests.kit.thoroughness import quick_or_thorough, sampled


def with_draft(current: Position, text: str) -> Match:
    """Return a match with the draft of this turn."""
    done = place(match(current), ORANGE, read_turn(text), LATER)
    assert isinstance(done, DraftedTurn)
    return done.match


@pytest.mark.parametrize(
    ("current", "text"),
    [
        (CHOICE, "Kc3"),
        (EMPTY_HAND, "a3>Cc3"),
        (Position.start(SEAM), "Kf6"),
        (SEAM_CHOICE, "Kc3=b3c3d3"),
        (SEAM_CHOICE, "Kc3~cd+"),
    ],
)
async def test_a_draft_of_every_shape_is_found_as_it_was_kept(
    database: Database, current: Position, text: str
) -> None:
    waiting = with_draft(current, text)
    assert waiting.draft == read_turn(text)
    await store(database, waiting)
    assert await load_match(database) == waiting


@pytest.mark.parametrize("seed", range(quick_or_thorough(1, 5)))
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 1, 3), ids=lambda ruleset: ruleset.name)
async def test_a_match_of_every_ruleset_is_found_at_every_turn(
    database: Database, ruleset: Ruleset, seed: int
) -> None:
    chance, current = Random(seed), match(Position.start(ruleset))
    await store(database, current)
    past = [write_position(current.position)]
    while current.outcome is None and current.ply < 60:
        user = current.to_move
        assert user is not None
        turn = chance.choice(list(legal_turns(current.position)))
        done = play(current, user, turn, LATER, past)
        async with database.writing() as writing:
            assert await match_queries.update(writing, current, done.match)
            await turn_queries.append_turn(writing, done.match, done.match.ply, done.step, user)
        current = done.match
        past.append(write_position(current.position))
        LATELY_PLAYED.clear()
        async with database.reading() as reading:
            assert await match_queries.find_with_past(reading, ONE) == (current, past)


async def test_the_past_of_a_match_begins_with_its_start(database: Database) -> None:
    for number, ruleset in enumerate(RULESETS, start=1):
        begun = replace(match(Position.start(ruleset)), id=MatchId(number))
        await store(database, begun)
        async with database.reading() as reading:
            start = write_position(Position.start(ruleset))
            assert await match_queries.find_with_past(reading, begun.id) == (begun, [start])
            assert await match_queries.find_with_past(reading, MatchId(99)) is None


async def test_how_often_a_position_stands_is_found(database: Database) -> None:
    for turns in range(10):
        current = replace(match_after_shuttle(turns)[0], id=MatchId(1 + turns))
        await store(database, current)
        assert await load_match(database, current.id) == current


async def test_an_outcome_without_a_winner_is_found(database: Database) -> None:
    without_winner = [why for why in EndReason if Result.ORANGE_WON not in results_of(why)]
    played, _ = match_after_shuttle(4)
    for number, why in enumerate(without_winner, start=1):
        over = replace(played, id=MatchId(number), outcome=Outcome(why, None))
        await store(database, over)
        assert await load_match(database, over.id) == over


async def test_a_chosen_option_is_found_in_the_draft_and_in_the_turn(database: Database) -> None:
    waiting = with_draft(SEAM_CHOICE, "Kc3")
    chosen = place(waiting, ORANGE, read_turn("Kc3=b3c3d3"), LATER).match
    laid = play(chosen, ORANGE, read_turn("Kc3=b3c3d3~cd+"), LATER).match
    await store(database, waiting)
    for before, after in ((waiting, chosen), (chosen, laid)):
        async with database.writing() as writing:
            assert await match_queries.update(writing, before, after)
        assert await load_match(database) == after


async def test_a_match_with_unknown_rules_is_reported_and_not_changed(
    database: Database,
) -> None:
    unknown = Ruleset("classic", 9)
    await store(database, replace(match(Position.start(unknown)), id=MatchId(2)), match())
    assert await load_match(database) == match()
    with pytest.raises(UnreadableRow) as caught:
        await load_match(database, MatchId(2))
    assert str(caught.value.__cause__) == "no ruleset 'classic' in version 9"
