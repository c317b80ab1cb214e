"""The lines of `/plan`: suggested turn by turn while they are typed."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.errors import Refusal
from bot.game import Position, read_turn
from bot.match.conditional import MOST_DEEP, steps_of
from bot.match.identity import UserId
from bot.match.match import Match
from cogs.core.access import viewer_of
from cogs.core.arguments import MOST_SUGGESTIONS, read_match
from cogs.core.suggestions import turns_like

_LONGEST: Final = 100
"""Discord's limit of a suggestion, in characters."""
_LAST_WORD: Final = re.compile(r"[^\s,;]*$")
_LAST_LINE: Final = re.compile(r"[^,;]*$")


class PlanArgument(app_commands.Transformer):
    """Lines of turns, as people write them."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> str:
        """Leave the text as it is: the match says whether it can be played."""
        return str(value)

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the turns that can follow what was typed."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        named = getattr(interaction.namespace, "match", None)
        try:
            number = read_match(str(named)) if named else None
            user = UserId(interaction.user.id)
            match = await bot.services.matches.resolve_to_see(viewer_of(interaction), number)
            if match.outcome is not None or match.seat_of(user) is None:
                return []
            texts = list(_texts(match, user, str(value)))
        except Refusal:
            return []
        return [app_commands.Choice(name=text, value=text) for text in texts]


def _texts(match: Match, user: UserId, typed: str) -> Iterator[str]:
    """Walk over what was typed, with each turn that its last word can become."""
    word, line = _found(_LAST_WORD, typed), _found(_LAST_LINE, typed)
    whole = line.split()[: -1 if word else None]
    if len(whole) >= 2 * MOST_DEEP + (match.to_move == user):
        return
    steps = steps_of(match.position, [read_turn(each) for each in whole])
    position: Position = steps[-1].after if steps else match.position
    before = typed[: len(typed) - len(word)]
    if steps and steps[-1].win is not None:
        return
    for text in islice(turns_like(position, word.lower()), MOST_SUGGESTIONS):
        if len(before + text) <= _LONGEST:
            yield before + text


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""
