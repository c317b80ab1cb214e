"""Rulesets for tests only, and the marks that run a test with several rulesets."""

import pytest

from bot.game import RULESETS, Kind, Ruleset
from bot.game.ruleset import Growth, Leaving, RecallablePieces, RecallTime
from tests.kit.thoroughness import sampled

STITCHED_ROWS = Ruleset(
    name="stitched rows",
    version=1,
    full_bed_wins=False,
    leaving=Leaving.EVERY_LINE,
    recall_time=RecallTime.FULL_BED,
    recall_of=RecallablePieces.KITTENS_FIRST,
    seams=1,
)
"""Every line leaves the bed, a kitten may be recalled instead, and each seat has a seam piece."""

SIX_IN_A_HURRY = Ruleset(
    name="six in a hurry",
    version=1,
    pieces=6,
    leaving=Leaving.ONE_RUN,
    growth=Growth.ONE_CAT_TOGETHER,
    recall_time=RecallTime.EMPTY_HAND,
    recall_of=RecallablePieces.KITTENS_FIRST,
    seams=1,
)
"""Six pieces a seat; runs leave whole; a kitten is recalled before placing; seam pieces."""

KITTENS_AND_SEAMS = Ruleset(
    name="kittens and seams",
    version=1,
    pieces=7,
    lines_win_of=Kind.KITTEN,
    full_bed_wins=False,
    growth=Growth.STAY_KITTENS,
    recall_time=RecallTime.EMPTY_HAND,
    seams=1,
)
"""Three kittens in a line win; with nothing in hand one is recalled first."""

COMPOSED = (STITCHED_ROWS, SIX_IN_A_HURRY, KITTENS_AND_SEAMS)

EVERY_RULESET = (*RULESETS, *COMPOSED[:2])


def for_rulesets(*rulesets: Ruleset) -> pytest.MarkDecorator:
    """Return the mark that runs a test with each of these rulesets."""
    return pytest.mark.parametrize("ruleset", rulesets, ids=_id_of)


def sampled_rulesets(*kept: int) -> pytest.MarkDecorator:
    """Return the mark that runs a test with all rulesets: at night, except those at `kept`."""
    return pytest.mark.parametrize("ruleset", sampled(EVERY_RULESET, *kept), ids=_id_of)


def _id_of(ruleset: Ruleset) -> str:
    return ruleset.name.replace(" ", "_")


every_ruleset = for_rulesets(*EVERY_RULESET)
"""The mark that runs a test with all published rulesets and the first two composed ones."""
