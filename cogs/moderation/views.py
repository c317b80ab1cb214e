"""The panels of moderation: the log, bans, and log entries that are posted."""

import re
from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.moderation.bans import BanPreview, BansPage, NewBan
from bot.features.moderation.queries import LoggedAction, ModeratorAction
from bot.features.moderation.service import LogPage
from bot.game import Seat
from bot.match.challenge import Ban
from bot.match.identity import GuildId, MatchId, MessageId, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import LONGEST_NOTE
from bot.text import N_, NC_, all_of, gettext, ngettext, translate
from bot.text.folding import folded
from cogs.core.arguments import SuggestingArgument, Suggestion, numbered, read_match
from cogs.core.codecs import LARGEST_ID
from cogs.core.components import View, button, form
from cogs.core.panels import note_panel
from cogs.delivery.permissions import require_moderator
from cogs.moderation.errors import NoMessageNamed
from cogs.wording.names import NAMES, menu_name, menu_players
from cogs.wording.phrases import mention, outcome_name
from cogs.wording.quoting import escaped, note_in_line
from cogs.wording.times import moment

REASON: Final = "reason"
YEAR: Final = 365
"""The days of the longest ban that ends by itself."""


def entry_line(entry: LoggedAction) -> str:
    """Return a line that says what a moderator did, and why if they said so. It pings no one."""
    line = _action(entry)
    if entry.reason is None:
        return gettext("{action}.", action=line)
    return gettext("{action}: {reason}", action=line, reason=note_in_line(entry.reason))


def log_panel(page: LogPage) -> View:
    """Show a page of a server's log, with buttons to the others."""
    view = note_panel(f"### {gettext('What moderators did')}")
    lines = [f"{entry_line(entry)}\n-# {moment(entry.at, 'f')}" for entry in page.entries]
    view.add_item(discord.ui.TextDisplay("\n".join(lines) or gettext("Nothing yet.")))
    _add_turning(view, "moderation-log", page.number, page.pages)
    return view


def bans_panel(page: BansPage) -> View:
    """Show a page of a server's bans, with buttons to the others."""
    view = note_panel(f"### {gettext('Who is banned in this server')}")
    lines = [_ban_line(ban) for ban in page.bans]
    view.add_item(discord.ui.TextDisplay("\n".join(lines) or gettext("No one is banned.")))
    if lines:
        way_back = gettext("-# `/moderate unban` lets someone play again.")
        view.add_item(discord.ui.TextDisplay(way_back))
    _add_turning(view, "bans", page.number, page.pages)
    return view


def ban_panel(banned: NewBan) -> View:
    """Tell the moderator what the ban does, with a button that lifts it."""
    view = note_panel(_ban_text(banned))
    label = translate(NC_("a moderator takes a ban back", "Undo"))
    secondary = discord.ButtonStyle.secondary
    ban, ended = banned.ban, _ended_by(banned)
    undo = button(label, secondary, "undo-ban", user=ban.user, since=int(ban.since), ended=ended)
    view.add_item(discord.ui.ActionRow(undo))
    return view


def unbanned_text(user: UserId) -> str:
    """Tell the moderator that a member is no longer banned."""
    return gettext("{user} can play here again.", user=mention(user))


def undone_text(user: UserId, ended: int) -> str:
    """Tell the moderator that a ban was undone; `ended` counts what it ended and withdrew."""
    text = unbanned_text(user)
    if ended:
        text += "\n" + gettext("What the ban ended or withdrew doesn't come back.")
    return text


def _ended_by(banned: NewBan) -> int:
    return banned.lost.places + len(banned.cancelled)


def _ban_text(banned: NewBan) -> str:
    ban, cancelled = banned.ban, len(banned.cancelled)
    user = mention(ban.user)
    if ban.until is None:
        text = gettext("{user} is banned: they can't challenge or accept here.", user=user)
    else:
        text = gettext(
            "{user} is banned until {until}: they can't challenge or accept here.",
            user=user,
            until=moment(ban.until, "f"),
        )
    if banned.lost.places:
        follows = gettext(
            "They are out of tournaments and ladders here at once, which can't be undone. Their "
            "other matches under way go on; `/moderate end` ends one."
        )
    else:
        follows = gettext("Their matches under way go on; `/moderate end` ends one.")
    lines = [text, follows]
    if cancelled:
        lines.append(
            ngettext(
                "{count} open challenge of theirs was withdrawn.",
                "{count} open challenges of theirs were withdrawn.",
                cancelled,
            )
        )
    if _ended_by(banned):
        lines.append(
            gettext(
                "-# **Undo** lets them play here again, but doesn't bring back what the ban has "
                "ended or withdrawn."
            )
        )
    return "\n".join(lines)


def ended_text(match: Match, outcome: Outcome) -> str:
    """Tell the moderator how a match ended, which may have been before they acted."""
    result = outcome_name(match, outcome)
    if outcome.why is EndReason.ENDED_BY_MODERATOR:
        return gettext("Done: **#{match}** is over. {result}.", match=match.id, result=result)
    return gettext(
        "**#{match}** was already over. {result}.",
        match=match.id,
        result=result,
    )


def end_form(match: Match, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks whether to end a match, and why; `nonce` keeps forms apart."""
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
        ngettext(
            "The match of {players} ends at once, after {count} turn, and no one wins. This can't "
            "be undone.",
            "The match of {players} ends at once, after {count} turns, and no one wins. This can't "
            "be undone.",
            match.ply,
            players=_players(match),
        )
    )
    items = [text, reason_field(gettext("Both players will see it"))]
    title = gettext("End #{match}, no result", match=match.id)
    return form(title, items, "end-match", user=user, nonce=nonce, match=match.id)


def void_form(match: Match, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks whether to void a match, and why; `nonce` keeps forms apart."""
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(
        gettext(
            "The match of {players} no longer counts for ratings, and all ratings after it are "
            "calculated again. The result stays, and so do the tables of finished seasons. This "
            "can't be undone.",
            players=_players(match),
        )
    )
    items = [text, reason_field(gettext("It is kept in the log"))]
    title = gettext("Void #{match} for ratings", match=match.id)
    return form(title, items, "void-match", user=user, nonce=nonce, match=match.id)


def ban_form(
    member: UserId,
    days: int | None,
    reason: str | None,
    preview: BanPreview,
    user: UserId,
    nonce: int,
) -> discord.ui.Modal:
    """Make the form that asks whether to ban a member who plays in tournaments or on ladders."""
    lost = preview.lost
    name = escaped(NAMES.known(member) or gettext("someone"))
    lines = [
        _length_of_ban(days),
        gettext("A ban puts {name} out of all tournaments and ladders here at once.", name=name),
    ]
    if lost.tournament_matches:
        lines.append(
            ngettext(
                "- {count} tournament match ends as lost.",
                "- {count} tournament matches end as lost.",
                lost.tournament_matches,
            )
        )
    if lost.ladder_matches:
        lines.append(
            ngettext(
                "- {count} ladder match ends as lost.",
                "- {count} ladder matches end as lost.",
                lost.ladder_matches,
            )
        )
    lines.append(
        gettext("This can't be undone: lifting the ban brings back neither places nor matches.")
    )
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("\n".join(lines))
    return form(
        gettext("Ban this member?"),
        [text, reason_field(gettext("The member sees it when they try to play"), reason)],
        "ban",
        user=user,
        nonce=nonce,
        member=member,
        days=days,
        places=lost.places,
        tournament_matches=lost.tournament_matches,
        ladder_matches=lost.ladder_matches,
        replaced=preview.replaced,
    )


def _length_of_ban(days: int | None) -> str:
    if days is None:
        return gettext("The ban lasts until you lift it.")
    if days == YEAR:
        return gettext("The ban lasts 1 year.")
    return ngettext("The ban lasts {count} day.", "The ban lasts {count} days.", days)


def reason_field(about: str, given: str | None = None) -> discord.ui.Label[Any]:
    """Make the form field for a moderator's reason; `given` is the reason so far."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=REASON, required=False, max_length=LONGEST_NOTE, default=given
    )
    return discord.ui.Label(text=gettext("Reason (optional)"), description=about, component=typed)


def _players(match: Match) -> str:
    names = [menu_name(match, seat) or gettext("someone") for seat in Seat]
    return all_of([escaped(name) for name in names])


_ACTIONS: Final = {
    ModeratorAction.ENDED_MATCH: N_("{moderator} ended **#{match}** without a result"),
    ModeratorAction.VOIDED_MATCH: N_(
        "{moderator} voided **#{match}**, which no longer counts for ratings"
    ),
    ModeratorAction.REMOVED_TEXT: N_("{moderator} removed what {user} wrote to a challenge"),
    ModeratorAction.BANNED: N_("{moderator} banned {user} until {until}"),
    ModeratorAction.UNBANNED: N_("{moderator} unbanned {user}"),
    ModeratorAction.CALLED_OFF: N_("{moderator} decided to call off a tournament"),
    ModeratorAction.REMOVED: N_("{moderator} decided to remove {user} from a tournament"),
    ModeratorAction.DECIDED: N_("{moderator} decided **#{match}** of a tournament"),
    ModeratorAction.EXTENDED: N_("{moderator} gave a tournament time until {until}"),
    ModeratorAction.UNDONE: N_("{moderator} undid a decision about a tournament"),
    ModeratorAction.CLOSED_LADDER: N_("{moderator} decided to close a ladder"),
    ModeratorAction.REMOVED_FROM_LADDER: N_("{moderator} decided to remove {user} from a ladder"),
    ModeratorAction.DECIDED_ON_LADDER: N_("{moderator} decided **#{match}** on a ladder"),
    ModeratorAction.CHANGED_LADDER: N_("{moderator} changed the terms of a ladder"),
    ModeratorAction.UNDONE_ON_LADDER: N_("{moderator} undid a decision about a ladder"),
}
_WITHOUT_END: Final = {ModeratorAction.BANNED: N_("{moderator} banned {user}")}
_WITHOUT_MATCH: Final = {
    ModeratorAction.DECIDED: N_("{moderator} decided a tournament match"),
    ModeratorAction.DECIDED_ON_LADDER: N_("{moderator} decided a challenge on a ladder"),
}
"""The sentences about a match that has not begun."""


def _action(entry: LoggedAction) -> str:
    message = _ACTIONS[entry.action]
    if entry.until is None:
        message = _WITHOUT_END.get(entry.action, message)
    if entry.match is None:
        message = _WITHOUT_MATCH.get(entry.action, message)
    return translate(
        message,
        moderator=mention(entry.moderator),
        user=gettext("someone") if entry.user is None else mention(entry.user),
        match=entry.match or 0,
        until="" if entry.until is None else moment(entry.until, "f"),
    )


def _ban_line(ban: Ban) -> str:
    user = mention(ban.user)
    if ban.until is None:
        line = gettext("{user}, until unbanned", user=user)
    else:
        line = gettext("{user}, until {until}", user=user, until=moment(ban.until, "f"))
    if ban.reason is not None:
        line = gettext("{ban}: {reason}", ban=line, reason=note_in_line(ban.reason))
    by = gettext(
        "-# by {moderator}, {when}", moderator=mention(ban.moderator), when=moment(ban.since, "f")
    )
    return f"{line}\n{by}"


def _add_turning(view: View, name: str, number: int, pages: int) -> None:
    """Add the buttons to the newer and the older page, if there are several."""
    if pages == 1:
        return
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    style = discord.ButtonStyle.secondary
    if number > 0:
        row.add_item(button(gettext("Newer"), style, name, page=number - 1))
    if number < pages - 1:
        row.add_item(button(gettext("Older"), style, name, page=number + 1))
    place = gettext("-# Page {page} of {pages}", page=number + 1, pages=pages)
    view.add_item(discord.ui.TextDisplay(place))
    view.add_item(row)


MOST_SEARCHED: Final = 100
"""How many matches are searched for suggestions; any other can be typed in full."""

_MESSAGE: Final = re.compile(
    r"(?:https://(?:\w+\.)?discord(?:app)?\.com/channels/\d{1,20}/\d{1,20}/)?(\d{15,20})",
    re.ASCII,
)


def read_message(text: str) -> MessageId:
    """Read a message's link or number. Raise `NoMessageNamed`."""
    parsed = _MESSAGE.fullmatch(folded(text).strip())
    if parsed is None or int(parsed[1]) > LARGEST_ID:
        raise NoMessageNamed(text)
    return MessageId(int(parsed[1]))


class MessageArgument(app_commands.Transformer):
    """The message that a command is about."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MessageId:
        """Read the link or the number."""
        return read_message(str(value))


class ServersMatchArgument(SuggestingArgument):
    """A live match of the server."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return matches, only to moderators."""
        matches = await self.matches(bot, require_moderator(interaction))
        return [(_title(match), str(match.id)) for match in numbered(matches, typed)]

    async def matches(self, bot: BoopBot, guild: GuildId) -> list[Match]:
        """Return the matches to suggest, the one without a move for longest first."""
        return await bot.services.moderation.live_in(guild, MOST_SEARCHED)


class RatedMatchArgument(ServersMatchArgument):
    """A match of the server that counted for ratings."""

    async def matches(self, bot: BoopBot, guild: GuildId) -> list[Match]:
        """Return the matches to suggest, the newest first."""
        return await bot.services.moderation.rated_in(guild, MOST_SEARCHED)


def _title(match: Match) -> str:
    turns = ngettext("{count} turn", "{count} turns", match.ply)
    return f"#{match.id} · {menu_players(match)} · {turns}"
