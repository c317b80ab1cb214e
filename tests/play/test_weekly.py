"""The weekly digest: where and when it is posted, its contents, and that it is posted once."""

from pathlib import Path

import pytest

from bot.match.calendar import WEEK
from bot.match.clock import DAY
from bot.match.identity import ChannelId, GuildId, Seconds
from cogs.core.access import everyone_sees
from cogs.core.actions import action_id
from playground import Permission, Playground
from tests.kit.matches import MONDAY_AT_NINE
from tests.kit.server_matches import bot_role
from tests.kit.servers import choose, chosen_options, open_settings, owner_of
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import sampled
from tests.kit.weekly import (
    add_digest_channel,
    compute_statistics,
    digests,
    pass_to_digest,
    pass_to_tuesday,
    play_match,
)


@pytest.fixture
async def table(table: Table) -> Table:
    """Return a table at which it is Tuesday noon."""
    await pass_to_tuesday(table)
    return table


async def test_the_digest_is_posted_once_in_the_chosen_channel(table: Table) -> None:
    playground = table.playground
    channel = await add_digest_channel(playground)
    server_match = await play_match(table)
    ada, bob = server_match.orange, server_match.gray
    await pass_to_digest(table)
    [digest] = digests(ada, channel)
    for words in (
        "The week in boop",
        f"**Results** · 1 match\n{ada.mention} beat {bob.mention} · #{server_match.number}",
        "Match of the week",
        f"#{server_match.number} · 🟠 {ada.mention} against ⚪ {bob.mention}",
        f"📈 {ada.mention} **+162**, now 1662?",
    ):
        assert words in digest.text
    assert digest.mentions == ()
    assert not any("in boop" in each.text for each in (*ada.notifications, *bob.notifications))
    [picture] = digest.pictures
    assert picture.alt
    [link] = [each.url for each in digest.buttons if each.url]
    assert link is not None
    assert link.endswith(f"/{server_match.place.id}/{server_match.board().id}")
    cleo = playground.person("cleo")
    replay = await cleo.press(digest, "Replay")
    assert replay.shown.ephemeral
    assert replay.shown.pictures
    for _ in range(3):
        await table.bot.services.jobs.run_due()
    await table.pass_time(6 * DAY)
    assert len(digests(ada, channel)) == 1


async def test_a_week_without_matches_has_no_digest(table: Table) -> None:
    playground = table.playground
    channel = await add_digest_channel(playground)
    await pass_to_digest(table)
    owner = owner_of(playground)
    assert owner.look(channel) == []
    await play_match(table)
    await pass_to_digest(table)
    assert len(digests(owner, channel)) == 1
    await pass_to_digest(table)
    assert len(digests(owner, channel)) == 1


@pytest.mark.long
@pytest.mark.parametrize("weeks", sampled([0, 4], 1))
async def test_an_outage_leaves_one_digest_and_a_restart_repeats_none(
    playground: Playground, database: Path, weeks: int
) -> None:
    async with run_bot(playground, database) as table:
        await pass_to_tuesday(table)
        channel = await add_digest_channel(playground)
        await play_match(table)
        await compute_statistics(table)
        now = table.clock.now()
        due = MONDAY_AT_NINE.after(now) + weeks * WEEK
        later = table.clock.ahead + due - now + 5
    owner = owner_of(playground)
    for again in range(2):
        ahead = Seconds(later + again * 60)
        async with run_bot(playground, database, ahead) as table:
            await table.bot.services.jobs.run_due()
            await playground.until(lambda: digests(owner, channel) != [])
    title = "The last weeks in boop" if weeks else "The week in boop"
    [digest] = digests(owner, channel)
    assert title in digest.text


@pytest.mark.parametrize("how", sampled(["deleted", "denied"], 1))
async def test_a_lost_channel_is_reported_once_and_missed_results_are_posted_elsewhere(
    table: Table, how: str
) -> None:
    playground = table.playground
    owner, world = owner_of(playground), playground.world
    log = world.add_channel(playground.server(), "log")
    panel = await open_settings(playground, "moderation")
    await choose(panel, owner, action_id("set-channel", setting="log_channel"), log)
    channel = await add_digest_channel(playground)
    await play_match(table)
    if how == "deleted":
        world.delete_channel(channel)
    else:
        world.overwrite(channel, bot_role(playground), deny=Permission.SEND_MESSAGES)
    for _ in range(3):
        await pass_to_digest(table)
    [text] = [each.text for each in owner.look(log) if "weekly digest" in each.text]
    assert f"couldn't be posted in <#{channel.id}>" in text
    checked = (await owner.command("settings check", channel=playground.channel("games"))).text
    assert ("This channel was deleted" if how == "deleted" else "**Send Messages**") in checked
    news = (await open_settings(playground, "news")).text
    assert ("*deleted; choose another*" in news) is (how == "deleted")
    other = await add_digest_channel(playground, "other")
    await pass_to_digest(table)
    [digest] = digests(owner, other)
    assert "The last weeks in boop" in digest.text


async def test_the_day_and_the_hour_are_chosen_and_the_digest_can_be_turned_off(
    table: Table,
) -> None:
    playground = table.playground
    owner = owner_of(playground)
    channel = await add_digest_channel(playground)
    panel = await open_settings(playground, "news")
    assert f"**Digest channel:** <#{channel.id}>" in panel.text
    assert chosen_options(panel, "digest_day", "digest_hour") == ["Mondays", "09:00"]
    await choose(panel, owner, action_id("set", setting="digest_day"), "4")
    answer = await choose(panel, owner, action_id("set", setting="digest_hour"), "18")
    assert chosen_options(answer.shown, "digest_day", "digest_hour") == ["Fridays", "18:00"]
    settings = await table.services.settings.of(GuildId(playground.server().id))
    due = await table.services.clocks.next_deadline()
    assert due == settings.digest_at.after(table.clock.now())
    attic = playground.world.add_channel(playground.server(), "attic")
    playground.world.overwrite(attic, bot_role(playground), deny=Permission.ATTACH_FILES)
    refused = await choose(panel, owner, action_id("set-channel", setting="digest_channel"), attic)
    assert f"I can't use <#{attic.id}>: I need **Attach Files**" in refused.text
    settings = await table.services.settings.of(GuildId(playground.server().id))
    assert settings.digest_channel == ChannelId(channel.id)
    answer = await owner.press(answer.shown, "Stop the digest")
    assert "**Digest channel:** none" in answer.text
    assert await table.services.clocks.next_deadline() is None


async def test_the_preview_shows_the_digest_privately_and_leads_back(table: Table) -> None:
    playground = table.playground
    owner = owner_of(playground)
    channel = await add_digest_channel(playground)
    panel = await open_settings(playground, "news")
    quiet = await owner.press(panel, "Preview")
    assert "Nothing to report yet" in quiet.text
    back = await owner.press(quiet.shown, "Back")
    assert "Weekly digest" in back.text
    await play_match(table)
    await compute_statistics(table)
    shown = await owner.press(back.shown, "Preview")
    assert shown.shown.ephemeral
    assert "The week in boop" in shown.text
    assert len(shown.shown.pictures) == 1
    back = await owner.press(shown.shown, "Back")
    assert "Weekly digest" in back.text
    assert back.shown.pictures == ()
    assert owner.look(channel) == []


async def test_a_match_in_a_hidden_channel_is_listed_only_there(
    table: Table,
) -> None:
    playground = table.playground
    server, world = playground.server(), playground.world
    channel = await add_digest_channel(playground)
    server_match = await play_match(table)
    games = playground.channel("games")
    world.overwrite(games, bot_role(playground), allow=Permission.VIEW_CHANNEL)
    world.overwrite(games, server.roles[server.id], deny=Permission.VIEW_CHANNEL)
    ada, number = server_match.orange, f"#{server_match.number}"
    await compute_statistics(table)
    guild = table.bot.get_guild(server.id)
    assert guild is not None
    await playground.until(
        lambda: not everyone_sees(guild, ChannelId(games.id), ChannelId(channel.id))
    )
    assert everyone_sees(guild, ChannelId(games.id), ChannelId(games.id))
    assert not everyone_sees(guild, ChannelId(1), ChannelId(games.id))
    await pass_to_digest(table)
    [digest] = digests(owner_of(playground), channel)
    assert "Biggest climbers" in digest.text
    for words in (number, "beat", "Match of the week"):
        assert words not in digest.text
    assert digest.pictures == ()
    assert ada.look(channel)
