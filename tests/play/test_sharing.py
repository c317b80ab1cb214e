"""**Share**: a finished match is shown to others: what, where, and by which player."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageStat

from bot.app import ANIMATIONS_EACH
from bot.match.identity import MatchId, UserId
from bot.workers.shared_pool import SharedPool
from cogs.core import progress
from cogs.core.actions import action_id
from cogs.replay.sharing import ShareFormat
from playground import Person, Problem, SeenMessage
from playground.world import Permission
from playground.world.threads import ThreadChange, ThreadTerms
from render.replay import AnimationTooLong
from render.theme import NIGHT_QUILT
from tests.kit.answers import private_message
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.finished_matches import GatedPool, play_and_resign
from tests.kit.server_matches import ServerMatch, bot_role, public_messages
from tests.kit.servers import choose
from tests.kit.tables import Table
from tests.kit.waiting import until

pytestmark = pytest.mark.process

POSTED = "/channels/{channel_id}/messages"


def shared_messages(person: Person, place: Any, text: str = "Animation of #1") -> list[SeenMessage]:
    """Return the messages with this text that were shared there."""
    seen = public_messages(person.look(place))
    return [each for each in seen if text in each.text and "Shared by" in each.text]


async def open_share_panel(person: Person, server_match: ServerMatch) -> SeenMessage:
    """Open the panel that asks what to share and where."""
    return private_message(await person.press(server_match.board(), "Share"))


def channel_menu_id(what: ShareFormat = ShareFormat.ANIMATION) -> str:
    """Return the custom id of the menu of channels."""
    return action_id("share-in", match=MatchId(1), shared=what)


async def test_the_animation_is_shared_in_this_channel_with_two_taps(table: Table) -> None:
    server_match = await play_and_resign(table)
    cleo = table.playground.person("cleo")
    refused = await cleo.press(server_match.board(), "Share")
    assert refused.shown.ephemeral
    panel = await open_share_panel(server_match.gray, server_match)
    assert "### Share #1" in panel.text
    await server_match.gray.press(panel, "Share here")
    await until(lambda: shared_messages(cleo, server_match.place) != [], within=60)
    [message] = shared_messages(cleo, server_match.place)
    assert f"Shared by <@{server_match.gray.id}>" in message.text
    assert not message.mentions
    [picture] = message.pictures
    assert (await picture.read()).startswith(b"GIF8")
    assert (picture.alt or "").startswith(
        "Ada plays orange, Bob plays gray. An animation of 3 turns."
    )
    await until(lambda: f"/{message.id}" in _text(server_match.gray, panel), within=60)


async def test_the_end_is_shared_as_a_still_picture_with_the_names(table: Table) -> None:
    server_match = await play_and_resign(table)
    panel = await open_share_panel(server_match.orange, server_match)
    panel = private_message(await server_match.orange.press(panel, "Picture of the end"))
    await server_match.orange.press(panel, "Share here")
    await until(
        lambda: shared_messages(server_match.gray, server_match.place, "#1 · ") != [], within=60
    )
    [message] = shared_messages(server_match.gray, server_match.place, "#1 · ")
    assert message.text.startswith("### ")
    assert "resigned" in message.text
    [picture] = message.pictures
    with Image.open(BytesIO(await picture.read())) as image:
        assert image.format == "PNG"
        assert image.size == (720, 864)
    assert (picture.alt or "").startswith("Ada plays orange, Bob plays gray.")
    assert "Gray has won." in (picture.alt or "")


@pytest.mark.night
async def test_a_match_is_shared_in_another_channel_that_user_and_bot_may_write_to(
    table: Table,
) -> None:
    server_match = await play_and_resign(table)
    general = table.playground.channel("general")
    panel = await open_share_panel(server_match.gray, server_match)
    await choose(panel, server_match.gray, channel_menu_id(), general)
    await until(lambda: shared_messages(server_match.gray, general) != [], within=60)
    assert shared_messages(server_match.gray, server_match.place) == []
    [message] = shared_messages(server_match.gray, general)
    await until(lambda: f"/{general.id}/{message.id}" in _text(server_match.gray, panel), within=60)

    panel = await open_share_panel(server_match.gray, server_match)
    again = await choose(panel, server_match.gray, channel_menu_id(), general)
    assert "It's here already: https://" in again.text
    assert shared_messages(server_match.gray, general) == [message]


@pytest.mark.parametrize("lacking", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_nothing_is_shared_where_the_user_may_not_write(
    table: Table, lacking: Permission
) -> None:
    server_match = await play_and_resign(table)
    world, general = table.playground.world, table.playground.channel("general")
    panel = await open_share_panel(server_match.gray, server_match)
    world.overwrite(general, server_match.gray.user, deny=lacking)
    channel = table.bot.get_channel(general.id)
    await until(lambda: bool(getattr(channel, "overwrites", None)), within=60)
    answer = await choose(panel, server_match.gray, channel_menu_id(), general)
    assert f"You can't write in <#{general.id}>" in answer.text
    assert shared_messages(server_match.orange, general) == []


async def test_nothing_is_shared_where_the_bot_may_not_attach_files(table: Table) -> None:
    server_match = await play_and_resign(table)
    playground = table.playground
    general = playground.channel("general")
    panel = await open_share_panel(server_match.gray, server_match)
    playground.world.overwrite(general, bot_role(playground), deny=Permission.ATTACH_FILES)
    channel = table.bot.get_channel(general.id)
    await until(lambda: bool(getattr(channel, "overwrites", None)), within=60)
    answer = await choose(panel, server_match.gray, channel_menu_id(), general)
    assert f"I can't post in <#{general.id}>: I lack **Attach Files** there." in answer.text


@pytest.mark.night
async def test_a_second_press_while_it_is_drawn_posts_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = GatedPool()
    monkeypatch.setattr(table.bot, "animators", SharedPool(pool, most_each=ANIMATIONS_EACH))
    monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
    server_match = await play_and_resign(table)
    panel = await open_share_panel(server_match.gray, server_match)
    drawing = await server_match.gray.press(panel, "Share here")
    assert "Drawing **#1** … 0" in drawing.text
    other = await open_share_panel(server_match.orange, server_match)
    assert "on its way already" in (await server_match.orange.press(other, "Share here")).text
    pool.gate.set()
    await until(lambda: shared_messages(server_match.orange, server_match.place) != [], within=60)
    assert len(shared_messages(server_match.orange, server_match.place)) == 1


@pytest.mark.night
async def test_a_deleted_share_can_be_repeated(table: Table) -> None:
    server_match = await play_and_resign(table)
    for _ in range(2):
        await server_match.gray.press(
            await open_share_panel(server_match.gray, server_match), "Share here"
        )
        await until(lambda: shared_messages(server_match.gray, server_match.place) != [], within=60)
        await until(lambda: len(table.bot.underway) == 0, within=60)
        [message] = shared_messages(server_match.gray, server_match.place)
        world = table.playground.world
        found = world.messages.find(message.id)
        assert found is not None
        world.messages.delete(found)


@pytest.mark.night
async def test_a_share_that_discord_refuses_is_reported_and_can_be_posted_elsewhere(
    table: Table,
) -> None:
    server_match = await play_and_resign(table)
    general = table.playground.channel("general")
    panel = await open_share_panel(server_match.gray, server_match)
    table.playground.faults.refuse("POST", POSTED, Problem.MISSING_PERMISSIONS)
    await server_match.gray.press(panel, "Share here")
    await until(
        lambda: "Discord doesn't let me post it" in _text(server_match.gray, panel), within=60
    )
    await choose(panel, server_match.gray, channel_menu_id(), general)
    await until(lambda: shared_messages(server_match.gray, general) != [], within=60)


@pytest.mark.night
async def test_a_lost_share_can_be_repeated(table: Table) -> None:
    server_match = await play_and_resign(table)
    panel = await open_share_panel(server_match.gray, server_match)
    table.playground.faults.drop_before("POST", POSTED)
    await server_match.gray.press(panel, "Share here")
    await until(lambda: "couldn't post it. Try again" in _text(server_match.gray, panel), within=60)
    await server_match.gray.press(panel, "Share here")
    await until(lambda: shared_messages(server_match.gray, server_match.place) != [], within=60)


async def test_sharing_is_answered_before_discord_accepts_the_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_FOR", 60.0)
    server_match = await play_and_resign(table)
    panel = await open_share_panel(server_match.gray, server_match)
    panel = private_message(await server_match.gray.press(panel, "Picture of the end"))
    table.playground.faults.delay("POST", POSTED, 4.0)
    answer = await server_match.gray.press(panel, "Share here")
    assert "Drawing **#1** …" in answer.text
    await until(lambda: "Shared: " in _text(server_match.gray, panel), within=60)


@pytest.mark.night
async def test_an_archived_thread_is_found_and_a_deleted_one_is_not_the_users_fault(
    table: Table,
) -> None:
    server_match = await play_and_resign(table)
    world, general = table.playground.world, table.playground.channel("general")
    terms = ThreadTerms("Old games")
    thread = world.threads.begin(general, server_match.orange.user, terms)
    await until(lambda: table.bot.get_channel(thread.id) is not None, within=60)
    world.threads.change(thread, ThreadChange(is_archived=True))
    await until(lambda: table.bot.get_channel(thread.id) is None, within=60)
    panel = await open_share_panel(server_match.gray, server_match)
    table.playground.faults.refuse("GET", "/channels/{channel_id}", Problem.UNKNOWN_CHANNEL)
    answer = await choose(panel, server_match.gray, channel_menu_id(), thread)
    assert f"I can't post in <#{thread.id}>: I lack **View Channel** there." in answer.text
    await choose(panel, server_match.gray, channel_menu_id(), thread)
    await until(lambda: shared_messages(server_match.gray, thread) != [], within=60)


@pytest.mark.night
async def test_in_direct_messages_sharing_follows_the_users_preferences(table: Table) -> None:
    playground = table.playground
    direct_match = await start_direct_match_between(
        playground, playground.person("ada"), playground.person("bob")
    )
    bob = direct_match.gray
    await direct_match.play(["Kc3"])
    await table.services.matches.resign(
        UserId(direct_match.orange.id), MatchId(direct_match.number)
    )
    await direct_match.wait_for_same_state("resigned")
    await table.services.preferences.prefer(UserId(bob.id), "language", "de")
    await table.services.preferences.prefer(UserId(bob.id), "theme", NIGHT_QUILT.name)
    panel = private_message(await bob.press(direct_match.board(bob), "Share"))
    panel = private_message(await bob.press(panel, "Bild vom Ende"))
    await bob.press(panel, "Hier teilen")

    def found() -> list[SeenMessage]:
        return [each for each in bob.direct_messages() if "Geteilt von" in each.text]

    await until(lambda: found() != [], within=60)
    [message] = found()
    [picture] = message.pictures
    with Image.open(BytesIO(await picture.read())) as image:
        assert ImageStat.Stat(image.convert("L")).mean[0] < 110


@pytest.mark.night
async def test_a_match_too_long_for_an_animation_is_shared_as_a_picture(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await play_and_resign(table)

    async def refuse(*_: object) -> None:
        raise AnimationTooLong(300, 10)

    monkeypatch.setattr(table.bot.animators, "run", refuse)
    answer = await server_match.orange.press(
        await open_share_panel(server_match.orange, server_match), "Share here"
    )
    panel = private_message(answer)
    assert "too large for Discord. Share the picture of the end instead." in panel.text
    await server_match.orange.press(panel, "Share here")
    await until(
        lambda: shared_messages(server_match.gray, server_match.place, "#1 · ") != [], within=60
    )


def _text(person: Person, message: SeenMessage) -> str:
    seen = person.see(message)
    return "" if seen is None else seen.text
