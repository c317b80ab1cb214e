"""The terms of a challenge, how its message shows them, and the defaults."""

from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.match.challenge import Challenge
from bot.match.clock import DAY, PerMove, Weekends
from bot.match.identity import ChallengeId, GuildId, RoleId, Seconds
from bot.match.terms import Stakes, VenueKind
from tests.kit.servers import add_role
from tests.kit.tables import Table


async def stored_challenge(table: Table, number: int = 1) -> Challenge:
    return (await table.services.challenges.find(ChallengeId(number))).challenge


async def store_settings(table: Table, settings: ServerSettings) -> None:
    """Set a server up before its settings are first read."""
    guild = GuildId(table.playground.server().id)
    async with table.services._database.writing() as writing:
        await settings_queries.keep(writing, guild, settings)


async def test_all_terms_of_a_challenge_are_shown_and_stored(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge",
        channel=playground.channel("games"),
        opponent=bob,
        first="them",
        ruleset="rows",
        time="1 day per move",
        stakes="casual",
        weekends="paused",
        where="channel",
        expires="2 days",
        note="no hurry",
    )
    lines = offered.text.splitlines()
    assert lines[1:-1] == [
        "> “no hurry”",
        "📖 Ruleset **rows**: every line graduates at once; eight cats don't win.",
        "⏳ Time: 1 day per move.",
        "📅 Clocks stop on Saturday and Sunday (UTC).",
        f"🎲 <@{bob.id}> moves first.",
        "📍 In the channel itself.",
        "☕ **Casual:** no rating changes.",
    ]
    challenge = await stored_challenge(table)
    assert challenge.terms.stakes is Stakes.CASUAL
    assert challenge.terms.weekends is Weekends.PAUSED
    assert challenge.terms.time == PerMove(DAY)
    assert challenge.venue is VenueKind.CHANNEL
    assert challenge.expires_at - challenge.offered_at == Seconds(2 * DAY)


async def test_omitted_terms_are_the_servers_defaults(table: Table) -> None:
    await store_settings(
        table,
        ServerSettings(
            venue=VenueKind.CHANNEL, ruleset="junior", time=PerMove(DAY), stakes=Stakes.CASUAL
        ),
    )
    (ada, bob, cleo), games = table.members(), table.playground.channel("games")
    question = await ada.user_command("Challenge to boop", cleo, channel=games)
    for offered in (
        await ada.submit(question.form, {"Who?": cleo}),
        await ada.command("challenge", channel=games, opponent=bob),
    ):
        assert "Ruleset **junior**" in offered.text
        assert "Time: 1 day per move." in offered.text
        assert "📍 In the channel itself.\n☕ **Casual:**" in offered.text
    answer = await ada.command(
        "challenge",
        channel=games,
        opponent=bob,
        ruleset="classic",
        time="2 days per move",
        stakes="rated",
        where="thread",
    )
    assert "uleset" not in answer.text
    assert "Time: 2 days per move." in answer.text
    assert "📍 In a thread of its own.\n🏅 **Rated:**" in answer.text


async def test_a_challenge_to_a_role_is_accepted_by_its_members(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    games = playground.channel("games")
    role = await add_role(table, "Knitters", cleo)
    offered = await ada.command("challenge", channel=games, role=role)
    assert f"Anyone with <@&{role.id}> can accept" in offered.text
    for person in (bob, cleo):
        assert not person.notifications

    refused = await bob.press(offered.shown, "Accept")
    assert refused.shown.ephemeral
    assert f"for members with the role <@&{role.id}>, which you don't have" in refused.text
    accepted = await cleo.press(offered.shown, "Accept")
    assert f"<@{cleo.id}> accepted: match **#1**" in accepted.text

    server = playground.server()
    to_anyone = await ada.command("challenge", channel=games, role=server.roles[server.id])
    assert "Anyone can accept" in to_anyone.text
    assert (await stored_challenge(table, 2)).role is None


async def test_where_a_role_is_required_only_its_members_play(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    games = playground.channel("games")
    role = await add_role(table, "Players", ada, cleo)
    await store_settings(table, ServerSettings(players=RoleId(role.id)))

    refused = await bob.command("challenge", channel=games, opponent=ada)
    assert f"Only members with the role <@&{role.id}> play boop in this server. Ask" in refused.text
    refused = await ada.command("challenge", channel=games, opponent=bob)
    assert f"<@{bob.id}> doesn't have it" in refused.text
    to_anyone = await ada.command("challenge", channel=games)
    refused = await bob.press(to_anyone.shown, "Accept")
    assert refused.shown.ephemeral
    assert f"<@&{role.id}>" in refused.text
    accepted = await cleo.press(to_anyone.shown, "Accept")
    assert "accepted: match **#1**" in accepted.text
