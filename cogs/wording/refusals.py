"""The wording of refusals, and of each type of fact in them, for Discord."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.errors import Refusal, UserFacingError
from bot.features.challenges.errors import FromNow, Invited
from bot.features.settings.preferences import DayMinute
from bot.features.settings.zones.naming import ZoneName
from bot.game import Kind, Piece, Seat, Square, name_of
from bot.game.errors import Option, TurnText
from bot.match.errors import MatchStatus, Players
from bot.match.identity import ChannelId, Instant, MatchId, RoleId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Note
from bot.text import (
    AnyOf,
    Medium,
    Message,
    PermissionName,
    Typed,
    all_of,
    any_of,
    ngettext,
    translate,
)
from cogs.wording.alt_text import Detail
from cogs.wording.levels import level_in_full
from cogs.wording.phrases import (
    invited,
    kind_name,
    mention,
    piece_name,
    player_name,
    seat_name,
    squares_name,
)
from cogs.wording.practice_text import status_of
from cogs.wording.quoting import note_in_line, quoted
from cogs.wording.times import moment, span, write_minute

MOST_NAMED: Final = 20
"""The most matches named in one sentence. Discord accepts 2 000 characters."""


def sentence(refusal: UserFacingError) -> str:
    """Return the sentence that says what was refused, why, and what would be right."""
    return DISCORD.say(refusal)


def _code(text: str) -> str:
    return f"`{text}`"


def _bold(text: str) -> str:
    return f"**{text}**"


def match_number(number: MatchId) -> str:
    """Return the number of a match, in bold, for a sentence."""
    return f"**#{number}**"


def _matches(join: Callable[[Sequence[str]], str]) -> Callable[[Sequence[Match]], str]:
    """Return a formatter that lists matches by number, up to `MOST_NAMED`."""

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
"""The formatters of facts, by the declared type of the fact."""
