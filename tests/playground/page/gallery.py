"""A bot with every component that the page draws and every kind of option."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui

MOMENT = 1_900_000_000


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">2I5B", 160, 80, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress((b"\0" + b"\xa0" * 160) * 80))
    + _chunk(b"IEND", b"")
)
Click: TypeAlias = "discord.Interaction[GalleryBot]"


class GalleryBot(discord.Client):
    """An unmodified discord.py bot with the commands of the gallery."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.has_thought = asyncio.Event()

    async def setup_hook(self) -> None:
        gallery(self)
        await self.tree.sync()


class Buttons(ui.ActionRow["Everything"]):
    @ui.button(label="Edit", style=discord.ButtonStyle.primary, custom_id="edit")
    async def edit(self, interaction: Click, button: ui.Button[Any]) -> None:
        await interaction.response.edit_message(view=Everything("edited text"))

    @ui.button(label="Form", style=discord.ButtonStyle.success, custom_id="form")
    async def form(self, interaction: Click, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Note())

    @ui.button(label="Silence", style=discord.ButtonStyle.danger, custom_id="silence")
    async def silence(self, interaction: Click, button: ui.Button[Any]) -> None:
        return

    @ui.button(label="Off", disabled=True, custom_id="off")
    async def off(self, interaction: Click, button: ui.Button[Any]) -> None:
        raise AssertionError("a disabled button was pressed")


class Menus(ui.ActionRow["Everything"]):
    @ui.select(
        placeholder="A colour",
        custom_id="colour",
        options=[
            discord.SelectOption(label="Orange", value="o", description="like a kitten"),
            discord.SelectOption(label="Gray", value="g"),
        ],
    )
    async def colour(self, interaction: Click, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)


class People(ui.ActionRow["Everything"]):
    @ui.select(cls=ui.UserSelect, placeholder="Two people", custom_id="people", max_values=2)
    async def people(self, interaction: Click, select: ui.UserSelect[Any]) -> None:
        names = " and ".join(sorted(user.name for user in select.values))
        await interaction.response.send_message(f"chose {names}", ephemeral=True)


class Rooms(ui.ActionRow[ui.LayoutView]):
    def __init__(self, chosen: int) -> None:
        super().__init__()
        kind = discord.SelectDefaultValueType.channel
        menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
            placeholder="A room",
            custom_id="room",
            min_values=0,
            default_values=[discord.SelectDefaultValue(id=chosen, type=kind)],
        )
        menu.callback = self.chose  # type: ignore[assignment, method-assign]
        self.add_item(menu)

    async def chose(self, interaction: Click) -> None:
        sent: Any = interaction.data
        text = f"chose {len(sent['values'])} rooms"
        await interaction.response.send_message(text, ephemeral=True)


class Note(ui.Modal, title="A note"):
    words: ui.Label[Any] = ui.Label(
        text="Your words",
        description="A line or two",
        component=ui.TextInput(style=discord.TextStyle.paragraph, max_length=50),
    )
    mood: ui.Label[Any] = ui.Label(
        text="Mood",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Sleepy", value="sleepy", default=True),
                discord.RadioGroupOption(label="Wild", value="wild"),
            ]
        ),
    )
    friend: ui.Label[Any] = ui.Label(text="Friend", component=ui.UserSelect(required=False))

    async def on_submit(self, interaction: Click) -> None:  # type: ignore[override]
        words, mood = self.words.component, self.mood.component
        assert isinstance(words, ui.TextInput)
        assert isinstance(mood, ui.RadioGroup)
        text = f"noted: {words.value} ({mood.value})"
        await interaction.response.send_message(text, ephemeral=True)


class Everything(ui.LayoutView):
    def __init__(self, suffix: str) -> None:
        super().__init__(timeout=None)
        text = (
            f"### Heading\n**bold** *slanted* `code` {suffix}\n- one\n- two\n-# small print\n"
            f"[a link](https://example.org/) <t:{MOMENT}:R> <t:{MOMENT}:D> \\*plain\\*"
        )
        container: ui.Container[Any] = ui.Container(accent_colour=0xF0913A)
        container.add_item(ui.TextDisplay(text))
        container.add_item(ui.Separator())
        container.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://dot.png", description="two dots")
            )
        )
        container.add_item(
            ui.Section("beside", accessory=ui.Button(label="Out", url="https://example.org/"))
        )
        container.add_item(Buttons())
        container.add_item(Menus())
        container.add_item(People())
        self.add_item(container)


def gallery(bot: GalleryBot) -> None:
    """The commands of the gallery."""

    @bot.tree.command(description="Show everything")
    async def show(interaction: Click) -> None:
        file = discord.File(io.BytesIO(PNG), "dot.png")
        await interaction.response.send_message(view=Everything("first text"), file=file)

    @bot.tree.command(description="Whisper something")
    @app_commands.describe(words="What to whisper")
    async def whisper(interaction: Click, words: str) -> None:
        await interaction.response.send_message(words, ephemeral=True)

    @bot.tree.command(description="Think for a while")
    async def think(interaction: Click) -> None:
        await interaction.response.defer(thinking=True)
        await bot.has_thought.wait()
        file = discord.File(io.BytesIO(PNG), "thought.png", description="a thought")
        await interaction.followup.send("thought about it", file=file)

    @bot.tree.command(description="Take every kind of option")
    @app_commands.describe(friend="Who", often="How often", loud="Aloud?", tune="Which tune")
    @app_commands.choices(tune=[app_commands.Choice(name="Purr", value="purr")])
    async def sing(
        interaction: Click,
        friend: discord.User,
        often: app_commands.Range[int, 1, 9],
        loud: bool = False,  # noqa: FBT001
        tune: str = "none",
    ) -> None:
        text = f"{friend.name} {often} {loud} {tune}"
        await interaction.response.send_message(text, ephemeral=True)

    @bot.tree.command(description="Pick a fruit")
    async def fruit(interaction: Click, name: str) -> None:
        await interaction.response.send_message(f"fruit {name}")

    @fruit.autocomplete("name")
    async def names(interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
        known = [("Apple", "fruit-1"), ("Apricot", "fruit-2"), ("Pear", "fruit-3")]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in known
            if name.lower().startswith(typed.lower())
        ]

    band = app_commands.Group(name="band", description="Listen to the band")

    @band.command(description="Hear it tune")
    async def tune(interaction: Click) -> None:
        await interaction.response.send_message("eee", ephemeral=True)

    @band.command(description="Hear it begin")
    async def begin(interaction: Click) -> None:
        await interaction.response.send_message("la", ephemeral=True)

    bot.tree.add_command(band)

    @bot.tree.command(description="Ask for a room, or for none")
    async def room(interaction: Click) -> None:
        view = ui.LayoutView(timeout=None)
        view.add_item(Rooms(interaction.channel_id or 0))
        await interaction.response.send_message(view=view, ephemeral=True)

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: Click, user: discord.User) -> None:
        await interaction.response.send_message(f"waved at {user.name}", ephemeral=True)

    @bot.tree.context_menu(name="Count letters")
    async def count(interaction: Click, message: discord.Message) -> None:
        content = message.content
        await interaction.response.send_message(f"{len(content)} letters", ephemeral=True)
