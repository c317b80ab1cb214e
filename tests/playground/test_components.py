from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from playground import ButtonStyle, CannotDo, Person, Playground, TextChannel
from playground.world import ThreadTerms
from tests.playground.tiny import Click, StartBot, TinyBot


class Panel(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        row: Any = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Stay", custom_id="stay"))
        row.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
        row.add_item(discord.ui.Button(label="Site", url="https://example.org"))
        self.add_item(discord.ui.Container(discord.ui.TextDisplay("A panel"), row))
        self.picks: Any = discord.ui.ActionRow()
        self.picks.add_item(
            discord.ui.Select(
                custom_id="pick",
                placeholder="Which?",
                max_values=2,
                options=[
                    discord.SelectOption(label="One", value="1", description="the first"),
                    discord.SelectOption(label="Two", value="2"),
                    discord.SelectOption(label="Three", value="3"),
                ],
            )
        )
        self.add_item(self.picks)
        more: Any = discord.ui.ActionRow()
        more.add_item(discord.ui.UserSelect(custom_id="who"))
        self.add_item(more)


def add_panel_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Shows a panel.")
    async def panel(interaction: Click) -> None:
        await interaction.response.send_message(view=Panel())

    @bot.listen()
    async def on_interaction(interaction: Click) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        body: Any = interaction.data
        match body["custom_id"]:
            case "stay":
                view = discord.ui.LayoutView()
                view.add_item(discord.ui.TextDisplay("Changed"))
                await interaction.response.edit_message(view=view)
            case "pick":
                await interaction.response.send_message(" ".join(body["values"]), ephemeral=True)
            case "who":
                await interaction.response.defer()
                assert interaction.message is not None
                view = discord.ui.LayoutView()
                names = [user["username"] for user in body["resolved"]["users"].values()]
                view.add_item(discord.ui.TextDisplay(f"{names} {list(body['resolved'])}"))
                await interaction.edit_original_response(view=view)


async def test_a_message_is_seen_with_all_its_parts(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    assert message.text == "A panel"
    labels = [(each.label, each.disabled, each.style) for each in message.buttons]
    assert labels == [
        ("Stay", False, ButtonStyle.SECONDARY),
        ("Off", True, ButtonStyle.SECONDARY),
        ("Site", False, ButtonStyle.LINK),
    ]
    assert message.button("Site").url == "https://example.org"
    pick, who = message.selects
    assert (pick.custom_id, pick.placeholder, pick.max_values) == ("pick", "Which?", 2)
    assert [option.label for option in pick.options] == ["One", "Two", "Three"]
    assert pick.options[0].description == "the first"
    assert who.options == ()
    playground.expect_valid()


async def test_a_press_changes_the_message(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    answer = await bob.press(message, "Stay")
    assert (answer.text, answer.shown.id, answer.shown.edited) == ("Changed", message.id, True)
    assert [each.text for each in ada.look(games)] == ["Changed"]


async def test_only_buttons_that_are_shown_can_be_pressed(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    with pytest.raises(CannotDo, match="'Off' is disabled"):
        await ada.press(message, custom_id="off")
    with pytest.raises(CannotDo, match="only opens https"):
        await ada.press(message, "Site")
    with pytest.raises(CannotDo, match="0 buttons are 'Nope'"):
        await ada.press(message, "Nope")
    whisper = (await ada.select(message, "pick", ["One"])).shown
    with pytest.raises(CannotDo, match="bob does not see this message"):
        await bob.press(whisper, "Stay")
    await bob.press(message, "Stay")
    with pytest.raises(CannotDo, match="0 buttons"):
        await bob.press(message, "Stay")


async def test_a_click_in_transit_still_arrives(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    await bob.press(message, "Stay")
    assert (await ada.press_as_seen(message, "Stay")).text == "Changed"
    [click] = bot.events[-1][1]
    assert len(click.message.components) == len(message.json["components"])
    assert bot.event_names().count("interaction") == 3


async def test_choices_of_a_select_arrive(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    assert (await ada.select(message, "pick", ["Two", "3"])).text == "2 3"
    with pytest.raises(CannotDo, match="choose 1 to 2, not 3"):
        await ada.select(message, "pick", ["1", "2", "3"])
    with pytest.raises(CannotDo, match="choose 1 to 2, not 0"):
        await ada.select(message, "pick", [])
    with pytest.raises(CannotDo, match="is not among"):
        await ada.select(message, "pick", ["Four"])
    with pytest.raises(CannotDo, match="chosen once"):
        await ada.select(message, "pick", ["1", "One"])
    with pytest.raises(CannotDo, match="no select is 'nope'"):
        await ada.select(message, "nope", ["1"])
    with pytest.raises(CannotDo, match="does not take"):
        await ada.select(message, "who", ["bob"])


async def test_a_disabled_select_cannot_be_used(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Shows what is closed.")
        async def closed(interaction: Click) -> None:
            view = Panel()
            view.picks.children[0].disabled = True
            await interaction.response.send_message(view=view)

    await start_bot(setup)
    message = (await ada.command("closed", channel=games)).shown
    with pytest.raises(CannotDo, match="'pick' is disabled"):
        await ada.select(message, "pick", ["One"])


async def test_role_and_channel_menus_take_roles_and_channels(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Asks for all sorts.")
        async def sorts(interaction: Click) -> None:
            view = discord.ui.LayoutView()
            for select in (
                discord.ui.RoleSelect[Any](custom_id="role"),
                discord.ui.ChannelSelect[Any](custom_id="channel"),
                discord.ui.MentionableSelect[Any](custom_id="any", max_values=2),
            ):
                row: Any = discord.ui.ActionRow()
                row.add_item(select)
                view.add_item(row)
            await interaction.response.send_message(view=view)

        @bot.listen()
        async def on_interaction(interaction: Click) -> None:
            if interaction.type is discord.InteractionType.component:
                body: Any = interaction.data
                kinds = sorted(body["resolved"])
                await interaction.response.send_message(f"{body['values']} {kinds}")

    await start_bot(setup)
    message = (await ada.command("sorts", channel=games)).shown
    role = playground.world.add_role(playground.server(), "players")
    answer = await ada.select(message, "role", [role])
    assert answer.text == f"['{role.id}'] ['roles']"
    answer = await ada.select(message, "channel", [games])
    assert answer.text == f"['{games.id}'] ['channels']"
    answer = await ada.select(message, "any", [ada, role])
    assert answer.text == f"['{ada.id}', '{role.id}'] ['members', 'roles', 'users']"
    playground.expect_valid()


async def test_a_click_on_a_message_deleted_meanwhile_is_refused_with_10008(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    codes = []

    def setup(bot: TinyBot) -> None:
        add_panel_command(bot)

        @bot.listen("on_interaction")
        async def delete_first(interaction: Click) -> None:
            if interaction.type is discord.InteractionType.component:
                assert interaction.message is not None
                try:
                    await interaction.message.delete()
                    await interaction.response.edit_message(content="gone")
                except discord.NotFound as error:
                    codes.append(error.code)
                    await interaction.response.send_message("it is gone")

        bot.remove_listener(bot.extra_events["on_interaction"][0], "on_interaction")

    await start_bot(setup)
    message = (await ada.command("panel", channel=games)).shown
    answer = await ada.press(message, "Stay")
    assert codes == [10008]
    assert answer.text == "it is gone"
    assert answer.shown.replies_to == message.id
    assert answer.shown.json["referenced_message"] is None


async def test_a_deferred_update_is_shown_when_it_is_done(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    answer = await ada.select(message, "who", [bob])
    assert answer.deferred
    assert answer.message is None
    assert (await answer.final()).text == "['bob'] ['users', 'members']"


async def test_simultaneous_clicks_both_get_an_answer(
    start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    await start_bot(add_panel_command)
    message = (await ada.command("panel", channel=games)).shown
    answers = await asyncio.gather(ada.press(message, "Stay"), bob.press(message, "Stay"))
    assert [answer.text for answer in answers] == ["Changed", "Changed"]


async def test_a_legacy_view_works_too(
    start_bot: StartBot, ada: Person, games: TextChannel, playground: Playground
) -> None:
    def setup(bot: TinyBot) -> None:
        class Old(discord.ui.View):
            @discord.ui.button(label="Press", custom_id="press")
            async def on_press(self, interaction: Click, button: Any) -> None:
                await interaction.response.edit_message(content="pressed", view=None)

        @bot.tree.command(description="Old ways.")
        async def old(interaction: Click) -> None:
            embed = discord.Embed(title="Bed", description="of old")
            embed.add_field(name="Turn", value="ada")
            embed.set_footer(text="soft")
            await interaction.response.send_message("hello", view=Old(), embed=embed)

    await start_bot(setup)
    answer = await ada.command("old", channel=games)
    assert answer.text == "hello\nBed\nof old\nTurn\nada\nsoft"
    pressed = await ada.press(answer.shown, "Press")
    assert pressed.shown.buttons == ()
    assert pressed.text.startswith("pressed")
    playground.expect_valid()


async def test_a_default_choice_can_be_removed_and_other_types_are_refused(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Asks for a channel.")
        async def where(interaction: Click) -> None:
            view = discord.ui.LayoutView()
            chosen = discord.SelectDefaultValue(
                id=games.id, type=discord.SelectDefaultValueType.channel
            )
            select: Any = discord.ui.ChannelSelect(
                custom_id="channel",
                min_values=0,
                channel_types=[discord.ChannelType.text],
                default_values=[chosen],
            )
            row: Any = discord.ui.ActionRow()
            row.add_item(select)
            view.add_item(row)
            await interaction.response.send_message(view=view)

        @bot.listen()
        async def on_interaction(interaction: Click) -> None:
            if interaction.type is discord.InteractionType.component:
                body: Any = interaction.data
                await interaction.response.send_message(f"{body['values']}")

    await start_bot(setup)
    message = (await ada.command("where", channel=games)).shown
    assert message.select("channel").chosen == (games.id,)
    assert (await ada.select(message, "channel", [])).text == "[]"
    assert (await ada.select(message, "channel", [games])).text == f"['{games.id}']"
    thread = playground.world.threads.begin(games, ada.user, ThreadTerms("match"))
    with pytest.raises(CannotDo, match="does not take this kind of channel"):
        await ada.select(message, "channel", [thread])
    playground.expect_valid()
