"""Opening the panel on which somebody chooses how to play the bot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.features.practice.service import FIRST_LEVEL, Practised, levels_offered
from bot.game import newest_ruleset
from bot.match.challenge import Particulars
from bot.match.identity import GuildId, MatchId, Place, UserId
from bot.match.terms import VenueKind
from bot.text import any_of, gettext
from cogs.challenges.delivery import answer_with_challenge, publish_challenge
from cogs.challenges.views import place_again
from cogs.core.access import require_match, roles_in
from cogs.core.answering import say_held_up, show_panel
from cogs.core.discord_codes import FAILURES
from cogs.core.errors import NoSharedServer
from cogs.core.membership import shared_channel
from cogs.core.names import user_of
from cogs.core.options import place_of
from cogs.core.permissions import require_permissions
from cogs.core.themes import private_theme
from cogs.core.venues import link_to, lives_elsewhere
from cogs.practice.panel import begins_panel, begun_panel, cats_picture, practice_panel
from cogs.practice.wanted import PracticeWanted


def own_id(bot: BoopBot) -> UserId:
    """Return the account by which the bot sits in matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(
    interaction: discord.Interaction[BoopBot],
    wanted: PracticeWanted,
    left_out: Sequence[str] = (),
) -> None:
    """Show the panel with these terms chosen, of the levels that this machine can play.

    `left_out` are options that somebody has named, and that such a match does not have.
    """
    bot, user, offered = interaction.client, UserId(interaction.user.id), levels_offered()
    wanted = replace(wanted, level=min(wanted.level, offered[-1]))
    ruleset = newest_ruleset(wanted.ruleset)
    suggested = await bot.services.practice_ratings.suggested_level(user, ruleset, offered)
    picture = await cats_picture(bot, await private_theme(interaction), wanted.level)
    panel = practice_panel(wanted, suggested, picture)
    if left_out:
        panel.add_item(discord.ui.TextDisplay(_left_out(left_out)))
    await show_panel(interaction, panel, picture)


def _left_out(names: Sequence[str]) -> str:
    named = any_of([f"`{name}`" for name in names])
    words = gettext(
        "A match with me is casual and starts at once, so {options} can't be chosen.",
        options=named,
    )
    return f"-# {words}"


async def practice_place(interaction: discord.Interaction[BoopBot]) -> Place:
    """Return where somebody begins to play the bot.

    For who asks in direct messages it is a server that they share. Raise `NoSharedServer`.
    """
    here = place_of(interaction)
    place = here if here.guild else await shared_channel(interaction.client, user_of(interaction))
    if place is None:
        raise NoSharedServer
    return place


async def usual_terms(bot: BoopBot, user: UserId, guild: GuildId) -> PracticeWanted:
    """Return the terms of somebody who names none: as before, and as the server has them."""
    settings = await bot.services.settings.of(guild)
    last = await bot.services.habits.last(user, own_id(bot))
    if last is None:
        return PracticeWanted(FIRST_LEVEL, settings.ruleset, settings.venue)
    before = last.practice
    return PracticeWanted(
        before.level, last.ruleset, settings.venue, pace=before.pace, measured=before.measured
    )


_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


async def begin_by_command(
    interaction: Interaction, user: UserId, place: Place, wanted: PracticeWanted
) -> None:
    """Begin a match where a command asks for it, and answer with what was agreed on.

    Who wants to play in their direct messages is answered there and privately.

    Raise what `bot.features.practice.service.Practising.begin` raises, or `PermissionsMissing`.
    """
    bot = interaction.client
    if wanted.venue is VenueKind.DIRECT:
        await _begin_privately(interaction, user, place, wanted)
        return
    async with bot.working():
        done = await _begun(interaction, user, place, wanted)
        await answer_with_challenge(interaction, done.challenge)
        await bot.show_rules_first(interaction)
        held_up = await publish_challenge(bot, done.challenge.id)
        if held_up:
            await say_held_up(interaction, done.match.id)


async def begin_by_panel(
    interaction: Interaction,
    user: UserId,
    here: Place,
    wanted: PracticeWanted,
    begun: Callable[[MatchId], None],
) -> None:
    """Begin a match that a private panel asks for; the panel then says where the match is.

    `begun` is called with it as soon as there is one. Raise the same, and what `require_match`
    raises.
    """
    bot = interaction.client
    place = here
    if wanted.after is not None:
        place = place_again(bot, await require_match(interaction, wanted.after, Who.PLAYERS))
    await _begin_privately(interaction, user, place, wanted, begun)


async def _begin_privately(
    interaction: Interaction,
    user: UserId,
    place: Place,
    wanted: PracticeWanted,
    begun: Callable[[MatchId], None] | None = None,
) -> None:
    """Begin a match, and tell the person alone; `begun` is called as soon as there is one."""
    bot = interaction.client
    async with bot.working():
        done = await _begun(interaction, user, place, wanted)
        if begun is not None:
            begun(done.match.id)
        try:
            await show_panel(interaction, begins_panel(done.match))
        except FAILURES as error:
            _log.warning("response not accepted", match=done.match.id, reason=repr(error))
        await bot.show_rules_first(interaction)
        # By the bot's own token: the answer to a private panel would be a reply to what others
        # cannot see.
        if await publish_challenge(bot, done.challenge.id):
            await say_held_up(interaction, done.match.id)
        await _lead_there(interaction, done, user)


async def _begun(
    interaction: Interaction, user: UserId, place: Place, wanted: PracticeWanted
) -> Practised:
    bot = interaction.client
    is_here = place.channel == interaction.channel_id
    if is_here and not await lives_elsewhere(bot, place, wanted.venue):
        require_permissions(interaction)
    roles = await roles_in(interaction, place.guild)
    return await bot.services.practising.begin(
        user, own_id(bot), place, wanted.terms(), Particulars(venue=wanted.venue), roles
    )


async def _lead_there(interaction: Interaction, done: Practised, user: UserId) -> None:
    """Put a link to the board on the panel; nothing depends on it."""
    bot = interaction.client
    match = await bot.services.matches.find(done.match.id)
    try:
        await interaction.edit_original_response(
            view=begun_panel(match, await link_to(bot, match, user))
        )
    except FAILURES as error:
        _log.info("panel not edited", match=match.id, reason=repr(error))
