"""What if: lines of turns as they are written, and where they help in no match."""

from functools import reduce
from itertools import product
from random import Random

import pytest

from bot.features.analysis.service import AnalysedTooSoon
from bot.features.analysis.what_if import (
    LONGEST_LINE,
    PlaysLiveMatch,
    WhatIf,
    WrittenLine,
    read_line,
    write_line,
)
from bot.game import CLASSIC, ROWS, RULESETS, Position, Ruleset, legal_turns, read_turn
from bot.match.identity import Ply
from bot.services import Services
from bot.workers.pool import SharedPool, WorkerPool
from tests.features.hosting import begin, play, viewer_at
from tests.match.table import GRAY, ORANGE, PLACE, STRANGER
from tests.render.animations import random_match

TURNS = ("Kc3", "Kd4", "Ka1")
LIVE = ("Kc3", "Kd5")
NEAR_LIVE = {
    "the start": (),
    "on the way": LIVE[:1],
    "the live position": LIVE,
    "a turn later": (*LIVE, "Kb2"),
    "two turns later": (*LIVE, "Kb2", "Ke2"),
    "a mirrored one": ("Kd3", "Kc5", "Ke2"),
    "turns in another order": ("Kb2", "Kd5", "Kc3"),
    "a piece elsewhere": ("Kc3", "Kf6", "Kb2"),
}
"""Turns tried in a match that is over, each a help for who plays `LIVE` in one that goes on."""


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_a_line_is_read_as_it_was_written_and_thirty_turns_are_short(ruleset: Ruleset) -> None:
    for seed in range(3):
        steps = random_match(Random(seed), ruleset, 30)
        line = write_line(steps)
        assert len(line) <= LONGEST_LINE
        assert read_line(Position.start(ruleset), line) == tuple(steps)


def test_of_any_other_line_as_much_is_read_as_can_be_played() -> None:
    for text in ("+A", "+B", "+z", "+" + "_" * (LONGEST_LINE - 1)):
        steps = read_line(Position(), WrittenLine(text))
        assert all(step.win is None for step in steps[:-1])


async def test_a_position_of_a_finished_match_is_found_and_one_can_go_back(
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


@pytest.mark.parametrize("ruleset", [CLASSIC, ROWS], ids=lambda ruleset: ruleset.name)
async def test_nobody_is_helped_while_a_match_of_theirs_goes_on(
    services: Services, ruleset: Ruleset
) -> None:
    over = await begin(services, ruleset=ruleset)
    await play(services, over.id, *TURNS)
    await services.matches.resign(GRAY, over.id)
    what_ifs = services.what_ifs
    start = await what_ifs.at(viewer_at(ORANGE, PLACE), over.id, Ply(0))
    lines = [reduce(WhatIf.playing, map(read_turn, tried), start) for tried in NEAR_LIVE.values()]
    live = await begin(services)
    await play(services, live.id, *LIVE)
    thinkers = SharedPool(WorkerPool(workers=1))
    for what_if, player in product(lines, (ORANGE, GRAY)):
        with pytest.raises(PlaysLiveMatch):
            await what_ifs.known(what_if, player)
        with pytest.raises(PlaysLiveMatch):
            await what_ifs.look(what_if, player, thinkers, lambda _: None)
    await thinkers.close()
    assert [await what_ifs.known(what_if, STRANGER) for what_if in lines] == [None] * len(lines)
    await services.matches.resign(GRAY, live.id)
    assert [await what_ifs.known(what_if, ORANGE) for what_if in lines] == [None] * len(lines)


async def test_nothing_is_tried_in_a_match_that_goes_on(services: Services) -> None:
    live = await begin(services)
    await play(services, live.id, *TURNS)
    with pytest.raises(AnalysedTooSoon):
        await services.what_ifs.at(viewer_at(ORANGE, PLACE), live.id, Ply(1))


@pytest.mark.process
async def test_what_was_thought_of_a_position_counts_for_the_way_to_it_alone(
    services: Services,
) -> None:
    """A way on which positions came up twice leads to draws that others do not lead to."""
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
