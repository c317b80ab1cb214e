"""The panel of a profile: ratings with their curve and what was won, or the record in detail.

Whose it is and which page is in the custom ids, so a panel works after a restart.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.features.practice.service import PracticeStood
from bot.features.profiles.badges import Badge
from bot.features.profiles.queries import CurvePoint, EarnedBadge
from bot.features.profiles.service import Profile, RulesetRating, Stood
from bot.features.standings.glicko import is_provisional
from bot.features.standings.seasons import Listing, Title
from bot.game import name_of
from bot.match.calendar import Day
from bot.match.identity import UserId
from bot.match.score import Score
from bot.text import N_, NC_, all_of, gettext, ngettext, translate
from cogs.core.board import Picture, gallery
from cogs.core.items import ActionButton, button
from cogs.core.panels import View, note_panel
from cogs.core.times import span
from cogs.core.words import mention
from cogs.help.views import ACCENT
from cogs.practice.words import practice_stood
from cogs.profiles.words import BADGES, by_ruleset, by_seat, by_way, tally
from cogs.replay.history_views import Wanted, history_button
from cogs.standings.words import MEDALS, PROVISIONAL, RECORD, rating_name
from render.curve import Curve, CurveDot
from render.theme import Theme

MOST_TITLES: Final = 6
"""Titles that are listed; the latest."""


class Page(Enum):
    """What of a profile is shown. The values are kept in messages for years."""

    OVERVIEW = "overview"
    RECORD = "record"


_PAGES: Final = {Page.OVERVIEW: N_("Overview"), Page.RECORD: NC_("results of a player", "Record")}


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
    are on the overview too.
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
    """Tell that somebody has not finished a match here yet."""
    if user == viewer:
        said = gettext(
            "You haven't finished a match with another member here yet. Start with `/challenge`, "
            "or play me with `/practice`."
        )
    else:
        said = gettext(
            "{player} hasn't finished a match with another member here yet. Use `/challenge` to "
            "challenge them.",
            player=mention(user),
        )
    solved = [puzzles] if puzzles else []
    return note_panel("\n".join([said, *practice_stood(practice), *solved]))


def curve_of(rating: RulesetRating, points: Sequence[CurvePoint], theme: Theme) -> Curve:
    """Return the curve of somebody's rating of all time, to be drawn."""
    dots = tuple(CurveDot(point.at, point.points, point.deviation) for point in points)
    title = gettext("Rating in {ruleset} · all time", ruleset=rating.ruleset)
    return Curve(title, dots, theme)


def curve_words(rating: RulesetRating, points: Sequence[CurvePoint]) -> str:
    """Return what a curve shows: where it begins, how high it gets, and where it ends."""
    first, last = points[0], points[-1]
    if len(points) == 1:
        return gettext(
            "The rating in {ruleset} over time: {last}.", ruleset=rating.ruleset, last=_point(last)
        )
    return gettext(
        "The rating in {ruleset} over time: first {first}, highest {highest}, last {last}.",
        ruleset=rating.ruleset,
        first=_point(first),
        highest=_point(max(points, key=lambda point: point.points)),
        last=_point(last),
    )


def _point(point: CurvePoint) -> str:
    return gettext("{points} on {day}", points=round(point.points), day=str(Day.of(point.at)))


def _overview(
    profile: Profile, viewer: UserId, practice: Sequence[PracticeStood]
) -> tuple[list[str], list[str]]:
    """Return what is above the curve and below it."""
    sums = profile.sums
    played = ngettext(
        "{count} match here, {record} ({explanation})",
        "{count} matches here, {record} ({explanation})",
        sums.matches,
        record=tally(profile.records),
        explanation=translate(RECORD),
    )
    above = [f"### {mention(profile.user)}", f"-# {played}"]
    if profile.listing is Listing.LEFT_OFF and profile.user == viewer:
        alone = gettext("You aren't on leaderboards, so only you see this.")
        above.append(f"-# {alone}")
    if profile.still_counted:
        above.append(f"-# {gettext('Earlier matches are being counted. Look again in a moment.')}")
    ratings = [*_ratings(profile), *practice_stood(practice)]
    provisional = _provisional()
    if ratings.count(provisional) > 1:
        ratings.remove(provisional)
    above += ratings
    below = [_streak(profile)]
    if profile.titles:
        below += [f"**{gettext('Titles')}**", *_titles(profile.titles)]
    if profile.badges:
        below += [f"**{gettext('Badges')}**", *(_badge(each) for each in profile.badges)]
    return above, below


def _provisional() -> str:
    return f"-# {translate(PROVISIONAL)}"


def _ratings(profile: Profile) -> list[str]:
    if not profile.ratings:
        return [gettext("No rating yet: no rated match has been finished.")]
    lines = [_rating(each, profile) for each in profile.ratings]
    shown = [each for rating in profile.ratings for each in (rating.all_time, rating.season)]
    if any(each is not None and is_provisional(each.rating) for each in shown):
        lines.append(_provisional())
    return lines


def _rating(rating: RulesetRating, profile: Profile) -> str:
    """Return a ruleset's rating of all time, and under it the season's."""
    parts = [f"**{rating.ruleset}** {_stood(rating.all_time)}"]
    if rating.season is not None and profile.season is not None:
        parts.append(
            gettext(
                "season {number}: {rating}",
                number=profile.season.number,
                rating=_stood(rating.season),
            )
        )
    return " · ".join(parts)


def _stood(stood: Stood) -> str:
    shown = f"**{rating_name(stood.rating)}**"
    if stood.place is None:
        return shown
    if stood.place in MEDALS:
        return f"{shown} {MEDALS[stood.place]}"
    return gettext("{rating} (place {place})", rating=shown, place=stood.place)


def _streak(profile: Profile) -> str:
    streak = profile.sums.streak
    if not streak.longest:
        return gettext("No win here yet.")
    if streak.current < 2:
        return ngettext(
            "Longest streak: **{count} win**", "Longest streak: **{count} wins**", streak.longest
        )
    return ngettext(
        "🔥 **{count} win in a row** now · longest streak {longest}",
        "🔥 **{count} wins in a row** now · longest streak {longest}",
        streak.current,
        longest=streak.longest,
    )


def _titles(titles: Sequence[Title]) -> list[str]:
    """Return the latest titles, the newest first."""
    return [
        gettext(
            "{medal} Season {season} · {ruleset}",
            medal=MEDALS[title.place],
            season=title.season,
            ruleset=title.ruleset,
        )
        for title in titles[::-1][:MOST_TITLES]
    ]


def _badge(earned: EarnedBadge) -> str:
    mark, name, what = BADGES[Badge(earned.badge)]
    return gettext(
        "{mark} **{badge}**: {reason} (#{match})",
        mark=mark,
        badge=name,
        reason=what,
        match=earned.match,
    )


def _record(profile: Profile) -> list[str]:
    records = profile.records
    title = gettext("{player}'s record here", player=mention(profile.user))
    lines = [f"### {title}", f"-# {translate(RECORD)}"]
    lines += by_ruleset(records)
    lines.append(by_seat(records))
    for message, score in (
        (N_("**Won by** {ways}"), Score.WIN),
        (N_("**Lost by** {ways}"), Score.LOSS),
        (N_("**Drawn by** {ways}"), Score.DRAW),
    ):
        if ways := by_way(records, score):
            lines.append(translate(message, ways=ways))
    if profile.openings:
        squares = [f"**{name_of(each.square)}** ({each.matches}×)" for each in profile.openings]
        lines.append(gettext("Opens most often on {squares}", squares=all_of(squares)))
    if (mean := profile.sums.mean) is not None:
        lines.append(
            gettext(
                "Takes **{time}** per turn on average, nights included",
                time=span(mean),
            )
        )
    if (against := profile.against) is not None:
        lines.append(_against(against.wins, against.draws, against.losses))
    return lines


def _against(wins: int, draws: int, losses: int) -> str:
    """Return how somebody fared against the one who looks, from that one's side."""
    if not wins + draws + losses:
        return gettext("You two haven't finished a match here yet.")
    return gettext(
        "**Against them,** you won {wins}, drew {draws} and lost {losses}.",
        wins=losses,
        draws=draws,
        losses=wins,
    )


def _ways(user: UserId, viewer: UserId, page: Page) -> list[ActionButton]:
    ways = []
    for each, label in _PAGES.items():
        name = translate(label)
        way = button(name, discord.ButtonStyle.secondary, "profile", user=user, page=each)
        way.item.disabled = each is page
        ways.append(way)
    ways.append(history_button(gettext("Matches"), Wanted(user)))
    if user != viewer:
        ways.append(history_button(gettext("Against me"), Wanted(viewer, user)))
    return ways
