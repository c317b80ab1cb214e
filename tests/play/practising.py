"""Matches against the bot, begun through the services, in which the bot takes its time."""

from bot.match.challenge import Particulars
from bot.match.identity import ChannelId, InServer, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Measurement, Pace, Practice, Starts, Terms, VenueKind
from playground import Person
from tests.kit.servers import guild_of
from tests.kit.tables import Table


async def begin_practice(
    table: Table, person: Person, level: int = 3, measured: Measurement = Measurement.YES
) -> Match:
    """Begin a match in the channel; the person moves first and the bot answers within hours."""
    place = InServer(guild_of(table), ChannelId(table.playground.channel("games").id))
    terms = Terms(Starts.ME, practice=Practice(LevelNumber(level), Pace.UNHURRIED, measured))
    me = table.bot.user
    assert me is not None
    begun = await table.services.practising.begin(
        UserId(person.id), UserId(me.id), place, terms, Particulars(venue=VenueKind.CHANNEL)
    )
    return begun.match
