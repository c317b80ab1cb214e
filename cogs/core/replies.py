"""How each type of fact is formatted in Discord, and the answer when something fails."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.errors import NotStored, Refusal
from bot.features.challenges.errors import FromNow, Invited
from bot.features.settings.preferences import DayMinute
from bot.features.settings.service import ZoneName
from bot.game import Kind, Piece, Seat, Square, name_of
from bot.game.errors import Option, TurnText
from bot.match.errors import MatchStatus, Players
from bot.match.identity import ChannelId, Instant, MatchId, RoleId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Note
from bot.text import (
    N_,
    AnyOf,
    Detail,
    Medium,
    Message,
    Typed,
    all_of,
    any_of,
    gettext,
    ngettext,
    translate,
)
from cogs.core.errors import FAILURES, Code, PermissionName
from cogs.core.phrases import (
    invited,
    kind_name,
    level_in_full,
    mention,
    moment,
    note_in_line,
    piece_name,
    player_name,
    quoted,
    seat_name,
    squares_name,
)
from cogs.core.practice_text import status_of
from cogs.core.times import span, write_minute
from render.studio import NoPicture, PictureTimedOut

MOST_NAMED: Final = 20
"""Matches in one sentence; Discord refuses one that is longer than 2 000 characters."""


def sentence(refusal: Refusal) -> str:
    """Return what was refused, why, and what would be right."""
    return DISCORD.say(refusal)


def _code(text: str) -> str:
    return f"`{text}`"


def _bold(text: str) -> str:
    return f"**{text}**"


def match_number(number: MatchId) -> str:
    """Return a match's number as it appears in a sentence."""
    return f"**#{number}**"


def _matches(join: Callable[[Sequence[str]], str]) -> Callable[[Sequence[Match]], str]:
    """List matches by their numbers, but no more than anybody reads."""

    def shown(matches: Sequence[Match]) -> str:
        named = [match_number(match.id) for match in matches[:MOST_NAMED]]
        more = len(matches) - len(named)
        if more:
            named.append(ngettext("{count} more match", "{count} more matches", more))
        return join(named)

    return shown


def _players(match: Match) -> str:
    return all_of([player_name(match, seat) for seat in Seat])


DISCORD: Final[Medium] = Medium(
    {
        int: str,
        Detail: str,
        Typed: quoted,
        Message: translate,
        Note: note_in_line,
        Refusal: sentence,
        Kind: kind_name,
        Seat: seat_name,
        Piece: piece_name,
        Square: lambda square: _bold(name_of(square)),
        Option: lambda squares: _code(squares_name(squares)),
        TurnText: _code,
        UserId: mention,
        RoleId: lambda role: f"<@&{role}>",
        ChannelId: lambda channel: f"<#{channel}>",
        PermissionName: _bold,
        LevelNumber: level_in_full,
        MatchId: match_number,
        Match: lambda match: match_number(match.id),
        tuple[Match, ...]: _matches(all_of),
        AnyOf[Match]: _matches(any_of),
        MatchStatus: status_of,
        Players: _players,
        Invited: invited,
        Instant: lambda instant: moment(instant, "f"),
        FromNow: moment,
        Seconds: span,
        DayMinute: lambda minute: _code(write_minute(minute)),
        ZoneName: _code,
    }
)
"""By the type that a fact is declared with."""


TOO_MANY_PICTURES: Final = N_(
    "So many pictures are being drawn that yours has to wait. Try again in a moment."
)
NO_PICTURE_IN_TIME: Final = N_(
    "The picture took too long to draw, so I stopped waiting for it. Try again in a minute."
)

_log: Final = structlog.get_logger(__name__)


async def answer_failure(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the person alone, in a sentence, what was refused or that we failed.

    While the bot ends there is nobody to tell it, and the failure is raised.
    """
    refusal = refusal_in(error)
    if refusal is not None:
        if isinstance(refusal, NotStored):
            _log.warning("action not stored", reason=refusal.reason)
            await interaction.client.before_excuse()
        await say_privately(interaction, sentence(refusal))
        return
    cause = getattr(error, "original", error)
    if isinstance(cause, NoPicture):
        await say_privately(interaction, without_picture(cause))
        return
    if isinstance(cause, discord.NotFound) and cause.code == Code.UNKNOWN_INTERACTION:
        # Discord takes no other answer either.
        _log.warning("action answered too late", reason=repr(cause))
        return
    if interaction.client.is_ending:
        raise error
    reference = secrets.token_hex(3)
    _log.error("action failed", reference=reference, exc_info=error)
    await say_privately(
        interaction,
        gettext(
            "Something went wrong on my side. `/board` shows how your match stands. If it keeps "
            "happening, tell whoever hosts me this number: {number}.",
            number=f"`{reference}`",
        ),
    )


def without_picture(error: NoPicture) -> str:
    """Return the sentence for a picture that cannot be drawn now."""
    late = isinstance(error, PictureTimedOut)
    return translate(NO_PICTURE_IN_TIME if late else TOO_MANY_PICTURES)


async def say_privately(interaction: discord.Interaction[Any], text: str) -> None:
    """Say something to the person who asked, and to nobody else.

    An answer that Discord no longer takes is given up: nothing depends on it.
    """
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
            await replace_private_answer(interaction)
    except FAILURES as error:
        _log.warning("private response not accepted", reason=repr(error))


AWAITED: Final = "awaited"
"""The mark on an interaction whose answer says how far something is."""


async def replace_private_answer(interaction: discord.Interaction[Any]) -> None:
    """Take away what a person was answered before in a channel, now that a click is answered anew.

    It is about clicks on what all see, which open a message each: they would pile up and push the
    board out of view. What a person was answered to a command stays, and so does what says how far
    something is that they wait for.
    """
    clicked = interaction.message
    if clicked is None or clicked.flags.ephemeral:
        return
    answers = interaction.client.private_answers
    key = interaction.user.id, interaction.channel_id
    before = answers.pop(key, None)
    answers[key] = interaction
    if before is not None and not before.is_expired() and AWAITED not in before.extras:
        with suppress(*FAILURES):
            await before.delete_original_response()


def refusal_in(error: BaseException) -> Refusal | None:
    """Find the refusal that discord.py has wrapped, if that is what it is."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, Refusal):
            return inner
        if isinstance(inner, app_commands.CommandInvokeError):
            inner = inner.original
        elif isinstance(inner, app_commands.TransformerError):
            inner = inner.__cause__
        else:
            return None
    return None
