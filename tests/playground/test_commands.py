from __future__ import annotations

import enum
from typing import Any

import discord
import pytest
from discord import app_commands

from playground import CannotDo, Permission, Person, Playground, TextChannel, Upload
from playground.world import ThreadTerms
from tests.playground.tiny import PNG, Click, StartBot, TinyBot


class First(enum.Enum):
    me = "m"
    them = "t"


def add_everything_command(bot: TinyBot) -> None:
    @bot.tree.command(description="Takes one of each.")
    async def everything(
        interaction: Click,
        text: app_commands.Range[str, 2, 5],
        number: app_commands.Range[int, 1, 9],
        ratio: app_commands.Range[float, 0, 1],
        yes: bool,  # noqa: FBT001
        who: discord.Member,
        where: discord.TextChannel,
        role: discord.Role,
        whom: discord.Member | discord.Role,
        picture: discord.Attachment,
        first: First = First.me,
    ) -> None:
        size = len(await picture.read())
        said: list[Any] = [text, number, ratio, yes, who.name, where.name, role.name, whom.name]
        said += [picture.filename, size, first.value, who.resolved_permissions is not None]
        await interaction.response.send_message(" ".join(map(str, said)))


def options_for_everything(playground: Playground, **changes: Any) -> dict[str, Any]:
    server = playground.server()
    role = next(each for each in server.roles.values() if each.name == "bot")
    given = {
        "text": "abc",
        "number": 3,
        "ratio": 0.5,
        "yes": True,
        "who": playground.person("bob"),
        "where": playground.channel("general"),
        "role": role,
        "whom": playground.person("cleo"),
        "picture": Upload(0, "bed.png", PNG),
    }
    return {**given, **changes}


async def test_options_of_every_type_arrive(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    bot = await start_bot(add_everything_command)
    options = options_for_everything(playground, first="them")
    answer = await ada.command("everything", channel=games, **options)
    assert bot.errors == []
    expected = f"abc 3 0.5 True bob general bot cleo bed.png {len(PNG)} t True"
    assert answer.text == expected
    playground.expect_valid()


REFUSED_OPTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"text": None}, "needs the option 'text'"),
    ({"text": "a"}, "2 to 5 characters"),
    ({"text": "abcdef"}, "2 to 5 characters"),
    ({"text": 7}, "takes string"),
    ({"number": 0}, "takes 1 to 9"),
    ({"number": True}, "takes integer"),
    ({"ratio": 1.5}, "takes 0"),
    ({"yes": "yes"}, "takes boolean"),
    ({"who": "bob"}, "takes user"),
    ({"first": "nobody"}, "no choice"),
    ({"colour": "red"}, "no option"),
)


async def test_the_client_refuses_options_that_do_not_fit(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_everything_command)
    for changes, message in REFUSED_OPTIONS:
        options = options_for_everything(playground, **changes)
        with pytest.raises(CannotDo, match=message):
            await ada.command("everything", channel=games, **options)


async def test_a_member_comes_with_computed_permissions(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Looks.")
        async def sees(interaction: Click, who: discord.Member) -> None:
            permissions = who.resolved_permissions
            assert permissions is not None
            mine, bots = interaction.permissions, interaction.app_permissions
            values = (permissions.view_channel, mine.administrator, bots.attach_files)
            await interaction.response.send_message(str(values))

    await start_bot(setup)
    assert (await ada.command("sees", channel=games, who=bob)).text == "(True, True, True)"
    playground.world.overwrite(games, bob.user, deny=Permission.VIEW_CHANNEL)
    assert (await ada.command("sees", channel=games, who=bob)).text == "(False, True, True)"
    playground.world.overwrite(games, playground.world.bot, deny=Permission.ATTACH_FILES)
    assert (await ada.command("sees", channel=games, who=bob)).text == "(False, True, False)"


async def test_sub_commands_are_found_by_their_whole_name(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        group = app_commands.Group(name="season", description="Seasons.")
        inner = app_commands.Group(name="past", description="Past ones.", parent=group)

        @group.command(description="The table.")
        async def table(interaction: Click, top: int) -> None:
            await interaction.response.send_message(f"top {top}")

        @inner.command(name="table", description="A past table.")
        async def past_table(interaction: Click, year: int) -> None:
            await interaction.response.send_message(f"of {year}")

        bot.tree.add_command(group)

    await start_bot(setup)
    assert (await ada.command("season table", channel=games, top=3)).text == "top 3"
    assert (await ada.command("season past table", channel=games, year=1999)).text == "of 1999"
    with pytest.raises(CannotDo, match="needs a sub-command"):
        await ada.command("season", channel=games)
    with pytest.raises(CannotDo, match="no sub-command 'next'"):
        await ada.command("season next", channel=games)
    playground.expect_valid()


async def test_numbers_and_ratios_have_choices_too(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Counts.")
        @app_commands.choices(number=[app_commands.Choice(name="one", value=1)])
        @app_commands.choices(ratio=[app_commands.Choice(name="half", value=0.5)])
        async def count(interaction: Click, number: int, ratio: float) -> None:
            await interaction.response.send_message(f"{number} {ratio}")

    await start_bot(setup)
    assert (await ada.command("count", channel=games, number="one", ratio=0.5)).text == "1 0.5"
    assert (await ada.command("count", channel=games, number=1, ratio="half")).text == "1 0.5"
    with pytest.raises(CannotDo, match="2 is no choice"):
        await ada.command("count", channel=games, number=2, ratio=0.5)


async def test_a_channel_option_accepts_only_its_types(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Looks at a thread.")
        async def thread(interaction: Click, which: discord.Thread) -> None:
            await interaction.response.send_message(f"{which.name} {which.parent_id}")

    await start_bot(setup)
    talk = playground.world.threads.begin(games, ada.user, ThreadTerms("talk"))
    answer = await ada.command("thread", channel=games, which=talk)
    assert answer.text == f"talk {games.id}"
    with pytest.raises(CannotDo, match="does not take this kind of channel"):
        await ada.command("thread", channel=games, which=games)


def add_place_command(bot: TinyBot) -> None:
    async def squares(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        piece = interaction.namespace.piece or "kitten"
        names = [f"{file}{rank}" for file in "abcdef" for rank in "123456"]
        return [
            app_commands.Choice(name=f"{piece} on {name}", value=name)
            for name in names
            if name.startswith(current)
        ][:25]

    @bot.tree.command(description="Places.")
    @app_commands.autocomplete(square=squares)
    async def place(interaction: Click, square: str, piece: str | None = None) -> None:
        await interaction.response.send_message(f"{piece} {square}")


async def test_autocomplete_suggests_while_typing(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    await start_bot(add_place_command)
    choices = await ada.autocomplete("place", "square", "b", channel=games, piece="cat")
    assert [choice.value for choice in choices] == ["b1", "b2", "b3", "b4", "b5", "b6"]
    assert choices[0].name == "cat on b1"
    assert len(await ada.autocomplete("place", "square", "", channel=games)) == 25
    assert await ada.autocomplete("place", "square", "z", channel=games) == ()
    with pytest.raises(CannotDo, match="suggests nothing"):
        await ada.autocomplete("place", "piece", "c", channel=games)
    playground.expect_valid()


async def test_a_user_command_receives_its_user(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.context_menu(name="Challenge to boop")
        async def challenge(interaction: Click, member: discord.Member) -> None:
            await interaction.response.send_message(f"{member.name} is challenged")

    await start_bot(setup)
    answer = await ada.user_command("Challenge to boop", bob, channel=games)
    assert answer.text == "bob is challenged"
    playground.expect_valid()


async def test_a_message_command_receives_its_message(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.context_menu(name="Quote")
        async def quote(interaction: Click, message: discord.Message) -> None:
            await interaction.response.send_message(f"{message.author.name}: {message.content}")

    await start_bot(setup)
    quoted = bob.say(games, "boop!")
    assert (await ada.message_command("Quote", quoted)).text == "bob: boop!"


async def test_commands_are_offered_only_to_members_with_permission(
    playground: Playground, start_bot: StartBot, ada: Person, bob: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Sets up.")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def setup_server(interaction: Click) -> None:
            await interaction.response.send_message("done")

    await start_bot(setup)
    assert (await ada.command("setup_server", channel=games)).text == "done"
    with pytest.raises(CannotDo, match="bob may not use"):
        await bob.command("setup_server", channel=games)
    with pytest.raises(CannotDo, match="cannot be used here"):
        await ada.command("setup_server", channel=playground.world.direct_channel(ada.user))
    everyone = playground.server().roles[playground.server().id]
    playground.world.overwrite(games, everyone, deny=Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(CannotDo, match="may not use commands here"):
        await bob.command("setup_server", channel=games)
    with pytest.raises(CannotDo, match="no command 'hop'"):
        await ada.command("hop", channel=games)
    playground.world.overwrite(games, everyone, deny=Permission.VIEW_CHANNEL)
    with pytest.raises(CannotDo, match="bob does not see games"):
        await bob.command("setup_server", channel=games)


async def test_a_command_in_direct_messages_has_no_server(
    playground: Playground, start_bot: StartBot, ada: Person
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Looks around.")
        async def around(interaction: Click) -> None:
            assert isinstance(interaction.channel, discord.DMChannel)
            values = (interaction.guild, interaction.context.dm_channel, interaction.locale.value)
            await interaction.response.send_message(str(values))

    bot = await start_bot(setup)
    direct = playground.world.direct_channel(ada.user)
    answer = await ada.command("around", channel=direct)
    assert bot.errors == []
    assert answer.text == "(None, True, 'en-GB')"
    assert [message.text for message in ada.direct_messages()] == [answer.text]
