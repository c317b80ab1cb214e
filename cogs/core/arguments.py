"""Squares, turns and matches as users type them into commands, and their suggestions.

Suggestions are computed on the event loop at every key press, and a position in `seam` has 756
turns. So play out a placement only if it still fits the typed text, and compute only what
Discord shows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, assert_never

import discord
import structlog
from discord import app_commands

from bot.app import BoopBot
from bot.errors import NotStored, Refusal, UserFacingError
from bot.features.analysis.service import LOOKED_THROUGH, may_be_analysed
from bot.features.matches.errors import SeveralMatches
from bot.features.matches.listing import Cut, LivePage, MatchesAfter, MatchesBefore
from bot.game import (
    Kind,
    NotationError,
    Position,
    Square,
    Turn,
    is_notation,
    name_of,
    read_square,
    read_turn,
    square_like,
    write_turn,
)
from bot.match.identity import GuildId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.match.turn_builder import TurnChoices
from bot.text import gettext
from bot.text.folding import folded
from cogs.core.access import place_of, viewer_of
from cogs.core.codecs import register
from cogs.core.errors import PieceContradicted, ServersOnly, UnreadableMatch, UnreadableSquare
from cogs.core.turn_suggestions import SQUARE_LENGTH, playable_squares, suggestions
from cogs.wording.names import menu_opponent
from cogs.wording.phrases import kind_name
from cogs.wording.practice_text import awaited_in_short
from cogs.wording.translating import command_text

_log: Final = structlog.get_logger(__name__)

MOST_SUGGESTIONS: Final = 25
"""The most suggestions that Discord shows."""

PIECES: Final = [
    app_commands.Choice(name=command_text(partial(kind_name, kind)), value=kind.value)
    for kind in Kind
]


@dataclass(frozen=True, slots=True)
class TurnInput:
    """A turn as the user types it: a square, and the other parts that the user named, if any."""

    square: Square
    kind: Kind | None = None
    turn: Turn | None = None

    def with_kind(self, kind: Kind | None) -> "TurnInput":
        """Add the kind of piece from another option. Raise `PieceContradicted` if they differ."""
        if kind is None:
            return self
        if self.turn is not None and self.turn.placement.kind is not kind:
            raise PieceContradicted(self.turn, kind)
        return TurnInput(self.square, kind, self.turn)

    @property
    def choices(self) -> TurnChoices:
        """The choices of a turn that the user typed."""
        if self.turn is not None:
            return TurnChoices.of(self.turn)
        return TurnChoices(kind=self.kind, square=self.square)

    def text(self) -> str:
        """Write the input so that `read_turn_input` reads the same."""
        if self.turn is not None:
            return write_turn(self.turn)
        return (self.kind.value if self.kind else "") + name_of(self.square)


_NUMBERED: Final = re.compile(r"\s*[0-9]+\s*\.+(?=\s*[^\s0-9])")
"""The number before a turn, as in a record: `1. Kc3`."""


def folded_turn(text: str) -> str:
    """Return a turn or square without spaces, a number before it, or a full stop after it."""
    return "".join(_NUMBERED.sub("", folded(text), count=1).split()).rstrip(".,")


def read_turn_input(text: str) -> TurnInput:
    """Read a square (`c3`, `3c`) or a whole turn (`Kc3`, `Kc3=b2c3d4`), as users type them.

    Raise `UnreadableSquare` if the text is neither. A text of one or two characters is explained as
    a square, and a longer one as a turn.
    """
    typed = folded_turn(text)
    try:
        return TurnInput(read_square(typed))
    except NotationError as error:
        as_square = error
    try:
        turn = read_turn(typed)
    except NotationError as error:
        best = as_square if len(typed) <= SQUARE_LENGTH else error
        shown = typed if is_notation(typed) else text.strip()
        raise UnreadableSquare(shown, best.at, best.expected) from error
    return TurnInput(turn.placement.square, turn.placement.kind, turn)


def read_match(text: str) -> MatchId:
    """Read the number of a match, such as `12` or `#12`. Raise `UnreadableMatch`."""
    digits = folded_digits(text)
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 15:
        raise UnreadableMatch(text)
    return MatchId(int(digits))


def folded_digits(text: str) -> str:
    """Return the number of a match or turn without `#`, `№` or a full stop."""
    return folded(text).strip().removeprefix("#").removesuffix(".").strip()


register(TurnInput, TurnInput.text, read_turn_input, example="c3")


def server_place_of(interaction: discord.Interaction[Any]) -> InServer:
    """Return the channel or thread of an interaction. Raise `ServersOnly`."""
    place = place_of(interaction)
    if not isinstance(place, InServer):
        raise ServersOnly
    return place


def server_guild_of(interaction: discord.Interaction[Any]) -> GuildId:
    """Return the server of an interaction. Raise `ServersOnly`."""
    return server_place_of(interaction).guild


Suggestion = tuple[str, str]
"""The text of a suggestion, and its value."""


class SuggestingArgument(app_commands.Transformer):
    """An option that suggests values while the user types."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest values; none to a user whose command would be refused."""
        try:
            suggestions = await self.suggested(bot_of(interaction), interaction, str(value))
        except NotStored as error:
            _log.warning("no suggestions", reason=error.reason)
            return []
        except Refusal:
            return []
        return [
            app_commands.Choice(name=name, value=text)
            for name, text in islice(suggestions, MOST_SUGGESTIONS)
        ]

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the suggestions for the typed text, the best first. May raise a refusal."""
        raise NotImplementedError


def bot_of(interaction: discord.Interaction[Any]) -> BoopBot:
    """Return the bot of an interaction. discord.py types it only for commands."""
    if not isinstance(interaction.client, BoopBot):
        raise TypeError(f"these arguments are BoopBot's, not {type(interaction.client).__name__}'s")
    return interaction.client


class TurnArgument(SuggestingArgument):
    """A square or a whole turn."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> TurnInput:
        """Read the typed text. Raise `UnreadableSquare` with a square that can be played."""
        try:
            return read_turn_input(str(value))
        except UnreadableSquare as error:
            error.example = square_like(folded(error.text), await self._playable(interaction))
            raise

    async def positions(self, interaction: discord.Interaction[Any]) -> Sequence[Position]:
        """Return the positions in which the turn may be meant. May raise a refusal."""
        raise NotImplementedError

    async def _playable(self, interaction: discord.Interaction[Any]) -> list[Square]:
        """List the squares that can be played in every one of `positions`."""
        try:
            positions = await self.positions(interaction)
        except UserFacingError:
            return []
        kind = named_kind(interaction)
        each = [playable_squares(position, kind) for position in positions]
        return sorted(frozenset.intersection(*map(frozenset, each))) if each else []


class PlaceArgument(TurnArgument):
    """The square or whole turn of `/place`."""

    async def positions(self, interaction: discord.Interaction[Any]) -> Sequence[Position]:
        """Return the position of the requested match, or of each match that the user may mean."""
        return [match.position for match in await _requested_matches(interaction)]

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the turns and squares that can be played in the requested match."""
        matches = await _requested_matches(interaction)
        typed, kind = folded_turn(typed).lower(), named_kind(interaction)
        return [(text, text) for text in suggestions(matches, typed, kind, MOST_SUGGESTIONS)]


def named_kind(interaction: discord.Interaction[Any]) -> Kind | None:
    """Return the kind of piece in the option `piece`; None if the option names none."""
    named = getattr(interaction.namespace, "piece", None)
    return Kind(named) if named in [choice.value for choice in PIECES] else None


class MatchArgument(SuggestingArgument):
    """The match that a command is about."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the live matches of the user. Matches that wait for the user come first."""
        user = UserId(interaction.user.id)
        matches = await bot.services.matches.live_of(user)
        return [(match_title(each, user), str(each.id)) for each in numbered(matches, typed)]


def numbered(matches: Iterable[Match], typed: str) -> Iterator[Match]:
    """Yield the matches whose number begins with the typed digits."""
    digits = folded_digits(typed)
    return (match for match in matches if str(match.id).startswith(digits))


def match_title(match: Match, user: UserId) -> str:
    """Return a line about a match for a menu, where Discord renders no mentions."""
    state = awaited_in_short(match, user) if match.outcome is None else gettext("over")
    opponent = menu_opponent(match, user)
    parts = [f"#{match.id}", state]
    if opponent:
        parts.append(gettext("against {opponent}", opponent=opponent))
    return " · ".join(parts)


async def _requested_matches(interaction: discord.Interaction[Any]) -> list[Match]:
    """Return the match that `/place` would play in, or the matches that it would ask about."""
    bot = bot_of(interaction)
    named = getattr(interaction.namespace, "match", None)
    try:
        number = read_match(str(named)) if named else None
        user = UserId(interaction.user.id)
        match = await bot.services.matches.resolve_to_play(viewer_of(interaction), number)
    except SeveralMatches as several:
        return list(several.matches)
    except Refusal:
        return []
    return [match] if match.to_move == user else []


_CUT: Final = re.compile(r"(?P<kind>[pba])(?P<number>0|[1-9][0-9]{0,15})?")


def write_cut(cut: Cut) -> str:
    """Write the start of a page of matches for a custom id."""
    match cut:
        case LivePage(number):
            return f"p{number}"
        case MatchesBefore(match):
            return f"b{match}"
        case MatchesAfter(match):
            return f"a{match}"
        case _:
            assert_never(cut)


def read_cut(text: str) -> Cut:
    """Read what `write_cut` wrote. Raise `ValueError` for anything else."""
    parsed = _CUT.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a place in a list")
    number = int(parsed["number"] or 0)
    match parsed["kind"]:
        case "b":
            return MatchesBefore(MatchId(number))
        case "a":
            return MatchesAfter(MatchId(number))
        case _:
            return LivePage(number)


class PastMatchArgument(MatchArgument):
    """The match, live or over, that a command replays or describes."""

    def suits(self, match: Match) -> bool:
        """Return whether to suggest a match."""
        return True

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the matches of the user in this server, the newest first."""
        user = UserId(interaction.user.id)
        latest = await bot.services.replays.latest_of(user, place_of(interaction), LOOKED_THROUGH)
        suitable = numbered(filter(self.suits, latest), typed)
        return [(match_title(each, user), str(each.id)) for each in suitable]


class FinishedMatchArgument(PastMatchArgument):
    """The finished match that a command is about."""

    def suits(self, match: Match) -> bool:
        """Return False for live matches, and for matches that ended before their first turn."""
        return may_be_analysed(match)
