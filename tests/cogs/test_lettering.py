"""What is written in pictures fits there, and our fonts can write it, in every language."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import render.curves
import render.faces
import render.leaderboard
from bot.engine.analysis import Analysis
from bot.engine.tree import WIN
from bot.features.profiles.queries import CurvePoint
from bot.features.standings.seasons import SeasonNumber, Span
from bot.match.clock import DAY
from bot.match.identity import Instant, MatchId
from bot.text import ENGLISH, PSEUDO, Language, pgettext, speaking, translations
from cogs.analysis.views import balance_of
from cogs.profiles.cog import curve_of
from cogs.standings.export import _note
from cogs.standings.views import board_title
from render.curves import LEFT, RIGHT, SMALL, draw_balance, draw_curve
from render.leaderboard import Poster, PosterRow, draw_poster
from render.lettering import fitting, width_of, writable
from render.theme import DAY_QUILT
from tests.cogs.views_of_analyses import judged, over, record_of
from tests.cogs.views_of_profiles import FULL
from tests.cogs.views_of_standings import a_board, a_board_of_beginners
from tests.match.table import NOON

BRACKETS = dict.fromkeys(map(ord, "⟦⟧"))
DRAWN = (render.curves, render.faces, render.leaderboard)


@pytest.fixture(params=[ENGLISH, PSEUDO, *translations()])
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    """Each language that is spoken."""
    with speaking(request.param):
        yield request.param


@pytest.fixture(autouse=True)
def nothing_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """See that nothing is cut off, and that everything can be written."""

    def whole(text: str, size: int, width: int) -> str:
        assert writable(text.translate(BRACKETS)), text
        assert fitting(text, size, width) == text
        return text

    for each in DRAWN:
        monkeypatch.setattr(each, "fitting", whole)


def test_the_curve_of_a_rating_is_lettered_whole(language: Language) -> None:
    points = [CurvePoint(Instant(NOON + each * DAY), 1500.0, 90.0) for each in range(90)]
    for rating in FULL.ratings:
        assert draw_curve(curve_of(rating, points, DAY_QUILT))


def test_the_curve_of_an_analysis_is_lettered_whole(language: Language) -> None:
    record = record_of(replace(over(), id=MatchId(123_456)))
    analysis = judged(record, (0, 0), (WIN - 3, 40), (0, 0), (30, 0))
    long = Analysis(0, analysis.turns * 50)
    assert draw_balance(balance_of(record, long, DAY_QUILT))
    start, *others = (width_of(each, SMALL) for each in balance_of(record, long, DAY_QUILT).below)
    assert start + sum(others) < RIGHT - LEFT, "they do not touch"


def test_a_leaderboard_is_lettered_whole(language: Language) -> None:
    rows = tuple(
        PosterRow(
            place,
            "Ada",
            "1500 ± 350",
            "100–100–100",
            pgettext("has left the server", "left") if place % 2 else "",
        )
        for place in range(1, 11)
    )
    for period in (Span.RUNNING, Span.ALL_TIME, SeasonNumber(2)):
        for board in (a_board(period), a_board_of_beginners()):
            poster = Poster("Attic", board_title(board), rows, _note(board))
            assert draw_poster(poster)
