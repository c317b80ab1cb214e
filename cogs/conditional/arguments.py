"""Lines of a plan as users type them into a command."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

import discord

from bot.app import BoopBot
from bot.game import Position
from bot.match.conditional import MOST_DEEP, TypedLine, steps_of
from bot.match.conditional_notation import read_lines, read_turn_or_square
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text.folding import folded
from cogs.core.access import viewer_of
from cogs.core.arguments import MOST_SUGGESTIONS, SuggestingArgument, Suggestion, read_match
from cogs.core.turn_suggestions import plan_suggestions

_LONGEST: Final = 100
"""Discord's limit for a suggestion, in characters."""
_LAST_WORD: Final = re.compile(r"[^\s,;]*$")
_LAST_LINE: Final = re.compile(r"[^,;]*$")
_TURN_NUMBER: Final = re.compile(r"(?<![^\s,;])[0-9]+\s*\.+\s*")
_PIECE_APART: Final = re.compile(r"(?<![^\s,;>])([KCkc])\s+(?=[A-Fa-f][1-6])")
_STOP: Final = re.compile(r"\.+(?![^\s,;])")
"""Full stops: a phone's keyboard writes one for two spaces."""
_SIGN_APART: Final = re.compile(r"\s*([=~>])\s*|\s+(#)")


def folded_lines(text: str) -> str:
    """Return typed lines as they are parsed: without numbers, full stops, and spaces in turns."""
    words = _STOP.sub("", _TURN_NUMBER.sub("", folded(text)))
    return _PIECE_APART.sub(r"\1", _SIGN_APART.sub(r"\1\2", words)).lstrip()


class PlanArgument(SuggestingArgument):
    """Lines of turns as users type them."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> tuple[TypedLine, ...]:
        """Parse the lines. Whether they can be played is checked later, by the match."""
        return read_lines(folded_lines(str(value)))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the turns that can follow what was typed."""
        named = getattr(interaction.namespace, "match", None)
        number = read_match(str(named)) if named else None
        user = UserId(interaction.user.id)
        match = await bot.services.matches.resolve_to_see(viewer_of(interaction), number)
        if match.outcome is not None or match.seat_of(user) is None:
            return []
        return [(text, text) for text in going_on(match, user, folded_lines(typed))]


def going_on(match: Match, user: UserId, typed: str) -> Iterator[str]:
    """Yield the typed lines, completed by each turn that begins with the last word."""
    word, line = _search(_LAST_WORD, typed), _search(_LAST_LINE, typed)
    whole = line.split()[: -1 if word else None]
    if len(whole) >= 2 * MOST_DEEP + (match.to_move == user):
        return
    steps = steps_of(match.position, [read_turn_or_square(each) for each in whole])
    position: Position = steps[-1].after if steps else match.position
    before = typed[: len(typed) - len(word)]
    if steps and steps[-1].win is not None:
        return
    for text in islice(plan_suggestions(position, word.lower()), MOST_SUGGESTIONS):
        if len(before + text) <= _LONGEST:
            yield before + text


def _search(pattern: re.Pattern[str], text: str) -> str:
    parsed = pattern.search(text)
    return parsed[0] if parsed else ""
