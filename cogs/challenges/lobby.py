"""The list of users who want to play: its panel in a channel, and the panel's buttons."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.app import BoopBot, Interaction
from bot.features.challenges.lobby import OwnTerms, Sees, is_shown, require_list
from bot.features.challenges.queries import LOBBY_PANEL
from bot.features.outbox.entries import OutboxEntry
from bot.game import newest_ruleset
from bot.match.challenge import Challenge, ChallengeState, StakesBy
from bot.match.clock import TimeControl
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, UserId
from bot.match.terms import Stakes, Starts, Terms, ruleset_name
from bot.text import N_, gettext, ngettext, one_by_one, translate
from cogs.challenges.views import own_terms_form
from cogs.core.access import everyone_sees, roles_of
from cogs.core.actions import MOST_IN_MENU, ActionContext, Cog, action
from cogs.core.arguments import server_place_of
from cogs.core.codecs import RulesetName
from cogs.core.components import View, button, menu
from cogs.core.outgoing import Outgoing
from cogs.core.panels import ACCENT, note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.challenge_delivery import publish_challenge
from cogs.delivery.outbox import Rendering, deliver_subject, renders
from cogs.delivery.permissions import may_play_in, require_permissions
from cogs.delivery.venues import link_to, lives_elsewhere
from cogs.wording.names import NAMES
from cogs.wording.phrases import mention
from cogs.wording.terms import STAKES
from cogs.wording.times import moment, time_name

MOST_LISTED: Final = 15
"""The most users in the list; the menu has more."""
_LOST: Final = N_(
    "👋 The list of who wants to play couldn't be shown in {channel}: {why}. I'll try again when "
    "it changes."
)
_STARTS: Final = {
    # Translators: In a list of terms; of two users, the one who is on the list moves first.
    Starts.ME: N_("who waits moves first"),
    # Translators: In a list of terms; of two users, the one who joins the other moves first.
    Starts.THEM: N_("who joins moves first"),
    # Translators: In a list of terms; each of two users moves first in one of two matches.
    Starts.EACH: N_("two matches, each moves first once"),
}


class LobbyCog(Cog, name="Lobby"):
    """Puts users on the list of those who want to play, and begins their matches."""

    @action("want-to-play")
    async def want(self, context: ActionContext) -> None:
        """Begin a match with the first user who waits, join the list, or leave it."""
        interaction = context.interaction
        await self._want(interaction, await self._own_terms(interaction))

    @action("want-terms")
    async def ask(self, context: ActionContext) -> None:
        """Open the form that asks for other terms."""
        interaction = context.interaction
        require_list(await self.bot.services.settings.of(server_place_of(interaction).guild))
        own = (await self._own_terms(interaction)).terms
        await answer_privately(interaction, own_terms_form(own, context.user, interaction.id))

    @action("want-by-terms")
    async def want_by_terms(
        self,
        context: ActionContext,
        *,
        ruleset: RulesetName | None = None,
        time: TimeControl | None = None,
        first: Starts = Starts.RANDOM,
        stakes: Stakes | None = None,
    ) -> None:
        """Do the same as `want`, by the terms that were filled in."""
        own = await self._own_terms(context.interaction)
        terms = Terms(
            starts=first,
            ruleset=own.terms.ruleset if ruleset is None else newest_ruleset(ruleset),
            time=time or own.terms.time,
            stakes=stakes or own.terms.stakes,
            weekends=own.terms.weekends,
        )
        is_chosen = terms.stakes is not own.terms.stakes
        stakes_by = StakesBy.CHALLENGER if is_chosen else own.stakes_by
        await self._want(context.interaction, OwnTerms(terms, stakes_by, chosen=True))

    async def _own_terms(self, interaction: Interaction) -> OwnTerms:
        """Return the terms that a user last had on the list, or those of the server."""
        user, guild = NAMES.remember(interaction.user), server_place_of(interaction).guild
        challenges = self.bot.services.challenges
        settings = await self.bot.services.settings.of(guild)
        usual = await challenges.agreeable_stakes(settings.stakes, user)
        last = await challenges.last_listed_by(user, guild)
        if last is None:
            ruleset = newest_ruleset(settings.ruleset)
            terms = Terms(ruleset=ruleset, time=settings.time, stakes=usual)
            return OwnTerms(terms, StakesBy.DEFAULT)
        is_chosen = last.stakes_by is StakesBy.CHALLENGER
        terms = Terms(
            starts=last.terms.starts,
            ruleset=newest_ruleset(last.terms.ruleset.name),
            time=last.terms.time,
            stakes=last.terms.stakes if is_chosen else usual,
            weekends=last.terms.weekends,
        )
        return OwnTerms(terms, last.stakes_by if is_chosen else StakesBy.DEFAULT)

    async def _want(self, interaction: Interaction, own: OwnTerms) -> None:
        bot, user, here = self.bot, UserId(interaction.user.id), server_place_of(interaction)
        settings = await bot.services.settings.of(here.guild)
        require_list(settings)
        place = InServer(here.guild, await self._starting_channel(here, settings.games_channel))
        if not await lives_elsewhere(bot, here, settings.venue):
            require_permissions(interaction)
        async with bot.working():
            answered = await bot.services.challenges.want_to_play(
                user,
                place,
                settings.venue,
                own,
                roles_of(interaction.user),
                sees_of(bot, here.guild, here.channel),
            )
            challenge = answered.challenge
            if answered.match is None:
                await acknowledge(interaction, note_panel(_listing_text(challenge)))
            else:
                await self._begin(interaction, challenge, answered.match.id)
            await deliver_subject(bot, LOBBY_PANEL, here.guild)

    async def _starting_channel(self, here: InServer, games: ChannelId | None) -> ChannelId:
        """Return where a match begins: in the games channel, if the bot may play there."""
        if games is not None and await may_play_in(self.bot, here.guild, games):
            return games
        return here.channel

    async def _begin(self, interaction: Interaction, challenge: Challenge, number: MatchId) -> None:
        """Show a match that has begun, and lead the user to it."""
        begun = gettext("**#{match}** begins.", match=number)
        await acknowledge(interaction, note_panel(begun))
        await self.bot.show_rules_first(interaction, challenge.terms.ruleset.name)
        await publish_challenge(self.bot, challenge.id)
        match = await self.bot.services.matches.find(number)
        link = await link_to(self.bot, match, UserId(interaction.user.id))
        text = gettext("**#{match}** has begun: {link}", match=number, link=link)
        await acknowledge(interaction, note_panel(text))


@renders(LOBBY_PANEL, _LOST)
async def render_lobby(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return a server's list of users who want to play; delete it if it was turned off."""
    guild = GuildId(due.subject)
    channel = (await bot.services.settings.of(guild)).lobby_channel
    if channel is None:
        # `after` is set if a message may be posted but not recorded; it is found and deleted, too.
        if due.channel is None or (due.message is None and due.after is None):
            return None
        removed = InServer(guild, due.channel)
        return Rendering(due.revision, removed, Outgoing(), is_removed=True)
    sees = sees_of(bot, guild, channel)
    waiting = [
        each for each in await bot.services.challenges.waiting_in(guild) if is_shown(each, sees)
    ]
    await NAMES.learn(bot, [each.challenger for each in waiting[:MOST_IN_MENU]])
    outgoing = Outgoing(view=partial(lobby_panel, waiting))
    return Rendering(due.revision, InServer(guild, channel), outgoing)


def sees_of(bot: BoopBot, guild: GuildId, reader: ChannelId) -> Sees:
    """Return a function that says whether all readers of a channel can view another one."""
    server = bot.get_guild(guild)

    def sees(channel: ChannelId) -> bool:
        return server is not None and everyone_sees(server, channel, reader)

    return sees


def lobby_panel(waiting: Sequence[Challenge]) -> View:
    """List users who want to play, with buttons to join the list or to play with one of them."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(_lines(waiting))))
    want = button(gettext("I want to play"), discord.ButtonStyle.success, "want-to-play")
    terms = button(gettext("My terms…"), discord.ButtonStyle.secondary, "want-terms")
    container.add_item(discord.ui.ActionRow(want, terms))
    if waiting:
        options = [_option(each) for each in waiting[:MOST_IN_MENU]]
        # Translators: In a menu of those who want to play: choose one to play with.
        chosen = menu(gettext("Play with…"), options, "challenge-in")
        container.add_item(discord.ui.ActionRow(chosen))
    view = View()
    view.add_item(container)
    return view


def _lines(waiting: Sequence[Challenge]) -> list[str]:
    lines = [f"### {gettext('Who wants to play?')}"]
    lines += [
        f"- {mention(each.challenger)} · {terms_in_short(each)}" for each in waiting[:MOST_LISTED]
    ]
    if len(waiting) > MOST_LISTED:
        lines.append(
            ngettext("- … and {count} more", "- … and {count} more", len(waiting) - MOST_LISTED)
        )
    if not waiting:
        empty = gettext(
            "No one is waiting right now. Press **I want to play**: as soon as someone wants the "
            "same kind of match, it begins."
        )
        return [*lines, empty]
    note = gettext(
        "**I want to play** begins a match with the first here who wants the same kind, or puts "
        "you on the list. Press it again to leave."
    )
    return [*lines, f"-# {note}"]


def terms_in_short(challenge: Challenge) -> str:
    """Return the most important terms of a challenge, and who moves first if it is not random."""
    terms = challenge.terms
    listed = [
        ruleset_name(terms.ruleset.name),
        time_name(terms.time),
        translate(STAKES[terms.stakes]),
    ]
    if terms.starts is not Starts.RANDOM:
        listed.append(translate(_STARTS[terms.starts]))
    return one_by_one(listed)


def _option(challenge: Challenge) -> discord.SelectOption:
    return discord.SelectOption(
        label=NAMES.known(challenge.challenger) or gettext("someone"),
        value=str(challenge.id),
        description=terms_in_short(challenge),
    )


def _listing_text(challenge: Challenge) -> str:
    if challenge.state is ChallengeState.CANCELLED:
        return gettext("You're off the list.")
    return gettext(
        "You're on the list: {terms}. You leave it {moment}, or when you press **I want to play** "
        "again.",
        terms=terms_in_short(challenge),
        moment=moment(challenge.expires_at),
    )
