"""The largest league: all of its matches begin, and their boards come within the rate limits."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.features.matches.competitions import APART, MOST_AT_ONCE
from bot.match.clock import HOUR
from bot.match.identity import Instant
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import BY_HAND, fill_league
from tests.kit.matches import NOON, PLACE
from tests.kit.service_matches import run_due_jobs
from tests.kit.thoroughness import sampled


@pytest.mark.long
async def test_boards_come_apart_within_an_hour_and_first_to_those_who_move_first(
    services: Services,
) -> None:
    terms = replace(BY_HAND, group_size=8, most_entrants=64)
    number = await fill_league(services, 64, terms)
    await services.tournaments.start(number, PLACE.guild)
    while await run_due_jobs(services):
        pass
    field = await services.tournaments.find(number)
    begun = [each.match for each in field.pairings if each.match is not None]
    assert len(begun) == len(field.pairings) == MOST_AT_ONCE
    orange, gray = list[Instant](), list[Instant]()
    for match in begun:
        seats = (await services.matches.find(match)).seats
        for board in await services.boards.boards_of(match):
            (orange if board.user == seats.orange else gray).append(board.due_at)
    moments = sorted(orange) + sorted(gray)
    assert moments == sorted(moments)
    assert all(round(later - earlier, 3) == APART for earlier, later in pairwise(moments))
    assert moments[-1] - NOON < HOUR


@pytest.mark.parametrize("late", sampled([0.5 * HOUR, 1.1 * HOUR], 1))
async def test_boards_come_apart_if_the_matches_begin_late(
    services: Services, clock: StandingClock, late: float
) -> None:
    number = await fill_league(services, 24, replace(BY_HAND, group_size=8))
    await services.tournaments.start(number, PLACE.guild)
    clock.advance(late)
    while await run_due_jobs(services):
        pass
    field = await services.tournaments.find(number)
    moments = list[Instant]()
    for each in field.pairings:
        assert each.match is not None
        moments += [board.due_at for board in await services.boards.boards_of(each.match)]
    moments.sort()
    assert len(moments) == 2 * len(field.pairings)
    assert moments[0] > clock.now()
    assert all(round(later - earlier, 3) == APART for earlier, later in pairwise(moments))
