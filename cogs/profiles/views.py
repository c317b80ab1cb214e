"""The panel of a profile: ratings with their curve and what was won, or the record in detail.

Whose it is and which page stands in the custom ids, so a panel works after a restart.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.features.practice.ratings import PracticeStood
from bot.features.profiles.badges import Badge
from bot.features.profiles.queries import CurvePoint, EarnedBadge
from bot.features.profiles.service import Profile, RulesetRating, Stood
from bot.features.standings.rating import is_provisional
from bot.features.standings.season import Listing, Title
from bot.game import name_of
from bot.match.calendar import Day
from bot.match.identity import UserId
from bot.match.score import Score
from cogs.core.actions import ActionButton, button
from cogs.core.board import Picture, gallery
from cogs.core.panels import View, note_panel
from cogs.core.times import span
from cogs.core.words import counted, listed, mention
from cogs.help.views import ACCENT
from cogs.practice.rating_words import practice_stood
from cogs.profiles.words import BADGES, by_ruleset, by_seat, by_way, tally
from cogs.replay.history_views import Wanted, history_button
from cogs.standings.words import MEDALS, RECORD, UNSETTLED, rating_name
from render.curve import Curve, CurveDot
from render.theme import Theme

MOST_TITLES: Final = 6
"""Titles that are listed; the latest."""
NEVER: Final = "Start with `/challenge`, or play me: `/practice`."


class Page(Enum):
    """What of a profile is shown. The values stand in messages for years."""

    OVERVIEW = "overview"
    RECORD = "record"


_PAGES: Final = {Page.OVERVIEW: "Overview", Page.RECORD: "Record"}


def profile_panel(
    profile: Profile,
    viewer: UserId,
    page: Page = Page.OVERVIEW,
    picture: Picture | None = None,
    practice: Sequence[PracticeStood] = (),
    puzzles: str = "",
) -> View:
    """Lay out a page of a profile; the picture is the curve of the overview.

    `practice` are the person's practice ratings, and `puzzles` says what they have solved; both
    stand on the overview too.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    match page:
        case Page.OVERVIEW:
            above, below = _overview(profile, viewer, practice)
            below[1:1] = [puzzles] if puzzles else []
        case Page.RECORD:
            above, below = _record(profile), []
        case _:
            assert_never(page)
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    if picture is not None:
        container.add_item(gallery(picture))
    if below:
        container.add_item(discord.ui.TextDisplay("\n".join(below)))
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(*_ways(profile.user, viewer, page)))
    return view


def never_played(
    user: UserId, viewer: UserId, practice: Sequence[PracticeStood] = (), puzzles: str = ""
) -> View:
    """Say of who never played a match here to its end that there is little to show yet."""
    if user == viewer:
        said = f"You have not finished a match with another member here yet. {NEVER}"
    else:
        said = (
            f"{mention(user)} has not finished a match with another member here yet. "
            "Challenge them: `/challenge`."
        )
    solved = [puzzles] if puzzles else []
    return note_panel("\n".join([said, *practice_stood(practice), *solved]))


def curve_of(rating: RulesetRating, points: Sequence[CurvePoint], theme: Theme) -> Curve:
    """Return the curve of somebody's rating of all time, to be drawn."""
    dots = tuple(CurveDot(point.at, point.points, point.deviation) for point in points)
    return Curve(f"Rating in {rating.ruleset} · all time", dots, theme)


def curve_words(rating: RulesetRating, points: Sequence[CurvePoint]) -> str:
    """Say what a curve shows: where it begins, how high it comes, and where it ends."""
    first, last = points[0], points[-1]
    highest = max(points, key=lambda point: point.points)
    said = [f"The rating in {rating.ruleset} over time"]
    if len(points) > 1:
        said.append(f"first {_point(first)}")
        said.append(f"highest {_point(highest)}")
    said.append(f"last {_point(last)}")
    return ", ".join(said) + "."


def _point(point: CurvePoint) -> str:
    return f"{round(point.points)} on {Day.of(point.at)}"


def _overview(
    profile: Profile, viewer: UserId, practice: Sequence[PracticeStood]
) -> tuple[list[str], list[str]]:
    """Return what stands above the curve and below it."""
    sums = profile.sums
    above = [
        f"### {mention(profile.user)}",
        f"-# {_matches(sums.matches)} here, {tally(profile.records)} ({RECORD})",
    ]
    if profile.listing is Listing.LEFT_OFF and profile.user == viewer:
        above.append("-# You are left off leaderboards, so nobody but you sees this.")
    if profile.still_counted:
        above.append("-# Earlier matches are still being counted. Look again in a moment.")
    ratings = [*_ratings(profile), *practice_stood(practice)]
    if ratings.count(UNSETTLED) > 1:
        ratings.remove(UNSETTLED)
    above += ratings
    below = [_streak(profile)]
    if profile.titles:
        below += ["**Titles**", *_titles(profile.titles)]
    if profile.badges:
        below += ["**Badges**", *(_badge(each) for each in profile.badges)]
    return above, below


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _ratings(profile: Profile) -> list[str]:
    if not profile.ratings:
        return ["No rated match has ended yet, so there is no rating."]
    lines = [_rating(each, profile) for each in profile.ratings]
    shown = [each for rating in profile.ratings for each in (rating.all_time, rating.season)]
    if any(each is not None and is_provisional(each.rating) for each in shown):
        lines.append(UNSETTLED)
    return lines


def _rating(rating: RulesetRating, profile: Profile) -> str:
    """Return a ruleset's rating of all time, and under it the season's."""
    parts = [f"**{rating.ruleset}** {_stood(rating.all_time)}"]
    if rating.season is not None and profile.season is not None:
        parts.append(f"season {profile.season.number}: {_stood(rating.season)}")
    return " · ".join(parts)


def _stood(stood: Stood) -> str:
    shown = f"**{rating_name(stood.rating)}**"
    if stood.place is None:
        return shown
    return f"{shown} {MEDALS.get(stood.place) or f'(place {stood.place})'}"


def _streak(profile: Profile) -> str:
    streak = profile.sums.streak
    if not streak.longest:
        return "No win here yet."
    if streak.current < 2:
        return f"Longest streak: **{counted(streak.longest, 'win')}**"
    return f"🔥 **{streak.current} wins in a row** now · longest streak {streak.longest}"


def _titles(titles: Sequence[Title]) -> list[str]:
    """List the latest titles, the newest first."""
    return [
        f"{MEDALS[title.place]} Season {title.season} · {title.ruleset}"
        for title in titles[::-1][:MOST_TITLES]
    ]


def _badge(earned: EarnedBadge) -> str:
    mark, name, what = BADGES[Badge(earned.badge)]
    return f"{mark} **{name}**: {what} (#{earned.match})"


def _record(profile: Profile) -> list[str]:
    records = profile.records
    lines = [f"### {mention(profile.user)}'s record here", f"-# {RECORD}"]
    lines += by_ruleset(records)
    lines.append(by_seat(records))
    for title, score in (("Won by", Score.WIN), ("Lost by", Score.LOSS), ("Drawn by", Score.DRAW)):
        if ways := by_way(records, score):
            lines.append(f"**{title}** {ways}")
    if profile.openings:
        squares = [f"**{name_of(each.square)}** ({each.matches}×)" for each in profile.openings]
        lines.append(f"Opens most on {listed(squares)}")
    if (mean := profile.sums.mean) is not None:
        lines.append(f"Takes **{span(mean)}** for a move on average, waiting and sleeping included")
    if (against := profile.against) is not None:
        lines.append(_against(against.wins, against.draws, against.losses))
    return lines


def _against(wins: int, draws: int, losses: int) -> str:
    """Say how somebody fared against the one who looks, from that one's side."""
    if not wins + draws + losses:
        return "You two have not played a match to its end here."
    return f"**Against you** you won {losses}, drew {draws} and lost {wins}."


def _ways(user: UserId, viewer: UserId, page: Page) -> list[ActionButton]:
    ways = []
    for each, label in _PAGES.items():
        way = button(label, discord.ButtonStyle.secondary, "profile", user=user, page=each)
        way.item.disabled = each is page
        ways.append(way)
    ways.append(history_button("Matches", Wanted(user)))
    if user != viewer:
        ways.append(history_button("Against me", Wanted(viewer, user)))
    return ways
