"""Notifications of several matches that are due together reach each user in one message."""

import pytest

from bot.features.settings.preferences import Category, DeliveryMethod
from bot.match.clock import DAY, HOUR
from bot.match.identity import UserId
from bot.match.match import Match
from playground import Person, SeenMessage
from tests.kit.many_matches import begin, live_board_of
from tests.kit.tables import Table


async def begin_several(table: Table, number: int = 3) -> list[Match]:
    """Begin some matches in one channel, which were not announced yet."""
    ada, bob = table.playground.person("ada"), table.playground.person("bob")
    return [await begin(table, ada, bob, hours=72) for _ in range(number)]


def messages_with(person: Person, words: str, table: Table) -> list[SeenMessage]:
    places = [person.look(table.playground.channel("games")), person.direct_messages()]
    return [seen for each in places for seen in each if words in seen.text]


def count_pings(person: Person, words: str) -> int:
    return sum(words in note.text for note in person.notifications)


async def prefer_direct(table: Table, person: Person) -> None:
    for topic in Category:
        await table.services.preferences.prefer(
            UserId(person.id), topic.value, DeliveryMethod.DIRECT
        )


async def test_matches_that_begin_together_are_announced_in_one_direct_message(
    table: Table,
) -> None:
    ada, bob = table.playground.person("ada"), table.playground.person("bob")
    await prefer_direct(table, bob)
    matches = await begin_several(table)
    await table.pass_time(60)
    await table.playground.until(
        lambda: bool(bob.direct_messages()) and bool(count_pings(ada, "has begun"))
    )
    for person in (ada, bob):
        messages = (
            messages_with(ada, "has begun!", table) if person is ada else bob.direct_messages()
        )
        where = "" if person is ada else " against Ada in Quilt Club"
        words = "\n".join(each.text for each in messages)
        assert all(f"**#{match.id}**{where} has begun!" in words for match in matches)
        assert (
            len(messages)
            == count_pings(person, "has begun!")
            == (len(matches) if person is ada else 1)
        )
    assert all([await live_board_of(table, match.id) for match in matches])


@pytest.mark.long
async def test_long_announcements_are_split_into_several_messages(
    table: Table,
) -> None:
    bob = table.playground.person("bob")
    await prefer_direct(table, bob)
    matches = await begin_several(table, 8)
    await table.pass_time(60)
    await table.pass_time(3 * DAY)
    await table.playground.until(lambda: count_pings(bob, "is over.") == 2)
    texts = [seen.text for seen in bob.direct_messages() if "is over." in seen.text]
    words = [f"**#{match.id}** in Quilt Club is over." for match in matches]
    assert all(any(each in text for text in texts) for each in words)
    assert not any("more: `/games`" in text for text in texts)


async def test_the_end_of_a_vacation_is_announced_for_all_matches_at_once(table: Table) -> None:
    ada = table.playground.person("ada")
    matches = await begin_several(table)
    await table.pass_time(60)
    await ada.command("vacation", channel=table.playground.channel("games"), days=1)
    await table.playground.until(lambda: bool(messages_with(ada, "is on vacation until", table)))
    await table.pass_time(DAY + HOUR)
    await table.playground.until(lambda: bool(count_pings(ada, "your vacation is over")))
    assert count_pings(ada, "your vacation is over") == 1
    [message] = messages_with(ada, "your vacation is over", table)
    assert all(f"**#{match.id}** runs again" in message.text for match in matches)
