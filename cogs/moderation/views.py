"""What moderators did, in words: the log, those who may not play, and what is posted."""

import re
from typing import Any, Final, assert_never

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.moderation.moderating import Moderation, ModeratorDeed
from bot.features.moderation.service import Barred, BarsPage, LogPage
from bot.match.ban import Ban
from bot.match.identity import MatchId, MessageId, UserId
from bot.match.match import Match
from bot.match.terms import LONGEST_NOTE, Note
from cogs.core.actions import button, form
from cogs.core.arguments import MOST_SUGGESTIONS, read_match
from cogs.core.codecs import LARGEST_ID
from cogs.core.errors import CogRefusal, NoMessageNamed
from cogs.core.membership import moderated
from cogs.core.panels import View, note_panel
from cogs.core.players import menu_players
from cogs.core.quoting import note_in_line
from cogs.core.words import counted, mention, moment

REASON: Final = "reason"


def entry_line(entry: Moderation) -> str:
    """Say what a moderator did, and why if they said so; nobody is pinged by it."""
    return f"{mention(entry.moderator)} {_deed(entry)}{_why(entry.reason)}"


def log_panel(page: LogPage) -> View:
    """Show a page of a server's log, with the way to the others."""
    view = note_panel("### What moderators did")
    lines = [f"{entry_line(entry)}\n-# {moment(entry.at, 'f')}" for entry in page.entries]
    view.add_item(discord.ui.TextDisplay("\n".join(lines) or "Nothing yet."))
    _add_turning(view, "moderation-log", page.number, page.pages)
    return view


def bars_panel(page: BarsPage) -> View:
    """Show a page of those who may not play in a server, with the way to the others."""
    view = note_panel("### Who is barred in this server")
    lines = [_bar_line(bar) for bar in page.bars]
    view.add_item(discord.ui.TextDisplay("\n".join(lines) or "Everybody may play."))
    if lines:
        view.add_item(discord.ui.TextDisplay("-# `/moderate unbar` lets somebody play again."))
    _add_turning(view, "bars", page.number, page.pages)
    return view


def barred_words(barred: Barred) -> str:
    """Tell the moderator what has become so."""
    bar, gone = barred.bar, len(barred.cancelled)
    challenges = f" Cancelled: {counted(gone, 'open challenge')} of theirs." if gone else ""
    return (
        f"{mention(bar.user)} is barred: they may not challenge or accept here "
        f"{_until(bar.until)}. Matches that they are in go on; `/moderate end` ends one."
        f"{challenges}"
    )


def end_form(match: Match, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks whether to end a match, and why; `nonce` keeps forms apart."""
    names = menu_players(match, " and ")
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
        f"The match of {discord.utils.escape_markdown(names)}, {_turns(match)}, ends at once, "
        "and nobody wins. This cannot be undone."
    )
    items = [text, reason_field("Both players read it")]
    return form(
        f"End #{match.id} without a result",
        items,
        "end-match",
        user=user,
        nonce=nonce,
        match=match.id,
    )


def void_form(match: Match, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks whether to void a match, and why; `nonce` keeps forms apart."""
    names = menu_players(match, " and ")
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
        f"The match of {discord.utils.escape_markdown(names)} counts for no rating any more, "
        "and ratings that came after it are computed anew. The result stays, and so do the "
        "tables of seasons that are over. This cannot be undone."
    )
    items = [text, reason_field("It stands in the log")]
    return form(
        f"Void #{match.id} for ratings", items, "void-match", user=user, nonce=nonce, match=match.id
    )


def reason_field(about: str) -> discord.ui.Label[Any]:
    """Make the field of a form in which a moderator may say why."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=REASON, required=False, max_length=LONGEST_NOTE
    )
    return discord.ui.Label(text="Reason, if you like", description=about, component=typed)


def _turns(match: Match) -> str:
    return "after 1 turn" if match.ply == 1 else f"after {match.ply} turns"


def _deed(entry: Moderation) -> str:
    user = "somebody" if entry.user is None else mention(entry.user)
    match entry.deed:
        case ModeratorDeed.ENDED_MATCH:
            return f"ended **#{entry.match}** without a result"
        case ModeratorDeed.VOIDED_MATCH:
            return f"voided **#{entry.match}**, which counts for no rating any more"
        case ModeratorDeed.REMOVED_WORDS:
            return f"removed what {user} wrote to a challenge"
        case ModeratorDeed.BARRED:
            return f"barred {user} {_until(entry.until)}"
        case ModeratorDeed.UNBARRED:
            return f"lifted the bar of {user}"
        case _:
            assert_never(entry.deed)


def _bar_line(bar: Ban) -> str:
    return (
        f"{mention(bar.user)} {_until(bar.until)}{_why(bar.reason)}\n"
        f"-# by {mention(bar.moderator)}, {moment(bar.since, 'f')}"
    )


def _until(until: float | None) -> str:
    return "until that is lifted" if until is None else f"until {moment(until, 'f')}"


def _why(reason: Note | None) -> str:
    return "." if reason is None else f": {note_in_line(reason)}"


def _add_turning(view: View, name: str, number: int, pages: int) -> None:
    """Add the buttons to the newer and the older page, where there are several."""
    if pages == 1:
        return
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if number > 0:
        row.add_item(button("Newer", discord.ButtonStyle.secondary, name, page=number - 1))
    if number < pages - 1:
        row.add_item(button("Older", discord.ButtonStyle.secondary, name, page=number + 1))
    view.add_item(discord.ui.TextDisplay(f"-# Page {number + 1} of {pages}"))
    view.add_item(row)


MOST_SEARCHED: Final = 100
"""Matches among which a number is suggested; any other can be typed in full."""

_MESSAGE: Final = re.compile(
    r"(?:https://(?:\w+\.)?discord(?:app)?\.com/channels/\d{1,20}/\d{1,20}/)?(\d{15,20})",
    re.ASCII,
)


def read_message(text: str) -> MessageId:
    """Read a message's link or number. Raises `NoMessageNamed`."""
    found = _MESSAGE.fullmatch(text.strip())
    if found is None or int(found[1]) > LARGEST_ID:
        raise NoMessageNamed(text)
    return MessageId(int(found[1]))


class MessageArgument(app_commands.Transformer):
    """The message that a command is about."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MessageId:
        """Read the link or the number."""
        return read_message(str(value))


class ServersMatchArgument(app_commands.Transformer):
    """A match of the server's that goes on, whoever plays it."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest matches, the one that stood still longest first; only to moderators."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        try:
            guild = moderated(interaction)
        except CogRefusal:
            return []
        return _choices(await bot.host.moderation.live_in(guild, MOST_SEARCHED), value)


class RatedMatchArgument(app_commands.Transformer):
    """A match of the server's that counted for ratings, whoever played it."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest matches that were rated lately, the newest first; only to moderators."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        try:
            guild = moderated(interaction)
        except CogRefusal:
            return []
        rated = await bot.host.moderation.rated_in(guild, MOST_SEARCHED)
        return _choices(rated, value)


def _choices(matches: list[Match], typed: Any) -> list[app_commands.Choice[Any]]:
    """Return the matches whose number begins as was typed."""
    digits = str(typed).strip().removeprefix("#")
    fitting = [match for match in matches if str(match.id).startswith(digits)]
    return [
        app_commands.Choice(name=_title(match), value=str(match.id))
        for match in fitting[:MOST_SUGGESTIONS]
    ]


def _title(match: Match) -> str:
    names = menu_players(match)
    turns = "1 turn" if match.ply == 1 else f"{match.ply} turns"
    return f"#{match.id} · {names} · {turns}"
