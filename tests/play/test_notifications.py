"""How users are notified: pings, direct messages, silence, quiet hours, one message for many."""

import pytest

from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import (
    Category,
    DeliveryMethod,
    NotificationPreferences,
    Preferences,
)
from bot.match.clock import DAY, HOUR
from bot.match.identity import UserId
from cogs.core.actions import action_id
from playground import Person, Ping, Playground, Problem, SeenMessage
from tests.kit.answers import direct_messages_with
from tests.kit.server_matches import (
    ServerMatch,
    public_messages,
    set_quiet_hours,
    start_match,
    start_match_in_channel,
)
from tests.kit.tables import Table

POST = "/channels/{channel_id}/messages"


async def begin_match(playground: Playground) -> ServerMatch:
    server_match = await start_match(playground)
    await playground.until(lambda: messages_with(server_match.orange, server_match, "has begun!"))
    return server_match


def messages_with(person: Person, server_match: ServerMatch, words: str) -> list[SeenMessage]:
    """List the messages in the thread with these words."""
    return [seen for seen in public_messages(person.look(server_match.place)) if words in seen.text]


def pings_with(person: Person, words: str) -> list[Ping]:
    return [note for note in person.notifications if words in note.text and not note.is_silent]


async def prefer(table: Table, person: Person, method: DeliveryMethod, *topics: Category) -> None:
    for topic in topics or (Category.TURN,):
        await table.services.preferences.prefer(UserId(person.id), topic.value, method)


async def test_a_turn_notification_names_match_opponent_server_and_link(table: Table) -> None:
    server_match = await begin_match(table.playground)
    bob = server_match.gray
    await prefer(table, bob, DeliveryMethod.DIRECT)
    await server_match.play(["Kc3"])
    await table.playground.until(lambda: direct_messages_with(bob, "your turn"))
    [message] = direct_messages_with(bob, "your turn")
    assert message.text.startswith(
        "Bob, it's your turn in **#1** against Ada in Quilt Club: https://discord.com/channels/"
    )
    assert message.text.count("#1") == len(message.text.splitlines()) == 1
    assert f"/{server_match.place.id}/{server_match.board().id}" in message.text
    assert not messages_with(bob, server_match, "your turn")
    await server_match.play_one(bob, "Kd4")
    await table.playground.until(lambda: not direct_messages_with(bob, "your turn"))


async def test_a_silent_turn_is_shown_in_the_thread_without_a_ping(table: Table) -> None:
    server_match = await begin_match(table.playground)
    bob = server_match.gray
    await prefer(table, bob, DeliveryMethod.SILENT)
    before = len(pings_with(bob, ""))
    await server_match.play(["Kc3"])
    await table.playground.until(lambda: messages_with(bob, server_match, "it's your turn"))
    assert len(pings_with(bob, "")) == before
    assert [note.is_silent for note in bob.notifications if "your turn" in note.text] == [True]


@pytest.mark.long
async def test_notifications_due_in_quiet_hours_come_in_one_message_at_their_end(
    table: Table,
) -> None:
    playground = table.playground
    first, second = await begin_match(playground), await begin_match(playground)
    bob = first.gray
    await prefer(table, bob, DeliveryMethod.DIRECT)
    await set_quiet_hours(table, bob, -1, 8)
    for server_match in (first, second):
        await server_match.play(["Kc3"])
    await table.services.jobs.run_due()
    assert not bob.direct_messages()
    await table.pass_time(6.9 * HOUR)
    assert not bob.direct_messages()
    await table.pass_time(0.2 * HOUR)
    await playground.until(lambda: bob.direct_messages())
    [message] = bob.direct_messages()
    assert "2 matches are waiting for you" in message.text
    assert "**#1** against Ada in Quilt Club, time runs out <t:" in message.text
    assert message.text.index("**#1**") < message.text.index("**#2**"), (
        "the least time left comes first"
    )
    await first.play_one(bob, "Kd4")
    await playground.until(
        lambda: direct_messages_with(bob, "**#2**") and not direct_messages_with(bob, "**#1**")
    )
    await second.play_one(bob, "Kd4")
    await playground.until(lambda: not bob.direct_messages())


@pytest.mark.long
async def test_a_daily_list_has_every_match_once_and_is_not_sent_empty(
    table: Table,
) -> None:
    playground = table.playground
    bob = playground.person("bob")
    await prefer(table, bob, DeliveryMethod.DIGEST)
    first, second = await begin_match(playground), await begin_match(playground)
    for server_match in (first, second):
        await server_match.play(["Kc3"])
    await table.services.jobs.run_due()
    assert not bob.direct_messages()
    due = await table.services.clocks.next_deadline()
    assert due is not None
    await table.pass_time(due - table.services.clock.now() + 1)
    await playground.until(lambda: bob.direct_messages())
    [message] = bob.direct_messages()
    assert "2 matches are waiting for you" in message.text
    for server_match in (first, second):
        await server_match.play_one(bob, "Kd4")
    await table.pass_time(DAY)
    await table.services.jobs.run_due()
    assert bob.direct_messages() == [message]


async def test_closed_direct_messages_fall_back_to_the_thread_and_say_so_once(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await begin_match(playground)
    bob = server_match.gray
    await prefer(table, bob, DeliveryMethod.DIRECT)
    bob.close_direct_messages()
    await server_match.play(["Kc3"])
    await playground.until(lambda: pings_with(bob, "it's your turn"))
    [message] = messages_with(bob, server_match, "it's your turn")
    assert "your direct messages are closed to me" in message.text
    await server_match.play_one(bob, "Kd4")
    bob.open_direct_messages()
    await server_match.play_one(server_match.orange, "Ka1")
    await playground.until(
        lambda: (
            ["closed" in seen.text for seen in messages_with(bob, server_match, "it's your turn")]
            == [False]
        )
    )
    assert not bob.direct_messages(), "direct messages are not tried at every turn"
    await server_match.play_one(bob, "Kf6")
    await prefer(table, bob, DeliveryMethod.DIRECT, Category.OVER)
    await server_match.play_one(server_match.orange, "Ka6")
    await playground.until(lambda: direct_messages_with(bob, "it's your turn"))


async def test_closed_direct_messages_are_reported_even_if_the_first_attempt_fails(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await begin_match(playground)
    bob = server_match.gray
    await server_match.wait_until_shown()
    await prefer(table, bob, DeliveryMethod.DIRECT)
    bob.close_direct_messages()
    # The direct message is refused, and then the connection breaks.
    playground.faults.refuse("POST", POST, Problem.CANNOT_MESSAGE_USER)
    failing = playground.faults.drop_before("POST", POST)
    await server_match.play(["Kc3"])
    await playground.until(lambda: failing.hits == 1)
    await table.pass_time(60)
    await playground.until(lambda: messages_with(bob, server_match, "it's your turn"))
    [message] = messages_with(bob, server_match, "it's your turn")
    assert "your direct messages are closed to me" in message.text


async def test_users_who_want_no_reminders_of_turns_get_none(table: Table) -> None:
    server_match = await begin_match(table.playground)
    bob = server_match.gray
    await server_match.play(["Kc3"])
    await server_match.wait_until_shown()
    muted = await server_match.press_behind_more(bob, "Don't remind me")
    assert "I won't remind you of this turn in **#1**" in muted.text
    await table.pass_time(2.5 * DAY)
    assert not messages_with(bob, server_match, "runs out")
    back = await bob.press(muted.shown, "Remind me after all")
    assert "I'll remind you" in back.text
    await table.services.jobs.run_due()
    await table.playground.until(lambda: pings_with(bob, "runs out"))


@pytest.mark.long
async def test_a_reminder_in_the_matchs_thread_is_the_board_and_pings_once(
    table: Table,
) -> None:
    server_match = await begin_match(table.playground)
    bob = server_match.gray
    await server_match.play(["Kc3"])
    await server_match.wait_until_shown()
    before = server_match.board()
    await table.pass_time(2.5 * DAY)
    await table.playground.until(lambda: pings_with(bob, "runs out"))
    await server_match.wait_until_shown()
    [reminder] = messages_with(bob, server_match, "runs out")
    assert reminder.id == server_match.board().id != before.id
    assert reminder.labels == [*"abcdef", "Next match", "More"]
    assert "discord.com/channels" not in reminder.text.split("###")[0]
    await table.pass_time(60)
    assert len(pings_with(bob, "runs out")) == 1
    assert not pings_with(server_match.orange, "runs out")
    picked = await bob.press(reminder, "d")
    square = await bob.press(picked.shown, "d4")
    await bob.press(square.shown, "Confirm")
    await server_match.wait_until_shown()
    await table.playground.until(lambda: not messages_with(bob, server_match, "runs out"))


async def test_a_reminder_in_a_channel_is_a_message_with_a_link(table: Table) -> None:
    playground = table.playground
    server_match = await start_match_in_channel(
        playground, playground.person("ada"), playground.person("bob")
    )
    bob = server_match.gray
    await server_match.play(["Kc3"])
    await table.pass_time(2.5 * DAY)
    await playground.until(lambda: pings_with(bob, "runs out"))
    [reminder] = messages_with(bob, server_match, "runs out")
    assert not reminder.pictures
    assert "discord.com/channels" in reminder.text


def chosen_label(seen: SeenMessage, custom_id: str) -> str:
    """Return the label of the chosen option of a menu."""
    [menu] = [each for each in seen.selects if each.custom_id == custom_id]
    [label] = [option.label for option in menu.options if option.is_default]
    return label


async def test_delivery_methods_and_hours_are_chosen_in_the_preferences(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    shown = await ada.command("preferences", channel=games)
    page = await ada.press(shown.shown, "Notifications")
    assert len(page.shown.selects) == 5
    chosen = await ada.select(page.shown, action_id("prefer", setting="turn"), ["digest"])
    assert "**Daily summary:** 09:00" in chosen.text
    form = await ada.press(chosen.shown, "Set hours")
    assert form.modal is not None
    filled = await ada.submit(
        form.modal, {"begin": "22:30", "end": "7", "daily": "8.15", "zone": "adelaide"}
    )
    assert "**Quiet hours:** 22:30 – 07:00" in filled.text
    assert "**Daily summary:** 08:15" in filled.text
    assert "Time zone: Australia/Adelaide. It's " in filled.text
    reminder = action_id("prefer", setting="reminder")
    assert "80%" in chosen_label(filled.shown, reminder)
    chosen = await ada.select(filled.shown, reminder, ["50"])
    assert "half" in chosen_label(chosen.shown, reminder)


async def test_an_ambiguous_zone_needs_a_question_that_keeps_other_input(
    table: Table,
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    page = await ada.press((await ada.command("preferences", channel=games)).shown, "Notifications")
    typed = {"begin": "22:30", "end": "7", "daily": "8:15", "zone": "EST"}
    question = await ada.submit((await ada.press(page.shown, "Set hours")).form, typed)
    assert "**Quiet hours:** 22:30 – 07:00" in question.text
    assert "`EST` can mean several time zones: `America/New_York`" in question.text
    assert "Your hours are saved." in question.text
    assert "Time zone: UTC." in question.text
    chosen = await ada.select(question.shown, action_id("prefer-zone"), ["America/New_York"])
    assert "Time zone: America/New York. It's " in chosen.text
    assert "can mean several" not in chosen.text
    again = await ada.submit(
        (await ada.press(chosen.shown, "Set hours")).form, typed | {"zone": "Sedan"}
    )
    assert "I don't know a city or time zone `Sedan`." in again.text
    assert "Time zone: America/New York." in again.text
    last = await ada.submit(
        (await ada.press(again.shown, "Set hours")).form, typed | {"zone": "gmt+2"}
    )
    assert "Time zone: UTC+02:00. It's " in last.text
    assert "name your city instead" in last.text


async def test_an_unchanged_form_keeps_the_stored_zone(
    table: Table,
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    for stored, shown in (("EST", "EST"), ("Etc/GMT+2", "UTC-02:00"), ("GMT", "GMT")):
        async with table.services._database.writing() as writing:
            settings = Preferences(notifications=NotificationPreferences(zone=stored))
            await settings_queries.keep_preferences(writing, UserId(ada.id), settings)
        page = await ada.press(
            (await ada.command("preferences", channel=games)).shown, "Notifications"
        )
        assert f"Time zone: {shown}. It's " in page.text
        form = (await ada.press(page.shown, "Set hours")).form
        filled = await ada.submit(form, {"begin": "22", "end": "7", "zone": shown})
        assert f"Time zone: {shown}. It's " in filled.text
        assert "can mean several" not in filled.text
        kept = await table.services.preferences.of(UserId(ada.id))
        assert kept.notifications.zone == stored
