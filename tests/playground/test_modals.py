from __future__ import annotations

from typing import Any

import discord
import pytest

from playground import CannotDo, Person, Playground, TextChannel, Upload
from playground.world.layout import Part
from tests.playground.tiny import PNG, Click, StartBot, TinyBot


class Turn(discord.ui.Modal, title="Your turn"):
    intro: Any = discord.ui.TextDisplay("Where do you place?")
    column: Any = discord.ui.Label(
        text="Column",
        component=discord.ui.RadioGroup(
            custom_id="column",
            options=[discord.RadioGroupOption(label=each, value=each.lower()) for each in "ABC"],
        ),
    )
    extras: Any = discord.ui.Label(
        text="Extras",
        component=discord.ui.CheckboxGroup(
            custom_id="extras",
            required=False,
            options=[
                discord.CheckboxGroupOption(label="Bells", value="bells"),
                discord.CheckboxGroupOption(label="Whistles", value="whistles", default=True),
            ],
        ),
    )
    sure: Any = discord.ui.Label(text="Sure?", component=discord.ui.Checkbox(custom_id="sure"))
    note: Any = discord.ui.Label(
        text="Note",
        description="What should bob know?",
        component=discord.ui.TextInput(
            custom_id="note", required=False, max_length=10, default="hm"
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        values = [
            self.column.component.value,
            *self.extras.component.values,
            self.sure.component.value,
            self.note.component.value,
        ]
        message = " ".join(map(str, values))
        if interaction.message is None:
            await interaction.response.send_message(message)
        else:
            await interaction.response.edit_message(content=message, view=None)


class Who(discord.ui.Modal, title="Who"):
    friend: Any = discord.ui.Label(
        text="Friend", component=discord.ui.UserSelect(custom_id="friend")
    )
    kind: Any = discord.ui.Label(
        text="Kind",
        component=discord.ui.Select(
            custom_id="kind",
            options=[discord.SelectOption(label="Kitten", value="k")],
        ),
    )

    bed: Any = discord.ui.Label(
        text="Bed", component=discord.ui.FileUpload(custom_id="bed", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        values: list[Any] = [member.name for member in self.friend.component.values]
        values += self.kind.component.values
        values += [await each.read() == PNG for each in self.bed.component.values]
        await interaction.response.send_message(" ".join(map(str, values)))


class Old(discord.ui.Modal, title="Old"):
    name: Any = discord.ui.TextInput(label="Name", custom_id="name", min_length=2)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"hello {self.name.value}")


def add_form_commands(bot: TinyBot) -> None:
    @bot.tree.command(description="Opens a form.")
    async def form(interaction: Click, which: str) -> None:
        forms: dict[str, type[discord.ui.Modal]] = {"turn": Turn, "who": Who, "old": Old}
        await interaction.response.send_modal(forms[which]())

    class Opener(discord.ui.View):
        @discord.ui.button(label="Open")
        async def open(self, interaction: Click, button: Any) -> None:
            await interaction.response.send_modal(Turn())

    @bot.tree.command(description="Shows a button.")
    async def opener(interaction: Click) -> None:
        await interaction.response.send_message("press", view=Opener())


async def test_a_form_is_filled_in_and_sent(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_form_commands)
    form = (await ada.command("form", channel=games, which="turn")).form
    assert form.title == "Your turn"
    assert form.text.splitlines()[:2] == ["Where do you place?", "Column"]
    assert [each.kind for each in form.fields] == [
        Part.RADIO_GROUP,
        Part.CHECKBOX_GROUP,
        Part.CHECKBOX,
        Part.TEXT_INPUT,
    ]
    answer = await ada.submit(form, {"Column": "B", "extras": ["Bells"], "sure": True})
    assert bot.errors == []
    assert answer.text == "b bells True hm"
    again = (await ada.command("form", channel=games, which="turn")).form
    assert (await ada.submit(again, {"column": "a", "note": ""})).text == "a whistles False "
    playground.expect_valid()


FILLED_IN_WRONGLY: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "'Column' takes 1 to 1 choices, not 0"),
    ({"column": "Z"}, "no option 'Z'"),
    ({"column": "A", "note": "far too long"}, "0 to 10 characters"),
    ({"column": "A", "note": ["list"]}, "takes a text"),
    ({"colour": "red"}, "no 'colour'"),
)


async def test_the_client_refuses_a_form_filled_in_wrongly(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_form_commands)
    form = (await ada.command("form", channel=games, which="turn")).form
    for values, text in FILLED_IN_WRONGLY:
        with pytest.raises(CannotDo, match=text):
            await ada.submit(form, values)


async def test_a_form_takes_people_and_choices(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    await start_bot(add_form_commands)
    form = (await ada.command("form", channel=games, which="who")).form
    picture = Upload(0, "bed.png", PNG)
    answer = await ada.submit(form, {"friend": [bob], "kind": "Kitten", "bed": picture})
    assert answer.text == "bob k True"
    again = (await ada.command("form", channel=games, which="who")).form
    assert (await ada.submit(again, {"friend": bob, "kind": "k"})).text == "bob k"
    with pytest.raises(CannotDo, match="is no file"):
        await ada.submit(again, {"friend": bob, "kind": "k", "bed": "bed.png"})
    with pytest.raises(CannotDo, match="does not take 'bob'"):
        await ada.submit(again, {"friend": "bob", "kind": "k"})
    playground.expect_valid()


async def test_a_form_in_the_old_layout_works_too(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_form_commands)
    form = (await ada.command("form", channel=games, which="old")).form
    with pytest.raises(CannotDo, match="2 to 4000 characters, not 1"):
        await ada.submit(form, {"Name": "a"})
    assert (await ada.submit(form, {"Name": "ada"})).text == "hello ada"
    playground.expect_valid()


async def test_a_form_opened_by_a_button_changes_its_message(
    start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_form_commands)
    message = (await ada.command("opener", channel=games)).shown
    form = (await ada.press(message, "Open")).form
    answer = await ada.submit(form, {"column": "c"})
    assert answer.shown.id == message.id
    assert answer.text == "c whistles False hm"
