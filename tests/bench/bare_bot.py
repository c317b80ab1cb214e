"""A bare discord.py bot, for the cost of `/place` with a view and a picture in any bot.

Its picture is ready, and it stores nothing. `bots.bare_bot` starts it with the API's address, the
token and the picture's file.
"""

import asyncio
import io
import signal
import sys
from pathlib import Path

import discord
from discord import app_commands, ui


class BareBot(discord.AutoShardedClient):
    """A bot with one command. A sharded client asks the API where the gateway is."""

    def __init__(self, png: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.png = png
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.tree.add_command(place)
        await self.tree.sync()


@app_commands.command(description="Answer with a picture")
async def place(interaction: "discord.Interaction[BareBot]", square: str) -> None:
    container: ui.Container[ui.LayoutView] = ui.Container()
    container.add_item(ui.TextDisplay(f"You placed on {square}."))
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media="attachment://bed.png")
    container.add_item(gallery)
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    png = discord.File(io.BytesIO(interaction.client.png), "bed.png")
    await interaction.response.send_message(view=view, file=png)


@place.autocomplete("square")
async def suggest(_: "discord.Interaction[BareBot]", typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{typed}3", value=f"{typed}3")]


async def run(api: str, token: str, png: bytes) -> None:
    discord.http.Route.BASE = api
    async with BareBot(png) as bot:
        serving = asyncio.ensure_future(bot.start(token))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
        await asyncio.wait([serving])


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], sys.argv[2], Path(sys.argv[3]).read_bytes()))
