"""Squares, turns and matches as people type them into commands, and suggestions.

Suggestions are made on the event loop at every key, and in `seam` a position has 756 turns: so a
placement is carried out only where what was typed still fits it, and nothing is made beyond what
is shown.
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
from bot.errors import NotStored, Refusal
from bot.features.analysis.service import LOOKED_THROUGH, may_be_analysed
from bot.features.matches.errors import SeveralMatches
from bot.features.matches.listing import After, Before, Cut, Page
from bot.game import (
    Entry,
    Kind,
    Landing,
    NotationError,
    Placement,
    Position,
    Square,
    Turn,
    land,
    name_of,
    read_square,
    read_turn,
    recall,
    to_recall,
    write_turn,
)
from bot.match.identity import GuildId, MatchId, Place, UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.access import viewer_of
from cogs.core.codecs import register
from cogs.core.errors import PieceContradicted, ServersOnly, UnreadableMatch, UnreadableSquare
from cogs.core.names import menu_opponent
from cogs.core.options import place_of as place_of
from cogs.core.phrases import kind_name
from cogs.core.translating import command_text

_log: Final = structlog.get_logger(__name__)
_SQUARE: Final = 2
"""Characters of a square's name."""


_Beginning = tuple[str, Placement, Square | None]
"""How a turn begins: its text so far, what is placed where, and what is recalled before."""


def suggestions(matches: Sequence[Match], typed: str, kind: Kind | None, most: int) -> list[str]:
    """List what goes on as it was typed, in small letters, in a match: so many at the most.

    It is the empty squares, either way round, and where they are named or do not fit, whole turns
    with every choice. Where several matches fit, it is the squares and how turns begin.
    """
    only = len(matches) == 1
    found: dict[str, None] = {}
    for match in matches:
        squares = _squares_like(match, typed)
        texts = iter(squares)
        if not squares or len(typed) >= _SQUARE:
            turns = _turns_like if only else _beginnings_like
            texts = _after(squares, turns(match.position, typed, kind))
        for text in texts:
            found[text] = None
            if len(found) == most:
                return list(found)
    return list(found)


def turns_like(position: Position, typed: str) -> Iterator[str]:
    """Walk over the whole turns of a position that begin as it was typed, in small letters."""
    return _turns_like(position, typed, None)


def _after(squares: list[str], turns: Iterator[str]) -> Iterator[str]:
    yield from squares
    yield from turns


def _squares_like(match: Match, typed: str) -> list[str]:
    """List the empty squares that begin so; none where a recall comes first."""
    if to_recall(match.position):
        return []
    return [
        name
        for name in map(name_of, match.position.empty_squares)
        if name.startswith(typed) or name[::-1].startswith(typed)
    ]


def _turns_like(position: Position, typed: str, kind: Kind | None) -> Iterator[str]:
    for _, placement, recalled in _fitting(position, typed, kind):
        for turn in _turns_of(land(position, placement, recalled), typed):
            text = write_turn(turn)
            if text.lower().startswith(typed):
                yield text


def _beginnings_like(position: Position, typed: str, kind: Kind | None) -> Iterator[str]:
    for text, _, _ in _fitting(position, typed, kind):
        if text.lower().startswith(typed):
            yield text


def _fitting(position: Position, typed: str, kind: Kind | None) -> Iterator[_Beginning]:
    """Walk over the beginnings that fit what was typed, in the order of `legal_turns`."""
    for recalled in to_recall(position) or (None,):
        before = "" if recalled is None else f"{name_of(recalled)}>"
        if not _fits(before, typed):
            continue
        recalled_from = recall(position, recalled)
        for each in recalled_from.pool_of(recalled_from.to_move).kinds:
            if kind not in (None, each) or not _fits(before + each.value, typed):
                continue
            for square in recalled_from.empty_squares:
                text = before + each.value + name_of(square)
                if _fits(text, typed):
                    yield text, Placement(each, square), recalled


def _turns_of(landing: Landing, typed: str) -> Iterator[Turn]:
    """Walk over the turns that a landing can become: each option, and then each seam entry."""
    entries: tuple[Entry | None, ...] = (None, *landing.entries)
    for leaves in landing.options or ((),):
        turn = Turn(landing.placement, leaves, landing.win is not None, landing.recall)
        if not _fits(write_turn(turn), typed):
            continue
        for entry in entries:
            yield Turn(turn.placement, leaves, turn.wins, turn.recall, entry)


def _fits(beginning: str, typed: str) -> bool:
    """Return whether a text that begins so can go on as it was typed."""
    return beginning.lower().startswith(typed) or typed.startswith(beginning.lower())


MOST_SUGGESTIONS: Final = 25
"""Discord's limit of suggestions."""

_LONGEST_SQUARE: Final = 2

PIECES: Final = [
    app_commands.Choice(name=command_text(partial(kind_name, kind)), value=kind.value)
    for kind in Kind
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to place: a square, and any other part of the turn that they named."""

    square: Square
    kind: Kind | None = None
    turn: Turn | None = None

    def with_kind(self, kind: Kind | None) -> "Wanted":
        """Add the kind that was named beside it. Raise `PieceContradicted`."""
        if kind is None:
            return self
        if self.turn is not None and self.turn.placement.kind is not kind:
            raise PieceContradicted(self.turn, kind)
        return Wanted(self.square, kind, self.turn)

    def text(self) -> str:
        """Write it so that `read_wanted` reads the same."""
        if self.turn is not None:
            return write_turn(self.turn)
        return (self.kind.value if self.kind else "") + name_of(self.square)


def read_wanted(text: str) -> Wanted:
    """Read a square (`c3`, `3c`) or a whole turn (`Kc3`, `Kc3=b2c3d4`).

    Raise `UnreadableSquare`, with the reading that came further.
    """
    typed = text.strip()
    try:
        return Wanted(read_square(typed))
    except NotationError as error:
        as_square = error
    try:
        turn = read_turn(typed)
    except NotationError as error:
        best = as_square if len(typed) <= _LONGEST_SQUARE else error
        raise UnreadableSquare(typed, best.at, best.expected) from error
    return Wanted(turn.placement.square, turn.placement.kind, turn)


def read_match(text: str) -> MatchId:
    """Read a match's number, as `12` or `#12`. Raise `UnreadableMatch`."""
    digits = text.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 15:
        raise UnreadableMatch(text)
    return MatchId(int(digits))


register(Wanted, Wanted.text, read_wanted, example="c3")


def server_place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel or thread that something was asked in. Raise `ServersOnly`."""
    place = place_of(interaction)
    if place.guild is None:
        raise ServersOnly
    return place


def server_guild_of(interaction: discord.Interaction[Any]) -> GuildId:
    """Return the server that something was asked in. Raise `ServersOnly`."""
    if interaction.guild_id is None:
        raise ServersOnly
    return GuildId(interaction.guild_id)


Suggestion = tuple[str, str]
"""What is shown of a suggestion, and its value."""


class SuggestingArgument(app_commands.Transformer):
    """An option that suggests values while one is typed."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest values, and nothing to whoever would be refused."""
        try:
            found = await self.suggested(bot_of(interaction), interaction, str(value))
        except NotStored as error:
            _log.warning("no suggestions", reason=error.reason)
            return []
        except Refusal:
            return []
        return [
            app_commands.Choice(name=name, value=text)
            for name, text in islice(found, MOST_SUGGESTIONS)
        ]

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the suggestions for what was typed, the best first. May raise a refusal."""
        raise NotImplementedError


def bot_of(interaction: discord.Interaction[Any]) -> BoopBot:
    """Return the bot of an interaction, which discord.py doesn't say of an option's."""
    if not isinstance(interaction.client, BoopBot):
        raise TypeError(f"these arguments are BoopBot's, not {type(interaction.client).__name__}'s")
    return interaction.client


class WantedArgument(SuggestingArgument):
    """The square or whole turn of `/place`."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> Wanted:
        """Read what was typed."""
        return read_wanted(str(value))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return what can be played in the requested match."""
        matches = await _requested_matches(interaction)
        named = getattr(interaction.namespace, "piece", None)
        kind = Kind(named) if named in [choice.value for choice in PIECES] else None
        texts = suggestions(matches, typed.strip().lower(), kind, MOST_SUGGESTIONS)
        return [(text, text) for text in texts]


class MatchArgument(SuggestingArgument):
    """The match that a command is about."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> MatchId:
        """Read the number."""
        return read_match(str(value))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the person's own live matches, own turn first."""
        user = UserId(interaction.user.id)
        matches = await bot.services.matches.live_of(user)
        return [(match_title(each, user), str(each.id)) for each in numbered(matches, typed)]


def numbered(matches: Iterable[Match], typed: str) -> Iterator[Match]:
    """Yield the matches whose number begins as was typed."""
    digits = typed.strip().removeprefix("#")
    return (match for match in matches if str(match.id).startswith(digits))


def match_title(match: Match, user: UserId) -> str:
    """Return a match in a line for a menu, where no mention is shown."""
    if match.outcome is not None:
        state = gettext("over")
    elif match.to_move == user:
        state = gettext("your turn")
    else:
        state = gettext("their turn")
    opponent = menu_opponent(match, user)
    parts = [f"#{match.id}", state]
    if opponent:
        parts.append(gettext("against {opponent}", opponent=opponent))
    return " · ".join(parts)


async def _requested_matches(interaction: discord.Interaction[Any]) -> list[Match]:
    """Return the match that `/place` would play in; each that it could be, where it would ask."""
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
    """Write where a page begins for a custom id."""
    match cut:
        case Page(number):
            return f"p{number}"
        case Before(match):
            return f"b{match}"
        case After(match):
            return f"a{match}"
        case _:
            assert_never(cut)


def read_cut(text: str) -> Cut:
    """Read what `write_cut` wrote. Raise `ValueError` for anything else."""
    found = _CUT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no place in a list")
    number = int(found["number"] or 0)
    match found["kind"]:
        case "b":
            return Before(MatchId(number))
        case "a":
            return After(MatchId(number))
        case _:
            return Page(number)


class PastMatchArgument(MatchArgument):
    """The match that a command replays or describes; it may be over."""

    def suits(self, match: Match) -> bool:
        """Return whether a match is suggested."""
        return True

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the person's own matches in this server, the newest first."""
        user = UserId(interaction.user.id)
        latest = await bot.services.replays.latest_of(user, place_of(interaction), LOOKED_THROUGH)
        suitable = numbered(filter(self.suits, latest), typed)
        return [(match_title(each, user), str(each.id)) for each in suitable]


class FinishedMatchArgument(PastMatchArgument):
    """The finished match that a command is about."""

    def suits(self, match: Match) -> bool:
        """Leave out what goes on, and what ended before its first turn."""
        return may_be_analysed(match)
