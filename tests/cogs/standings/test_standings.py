"""Ratings, seasons and posters in words."""

import pytest

from bot.features.standings.glicko import UNRATED, PlayerRating, Rating, Scope
from bot.features.standings.leaderboards import Board, LeaderboardRequest, NoSuchSeason
from bot.features.standings.queries import LeaderboardKey, Provisional
from bot.features.standings.seasons import Season, SeasonNumber, Span
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, UserId
from cogs.core.codecs import codec_of
from cogs.standings.cog import read_season
from cogs.standings.export import poster_text
from cogs.standings.views import LeaderboardPage, board_panel, read_period, write_period
from cogs.wording.alt_text import LONGEST
from cogs.wording.rating_text import change_name, points_name, rating_name, record_name, season_span
from render.leaderboard import MOST_ROWS, Poster, PosterRow
from tests.cogs.texts import texts_of
from tests.kit.matches import NOON


def test_a_rating_is_shown_with_its_deviation_once_it_is_settled() -> None:
    assert rating_name(Rating(1512.4, 63.6, 0.06)) == "1512 ± 64"
    assert rating_name(Rating(1512.4, 109.99, 0.06)) == "1512 ± 110"
    assert rating_name(Rating(1499.6, 110.0, 0.06)) == "1500?"
    assert rating_name(UNRATED) == points_name(UNRATED) == "1500?"
    assert points_name(Rating(1512.4, 63.6, 0.06)) == "1512"


@pytest.mark.parametrize(("points", "words"), [(12, "+12"), (0, "±0"), (-14, "−14")])
def test_a_change_has_its_sign(points: int, words: str) -> None:
    assert change_name(points) == words


def test_a_record_is_three_numbers() -> None:
    assert record_name(PlayerRating(wins=12, draws=3, losses=1)) == "12–3–1"


def test_a_season_shows_its_first_and_last_day() -> None:
    until = Instant(NOON + DAY)
    running = Season(Scope(1), GuildId(7), 1, NOON)
    assert season_span(running) == f"since <t:{int(NOON)}:d>"
    timed = Season(Scope(1), GuildId(7), 1, NOON, until)
    assert season_span(timed) == f"since <t:{int(NOON)}:d>, ends <t:{int(until)}:R>"
    over = Season(Scope(1), GuildId(7), 1, NOON, until, until)
    assert season_span(over) == f"<t:{int(NOON)}:d> to <t:{int(until)}:d>"


def test_unranked_users_have_a_question_mark_only_if_their_rating_is_provisional() -> None:
    request = LeaderboardRequest(LeaderboardKey(GuildId(7), "classic"))
    settled = PlayerRating(Rating(1512.4, 63.6, 0.06), NOON, wins=12)
    unranked = (Provisional(UserId(5), settled),)
    board = Board(request, None, (), (), 0, 1, 0, None, NOON, unranked, 3)
    text = "\n".join(texts_of(board_panel(board, UserId(6))))
    assert "**Not ranked yet**" in text
    assert "<@5> **1512** ± 64 · 12–0–0" in text
    assert "… and 3 more" in text
    assert "`?`" not in text


@pytest.mark.parametrize("period", [*Span, SeasonNumber(1), SeasonNumber(99999)])
def test_the_custom_id_of_a_leaderboard_reads_back(period: Span | SeasonNumber) -> None:
    assert read_period(write_period(period)) == period
    request = LeaderboardPage("classic", period, 1234)
    codec = codec_of(LeaderboardPage)
    assert codec.read(codec.write(request)) == request


@pytest.mark.parametrize(
    ("text", "season"),
    [
        ("now", "now"),
        ("this  season", "now"),
        ("All time", "all"),
        ("3", "3"),
        ("٣", "3"),
        ("season 3", "3"),
        ("Season #03", "3"),
    ],
)
def test_a_season_is_read_as_people_write_it(text: str, season: str) -> None:
    assert read_season(text, 3) == season


@pytest.mark.parametrize("text", ["", "4", "0", "-1", "spring", "3.5", "9" * 40])
def test_an_invalid_season_is_refused(text: str) -> None:
    with pytest.raises(NoSuchSeason) as refused:
        read_season(text, 3)
    assert (refused.value.text, refused.value.last) == (text, 3)


def test_the_words_of_a_poster_are_cut_between_players() -> None:
    row = PosterRow(100_000, "W" * 90, "1500 ± 350", "1000–1000–1000")
    text = poster_text(Poster("M" * 100, "Season 99999 · classic", (row,) * MOST_ROWS, "note"))
    assert 700 < len(text) <= LONGEST
    assert text.endswith("won 1000, drawn 1000, lost 1000.")
