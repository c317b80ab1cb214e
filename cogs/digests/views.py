"""The weekly digest: one message about a server's week."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord

from bot.features.digests.queries import Meetings, Results, Riser
from bot.features.digests.service import FinalTable, WeekOfServer
from bot.features.standings.seasons import Season
from bot.match.calendar import WEEK
from bot.match.identity import MatchId
from bot.match.match import Match
from bot.text import gettext, ngettext
from cogs.core.board import Picture, gallery
from cogs.core.items import button
from cogs.core.names import both_players
from cogs.core.rulesets import DEFAULT
from cogs.core.words import (
    former_player,
    matches_counted,
    mention,
    moment,
    opponent_name,
    outcome_name,
)
from cogs.standings.words import MEDALS, rating_name

View = discord.ui.LayoutView

ACCENT: Final = 0x4F8A8B
MOST_TABLES: Final = 3
"""Final tables with as many people as there are; of more rulesets the first three each."""


def quiet_words() -> str:
    """Return what a preview says of a week in which nothing happened."""
    title = gettext("🗓️ Nothing to report yet")
    text = gettext(
        "No match has ended since the last digest, and nobody's time is running out. In a week "
        "like this, no digest is posted."
    )
    return f"### {title}\n{text}"


def digest_view(week: WeekOfServer, picture: Picture | None, link: str | None) -> View:
    """Lay out the digest; `picture` and `link` are of the match of the week, if there is one."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(_heading(week)))
    if week.closest is not None and picture is not None:
        container.add_item(discord.ui.TextDisplay(_closest(week.closest.match, _lead(week))))
        container.add_item(gallery(picture))
        container.add_item(_ways(week.closest.match.id, link))
    for lines in _sections(week):
        container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View(timeout=None)
    view.add_item(container)
    return view


def _heading(week: WeekOfServer) -> str:
    since, until = week.stretch.since, week.stretch.until
    title = (
        gettext("The week in boop") if until - since <= WEEK else gettext("The last weeks in boop")
    )
    span = gettext("{first} to {last}", first=moment(since, "d"), last=moment(until, "d"))
    return f"### 🗓️ {title}\n-# {span}"


def _lead(week: WeekOfServer) -> str:
    changes = 0 if week.closest is None else week.closest.changes
    if not changes:
        return gettext("Match of the week")
    return ngettext(
        "Match of the week: the lead in cats changed once",
        "Match of the week: the lead in cats changed {count} times",
        changes,
    )


def _closest(match: Match, title: str) -> str:
    ended = "" if match.outcome is None else f"\n{outcome_name(match, match.outcome)}"
    return f"**{title}**\n#{match.id} · {both_players(match)}{ended}"


def _ways(number: MatchId, link: str | None) -> discord.ui.ActionRow[Any]:
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Replay"), discord.ButtonStyle.secondary, "replay", match=number)
    )
    if link is not None:
        row.add_item(discord.ui.Button(label=gettext("Go to the match"), url=link))
    return row


def _sections(week: WeekOfServer) -> Iterator[list[str]]:
    """Yield each part of the digest that has anything to tell, as lines."""
    if week.results.meetings:
        yield _results(week.results)
    if week.risers:
        yield [gettext("**Biggest climbers**"), *map(_riser, week.risers)]
    if week.deadlines:
        yield _deadlines(week)
    if week.closed is not None:
        yield list(_final_tables(week.closed, week.tables))
    yield list(_footer(week))


def _results(results: Results) -> list[str]:
    meetings = results.meetings
    lines = [
        gettext("**Results** · {matches}", matches=matches_counted(results.matches)),
        *map(_meeting, meetings),
    ]
    if results.pairs > len(meetings):
        more = results.matches - sum(each.matches for each in meetings)
        others = ngettext(
            "and {matches} between {count} other pair",
            "and {matches} between {count} other pairs",
            results.pairs - len(meetings),
            matches=matches_counted(more),
        )
        lines.append(f"-# {others}")
    return lines


def _meeting(meetings: Meetings) -> str:
    one, other = map(mention, meetings.pair)
    return f"{_score(one, other, meetings)} · {_numbers(meetings)}"


def _score(one: str, other: str, meetings: Meetings) -> str:
    wins, losses = meetings.wins
    match wins, losses, meetings.draws:
        case 0, 0, 1:
            return gettext("{one} and {other} drew", one=one, other=other)
        case 1, 0, 0:
            return gettext("{one} beat {other}", one=one, other=other)
        case 0, 0, draws:
            return ngettext(
                "{one} and {other} drew",
                "{one} and {other} drew {count} times",
                draws,
                one=one,
                other=other,
            )
        case _, _, 0:
            return f"{one} **{wins}–{losses}** {other}"
        case _:
            return ngettext(
                "{one} **{wins}–{losses}** {other}, {count} draw",
                "{one} **{wins}–{losses}** {other}, {count} draws",
                meetings.draws,
                one=one,
                wins=wins,
                losses=losses,
                other=other,
            )


def _numbers(meetings: Meetings) -> str:
    shown = " ".join(f"#{number}" for number in meetings.numbers)
    more = meetings.matches - len(meetings.numbers)
    return gettext("{shown} and {count} more", shown=shown, count=more) if more > 0 else shown


def _riser(riser: Riser) -> str:
    line = gettext(
        "📈 {player} **+{points}**, now {rating}",
        player=mention(riser.user),
        points=round(riser.gained),
        rating=rating_name(riser.rating.rating),
    )
    return line if riser.ruleset == DEFAULT.name else f"{line} · {riser.ruleset}"


def _deadlines(week: WeekOfServer) -> list[str]:
    lines = [gettext("**Time is running out**"), *map(_deadline, week.deadlines)]
    if week.more_deadlines:
        lines.append(f"-# {gettext('and more soon after')}")
    return lines


def _deadline(match: Match) -> str:
    deadline, mover = match.clock.deadline, match.to_move
    if deadline is None or mover is None:
        raise AssertionError(f"match {match.id} does not run out of time")
    return gettext(
        "⏳ {player} against {opponent} · #{match} · {moment}",
        player=mention(mover),
        opponent=opponent_name(match, mover),
        match=match.id,
        moment=moment(deadline),
    )


def _final_tables(season: Season, tables: Sequence[FinalTable]) -> Iterator[str]:
    yield gettext("**Season {number} is over**", number=season.number)
    most = None if len(tables) <= MOST_TABLES else MOST_TABLES
    for table in tables:
        if len(tables) > 1 or table.ruleset != DEFAULT.name:
            yield f"-# {table.ruleset}"
        for ranked in table.first[:most]:
            place = MEDALS.get(ranked.place) or f"**{ranked.place}.**"
            player = f"*{former_player()}*" if ranked.user is None else mention(ranked.user)
            yield f"{place} {player} {ranked.points}"


def _footer(week: WeekOfServer) -> Iterator[str]:
    running = week.running
    if running is not None and running.ends_at is not None:
        yield gettext(
            "🏁 Season {number} ends {moment}.",
            number=running.number,
            moment=moment(running.ends_at),
        )
    yield f"-# {gettext('See `/leaderboard show` for all places.')}"
