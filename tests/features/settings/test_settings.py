"""A server's settings, in memory and in the file."""

import asyncio
from dataclasses import replace

import pytest

import bot.features.settings.service
from bot.features.settings.server import Pings, ServerSettings
from bot.match.identity import GuildId
from bot.services import Services

HERE, ELSEWHERE = GuildId(7), GuildId(8)


def disable_pings(settings: ServerSettings) -> ServerSettings:
    return replace(settings, pings=Pings.NONE)


def set_night_theme(settings: ServerSettings) -> ServerSettings:
    return replace(settings, theme="night")


async def test_a_setting_takes_effect_at_once_and_keeps_the_others(services: Services) -> None:
    assert await services.settings.of(HERE) == ServerSettings()
    await services.settings.change(HERE, disable_pings)
    assert await services.settings.change(HERE, set_night_theme) == set_night_theme(
        disable_pings(ServerSettings())
    )
    assert await services.settings.of(HERE) == set_night_theme(disable_pings(ServerSettings()))
    assert await services.settings.of(ELSEWHERE) == ServerSettings()


async def test_a_change_that_is_refused_changes_nothing(services: Services) -> None:
    def refuse(_: ServerSettings) -> ServerSettings:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await services.settings.change(HERE, refuse)
    assert await services.settings.of(HERE) == ServerSettings()


async def test_reading_during_a_change_never_caches_the_old_value(
    services: Services,
) -> None:
    for number in range(20):
        theme = f"theme-{number}"

        def set_theme(settings: ServerSettings, theme: str = theme) -> ServerSettings:
            return replace(settings, theme=theme)

        guild = GuildId(100 + number)
        await asyncio.gather(
            services.settings.of(guild),
            services.settings.change(guild, set_theme),
            services.settings.of(guild),
        )
        assert (await services.settings.of(guild)).theme == theme


async def test_the_cache_of_servers_is_bounded(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.features.settings.service, "MOST_KNOWN", 3)
    for number in range(10):
        await services.settings.change(GuildId(number), disable_pings)
    assert len(services.settings._known) <= 3
    assert await services.settings.of(GuildId(0)) == disable_pings(ServerSettings())
