"""Users are pinged by a challenge or their turn, not by another user's text or a name."""

from playground import Permission, Reason
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table

NASTY = "@everyone @here <@&1> `"


async def test_text_that_a_player_types_cannot_ping(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    allow_all(table)
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await table.bot.underway.wait()
    before = len(bob.notifications)
    for text in (NASTY, f"<@{cleo.id}>", "@here"):
        await ada.command("place", channel=server_match.place, square=text)
        await ada.command("place", channel=server_match.place, square="c3", match=text)
        await ada.command("board", channel=server_match.place, match=text)
    assert len(bob.notifications) == before
    assert not cleo.notifications


async def test_a_name_cannot_ping_or_break_a_title(table: Table) -> None:
    playground = table.playground
    allow_all(table)
    ada, cleo = playground.person("ada"), playground.person("cleo")
    ada.user.display_name = f"{NASTY}\n{'x' * 40}"
    bob = playground.person("bob")
    bob.user.display_name = f"<@{cleo.id}>"
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await start_match_between(playground, ada, bob, playground.channel("games"))
    await ada.command("board", channel=playground.channel("general"))
    await server_match.play(["Kc3", "Kd4"])
    await playground.until(lambda: any("your turn in" in n.text for n in ada.notifications))

    thread = playground.thread(server_match.place.id)
    assert "\n" not in thread.name
    assert len(thread.name) <= 100
    assert not cleo.notifications
    for person in (ada, bob):
        assert {note.reason for note in person.notifications} == {Reason.MENTION}


def allow_all(table: Table) -> None:
    """Permit the bot to ping everyone, so that only its own code prevents it."""
    world = table.playground.world
    role = next(each for each in table.playground.server().roles.values() if each.is_managed)
    world.set_permissions(role, role.permissions | Permission.MENTION_EVERYONE)
