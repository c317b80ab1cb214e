"""A bot in one of several processes connects shards and lets them go while it runs."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest
import structlog
import yarl

from bot.command_sync import CommandSync
from bot.db.errors import StorageFailing, UnreadableRow
from bot.features.boards import queries as board_queries
from bot.gateway import ShardConnection
from bot.jobs.fleet import QUERIES, Fleet
from bot.match.identity import ChannelId, GuildId, Instant, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.ratelimits import RateLimitWait, RequestShare
from bot.services import Services
from bot.shards import ShardedBot
from cogs.delivery.availability import is_elsewhere
from cogs.delivery.venues import has_place_to_go
from cogs.wording.refusals import sentence
from playground import GatewayLimits, Playground
from playground.gateway.codes import Opcode
from playground.gateway.session_starts import SessionStarts
from playground.world.messages import Json
from tests.kit.matches import match
from tests.kit.service_matches import begin
from tests.kit.shards import SHARDS, keep_alive_threads, run_member, until, wait_for_shards
from tests.kit.tables import DESCRIPTION, PATIENT
from tests.kit.thoroughness import sampled

SYNC = "/applications/{application_id}/commands"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(
        description=DESCRIPTION, limits=PATIENT, shards=SHARDS, max_concurrency=SHARDS
    ) as opened:
        yield opened
        opened.expect_valid()


def change_before_connecting(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[ShardedBot], None]
) -> None:
    """Change a bot before it connects any shard."""
    join = ShardedBot._join

    async def join_and_change(bot: ShardedBot) -> None:
        await join(bot)
        change(bot)

    monkeypatch.setattr(ShardedBot, "_join", join_and_change)


def connected_shards(playground: Playground) -> list[int]:
    """List the shards that are connected to Discord."""
    sessions = playground.hub.roster.sessions
    return sorted(each.wishes.shard[0] for each in sessions if each.connection is not None)


@pytest.fixture
def _only_the_first_identifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only the first shard get its turn to identify."""
    take_turn = Fleet.take_turn

    async def take_first_turn_only(fleet: Fleet, bucket: int) -> float:
        return await take_turn(fleet, bucket) if bucket == 0 else 3600.0

    monkeypatch.setattr(Fleet, "take_turn", take_first_turn_only)


@pytest.fixture
def give_shard_away(monkeypatch: pytest.MonkeyPatch) -> Callable[[ShardedBot], Awaitable[None]]:
    """Let another process get shard 1: the share of this process is two shards now."""

    async def give(bot: ShardedBot) -> None:
        monkeypatch.setattr("bot.jobs.division.share_of", lambda *_: 2)
        monkeypatch.setattr(
            "bot.jobs.fleet.surplus", lambda own, division: division.held_by(own.number) & {1}
        )
        await bot._fleet.renew()

    return give


@pytest.mark.usefixtures("_only_the_first_identifies")
async def test_a_shard_is_served_while_the_next_one_waits_and_the_process_is_not_complete(
    playground: Playground, tmp_path: Path
) -> None:
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0)
        assert bot.is_connected()
        assert bot._fleet.held == {0, 1, 2}
        # A rolling restart would end the next process, and hold the others up even more.
        assert not bot.is_complete()


async def test_a_process_without_shards_looks_for_no_jobs(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.jobs.division.share_of", lambda *_: 0)
    async with run_member(playground, tmp_path) as bot:
        assert bot.is_connected()
        assert not await bot.can_do_jobs()


@pytest.mark.usefixtures("_only_the_first_identifies")
async def test_a_match_in_direct_messages_may_go_to_a_server_of_another_process(
    playground: Playground, tmp_path: Path
) -> None:
    theirs = GuildId(1 << 22)
    direct = match_in(theirs, VenueKind.DIRECT)
    origin, far = direct.venue.origin, Instant(float("inf"))
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0)
        assert not is_elsewhere(bot, direct)
        assert is_elsewhere(bot, match_in(theirs, VenueKind.THREAD))
        begun = await begin(bot.services, guild=theirs)
        direct = replace(direct, id=begun.id)
        assert await has_place_to_go(bot, direct)
        async with bot.services._database.writing() as writing:
            await board_queries.failed(writing, begun.id, origin, far)
        assert not await has_place_to_go(bot, direct)
        games = ChannelId(origin + 1)
        await bot.services.settings.change(theirs, lambda old: replace(old, games_channel=games))
        assert await has_place_to_go(bot, direct)
        await bot.services.absences.begin(theirs)
        assert not await has_place_to_go(bot, direct)
        # Direct messages come before all servers of shard 0 are reported.
        bot._reached = frozenset()
        assert not is_elsewhere(bot, direct)


@pytest.mark.usefixtures("_only_the_first_identifies")
async def test_a_user_who_asks_in_direct_messages_plays_in_a_server_of_another_process(
    playground: Playground, tmp_path: Path
) -> None:
    world, ada, bob = playground.world, playground.person("ada"), playground.person("bob")
    world.leave(playground.server(), bob.user)
    theirs = GuildId(0)
    while _shard_of(theirs) == 0:
        server = playground.add_server("Loom", ada, bob)
        theirs = GuildId(server.id)
    world.moderation.invite_bot(server)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0)
        bob.say(world.direct_channel(bob.user), "hello?")
        await playground.until(lambda: len(bob.direct_messages()) > 1)
        answer = bob.direct_messages()[-1]
        refused = await bob.press(answer, "Play the cat")
        assert "I can't find a server that we share" in refused.text
        await begin(bot.services, UserId(bob.id), UserId(ada.id), theirs)
        panel = await bob.press(answer, "Play the cat")
        begun = await bob.press(panel.shown, "Play")
        assert "starts" in begun.text
        matches = await bot.services.matches.live_of(UserId(bob.id))
        assert [each.venue.guild for each in matches] == [theirs, theirs]


def _shard_of(guild: GuildId) -> int:
    return (guild >> 22) % SHARDS


def match_in(guild: GuildId, kind: VenueKind) -> Match:
    """Return a match in this server, at a venue of this kind."""
    begun = match()
    return replace(begun, venue=replace(begun.venue, guild=guild, kind=kind))


async def test_a_shard_that_cannot_be_connected_blocks_no_other(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    identify, resume = discord.gateway.DiscordWebSocket.identify, Services.resume
    is_well = False

    async def identify_all_but_first(connection: discord.gateway.DiscordWebSocket) -> None:
        if connection.shard_id == 0 and not is_well:
            raise OSError
        await identify(connection)

    async def resume_all_but_second(services: Services, shard: int = 0) -> None:
        if shard == 1 and not is_well:
            raise UnreadableRow("posts", "1")
        await resume(services, shard)

    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "identify", identify_all_but_first)
    monkeypatch.setattr(Services, "resume", resume_all_but_second)
    monkeypatch.setattr("bot.shards.TRY_AGAIN", 0.0)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 2)
        is_well = True
        await wait_for_shards(bot, 0, 1, 2)


@pytest.mark.long
async def test_a_shard_that_waited_for_its_turn_is_not_said_to_be_behind(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_turn, waits = Fleet.take_turn, [1.0]

    async def take_turn_later(fleet: Fleet, bucket: int) -> float:
        return waits.pop() if bucket == 1 and waits else await take_turn(fleet, bucket)

    monkeypatch.setattr(Fleet, "take_turn", take_turn_later)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        assert waits == []
        assert bot.shards[1].latency < 0.5


@pytest.mark.long
@pytest.mark.usefixtures("_only_the_first_identifies")
async def test_a_shard_whose_turn_does_not_come_in_time_is_logged_in_a_line(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shorten_timeout(bot: ShardedBot) -> None:
        bot.shard_connect_timeout = 0.5

    change_before_connecting(monkeypatch, shorten_timeout)
    monkeypatch.setattr("bot.shards.TRY_AGAIN", 0.0)
    with structlog.testing.capture_logs() as logs:
        async with run_member(playground, tmp_path) as bot:
            await until(lambda: bot._failures[1] > 0 and bot._failures[2] > 0)
    late = [each for each in logs if each["event"].startswith("shard not connected")]
    assert {each["event"] for each in late} == {"shard not connected in time"}
    assert all(each.keys() == {"event", "log_level", "shard"} for each in late)


@pytest.mark.long
async def test_shard_0_is_served_while_discord_limits_how_often_commands_are_synced(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shorten_timeout(bot: ShardedBot) -> None:
        bot.http.max_ratelimit_timeout = 0.01

    change_before_connecting(monkeypatch, shorten_timeout)
    monkeypatch.setattr("bot.jobs.backoff.FIRST_WAIT", 0.01)
    limited = playground.faults.rate_limit("PUT", SYNC, retry_after=0.1, times=1000)
    with structlog.testing.capture_logs() as logs:
        async with run_member(playground, tmp_path) as bot:
            await wait_for_shards(bot, 0, 1, 2)
            await until(lambda: limited.hits > 2)
            assert await bot.tree.fetch_commands() == []
            playground.faults.clear()
            assert bot.command_sync.task is not None
            await asyncio.wait_for(bot.command_sync.task, 60.0)
            assert await bot.tree.fetch_commands() != []
    events = [each["event"] for each in logs if "commands" in each["event"]]
    assert set(events[:-1]) == {"commands not synced"}
    assert events[-1] == "commands synced"
    assert [each for each in logs if each["event"] == "shard not connected"] == []


@pytest.mark.parametrize("is_let_go", [True, False], ids=["shard 0 let go", "a bot that stops"])
async def test_commands_that_cannot_be_synced_are_left_to_the_process_with_shard_0(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_let_go: bool,  # noqa: FBT001 - a case
) -> None:
    async def fail(_: CommandSync) -> None:
        raise OSError

    monkeypatch.setattr(CommandSync, "sync_if_changed", fail)
    monkeypatch.setattr("bot.jobs.backoff.FIRST_WAIT", 0.001)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        syncing = bot.command_sync.task
        assert syncing is not None
        assert not syncing.done()
        if is_let_go:
            monkeypatch.setattr("bot.jobs.division.share_of", lambda *_: 2)
            monkeypatch.setattr(
                "bot.jobs.fleet.surplus", lambda own, division: division.held_by(own.number) & {0}
            )
            await bot._fleet.renew()
            await until(lambda: bot._fleet.held == {1, 2})
        else:
            await bot.close()
        await until(syncing.cancelled)


async def test_a_shard_that_is_let_go_while_it_is_connected_again_stays_away(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    give_shard_away: Callable[[ShardedBot], Awaitable[None]],
) -> None:
    """Discord asks to resume, which calls no hook; meanwhile, another process gets the shard."""
    resume = discord.gateway.DiscordWebSocket.resume
    resuming, go_on = asyncio.Event(), asyncio.Event()

    async def resume_late(connection: discord.gateway.DiscordWebSocket) -> None:
        resuming.set()
        await go_on.wait()
        await resume(connection)

    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "resume", resume_late)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        shard = bot.every_shard[1]
        [session] = [each for each in playground.hub.roster.sessions if each.wishes.shard[0] == 1]
        assert session.connection is not None
        session.connection.send(Opcode.RECONNECT)
        await resuming.wait()
        await give_shard_away(bot)
        await until(lambda: bot._fleet.held == {0, 2})
        assert shard._connecting is not None
        assert shard._connecting.cancelled()
        go_on.set()
        await until(lambda: not shard.ws.open)
        await until(lambda: connected_shards(playground) == [0, 2])
        await until(lambda: len(playground.hub.connections) == 2)
        assert sorted(bot.shards) == [0, 2]


async def test_a_shard_that_waits_to_identify_blocks_none_that_resumes(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested, is_free = asyncio.Event(), False

    async def take_turn(_fleet: Fleet, _bucket: int) -> float:
        requested.set()
        return 0.0 if is_free else 0.01

    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        monkeypatch.setattr(Fleet, "take_turn", take_turn)
        sessions = playground.hub.roster.sessions
        lost, resumed = (each for each in sessions if each.wishes.shard[0] in (1, 2))
        before, connection = resumed.connection, lost.connection
        assert before is not None
        assert connection is not None
        playground.hub.roster.end(lost)
        connection.send(Opcode.INVALID_SESSION, body=False)
        await requested.wait()
        before.send(Opcode.RECONNECT)
        await until(lambda: resumed.connection not in (None, before))
        is_free = True
        await until(lambda: connected_shards(playground) == [0, 1, 2])


@pytest.mark.long
@pytest.mark.parametrize(
    "is_kept", sampled([True, False], 0), ids=["a session kept", "a session ended"]
)
async def test_a_shard_that_cannot_be_connected_again_resumes_its_session_if_discord_keeps_it(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_kept: bool,  # noqa: FBT001 - a case
) -> None:
    """Discord allows a thousand sessions a day, and sends everything anew for a new one."""
    connect, refused = discord.http.HTTPClient.ws_connect, list[str]()

    async def refuse_at_first(
        client: discord.http.HTTPClient, url: str
    ) -> aiohttp.ClientWebSocketResponse:
        if len(refused) < 2:
            refused.append(url)
            raise aiohttp.ClientConnectionError
        return await connect(client, url)

    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        left = playground.hub.starts.limits()["remaining"]
        session = next(each for each in playground.hub.roster.sessions if each.wishes.shard[0] == 1)
        connection, shard = session.connection, bot.every_shard[1]
        assert connection is not None
        broken = shard.ws
        monkeypatch.setattr(discord.http.HTTPClient, "ws_connect", refuse_at_first)
        connection.abort()
        await until(lambda: bool(refused))
        if not is_kept:
            playground.hub.roster.end(session)
        await until(lambda: shard.ws is not broken)
        await until(lambda: connected_shards(playground) == [0, 1, 2])
        assert len(refused) == 2
        assert (session in playground.hub.roster.sessions) is is_kept
        assert playground.hub.starts.limits()["remaining"] == left - (not is_kept)


@pytest.mark.long
async def test_a_session_whose_gateway_is_gone_is_resumed_at_the_default_one(
    playground: Playground, tmp_path: Path
) -> None:
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        session = next(each for each in playground.hub.roster.sessions if each.wishes.shard[0] == 1)
        connection, shard = session.connection, bot.every_shard[1]
        assert connection is not None
        shard.ws.gateway = gone = yarl.URL("ws://127.0.0.1:1")
        connection.abort()
        await until(lambda: session.connection not in (None, connection))
        # The gateway may be back at the next attempt.
        await until(lambda: shard.ws.gateway == gone and shard.ws.open)


async def test_a_connection_that_is_dropped_before_the_session_is_resumed_has_failed(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session's own gateway may only greet; then the bot tries another one."""
    poll, failures = ShardConnection.poll_event, list[int]()
    monkeypatch.setattr("bot.gateway.TRY_AGAIN", 0.01)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        session = next(each for each in playground.hub.roster.sessions if each.wishes.shard[0] == 1)
        connection, shard = session.connection, bot.every_shard[1]
        assert connection is not None
        broken = shard.ws

        async def drop_at_first(own: ShardConnection) -> None:
            if own is shard.ws and own is not broken and len(failures) < 2:
                failures.append(shard._failures)
                await own.close(code=4000)
                raise discord.gateway.ReconnectWebSocket(1)
            await poll(own)

        monkeypatch.setattr(ShardConnection, "poll_event", drop_at_first)
        connection.send(Opcode.RECONNECT)
        await until(lambda: len(failures) == 2)
        await until(lambda: shard._failures == 0 and shard.ws.open)
        assert failures == [0, 1]
        assert session in playground.hub.roster.sessions


@pytest.mark.long
@pytest.mark.parametrize("step", sampled(["received_message", "identify", "resume"], 1))
async def test_a_connection_that_does_not_come_to_identify_or_resume_is_closed(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    take = getattr(discord.gateway.DiscordWebSocket, step)
    failed = list[discord.gateway.DiscordWebSocket]()

    async def fail_at_first(connection: discord.gateway.DiscordWebSocket, *args: object) -> None:
        # Other code reads from connections that Discord has greeted.
        if not failed and (step != "received_message" or connection._keep_alive is None):
            failed.append(connection)
            raise OSError
        await take(connection, *args)

    threads = set(threading.enumerate())
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, step, fail_at_first)
        before = next(each for each in playground.hub.roster.sessions if each.wishes.shard[0] == 1)
        connection, shard = before.connection, bot.every_shard[1]
        assert connection is not None
        broken = shard.ws
        if step == "identify":
            playground.hub.roster.end(before)
            connection.send(Opcode.INVALID_SESSION, body=False)
        else:
            connection.send(Opcode.RECONNECT)
        await until(lambda: shard.ws is not broken)
        assert failed != []
        await until(lambda: connected_shards(playground) == [0, 1, 2])
        await until(lambda: len(keep_alive_threads(threads)) == SHARDS)
        await until(lambda: len(playground.hub.connections) == SHARDS)


async def test_the_last_sessions_of_a_day_are_reserved_for_starting_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch, requests = ShardedBot.fetch_session_start_limits, []

    async def fetch_and_count(bot: ShardedBot) -> discord.SessionStartLimits:
        requests.append(limits := await fetch(bot))
        return limits

    monkeypatch.setattr(ShardedBot, "fetch_session_start_limits", fetch_and_count)
    monkeypatch.setattr("bot.shards.LONGEST_NAP", 0.01)
    limits = GatewayLimits(starts_a_day=SHARDS + 1)
    async with (
        Playground(
            description=DESCRIPTION,
            limits=PATIENT,
            gateway_limits=limits,
            shards=SHARDS,
            max_concurrency=SHARDS,
        ) as playground,
        run_member(playground, tmp_path),
    ):
        await until(lambda: len(requests) > SHARDS + 1)
        # A request may reach Discord before it has counted the previous session.
        assert requests[-1].remaining >= SHARDS - 1


async def test_a_shard_is_given_away_once_running_work_is_done(
    playground: Playground,
    tmp_path: Path,
    give_shard_away: Callable[[ShardedBot], Awaitable[None]],
) -> None:
    """The process that takes over does at once the work that was not recorded."""
    sent, answered = asyncio.Event(), asyncio.Event()
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)

        async def answer() -> None:
            async with bot.working():
                await answered.wait()

        answering = asyncio.create_task(answer())
        sending = asyncio.create_task(bot.underway.run(sent.wait))
        await give_shard_away(bot)
        await until(lambda: bot.reached == {0, 2})
        for done in (sent, answered):
            await bot._fleet.renew()
            await asyncio.sleep(0.1)
            assert bot._fleet.held == {0, 1, 2}
            assert connected_shards(playground) == [0, 1, 2]
            done.set()
        await until(lambda: bot._fleet.held == {0, 2})
        await asyncio.gather(answering, sending)


async def test_requests_delayed_by_discord_are_resumed_after_a_shard_is_given_away(
    playground: Playground,
    tmp_path: Path,
    give_shard_away: Callable[[ShardedBot], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.shards.LETTING_GO", 0.1)
    resumed = []
    resume = Services.resume

    async def record_and_resume(services: Services, shard: int = 0) -> None:
        resumed.append(shard)
        await resume(services, shard)

    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        monkeypatch.setattr(Services, "resume", record_and_resume)
        held_up = asyncio.create_task(bot.underway.run(asyncio.Event().wait))
        await give_shard_away(bot)
        await until(lambda: bot._fleet.held == {0, 2})
        assert set(resumed) == {0, 2}
        assert await held_up is RateLimitWait.BY_DISCORD


async def test_a_process_is_complete_if_all_its_shards_are_served(
    playground: Playground, tmp_path: Path
) -> None:
    async with run_member(playground, tmp_path) as bot:
        assert not bot.is_complete()
        await wait_for_shards(bot, 0, 1, 2)
        assert bot.is_complete()


async def test_the_number_of_remaining_sessions_is_not_requested_for_each_shard(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers that request about twice in five seconds, for all processes together."""
    original, requests = SessionStarts.limits, []

    def record_starts(starts: SessionStarts) -> Json:
        requests.append(starts)
        return original(starts)

    monkeypatch.setattr(SessionStarts, "limits", record_starts)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
    # Once to join the others, and once for all shards.
    assert len(requests) == 2


async def test_a_dropped_process_leaves_interactions_to_others(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dropped process gets the same events as another from Discord until it notices the drop."""
    monkeypatch.setattr("bot.app.STORED_WITHIN", 0.5)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        ada, bob = playground.person("ada"), playground.person("bob")
        async with bot.services._database.writing() as writing:
            await QUERIES.leave_fleet(writing.connection, number=bot._fleet.number)
        monkeypatch.setattr(Fleet, "is_sure", False)
        began = time.monotonic()
        games = playground.channel("games")
        answer = await ada.command("challenge", channel=games, opponent=bob)
        assert answer.text == sentence(StorageFailing("dropped"))
        assert time.monotonic() - began >= 0.5


@pytest.mark.parametrize("left", [500, 501])
async def test_shards_are_given_to_others_while_half_of_the_sessions_of_a_day_are_left(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    give_shard_away: Callable[[ShardedBot], Awaitable[None]],
    left: int,
) -> None:
    """The limit keeps a process that ends again and again from getting them."""
    limits, requests = discord.SessionStartLimits, list[None]()

    async def fetch(_: ShardedBot) -> discord.SessionStartLimits:
        requests.append(None)
        return limits(total=1000, remaining=left, reset_after=1, max_concurrency=SHARDS)

    monkeypatch.setattr("bot.shards.LONGEST_NAP", 0.01)
    monkeypatch.setattr("bot.shards.ASKED_EVERY", 0.0)
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        monkeypatch.setattr(ShardedBot, "fetch_session_start_limits", fetch)
        await give_shard_away(bot)
        if left > 500:
            await until(lambda: bot._fleet.held == {0, 2})
        else:
            await until(lambda: len(requests) > 2)
            assert connected_shards(playground) == [0, 1, 2]


@pytest.mark.parametrize("is_let_go", [True, False], ids=["one let go", "a process that stops"])
async def test_a_waiting_shard_that_was_given_away_does_not_identify(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_let_go: bool,  # noqa: FBT001 - a case
) -> None:
    requested, answer = asyncio.Event(), asyncio.Event()

    async def take_turn(_: Fleet, bucket: int) -> float:
        if bucket == 2:
            requested.set()
            await answer.wait()
        return 0.0

    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        monkeypatch.setattr(Fleet, "take_turn", take_turn)
        waiting = asyncio.create_task(bot.before_identify_hook(2))
        await requested.wait()
        if is_let_go:
            bot._launched.discard(2)
        else:
            await bot.close()
        answer.set()
        with pytest.raises(asyncio.CancelledError):
            await waiting


class SlowShare(RequestShare):
    """A share that a process waits for until others have dropped it."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__(1)
        self._fleet = fleet

    async def take(self) -> None:
        self._fleet._sure_until = 0.0


async def test_nothing_is_sent_once_the_lease_ran_out_while_a_request_waited(
    playground: Playground, tmp_path: Path
) -> None:
    async with run_member(playground, tmp_path) as bot:
        await wait_for_shards(bot, 0, 1, 2)
        bot._share = SlowShare(bot._fleet)
        channel = bot.get_partial_messageable(playground.channel("games").id)
        with pytest.raises(StorageFailing):
            await channel.send("late")
