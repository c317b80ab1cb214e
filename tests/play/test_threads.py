"""The threads of matches: awake while they are played, named after their result."""

from pathlib import Path

from bot.features.matches.jobs import ThreadLook
from playground import Playground
from playground.world.threads import ThreadChange
from tests.features.hosting import scheduled
from tests.play.sitting import Sitting, sit_down
from tests.play.table import DESCRIPTION, Table, running_bot

ASLEEP = ThreadChange(is_archived=True)


async def seated(playground: Playground) -> Sitting:
    ada, bob = playground.person("ada"), playground.person("bob")
    return await sit_down(playground, ada, bob, playground.channel("games"))


async def test_the_thread_of_a_match_that_lives_is_woken_at_once(table: Table) -> None:
    playground = table.playground
    sitting = await seated(playground)
    thread = playground.thread(sitting.place.id)
    for _ in range(2):
        playground.world.threads.change(thread, ASLEEP)
        await playground.until(lambda: not thread.is_archived)
    await sitting.play(["Kc3"])


async def test_a_thread_that_somebody_locked_is_left_alone(table: Table) -> None:
    playground = table.playground
    sitting = await seated(playground)
    other = await sit_down(playground, sitting.orange, sitting.gray, playground.channel("games"))
    locked = playground.thread(sitting.place.id)
    asleep = playground.thread(other.place.id)
    playground.world.threads.change(locked, ThreadChange(is_archived=True, is_locked=True))
    playground.world.threads.change(asleep, ASLEEP)
    await playground.until(lambda: not asleep.is_archived)
    assert locked.is_archived


async def test_threads_that_fell_asleep_while_the_bot_was_away_are_woken(tmp_path: Path) -> None:
    database = tmp_path / "boop.sqlite3"
    async with Playground(description=DESCRIPTION) as playground:
        async with running_bot(playground, database):
            sitting = await seated(playground)
            await sitting.all_shown()
        thread = playground.thread(sitting.place.id)
        playground.world.threads.change(thread, ASLEEP)
        async with running_bot(playground, database):
            await playground.until(lambda: not thread.is_archived)
        playground.expect_valid()


async def test_a_thread_is_named_after_the_result_and_left_to_sleep(table: Table) -> None:
    playground = table.playground
    sitting = await seated(playground)
    thread = playground.thread(sitting.place.id)
    assert thread.name == "Ada – Bob · boop #1"
    await sitting.play(["Kc3", "Kd4"])
    asked = await sitting.orange.command("resign", channel=sitting.place)
    await sitting.orange.press(asked.shown, "Resign")
    await playground.until(lambda: thread.name == "Ada 0–1 Bob · boop #1")
    assert thread.auto_archive_minutes == 1440
    await playground.until(lambda: "is over." in sitting.orange.look(sitting.place)[-1].text)
    await sitting.all_shown()
    playground.world.threads.change(thread, ASLEEP)
    await table.services.jobs.run_due()
    assert thread.is_archived


async def test_a_match_whose_thread_cannot_be_changed_is_over_all_the_same(table: Table) -> None:
    playground = table.playground
    sitting = await seated(playground)
    await sitting.play(["Kc3", "Kd4"])
    playground.world.threads.delete(playground.thread(sitting.place.id))
    asked = await sitting.orange.command("resign", channel=playground.channel("games"))
    await sitting.orange.press(asked.shown, "Resign")
    games = playground.channel("games")
    await playground.until(
        lambda: any("resigned" in each.text for each in sitting.orange.look(games)), within=10
    )
    await table.services.jobs.run_due()
    assert await scheduled(table.services, ThreadLook) == []


async def test_both_names_are_read_where_a_list_shows_thirty_characters_of_a_title(
    table: Table,
) -> None:
    playground = table.playground
    one, other = (
        playground.add_person(name, playground.server())
        for name in ("bartholomew-the-second", "wilhelmina-von-katzenstein")
    )
    sitting = await sit_down(playground, one, other, playground.channel("games"))
    await sitting.play(["Kc3", "Kd4"])
    thread = playground.thread(sitting.place.id)
    orange, rest = thread.name.split(" – ")
    gray, number = rest.split(" · ")
    for name, person in ((orange, sitting.orange), (gray, sitting.gray)):
        assert name.endswith("…")
        assert person.user.display_name.startswith(name[:-1])
    assert len(f"{orange} – {gray}") <= 33
    assert number == "boop #1"
