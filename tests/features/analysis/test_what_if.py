"""What-if lines: how they are written, and that they help in no live match."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from random import Random

import pytest

from bot.features.analysis.service import AnalysedTooSoon
from bot.features.analysis.what_if import LONGEST_LINE, WhatIf, WrittenLine, read_line, write_line
from bot.features.matches.fair_play import LikeLiveMatch
from bot.game import CLASSIC, ROWS, RULESETS, SEAM, Position, Ruleset, legal_turns, read_turn
from bot.match.identity import Ply
from bot.match.terms import Stakes
from bot.services import Services
from bot.workers.pool import WorkerPool
from bot.workers.shared_pool import SharedPool
from tests.kit.matches import GRAY, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import begin, play, viewer_at
from tests.render.animations import random_match

TURNS = ("Kc3", "Kd4", "Ka1")
LIVE = ("Ka1", "Ke3", "Kc3", "Ka5", "Ke1", "Kc5", "Ka3", "Kc1")
"""Turns of a live rated match: eight pieces, none of them beside another."""
TRICKS = {
    "the live position": LIVE,
    "on the way there": LIVE[:5],
    "the live position plus one turn": (*LIVE, "Ke5"),
    "two turns later": (*LIVE, "Ke5", "Kf1"),
    "its mirror": ("Kf1", "Kb3", "Kd3", "Kf5", "Kb1", "Kd5", "Kf3", "Kd1", "Kb5"),
    "a quarter turn": ("Ka1", "Kc5", "Kc3", "Ke1", "Ka5", "Ke3", "Kc1", "Ka3"),
    "with the seats swapped": ("Ke3", "Ka1", "Ka5", "Kc3", "Kc5", "Ke1", "Kc1", "Ka3"),
    "the same turns in another order": (
        *("Ka3", "Kc1", "Ke1", "Kc5", "Kc3", "Ka5", "Ka1", "Ke3"),
        "Ke5",
    ),
    "one piece far away that changes little": (*LIVE[:7], "Ke5"),
}
"""Turns tried in a finished match; each line helps a player of `LIVE`."""
FAR = ("Kc2", "Ke1", "Ka4", "Kd2", "Ke6", "Kb6", "Kf3", "Ka5")
"""Turns to a position that differs from that of `LIVE` by six pieces in every symmetry."""

NEAR_A_REPLY = ("Kb2", "Kd4", "Kf2", "Kb4", "Kd2", "Kf4")
"""Turns to six pieces, one of them where the engine begins: `FairPlay` allows help for an empty bed
and refuses it once that piece is placed.
"""


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_a_line_is_read_as_it_was_written_and_thirty_turns_are_short(ruleset: Ruleset) -> None:
    for seed in range(3):
        steps = random_match(Random(seed), ruleset, 30)
        line = write_line(steps)
        assert len(line) <= LONGEST_LINE
        assert read_line(Position.start(ruleset), line) == tuple(steps)


def test_any_other_line_is_read_as_far_as_it_can_be_played() -> None:
    for text in ("+A", "+B", "+z", "+" + "_" * (LONGEST_LINE - 1)):
        steps = read_line(Position(), WrittenLine(text))
        assert all(step.win is None for step in steps[:-1])


async def test_a_position_of_a_finished_match_is_opened_and_turns_can_be_undone(
    services: Services,
) -> None:
    match = await begin(services)
    await play(services, match.id, *TURNS)
    await services.matches.resign(GRAY, match.id)
    viewer = viewer_at(ORANGE, PLACE)
    found = await services.what_ifs.at(viewer, match.id)
    assert found.ply == len(TURNS)
    tried = found.playing(next(legal_turns(found.position)))
    again = await services.what_ifs.at(viewer, match.id, tried.ply, tried.line)
    assert again == tried
    back = again.undone
    assert back == found
    while back is not None:
        found, back = back, back.undone
    assert (found.ply, found.position) == (Ply(0), Position())


async def lines(
    services: Services, ruleset: Ruleset, tried: Iterable[Sequence[str]]
) -> list[WhatIf]:
    """Return what-ifs that try these turns from the start of a finished match."""
    over = await begin(services, ruleset=ruleset)
    await play(services, over.id, *TURNS)
    await services.matches.resign(GRAY, over.id)
    start = await services.what_ifs.at(viewer_at(ORANGE, PLACE), over.id, Ply(0))
    return [reduce(WhatIf.playing, map(read_turn, each), start) for each in tried]


@pytest.mark.parametrize("ruleset", [CLASSIC, ROWS, SEAM], ids=lambda ruleset: ruleset.name)
async def test_help_for_a_live_rated_match_cannot_be_obtained_indirectly(
    services: Services, ruleset: Ruleset
) -> None:
    what_ifs = services.what_ifs
    tried = await lines(services, ruleset, TRICKS.values())
    live = await begin(services)
    await play(services, live.id, *LIVE)
    thinkers = SharedPool(WorkerPool(workers=1))
    for what_if, player in product(tried, (ORANGE, GRAY)):
        with pytest.raises(LikeLiveMatch) as refused:
            await what_ifs.known(what_if, player)
        assert refused.value.live.id == live.id
        with pytest.raises(LikeLiveMatch):
            await what_ifs.look(what_if, player, thinkers, lambda _: None)
    await thinkers.close()
    assert [await what_ifs.known(what_if, STRANGER) for what_if in tried] == [None] * len(tried)
    await services.matches.resign(GRAY, live.id)
    assert [await what_ifs.known(what_if, ORANGE) for what_if in tried] == [None] * len(tried)


@pytest.mark.process
async def test_a_reply_that_leads_near_a_live_rated_match_is_kept_back(services: Services) -> None:
    [start] = await lines(services, CLASSIC, [()])
    live = await begin(services)
    await play(services, live.id, *NEAR_A_REPLY)
    await services.analyses.require_no_help(ORANGE, start.position)
    services.what_ifs.nodes = 100
    thinkers = SharedPool(WorkerPool(workers=1))
    try:
        with pytest.raises(LikeLiveMatch):
            await services.what_ifs.look(start, ORANGE, thinkers, lambda _: None)
        # The search is remembered now.
        with pytest.raises(LikeLiveMatch):
            await services.what_ifs.known(start, ORANGE)
        look = await services.what_ifs.look(start, STRANGER, thinkers, lambda _: None)
    finally:
        await thinkers.close()
    assert look.line
    await services.matches.resign(GRAY, live.id)
    assert await services.what_ifs.known(start, ORANGE) == look


async def test_positions_far_from_every_rated_match_are_not_refused(services: Services) -> None:
    [far] = await lines(services, CLASSIC, [FAR])
    await play(services, (await begin(services)).id, *LIVE)
    assert await services.what_ifs.known(far, ORANGE) is None


async def test_positions_like_those_of_a_casual_match_are_not_refused(services: Services) -> None:
    tried = await lines(services, CLASSIC, TRICKS.values())
    await play(services, (await begin(services, stakes=Stakes.CASUAL)).id, *LIVE)
    assert [await services.what_ifs.known(each, ORANGE) for each in tried] == [None] * len(tried)


async def test_nothing_can_be_tried_in_a_live_match(services: Services) -> None:
    live = await begin(services)
    await play(services, live.id, *TURNS)
    with pytest.raises(AnalysedTooSoon):
        await services.what_ifs.at(viewer_at(ORANGE, PLACE), live.id, Ply(1))


@pytest.mark.process
async def test_scores_are_cached_only_for_the_line_that_led_to_the_position(
    services: Services,
) -> None:
    """A line that repeats positions leads to draws to which other lines do not lead."""
    match = await begin(services)
    await play(services, match.id, *TURNS)
    await services.matches.resign(GRAY, match.id)
    services.what_ifs.nodes = 100
    start = await services.what_ifs.at(viewer_at(ORANGE, PLACE), match.id, Ply(0))
    ways = [("Kc3", "Kf6", "Ka1"), ("Ka1", "Kf6", "Kc3")]
    one, other = (reduce(WhatIf.playing, map(read_turn, way), start) for way in ways)
    assert one.position == other.position
    thinkers = SharedPool(WorkerPool(workers=1))
    try:
        look = await services.what_ifs.look(one, ORANGE, thinkers, lambda _: None)
    finally:
        await thinkers.close()
    assert await services.what_ifs.known(one, GRAY) == look
    assert await services.what_ifs.known(other, GRAY) is None
