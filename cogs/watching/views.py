"""What people see of the matches of others that they watch."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.boards.service import MatchWork
from bot.features.matches.listing_queries import PAGE
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match
from cogs.core.access import may_look
from cogs.core.actions import ActionButton, button, menu
from cogs.core.arguments import MOST_SUGGESTIONS, MatchArgument
from cogs.core.board import Picture, gallery
from cogs.core.contexts import place_of
from cogs.core.panels import View, asking, note_panel
from cogs.core.players import against_each_other, menu_players
from cogs.core.visibility import link_of
from cogs.core.words import counted, outcome_name
from cogs.matches.games_views import ARROWS

GO: Final = "Go to the match"


class Watching(Enum):
    """Whether somebody watches a match."""

    NO = auto()
    YES = auto()


class Reach(Enum):
    """Whether somebody takes direct messages, as far as is known."""

    OPEN = auto()
    CLOSED = auto()


def watch_button(match: Match, watching: Watching) -> ActionButton:
    """Return the button by which somebody else than a player begins to watch, or stops."""
    if watching is Watching.YES:
        return button("Stop watching", discord.ButtonStyle.secondary, "unwatch", match=match.id)
    return button("Watch", discord.ButtonStyle.primary, "watch", match=match.id)


def watch_buttons(match: Match, user: UserId, watching: Watching) -> list[ActionButton]:
    """Return that button to whom it is for: anyone but the players, while the match goes on."""
    if match.seat_of(user) is not None or match.outcome is not None:
        return []
    return [watch_button(match, watching)]


def watched_panel(match: Match, reach: Reach = Reach.OPEN) -> View:
    """Say that somebody watches a match now."""
    text = (
        f"👀 You watch **#{match.id}**, {against_each_other(match)}. When it "
        "is over, I send you the result as a direct message. `/watch` lists what you watch."
    )
    if reach is Reach.CLOSED:
        text += (
            "\n⚠️ Your direct messages were closed to me when I last wrote to you. I try once, with "
            "no other way to you: open them before the match is over, or its end is lost to you."
        )
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(watch_button(match, Watching.YES))
    return asking(text, row)


def unwatched_panel(number: MatchId) -> View:
    """Say that somebody watches a match no more."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Watch again", discord.ButtonStyle.secondary, "watch", match=number)
    )
    return asking(f"You no longer watch **#{number}**.", row)


def watched_list(
    found: Sequence[MatchWork],
    count: int,
    page: int,
    here: GuildId | None,
    servers: Mapping[GuildId, str],
    hidden: Collection[MatchId] = (),
) -> View:
    """Lay out a page of the matches that somebody watches, with a way to stop.

    Of those that are hidden from them by now, nothing but the number is told.
    """
    if not found:
        return note_panel(
            "You watch no match. Press **More** below a bed and then **Watch**, or name one with "
            "`/watch match:`, and I tell you how it ends."
        )
    lines = ["### Matches you watch", f"-# {counted_matches(count)}, the last one first"]
    lines += [
        f"**#{work.match.id}**: you can no longer see where it is played"
        if work.match.id in hidden
        else _line(work, here, servers)
        for work in found
    ]
    view = note_panel("\n".join(lines))
    last = (count - 1) // PAGE
    if last:
        ways = [
            _way("Back", page, page - 1 if page else None, "back"),
            _way("Forward", page, page + 1 if page < last else None, "on"),
        ]
        view.add_item(discord.ui.ActionRow(*ways))
    options = [
        discord.SelectOption(label=f"Stop watching #{work.match.id}", value=str(work.match.id))
        for work in found
    ]
    view.add_item(discord.ui.ActionRow(menu("Stop watching …", options, "unwatch-in", page=page)))
    return view


def counted_matches(count: int) -> str:
    """Return `1 match`, `2 matches`."""
    return counted(count, "match") if count == 1 else f"{count} matches"


def over_message(match: Match, picture: Picture | None, link: str) -> View:
    """Tell somebody who watched a match how it ended."""
    ended = outcome_name(match, match.outcome) if match.outcome else "It is over"
    container: discord.ui.Container[Any] = discord.ui.Container()
    container.add_item(
        discord.ui.TextDisplay(
            f"### **#{match.id}** is over\n{against_each_other(match)}\n**{ended}**."
        )
    )
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(
        discord.ui.TextDisplay("-# You watched it. **Replay** below its bed shows every turn.")
    )
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label=GO, url=link)))
    return view


def _line(work: MatchWork, here: GuildId | None, servers: Mapping[GuildId, str]) -> str:
    match = work.match
    turns = counted(match.ply, "turn")
    where = "" if match.home.guild == here else f" · {servers[match.home.guild]}"
    bed = f"[bed]({link_of(match, work)})"
    return f"**#{match.id}** {against_each_other(match)}: {turns}{where} · {bed}"


def _way(label: str, page: int, to: int | None, name: str) -> ActionButton:
    """Return the button to another page, pale where there is none: buttons keep their places."""
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
    """The match of others that is to be watched, or to be watched no more."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the match of this thread, and those that the person watches already."""
        bot: BoopBot = interaction.client
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        here = await bot.host.matches.of_thread(place_of(interaction))
        can_begin = here is not None and here.outcome is None and here.seat_of(user) is None
        watched, _ = await bot.host.followers.followed_by(user, MOST_SUGGESTIONS, 0)
        titles = {
            str(match.id): _title(match, "stop watching", is_seen=may_look(interaction, match))
            for match in watched
            if str(match.id).startswith(typed)
        }
        if here is not None and can_begin and str(here.id).startswith(typed):
            titles = {str(here.id): _title(here, "watch", is_seen=True), **titles}
        choices = [app_commands.Choice(name=name, value=number) for number, name in titles.items()]
        return choices[:MOST_SUGGESTIONS]


def _title(match: Match, deed: str, *, is_seen: bool) -> str:
    """Return a match in a line for a menu, where no mention is shown."""
    if not is_seen:
        return f"#{match.id} · {deed}"
    players = menu_players(match)
    return f"#{match.id} · {players} · {deed}"
