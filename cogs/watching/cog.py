"""`/watch`, **Watch** and **Stop watching**, and notifications about the end of matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.boards.service import MatchWork
from bot.features.matches.listing import PAGE
from bot.features.notifications.policy import DirectMessagesState
from bot.features.watching.service import SpectatorMessage
from bot.jobs.runner import JobPostponed, job
from bot.match.identity import GuildId, MatchId, Place, UserId, is_in
from bot.match.match import Match
from bot.text import N_, gettext, speaking
from bot.text.graphemes import shortened
from cogs.board.message import draw
from cogs.core.access import hidden_among, may_look, member_sees, place_of, require_match
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import MOST_SUGGESTIONS, MatchArgument, Suggestion, numbered
from cogs.core.codecs import PageNumber
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.errors import Code, is_final_in_person, postponing_failures
from cogs.core.outgoing import Outgoing, Picture, gallery
from cogs.core.panels import ARROWS, asking, note_panel
from cogs.core.replies import answer_privately
from cogs.delivery.availability import is_unavailable
from cogs.delivery.posting import post_once
from cogs.delivery.publishing import publish_match
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.links import link_of
from cogs.wording.names import against_each_other, menu_players, server_name, user_of
from cogs.wording.phrases import matches_counted, outcome_name, turns_counted
from cogs.wording.translating import personal_languages


class WatchState(Enum):
    """Whether a user watches a match."""

    NO = auto()
    YES = auto()


def watch_button(match: Match, watching: WatchState) -> ActionButton:
    """Return the button with which a user starts or stops watching a match."""
    if watching is WatchState.YES:
        return button(
            gettext("Stop watching"), discord.ButtonStyle.secondary, "unwatch", match=match.id
        )
    return button(gettext("Watch"), discord.ButtonStyle.primary, "watch", match=match.id)


def watch_buttons(match: Match, user: UserId, watching: WatchState) -> list[ActionButton]:
    """Return the button to watch a live match; none if it is over or the user plays in it."""
    if match.seat_of(user) is not None or match.outcome is not None:
        return []
    return [watch_button(match, watching)]


def watched_panel(match: Match, messages: DirectMessagesState = DirectMessagesState.OPEN) -> View:
    """Tell the user that they are watching a match now."""
    lines = [
        gettext(
            "👀 You're watching **#{match}**, {players}. When it's over, I'll send you the result "
            "as a direct message. `/watch` lists the matches you watch.",
            match=match.id,
            players=against_each_other(match),
        )
    ]
    if messages is DirectMessagesState.CLOSED:
        lines.append(
            gettext(
                "⚠️ I couldn't send you a direct message last time. Allow them before the match "
                "is over, or the result won't reach you."
            )
        )
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(watch_button(match, WatchState.YES))
    return asking("\n".join(lines), row)


def unwatched_panel(number: MatchId) -> View:
    """Tell the user that they have stopped watching a match."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("Watch again"), discord.ButtonStyle.secondary, "watch", match=number)
    )
    return asking(gettext("You no longer watch **#{number}**.", number=number), row)


def watched_list(
    works: Sequence[MatchWork],
    count: int,
    page: int,
    here: Place,
    servers: Mapping[GuildId, str],
    hidden: Collection[MatchId] = (),
) -> View:
    """Lay out a page of the matches that a user watches, with a button to stop.

    Show only the number of a match that the user may no longer see (`hidden`).
    """
    if not works:
        return note_panel(
            gettext(
                "You aren't watching any match. Press **More** below a board and then **Watch**, "
                "or name one with `/watch match:`, and I'll tell you how it ends."
            )
        )
    subtitle = gettext("{matches}, newest first", matches=matches_counted(count))
    lines = [f"### {gettext('Matches you watch')}", f"-# {subtitle}"]
    lines += [
        gettext("**#{match}**: you can no longer see where it's played", match=work.match.id)
        if work.match.id in hidden
        else _line(work, here, servers)
        for work in works
    ]
    view = note_panel("\n".join(lines))
    last = (count - 1) // PAGE
    if last:
        ways = [
            _page_button(gettext("Back"), page, page - 1 if page else None, "back"),
            _page_button(gettext("Forward"), page, page + 1 if page < last else None, "on"),
        ]
        view.add_item(discord.ui.ActionRow(*ways))
    options = [
        discord.SelectOption(
            label=gettext("Stop watching #{match}", match=work.match.id),
            value=str(work.match.id),
        )
        for work in works
    ]
    view.add_item(
        discord.ui.ActionRow(menu(gettext("Stop watching…"), options, "unwatch-in", page=page))
    )
    return view


def over_message(match: Match, picture: Picture | None, link: str) -> View:
    """Tell a spectator how the match ended."""
    lines = [
        f"### {gettext('**#{match}** is over', match=match.id)}",
        against_each_other(match),
    ]
    if match.outcome is not None:
        lines.append(gettext("**{outcome}**.", outcome=outcome_name(match, match.outcome)))
    container: discord.ui.Container[Any] = discord.ui.Container()
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(
        discord.ui.TextDisplay(
            f"-# {gettext('You watched it. **Replay** below its board shows every turn.')}"
        )
    )
    view = View()
    view.add_item(container)
    go = gettext("Go to the match")
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label=go, url=link)))
    return view


def _line(work: MatchWork, here: Place, servers: Mapping[GuildId, str]) -> str:
    match = work.match
    number = f"**[#{match.id}]({link_of(match, work)})**"
    parts = [f"{number} {against_each_other(match)}", turns_counted(match.ply)]
    if not is_in(here, match.venue.guild):
        parts.append(servers[match.venue.guild])
    return " · ".join(parts)


def _page_button(label: str, page: int, to: int | None, name: str) -> ActionButton:
    """Return the button to another page; it is disabled, not left out, if there is none."""
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "watched",
        key=name,
        emoji=ARROWS[name],
        page=page if to is None else to,
    )
    way.item.disabled = to is None
    return way


class WatchedArgument(MatchArgument):
    """A match to watch or to stop watching."""

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return this thread's match if the user can watch it, and those they watch already."""
        user = UserId(interaction.user.id)
        here = await bot.services.matches.of_thread(place_of(interaction))
        can_begin = here is not None and here.outcome is None and here.seat_of(user) is None
        watched, _ = await bot.services.spectators.watched_by(user, MOST_SUGGESTIONS, 0)
        titles = {
            match.id: _title(match, gettext("stop watching"), is_seen=may_look(interaction, match))
            for match in watched
        }
        matches = list(watched)
        if here is not None and can_begin:
            titles.setdefault(here.id, _title(here, gettext("watch"), is_seen=True))
            matches = [here, *(match for match in watched if match.id != here.id)]
        return [(titles[match.id], str(match.id)) for match in numbered(matches, typed)]


LONGEST_CHOICE: Final = 100
"""Discord's limit for a suggestion, in characters."""


def _title(match: Match, action: str, *, is_seen: bool) -> str:
    """Return the label of a match for a menu, where Discord shows no mentions."""
    if not is_seen:
        return f"#{match.id} · {action}"
    players = menu_players(match)
    room = LONGEST_CHOICE - len(f"#{match.id} ·  · {action}")
    return f"#{match.id} · {shortened(players, room)} · {action}"


_log: Final = structlog.get_logger(__name__)


async def notify_spectator(bot: BoopBot, user: UserId, match: Match) -> None:
    """Tell a spectator how a match has ended, if they may still see it.

    Raise `JobPostponed` if Discord can't deliver the message now.
    """
    if is_unavailable(bot, match.venue.guild):
        raise JobPostponed("the server is unavailable")
    with postponing_failures():
        try:
            await _notify(bot, user, match)
        except discord.HTTPException as error:
            if not is_final_in_person(error):
                raise
            # The spectator left the server or has closed direct messages: there is no other way.
            _log.info("spectator not notified", match=match.id, code=error.code)
            if error.code == Code.DIRECT_MESSAGES_CLOSED:
                await bot.services.direct_messages.record_closed(user)


async def _notify(bot: BoopBot, user: UserId, match: Match) -> None:
    guild = bot.get_guild(match.venue.guild)
    member = None if guild is None else await guild.fetch_member(user)
    if member is None or not member_sees(member, match):
        return
    if any(board.lags for board in await bot.services.boards.boards_of(match.id)):
        # Update the board first: it may be posted anew, and the message links to it.
        await publish_match(bot, match.id)
    work = await bot.services.boards.work_of(match.id)
    # The studio caches pictures, so the board is drawn once for all spectators.
    with speaking(await personal_languages(bot, user)):
        picture, link = await draw(bot, match), link_of(match, work)
        outgoing = Outgoing(
            view=lambda: over_message(match, picture, link),
            picture=picture,
            subject=f"watched {match.id} {user}",
        )
        await post_once(member, outgoing)


class WatchCog(Cog, name="Watch"):
    """Lets users watch matches of others."""

    @app_commands.command(
        name="watch", extras=in_help(Topic.MATCHES, 50, N_("hear how a match of others ends"))
    )
    @app_commands.describe(match="Someone else's match, to watch it or stop watching it")
    async def watch(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, WatchedArgument] | None = None,
    ) -> None:
        """Be told how a match ends; on its own, list what you watch."""
        user = user_of(interaction)
        if match is None:
            await self._list(interaction, user, 0)
        elif await self.bot.services.spectators.unwatch(user, match):
            await answer_privately(interaction, unwatched_panel(match))
        else:
            await self._watch(interaction, user, match)

    @action("watch")
    async def watch_pressed(self, context: ActionContext, match: MatchId) -> None:
        """Begin to watch the match of this board."""
        await self._watch(context.interaction, context.user, match)

    @action("unwatch", who=None)
    async def stop_watching(self, context: ActionContext, match: MatchId) -> None:
        """Stop watching a match."""
        await self.bot.services.spectators.unwatch(context.user, match)
        await answer_privately(context.interaction, unwatched_panel(match))

    @action("unwatch-in", who=None)
    async def stop_watching_chosen(
        self, context: ActionContext, page: PageNumber, *, chosen: MatchId
    ) -> None:
        """Stop watching the match that was chosen from the list, and show the rest of the list."""
        await self.bot.services.spectators.unwatch(context.user, chosen)
        await self._list(context.interaction, context.user, page)

    @action("watched")
    async def turn_page(self, context: ActionContext, page: PageNumber) -> None:
        """Show another page of the list."""
        await self._list(context.interaction, context.user, page)

    @job(SpectatorMessage, at_once=4)
    async def notify(self, due: SpectatorMessage) -> None:
        """Notify a spectator that a match is over, unless they no longer watch it."""
        spectators = self.bot.services.spectators
        if not await spectators.watches(due.user, due.match):
            return
        match = await self.bot.services.matches.find(due.match)
        async with self.bot.working():
            await notify_spectator(self.bot, due.user, match)
        await spectators.unwatch(due.user, due.match)

    async def _watch(self, interaction: Interaction, user: UserId, number: MatchId) -> None:
        await require_match(interaction, number)
        match = await self.bot.services.spectators.watch(user, number)
        messages = await self.bot.services.direct_messages.state_of(user)
        await answer_privately(interaction, watched_panel(match, messages))

    async def _list(self, interaction: Interaction, user: UserId, page: int) -> None:
        """Show a page of the matches that a user watches; show the last if the page is gone."""
        spectators = self.bot.services.spectators
        watched, count = await spectators.watched_by(user, PAGE, page * PAGE)
        if count and not watched:
            page = (count - 1) // PAGE
            watched, count = await spectators.watched_by(user, PAGE, page * PAGE)
        works = await self.bot.services.boards.works_of(watched)
        guilds = {match.venue.guild for match in watched}
        servers = {guild: server_name(self.bot, guild) for guild in guilds}
        here = place_of(interaction)
        hidden = await hidden_among(interaction, watched)
        await answer_privately(interaction, watched_list(works, count, page, here, servers, hidden))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(WatchCog(bot))
