"""A match whose thread is deleted, closed to the bot, or archived."""

from functools import partial

from bot.match.identity import ChannelId, MatchId
from bot.playground import Permission, Person, SeenMessage, ThreadChange
from tests.play.sitting import Sitting, bots_role, public, sit_down
from tests.play.table import Table


async def seated(table: Table) -> Sitting:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    return await sit_down(playground, ada, bob, playground.channel("games"))


def close(table: Table) -> None:
    """Take the channel, and the threads in it, from the bot."""
    playground = table.playground
    deny = Permission.VIEW_CHANNEL
    playground.world.overwrite(playground.channel("games"), bots_role(table.playground), deny=deny)


def told_of_the_bed(person: Person) -> list[SeenMessage]:
    """Give the words to a person that the bed cannot be shown."""
    return [seen for seen in person.direct_messages() if "cannot show the bed" in seen.text]


def reopen(table: Table) -> None:
    playground = table.playground
    playground.world.overwrite(playground.channel("games"), bots_role(table.playground))


async def test_players_are_told_once_in_person_when_the_bed_cannot_be_shown(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    general = playground.channel("general")
    close(table)
    played = await sitting.orange.command("place", channel=general, square="c3")
    assert "Played in **#1**" in played.text
    for person in (sitting.orange, sitting.gray):
        [told] = await playground.until(partial(told_of_the_bed, person))
        assert "I cannot show the bed of match **#1**" in told.text
        assert "`/board match:1`" in told.text

    for _ in range(2):
        looked = await sitting.gray.command("board", channel=general)
        assert "orange kitten to c3" in looked.text
        await table.pass_time(4000)
    for person in (sitting.orange, sitting.gray):
        assert len(told_of_the_bed(person)) == 1


async def test_whose_turn_it_is_is_told_in_person_where_nothing_new_may_be_said(
    table: Table,
) -> None:
    playground = table.playground
    sitting = await seated(table)
    playground.world.overwrite(
        playground.channel("games"),
        bots_role(playground),
        deny=Permission.SEND_MESSAGES_IN_THREADS,
    )
    played = await sitting.orange.command("place", channel=sitting.place, square="c3")
    assert "orange kitten to c3" in played.text
    [told] = await playground.until(sitting.gray.direct_messages)
    assert "it is your turn in **#1**" in told.text
    assert not sitting.orange.direct_messages()

    for _ in range(2):
        await table.pass_time(4000)
    assert len(sitting.gray.direct_messages()) == 1


async def test_board_brings_a_lost_bed_back_once_the_bot_may_show_it(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    general = playground.channel("general")
    close(table)
    await sitting.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: told_of_the_bed(sitting.gray))
    reopen(table)
    await sitting.gray.command("board", channel=general)
    await playground.until(lambda: "orange kitten to c3" in sitting.bed().text)

    close(table)
    await sitting.gray.command("place", channel=general, square="d4")
    await playground.until(lambda: len(told_of_the_bed(sitting.orange)) == 2)
    reopen(table)
    answer = await sitting.orange.command("board", channel=sitting.place)
    assert "gray kitten to d4" in answer.text
    assert not answer.shown.ephemeral
    assert sitting.bed().id == answer.shown.id


async def test_closed_direct_messages_hold_up_nothing(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    sitting.orange.user.accepts_direct_messages = False
    close(table)
    await sitting.orange.command("place", channel=playground.channel("general"), square="c3")
    await playground.until(lambda: told_of_the_bed(sitting.gray))
    assert not sitting.orange.direct_messages()
    await table.pass_time(4000)
    assert len(told_of_the_bed(sitting.gray)) == 1


async def test_word_of_a_lost_bed_is_told_later_when_discord_fails(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    close(table)
    playground.faults.break_down("POST", "/users/@me/channels", status=503)
    await sitting.orange.command("place", channel=playground.channel("general"), square="c3")
    await playground.until(lambda: not playground.faults.pending)
    await table.pass_time(60)
    assert len(told_of_the_bed(sitting.orange)) == 1
    assert len(told_of_the_bed(sitting.gray)) == 1


async def test_a_match_whose_thread_is_deleted_goes_on_in_the_channel(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    await sitting.play(["Kc3"])
    await sitting.all_shown()
    playground.world.threads.delete(playground.thread(sitting.place.id))
    games = playground.channel("games")
    answer = await sitting.gray.command("place", channel=games, square="d4")
    assert "Played in **#1**" in answer.text

    await playground.until(
        lambda: any(seen.pictures for seen in public(sitting.orange.look(games)))
    )
    match = await table.host.matches.find(MatchId(1))
    assert match.home.channel == ChannelId(games.id)
    await table.pass_time(60)
    await playground.until(
        lambda: any("your turn in **#1**" in seen.text for seen in sitting.orange.look(games))
    )
    answer = await sitting.orange.command("place", channel=games, square="a1")
    assert not answer.shown.ephemeral


async def test_a_bed_in_an_archived_thread_wakes_it_with_a_new_bed(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    thread = playground.thread(sitting.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True))
    general = playground.channel("general")
    await sitting.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: "orange kitten to c3" in sitting.bed().text)
    assert not thread.is_archived


async def test_players_are_told_in_person_when_the_thread_was_locked(table: Table) -> None:
    playground = table.playground
    sitting = await seated(table)
    thread = playground.thread(sitting.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True, is_locked=True))
    general = playground.channel("general")
    played = await sitting.orange.command("place", channel=general, square="c3")
    assert "Played in **#1**" in played.text
    for person in (sitting.orange, sitting.gray):
        await playground.until(partial(told_of_the_bed, person))
    assert thread.is_archived
