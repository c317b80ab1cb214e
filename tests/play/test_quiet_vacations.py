"""A player on vacation is notified of their turns without a ping."""

from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table


async def test_a_turn_during_a_vacation_is_announced_silently(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.wait_until_shown()
    await bob.command("vacation", channel=playground.channel("general"), days=3)
    await server_match.play(["Kc3"])
    await playground.until(lambda: any("your turn in" in note.text for note in bob.notifications))
    [ping] = [note for note in bob.notifications if "your turn in" in note.text]
    assert ping.is_silent
