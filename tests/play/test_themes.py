"""The look of pictures: the server's theme in public, the user's own theme in private."""

from cogs.core.actions import action_id
from playground import Answer, Person, SeenMessage, TextChannel, Thread
from tests.kit.picking import Placer
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.servers import owner_of, theme_of
from tests.kit.tables import Table


async def choose_theme(person: Person, panel: SeenMessage, theme: str) -> Answer:
    [menu] = panel.selects
    return await person.select(panel, menu.custom_id, [theme])


async def open_server_looks(owner: Person, server_match: ServerMatch) -> SeenMessage:
    """Open the part of the settings in which the theme is chosen."""
    shown = (await owner.command("settings show", channel=server_match.place)).shown
    return (await owner.press(shown, custom_id="settings:looks")).shown


async def open_own_looks(person: Person, channel: TextChannel | Thread) -> SeenMessage:
    """Open the page about looks in a person's preferences."""
    shown = (await person.command("preferences", channel=channel)).shown
    return (await person.press(shown, "Looks")).shown


async def test_a_users_theme_applies_to_private_messages(server_match: ServerMatch) -> None:
    await server_match.play(["Ka1", "Kf6"])
    ada = server_match.orange
    panel = await open_own_looks(ada, server_match.place)
    chosen = await choose_theme(ada, panel, "night")
    assert [each.label for each in chosen.shown.selects[0].options if each.is_default] == [
        "Night quilt"
    ]
    picking = Placer(server_match, ada)
    answer = await picking.choose("c3")
    assert (await theme_of(answer.shown)).name == "night"
    assert (await theme_of(server_match.board())).name == "day"
    rules = await ada.command("rules", channel=server_match.place)
    assert (await theme_of(rules.shown)).name == "night"
    back = await choose_theme(ada, chosen.shown, "none")
    assert [each.label for each in back.shown.selects[0].options if each.is_default] == [
        "Same as the server"
    ]


async def test_the_servers_theme_applies_to_public_messages_and_by_default(table: Table) -> None:
    server_match = await start_match(table.playground)
    owner = owner_of(table.playground)
    panel = await open_server_looks(owner, server_match)
    assert panel.ephemeral
    await owner.select(panel, action_id("set", setting="theme"), ["plain"])
    await server_match.play(["Kc3"])
    assert (await theme_of(server_match.board())).name == "plain"
    picking = Placer(server_match, server_match.gray)
    assert (await theme_of((await picking.choose("a1")).shown)).name == "plain"


async def test_threats_are_shown_if_preferred(server_match: ServerMatch) -> None:
    await server_match.play(["Ka3", "Kf6", "Kc3", "Kf1", "Kd3", "Ka6"])
    ada = server_match.orange
    plain = await Placer(server_match, ada).choose("d6")
    assert "could be completed" not in (plain.shown.pictures[0].alt or "")
    panel = await open_own_looks(ada, server_match.place)
    shown = await ada.press(panel, "Show threats")
    assert "are marked" in shown.text
    marked = await Placer(server_match, ada).choose("d6")
    assert "Lines that could be completed: " in (marked.shown.pictures[0].alt or "")
    assert "could be completed" not in (server_match.board().pictures[0].alt or "")
    hidden = await ada.press(shown.shown, "Hide threats")
    assert "are not marked" in hidden.text
