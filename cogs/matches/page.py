"""`/match`: everything about one match."""

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.practice.queries import KeptResult
from bot.features.profiles.statistics import MatchStatistics
from bot.features.standings.curves import RatedMatch, RatingChange
from bot.features.standings.glicko import ALL_TIME, Scope
from bot.game import Seat
from bot.match.ending import fewest_turns, has_result
from bot.match.identity import MatchId, Seconds, UserId
from bot.match.match import EndReason, Match
from bot.match.terms import Stakes
from bot.text import N_, gettext, ngettext, pgettext
from cogs.board.buttons import analyse_buttons, what_if_buttons
from cogs.board.layout import DRAWN_ACCENT, NO_HINTS, HintsUsed, hints_line
from cogs.board.message import draw_board
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import PastMatchArgument
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS, resolve_or_ask
from cogs.core.replies import answer_privately
from cogs.delivery.venues import link_to
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import both_players, user_of
from cogs.wording.phrases import SEAT_MARKS, outcome_name, turns_counted
from cogs.wording.practice_text import is_bots, practice_lines, progress_of
from cogs.wording.rating_text import change_name, points_name
from cogs.wording.terms import terms_in_short
from cogs.wording.times import moment, span


def match_page(
    match: Match,
    statistics: MatchStatistics | None,
    rated: RatedMatch | KeptResult | None,
    picture: Picture,
    link: str,
    hints: HintsUsed = NO_HINTS,
) -> View:
    """Lay out a match; its statistics and rating changes are shown once it is over."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    container.add_item(discord.ui.TextDisplay("\n".join(_head(match))))
    container.add_item(gallery(picture))
    lines = [
        *_course(match, statistics),
        *_rating(match, rated),
        *hints_line(match, hints),
        f"[{gettext('Go to the match')}]({link})",
    ]
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(*_buttons(match)))
    return view


def _accent(match: Match) -> int:
    if match.outcome is None:
        return ACCENTS[match.position.to_move]
    return ACCENTS[match.outcome.winner] if match.outcome.winner else DRAWN_ACCENT


def _head(match: Match) -> list[str]:
    title = gettext("Match #{match} · {players}", match=match.id, players=both_players(match))
    lines = [f"### {title}"]
    if match.outcome is not None:
        lines.append(f"**{outcome_name(match, match.outcome)}**")
    else:
        lines.append(progress_of(match))
    return lines


def _course(match: Match, statistics: MatchStatistics | None) -> list[str]:
    """Return a match's terms, its dates and its statistics, as lines."""
    began = moment(match.started_at, "f")
    if match.outcome is None:
        when = gettext("Began {moment}", moment=began)
    else:
        when = gettext(
            "Began {first}, ended {last}, after {length}",
            first=began,
            last=moment(match.changed_at, "f"),
            length=span(Seconds(match.changed_at - match.started_at)),
        )
    lines = [terms_in_short(match), when, turns_counted(match.ply)]
    if statistics is None:
        return lines
    if statistics.lead_changes:
        lines[-1] = ngettext(
            "{turns}; the lead in cats changed once",
            "{turns}; the lead in cats changed {count} times",
            statistics.lead_changes,
            turns=lines[-1],
        )
    means = [
        f"{SEAT_MARKS[seat]} {span(Seconds(own.seconds / own.moves))}"
        for seat, own in statistics.seats
        if own.moves and not is_bots(match, seat)
    ]
    if means:
        lines.append(gettext("Average time per turn: {times}", times=" · ".join(means)))
    return lines


def _rating(match: Match, rated: RatedMatch | KeptResult | None) -> list[str]:
    """Return how a match changed the ratings of both players, or of the bot's opponent."""
    if match.bot is not None or isinstance(rated, KeptResult):
        return practice_lines(match, rated if isinstance(rated, KeptResult) else None)
    if match.stakes is not Stakes.RATED or match.outcome is None:
        return []
    if rated is None:
        if not has_result(match.outcome):
            return [gettext("No result, so no rating changed.")]
        if match.outcome.why is EndReason.ADJUDICATED:
            return [gettext("No rating changed: the match wasn't played to its end.")]
        fewest = fewest_turns(match)
        if match.ply >= fewest:
            return []
        return [
            ngettext(
                "No rating changed: fewer than {count} turn was played.",
                "No rating changed: fewer than {count} turns were played.",
                fewest,
            )
        ]
    lines = []
    if rated.voided_at is not None:
        when = moment(rated.voided_at, "d")
        lines.append(
            gettext(
                "🚫 **Void** since {moment}: a moderator ruled that it doesn't count.", moment=when
            )
        )
    by_scope = {scope: _changes(rated, scope) for scope in sorted({c.scope for c in rated.changes})}
    of_all_time = by_scope.pop(ALL_TIME, None)
    if of_all_time:
        lines.append(gettext("Rating: {changes}", changes=of_all_time))
    # In the first season, both ratings are the same.
    lines += [
        gettext("In the season: {changes}", changes=changes)
        for changes in by_scope.values()
        if changes != of_all_time
    ]
    return lines


def _changes(rated: RatedMatch, scope: Scope) -> str:
    own = [change for change in rated.changes if change.scope == scope]
    return " · ".join(
        _change(each) for each in sorted(own, key=lambda each: each.seat is Seat.GRAY)
    )


def _change(change: RatingChange) -> str:
    before, after = points_name(change.before), points_name(change.after)
    points = round(change.after.points) - round(change.before.points)
    return f"{SEAT_MARKS[change.seat]} {before} → {after} ({change_name(points)})"


def _buttons(match: Match) -> list[ActionButton]:
    style = discord.ButtonStyle.secondary
    replay = button(gettext("Replay"), style, "replay", match=match.id, emoji="🎞️")
    replay.item.disabled = not match.ply
    record = button(
        pgettext("turns of a match, written down", "Record"),
        style,
        "export",
        match=match.id,
        emoji="📄",
    )
    return [replay, *analyse_buttons(match), *what_if_buttons(match), record]


class MatchPageCog(Cog, name="Match"):
    """Shows everything about a match."""

    @app_commands.command(
        name="match", extras=in_help(Topic.MATCHES, 40, N_("see all about one match"))
    )
    @app_commands.rename(number="id")
    @app_commands.describe(number="The match's number; by default, this thread's match")
    async def match(
        self,
        interaction: Interaction,
        number: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """See all about one match: players, terms, how it went, and ratings."""
        await resolve_or_ask(interaction, self._show(interaction, number), "match-in")

    @action("match-in")
    async def show_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Show the match that was chosen from the list."""
        await self._show(context.interaction, chosen)

    async def _show(self, interaction: Interaction, named: MatchId | None) -> None:
        """Show a match to the user alone. Raise what `Replays.resolve_to_replay` raises."""
        services, user = self.bot.services, user_of(interaction)
        resolved = await services.replays.resolve_to_replay(viewer_of(interaction), named)
        if resolved.outcome is not None:
            await services.statistics.before_shown()
        statistics = await services.statistics.find(resolved.id)
        rated = await self._rating_change(resolved, user)
        picture = await draw_board(interaction, resolved)
        link = await link_to(self.bot, resolved, user)
        hints = await services.hints.used(resolved.id)
        page = match_page(resolved, statistics, rated, picture, link, hints)
        await answer_privately(interaction, page, picture)

    async def _rating_change(self, match: Match, viewer: UserId) -> RatedMatch | KeptResult | None:
        """Return how a match changed ratings; only its players see points of unlisted players."""
        services = self.bot.services
        rated = await services.profiles.rated(match.id)
        practised = await services.practice_ratings.of_match(match.id)
        if match.seat_of(viewer) is None and await services.listings.any_left_off(*match.seats):
            return replace(rated, changes=()) if rated else None
        return rated or practised


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(MatchPageCog(bot))
