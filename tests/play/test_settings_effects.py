"""A server's settings apply to the next challenge in it."""

from bot.match.identity import ChannelId
from bot.match.terms import Stakes
from cogs.core.actions import action_id
from playground import Person, SeenMessage
from tests.kit.server_matches import public_messages
from tests.kit.servers import choose, open_settings, owner_of
from tests.kit.tables import Table


async def challenge(table: Table, person: Person, **options: object) -> SeenMessage:
    games = table.playground.channel("games")
    return (await person.command("challenge", channel=games, **options)).shown


async def test_only_people_with_the_role_challenge_and_accept(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    role = playground.world.add_role(playground.server(), "players")
    people = await open_settings(playground, "people")
    await choose(people, owner_of(playground), action_id("set-role", setting="players"), role)
    refused = await challenge(table, bob)
    assert f"<@&{role.id}>" in refused.text
    assert refused.ephemeral
    playground.world.set_roles(playground.server(), bob.user, [role])
    offered = await challenge(table, bob)
    assert "is looking for someone" in offered.text
    assert f"<@&{role.id}>" in (await ada.press(offered, "Accept")).text
    playground.world.set_roles(playground.server(), ada.user, [role])
    assert "accepted" in (await ada.press(offered, "Accept")).text


async def test_a_challenge_without_terms_has_the_usual_ones(table: Table) -> None:
    playground = table.playground
    owner, ada, bob = owner_of(playground), playground.person("ada"), playground.person("bob")
    terms = await open_settings(playground, "terms")
    await choose(terms, owner, action_id("set", setting="ruleset"), "junior")
    await choose(terms, owner, action_id("set", setting="time"), "86400")
    await choose(terms, owner, action_id("set", setting="stakes"), "casual")
    offered = await challenge(table, ada, opponent=bob)
    for words in ("**junior**", "1 day per move", "asual"):
        assert words in offered.text
    await bob.press(offered, "Accept")
    match = await table.match(1)
    assert (match.position.ruleset.name, match.stakes) == ("junior", Stakes.CASUAL)
    named = await challenge(table, ada, opponent=bob, ruleset="classic", time="3 days per move")
    assert "junior" not in named.text
    assert "3 days per move" in named.text


async def test_matches_are_in_the_channel_itself_if_set(table: Table) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    await choose(
        await open_settings(playground, "where"),
        owner_of(playground),
        action_id("set", setting="venue"),
        "channel",
    )
    offered = await challenge(table, ada, opponent=bob)
    await bob.press(offered, "Accept")
    await playground.until(lambda: any(each.pictures for each in public_messages(ada.look(games))))
    match = await table.match(1)
    assert match.venue.channel == ChannelId(games.id)
