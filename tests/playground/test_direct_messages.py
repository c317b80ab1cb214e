"""Buttons, menus and forms in a user's direct messages with the bot."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from playground import CannotDo, Person, Playground, TextChannel
from tests.playground.tiny import Click, StartBot, TinyBot


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="Where", custom_id="where"))
        self.add_item(discord.ui.Button(label="Form", custom_id="form"))
        options = [discord.SelectOption(label="One", value="1")]
        self.add_item(discord.ui.Select(custom_id="pick", options=options))


class Form(discord.ui.Modal, title="A form"):
    word: Any = discord.ui.TextInput(label="Word", custom_id="word")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.edit_message(content=f"filled with {self.word.value}", view=None)


def seen_of(interaction: Click) -> str:
    owners: Any = interaction._integration_owners
    return (
        f"{interaction.user.name} in {interaction.guild_id}, {interaction.context.dm_channel}, "
        f"{isinstance(interaction.user, discord.Member)}, {dict(owners)}"
    )


def add_panel_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Shows a panel.")
    @discord.app_commands.allowed_contexts(guilds=False, dms=True, private_channels=False)
    async def panel(interaction: Click) -> None:
        await interaction.response.send_message("A panel", view=Panel())

    @bot.tree.command(description="Moderates.")
    @discord.app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def moderate(interaction: Click) -> None:
        await interaction.response.send_message("done")

    @bot.listen()
    async def on_interaction(interaction: Click) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        body: Any = interaction.data
        if body["custom_id"] == "form":
            await interaction.response.send_modal(Form())
        else:
            picked = " ".join(body.get("values", []))
            await interaction.response.send_message(seen_of(interaction) + picked, ephemeral=True)


async def test_buttons_menus_and_forms_work_without_a_server(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person
) -> None:
    bot = await start_bot(add_panel_command)
    direct = playground.world.direct_channel(ada.user)
    panel = (await ada.command("panel", channel=direct)).shown
    text = "ada in None, True, False, {0: 0}"
    assert (await ada.press(panel, "Where")).text == text
    assert (await ada.select(panel, "pick", ["One"])).text == text + "1"
    form = (await ada.press(panel, "Form")).form
    assert (await ada.submit(form, {"word": "wool"})).text == "filled with wool"
    with pytest.raises(CannotDo, match="does not see"):
        await bob.press(panel, "Where")
    assert bot.errors == []
    playground.expect_valid()


async def test_commands_are_offered_only_where_their_contexts_allow_it(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    direct = playground.world.direct_channel(ada.user)
    assert [each["name"] for each in ada.commands(direct)] == ["panel"]
    assert [each["name"] for each in ada.commands(games)] == ["moderate"]
    with pytest.raises(CannotDo, match="cannot be used here"):
        await ada.command("moderate", channel=direct)
    with pytest.raises(CannotDo, match="cannot be used here"):
        await ada.command("panel", channel=games)


async def test_a_command_is_answered_even_if_direct_messages_are_closed(
    playground: Playground, start_bot: StartBot, ada: Person
) -> None:
    await start_bot(add_panel_command)
    ada.close_direct_messages()
    direct = playground.world.direct_channel(ada.user)
    panel = await ada.command("panel", channel=direct)
    assert not (await ada.press(panel.shown, "Where")).failed
