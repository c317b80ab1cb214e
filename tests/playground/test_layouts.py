"""Every part of a layout comes back from the API as Discord completes it."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from playground import Person, Playground, TextChannel
from tests.kit.messages import channel_of
from tests.playground.tiny import PNG, Raw, StartBot

ELSEWHERE = "https://example.org/cat.png"


class Everything(ui.LayoutView):
    """A message with a part of each kind, each with as few attributes as possible."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://bed.png")
        )
        gallery.add_item(media=ELSEWHERE, description="A cat.", spoiler=True)
        self.add_item(ui.TextDisplay("hello"))
        self.add_item(ui.Section("beside a picture", accessory=ui.Thumbnail(ELSEWHERE)))
        self.add_item(
            ui.Container(gallery, ui.Separator(visible=False), ui.File("attachment://notes.txt"))
        )
        select = ui.Select[Any](custom_id="pick", options=[discord.SelectOption(label="x")])
        select.append_option(discord.SelectOption(label="y", emoji="🐈", description="A cat."))
        self.add_item(ui.ActionRow(select))
        button = ui.Button[Any](custom_id="press", emoji="🐈")
        self.add_item(ui.ActionRow(button, ui.Button(url="https://example.org", label="Away")))
        pickers: list[ui.Item[Any]] = [
            ui.UserSelect(custom_id="who"),
            ui.RoleSelect(custom_id="which role"),
            ui.MentionableSelect(custom_id="whom"),
            ui.ChannelSelect(custom_id="where"),
        ]
        for picker in pickers:
            self.add_item(ui.ActionRow(picker))


async def test_every_part_of_a_layout_is_completed(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot()
    files = [
        discord.File(io.BytesIO(PNG), "bed.png"),
        discord.File(io.BytesIO(b"notes"), "notes.txt"),
    ]
    sent = await channel_of(bot, games).send(view=Everything(), files=files)
    text, section, container, *_ = sent.components
    assert isinstance(text, discord.TextDisplay)
    assert isinstance(section, discord.SectionComponent)
    assert isinstance(section.accessory, discord.ThumbnailComponent)
    assert section.accessory.media.url == ELSEWHERE
    assert isinstance(container, discord.Container)
    gallery, separator, file = container.children
    assert isinstance(gallery, discord.MediaGalleryComponent)
    ours, theirs = gallery.items
    assert (ours.media.width, ours.media.height, ours.media.content_type) == (2, 3, "image/png")
    assert ours.media.url.startswith(playground.cdn)
    assert (theirs.description, theirs.spoiler) == ("A cat.", True)
    assert isinstance(separator, discord.SeparatorComponent)
    assert not separator.visible
    assert isinstance(file, discord.FileComponent)
    assert (file.name, file.size) == ("notes.txt", 5)
    [seen] = ada.look(games)
    assert [part["id"] for part in seen.json["components"]] == [1, 2, 5, 9, 11, 14, 16, 18, 20]
    assert seen.buttons[0].emoji == "🐈"
    playground.expect_valid()


async def test_omitted_fields_are_filled_in(raw: Raw, games: TextChannel) -> None:
    body = {
        "flags": 1 << 15,
        "components": [
            {"type": 17, "components": [{"type": 14}]},
            {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
        ],
    }
    status, message = await raw("POST", f"/channels/{games.id}/messages", body)
    assert status == 200
    container, row = message["components"]
    assert (container["accent_color"], container["spoiler"]) == (None, False)
    assert container["components"] == [{"type": 14, "id": 2, "spacing": 1, "divider": True}]
    [picker] = row["components"]
    assert (picker["min_values"], picker["max_values"], "options" in picker) == (1, 1, False)


async def test_embeds_show_attached_and_external_pictures(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    embed = discord.Embed().set_image(url="attachment://bed.png").set_thumbnail(url=ELSEWHERE)
    file = discord.File(io.BytesIO(PNG), "bed.png")
    sent = await channel_of(bot, games).send(embed=embed, file=file)
    [shown] = sent.embeds
    assert (shown.image.width, shown.image.height) == (2, 3)
    assert shown.thumbnail.proxy_url == ELSEWHERE
    playground.expect_valid()
