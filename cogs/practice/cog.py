"""`/practice`: matches against the bot."""

from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.features.matches.access import AllowedUsers
from bot.features.practice.service import FIRST_LEVEL, levels_offered
from bot.match.clock import read_time
from bot.match.identity import MatchId, MessageId
from bot.match.terms import LevelNumber, Measurement, Pace, Starts, VenueKind
from bot.text import N_, gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_place_of
from cogs.core.codecs import DecodeError, RulesetName
from cogs.core.replies import acknowledge
from cogs.practice.beginning import (
    begin_by_command,
    begin_by_panel,
    open_practice,
    practice_place,
    usual_terms,
)
from cogs.practice.views import (
    NO_LIMIT,
    PracticeTerms,
    first_choices,
    level_choices,
    measured_choices,
    pace_choices,
    place_choices,
    rematch_terms,
    suggested_after,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.rulesets import ruleset_choices
from cogs.wording.times import OFFERED_TIMES, time_choices

MOST_REMEMBERED: Final = 1000
"""How many panels that have begun a match are remembered."""


class PracticeCog(Cog, name="Practice"):
    """Begins matches against the bot."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._begun: Final = BoundedDict[MessageId, MatchId | None](MOST_REMEMBERED)

    @app_commands.command(
        name="practice", extras=in_help(Topic.PLAY, 10, N_("play one of my cats"))
    )
    @app_commands.describe(
        level="Which of my cats to play; leave it out to see them all",
        ruleset="Which rules to play by; by default, the same as last time",
        first="Who moves first; by default, it's random",
        pace="How soon I answer; by default, the same as last time",
        time="Your time; by default, there's no limit",
        where="Where to play; by default, in your direct messages",
        rated="Whether it counts for your practice rating; else as last time",
    )
    @app_commands.choices(level=level_choices())
    @app_commands.choices(
        ruleset=ruleset_choices(),
        first=first_choices(),
        pace=pace_choices(),
        time=time_choices(OFFERED_TIMES),
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
        venue, user = VenueKind.DIRECT if where is None else VenueKind(where), user_of(interaction)
        if venue is VenueKind.DIRECT:
            place = await practice_place(interaction)
        else:
            place = server_place_of(interaction)
        usual = await usual_terms(self.bot, user, place.guild)
        terms = PracticeTerms(
            usual.level if level is None else LevelNumber(level),
            ruleset or usual.ruleset,
            venue,
            Starts(first),
            usual.pace if pace is None else Pace(pace),
            usual.measured if rated is None else Measurement(rated),
            NO_LIMIT if time is None else read_time(time),
        )
        if level is None:
            await open_practice(interaction, terms)
        else:
            await begin_by_command(interaction, user, place, terms)

    @action("play-cat")
    async def begin_anew(self, context: ActionContext) -> None:
        """Show the panel with the terms of the last match, or those for a beginner."""
        place = await practice_place(context.interaction)
        usual = await usual_terms(self.bot, context.user, place.guild)
        await open_practice(context.interaction, usual)

    @action("play-first-level")
    async def begin_with_first_level(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Begin a match against the weakest level at once, in the ruleset that the user learned."""
        terms = PracticeTerms(FIRST_LEVEL, ruleset, starts=Starts.ME)
        await self._begin_once(context.interaction, terms)

    @action("practise")
    async def show(self, context: ActionContext, terms: PracticeTerms) -> None:
        """Show the panel with the terms that a button selected."""
        await open_practice(context.interaction, terms)

    @action("practise-level")
    async def choose_level(
        self, context: ActionContext, terms: PracticeTerms, *, chosen: LevelNumber
    ) -> None:
        """Show the panel with the level that was chosen."""
        await open_practice(context.interaction, replace(terms, level=chosen))

    @action("practise-ruleset")
    async def choose_ruleset(
        self, context: ActionContext, terms: PracticeTerms, *, chosen: RulesetName
    ) -> None:
        """Show the panel with the ruleset that was chosen."""
        await open_practice(context.interaction, replace(terms, ruleset=chosen))

    @action("practise-first")
    async def choose_first(
        self, context: ActionContext, terms: PracticeTerms, *, chosen: Starts
    ) -> None:
        """Show the panel with the user's choice of who moves first."""
        await open_practice(context.interaction, replace(terms, starts=chosen))

    @action("other-level", who=AllowedUsers.PLAYERS)
    async def ask_for_another_level(self, context: ActionContext, match: MatchId) -> None:
        """Show the panel for another match after one that is over: same terms, seats swapped.

        Select the fair level if it differs from the last one. Otherwise select the next higher
        level after a win of the user, or the next lower one after a loss.
        """
        user, services = context.user, self.bot.services
        stored = await services.matches.find(match)
        if stored.bot is None:
            raise DecodeError(f"match {match} is between people")
        agreed = await services.habits.agreed_on(user, stored)
        terms = rematch_terms(stored, user, agreed)
        fair = await services.practice_ratings.suggested_level(
            user, stored.position.ruleset, levels_offered()
        )
        level = suggested_after(stored, fair)
        await open_practice(context.interaction, replace(terms, level=level))

    @action("next-level", who=AllowedUsers.PLAYERS)
    async def play_next_level(
        self, context: ActionContext, match: MatchId, level: LevelNumber
    ) -> None:
        """Begin a match with the terms of one that is over, at the level that its board offers."""
        user = context.user
        stored = await self.bot.services.matches.find(match)
        if stored.bot is None:
            raise DecodeError(f"match {match} is between people")
        agreed = await self.bot.services.habits.agreed_on(user, stored)
        terms = replace(rematch_terms(stored, user, agreed), level=level)
        await self._begin_once(context.interaction, terms)

    @action("begin-practice")
    async def begin(self, context: ActionContext, terms: PracticeTerms) -> None:
        """Begin the match that the panel describes."""
        await self._begin_once(context.interaction, terms)

    async def _begin_once(self, interaction: Interaction, terms: PracticeTerms) -> None:
        """Begin a match from a panel, unless the last match that the panel began is still live."""
        panel = MessageId(interaction.message.id if interaction.message else interaction.id)
        if panel in self._begun and not await self._was_finished(panel):
            number = self._begun[panel]
            text = gettext("Your match has already started.")
            if number is not None:
                text = gettext("Your match has already started: **#{match}**.", match=number)
            await acknowledge(interaction, text)
            return
        self._begun[panel] = None

        def begun(number: MatchId) -> None:
            self._begun[panel] = number

        try:
            await begin_by_panel(interaction, user_of(interaction), terms, begun)
        except BaseException:
            # If the match exists already, the panel stays used: the board is posted later.
            if self._begun.get(panel) is None:
                self._begun.pop(panel, None)
            raise

    async def _was_finished(self, panel: MessageId) -> bool:
        """Return whether the match that a panel began is over and the panel has begun no other."""
        number = self._begun[panel]
        if number is None:
            return False
        match = await self.bot.services.matches.find(number)
        return match.outcome is not None and self._begun.get(panel) == number


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PracticeCog(bot))
