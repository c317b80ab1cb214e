"""`/practice`: matches against the bot, by the command, by its panel, and at another level."""

from collections import OrderedDict
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.challenges.admission import server_of
from bot.features.matches.access import Who
from bot.features.practice.service import levels_offered
from bot.match.identity import MatchId, MessageId
from bot.match.practice import LevelNumber, Measured, Pace
from bot.match.terms import Starts, VenueKind
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of, server_place_of
from cogs.core.codecs import RulesetName, Unreadable
from cogs.core.failing import say_privately
from cogs.core.names import user_of
from cogs.core.options import place_of
from cogs.core.rulesets import ruleset_choices
from cogs.core.times import time_choices, time_chosen
from cogs.practice.beginning import (
    begin_by_command,
    begin_by_panel,
    open_practice,
    practice_place,
    usual_terms,
)
from cogs.practice.panel import (
    first_choices,
    level_choices,
    measured_choices,
    pace_choices,
    place_choices,
)
from cogs.practice.wanted import NO_LIMIT, PracticeWanted, next_level, wanted_after

MOST_REMEMBERED: Final = 1000
"""Panels of which it is known that their match was begun."""

Interaction = discord.Interaction[BoopBot]


class PracticeCog(Cog, name="Practice"):
    """Begins matches against the bot."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._begun: Final[OrderedDict[MessageId, MatchId | None]] = OrderedDict()

    @app_commands.command(name="practice")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        level="Which of my cats to play; leave it out to see them all",
        ruleset="Which rules to play by; by default, the same as last time",
        first="Who moves first; by default, it's random",
        pace="How soon I answer; by default, the same as last time",
        time="Your time; by default, there's no limit",
        where="Where to play",
        rated="Whether it counts for your practice rating; else as last time",
    )
    @app_commands.choices(level=level_choices())
    @app_commands.choices(
        ruleset=ruleset_choices(),
        first=first_choices(),
        pace=pace_choices(),
        time=time_choices(),
        where=place_choices(),
        rated=measured_choices(),
    )
    async def practice(
        self,
        interaction: Interaction,
        level: int | None = None,
        ruleset: str | None = None,
        first: str = Starts.RANDOM.value,
        pace: str | None = None,
        time: str | None = None,
        where: str | None = None,
        rated: str | None = None,
    ) -> None:
        """Play one of my cats: a child beats the first, few beat the last."""
        place, user = server_place_of(interaction), user_of(interaction)
        usual = await usual_terms(self.bot, user, server_guild_of(interaction))
        wanted = PracticeWanted(
            usual.level if level is None else LevelNumber(level),
            ruleset or usual.ruleset,
            usual.venue if where is None else VenueKind(where),
            Starts(first),
            usual.pace if pace is None else Pace(pace),
            usual.measured if rated is None else Measured(rated),
            NO_LIMIT if time is None else time_chosen(time),
        )
        if level is None:
            await open_practice(interaction, wanted)
        else:
            await begin_by_command(interaction, user, place, wanted)

    @action("play-cat")
    async def begin_anew(self, context: ActionContext) -> None:
        """Show the panel with the terms of the last time, or those for a beginner.

        Who asks in direct messages plays there.
        """
        place = await practice_place(context.interaction)
        usual = await usual_terms(self.bot, context.user, server_of(place))
        if context.guild is None:
            usual = replace(usual, venue=VenueKind.DIRECT)
        await open_practice(context.interaction, usual)

    @action("practise")
    async def show(self, context: ActionContext, wanted: PracticeWanted) -> None:
        """Show the panel with what was chosen by a button."""
        await open_practice(context.interaction, wanted)

    @action("practise-level")
    async def choose_level(
        self, context: ActionContext, wanted: PracticeWanted, *, chosen: LevelNumber
    ) -> None:
        """Show the panel with the level that was chosen."""
        await open_practice(context.interaction, replace(wanted, level=chosen))

    @action("practise-ruleset")
    async def choose_ruleset(
        self, context: ActionContext, wanted: PracticeWanted, *, chosen: RulesetName
    ) -> None:
        """Show the panel with the ruleset that was chosen."""
        await open_practice(context.interaction, replace(wanted, ruleset=chosen))

    @action("practise-first")
    async def choose_first(
        self, context: ActionContext, wanted: PracticeWanted, *, chosen: Starts
    ) -> None:
        """Show the panel with who moves first as it was chosen."""
        await open_practice(context.interaction, replace(wanted, starts=chosen))

    @action("other-level", who=Who.PLAYERS)
    async def ask_for_another_level(self, context: ActionContext, match: MatchId) -> None:
        """Show the panel below a match that is over, with its terms and the seats swapped.

        The level is the fair one if that is another, else the next in the direction of the result.
        """
        user, services = context.user, self.bot.services
        found = await services.matches.find(match)
        if found.bot is None:
            raise Unreadable(f"match {match} is between people")
        agreed = await services.habits.agreed_on(user, found)
        wanted, offered = wanted_after(found, user, agreed), levels_offered()
        fair = await services.practice_ratings.suggested_level(
            user, found.position.ruleset, offered
        )
        level = next_level(found, fair, offered)
        await open_practice(context.interaction, replace(wanted, level=level))

    @action("begin-practice")
    async def begin(self, context: ActionContext, wanted: PracticeWanted) -> None:
        """Begin the match that the panel describes, once however often it is clicked."""
        interaction, user = context.interaction, context.user
        here = place_of(interaction) if wanted.after else await practice_place(interaction)
        panel = MessageId(interaction.message.id if interaction.message else interaction.id)
        if panel in self._begun:
            number = self._begun[panel]
            text = gettext("Your match has already started.")
            if number is not None:
                text = gettext("Your match has already started: **#{match}**.", match=number)
            await say_privately(interaction, text)
            return
        self._begun[panel] = None
        if len(self._begun) > MOST_REMEMBERED:
            self._begun.popitem(last=False)

        def begun(number: MatchId) -> None:
            self._begun[panel] = number

        try:
            await begin_by_panel(interaction, user, here, wanted, begun)
        except BaseException:
            # Where there is a match already, the panel stays used up: it is shown later.
            if self._begun.get(panel) is None:
                self._begun.pop(panel, None)
            raise


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PracticeCog(bot))
