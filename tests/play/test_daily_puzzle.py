"""The puzzle of the day, which the bot posts by itself in servers that want it."""

from pathlib import Path

import pytest

from bot.features.puzzles.days import date_of
from bot.features.settings.zones.local_time import DailyHour
from bot.match.calendar import date_name
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Seconds, UserId
from cogs.core.actions import action_id
from playground import Permission, Playground
from tests.kit.server_matches import bot_role
from tests.kit.servers import choose, chosen_options, open_settings, owner_of
from tests.kit.solving import Solver, pass_day, pass_to_day_start
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import sampled
from tests.kit.weekly import add_puzzle_channel, puzzle_posts


@pytest.fixture
async def table(table: Table) -> Table:
    """Return a table at which a day has just begun."""
    await pass_to_day_start(table)
    return table


async def solve_as(table: Table, *names: str) -> None:
    for name in names:
        playground = table.playground
        person = Solver(table, playground.person(name), playground.channel("games"))
        await (await person.open()).solve()


@pytest.mark.long
async def test_a_puzzle_is_posted_once_a_day_with_the_solvers_of_yesterdays(table: Table) -> None:
    playground = table.playground
    channel = await add_puzzle_channel(playground)
    owner = owner_of(playground)
    assert puzzle_posts(owner, channel) == []
    await solve_as(table, "ada", "bob")
    await pass_day(table)
    [post] = puzzle_posts(owner, channel)
    guild = GuildId(playground.server().id)
    daily = await table.services.puzzles.todays(guild, UserId(owner.id))
    assert f"Puzzle of {date_name(daily.date)}" in post.text
    assert daily.date == date_of(daily.day, DailyHour(0))
    ada, bob = playground.person("ada"), playground.person("bob")
    assert f"Yesterday's puzzle was solved by {ada.mention} and {bob.mention}." in post.text
    assert post.mentions == ()
    assert not any("Puzzle of" in each.text for each in (*ada.notifications, *bob.notifications))
    [picture] = post.pictures
    assert "Last turn" not in (picture.alt or "")
    for _ in range(3):
        await table.bot.services.jobs.run_due()
    await table.pass_time(23 * HOUR)
    assert len(puzzle_posts(owner, channel)) == 1
    await pass_day(table)
    assert len(puzzle_posts(owner, channel)) == 2
    assert "No one" not in puzzle_posts(owner, channel)[-1].text


async def test_the_post_brings_the_puzzle_to_the_user_who_clicks(table: Table) -> None:
    playground = table.playground
    channel = await add_puzzle_channel(playground)
    await pass_day(table)
    cleo = Solver(table, playground.person("cleo"), channel)
    [post] = puzzle_posts(cleo.person, channel)
    await cleo.press("Solve it", post)
    assert cleo.panel.ephemeral
    await cleo.solve()
    assert "**You're the first to solve it today**" in cleo.text


async def test_an_outage_leaves_one_post_and_a_restart_repeats_none(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database) as table:
        await pass_to_day_start(table)
        channel = await add_puzzle_channel(playground)
        later = table.clock.ahead + 3 * DAY
    owner = owner_of(playground)
    for again in range(2):
        async with run_bot(playground, database, Seconds(later + again * 60)) as table:
            await table.services.jobs.run_due()
            await playground.until(lambda: puzzle_posts(owner, channel) != [])
    assert len(puzzle_posts(owner, channel)) == 1


@pytest.mark.parametrize("how", sampled(["deleted", "denied"], 0))
async def test_a_lost_channel_is_reported_once_and_the_next_channel_gets_the_next_puzzle(
    table: Table, how: str
) -> None:
    playground = table.playground
    owner, world = owner_of(playground), playground.world
    log = world.add_channel(playground.server(), "log")
    await choose(
        await open_settings(playground, "moderation"),
        owner,
        action_id("set-channel", setting="log_channel"),
        log,
    )
    channel = await add_puzzle_channel(playground)
    if how == "deleted":
        world.delete_channel(channel)
    else:
        world.overwrite(channel, bot_role(playground), deny=Permission.SEND_MESSAGES)
    for _ in range(3):
        await pass_day(table)
    [text] = [each.text for each in owner.look(log) if "puzzle of the day" in each.text]
    assert f"couldn't be posted in <#{channel.id}>" in text
    checked = (await owner.command("settings check", channel=playground.channel("games"))).text
    assert ("This channel was deleted" if how == "deleted" else "**Send Messages**") in checked
    shown = (await open_settings(playground, "puzzle")).text
    assert ("*deleted; choose another*" in shown) is (how == "deleted")
    other = await add_puzzle_channel(playground, "other")
    await pass_day(table)
    assert len(puzzle_posts(owner, other)) == 1


async def test_the_hour_is_chosen_and_posts_can_be_turned_off(table: Table) -> None:
    playground = table.playground
    owner = owner_of(playground)
    panel = await open_settings(playground, "puzzle")
    assert "**Puzzle channel:** none" in panel.text
    assert chosen_options(panel, "puzzle_hour") == ["00:00"]
    channel = await add_puzzle_channel(playground)
    panel = await open_settings(playground, "puzzle")
    answer = await choose(panel, owner, action_id("set", setting="puzzle_hour"), "6")
    assert f"**Puzzle channel:** <#{channel.id}>" in answer.text
    assert chosen_options(answer.shown, "puzzle_hour") == ["06:00"]
    attic = playground.world.add_channel(playground.server(), "attic")
    playground.world.overwrite(attic, bot_role(playground), deny=Permission.ATTACH_FILES)
    menu = action_id("set-channel", setting="puzzle_channel")
    refused = await choose(answer.shown, owner, menu, attic)
    assert f"I can't use <#{attic.id}>: I need **Attach Files**" in refused.text
    due = await table.services.clocks.next_deadline()
    assert due is not None
    assert due % DAY == 6 * HOUR
    await table.pass_time(due - table.clock.now() + 1)
    assert len(puzzle_posts(owner, channel)) == 1
    await choose(
        await open_settings(playground, "puzzle"),
        owner,
        action_id("set", setting="puzzle_hour"),
        "12",
    )
    await table.pass_time(7 * HOUR)
    assert len(puzzle_posts(owner, channel)) == 1
    await table.pass_time(DAY)
    assert len(puzzle_posts(owner, channel)) == 2
    answer = await owner.press(await open_settings(playground, "puzzle"), "Stop posting the puzzle")
    assert "**Puzzle channel:** none" in answer.text
    assert await table.services.clocks.next_deadline() is None
