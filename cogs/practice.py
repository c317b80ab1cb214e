"""`/practice`: matches against the bot, by the command, by its panel, and at another level."""

from collections import OrderedDict
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.host.practising import levels_offered
from bot.match.identity import MatchId, MessageId
from bot.match.practice import LevelNumber, Measured, Pace
from bot.match.terms import HomeKind, Starts
from cogs.ui.arguments import place_of, server_guild_of, server_place_of
from cogs.ui.failing import say_privately
from cogs.ui.names import noted
from cogs.ui.practice_beginning import begin_by_command, begin_by_panel
from cogs.ui.practice_choices import (
    first_choices,
    level_choices,
    measured_choices,
    pace_choices,
    place_choices,
)
from cogs.ui.practice_opening import open_practice, usual_terms
from cogs.ui.practice_panel import chosen_in
from cogs.ui.practice_wanted import NO_LIMIT, PracticeWanted, next_level, wanted_after
from cogs.ui.presses import Deed, Press
from cogs.ui.rulesets import ruleset_choices
from cogs.ui.times import time_choices, time_chosen

MOST_REMEMBERED: Final = 1000
"""Panels of which it is known that their match was begun."""

Asked = discord.Interaction[BoopBot]


class PracticeCog(commands.Cog, name="Practice"):
    """Begins matches against the bot."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._begun: Final[OrderedDict[MessageId, MatchId | None]] = OrderedDict()

    async def cog_load(self) -> None:
        """Say what the panel's buttons and menus do."""
        self.bot.presses[Deed.PRACTISE.value] = self.show
        self.bot.presses[Deed.PRACTISE_BY.value] = self.choose
        self.bot.presses[Deed.PRACTISE_BEGIN.value] = self.begin
        self.bot.presses[Deed.OTHER_LEVEL.value] = self.ask_for_another_level

    @app_commands.command(name="practice")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        level="Which of my cats you play; say nothing to look at them and choose",
        ruleset="What you play by; as the last time if you do not say",
        first="Who moves first; chance decides if you do not say",
        pace="How soon I answer; as the last time if you do not say, and at first at once",
        time="How long you may take for a move; as long as you like if you do not say",
        where="Where the match is played",
        measured="What it is played for; as the last time, and at first for the practice rating",
    )
    @app_commands.choices(level=level_choices())
    @app_commands.choices(
        ruleset=ruleset_choices(),
        first=first_choices(),
        pace=pace_choices(),
        time=time_choices(),
        where=place_choices(),
        measured=measured_choices(),
    )
    async def practice(
        self,
        interaction: Asked,
        level: int | None = None,
        ruleset: str | None = None,
        first: str = Starts.RANDOM.value,
        pace: str | None = None,
        time: str | None = None,
        where: str | None = None,
        measured: str | None = None,
    ) -> None:
        """Play against me: my cats, from one that a child beats to one nobody does."""
        place, user = server_place_of(interaction), noted(interaction)
        usual = await usual_terms(self.bot, user, server_guild_of(interaction))
        wanted = PracticeWanted(
            usual.level if level is None else LevelNumber(level),
            ruleset or usual.ruleset,
            usual.home if where is None else HomeKind(where),
            Starts(first),
            usual.pace if pace is None else Pace(pace),
            usual.measured if measured is None else Measured(measured),
            NO_LIMIT if time is None else time_chosen(time),
        )
        if level is None:
            await open_practice(interaction, wanted)
        else:
            await begin_by_command(interaction, user, place, wanted)

    async def show(self, interaction: Asked, press: Press) -> None:
        """Show the panel with what was chosen by a button."""
        await open_practice(interaction, PracticeWanted.of_facts(press.facts))

    async def choose(self, interaction: Asked, press: Press) -> None:
        """Show the panel with what was chosen in a menu."""
        wanted = PracticeWanted.of_facts(press.facts)
        await open_practice(interaction, chosen_in(wanted, press.facts[-1], press.chosen[0]))

    async def ask_for_another_level(self, interaction: Asked, press: Press) -> None:
        """Show the panel below a match that is over, with its terms and the seats swapped.

        The level is the fair one if that is another, else the next in the direction of the result.
        """
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        agreed = await self.bot.host.habits.agreed_on(user, match)
        wanted, offered = wanted_after(match, user, agreed), levels_offered()
        fair = await self.bot.host.practice_ratings.suggested_level(
            user, match.position.ruleset, offered
        )
        await open_practice(interaction, replace(wanted, level=next_level(match, fair, offered)))

    async def begin(self, interaction: Asked, press: Press) -> None:
        """Begin the match that the panel describes, once however often it is pressed."""
        user, wanted = noted(interaction), PracticeWanted.of_facts(press.facts)
        here = place_of(interaction) if wanted.after else server_place_of(interaction)
        panel = MessageId(interaction.message.id if interaction.message else interaction.id)
        if panel in self._begun:
            number = self._begun[panel]
            which = "" if number is None else f" It is **#{number}**."
            await say_privately(interaction, f"Your match has begun already.{which}")
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
