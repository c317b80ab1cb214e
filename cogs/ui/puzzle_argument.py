"""The turn of `/puzzle answer:`, suggested while it is typed."""

from itertools import islice
from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.errors import Refusal
from bot.game import Placement, Step, Turn
from bot.host.puzzling import reached
from bot.match.draft import AskOption, AskPlacement, Draft
from bot.match.identity import GuildId, UserId
from bot.match.puzzle_day import IN_PERSON
from cogs.ui.arguments import MOST_SUGGESTIONS, Wanted, read_wanted
from cogs.ui.puzzle_stages import Solving
from cogs.ui.suggestions import turns_like
from cogs.ui.turn_parts import TurnPart


class PuzzleArgument(app_commands.Transformer):
    """The next turn of the day's puzzle."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> Wanted:
        """Read what was typed."""
        return read_wanted(str(value))

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the turns that can be played, all alike whether they are right or not."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        user = UserId(interaction.user.id)
        try:
            daily = await bot.host.puzzles.todays(scope_of(interaction), user)
        except Refusal:
            return []
        if daily.attempt.is_over:
            return []
        position = reached(daily.puzzle, daily.attempt.found).position
        typed = str(value).strip().lower()
        texts = islice(turns_like(position, typed), MOST_SUGGESTIONS)
        return [app_commands.Choice(name=text, value=text) for text in texts]


def scope_of(interaction: discord.Interaction[Any]) -> GuildId:
    """Give the server whose puzzle is meant, or what stands for direct messages."""
    return IN_PERSON if interaction.guild_id is None else GuildId(interaction.guild_id)


def wanted_part(solving: Solving, wanted: Wanted) -> TurnPart:
    """Give as much of a turn as was typed, a square with the kind that there is more of in hand."""
    turn = wanted.turn
    if turn is not None:
        return TurnPart(Draft(turn.recall, turn.placement, turn.leaves, turn.seam))
    asked = solving.asked
    if not isinstance(asked, AskPlacement):
        return solving.part
    pool = asked.position.pool_of(asked.position.to_move)
    kind = max(pool.kinds, key=pool.count)
    return TurnPart(Draft(placement=Placement(kind, wanted.square)))


def is_whole(solving: Solving, wanted: Wanted) -> bool:
    """Tell whether what was typed is a whole turn, and not one that leaves something to choose.

    In notation a seam piece that is not named is kept; who types a square alone has not said so.
    """
    asked = solving.saying(wanted_part(solving, wanted)).asked
    if wanted.turn is not None:
        return not isinstance(asked, AskOption)
    pool = solving.position.pool_of(solving.position.to_move)
    return len(pool.kinds) == 1 and isinstance(asked, Step)


def turn_of(part: TurnPart) -> Turn:
    """Give the turn that a whole part is, with the seam piece kept unless it says where to."""
    draft = part.draft
    if draft.placement is None:
        raise ValueError("no piece is placed yet")
    return Turn(draft.placement, draft.leaves, recall=draft.recall, seam=draft.seam)
