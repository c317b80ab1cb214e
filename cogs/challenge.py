"""`/challenge`, the same from the menu of a member, and **Accept** and **Cancel** below one."""

from dataclasses import replace
from typing import Annotated, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.game import newest_ruleset
from bot.match.challenge import Answer, Particulars
from bot.match.challenge_errors import RoleWithFriend
from bot.match.challenging import Friend
from bot.match.clock import DAY, Weekends
from bot.match.identity import ChallengeId, RoleId, Seconds
from bot.match.note import LONGEST_NOTE, read_note
from bot.match.settings import ServerSettings
from bot.match.terms import HomeKind, Stakes, Starts, Terms
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import Among
from cogs.ui.access import require_may_begin, roles_of
from cogs.ui.answering_challenges import message_pressed, show_answered
from cogs.ui.arguments import server_guild_of, server_place_of
from cogs.ui.challenge_choices import (
    DEFAULT_DAYS,
    expiry_choices,
    home_choices,
    stakes_choices,
    starts_choices,
    weekend_choices,
)
from cogs.ui.contexts import SERVERS_ALONE
from cogs.ui.errors import NotInServer
from cogs.ui.homes import lives_elsewhere
from cogs.ui.names import NAMES, noted
from cogs.ui.permissions import demand_permissions
from cogs.ui.practice_opening import open_practice, own_id, usual_terms
from cogs.ui.practice_wanted import NO_LIMIT
from cogs.ui.publishing_challenges import answer_with_challenge, publish_challenge
from cogs.ui.rulesets import ruleset_choices
from cogs.ui.times import time_choices, time_chosen

Asked = discord.Interaction[BoopBot]


class ChallengeCog(Cog, name="Challenge"):
    """Challenges a friend or anyone, and hears the answer."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._menu: Final = app_commands.ContextMenu(
            name="Challenge to boop",
            callback=self.challenge_member,
            allowed_contexts=SERVERS_ALONE,
        )

    async def cog_load(self) -> None:
        """Say what the challenge's buttons do."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of members."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="challenge")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        opponent="The friend you want to play with; name nobody, and anyone here may accept",
        first="Who moves first; chance decides if you do not say",
        ruleset="What you play by; what the server plays by if you do not say",
        time="How long each of you may take; what the server plays with if you do not say",
        note="A few words to go with it, up to 100 characters",
        stakes="Whether it counts for your ratings",
        weekends="Whether the clocks run on Saturday and Sunday (UTC); they do if you do not say",
        where="Where the match is played",
        expires="How long it can be accepted; 7 days if you do not say",
        role="Who may accept, if you name no opponent",
    )
    @app_commands.choices(
        first=starts_choices(),
        ruleset=ruleset_choices(),
        time=time_choices(),
        stakes=stakes_choices(),
        weekends=weekend_choices(),
        where=home_choices(),
    )
    @app_commands.choices(expires=expiry_choices())
    async def challenge(
        self,
        interaction: Asked,
        opponent: discord.User | None = None,
        first: str = Starts.RANDOM.value,
        ruleset: str | None = None,
        time: str | None = None,
        note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
        stakes: str | None = None,
        weekends: str = Weekends.PLAYED.value,
        where: str | None = None,
        expires: int = DEFAULT_DAYS,
        role: discord.Role | None = None,
    ) -> None:
        """Challenge a friend, or anyone here, to a game of boop."""
        settings = await self.bot.host.settings.of(server_guild_of(interaction))
        home = settings.home if where is None else HomeKind(where)
        terms = Terms(
            starts=Starts(first),
            ruleset=newest_ruleset(ruleset or settings.ruleset),
            time=settings.time if time is None else time_chosen(time),
            stakes=settings.stakes if stakes is None else Stakes(stakes),
            weekends=Weekends(weekends),
        )
        particulars = Particulars(
            note=read_note(note),
            home=home,
            # Whoever is in the server has this one.
            role=None if role is None or role.is_default() else RoleId(role.id),
            lifetime=Seconds(expires * DAY),
        )
        if opponent is not None and opponent == self.bot.user:
            if particulars.role is not None:
                raise RoleWithFriend(own_id(self.bot), particulars.role)
            named = {
                "note": note is not None,
                "stakes": stakes is not None and terms.stakes is not Stakes.CASUAL,
                "expires": expires != DEFAULT_DAYS,
            }
            left_out = [name for name, was_named in named.items() if was_named]
            usual = await usual_terms(self.bot, noted(interaction), server_guild_of(interaction))
            wanted = replace(
                usual,
                ruleset=ruleset or usual.ruleset,
                home=home,
                starts=terms.starts,
                time=NO_LIMIT if time is None else terms.time,
                weekends=terms.weekends,
            )
            await open_practice(interaction, wanted, left_out)
            return
        await self._challenge(interaction, opponent, terms, particulars)

    async def challenge_member(self, interaction: Asked, member: discord.User) -> None:
        """Challenge the member whose menu it was, by the terms of the server."""
        guild = server_guild_of(interaction)
        if member == self.bot.user:
            await open_practice(interaction, await usual_terms(self.bot, noted(interaction), guild))
            return
        settings = await self.bot.host.settings.of(guild)
        await self._challenge(
            interaction, member, _terms_of(settings), Particulars(home=settings.home)
        )

    async def _challenge(
        self,
        interaction: Asked,
        opponent: discord.User | None,
        terms: Terms,
        particulars: Particulars,
    ) -> None:
        place = server_place_of(interaction)
        if not await lives_elsewhere(self.bot, place, particulars.home):
            demand_permissions(interaction)
        challenger = noted(interaction)
        friend = _friend(opponent) if opponent else None
        async with self.bot.working():
            challenge = await self.bot.host.challenges.offer(
                challenger,
                friend,
                place,
                terms,
                particulars,
                roles_of(interaction.user),
            )
            await answer_with_challenge(interaction, challenge)
            await publish_challenge(self.bot, challenge.id)

    @action("answer-challenge")
    async def answer(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        answer: Annotated[Answer, Among((Answer.ACCEPT, Answer.CANCEL))],
    ) -> None:
        """Take the answer to a challenge, show it, and begin the match when it was accepted."""
        interaction = context.interaction
        roles: frozenset[RoleId] | None = frozenset()
        if answer is Answer.ACCEPT:
            roles = (await require_may_begin(interaction, challenge)).roles
        answered = await self.bot.host.challenges.answer(
            context.user, challenge, answer, message_pressed(interaction, challenge), roles
        )
        await show_answered(interaction, answered.challenge)


def _terms_of(settings: ServerSettings) -> Terms:
    """Give the terms of a challenge that says nothing of them."""
    ruleset = newest_ruleset(settings.ruleset)
    return Terms(ruleset=ruleset, time=settings.time, stakes=settings.stakes)


def _friend(person: discord.User | discord.Member) -> Friend:
    """Describe the person who is named. Raises `NotInServer`."""
    user = NAMES.note(person)
    if not isinstance(person, discord.Member):
        if person.bot:
            return Friend(user, is_bot=True, sees_channel=True)
        raise NotInServer(user)
    permissions = person.resolved_permissions
    sees = permissions is None or permissions.view_channel
    return Friend(user, is_bot=person.bot, sees_channel=sees, roles=roles_of(person))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ChallengeCog(bot))
