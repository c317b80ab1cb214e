"""Greeting new servers, and answering users who mention the bot or write to it."""

from collections.abc import Hashable
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.features.people.queries import ServerGreeting
from bot.jobs.runner import JobPostponed, job
from bot.match.identity import ChannelId, Direct, GuildId, Instant, UserId
from bot.match.match import Match
from bot.match.terms import home_at, server_of
from bot.text import Language, Languages, gettext, speaking, translate
from cogs.board.message import public_theme, theme_for
from cogs.core.access import place_of_message
from cogs.core.errors import FAILURES, is_passing
from cogs.core.outgoing import Outgoing
from cogs.delivery.permissions import open_channel
from cogs.delivery.posting import post_once
from cogs.delivery.venues import direct_channel
from cogs.help.rule_pages import IN_A_SENTENCE
from cogs.help.views import HelpPlace, greeting_picture, greeting_view, help_view
from cogs.wording.names import server_name
from cogs.wording.rulesets import USUAL_RULESET
from cogs.wording.translating import personal_languages, public_language

ANSWER_EVERY: Final = 60.0
"""Seconds in which a user gets at most one answer in a channel."""
MOST_REMEMBERED: Final = 1000
"""For how many users the moment of the last answer is remembered."""

_log: Final = structlog.get_logger(__name__)


def about_mentions_in(channel: ChannelId) -> Hashable:
    """Return the key of the task that answers mentions in a channel."""
    return "mention", channel


class GreetingCog(commands.Cog, name="Greeting"):
    """Greets servers, and answers users who mention the bot."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._answered = BoundedDict[tuple[UserId, ChannelId], Instant](MOST_REMEMBERED)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Schedule the greeting of a new server."""
        newcomers = self.bot.services.newcomers
        await self.bot.until_stored(lambda: newcomers.schedule_greeting(GuildId(guild.id)))

    @job(ServerGreeting, at_once=2)
    async def greet(self, due: ServerGreeting) -> None:
        """Greet a server in a channel where the bot may write, or else its owner in person.

        Only members who may read the server's log can see who added the bot, so the owner is told.
        """
        guild = self.bot.get_guild(due.guild)
        if guild is None:
            return
        if guild.unavailable:
            raise JobPostponed("its server is down")
        try:
            await _greet(self.bot, guild)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            _log.info("server not greeted", guild=guild.id, code=error.code)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a user who mentions the bot or writes to it, but not too often.

        One answer is sent at a time in each channel, so that many mentions do not delay boards
        there.
        """
        if self.bot.is_ending or not self._is_for_the_bot(message):
            return
        channel, author = ChannelId(message.channel.id), UserId(message.author.id)
        about = about_mentions_in(channel)
        if about in self.bot.underway or not self._may_answer(author, channel):
            return
        async with self.bot.working():
            try:
                await self.bot.underway.run(lambda: _answer(self.bot, message), about)
            except FAILURES as error:
                self._answered.pop((author, channel), None)
                _log.info("message not answered", reason=repr(error))

    def _is_for_the_bot(self, message: discord.Message) -> bool:
        """Return whether a user wrote to the bot; replies to its messages do not count."""
        if message.author.bot or message.webhook_id is not None or message.is_system():
            return False
        if isinstance(place_of_message(message), Direct):
            return True
        own = self.bot.user
        return own is not None and any(
            mention in message.content for mention in (f"<@{own.id}>", f"<@!{own.id}>")
        )

    def _may_answer(self, user: UserId, channel: ChannelId) -> bool:
        """Return whether to answer a user in a channel, and record the answer."""
        now, about = self.bot.services.clock.now(), (user, channel)
        if now - self._answered.get(about, -ANSWER_EVERY) < ANSWER_EVERY:
            return False
        self._answered[about] = now
        return True


async def _greet(bot: BoopBot, guild: discord.Guild) -> None:
    """Post the greeting. If it is repeated soon, as after a crash, Discord keeps one message."""
    number, channel = GuildId(guild.id), open_channel(guild)
    subject = f"greeting {number}"
    if channel is not None:
        with speaking(await public_language(bot, number)):
            theme = await public_theme(bot, number)
            may_attach = channel.permissions_for(guild.me).attach_files
            picture = await greeting_picture(bot, theme) if may_attach else None
            outgoing = Outgoing(
                view=partial(greeting_view, None, picture), picture=picture, subject=subject
            )
            await post_once(channel, outgoing)
    elif guild.owner_id is not None:
        owner = UserId(guild.owner_id)
        direct = await direct_channel(bot, owner)
        with speaking(await personal_languages(bot, owner)):
            name = server_name(bot, number)
            theme = await theme_for(bot, owner, Direct(owner, direct))
            picture = await greeting_picture(bot, theme)
            outgoing = Outgoing(
                view=partial(greeting_view, name, picture), picture=picture, subject=subject
            )
            await post_once(bot.get_partial_messageable(direct), outgoing)


async def _answer(bot: BoopBot, message: discord.Message) -> None:
    match = await _match_of_thread(bot, message)
    language: Language | Languages
    guild = server_of(home_at(place_of_message(message)))
    if guild is None:
        author = UserId(message.author.id)
        where, language = HelpPlace.DIRECT, await personal_languages(bot, author)
    else:
        where, language = HelpPlace.SERVER, await public_language(bot, guild)
    with speaking(language):
        if match is None:
            arguments: dict[str, Any] = {"view": help_view(USUAL_RULESET, where)}
        else:
            # Only a line, so that the board stays in view.
            rules = translate(IN_A_SENTENCE[match.position.ruleset.name])
            arguments = {"content": gettext("{rules} `/rules` has pictures.", rules=rules)}
    try:
        await message.reply(**arguments, mention_author=False)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The message is gone, or the bot may not read the history, which a reply requires.
        await message.channel.send(**arguments)


async def _match_of_thread(bot: BoopBot, message: discord.Message) -> Match | None:
    """Return the match in whose thread a message was written."""
    place = place_of_message(message)
    return None if isinstance(place, Direct) else await bot.services.replays.of_thread(place)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GreetingCog(bot))
