"""Matches of a competition in Discord: their boards appear by themselves and notify no one."""

from bot.features.matches.competitions import begin_match, boards_at
from bot.match.challenge import Seats
from bot.match.clock import DAY, HOUR, Bank
from bot.match.identity import ChannelId, GuildId, InServer, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import Stakes, Terms, VenueKind
from playground import Thread
from tests.kit.direct_matches import DirectBoards
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table

TERMS = Terms(time=Bank(Seconds(3 * DAY), DAY, Seconds(5 * DAY)), stakes=Stakes.CASUAL)


async def begin_competitive(table: Table) -> Match:
    """Begin a match of Ada, who moves first, against Bob, as a tournament does."""
    playground, now = table.playground, table.services.clock.now()
    players = (playground.person(name) for name in ("ada", "bob"))
    seats = Seats(*(UserId(person.id) for person in players))
    games = playground.channel("games")
    place = InServer(GuildId(playground.server().id), ChannelId(games.id))
    async with table.database.writing() as writing:
        writer = table.services.matches._writer
        return await begin_match(writer, writing, seats, TERMS, place, now, boards_at(0, 15, now))


def direct_boards_of(table: Table, match: Match) -> DirectBoards:
    ada, bob = (table.playground.person(name) for name in ("ada", "bob"))
    return DirectBoards(table.playground, ada, bob, match.id)


async def test_boards_come_silently_and_the_clock_starts_with_them(table: Table) -> None:
    direct_match = direct_boards_of(table, await begin_competitive(table))
    ada, bob = direct_match.orange, direct_match.gray
    await table.pass_time(10)
    await table.playground.until(lambda: "⏳ until <t:" in direct_match.board(ada).text)
    assert direct_match.boards(bob) == [], "the player who moves first gets a board first"
    await table.pass_time(HOUR)
    await table.playground.until(lambda: "⏳ until <t:" in direct_match.board(bob).text)
    assert all(note.is_silent for note in (*ada.notifications, *bob.notifications))
    clock = (await table.match(1)).clock
    assert clock.deadline is not None
    assert not clock.awaits_board
    await direct_match.play(["Kc3"])
    await table.pass_time(60)
    [ping] = [note for note in bob.notifications if not note.is_silent]
    assert "your turn" in ping.text


async def test_a_competitive_match_can_be_resigned_and_nothing_else(table: Table) -> None:
    direct_match = direct_boards_of(table, await begin_competitive(table))
    await table.pass_time(HOUR)
    ada = direct_match.orange
    more = await ada.press(direct_match.board(ada), "More")
    labels = set(more.shown.labels)
    assert "Resign" in labels
    assert labels.isdisjoint({"Call off the match", "Hint", "Give them a day", "Take back"})
    refused = await ada.command("resign", channel=direct_match.place(ada))
    assert "Resign" in set(refused.shown.labels)


async def test_closed_direct_messages_open_a_thread_beside_the_tournament(table: Table) -> None:
    match = await begin_competitive(table)
    direct_match = direct_boards_of(table, match)
    ada, bob = direct_match.orange, direct_match.gray
    bob.close_direct_messages()
    await table.pass_time(HOUR)
    await table.playground.until(lambda: _threads(table))
    [thread] = _threads(table)
    await table.playground.until(
        lambda: [e for e in public_messages(ada.look(thread)) if e.pictures]
    )
    stored = await table.services.matches.find(match.id)
    assert (stored.venue.kind, stored.venue.channel) == (VenueKind.THREAD, ChannelId(thread.id))
    assert stored.clock.deadline is not None
    assert not stored.clock.awaits_board
    [listed] = public_messages(ada.look(table.playground.channel("games")))
    assert "#1" in listed.text
    assert not listed.pictures


def _threads(table: Table) -> list[Thread]:
    places = table.playground.world.places.values()
    return [place for place in places if isinstance(place, Thread)]


async def test_a_vacation_says_before_it_begins_which_clocks_it_does_not_stop(
    table: Table,
) -> None:
    direct_match = direct_boards_of(table, await begin_competitive(table))
    await table.pass_time(HOUR)
    ada, games = direct_match.orange, table.playground.channel("games")
    question = await ada.command("vacation", channel=games, days=20)
    assert "Tournament matches: #1" in question.text.replace("*", "")
    assert "those clocks run again from <t:" in question.text
    account = await table.services.vacations.account(
        UserId(ada.id), GuildId(table.playground.server().id)
    )
    assert account.vacation is None
    begun = await ada.press(question.shown, "Start the vacation")
    assert "You're on vacation until <t:" in begun.text
    await table.playground.until(
        lambda: "clock stopped: on vacation until" in direct_match.board(ada).text
    )
    half = await table.match(1)
    until = half.clock.away.orange
    assert until is not None
    assert round((until - table.services.clock.now()) / DAY) == 15
