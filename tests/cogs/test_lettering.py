"""In every language, texts fit into pictures, and our fonts have their letters."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import render.balance
import render.brackets
import render.crosstable
import render.faces
import render.frames
import render.leaderboard
import render.rating_curve
import render.sheet
from bot.engine.analysis import Analysis
from bot.engine.tree import WIN
from bot.features.ladders.ladder import RestReason
from bot.features.standings.curves import CurvePoint
from bot.features.standings.seasons import SeasonNumber, Span
from bot.features.tournaments.cups import PlayOff, bracket_of
from bot.features.tournaments.legs import Withdrawal
from bot.features.tournaments.standings import standings_of
from bot.game import Position
from bot.match.clock import DAY
from bot.match.identity import Instant, MatchId
from bot.text import ENGLISH, PSEUDO, Language, pgettext, speaking, translations
from cogs.analysis.views import balance_of
from cogs.ladders.poster import ladder_poster_of
from cogs.profiles.views import curve_of
from cogs.standings.export import _note
from cogs.standings.views import board_title
from cogs.tournaments.bracket import bracket_chart_of
from cogs.tournaments.crosstable import crosstable_of
from render.balance import draw_balance
from render.bed import draw
from render.brackets import draw_bracket
from render.chart_canvas import LEFT, RIGHT, SMALL
from render.crosstable import draw_crosstable
from render.leaderboard import Poster, PosterRow, draw_poster
from render.lettering import _font_for, fitting, lettered, width_of, writable
from render.palette import Ink
from render.rating_curve import draw_rating_curve
from render.scene import Scene, Status
from render.theme import DAY_QUILT
from tests.cogs.analysis.views import analysis_of, finished_match, record_of
from tests.cogs.ladders.fields import ladder_of
from tests.cogs.profiles.views import FULL
from tests.cogs.standings.views import board_of_beginners, large_board
from tests.kit.drawn_groups import entrants_of, legs_of
from tests.kit.matches import NOON
from tests.kit.thoroughness import sampled

BRACKETS = dict.fromkeys(map(ord, "⟦⟧"))
DRAWN = (
    *(
        render.brackets,
        render.balance,
        render.crosstable,
        render.faces,
        render.frames,
        render.rating_curve,
    ),
    *(render.leaderboard, render.sheet),
)
UNPLAYED = [status for status in Status if status is not Status.PLAYED]


@pytest.fixture(params=sampled([ENGLISH, PSEUDO, *translations()], 1, 2, 6))
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    """Each language that the bot speaks."""
    with speaking(request.param):
        yield request.param


@pytest.fixture(autouse=True)
def nothing_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no text is cut off, and that the fonts have all its letters."""

    def keep_whole(text: str, size: int, width: int) -> str:
        assert writable(text.translate(BRACKETS)), text
        assert fitting(text, size, width) == text
        return text

    for each in DRAWN:
        monkeypatch.setattr(each, "fitting", keep_whole)
    render.frames.heading_of.cache_clear()


def test_the_headings_of_previews_are_translated_and_not_cut_off(
    language: Language,
) -> None:
    pictures = {draw(Scene(Position()).with_status(status)) for status in UNPLAYED}
    with speaking(PSEUDO if language is ENGLISH else ENGLISH):
        others = {draw(Scene(Position()).with_status(status)) for status in UNPLAYED}
    assert len(pictures | others) == 2 * len(UNPLAYED)


@pytest.mark.parametrize("letters", ["ÀÉŻjgpqyçą", "ЁЙщдру", "龍語ぱゃ"])
def test_no_letter_of_a_heading_reaches_beyond_the_frame(letters: str) -> None:
    sprite = lettered(letters, render.frames.LETTERS, Ink.OUTLINE)
    top = render.frames.baseline_of(sprite) - sprite.size[1] // 2 + sprite.at[1]
    assert top >= 0
    assert top + sprite.mask.height <= render.frames.BOTTOM - render.frames.TOP


def test_one_font_has_the_letters_of_all_languages_in_latin_script() -> None:
    letters = "ÄÖÜäöüß ÀÂÆÇÈÉÊËÎÏÔŒÙÛàâæçèéêëîïôœùû Ññ¡¿ ÃÕãõ ÌÒìò ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
    assert _font_for(letters, 20).getname()[0] == "Fredoka"


def test_no_text_on_the_curve_of_a_rating_is_cut_off(language: Language) -> None:
    points = [CurvePoint(Instant(NOON + each * DAY), 1500.0, 90.0) for each in range(90)]
    for rating in FULL.ratings:
        assert draw_rating_curve(curve_of(rating, points, DAY_QUILT))


def test_no_text_on_the_curve_of_an_analysis_is_cut_off(language: Language) -> None:
    record = record_of(replace(finished_match(), id=MatchId(123_456)))
    analysis = analysis_of(record, (0, 0), (WIN - 3, 40), (0, 0), (30, 0))
    long = Analysis(0, analysis.turns * 50)
    assert draw_balance(balance_of(record, long, DAY_QUILT))
    start, *others = (width_of(each, SMALL) for each in balance_of(record, long, DAY_QUILT).below)
    assert start + sum(others) < RIGHT - LEFT, "the numbers touch"


@pytest.mark.long
def test_no_text_on_a_leaderboard_is_cut_off(language: Language) -> None:
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
        for board in (large_board(period), board_of_beginners()):
            poster = Poster("Attic", board_title(board), rows, _note(board))
            assert draw_poster(poster)


def test_no_text_on_a_crosstable_is_cut_off(language: Language) -> None:
    signs = "1=0."
    rows = [
        " ".join("x" if row == column else signs[(row + column) % 4] * 2 for column in range(8))
        for row in range(8)
    ]
    entrants, legs = entrants_of(8), legs_of(*rows)
    standings = standings_of(entrants, legs, {entrants[0]: Withdrawal.LOST})
    names = dict.fromkeys(entrants, "Ada")
    table = crosstable_of("Attic", "classic", standings, legs, names, DAY_QUILT)
    assert len(table.legend) == 4
    assert draw_crosstable(table)


@pytest.mark.parametrize("number", [4, 8, 16])
def test_no_text_on_a_bracket_is_cut_off(language: Language, number: int) -> None:
    entrants = entrants_of(number)
    bracket = bracket_of(entrants, entrants, [], (), PlayOff.PLAYED)
    names = dict.fromkeys(entrants, "Ada")
    assert draw_bracket(bracket_chart_of("Attic", "classic", bracket, names, DAY_QUILT))


def test_no_text_on_a_ladder_is_cut_off(language: Language) -> None:
    field = ladder_of(70)
    resting = (replace(each, rests_why=RestReason.WISH) for each in field.rungs[::2])
    field = field.with_rungs(resting)
    names = dict.fromkeys(field.order, "Ada")
    assert draw_poster(ladder_poster_of("Attic", "classic", field, 1, names, DAY_QUILT))
