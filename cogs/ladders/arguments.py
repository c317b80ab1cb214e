"""Options of commands that name a ladder or a player on it."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.ladders.errors import CannotChallenge, NoSuchLadder
from bot.features.ladders.ladder import LadderField, LadderId, ServerLadder
from bot.features.ladders.rules import LadderObstacle, RungId, challengeable
from bot.match.identity import UserId
from bot.match.terms import ruleset_name
from bot.text.folding import folded
from cogs.core.arguments import SuggestingArgument, Suggestion, bot_of, server_guild_of
from cogs.ladders.wording import name_of
from cogs.wording.names import NAMES, drawable_name


class LadderArgument(SuggestingArgument):
    """A ladder of the server, by its name or its number."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> LadderId:
        """Read what was chosen or typed. Raise `NoSuchLadder`."""
        return _ladder_named(await ladders_here(interaction), str(value)).id

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the ladders whose names fit."""
        needle = folded(typed).casefold()
        return [
            (name_of(each), str(each.id))
            for each in await ladders_here(interaction)
            if needle in folded(name_of(each)).casefold()
        ]


class ChallengeableArgument(SuggestingArgument):
    """A player on a ladder, by name or number."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Return what was chosen or typed; the ladder is not known yet."""
        return str(value)

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the players whom the user can challenge, the nearest first."""
        listed = await ladders_here(interaction)
        named = getattr(interaction.namespace, "ladder", None)
        if named:
            listed = [_ladder_named(listed, str(named))]
        needle, user = folded(typed).casefold(), UserId(interaction.user.id)
        suggestions = list[Suggestion]()
        for ladder in listed[:1]:
            field = await bot.services.ladders.find(ladder.id)
            own = field.on_it(user)
            if own is None:
                continue
            offered = challengeable(field.rules, own.id, bot.services.clock.now())
            await NAMES.learn(bot, [field.rung(each).user for each in offered])
            for each in reversed(offered):
                name = drawable_name(field.rung(each).user)
                if needle in folded(name).casefold():
                    suggestions.append((f"{field.rung(each).place}. {name}", str(each)))
        return suggestions


async def ladders_here(interaction: discord.Interaction[Any]) -> list[ServerLadder]:
    """Return the ladders of the server in which a user acts."""
    return await bot_of(interaction).services.ladders.listed(server_guild_of(interaction))


def _ladder_named(ladders: Sequence[ServerLadder], typed: str) -> ServerLadder:
    """Return the ladder of that number, name or ruleset. Raise `NoSuchLadder`."""
    needle = folded(typed).casefold().removeprefix("#")
    for each in ladders:
        ruleset = ruleset_name(each.terms.ruleset.name)
        if needle in (str(each.id), folded(name_of(each)).casefold(), folded(ruleset).casefold()):
            return each
    raise NoSuchLadder


def player_named(field: LadderField, typed: str) -> RungId:
    """Return the player of that number or name. Raise `CannotChallenge`."""
    needle = folded(typed).casefold().removeprefix("#").removeprefix("@")
    for each in field.order:
        name = folded(drawable_name(field.rung(each).user)).casefold()
        if needle in (str(each), name):
            return each
    raise CannotChallenge(LadderObstacle.NOT_ON_LADDER)


LadderOption = app_commands.Transform[LadderId, LadderArgument]
PlayerOption = app_commands.Transform[str, ChallengeableArgument]
