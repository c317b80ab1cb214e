"""Rated matches among several people, played through the services: that is cheap."""

from random import Random

from bot.game import legal_turns
from bot.match.challenge import ChallengeAnswer, Particulars
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import ChannelId, GuildId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms, VenueKind
from playground import Person
from tests.kit.hosting import mover_of
from tests.kit.matches import friend
from tests.kit.tables import Table


def guild_of(table: Table) -> GuildId:
    return GuildId(table.playground.server().id)


async def beat(table: Table, winner: Person, loser: Person, turns: int = FEWEST_TURNS) -> MatchId:
    """Play a rated match of some turns in the channel, which the loser resigns."""
    match = await play_on(table, winner, loser, turns)
    await table.services.matches.resign(UserId(loser.id), match.id)
    return match.id


async def play_on(table: Table, orange: Person, gray: Person, turns: int) -> Match:
    """Begin a rated match and play some turns that do not win."""
    chance = Random(turns)
    place = InServer(guild_of(table), ChannelId(table.playground.channel("games").id))
    offered = await table.services.challenges.offer(
        UserId(orange.id),
        friend(UserId(gray.id)),
        place,
        Terms(Starts.ME),
        Particulars(venue=VenueKind.CHANNEL),
    )
    answered = await table.services.challenges.answer(
        UserId(gray.id), offered.id, ChallengeAnswer.ACCEPT
    )
    assert answered.match is not None
    match = answered.match
    for _ in range(turns):
        turn = chance.choice([each for each in legal_turns(match.position) if not each.wins])
        match = (await table.services.matches.play(mover_of(match), match.id, turn)).match
    return match
