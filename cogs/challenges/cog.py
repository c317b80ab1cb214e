"""`/challenge`, **Accept** and **Withdraw**, other terms, and `/challenges`."""

from dataclasses import dataclass, replace
from typing import Annotated, Final

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.challenges.challenging import authorise
from bot.features.challenges.errors import (
    ChallengeClosed,
    ChallengedAlready,
    RoleWithFriend,
    WeekendsByMinutes,
)
from bot.features.matches.access import AllowedUsers
from bot.features.settings.server import ServerSettings
from bot.game import newest_ruleset
from bot.match.challenge import LIFETIME, Challenge, ChallengeAnswer, Particulars, StakesBy
from bot.match.clock import DAY, Minutes, TimeControl, Weekends, read_time
from bot.match.identity import ChallengeId, MatchId, RoleId, Seconds, UserId
from bot.match.terms import LONGEST_NOTE, Stakes, Starts, Terms, VenueKind, read_note
from bot.text import N_, NC_, gettext
from cogs.challenges.answering import (
    answer_on_challenge,
    message_clicked,
    refuse_with_open_challenge,
)
from cogs.challenges.choices import (
    expiry_choices,
    stakes_choices,
    starts_choices,
    venue_choices,
    weekend_choices,
)
from cogs.challenges.lobby import LobbyCog
from cogs.challenges.opponent import Person, friend_of, opponent_named
from cogs.challenges.rematch import RematchCog
from cogs.challenges.views import (
    FilledTerms,
    challenge_form,
    challenges_panel,
    decline_form,
    terms_form,
)
from cogs.core.access import require_may_begin, roles_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of, server_place_of
from cogs.core.codecs import FormText, Members, RulesetName
from cogs.core.options import SERVERS_ALONE
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately, is_on_private_message
from cogs.delivery.challenge_delivery import answer_with_challenge, publish_challenge
from cogs.delivery.challenge_message import challenge_message
from cogs.delivery.permissions import require_permissions
from cogs.delivery.venues import link_to, lives_elsewhere
from cogs.practice.beginning import open_practice, own_id, usual_terms
from cogs.practice.views import NO_LIMIT
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.links import message_link
from cogs.wording.names import user_of
from cogs.wording.phrases import mention
from cogs.wording.rulesets import ruleset_choices
from cogs.wording.times import time_choices
from cogs.wording.translating import in_menu


@dataclass(frozen=True, slots=True)
class _RequestedTerms:
    """The terms that a form asks for; the others are the server's defaults."""

    ruleset: RulesetName | None = None
    time: TimeControl | None = None
    first: Starts = Starts.RANDOM
    stakes: Stakes | None = None


class ChallengeCog(Cog, name="Challenge"):
    """Challenges a friend or anyone, and answers challenges."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._menu: Final = app_commands.ContextMenu(
            name=in_menu(NC_("command in a menu", "Challenge to boop")),
            callback=self.challenge_member,
            allowed_contexts=SERVERS_ALONE,
        )

    async def cog_load(self) -> None:
        """Add the command to the menu of members."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of members."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name="challenge", extras=in_help(Topic.PLAY, 20, N_("challenge a friend, or anyone here"))
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        opponent="The friend you want to play; leave it out to let anyone accept",
        ruleset="Which rules to play by; by default, this server's usual ones",
        time="How much time each of you has; by default, this server's usual time",
        first="Who moves first; by default, it's random",
        stakes="Whether it counts for your ratings; by default, not in a first match",
        weekends="Whether clocks run on Saturday and Sunday (UTC); by default, they do",
        note="A few words to go with it, up to 100 characters",
        where="Where to play",
        expires="How long it can be accepted; by default, 7 days, or an hour by minutes",
        role="Who may accept if you name no opponent",
    )
    @app_commands.choices(
        ruleset=ruleset_choices(),
        time=time_choices(),
        first=starts_choices(),
        stakes=stakes_choices(),
        weekends=weekend_choices(),
        where=venue_choices(),
    )
    @app_commands.choices(expires=expiry_choices())
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        ruleset: str | None = None,
        time: str | None = None,
        first: str = Starts.RANDOM.value,
        stakes: str | None = None,
        weekends: str = Weekends.PLAYED.value,
        note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
        where: str | None = None,
        expires: int | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Challenge a friend, or anyone here, to a match of boop."""
        guild = server_guild_of(interaction)
        settings = await self.bot.services.settings.of(guild)
        venue = settings.venue if where is None else VenueKind(where)
        usual_stakes = await self._agreeable(interaction, settings.stakes, opponent)
        terms = Terms(
            starts=Starts(first),
            ruleset=newest_ruleset(ruleset or settings.ruleset),
            time=settings.time if time is None else read_time(time),
            stakes=usual_stakes if stakes is None else Stakes(stakes),
            weekends=Weekends(weekends),
        )
        particulars = Particulars(
            note=read_note(note),
            venue=venue,
            # All members have the default role, so it restricts nothing.
            role=None if role is None or role.is_default() else RoleId(role.id),
            lifetime=None if expires is None else Seconds(expires * DAY),
            stakes_by=StakesBy.DEFAULT if stakes is None else StakesBy.CHALLENGER,
        )
        if opponent is not None and opponent == self.bot.user:
            if particulars.role is not None:
                raise RoleWithFriend(own_id(self.bot), particulars.role)
            named = {
                "first": terms.starts is Starts.EACH,
                "note": note is not None,
                "stakes": stakes is not None and terms.stakes is not Stakes.CASUAL,
                "time": time is not None and isinstance(terms.time, Minutes),
                "expires": particulars.lifetime not in (None, LIFETIME),
            }
            left_out = [name for name, was_named in named.items() if was_named]
            usual = await usual_terms(self.bot, user_of(interaction), server_guild_of(interaction))
            requested = replace(
                usual,
                ruleset=ruleset or usual.ruleset,
                venue=VenueKind.DIRECT if where is None else venue,
                starts=_one_match(terms.starts),
                time=NO_LIMIT if time is None or isinstance(terms.time, Minutes) else terms.time,
                weekends=terms.weekends,
            )
            await open_practice(interaction, requested, left_out)
            return
        if terms.settled() != terms:
            raise WeekendsByMinutes
        await self._challenge(interaction, opponent, terms, particulars)

    async def challenge_member(self, interaction: Interaction, member: discord.User) -> None:
        """Open the form for the member whose menu was used, or refuse them at once."""
        if member.bot or member == interaction.user:
            await self._challenge_by(interaction, member, _RequestedTerms())
        else:
            await self._ask_terms(interaction, UserId(member.id))

    @action("challenge-someone")
    async def ask_whom(self, context: ActionContext) -> None:
        """Open the form that asks whom to challenge."""
        await self._ask_terms(context.interaction)

    async def _ask_terms(self, interaction: Interaction, opponent: UserId | None = None) -> None:
        settings = await self.bot.services.settings.of(server_guild_of(interaction))
        usual = _terms_of(settings, await self._agreeable(interaction, settings.stakes))
        user = user_of(interaction)
        await answer_privately(interaction, challenge_form(usual, user, interaction.id, opponent))

    @action("challenge-opponent")
    async def challenge_opponent(
        self,
        context: ActionContext,
        *,
        opponent: UserId | None = None,
        ruleset: RulesetName | None = None,
        time: TimeControl | None = None,
        first: Starts = Starts.RANDOM,
        stakes: Stakes | None = None,
    ) -> None:
        """Challenge the chosen member, or anyone here, with the terms that were filled in."""
        member = opponent_named(context.interaction, opponent)
        requested = _RequestedTerms(ruleset, time, first, stakes)
        await self._challenge_by(context.interaction, member, requested)

    async def _challenge_by(
        self, interaction: Interaction, opponent: Person | None, requested: _RequestedTerms
    ) -> None:
        """Challenge a user, or anyone. Terms that are None are those of the server."""
        guild = server_guild_of(interaction)
        settings = await self.bot.services.settings.of(guild)
        # The form preselects the stakes for a challenge without an opponent.
        preselected = await self._agreeable(interaction, settings.stakes)
        is_said = requested.stakes not in (None, preselected)
        if opponent is not None and opponent == self.bot.user:
            usual = await usual_terms(self.bot, user_of(interaction), guild)
            # The form preselects the time control of the server, so the user did not choose it.
            time = requested.time
            if time is None or time == settings.time or isinstance(time, Minutes):
                time = usual.time
            ruleset = requested.ruleset or usual.ruleset
            first = _one_match(requested.first)
            practice = replace(usual, ruleset=ruleset, starts=first, time=time)
            left_out = ["stakes"] if is_said and requested.stakes is Stakes.RATED else []
            if first is not requested.first:
                left_out.append("first")
            if isinstance(requested.time, Minutes) and requested.time != settings.time:
                left_out.append("time")
            await open_practice(interaction, practice, left_out)
            return
        usual_stakes = await self._agreeable(interaction, settings.stakes, opponent)
        terms = _terms_of(
            settings, requested.stakes if is_said and requested.stakes else usual_stakes
        )
        terms = replace(
            terms,
            starts=requested.first,
            ruleset=terms.ruleset
            if requested.ruleset is None
            else newest_ruleset(requested.ruleset),
            time=requested.time or terms.time,
        )
        said_by = StakesBy.CHALLENGER if is_said else StakesBy.DEFAULT
        particulars = Particulars(venue=settings.venue, stakes_by=said_by)
        await self._challenge(interaction, opponent, terms, particulars)

    async def _agreeable(
        self, interaction: Interaction, stakes: Stakes, opponent: Person | None = None
    ) -> Stakes:
        """Return the stakes, or casual if it is the first match of a player."""
        players = [user_of(interaction)]
        if opponent is not None:
            players.append(UserId(opponent.id))
        return await self.bot.services.challenges.agreeable_stakes(stakes, *players)

    async def _challenge(
        self,
        interaction: Interaction,
        opponent: Person | None,
        terms: Terms,
        particulars: Particulars,
    ) -> None:
        place = server_place_of(interaction)
        if not await lives_elsewhere(self.bot, place, particulars.venue):
            require_permissions(interaction)
        challenger = user_of(interaction)
        friend = friend_of(interaction, opponent) if opponent else None
        async with self.bot.working():
            try:
                challenge = await self.bot.services.challenges.offer(
                    challenger,
                    friend,
                    place,
                    terms,
                    particulars,
                    roles_of(interaction.user),
                )
            except ChallengedAlready as refusal:
                await refuse_with_open_challenge(interaction, refusal, refusal.challenge)
                return
            await answer_with_challenge(interaction, challenge)
            await publish_challenge(self.bot, challenge.id)

    @action("answer-challenge")
    async def answer(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        answer: Annotated[
            ChallengeAnswer, Members((ChallengeAnswer.ACCEPT, ChallengeAnswer.CANCEL))
        ],
    ) -> None:
        """Answer a challenge, show the answer, and begin the match if it was accepted."""
        interaction = context.interaction
        roles: frozenset[RoleId] | None = frozenset()
        if answer is ChallengeAnswer.ACCEPT:
            roles = (await require_may_begin(interaction, challenge)).roles
        answered = await self.bot.services.challenges.answer(
            context.user, challenge, answer, message_clicked(interaction, challenge), roles
        )
        await answer_on_challenge(interaction, answered.challenge)


def _one_match(first: Starts) -> Starts:
    """Return who moves first against the bot, which never plays two matches in a row."""
    return Starts.RANDOM if first is Starts.EACH else first


def _terms_of(settings: ServerSettings, stakes: Stakes) -> Terms:
    """Return the terms of a challenge for which the user chose none."""
    ruleset = newest_ruleset(settings.ruleset)
    return Terms(ruleset=ruleset, time=settings.time, stakes=stakes)


class ChallengesCog(Cog, name="Challenges"):
    """Lists open challenges."""

    @app_commands.command(
        name="challenges", extras=in_help(Topic.PLAY, 30, N_("see open challenges"))
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def challenges(self, interaction: Interaction) -> None:
        """List your open challenges here, and answer or withdraw one."""
        user, guild = user_of(interaction), server_guild_of(interaction)
        open_challenges = await self.bot.services.challenges.open_of(user, guild)
        await answer_privately(interaction, challenges_panel(open_challenges, user))

    @action("challenge-in")
    async def look(self, context: ActionContext, *, chosen: ChallengeId) -> None:
        """Show the challenge that was chosen with its buttons, in private."""
        posted = await self.bot.services.challenges.find_open(chosen)
        at_stake = await self.bot.services.ratings.at_stake(posted.challenge)
        view = challenge_message(posted.challenge, posted.earlier, at_stake=at_stake)
        await answer_privately(context.interaction, view)

    @action("go-to-begun", who=AllowedUsers.PLAYERS)
    async def lead(self, context: ActionContext, match: MatchId) -> None:
        """Lead a player to their own board of a match that is played in direct messages."""
        stored = await self.bot.services.matches.find(match)
        link = await link_to(self.bot, stored, context.user)
        text = gettext("**#{match}** is played here: {link}", match=match, link=link)
        venue = stored.venue
        if link == message_link(venue.offered_in, venue.message):
            # Their board is not posted yet, so the link would lead back to this message.
            text = gettext(
                "Your board of **#{match}** isn't in your direct messages yet. I'll send it as "
                "soon as Discord lets me.",
                match=match,
            )
        await acknowledge(context.interaction, text)


class DecliningCog(Cog, name="Declining"):
    """Declines challenges, with a reason."""

    @action("decline-challenge")
    async def ask(self, context: ActionContext, challenge: ChallengeId) -> None:
        """Open the form that asks the challenged user why they decline."""
        posted = await self.bot.services.challenges.find_open(challenge)
        authorise(posted.challenge, context.user, ChallengeAnswer.DECLINE)
        form = decline_form(posted.challenge, context.user, context.interaction.id)
        await answer_privately(context.interaction, form)

    @action("challenge-declined")
    async def decline(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        *,
        reason: Annotated[str, FormText(LONGEST_NOTE)] = "",
    ) -> None:
        """Decline with the reason that was filled in."""
        answered = await self.bot.services.challenges.answer(
            context.user,
            challenge,
            ChallengeAnswer.DECLINE,
            message_clicked(context.interaction, challenge),
            reason=read_note(reason),
        )
        await answer_on_challenge(context.interaction, answered.challenge)


class CounteringCog(Cog, name="Countering"):
    """Answers challenges with other terms."""

    @action("other-terms")
    async def ask(self, context: ActionContext, challenge: ChallengeId) -> None:
        """Open the form that asks the challenged user for other terms."""
        posted = await self.bot.services.challenges.find_open(challenge)
        authorise(posted.challenge, context.user, ChallengeAnswer.DECLINE)
        nonce = context.interaction.id
        form = terms_form(posted.challenge, context.user, nonce)
        await answer_privately(context.interaction, form)

    @action("terms-offered")
    async def counter(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        *,
        ruleset: RulesetName | None = None,
        time: TimeControl | None = None,
        first: Starts | None = None,
        stakes: Stakes | None = None,
        weekends: Weekends | None = None,
    ) -> None:
        """Offer the terms that were filled in."""
        services, interaction = self.bot.services, context.interaction
        viewer = await require_may_begin(interaction, challenge)
        posted = await services.challenges.find(challenge)
        terms = FilledTerms(ruleset, time, first, stakes, weekends).applied(posted.challenge)
        countered = await services.challenges.counter(context.user, challenge, terms, viewer.roles)
        if countered.offered is None:
            raise ChallengeClosed(countered.earlier)
        if is_on_private_message(interaction):
            await self._show_counter(interaction, countered.offered)
        else:
            await answer_with_challenge(interaction, countered.offered, countered.earlier)
        await publish_challenge(self.bot, challenge)

    async def _show_counter(self, interaction: Interaction, offered: Challenge) -> None:
        """Post the new challenge where the first was made, and link to it in private."""
        await publish_challenge(self.bot, offered.id)
        posted = await self.bot.services.challenges.find(offered.id)
        link = message_link(offered.place, posted.message)
        text = gettext("I've sent your terms: {link}", link=link)
        if offered.friend is not None:
            friend = mention(offered.friend)
            text = gettext("I've sent {person} your terms: {link}", person=friend, link=link)
        await answer_privately(interaction, note_panel(text))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(ChallengeCog(bot))
    await bot.add_cog(ChallengesCog(bot))
    await bot.add_cog(LobbyCog(bot))
    await bot.add_cog(DecliningCog(bot))
    await bot.add_cog(CounteringCog(bot))
    await bot.add_cog(RematchCog(bot))
