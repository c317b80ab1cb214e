"""Announcing, entering, starting and playing tournaments on the playground by taps."""

import csv
import io

from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.tournament import TournamentField
from bot.match.identity import MatchId, UserId
from playground import Answer, Person, SeenMessage
from playground.world import DirectChannel, TextChannel
from tests.kit.server_matches import public_messages
from tests.kit.servers import owner_of
from tests.kit.tables import Table

FIRST = TournamentId(1)
NAMES = ("ada", "bob", "cleo", "dan")


def four_members(table: Table) -> list[Person]:
    """Return four members of the server."""
    playground = table.playground
    server = playground.server()
    known = {each.username for each in playground.world.users.values()}
    return [
        playground.person(name) if name in known else playground.add_person(name, server)
        for name in NAMES
    ]


def cards(table: Table, channel: TextChannel) -> list[SeenMessage]:
    seen = public_messages(owner_of(table.playground).look(channel))
    return [each for each in seen if "🏆" in each.text]


async def draft_league(table: Table, channel: TextChannel, **fields: str) -> Answer:
    """Fill in the form of a new league."""
    owner = owner_of(table.playground)
    panel = await owner.command("tournament create", channel=channel)
    filled = {"Name": "Autumn league", **fields}
    return await owner.submit(panel.form, filled)


async def announce_league(table: Table, channel: TextChannel, **fields: str) -> SeenMessage:
    """Announce a league, and return the card with which users enter."""
    draft = await draft_league(table, channel, **fields)
    await owner_of(table.playground).press(draft.shown, "Announce it here")
    await table.playground.until(lambda: len(cards(table, channel)) == 1)
    return cards(table, channel)[0]


async def show_everything_due(table: Table) -> None:
    """Let half an hour pass, so that all that is due is shown; boards are posted one by one."""
    await table.pass_time(900)
    await table.pass_time(900)


async def start_league(table: Table, channel: TextChannel) -> None:
    """Announce a league for all four and start it."""
    await announce_league(table, channel)
    await enter_and_start(table, channel)


async def enter_and_start(table: Table, channel: TextChannel) -> None:
    """Have all four enter the league of the only card, and start it."""
    [card] = cards(table, channel)
    for person in four_members(table):
        answer = await person.press(card, "Enter")
        assert "You're in" in answer.text, answer.text
    owner = owner_of(table.playground)
    shown = await owner.command("tournament show", channel=channel, tournament=str(FIRST))
    await owner.press(shown.shown, "Start it now")
    await show_everything_due(table)


async def resign_every_match(table: Table) -> None:
    """Have each match resigned by the user with the higher number."""
    field = await table.services.tournaments.find(FIRST)
    for pairing in field.pairings:
        users = [field.entrant(each).user for _, each in pairing.leg.seats]
        assert pairing.match is not None
        await table.services.matches.resign(max(users), pairing.match)
    await show_everything_due(table)


def direct_messages(table: Table, person: Person) -> list[SeenMessage]:
    """List the direct messages to a user about a tournament."""
    seen = person.look(table.playground.world.direct_channel(person.user))
    return [each for each in seen if "🏆" in each.text or "Play again?" in each.text]


async def export_files(table: Table, person: Person) -> dict[str, str]:
    """Return the files of the tournament that a person receives, by their names."""
    games = table.playground.channel("games")
    sent = await person.command("tournament export", channel=games, tournament=str(FIRST))
    shown = await sent.final()
    assert shown.ephemeral
    return {
        file.url.split("?")[0].rsplit("/", 1)[-1]: (await file.read()).decode("utf-8-sig")
        for file in shown.pictures
    }


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


async def open_management(table: Table) -> Answer:
    games = table.playground.channel("games")
    return await owner_of(table.playground).command(
        "tournament manage", channel=games, tournament=str(FIRST)
    )


async def choose_in_menu(table: Table, panel: Answer, name: str, value: str) -> Answer:
    """Choose from the menu of an action."""
    owner = owner_of(table.playground)
    [menu] = [each for each in panel.shown.selects if name in each.custom_id]
    return await owner.select(panel.shown, menu.custom_id, [value])


async def field_of(table: Table) -> TournamentField:
    return await table.services.tournaments.find(FIRST)


async def resign_all(table: Table, person: Person) -> None:
    """Have a person resign all open matches by command, and run the jobs that follow."""
    direct = table.playground.world.direct_channel(person.user)
    for each in await table.services.matches.live_of(UserId(person.id)):
        await resign(person, direct, each.id)
    await show_everything_due(table)


async def resign(person: Person, direct: DirectChannel, number: MatchId) -> None:
    question = await person.command("resign", channel=direct, match=str(number))
    await person.press(question.shown, "Resign")


def semifinal_players(table: Table, field: TournamentField, index: int) -> tuple[Person, Person]:
    """Return the upper and the lower player of a semifinal."""
    entrants = field.bracket().rounds[0][index].entrants
    assert entrants is not None
    by_id = {UserId(each.id): each for each in four_members(table)}
    upper, lower = (by_id[field.entrant(each).user] for each in entrants)
    return upper, lower


FOUR = {"Name": "Winter cup", "League or cup": "Cup: knockout of up to 4 players"}


async def start_cup(table: Table, channel: TextChannel) -> None:
    """Announce a cup for all four and start it."""
    await announce_league(table, channel, **FOUR)
    await enter_and_start(table, channel)
