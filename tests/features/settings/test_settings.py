"""What is set for a server, at hand and in the file."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import bot.features.settings.service
from bot.features.settings.server import Pings, ServerSettings
from bot.match.identity import GuildId
from bot.services import Host, open_host
from tests.features.clocks import StandingClock

HERE, ELSEWHERE = GuildId(7), GuildId(8)


def silent(settings: ServerSettings) -> ServerSettings:
    return replace(settings, pings=Pings.NONE)


def nightly(settings: ServerSettings) -> ServerSettings:
    return replace(settings, theme="night")


async def test_what_is_set_is_so_at_once_and_leaves_the_rest_alone(host: Host) -> None:
    assert await host.settings.of(HERE) == ServerSettings()
    await host.settings.change(HERE, silent)
    assert await host.settings.change(HERE, nightly) == nightly(silent(ServerSettings()))
    assert await host.settings.of(HERE) == nightly(silent(ServerSettings()))
    assert await host.settings.of(ELSEWHERE) == ServerSettings()


async def test_what_is_set_outlasts_the_process(path: Path, clock: StandingClock) -> None:
    for expected, changed in ((ServerSettings(), silent), (silent(ServerSettings()), nightly)):
        async with open_host(path, clock, Random(1)) as host:
            assert await host.settings.of(HERE) == expected
            await host.settings.change(HERE, changed)


async def test_a_change_that_is_refused_changes_nothing(host: Host) -> None:
    def refused(_: ServerSettings) -> ServerSettings:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await host.settings.change(HERE, refused)
    assert await host.settings.of(HERE) == ServerSettings()


async def test_who_asks_while_something_is_set_never_keeps_what_was_before(host: Host) -> None:
    for number in range(20):
        theme = f"theme-{number}"

        def changed(settings: ServerSettings, theme: str = theme) -> ServerSettings:
            return replace(settings, theme=theme)

        guild = GuildId(100 + number)
        await asyncio.gather(
            host.settings.of(guild), host.settings.change(guild, changed), host.settings.of(guild)
        )
        assert (await host.settings.of(guild)).theme == theme


async def test_only_so_many_servers_are_kept_at_hand(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.features.settings.service, "MOST_KNOWN", 3)
    for number in range(10):
        await host.settings.change(GuildId(number), silent)
    assert len(host.settings._known) <= 3
    assert await host.settings.of(GuildId(0)) == silent(ServerSettings())
