"""`/challenge`, the same from the menu of a member, and the buttons of a challenge."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.game import newest_ruleset
from bot.match.challenge import Answer, Challenge, ChallengeState
from bot.match.challenge_errors import ChallengeClosed
from bot.match.challenging import Friend
from bot.match.identity import ChallengeId, MessageId
from bot.match.note import LONGEST_NOTE, Note, read_note
from bot.match.terms import Starts, Terms
from cogs.ui.arguments import place_of
from cogs.ui.challenge import challenge_message, people_asked
from cogs.ui.discord_codes import FAILURES
from cogs.ui.errors import NotInServer
from cogs.ui.failing import answer_failure
from cogs.ui.lost_answers import message_shown
from cogs.ui.names import NAMES, noted
from cogs.ui.permissions import demand_permissions
from cogs.ui.presses import Deed, Press
from cogs.ui.publishing_challenges import publish_challenge
from cogs.ui.rulesets import DEFAULT, ruleset_choices
from cogs.ui.times import DEFAULT_CHOICE, time_choices, time_chosen

_ANSWERS: Final = {
    Deed.ACCEPT: Answer.ACCEPT,
    Deed.DECLINE: Answer.DECLINE,
    Deed.CANCEL: Answer.CANCEL,
}

Asked = discord.Interaction[BoopBot]


class ChallengeCog(commands.Cog, name="Challenge"):
    """Challenges a friend or anyone, and hears the answer."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._menu: Final = app_commands.ContextMenu(
            name="Challenge to boop", callback=self.challenge_member
        )

    async def cog_load(self) -> None:
        """Say what the challenge's buttons do."""
        for deed in _ANSWERS:
            self.bot.presses[deed.value] = self.answer
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the command off the menu of members."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="challenge")
    @app_commands.describe(
        opponent="The friend you want to play with; name nobody, and anyone here may accept",
        first="Who moves first; chance decides if you do not say",
        ruleset="What you play by; the published game if you do not say",
        time="How long each of you may take; 3 days per move if you do not say",
        note=f"A few words to go with it, up to {LONGEST_NOTE} characters",
    )
    @app_commands.choices(
        first=[
            app_commands.Choice(name="me", value=Starts.ME.value),
            app_commands.Choice(name="them", value=Starts.THEM.value),
            app_commands.Choice(name="random", value=Starts.RANDOM.value),
        ],
        ruleset=ruleset_choices(),
        time=time_choices(),
    )
    async def challenge(
        self,
        interaction: Asked,
        opponent: discord.User | None = None,
        first: str = Starts.RANDOM.value,
        ruleset: str = DEFAULT.name,
        time: str = DEFAULT_CHOICE,
        note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
    ) -> None:
        """Challenge a friend, or anyone here, to a game of boop."""
        terms = Terms(Starts(first), newest_ruleset(ruleset), time_chosen(time))
        await self._challenge(interaction, opponent, terms, read_note(note))

    async def challenge_member(self, interaction: Asked, member: discord.User) -> None:
        """Challenge the member whose menu it was; chance decides who moves first."""
        await self._challenge(interaction, member, Terms(ruleset=DEFAULT), None)

    async def _challenge(
        self, interaction: Asked, opponent: discord.User | None, terms: Terms, note: Note | None
    ) -> None:
        demand_permissions(interaction)
        challenger = noted(interaction)
        friend = _friend(opponent) if opponent else None
        async with self.bot.working():
            challenge = await self.bot.host.challenges.offer(
                challenger, friend, place_of(interaction), terms, note
            )
            message = await self._offer(interaction, challenge)
            if message is None:
                # The challenge stands, so it is shown by the bot's own token.
                await publish_challenge(self.bot, challenge.id)
                return
            await self.bot.host.outbox.challenge_shown(challenge.id, message, challenge.revision)

    async def answer(self, interaction: Asked, press: Press) -> None:
        """Take the answer to a challenge, show it, and begin the match when it was accepted."""
        number = ChallengeId(int(press.facts[0]))
        user = noted(interaction)
        if interaction.message is None:
            raise AssertionError("a press comes from a message")
        message = MessageId(interaction.message.id)
        try:
            answered = await self.bot.host.challenges.answer(
                user, number, _ANSWERS[press.deed], message
            )
        except ChallengeClosed as closed:
            # The message that was clicked is out of date, or it was clicked twice.
            await answer_failure(interaction, closed)
            await publish_challenge(self.bot, number)
            return
        await self._show(interaction, answered.challenge, message)
        await publish_challenge(self.bot, number)
        if answered.challenge.state is ChallengeState.EXPIRED:
            raise ChallengeClosed(answered.challenge)

    async def _offer(self, interaction: Asked, challenge: Challenge) -> MessageId | None:
        """Answer with the challenge; give the message that shows it, if one does."""
        try:
            response = await interaction.response.send_message(
                view=challenge_message(challenge), allowed_mentions=people_asked(challenge)
            )
        except FAILURES:
            return await message_shown(interaction)
        return None if response.message_id is None else MessageId(response.message_id)

    async def _show(self, interaction: Asked, challenge: Challenge, message: MessageId) -> None:
        try:
            await interaction.response.edit_message(
                view=challenge_message(challenge), allowed_mentions=discord.AllowedMentions.none()
            )
        except FAILURES:
            return
        await self.bot.host.outbox.challenge_shown(challenge.id, message, challenge.revision)


def _friend(person: discord.User | discord.Member) -> Friend:
    """Describe the person who is named. Raises `NotInServer`."""
    user = NAMES.note(person)
    if not isinstance(person, discord.Member):
        if person.bot:
            return Friend(user, is_bot=True, sees_channel=True)
        raise NotInServer(user)
    permissions = person.resolved_permissions
    sees = permissions is None or permissions.view_channel
    return Friend(user, is_bot=person.bot, sees_channel=sees)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ChallengeCog(bot))
