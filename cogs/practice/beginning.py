"""Begin matches against the bot, by a command or from a panel."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.features.matches.access import AllowedUsers
from bot.features.practice.service import FIRST_LEVEL, AcceptedPractice, levels_offered
from bot.game import newest_ruleset
from bot.match.challenge import Particulars
from bot.match.identity import Direct, GuildId, InServer, MatchId, UserId
from bot.match.terms import VenueKind, home_at
from bot.text import N_, any_of, gettext
from cogs.board.message import private_theme
from cogs.core.access import place_of, require_match, roles_in
from cogs.core.errors import FAILURES, CogRefusal
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.answering import answer_with_private_board
from cogs.delivery.challenge_delivery import answer_with_challenge, publish_challenge
from cogs.delivery.membership import shared_channel
from cogs.delivery.permissions import require_permissions
from cogs.delivery.venues import (
    beside_match,
    has_only_private_boards,
    is_on_panels,
    link_to,
    lives_elsewhere,
    place_again,
)
from cogs.practice.views import (
    PracticeTerms,
    begins_panel,
    begun_panel,
    cats_picture,
    played_here,
    practice_panel,
)
from cogs.wording.names import user_of
from cogs.wording.phrases import board_held_up, board_to_come


class NoSharedServer(CogRefusal):
    """The command needs a server that the user shares with the bot."""

    message = N_("I can't find a server that we share, so use `/practice` in a channel of one.")


def own_id(bot: BoopBot) -> UserId:
    """Return the user id with which the bot plays matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(
    interaction: Interaction,
    terms: PracticeTerms,
    left_out: Sequence[str] = (),
) -> None:
    """Show the panel with `terms` selected; it offers the levels that this machine can play.

    `left_out` names the options that the user gave but a match against the bot does not have.
    A time is among them only if it is by minutes.
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
    """Return the kind of venue that matches have in this channel."""
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
    """Return the place where the user starts a match against the bot.

    For direct messages, return a place in a server that the user shares with the bot. Raise
    `NoSharedServer` if there is none.
    """
    bot, here = interaction.client, place_of(interaction)
    place = here if isinstance(here, InServer) else await shared_channel(bot, user_of(interaction))
    if place is None:
        raise NoSharedServer
    return await beside_match(bot, place)


async def usual_terms(bot: BoopBot, user: UserId, guild: GuildId) -> PracticeTerms:
    """Return the default terms: those of the user's last match, or else of the server.

    The match is played in direct messages, because it concerns no one else.
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
    """Begin a match in the place of a command, and answer with the terms of the match.

    Answer privately, with a link to the match, if it is played in direct messages or if the user
    sent the command in the thread of a match.

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
    """Begin a match from a private panel, and then show a link to the match on the panel.

    Call `begun` with the id of the match as soon as the match exists. Raise what
    `begin_by_command` and `require_match` raise.
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
    """Begin a match and answer privately; call `begun` as soon as the match exists."""
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
        # If the panel shows the board, the rules below would push it out of view. **How to play**
        # shows them instead.
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
    """Show a link to the board on the panel, or the board itself if no message reaches the user."""
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
