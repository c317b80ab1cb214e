"""Which challengers and players need the rules that they never had; which servers are greeted."""

from bot.features.people.queries import ServerGreeting
from bot.game import ROWS
from bot.jobs.jobs import unclaimed
from bot.match.identity import GuildId
from bot.services import Services
from tests.kit.matches import GRAY, ORANGE, STRANGER
from tests.kit.service_matches import begin, offer


async def test_a_challenger_needs_the_rules_until_they_have_them(
    services: Services,
) -> None:
    assert not await services.newcomers.needs_rules(ORANGE)
    await offer(services)
    assert await services.newcomers.needs_rules(ORANGE)
    assert not await services.newcomers.needs_rules(GRAY)
    await services.newcomers.rules_read(ORANGE, "classic")
    assert not await services.newcomers.needs_rules(ORANGE)
    await offer(services, ruleset=ROWS)
    assert not await services.newcomers.needs_rules(ORANGE)


async def test_a_player_needs_the_rules_until_they_have_them(services: Services) -> None:
    await begin(services)
    assert await services.newcomers.needs_rules(ORANGE)
    assert await services.newcomers.needs_rules(GRAY)
    assert not await services.newcomers.needs_rules(STRANGER)
    await services.newcomers.rules_read(ORANGE, "classic")
    await services.newcomers.rules_read(ORANGE, "classic")
    assert not await services.newcomers.needs_rules(ORANGE)
    assert await services.newcomers.needs_rules(GRAY)
    await begin(services)
    assert not await services.newcomers.needs_rules(ORANGE)


async def test_no_server_is_greeted_before_every_process_has_found_its_servers(
    services: Services,
) -> None:
    """Servers that processes find one after another are not servers that added the bot."""
    one, other, added = GuildId(1), GuildId(2), GuildId(3)
    await services.newcomers.record_guilds([one])
    await services.newcomers.record_guilds([other])
    await services.newcomers.all_found()
    await services.newcomers.record_guilds([one, added])
    async with services._database.reading() as reading:
        greeted = await unclaimed(reading, ServerGreeting, services.clock.now(), 9)
    assert [each.read() for each in greeted] == [ServerGreeting(added)]


async def test_a_player_who_knows_some_rules_is_new_to_each_other_ruleset_once(
    services: Services,
) -> None:
    assert not await services.newcomers.is_new_to(ORANGE, "seam")
    await services.newcomers.rules_read(ORANGE, "classic")
    assert await services.newcomers.is_new_to(ORANGE, "seam")
    assert not await services.newcomers.is_new_to(ORANGE, "classic")
    await services.newcomers.ruleset_offered(ORANGE, "seam")
    assert not await services.newcomers.is_new_to(ORANGE, "seam")
    await services.newcomers.ruleset_offered(GRAY, "seam")
    await services.newcomers.rules_read(GRAY, "classic")
    assert await services.newcomers.is_new_to(GRAY, "seam")
