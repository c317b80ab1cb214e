"""Messages of a small bot on the playground."""

from __future__ import annotations

import io
from typing import Any

import discord

from playground import TextChannel
from tests.playground.tiny import PNG, TinyBot


def channel_of(bot: TinyBot, channel: TextChannel) -> discord.TextChannel:
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    return place


def layout(text: str, *, picture: str | None = None) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    if picture is not None:
        gallery: Any = discord.ui.MediaGallery()
        gallery.add_item(media=picture, description="the bed")
        view.add_item(gallery)
    return view


def png(name: str = "bed.png", content: bytes = PNG) -> discord.File:
    return discord.File(io.BytesIO(content), name, description=f"shows {name}")
