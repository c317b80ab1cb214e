"""**Rematch**: another match with the same opponent."""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.app import BoopBot, Interaction
from bot.errors import Refusal
from bot.features.challenges.challenging import authorise_rematch
from bot.features.challenges.errors import RematchBegun, RematchCountered, RematchOffered
from bot.features.challenges.pairs import SecondMatch
from bot.features.challenges.writer import AnsweredChallenge
from bot.features.matches.access import AllowedUsers
from bot.game import Seat
from bot.jobs.backoff import GRACE
from bot.jobs.runner import job
from bot.match.identity import InServer, MatchId, UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.challenges.answering import refuse_with_open_challenge
from cogs.core.access import place_of, roles_in
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge
from cogs.delivery.answering import answer_with_private_board
from cogs.delivery.challenge_delivery import (
    answer_with_challenge,
    publish_challenge,
    show_challenge,
)
from cogs.delivery.membership import require_member
from cogs.delivery.threads import is_thread_open
from cogs.delivery.venues import has_only_private_boards, is_on_panels, link_to, place_again
from cogs.wording.phrases import board_held_up, board_to_come, invited, player_name
from cogs.wording.refusals import sentence

_log: Final = structlog.get_logger(__name__)


class RematchCog(Cog, name="Rematch"):
    """Lets two players play again with the seats swapped, and begins the second of two matches."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        # A separate lock: that of a match's display is held while Discord delays a board.
        self._pressed: Final[WeakValueDictionary[MatchId, asyncio.Lock]] = WeakValueDictionary()

    @action("rematch", who=AllowedUsers.PLAYERS)
    async def rematch(self, context: ActionContext, match: MatchId) -> None:
        """Offer a rematch, or accept the one that the opponent has offered.

        Clicks run one at a time, so that accepting finds the message to start a thread from. If the
        offer or the new match is in view, it serves as the answer.
        """
        interaction, user, services = context.interaction, context.user, self.bot.services
        stored = await services.matches.find(match)
        authorise_rematch(stored, user)
        if stored.venue.is_in_server and stored.bot is None:
            await require_member(self.bot, stored.venue.guild, stored.opponent_of(user))
        roles = await roles_in(interaction, stored.venue.guild)
        async with self._pressed.setdefault(stored.id, asyncio.Lock()):
            try:
                place = await _place_again(self.bot, stored)
                done = await services.rematches.rematch(user, stored.id, place, roles)
            except RematchBegun as refusal:
                rematch = await services.matches.find(refusal.challenge.match or stored.id)
                link = await link_to(self.bot, rematch, user)
                await acknowledge(interaction, f"{sentence(refusal)} {link}")
                return
            except (RematchCountered, RematchOffered) as refusal:
                await refuse_with_open_challenge(interaction, refusal, refusal.challenge)
                return
            begun, offer = done.match, done.challenge
            is_pressed_there = offer.place == place_of(interaction)
            is_here = stored.venue.is_thread and is_pressed_there
            if begun is None and is_pressed_there and not offer.is_asked_in_person:
                await answer_with_challenge(interaction, offer)
            elif begun is None:
                await acknowledge(interaction, _offered_text(done))
            elif is_here:
                await interaction.response.defer()
            elif begun.stays_in_person:
                # A panel, because the board replaces it if direct messages are closed.
                await acknowledge(interaction, note_panel(_begun_text(begun)))
            else:
                await acknowledge(interaction, _begun_text(begun))
            await self.bot.underway.run(lambda: show_challenge(self.bot, offer.id))
        held_up = await publish_challenge(self.bot, offer.id)
        if begun is not None:
            if held_up and not begun.stays_in_person:
                await acknowledge(interaction, board_held_up(begun.id))
            if not is_here:
                await _lead_there(interaction, await services.matches.find(begun.id), user)

    @job(SecondMatch, at_once=2)
    async def begin_second(self, due: SecondMatch) -> None:
        """Begin the second of two matches where the first was played."""
        async with self._pressed.setdefault(due.first, asyncio.Lock()):
            first = await self.bot.services.matches.find(due.first)
            try:
                for user in first.seats:
                    await require_member(self.bot, first.venue.guild, user)
                place = await _place_again(self.bot, first)
                done = await self.bot.services.second_matches.begin(first.id, place)
            except Refusal as refusal:
                _log.info("no second match", match=first.id, reason=type(refusal).__name__)
                # Until this job is done, the board says that the second match follows.
                await self.bot.services.boards.show_again(first.id, GRACE)
                return
        if done is not None:
            await publish_challenge(self.bot, done.challenge.id)


async def _place_again(bot: BoopBot, match: Match) -> InServer:
    """Return where a rematch is offered: in the thread of the two players while it is open."""
    venue = match.venue
    thread = venue.channel if venue.is_thread and match.bot is None else None
    if thread is not None and await is_thread_open(bot, thread):
        return InServer(venue.guild, thread)
    return place_again(bot, match)


def _offered_text(done: AnsweredChallenge) -> str:
    challenge = done.challenge
    if challenge.is_asked_in_person:
        return gettext(
            "You offered {person} a rematch with the seats swapped. I've asked them by direct "
            "message.",
            person=invited(challenge),
        )
    return gettext(
        "You offered {person} a rematch with the seats swapped. I've asked them in {channel}.",
        person=invited(challenge),
        channel=f"<#{challenge.place.channel}>",
    )


def _begun_text(match: Match, link: str | None = None) -> str:
    first = player_name(match, Seat.ORANGE)
    if link is None:
        return gettext(
            "Your rematch **#{match}** has begun. {player} moves first.",
            match=match.id,
            player=first,
        )
    return gettext(
        "Your rematch **#{match}** has begun. {player} moves first: {link}",
        match=match.id,
        player=first,
        link=link,
    )


async def _lead_there(interaction: Interaction, match: Match, user: UserId) -> None:
    """Add a link to the user's board to the answer, or the board itself if they get none."""
    link = await link_to(interaction.client, match, user)
    try:
        if await is_on_panels(interaction.client, match):
            await answer_with_private_board(interaction, match)
        elif await has_only_private_boards(interaction.client, match):
            await interaction.edit_original_response(view=note_panel(board_to_come(match.id)))
        elif match.stays_in_person:
            await interaction.edit_original_response(view=note_panel(_begun_text(match, link)))
        else:
            await interaction.edit_original_response(content=_begun_text(match, link))
    except FAILURES as error:
        _log.info("response not edited", match=match.id, reason=repr(error))
