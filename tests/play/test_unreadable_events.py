"""Events that discord.py cannot parse: they are ignored, and play goes on."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from playground import Playground
from playground.gateway.session import Session
from playground.world import ThreadTerms
from playground.world.messages import Json
from tests.kit.server_matches import start_match_between
from tests.kit.shards import SHARDS, run_member, wait_for_shards
from tests.kit.tables import DESCRIPTION, PATIENT, Table, run_bot
from tests.kit.thoroughness import sampled

ODD: tuple[Any, ...] = (None, {}, [], "", {"id": "x"}, {"id": None}, {"guild_id": "1"})
"""Values that stand for the data of an event that did not occur."""
BEGINNINGS = {"READY", "RESUMED"}
"""Events without which a session is of no use, so that a new one is started."""
UNKNOWN = 9999
"""A number that is in none of Discord's lists."""


def malformed_events(body: Any) -> Iterator[Any]:
    """Yield an event with each part of it missing, null, of another type, or unknown."""
    for path in _paths(body):
        *way, last = path
        for change in ("missing", "null", "type", "unknown"):
            whole = copy.deepcopy(body)
            inside = whole
            for step in way:
                inside = inside[step]
            value = inside[last]
            match change:
                case "missing":
                    del inside[last]
                case "null":
                    inside[last] = None
                case "type":
                    inside[last] = {"of": "another type"} if not isinstance(value, dict) else "x"
                case "unknown":
                    if not isinstance(value, int | str):
                        continue
                    inside[last] = UNKNOWN if isinstance(value, int) else "unknown"
            yield whole


def _paths(body: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each part of an event; of a list, only to its first element."""
    if isinstance(body, dict):
        inside = list(body.items())
    else:
        inside = list(enumerate(body))[:1] if isinstance(body, list) else []
    for key, value in inside:
        yield (*way, key)
        yield from _paths(value, (*way, key))


async def cause_all_events(table: Table) -> None:
    """Let each event that a bot receives in a server happen once."""
    playground, world = table.playground, table.playground.world
    ada, bob = playground.person("ada"), playground.person("bob")
    games, server = playground.channel("games"), playground.server()
    server_match = await start_match_between(playground, ada, bob, games)
    await server_match.play(["Kc3"])
    message = ada.say(games, "hello")
    ada.delete(message)
    ada.say(world.direct_channel(ada.user), "psst")
    thread = world.threads.begin(games, ada.user, ThreadTerms("talk"))
    world.threads.delete(thread)
    attic = world.add_channel(server, "attic")
    world.overwrite(attic, ada.user)
    world.delete_channel(attic)
    role = world.add_role(server, "players")
    world.set_roles(server, world.bot, [*_roles_of_bot(playground), role])
    world.delete_role(role)


def _roles_of_bot(playground: Playground) -> list[Any]:
    server = playground.server()
    member = server.members[playground.world.bot.id]
    return [server.roles[each] for each in member.role_ids]


def the_session(playground: Playground) -> Session:
    [session] = playground.hub.roster.sessions
    return session


@pytest.mark.night
@pytest.mark.long
async def test_an_unreadable_event_does_not_end_the_bot(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    await cause_all_events(table)
    other = playground.add_server("Loom", ada)
    playground.world.moderation.invite_bot(other)
    gone: Json = {"id": str(other.id), "unavailable": True}
    session = the_session(playground)
    connection = session.connection
    genuine = dict(session.sent) | {"GUILD_DELETE": gone}
    parsers = table.bot._connection.parsers
    assert len(genuine) >= 15, sorted(genuine)
    with structlog.testing.capture_logs() as logs:
        for event, body in genuine.items():
            if event not in BEGINNINGS:
                for shape in malformed_events(body):
                    session.send_as_it_is(event, shape)
        for event in parsers.keys() - genuine.keys() - BEGINNINGS:
            for shape in ODD:
                session.send_as_it_is(event, shape)
        session.send_as_it_is("OF_NEXT_YEAR", {"id": "1"})
        answer = await ada.command("help", channel=playground.channel("general"))
    assert not answer.failed
    assert the_session(playground) is session
    assert session.connection is connection
    unread = {each["gateway_event"] for each in logs if each["event"] == "event not readable"}
    assert {"GUILD_CREATE", "INTERACTION_CREATE", "MESSAGE_CREATE"} <= unread


def with_unknown_kinds(server: Json) -> Json:
    """Return a server with a channel, a thread and an emoji of a kind that does not exist yet."""
    odd = {"id": "1", "name": "of next year"}
    lists = {key: [*server[key], odd] for key in ("channels", "threads", "roles")}
    return {**server, **lists, "emojis": [odd], "stage_instances": "none", "owner_id": {}}


async def test_a_server_with_an_unreadable_part_can_be_played_in(
    playground: Playground, database: Path
) -> None:
    playground.hub.distortions.distort("GUILD_CREATE", with_unknown_kinds)
    async with run_bot(playground, database) as table:
        ada, bob = playground.person("ada"), playground.person("bob")
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
        await server_match.play(["Kc3"])
        [guild] = table.bot.guilds
        assert guild.name == "Quilt Club"
        assert not guild.unavailable


async def test_an_unreadable_server_does_not_delay_others(
    playground: Playground, database: Path
) -> None:
    ada, bob = playground.person("ada"), playground.person("bob")
    other = playground.add_server("Loom", ada, bob)
    playground.world.moderation.invite_bot(other)
    unread = str(other.id)
    playground.hub.distortions.distort(
        "GUILD_CREATE", lambda body: {"id": None} if body["id"] == unread else body
    )
    async with run_bot(playground, database) as table:
        await start_match_between(playground, ada, bob, playground.channel("games"))
        guild = table.bot.get_guild(other.id)
        assert guild is not None
        assert guild.unavailable, "matches there rest until Discord sends the server again"


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("change", sampled(["session_id", "guilds", "user"], 1))
async def test_a_session_with_an_unreadable_beginning_is_restarted(
    playground: Playground, database: Path, change: str
) -> None:
    begun: list[str] = []

    def spoil_first(body: Json) -> Json:
        begun.append(body["session_id"])
        if len(begun) == 1:
            del body[change]
        return body

    playground.hub.distortions.distort("READY", spoil_first)
    async with run_bot(playground, database):
        ada = playground.person("ada")
        assert not (await ada.command("help", channel=playground.channel("games"))).failed
    assert len(begun) == 2


async def test_a_shard_of_several_processes_skips_unreadable_events(
    tmp_path: Path,
) -> None:
    async with Playground(
        description=DESCRIPTION, limits=PATIENT, shards=SHARDS, max_concurrency=SHARDS
    ) as playground:
        playground.hub.distortions.distort("GUILD_CREATE", with_unknown_kinds)
        async with run_member(playground, tmp_path) as bot:
            await wait_for_shards(bot, 0, 1, 2)
            for session in playground.hub.roster.sessions:
                for event in bot._connection.parsers.keys() - BEGINNINGS:
                    for shape in ODD:
                        session.send_as_it_is(event, shape)
            ada = playground.person("ada")
            assert not (await ada.command("help", channel=playground.channel("games"))).failed
            assert {each.wishes.shard[0] for each in playground.hub.roster.sessions} == {0, 1, 2}
            assert len(playground.hub.roster.sessions) == SHARDS
