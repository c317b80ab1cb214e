"""`/settings`: the settings of a server, changed by its managers on a panel that lasts."""

from dataclasses import replace
from typing import Any

import pytest

from bot.features.settings.server import Leaderboard, LeavingPolicy, Pings, ServerSettings
from bot.match.clock import DAY, PerMove
from bot.match.identity import ChannelId, GuildId, RoleId
from bot.match.terms import Stakes, VenueKind
from cogs.core.actions import action_id
from playground import CannotDo, Permission, SeenMessage
from tests.kit.server_matches import bot_role
from tests.kit.servers import add_member_with, choose, open_settings, owner_of
from tests.kit.tables import Table


async def settings_of(table: Table) -> ServerSettings:
    return await table.services.settings.of(GuildId(table.playground.server().id))


def chosen_labels(panel: SeenMessage, custom_id: str) -> list[str]:
    """List the options that a menu shows as chosen."""
    return [each.label for each in panel.select(custom_id).options if each.is_default]


async def test_all_settings_are_shown_at_a_glance(table: Table) -> None:
    owner, games = owner_of(table.playground), table.playground.channel("games")
    answer = await owner.command("settings show", channel=games)
    assert answer.shown.ephemeral
    for words in (
        "In a thread of its own · Wherever people challenge each other",
        "Everyone · 30 matches at once · 5 open challenges · 30 vacation days a year",
        "Classic · 3 days per move · Rated",
        "Ping players · Day quilt · Language as in Discord",
        "Leavers' clocks keep running · No log channel",
        "**Weekly digest**\nNo weekly digest",
        "**Pages on the web**\nLeaderboard only in this server",
        "**Seasons**\nEnded manually",
        "**Puzzle of the day**\nNot posted · New at 00:00",
    ):
        assert words in answer.text
    labels = answer.shown.labels
    assert labels[:10] == [
        "Places", "Players", "Terms", "Looks", "Moderation",
        "Clock", "Digest", "Web", "Seasons", "Puzzle",
    ]  # fmt: skip
    assert max(map(len, labels[:10])) <= 10, "a longer one breaks the words beside it on a phone"


CHOSEN = (
    ("where", "venue", "channel", "venue", VenueKind.CHANNEL),
    ("terms", "ruleset", "scarce", "ruleset", "scarce"),
    ("terms", "time", "86400", "time", PerMove(DAY)),
    ("terms", "stakes", "casual", "stakes", Stakes.CASUAL),
    ("looks", "pings", "none", "pings", Pings.NONE),
    ("moderation", "leaving", "forfeits", "leaving", LeavingPolicy.FORFEITS),
    ("web", "leaderboard", "public", "leaderboard", Leaderboard.PUBLIC),
    ("seasons", "season_days", "30", "season_days", 30),
)
"""Pages, settings, values to choose, fields, and their values then."""


async def test_a_choice_from_a_list_is_stored_and_shown(table: Table) -> None:
    for name, setting, value, field, expected in CHOSEN:
        panel, custom_id = (
            await open_settings(table.playground, name),
            action_id("set", setting=setting),
        )
        before = chosen_labels(panel, custom_id)
        answer = await choose(panel, owner_of(table.playground), custom_id, value)
        assert getattr(await settings_of(table), field) == expected
        after = chosen_labels(answer.shown, custom_id)
        assert len(before) == len(after) == 1
        assert before != after
        assert answer.shown.id == panel.id


async def test_matches_get_a_channel_for_games_and_lose_it_again(table: Table) -> None:
    playground = table.playground
    owner, games = owner_of(playground), playground.channel("games")
    panel = await open_settings(playground, "where")
    assert "**Games channel:** none" in panel.text
    assert "**Who wants to play?** none" in panel.text, "no colon after a question mark"
    answer = await choose(panel, owner, action_id("set-channel", setting="games_channel"), games)
    assert f"<#{games.id}>" in answer.text
    assert answer.shown.select(action_id("set-channel", setting="games_channel")).chosen == (
        games.id,
    )
    assert (await settings_of(table)).games_channel == ChannelId(games.id)
    answer = await owner.press(answer.shown, "Play anywhere")
    assert (await settings_of(table)).games_channel is None
    assert answer.shown.select(action_id("set-channel", setting="games_channel")).chosen == ()
    await choose(answer.shown, owner, action_id("set-channel", setting="games_channel"), games)
    answer = await choose(answer.shown, owner, action_id("set-channel", setting="games_channel"))
    assert (await settings_of(table)).games_channel is None
    assert "Play anywhere" not in answer.shown.labels


async def test_a_channel_without_permission_for_matches_is_refused(table: Table) -> None:
    playground = table.playground
    owner, other = owner_of(playground), playground.world.add_channel(playground.server(), "attic")
    panel = await open_settings(playground, "where")
    for lacking, name in (
        (Permission.VIEW_CHANNEL, "View Channel"),
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.ATTACH_FILES, "Attach Files"),
        (Permission.READ_MESSAGE_HISTORY, "Read Message History"),
    ):
        playground.world.overwrite(other, bot_role(playground), deny=lacking)
        answer = await choose(
            panel, owner, action_id("set-channel", setting="games_channel"), other
        )
        assert f"I can't use <#{other.id}>: I need **{name}** there. Allow it" in answer.text
        assert answer.shown.id == panel.id
        assert (await settings_of(table)).games_channel is None
    playground.world.overwrite(other, bot_role(playground))
    await choose(answer.shown, owner, action_id("set-channel", setting="games_channel"), other)
    assert (await settings_of(table)).games_channel == ChannelId(other.id)


async def test_threads_cannot_be_chosen_without_permission_to_write_in_them(table: Table) -> None:
    playground = table.playground
    owner, games = owner_of(playground), playground.channel("games")
    panel = await open_settings(playground, "where")
    await choose(panel, owner, action_id("set", setting="venue"), "channel")
    playground.world.overwrite(
        games, bot_role(playground), deny=Permission.SEND_MESSAGES_IN_THREADS
    )
    await choose(panel, owner, action_id("set-channel", setting="games_channel"), games)
    assert (await settings_of(table)).games_channel == ChannelId(games.id)
    answer = await choose(panel, owner, action_id("set", setting="venue"), "thread")
    assert "**Send Messages in Threads** there" in answer.text
    assert chosen_labels(answer.shown, action_id("set", setting="venue")) == ["In the channel"]
    assert (await settings_of(table)).venue is VenueKind.CHANNEL


async def test_a_channel_for_the_log_only_needs_to_be_writable(table: Table) -> None:
    playground = table.playground
    owner, games = owner_of(playground), playground.channel("games")
    panel = await open_settings(playground, "moderation")
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    answer = await choose(panel, owner, action_id("set-channel", setting="log_channel"), games)
    assert "**Send Messages** there" in answer.text
    playground.world.overwrite(games, bot_role(playground), deny=Permission.ATTACH_FILES)
    await choose(panel, owner, action_id("set-channel", setting="log_channel"), games)
    assert (await settings_of(table)).log_channel == ChannelId(games.id)
    await owner.press(panel, "Stop posting the log")
    assert (await settings_of(table)).log_channel is None


async def test_the_required_role_is_a_role_or_everyone(table: Table) -> None:
    playground = table.playground
    owner, server = owner_of(playground), playground.server()
    role = playground.world.add_role(server, "players")
    panel = await open_settings(playground, "people")
    answer = await choose(panel, owner, action_id("set-role", setting="players"), role)
    assert f"<@&{role.id}>" in answer.text
    assert answer.shown.select(action_id("set-role", setting="players")).chosen == (role.id,)
    assert (await settings_of(table)).players == RoleId(role.id)
    await owner.press(answer.shown, "Let everyone play")
    assert (await settings_of(table)).players is None
    await choose(panel, owner, action_id("set-role", setting="players"), role)
    await choose(panel, owner, action_id("set-role", setting="players"), server.roles[server.id])
    assert (await settings_of(table)).players is None


async def test_limits_are_typed_and_bounded(table: Table) -> None:
    owner = owner_of(table.playground)
    panel = await open_settings(table.playground, "people")
    form = (await owner.press(panel, "Change limits")).form
    assert [(each.label, each.value) for each in form.fields] == [
        ("Matches at once", "30"),
        ("Open challenges", "5"),
        ("Vacation days a year", "30"),
    ]
    for field, typed, words in (
        ("most_matches", "0", "“Matches at once” can't be `0`"),
        ("most_matches", "many", "can't be `many`"),
        ("most_matches", "1.5", "from 1 to 100"),
        ("most_challenges", "26", "“Open challenges” can't be `26`"),
        ("vacation_days", "-1", "from 0 to 60."),
    ):
        refused = await owner.submit(form, {field: typed})
        assert words in refused.text
        assert refused.shown.id == panel.id
        assert await settings_of(table) == ServerSettings()
    answer = await owner.submit(
        form, {"most_matches": "1", "most_challenges": " 25 ", "vacation_days": "0"}
    )
    assert "1 match at once · 25 open challenges · 0 vacation days a year" in answer.text
    settings = await settings_of(table)
    assert (settings.most_matches, settings.most_challenges, settings.vacation_days) == (1, 25, 0)


async def test_settings_are_for_those_who_may_manage_the_server(table: Table) -> None:
    playground = table.playground
    games = playground.channel("games")
    kim = add_member_with(playground, "kim", Permission.MANAGE_GUILD)
    role = next(each for each in playground.server().roles.values() if each.name == "role of kim")
    for name in ("show", "check", "log"):
        with pytest.raises(CannotDo):
            await playground.person("bob").command(f"settings {name}", channel=games)
    shown = (await kim.command("settings show", channel=games)).shown
    panels = {
        name: (await kim.command("settings show", channel=games)).shown
        for name in ("where", "people", "terms", "looks", "moderation", "clock")
    }
    for name, panel in panels.items():
        await kim.press(panel, custom_id=f"settings:{name}")
    form = (await kim.press(panels["people"], "Change limits")).form
    zone_form = (await kim.press(panels["clock"], "Change time zone")).form
    question = (await kim.submit(zone_form, {"zone": "CST"})).shown
    await choose(panels["where"], kim, action_id("set-channel", setting="games_channel"), games)
    before = await settings_of(table)
    playground.world.set_permissions(role, Permission.NONE)
    answers = [
        await kim.press(shown, custom_id="settings:where"),
        await kim.press(shown, "Check permissions"),
        await kim.press(shown, "Log"),
        await kim.press(panels["where"], "Play anywhere"),
        await choose(panels["where"], kim, action_id("set", setting="venue"), "channel"),
        await choose(panels["where"], kim, action_id("set-channel", setting="games_channel")),
        await choose(panels["people"], kim, action_id("set-role", setting="players")),
        await kim.press(panels["people"], "Change limits"),
        await kim.submit(form, {"most_matches": "1"}),
        await choose(panels["looks"], kim, action_id("set", setting="theme"), "night"),
        await choose(panels["moderation"], kim, action_id("set", setting="leaving"), "forfeits"),
        await kim.submit(zone_form, {"zone": "Tokyo"}),
        await kim.press(panels["clock"], "Change time zone"),
        await kim.select(question, action_id("set-zone"), ["America/Chicago"]),
    ]
    for answer in answers:
        assert "Manage Server" in answer.text
        assert answer.shown.ephemeral
    assert await settings_of(table) == before


async def test_the_zone_of_a_server_is_typed_asked_about_and_shown_where_its_hours_are(
    table: Table,
) -> None:
    playground = table.playground
    owner, games = owner_of(playground), playground.channel("games")
    panel = await open_settings(playground, "news")
    panel = (await owner.press(panel, "Time zone: UTC")).shown
    assert "UTC: it's " in panel.text
    form = (await owner.press(panel, "Change time zone")).form
    question = await owner.submit(form, {"zone": "CST"})
    assert "`CST` can mean several time zones: `America/Chicago`" in question.text
    assert (await settings_of(table)).zone == "UTC"
    chosen = await owner.select(question.shown, action_id("set-zone"), ["America/Chicago"])
    assert "America/Chicago: it's " in chosen.text
    assert "can mean several" not in chosen.text
    assert (await settings_of(table)).zone == "America/Chicago"
    form = (await owner.press(chosen.shown, "Change time zone")).form
    refused = await owner.submit(form, {"zone": "UTC+15"})
    assert "`UTC+15` isn't an offset of any clock" in refused.text
    same = await owner.submit((await owner.press(refused.shown, "Change time zone")).form, {})
    assert (await settings_of(table)).zone == "America/Chicago"
    form = (await owner.press(same.shown, "Change time zone")).form
    fixed = await owner.submit(form, {"zone": "GMT-3"})
    assert "UTC-03:00: it's " in fixed.text
    assert "It has no summer time" in fixed.text
    back = await owner.press(fixed.shown, "All settings")
    assert "**Time zone**\nUTC-03:00" in back.text
    puzzle = await open_settings(playground, "puzzle")
    assert "Time zone: UTC-03:00" in puzzle.labels
    await choose(puzzle, owner, action_id("set-channel", setting="puzzle_channel"), games)
    checked = await owner.command("settings check", channel=games)
    assert "⚠️ UTC-03:00: it's " in checked.text
    await change_settings(table, zone="Europe/Berlin")
    checked = await owner.press(checked.shown, "Check again")
    assert "✅ Europe/Berlin: it's " in checked.text


async def change_settings(table: Table, **values: Any) -> None:
    guild = GuildId(table.playground.server().id)
    await table.services.settings.change(guild, lambda before: replace(before, **values))
