"""Where requests to Discord go: to Discord itself, to a proxy of it, or to another API."""

from urllib.parse import urlsplit

from discord.http import Route

from bot.config import Settings


def choose_address(settings: Settings) -> None:
    """Send every request from now on where the settings say. A proxy goes before another API."""
    if settings.discord_proxy is not None:
        Route.BASE = settings.discord_proxy + urlsplit(Route.BASE).path
    elif settings.discord_api is not None:
        Route.BASE = settings.discord_api
