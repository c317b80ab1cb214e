"""Rated matches among several people, played through the services because that is fast."""

from random import Random

from bot.game import legal_turns
from bot.match.challenge import ChallengeAnswer, Particulars
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import ChannelId, InServer, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms, VenueKind
from playground import Person
from tests.kit.many_matches import begin
from tests.kit.matches import friend
from tests.kit.servers import guild_of
from tests.kit.service_matches import mover_of
from tests.kit.tables import Table


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


async def lose_match(table: Table, loser: Person, winner: Person, turns: int = 6) -> MatchId:
    """Play `turns` turns of a rated match, one an hour; then the player who began resigns."""
    match = await begin(table, loser, winner)
    for _ in range(turns):
        await table.leap(3600)
        turn = next(each for each in legal_turns(match.position) if not each.wins)
        assert match.to_move is not None
        match = (await table.services.matches.play(match.to_move, match.id, turn)).match
    await table.services.matches.resign(UserId(loser.id), match.id)
    await table.leap(86400)
    return match.id


async def play_some_matches(table: Table) -> None:
    """Have ada beat bob three times and cleo once, and lose to bob and cleo."""
    ada, bob, cleo = table.members()
    for loser, winner in ((bob, ada), (cleo, ada), (bob, ada), (ada, bob), (bob, ada), (ada, cleo)):
        await lose_match(table, loser, winner)
