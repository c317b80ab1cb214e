"""The weekly digest: posting it, and **Preview**."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.features.digests.queries import Meetings, Results, Sees
from bot.features.digests.service import WEEKLY_DIGEST, FinalTable, WeekOfServer
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings.server import Section
from bot.features.standings.curves import Riser
from bot.features.standings.seasons import Season
from bot.match.calendar import WEEK
from bot.match.clock import DAY
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, Revision
from bot.match.match import Match
from bot.match.terms import rating_kind_name
from bot.text import N_, gettext, ngettext
from cogs.board.message import draw
from cogs.core.access import everyone_sees
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.components import View, button
from cogs.core.outgoing import Outgoing, Picture, gallery
from cogs.core.panels import note_panel
from cogs.core.replies import answer_privately
from cogs.delivery.outbox import Rendering, renders
from cogs.delivery.permissions import require_manager
from cogs.delivery.venues import link_to
from cogs.wording.names import both_players
from cogs.wording.phrases import (
    former_player,
    matches_counted,
    mention,
    opponent_name,
    outcome_name,
)
from cogs.wording.rating_text import MEDALS, rating_name
from cogs.wording.rulesets import is_usual
from cogs.wording.times import moment

ACCENT: Final = 0x4F8A8B
MOST_TABLES: Final = 3
"""How many final tables are shown in full; if there are more, the first three rows of each are."""


def quiet_text() -> str:
    """Return the text of a preview for a week in which nothing happened."""
    title = gettext("🗓️ Nothing to report yet")
    text = gettext(
        "No match has ended since the last digest, and no one's time is running out. In a week "
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
        container.add_item(_link_row(week.closest.match.id, link))
    for lines in _sections(week):
        container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    return view


def _heading(week: WeekOfServer) -> str:
    since, until = week.stretch.since, week.stretch.until
    # A week in which clocks are put back is an hour longer.
    is_one_week = until - since < WEEK + DAY
    title = gettext("The week in boop") if is_one_week else gettext("The last weeks in boop")
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


def _link_row(number: MatchId, link: str | None) -> discord.ui.ActionRow[Any]:
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Replay"), discord.ButtonStyle.secondary, "replay", match=number)
    )
    if link is not None:
        row.add_item(discord.ui.Button(label=gettext("Go to the match"), url=link))
    return row


def _sections(week: WeekOfServer) -> Iterator[list[str]]:
    """Yield each part of the digest that has anything to say, as lines."""
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
    if more <= 0:
        return shown
    return ngettext(
        "{shown} and {count} more match", "{shown} and {count} more matches", more, shown=shown
    )


def _riser(riser: Riser) -> str:
    line = gettext(
        "📈 {player} **+{points}**, now {rating}",
        player=mention(riser.user),
        points=round(riser.gained),
        rating=rating_name(riser.rating.rating),
    )
    return line if is_usual(riser.ruleset) else f"{line} · {rating_kind_name(riser.ruleset)}"


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
        if len(tables) > 1 or not is_usual(table.ruleset):
            yield f"-# {rating_kind_name(table.ruleset)}"
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


_LOST: Final = N_(
    "🗓️ The weekly digest couldn't be posted in {channel}: {why}. I'll try again next week."
)


async def laid_out(bot: BoopBot, week: WeekOfServer) -> tuple[Callable[[], View], Picture | None]:
    """Return a function that lays out the digest, and a picture of the match of the week."""
    if week.closest is None:
        return partial(digest_view, week, None, None), None
    match = week.closest.match
    picture = await draw(bot, match)
    return partial(digest_view, week, picture, await link_to(bot, match)), picture


def visible_channels(bot: BoopBot, number: GuildId, digest: ChannelId | None) -> Sees:
    """Return a function that says whether a digest may show matches that began in a channel.

    All members must be able to see that channel, unless it is the digest's own or a thread in it.
    """
    guild = bot.get_guild(number)

    def sees(origin: ChannelId) -> bool:
        return guild is not None and everyone_sees(guild, origin, digest)

    return sees


@renders(WEEKLY_DIGEST, _LOST)
async def render_digest(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the digest of a server, without a message after a quiet week."""
    guild = GuildId(due.subject)
    channel = (await bot.services.settings.of(guild)).digest_channel
    if channel is None:
        return None
    place = InServer(guild, channel)
    week = await bot.services.weekly_digests.week_of(due, visible_channels(bot, guild, channel))
    until = Revision(int(week.stretch.until))
    if week.is_quiet:
        return Rendering(until, place, None)
    view, picture = await laid_out(bot, week)
    return Rendering(until, place, Outgoing(view=view, picture=picture))


class WeeklyCog(Cog, name="Weekly"):
    """Shows previews of the digest."""

    @action("week-preview")
    async def preview(self, context: ActionContext) -> None:
        """Show the digest as it would be now to the user who sets it up."""
        interaction = context.interaction
        guild = require_manager(interaction)
        channel = (await self.bot.services.settings.of(guild)).digest_channel
        sees = visible_channels(self.bot, guild, channel)
        week = await self.bot.services.weekly_digests.up_to_now(guild, sees)
        view, picture = note_panel(quiet_text()), None
        if not week.is_quiet:
            layout, picture = await laid_out(self.bot, week)
            view = layout()
        back = button(
            gettext("Back"), discord.ButtonStyle.secondary, "settings", section=Section.NEWS
        )
        view.add_item(discord.ui.ActionRow(back))
        await answer_privately(interaction, view, picture)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(WeeklyCog(bot))
