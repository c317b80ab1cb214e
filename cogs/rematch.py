"""The **Rematch** button of a match that is over."""

from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.game import Seat
from bot.host.access import Who
from bot.host.challenges import Answered
from bot.match.challenge_errors import RematchBegun, RematchCountered, RematchOffered
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.rematching import authorise_rematch
from bot.match.terms import HomeKind
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.access import roles_in
from cogs.ui.discord_codes import FAILURES
from cogs.ui.failing import say_privately
from cogs.ui.membership import demand_member
from cogs.ui.playing_again import place_again
from cogs.ui.publishing_challenges import publish_challenge, show_challenge
from cogs.ui.putting_off import say_held_up
from cogs.ui.replies import sentence
from cogs.ui.showing import link_to
from cogs.ui.words import invited, message_link, player_name

_log: Final = structlog.get_logger(__name__)

Asked = discord.Interaction[BoopBot]


class RematchCog(Cog, name="Rematch"):
    """Lets two people play again, with the seats swapped."""

    @action("rematch", who=Who.PLAYERS)
    async def rematch(self, context: ActionContext, match: MatchId) -> None:
        """Offer a rematch, or accept the one that the other has offered.

        One press at a time, so that whoever accepts finds the message to begin a thread from.
        """
        interaction, user, host = context.interaction, context.user, self.bot.host
        found = await host.matches.find(match)
        authorise_rematch(found, user)
        if found.home.kind is not HomeKind.DIRECT and found.bot is None:
            await demand_member(self.bot, found.home.guild, found.opponent_of(user))
        roles = await roles_in(interaction, found.home.guild)
        async with host.outbox.alone(found.id):
            try:
                place = place_again(self.bot, found)
                done = await host.challenges.rematch(user, found.id, place, roles)
            except (RematchBegun, RematchCountered, RematchOffered) as refusal:
                posted = await host.challenges.find(refusal.challenge.id)
                place = posted.challenge.place
                in_person = posted.challenge.is_asked_in_person
                link = message_link(place.guild, place.channel, posted.message)
                await say_privately(
                    interaction, sentence(refusal) if in_person else f"{sentence(refusal)} {link}"
                )
                return
            begun = done.match
            await say_privately(interaction, _offered(done) if begun is None else _begun(begun))
            await self.bot.underway.run(lambda: show_challenge(self.bot, done.challenge.id))
        held_up = await publish_challenge(self.bot, done.challenge.id)
        if begun is not None:
            if held_up:
                await say_held_up(interaction, begun.id)
            await _lead_there(interaction, await host.matches.find(begun.id), user)


def _offered(done: Answered) -> str:
    challenge = done.challenge
    where = "in person" if challenge.is_asked_in_person else f"in <#{challenge.place.channel}>"
    return (
        f"You offer {invited(challenge)} a rematch with the seats swapped, and I ask them {where}."
    )


def _begun(match: Match, link: str | None = None) -> str:
    there = f": {link}" if link else "."
    first = player_name(match, Seat.ORANGE)
    return f"The rematch **#{match.id}** begins, and {first} moves first{there}"


async def _lead_there(interaction: Asked, match: Match, user: UserId) -> None:
    """Put the way to the bed on what was said; nothing hangs on it."""
    link = await link_to(interaction.client, match, user)
    try:
        await interaction.edit_original_response(content=_begun(match, link))
    except FAILURES as error:
        _log.info("answer not changed", match=match.id, reason=repr(error))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(RematchCog(bot))
