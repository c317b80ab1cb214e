"""`/practice`: matches against the bot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import discord
import structlog
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.features.matches.access import AllowedUsers
from bot.features.practice.service import FIRST_LEVEL, AcceptedPractice, levels_offered
from bot.game import newest_ruleset
from bot.match.challenge import Particulars
from bot.match.clock import read_time
from bot.match.identity import Direct, GuildId, InServer, MatchId, MessageId, UserId
from bot.match.terms import LevelNumber, Measurement, Pace, Starts, VenueKind, home_at
from bot.text import N_, any_of, gettext
from cogs.board.message import private_theme
from cogs.core.access import place_of, require_match, roles_in
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_place_of
from cogs.core.codecs import DecodeError, RulesetName
from cogs.core.errors import FAILURES, CogRefusal
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.answering import answer_with_private_board
from cogs.delivery.challenge_delivery import answer_with_challenge, publish_challenge
from cogs.delivery.permissions import require_permissions, shared_channel
from cogs.delivery.venues import (
    beside_match,
    has_only_private_boards,
    is_on_panels,
    link_to,
    lives_elsewhere,
    place_again,
)
from cogs.practice.views import (
    NO_LIMIT,
    PracticeTerms,
    begins_panel,
    begun_panel,
    cats_picture,
    first_choices,
    level_choices,
    measured_choices,
    pace_choices,
    place_choices,
    played_here,
    practice_panel,
    rematch_terms,
    suggested_after,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import board_held_up, board_to_come
from cogs.wording.rulesets import ruleset_choices
from cogs.wording.times import OFFERED_TIMES, time_choices


class NoSharedServer(CogRefusal):
    """The command needs a server that the user shares with the bot."""

    message = N_("I can't find a server that we share, so use `/practice` in a channel of one.")


def own_id(bot: BoopBot) -> UserId:
    """Return the account by which the bot sits in matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(
    interaction: Interaction,
    terms: PracticeTerms,
    left_out: Sequence[str] = (),
) -> None:
    """Show the panel with these terms chosen, of the levels that this machine can play.

    `left_out` are options that the user named but such a match does not have; a time
    is left out only if it is by minutes.
    """
    bot, user, offered = interaction.client, UserId(interaction.user.id), levels_offered()
    terms = replace(terms, level=min(terms.level, offered[-1]))
    ruleset = newest_ruleset(terms.ruleset)
    suggested = await bot.services.practice_ratings.suggested_level(user, ruleset, offered)
    picture = await cats_picture(bot, await private_theme(interaction), terms.level)
    panel = practice_panel(terms, suggested, picture, await _venue_here(interaction))
    if left_out:
        panel.add_item(discord.ui.TextDisplay(_left_out(left_out)))
    await answer_privately(interaction, panel, picture)


async def _venue_here(interaction: Interaction) -> VenueKind:
    """Return how matches are played in this channel."""
    home = home_at(place_of(interaction))
    if isinstance(home, VenueKind):
        return home
    return (await interaction.client.services.settings.of(home)).venue


def _left_out(names: Sequence[str]) -> str:
    others = [f"`{name}`" for name in names if name != "time"]
    lines = []
    if others:
        lines.append(
            gettext(
                "A match with me is casual and starts at once, so {options} can't be chosen.",
                options=any_of(others),
            )
        )
    if "time" in names:
        lines.append(
            gettext("Matches by minutes are for two people, so this one isn't by minutes.")
        )
    return "\n".join(f"-# {line}" for line in lines)


async def practice_place(interaction: Interaction) -> InServer:
    """Return where the user starts a match against the bot.

    In direct messages it is a server that the user shares with the bot. Raise `NoSharedServer`.
    """
    bot, here = interaction.client, place_of(interaction)
    place = here if isinstance(here, InServer) else await shared_channel(bot, user_of(interaction))
    if place is None:
        raise NoSharedServer
    return await beside_match(bot, place)


async def usual_terms(bot: BoopBot, user: UserId, guild: GuildId) -> PracticeTerms:
    """Return the terms if the user names none: those of the last match, then of the server.

    It is played in direct messages: a match against the bot concerns no one else.
    """
    last = await bot.services.habits.last(user, own_id(bot))
    if last is None:
        settings = await bot.services.settings.of(guild)
        return PracticeTerms(FIRST_LEVEL, settings.ruleset)
    before = last.practice
    return PracticeTerms(before.level, last.ruleset, pace=before.pace, measured=before.measured)


_log: Final = structlog.get_logger(__name__)


async def begin_by_command(
    interaction: Interaction, user: UserId, place: InServer, terms: PracticeTerms
) -> None:
    """Begin a match where a command asks for it, and answer with what was agreed on.

    A user who wants to play in direct messages, or asks in the thread of a match, is told privately
    where the match is.

    Raise what `PracticeStarter.begin` (`bot.features.practice.service`) raises, or
    `PermissionsMissing`.
    """
    bot = interaction.client
    beside = await beside_match(bot, place)
    if terms.venue is VenueKind.DIRECT or beside != place:
        await _begin_privately(interaction, user, beside, terms)
        return
    async with bot.working():
        done = await _begin(interaction, user, place, terms)
        await answer_with_challenge(interaction, done.challenge)
        await bot.show_rules_first(interaction, done.match.position.ruleset.name)
        held_up = await publish_challenge(bot, done.challenge.id)
        if held_up:
            await acknowledge(interaction, board_held_up(done.match.id))


async def begin_by_panel(
    interaction: Interaction,
    user: UserId,
    terms: PracticeTerms,
    begun: Callable[[MatchId], None],
) -> None:
    """Begin a match from a private panel, which then says where the match is.

    `begun` is called with the match as soon as it exists. Raise what `begin_by_command` and
    `require_match` raise.
    """
    bot = interaction.client
    if terms.after is None:
        place = await practice_place(interaction)
    else:
        place = place_again(
            bot, await require_match(interaction, terms.after, AllowedUsers.PLAYERS)
        )
    await _begin_privately(interaction, user, place, terms, begun)


async def _begin_privately(
    interaction: Interaction,
    user: UserId,
    place: InServer,
    terms: PracticeTerms,
    begun: Callable[[MatchId], None] | None = None,
) -> None:
    """Begin a match, and tell the user alone; `begun` is called as soon as the match exists."""
    bot = interaction.client
    async with bot.working():
        done = await _begin(interaction, user, place, terms)
        if begun is not None:
            begun(done.match.id)
        try:
            await answer_privately(interaction, begins_panel(done.match))
        except FAILURES as error:
            _log.warning("response not accepted", match=done.match.id, reason=repr(error))
        # If the board follows in the same place, it must be the last message there.
        is_before = isinstance(place_of(interaction), Direct) or not done.match.stays_in_person
        if is_before:
            await bot.show_rules_first(interaction, done.match.position.ruleset.name)
        # The bot's own token is used: an answer to a private panel would be a reply to a message
        # that others cannot see.
        held_up = await publish_challenge(bot, done.challenge.id)
        if held_up and not done.match.stays_in_person:
            await acknowledge(interaction, board_held_up(done.match.id))
            return
        await _lead_there(interaction, done, user)
        # Below a board on the panel the rules would push it out of view; "How to play" shows them.
        if not is_before and not await is_on_panels(bot, done.match):
            await bot.show_rules_first(interaction, done.match.position.ruleset.name)


async def _begin(
    interaction: Interaction, user: UserId, place: InServer, terms: PracticeTerms
) -> AcceptedPractice:
    bot = interaction.client
    is_here = place.channel == interaction.channel_id
    if is_here and not await lives_elsewhere(bot, place, terms.venue):
        require_permissions(interaction)
    roles = await roles_in(interaction, place.guild)
    return await bot.services.practising.begin(
        user, own_id(bot), place, terms.match_terms(), Particulars(venue=terms.venue), roles
    )


async def _lead_there(interaction: Interaction, done: AcceptedPractice, user: UserId) -> None:
    """Put a link to the board on the panel, or the board itself if it can't be sent to the user."""
    bot = interaction.client
    match = await bot.services.matches.find(done.match.id)
    try:
        if await is_on_panels(bot, match):
            await answer_with_private_board(interaction, match, played_here())
            return
        if await has_only_private_boards(bot, match):
            panel = note_panel(board_to_come(match.id))
        else:
            panel = begun_panel(match, await link_to(bot, match, user))
        await interaction.edit_original_response(view=panel)
    except FAILURES as error:
        _log.info("panel not edited", match=match.id, reason=repr(error))


MOST_REMEMBERED: Final = 1000
"""How many panels are remembered whose match was begun."""


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
        """Begin a match against the weakest level at once, by the rules that were learned."""
        terms = PracticeTerms(FIRST_LEVEL, ruleset, starts=Starts.ME)
        await self._begin_once(context.interaction, terms)

    @action("practise")
    async def show(self, context: ActionContext, terms: PracticeTerms) -> None:
        """Show the panel with what was chosen by a button."""
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
        """Show the panel with who moves first as it was chosen."""
        await open_practice(context.interaction, replace(terms, starts=chosen))

    @action("other-level", who=AllowedUsers.PLAYERS)
    async def ask_for_another_level(self, context: ActionContext, match: MatchId) -> None:
        """Show the panel below a match that is over, with its terms and the seats swapped.

        The level is the fair one if that is another, else the next in the direction of the result.
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
        """Begin a match by the terms of one that is over, with a level that the board names."""
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
        """Begin a match from a panel, unless one that it began is still live."""
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
            # If the match exists already, the panel stays used: the match will be shown later.
            if self._begun.get(panel) is None:
                self._begun.pop(panel, None)
            raise

    async def _was_finished(self, panel: MessageId) -> bool:
        """Return whether the match that a panel began is over, and it has begun no other since."""
        number = self._begun[panel]
        if number is None:
            return False
        match = await self.bot.services.matches.find(number)
        return match.outcome is not None and self._begun.get(panel) == number


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PracticeCog(bot))
