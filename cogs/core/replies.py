"""How facts are written in Discord: the table by which every refusal is put into words."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.errors import Refusal
from bot.features.challenges.errors import FromNow, Invited
from bot.features.settings.preferences import DayMinute
from bot.features.settings.zones import ZoneName
from bot.game import Kind, Piece, Seat, Square, name_of
from bot.game.errors import Option, TurnText
from bot.match.errors import MatchStatus, Players
from bot.match.identity import ChannelId, Instant, MatchId, RoleId, Seconds, UserId
from bot.match.match import Match
from bot.match.practice import LevelNumber
from bot.match.terms import Note
from bot.text import AnyOf, Detail, Medium, Message, Typed, all_of, any_of, gettext, translate
from cogs.core.errors import PermissionName
from cogs.core.levels import level_in_full
from cogs.core.quoting import note_in_line, quoted
from cogs.core.times import span, write_minute
from cogs.core.words import (
    invited,
    kind_name,
    mention,
    moment,
    piece_name,
    player_name,
    seat_name,
    squares_name,
)
from cogs.practice.words import status_of

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
        return join([*named, gettext("{count} more", count=more)] if more else named)

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
