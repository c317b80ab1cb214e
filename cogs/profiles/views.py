"""The panel of a profile: one page, with the rating curve and buttons."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.features.practice.service import CurrentPracticeRating
from bot.features.profiles.queries import EarnedBadge
from bot.features.profiles.service import CurrentRating, Profile, RulesetRating, WonTournament
from bot.features.profiles.statistics import Badge
from bot.features.standings.curves import CurvePoint
from bot.features.standings.glicko import is_provisional
from bot.features.standings.queries import Listing
from bot.features.standings.seasons import Title
from bot.game import name_of
from bot.match.calendar import Day, full_date_name
from bot.match.ending import Score
from bot.match.identity import UserId
from bot.match.terms import rating_kind_name
from bot.text import N_, NC_, all_of, gettext, ngettext, translate
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT, note_panel
from cogs.profiles.phrases import BADGES, by_ruleset, by_seat, by_way, tally
from cogs.replay.history_views import HistoryPage, history_button
from cogs.wording.phrases import mention
from cogs.wording.practice_text import practice_rating_lines
from cogs.wording.quoting import escaped
from cogs.wording.rating_text import MEDALS, PROVISIONAL, RECORD, rating_name
from cogs.wording.times import span
from render.rating_curve import CurveDot, RatingCurve
from render.theme import Theme

MOST_TITLES: Final = 6
"""How many titles are listed, the latest first."""


class ProfilePage(Enum):
    """The page of a profile. Messages contain the values for years, so they must not change."""

    OVERVIEW = "overview"
    RECORD = "record"


_PAGES: Final = {
    ProfilePage.OVERVIEW: N_("Overview"),
    ProfilePage.RECORD: NC_("results of a player", "Record"),
}


def profile_panel(
    profile: Profile,
    viewer: UserId,
    page: ProfilePage,
    picture: Picture | None = None,
    practice: Sequence[CurrentPracticeRating] = (),
    puzzles: str = "",
    learned: str = "",
) -> View:
    """Lay out a page of a profile; the picture is the curve of the overview.

    The overview also has the user's practice ratings (`practice`), their puzzle record (`puzzles`)
    and their badge for lessons (`learned`).
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    match page:
        case ProfilePage.OVERVIEW:
            above, below = _overview(profile, viewer, practice, learned)
            below[1:1] = [puzzles] if puzzles else []
        case ProfilePage.RECORD:
            above, below = _record(profile), []
        case _:
            assert_never(page)
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    if picture is not None:
        container.add_item(gallery(picture))
    if below:
        container.add_item(discord.ui.TextDisplay("\n".join(below)))
    view = View()
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(*_buttons(profile.user, viewer, page)))
    return view


def never_played(
    user: UserId,
    viewer: UserId,
    practice: Sequence[CurrentPracticeRating] = (),
    puzzles: str = "",
    learned: str = "",
) -> View:
    """Lay out the profile of a user who has not finished a match with another member here yet."""
    if user == viewer:
        headline = gettext(
            "You haven't finished a match with another member here yet. Start with `/challenge`, "
            "or play me with `/practice`."
        )
    else:
        headline = gettext(
            "{player} hasn't finished a match with another member here yet. Use `/challenge` to "
            "challenge them.",
            player=mention(user),
        )
    lines = [headline, *practice_rating_lines(practice), puzzles, learned]
    return note_panel("\n".join(filter(None, lines)))


def curve_of(rating: RulesetRating, points: Sequence[CurvePoint], theme: Theme) -> RatingCurve:
    """Return the all-time rating of a user as a curve to draw."""
    dots = tuple(CurveDot(point.at, point.points, point.deviation) for point in points)
    title = gettext("Rating in {ruleset} · all time", ruleset=rating_kind_name(rating.ruleset))
    return RatingCurve(title, dots, theme)


def rating_curve_text(rating: RulesetRating, points: Sequence[CurvePoint]) -> str:
    """Return the alt text of a curve: its first, highest and last rating."""
    first, last = points[0], points[-1]
    if len(points) == 1:
        return gettext(
            "The rating in {ruleset} over time: {last}.",
            ruleset=rating_kind_name(rating.ruleset),
            last=_point(last),
        )
    return gettext(
        "The rating in {ruleset} over time: first {first}, highest {highest}, last {last}.",
        ruleset=rating_kind_name(rating.ruleset),
        first=_point(first),
        highest=_point(max(points, key=lambda point: point.points)),
        last=_point(last),
    )


def _point(point: CurvePoint) -> str:
    day = full_date_name(Day.of(point.at))
    return gettext("{points} on {day}", points=round(point.points), day=day)


def _overview(
    profile: Profile, viewer: UserId, practice: Sequence[CurrentPracticeRating], learned: str
) -> tuple[list[str], list[str]]:
    """Return the texts above and below the curve."""
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
    ratings = [*_ratings(profile), *practice_rating_lines(practice)]
    provisional = _provisional()
    if ratings.count(provisional) > 1:
        ratings.remove(provisional)
    above += ratings
    below = [_streak(profile)]
    titles = [*map(_tournament, profile.tournaments), *_titles(profile.titles)]
    if titles:
        below += [f"**{gettext('Titles')}**", *titles]
    badges = [*map(_badge, profile.badges), *_champion(profile), *([learned] if learned else [])]
    if badges:
        below += [f"**{gettext('Badges')}**", *badges]
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
    """Return the all-time rating in a ruleset, followed by the season's if there is one."""
    parts = [f"**{rating_kind_name(rating.ruleset)}** {_rating_text(rating.all_time)}"]
    if rating.season is not None and profile.season is not None:
        parts.append(
            gettext(
                "season {number}: {rating}",
                number=profile.season.number,
                rating=_rating_text(rating.season),
            )
        )
    return " · ".join(parts)


def _rating_text(current: CurrentRating) -> str:
    shown = f"**{rating_name(current.rating)}**"
    if current.place is None:
        return shown
    if current.place in MEDALS:
        return f"{shown} {MEDALS[current.place]}"
    return gettext("{rating} (place {place})", rating=shown, place=current.place)


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


def _tournament(won: WonTournament) -> str:
    """Return the line about a tournament that the user has won."""
    name = escaped(won.name)
    if won.season is not None:
        name = gettext("{name} · season {number}", name=name, number=won.season)
    if won.group is not None:
        name = f"{name} · {gettext('Group {number}', number=won.group)}"
    return f"🏆 {name}"


def _titles(titles: Sequence[Title]) -> list[str]:
    """Return the latest titles, the newest first."""
    return [
        gettext(
            "{medal} Season {season} · {ruleset}",
            medal=MEDALS[title.place],
            season=title.season,
            ruleset=rating_kind_name(title.ruleset),
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


def _champion(profile: Profile) -> list[str]:
    """Return the badge for winning a tournament, if the user has won one."""
    if not profile.tournaments:
        return []
    # Translators: a badge: its name, and what it is for.
    return [gettext("🏆 **Champion**: won a tournament")]


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
                "Average time per turn: **{time}**, nights included",
                time=span(mean),
            )
        )
    if (against := profile.against) is not None:
        lines.append(_head_to_head_text(against.wins, against.draws, against.losses))
    return lines


def _head_to_head_text(wins: int, draws: int, losses: int) -> str:
    """Return the results of the viewer against the user."""
    if not wins + draws + losses:
        return gettext("You two haven't finished a match here yet.")
    return gettext(
        "**Against them,** you won {wins}, drew {draws} and lost {losses}.",
        wins=losses,
        draws=draws,
        losses=wins,
    )


def _buttons(user: UserId, viewer: UserId, page: ProfilePage) -> list[ActionButton]:
    ways = []
    for each, label in _PAGES.items():
        name = translate(label)
        way = button(name, discord.ButtonStyle.secondary, "profile", user=user, page=each)
        way.item.disabled = each is page
        ways.append(way)
    ways.append(history_button(gettext("Matches"), HistoryPage(user)))
    if user != viewer:
        ways.append(history_button(gettext("Against me"), HistoryPage(viewer, user)))
    return ways
