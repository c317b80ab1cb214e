"""BoopBot connects discord.py to the services. The commands and messages are in the cogs."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, Never, TypeVar

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from bot.command_sync import CommandSync, language_of
from bot.db.errors import DatabaseBusy
from bot.db.patience import waiting_at_most
from bot.errors import NotStored
from bot.features.time.outages import BEAT_EVERY, LONGEST_GAP
from bot.gateway import SteadyClient
from bot.importing import collecting_later
from bot.jobs.arrivals import CountedInteraction
from bot.match.identity import GuildId, UserId
from bot.match.match import Match
from bot.ratelimits import RATELIMIT_PATIENCE, BackgroundRequests, RateLimitWait, use_prompt_buckets
from bot.recent_interactions import RecentInteractions
from bot.requests import Requests
from bot.services import Services
from bot.text import UNREADABLE, Language, Languages, gettext, is_at_hand, speaking, translator_for
from bot.workers.pool import WorkerPool
from bot.workers.shared_pool import SharedPool
from render.studio import Studio

if TYPE_CHECKING:
    # A bot without metrics starts faster without this import.
    from bot.metrics import ProcessMetrics

GUILD_PATIENCE: Final = 2.0
"""Seconds that discord.py waits for another server before it considers the start complete."""
CLOSING_PATIENCE: Final = 8.0
"""Seconds that answers under way may still take when the bot is asked to stop."""

THINKERS: Final = max(1, min(2, (os.cpu_count() or 1) - 1))
"""The most engine processes at once. With several cores, one core is left for answers."""

ANIMATIONS_EACH: Final = 4
"""The most animations of one user that may wait for a process."""
ANIMATION_LIMIT: Final = 60.0
"""Seconds that an animation may take; the longest one that Discord accepts takes two."""

LAST_WORDS: Final = 1.0
"""Seconds in which to tell users that the bot stops before their animation is made.

Listeners get the same time to end by themselves.
"""

STORED_WITHIN: Final = 2.2
"""Seconds that a user waits for the database; Discord gives 3 seconds for the answer."""

STORED_EVERY: Final = 1.0
"""Seconds between two attempts to store an event that Discord does not report again."""

AUTOCOMPLETE: Final = discord.InteractionType.autocomplete

Stored = TypeVar("Stored")

_log: Final = structlog.get_logger(__name__)


def intents() -> discord.Intents:
    """Return the intents: servers and messages, none of them privileged.

    Without the privileged intent Discord sends the content of a message only if it mentions the
    bot, or in direct messages with it.
    """
    required = discord.Intents.none()
    required.guilds = True
    required.guild_messages = True
    required.dm_messages = True
    return required


class AnsweredTree(app_commands.CommandTree["BoopBot"]):
    """The slash commands. The bot keeps running until a command has ended."""

    async def _call(self, interaction: discord.Interaction[BoopBot]) -> None:
        if self.client.passes_over(interaction):
            return
        # discord.py has no public method that wraps a whole command.
        suggesting = interaction.type is AUTOCOMPLETE
        kind = CountedInteraction.AUTOCOMPLETE if suggesting else CountedInteraction.COMMAND
        name = str(dict(interaction.data or {}).get("name"))
        async with self.client.answering(interaction, kind, name):
            await super()._call(interaction)

    async def interaction_check(self, interaction: discord.Interaction[BoopBot]) -> bool:
        """Return whether a command may run with the options that the client sent."""
        return await self.client.check_options(interaction)


class BoopBot(SteadyClient, commands.AutoShardedBot):
    """The bot. Its cogs reach the services and the studio through it."""

    # Cogs set these functions when they are loaded. Reading one earlier raises AttributeError.
    check_options: Callable[[discord.Interaction[Any]], Awaitable[bool]]
    """Returns whether the options of a command are as declared, and answers if they are not."""
    run_action: Callable[[discord.Interaction[Any], Any], Awaitable[None]]
    """Runs the action of a button, a menu or a form."""
    show_rules_first: Callable[[discord.Interaction[Any], str], Awaitable[None]]
    """Shows a newcomer the rules of a ruleset before the board of a new match."""
    wake_opponent: Callable[[Match], None]
    """Starts the bot's action in a match. Called after the match was shown."""
    find_servers: Callable[[], Coroutine[Any, Any, None]]
    """Records which servers are unavailable. Runs before any job ends something by time."""

    def __init__(
        self,
        services: Services,
        studio: Studio,
        guild_ready_timeout: float = GUILD_PATIENCE,
        metering: ProcessMetrics | None = None,
        shards: int | None = None,
    ) -> None:
        use_prompt_buckets()
        self.trace: Final = aiohttp.TraceConfig() if metering is None else metering.trace()
        """The hooks that see every request to Discord."""
        super().__init__(
            tree_cls=AnsweredTree,
            http_trace=self.trace,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            # Commands that need a server declare that themselves.
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=RATELIMIT_PATIENCE,
            guild_ready_timeout=guild_ready_timeout,
            shard_count=shards,
        )
        self.requests: Final = Requests(self.trace)
        """The state of the requests to Discord."""
        self.services: Final = services
        self.studio: Final = studio
        self.animators: Final = SharedPool(
            WorkerPool(name="animations", limit=ANIMATION_LIMIT), most_each=ANIMATIONS_EACH
        )
        """Makes animations. All pools start their processes when they are first needed."""
        self.thinkers: Final = SharedPool(
            WorkerPool(name="searches", workers=THINKERS, first=("numba",))
        )
        """Runs the engine. Only these processes may use the compiled kernel, which takes 100 MB."""
        self.translations: str | None = None
        """The address of a page on which users can improve the translations, if there is one."""
        self.public_url: str | None = None
        """The address of the bot's pages on the web, if people can reach them."""
        self.underway: Final = BackgroundRequests()
        """Work that goes on in the background if Discord holds it up, so that no user waits."""
        self.command_sync: Final = CommandSync(services, self.tree)
        self._jobs: asyncio.Task[Never] | None = None
        self._asking: asyncio.Task[Never] | None = None
        self._metering = metering
        self.closing_patience = CLOSING_PATIENCE
        self.is_ending = False
        """Whether new actions are refused because the bot is ending."""
        self.recent: Final = RecentInteractions()
        self._excuses: Final = set[asyncio.Task[None]]()
        """The tasks that tell users that the bot ends."""
        self._events: Final = set[asyncio.Task[Any]]()
        """The tasks in which listeners run."""
        self._working: Final = set[asyncio.Future[None]]()
        """The work that keeps the bot running; each future is done when its work ends."""

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Keep the bot running while a user is being answered."""
        done = asyncio.get_running_loop().create_future()
        self._working.add(done)
        try:
            yield
        finally:
            self._working.discard(done)
            done.set_result(None)

    async def until_stored(self, store: Callable[[], Awaitable[Stored]]) -> Stored | None:
        """Store a fact that the bot cannot find out again. Retry while nothing can be stored.

        Such facts are events that Discord reports once, and messages that the bot has sent. Return
        `None` if the bot ends first.
        """
        while not self.is_ending:
            try:
                return await store()
            except NotStored:
                await asyncio.sleep(STORED_EVERY)  # The code that keeps the lead logs the failure.
        return None

    def passes_over(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether to ignore an interaction: Discord sent it twice, or the bot is ending.

        Discord may repeat events when this process resumes a connection; only the first is
        answered. Tell a user who acts while the bot is ending that it ends.
        """
        if not self.recent.remember(interaction.id):
            _log.info("duplicate interaction dropped", interaction=interaction.id)
            return True
        if self.is_ending:
            self._excuse(interaction)
        return self.is_ending

    def _excuse(self, interaction: discord.Interaction[Any]) -> None:
        """Tell a user that the bot ends, unless another process may be answering them.

        Autocompletion cannot show a sentence.
        """
        if self.closing_patience and interaction.type is not AUTOCOMPLETE:
            task = asyncio.create_task(self._say_that_it_ends(interaction))
            self._excuses.add(task)
            task.add_done_callback(self._excuses.discard)

    async def _say_that_it_ends(self, interaction: discord.Interaction[Any]) -> None:
        """Tell a user that the bot ends.

        Use the language of their client, because the database may be closed already.
        """
        locale = language_of(interaction.locale)
        await read_ahead(locale)
        with speaking(Languages(locale, locale)):
            text = gettext("I'm shutting down, so nothing was done. Try again in a minute.")
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            # aiohttp raises RuntimeError if its session was closed meanwhile.
            self.give_up("excuse", interaction.type.name, error)

    @contextlib.asynccontextmanager
    async def answering(
        self, interaction: discord.Interaction[Any], kind: CountedInteraction, name: str
    ) -> AsyncIterator[None]:
        """Keep the bot running while a user is being answered, and measure how long they wait.

        Set the user's languages. Limit the wait for the database, so that the user learns in time
        if it does not answer. While the bot ends, only log failures.
        """
        created_at = interaction.created_at.timestamp()
        async with self.working():
            with (
                self.services.arrivals.answering(UserId(interaction.user.id), created_at),
                waiting_at_most(STORED_WITHIN, interaction.response.is_done),
            ):
                if kind is not CountedInteraction.AUTOCOMPLETE:
                    await self._beat_before_an_action()
                try:
                    with speaking(await self.languages_for(interaction)):
                        if self._metering is None:
                            yield
                            return
                        with self._metering.answer(kind, name, created_at):
                            yield
                except asyncio.CancelledError as error:
                    # Listeners, one of which reads forms, are cancelled when the bot ends.
                    self.give_up("answer", name, error)
                    raise
                except Exception as error:
                    if not self.is_ending:
                        raise
                    self.give_up("answer", name, error)

    def give_up(self, what: str, name: str, error: BaseException) -> None:
        """Log a failure in one line while the bot ends.

        Commands, the connection and the database may be gone already.
        """
        _log.warning("given up at the end", what=what, name=name, reason=repr(error))

    async def languages_for(self, interaction: discord.Interaction[Any]) -> Languages:
        """Return the languages for a user: the one they chose, or that of their client."""
        locale = language_of(interaction.locale)
        languages = Languages(locale, locale)
        try:
            user = UserId(interaction.user.id)
            languages = await self.services.preferences.update_languages(user, locale)
        except NotStored:
            pass  # The user is answered in the language of their client.
        except Exception:
            # The action uses the same database, and the user is told if it fails.
            _log.exception("language not looked up")
        await read_ahead(languages)
        return languages

    async def beat(self) -> None:
        """Record a heartbeat, and give back the time in which users could not reach the bot.

        While a shard is cut off, or Discord answers no requests, record only an outage: it still
        goes on for some users.
        """
        every = BEAT_EVERY if self.is_every_shard_connected() else LONGEST_GAP
        away = await self.services.clocks.beat(every)
        if away:
            _log.warning("time of an outage given back", seconds=round(away))

    async def _beat_before_an_action(self) -> None:
        """Give back lost time before an action can be refused as too late.

        The action goes on if that fails.
        """
        try:
            await self.beat()
        except NotStored:
            pass  # The action may need nothing stored; otherwise it raises the same refusal.
        except Exception:
            # The action uses the same database, and the user is told if it fails.
            _log.exception("heartbeat failed")

    async def before_excuse(self) -> None:
        """Wait until it is certain that nothing can be stored. A single process knows at once."""

    def is_complete(self) -> bool:
        """Return whether Discord reaches the bot through all of its shards."""
        return self.is_connected()

    def is_connected(self) -> bool:
        """Return whether Discord reaches the bot through every shard."""
        shards = self.shards.values()
        return self.is_ready() and not any(shard.is_closed() for shard in shards)

    def is_every_shard_connected(self) -> bool:
        """Return whether Discord reaches the bot, and answers it, in every process."""
        return self.is_in_touch()

    def is_in_touch(self) -> bool:
        """Return whether Discord reaches the bot here, and answers its requests."""
        return self.is_connected() and self.requests.is_answering

    def serves(self, guild: GuildId) -> bool:
        """Return whether this process serves a server."""
        return True

    def serves_direct_messages(self) -> bool:
        """Return whether this process receives direct messages."""
        return True

    @property
    def reached(self) -> frozenset[int] | None:
        """The shards whose servers are served here, or None for all."""
        return None

    def faults(self) -> list[str]:
        """Return a sentence for each kind of work that is stuck, for `/healthz`."""
        working = (self.services.jobs, self.thinkers, self.animators, self.studio)
        return self.requests.faults() + [fault for each in working for fault in each.faults()]

    async def can_do_jobs(self) -> bool:
        """Return whether jobs may run: users can reach the bot, and lost time is given back.

        Nothing may end by time while users could not act.
        """
        if not self.is_in_touch():
            return False
        await self.beat()
        if self.find_servers in self.underway:
            return False
        found = await self.underway.run(self.find_servers, self.find_servers)
        return not isinstance(found, RateLimitWait)

    async def close(self) -> None:
        """Close, after the answers under way have ended.

        The next start shows the changes that are not shown by then.
        """
        try:
            await self._settle(self.closing_patience)
            self.is_ending = True
            await asyncio.gather(self.animators.close(), self.thinkers.close())
            # Users whose work was waiting for a pool are told while the connection is still open.
            # On a busy bot, this also waits for the last answers, and for listeners.
            await self._settle(min(self.closing_patience, LAST_WORDS))
        finally:
            self.is_ending = True
            await self._end_jobs()
            await self.command_sync.close()
            await self.underway.close()
            await self._stop_listening()
            await super().close()

    async def _stop_listening(self) -> None:
        """Disconnect, tell users who acted before that the bot ends, and cancel listeners.

        Listeners must not go on, because the database is closed next.
        """
        shards = self.every_shard.values()
        # A shard that fails to close must not stop the others, or keep the bot running.
        await asyncio.gather(*(shard.let_go() for shard in shards), return_exceptions=True)
        if self._excuses:
            await asyncio.wait(set(self._excuses), timeout=LAST_WORDS)
        for listener in self._events:
            listener.cancel()
        await asyncio.gather(*self._events, return_exceptions=True)

    async def _end_jobs(self) -> None:
        """Stop running jobs. The next start does the unfinished ones."""
        for task in (self._jobs, self._asking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.services.jobs.close()

    async def _settle(self, patience: float) -> None:
        """Wait until no answer is under way, for at most `patience` seconds.

        Wait for listeners only while the bot ends: before that, new ones begin all the time.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while under_way := {*self._working, *(self._events if self.is_ending else ())}:
                    await asyncio.wait(under_way)

    async def until_done(self) -> None:
        """Wait until every answer that is now under way has ended."""
        if self._working:
            await asyncio.wait(set(self._working))

    async def setup_hook(self) -> None:
        """Tie the database to this bot, load every cog, and sync changed commands."""
        if self.application_id is None:
            raise AssertionError("discord.py sets the application's id at login")
        await self.services.belong_to(self.application_id)
        await self._first_beat()
        with collecting_later():
            # load_extension would execute each module again for every bot in this process.
            names = importlib.import_module("cogs").extensions()
            extensions = [importlib.import_module(name) for name in names]
        for extension in extensions:
            await extension.setup(self)
        await self._join()
        self.services.jobs.may_run = self.can_do_jobs
        self._jobs = asyncio.create_task(self.services.jobs.run())
        self._asking = asyncio.create_task(
            self.requests.keep_asking(
                lambda: self.http.request(Route("GET", "/users/@me")),
                lambda: self.until_stored(self.services.deliver_again),
            )
        )

    async def _first_beat(self) -> None:
        """Record the first heartbeat. Retry while another process, giving back time, blocks it."""
        while True:
            try:
                await self.beat()
            except DatabaseBusy:
                await asyncio.sleep(STORED_EVERY)
            else:
                return

    async def _join(self) -> None:
        """Take over the unfinished work of the previous process, and sync changed commands."""
        await self.services.resume()
        await self.command_sync.begin(self.underway.held_up_after)

    async def add_cog(self, cog: commands.Cog, /, **options: Any) -> None:
        """Add a cog, and the handlers of jobs in it."""
        await super().add_cog(cog, **options)
        self.services.jobs.add(cog)

    async def remove_cog(self, name: str, /, **options: Any) -> commands.Cog | None:
        """Remove a cog. From then on its jobs wait."""
        cog = self.get_cog(name)
        if cog is not None:
            self.services.jobs.remove(cog)
        return await super().remove_cog(name, **options)

    def _schedule_event(self, *event: Any, **options: Any) -> asyncio.Task[Any]:
        """Begin a listener, and keep its task: discord.py does not say which listeners run."""
        task = super()._schedule_event(*event, **options)
        self._events.add(task)
        task.add_done_callback(self._events.discard)
        return task

    async def on_message(self, message: discord.Message) -> None:
        """Ignore messages. discord.py would take them for commands; a cog answers mentions."""

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log an error of a listener, unless the database failed, which is logged elsewhere."""
        error = sys.exc_info()[1]
        if error is None or isinstance(error, NotStored):
            return
        if self.is_ending:
            self.give_up("listener", event_method, error)
        else:
            _log.exception("listener failed", listener=event_method)

    async def on_ready(self) -> None:
        """Record that users can play."""
        _log.info("ready", guilds=len(self.guilds), shards=self.shard_count)


_LOGGED: Final[set[Language]] = set()
"""The unreadable catalogues that were logged already."""


async def read_ahead(language: Language | Languages) -> None:
    """Read the catalogue of a language before it is used, without blocking the event loop."""
    if not is_at_hand(language):
        await asyncio.to_thread(translator_for, language)
    for unreadable in UNREADABLE.keys() - _LOGGED:
        _LOGGED.add(unreadable)
        _log.error("catalogue not readable", language=unreadable, reason=UNREADABLE[unreadable])


Interaction = discord.Interaction[BoopBot]
