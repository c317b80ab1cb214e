"""Tournaments and ladders under way for a playground, which need not be played from the start."""

import asyncio
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Final

from bot.engine import choose, level_of
from bot.errors import UserFacingError
from bot.features.ladders.ladder import LadderTerms
from bot.features.tournaments.formats import terms_for
from bot.features.tournaments.tournament import TournamentFormat, TournamentState
from bot.match.identity import InServer, MatchId, UserId
from bot.services import Services
from bot.text import N_, translate
from cogs.wording.refusals import sentence

NAMES: Final = {TournamentFormat.LEAGUE: N_("Quilt league"), TournamentFormat.CUP: N_("Quilt cup")}
LADDER: Final = "ladder"
LEVEL: Final = 4
"""The level at which the turns are chosen."""
TURNS: Final = (200, 24, 11, 5, 2, 0)
"""How many turns are played in the first, the second, … match at most; the first is played out."""


async def seed(
    services: Services, kind: str, place: InServer, users: Sequence[UserId]
) -> str | None:
    """Start a tournament or a ladder for the director; return why it is refused, or None."""
    try:
        if kind == LADDER:
            await seed_ladder(services, place, users, SystemRandom())
            return None
        await seed_tournament(services, TournamentFormat(kind), place, users, SystemRandom())
    except UserFacingError as refusal:
        return sentence(refusal)
    return None


async def seed_tournament(
    services: Services,
    kind: TournamentFormat,
    place: InServer,
    users: Sequence[UserId],
    chance: Random,
) -> None:
    """Start a tournament of the users in a channel, and play some turns of its matches.

    The first user hosts it. Raise the `Refusal` of the first step that is refused.
    """
    tournaments = services.tournaments
    for user in users:
        # Check this first: an announced tournament would stay if a user were refused.
        await tournaments.require_may_play(user, place.guild, None)
    drafted = await tournaments.draft(
        users[0], place, translate(NAMES[kind]), terms_for(kind, len(users))
    )
    number = (await tournaments.announce(users[0], drafted.id)).id
    for user in users:
        await tournaments.enter(user, number, None)
    field = await tournaments.start(number, place.guild)
    while any(each.match is None for each in field.pairings):
        await services.jobs.run_due()
        await services.jobs.wait()
        field = await tournaments.find(number)
        if field.tournament.state is not TournamentState.RUNNING:
            return
    matches = [each.match for each in field.pairings if each.match is not None]
    for match, turns in zip(matches, TURNS, strict=False):
        await _play(services, match, turns, chance)


async def seed_ladder(
    services: Services, place: InServer, users: Sequence[UserId], chance: Random
) -> None:
    """Open a ladder that the users are on, and play some turns of a match and a whole one.

    The first user opens it. Raise the `Refusal` of the first step that is refused.
    """
    ladders = services.ladders
    number = (await ladders.create(users[0], place, LadderTerms())).id
    for user in users:
        await ladders.join(user, number, None)
    for below, turns in zip(range(len(users) - 1, 0, -2), TURNS, strict=False):
        field = await ladders.find(number)
        rung = field.of_user(users[below - 1])
        if rung is not None:
            sent = await ladders.challenge(users[below], number, rung.id, None)
            accepted = await ladders.accept(users[below - 1], sent.challenge.id, None)
            await _play(services, accepted.match.id, turns, chance)


async def _play(services: Services, number: MatchId, turns: int, chance: Random) -> None:
    """Play turns of a match, each for the player to move."""
    match = await services.matches.find(number)
    for _ in range(turns):
        if match.to_move is None:
            return
        thought = await asyncio.to_thread(choose, level_of(LEVEL), match.position, (), chance)
        match = (await services.matches.play(match.to_move, number, thought.turn)).match
