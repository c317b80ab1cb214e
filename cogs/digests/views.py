"""The weekly digest: one message that tells a server of its week."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord

from bot.features.digests.queries import Meetings, Results, Riser
from bot.features.digests.service import FinalTable, WeekOfServer
from bot.features.standings.season import Season
from bot.match.calendar import WEEK
from bot.match.identity import MatchId
from bot.match.match import Match
from cogs.core.actions import button
from cogs.core.board import Picture, gallery
from cogs.core.players import both_players
from cogs.core.rulesets import DEFAULT
from cogs.core.words import counted, former_player, mention, moment, opponent_name, outcome_name
from cogs.standings.words import MEDALS, rating_name

View = discord.ui.LayoutView

ACCENT: Final = 0x4F8A8B
MOST_TABLES: Final = 3
"""Final tables with as many people as there are; of more rulesets the first three each."""
QUIET: Final = (
    "### 🗓️ Nothing to tell yet\nNo match has ended since the last digest, and nobody runs out of "
    "time soon. A week like this is passed over in silence."
)


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
    title = "The week in boop" if until - since <= WEEK else "The last weeks in boop"
    return f"### 🗓️ {title}\n-# {moment(since, 'd')} to {moment(until, 'd')}"


def _lead(week: WeekOfServer) -> str:
    changes = 0 if week.closest is None else week.closest.changes
    if not changes:
        return "Match of the week"
    return f"Match of the week: the lead in cats changed {_times(changes)}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _closest(match: Match, title: str) -> str:
    ended = "" if match.outcome is None else f"\n{outcome_name(match, match.outcome)}"
    return f"**{title}**\n#{match.id} · {both_players(match)}{ended}"


def _ways(number: MatchId, link: str | None) -> discord.ui.ActionRow[Any]:
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Replay", discord.ButtonStyle.secondary, "replay", match=number)
    )
    if link is not None:
        row.add_item(discord.ui.Button(label="Go to its bed", url=link))
    return row


def _sections(week: WeekOfServer) -> Iterator[list[str]]:
    """Yield each part of the digest that has anything to tell, as lines."""
    if week.results.meetings:
        yield _results(week.results)
    if week.risers:
        yield ["**Who gained most**", *map(_riser, week.risers)]
    if week.deadlines:
        yield _deadlines(week)
    if week.closed is not None:
        yield list(_final_tables(week.closed, week.tables))
    yield list(_footer(week))


def _results(results: Results) -> list[str]:
    meetings = results.meetings
    lines = [f"**Results** · {_played(results.matches)}", *map(_meeting, meetings)]
    if results.pairs > len(meetings):
        more = results.matches - sum(each.matches for each in meetings)
        pairs = counted(results.pairs - len(meetings), "pair")
        lines.append(f"-# and {_played(more)} more of {pairs}")
    return lines


def _played(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _meeting(meetings: Meetings) -> str:
    one, other = map(mention, meetings.pair)
    return f"{_score(one, other, meetings)} · {_numbers(meetings)}"


def _score(one: str, other: str, meetings: Meetings) -> str:
    wins, losses = meetings.wins
    match wins, losses, meetings.draws:
        case 0, 0, 1:
            return f"{one} and {other} drew"
        case 1, 0, 0:
            return f"{one} beat {other}"
        case 0, 0, draws:
            return f"{one} and {other} drew {_times(draws)}"
        case _, _, 0:
            return f"{one} **{wins}–{losses}** {other}"
        case _:
            return f"{one} **{wins}–{losses}** {other}, {counted(meetings.draws, 'draw')}"


def _numbers(meetings: Meetings) -> str:
    shown = " ".join(f"#{number}" for number in meetings.numbers)
    more = meetings.matches - len(meetings.numbers)
    return f"{shown} and {more} more" if more > 0 else shown


def _riser(riser: Riser) -> str:
    ruleset = "" if riser.ruleset == DEFAULT.name else f" · {riser.ruleset}"
    now = rating_name(riser.rating.rating)
    return f"📈 {mention(riser.user)} **+{round(riser.gained)}**, now {now}{ruleset}"


def _deadlines(week: WeekOfServer) -> list[str]:
    lines = ["**Time runs out soon**", *map(_deadline, week.deadlines)]
    if week.more_deadlines:
        lines.append("-# and others soon after")
    return lines


def _deadline(match: Match) -> str:
    deadline, mover = match.clock.deadline, match.to_move
    if deadline is None or mover is None:
        raise AssertionError(f"match {match.id} does not run out of time")
    against = opponent_name(match, mover)
    return f"⏳ {mention(mover)} against {against} · #{match.id} · {moment(deadline)}"


def _final_tables(season: Season, tables: Sequence[FinalTable]) -> Iterator[str]:
    yield f"**Season {season.number} is over**"
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
        yield f"🏁 Season {running.number} ends {moment(running.ends_at)}."
    yield "-# `/leaderboard` says where everybody stands."
