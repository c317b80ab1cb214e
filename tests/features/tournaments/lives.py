"""Whole tournaments whose players come and go, on processes that may be killed at any moment."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from bot.features.competitions.members import ExitReason
from bot.features.matches.access import Presence
from bot.features.moderation.log import Moderator
from bot.features.tournaments.cups import Vacancy
from bot.features.tournaments.legs import Decision, LegResult, TournamentId
from bot.features.tournaments.managing import DecideLeg, Remove
from bot.features.tournaments.tournament import (
    FINALS,
    LEAGUE_TIME,
    Entrant,
    EntrantState,
    GroupLeg,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.game import legal_turns
from bot.match.clock import DAY, PerMove
from bot.match.identity import ChannelId, MatchId, MessageId, UserId
from bot.services import Services
from tests.kit.killed_processes import Act, Hosts
from tests.kit.leagues import HOST, PEOPLE, announce_league
from tests.kit.matches import GUILD
from tests.kit.postgresql import IS_CHOSEN
from tests.kit.thoroughness import quick_or_thorough

TIMES = (LEAGUE_TIME, PerMove(DAY))
VACATION_DAYS = 30
MOST_EVENTS = 60
FINAL_DAYS = 120


async def expect_sound(services: Services, field: TournamentField) -> None:
    """Expect that each leg has at most one live match, and players who are out have none."""
    legs = [(each.leg.first, each.leg.second, each.leg.number) for each in field.pairings]
    assert len(legs) == len(set(legs))
    known = [each.match for each in field.pairings if each.match is not None]
    assert len(known) == len(set(known))
    for pairing in field.pairings:
        first, second = (field.entrant(e) for e in (pairing.leg.first, pairing.leg.second))
        if pairing.group_number == FINALS:
            assert first.final_seed is not None
            assert second.final_seed is not None
        else:
            assert first.group_number == second.group_number == pairing.group_number
        if pairing.match is None:
            continue
        match = await services.matches.find(pairing.match)
        assert {*match.people} == {first.user, second.user}
        if match.outcome is None:
            assert pairing.leg.is_open
            assert EntrantState.OUT not in (first.state, second.state)
    for user in {each.user for each in field.entrants if each.user > 0}:
        live = {each.id for each in await services.matches.live_of(user)}
        assert live <= {*open_matches(field)}


def open_matches(field: TournamentField) -> list[MatchId]:
    """List the matches of legs that are open."""
    return [each.match for each in field.pairings if each.leg.is_open and each.match is not None]


def expect_knockout(field: TournamentField, pairings: Sequence[GroupLeg]) -> None:
    """Expect that each pairing of a bracket has the legs that it should have, and no others."""
    bracket = field.bracket()
    known = {leg for pairing in bracket.pairings for leg in pairing.legs}
    assert known == {each.leg for each in pairings}
    for pairing in bracket.pairings:
        if pairing.entrants is None:
            assert pairing.legs == ()
        elif pairing.winner is Vacancy.AWAITED:
            assert [leg.number for leg in pairing.legs] in ([1, 2], [1, 2, 3])
            assert any(leg.is_open for leg in pairing.legs)


class Trouble(Enum):
    """An event that keeps an entrant from playing."""

    LEAVES = "leaves"
    VACATION = "vacation"
    BAN = "ban"
    GONE = "leaves the server"
    ERASURE = "erasure"
    REMOVAL = "removal"


USUAL = {
    "kill",
    *(each.value for each in Trouble),
    *(f"decided: {each.value}" for each in (Decision.PLAYED, Decision.TIME, Decision.WITHDRAWN)),
}
RARE = {
    *USUAL,
    *(f"out: {each.value}" for each in ExitReason if each is not ExitReason.NO_PLACE),
    *(f"decided: {each.value}" for each in Decision),
    "begun anew",
}
SEEN: set[str] = set() if IS_CHOSEN else quick_or_thorough(USUAL, RARE)
"""The events that the lives must contain; on a server there are few lives."""

Expect = Callable[[Services, TournamentField], Awaitable[None]]


@dataclass
class TournamentLife:
    """A tournament that is entered, started and played, one event after the other.

    `seen` counts what has happened.
    """

    hosts: Hosts
    expect: Expect
    seen: Counter[str]
    field: TournamentField

    async def look(self) -> None:
        """Read the tournament again, and expect that it is sound."""
        services = self.hosts.services
        self.field = await services.tournaments.find(self.field.tournament.id)
        await self.expect(services, self.field)

    async def play(self) -> None:
        """Play until the tournament ends."""
        for _ in range(MOST_EVENTS):
            if self.field.tournament.state is not TournamentState.RUNNING:
                break
            await self.hosts.do(self.next_event())
            await self.look()
        for days in (self.field.tournament.terms.finish_days, FINAL_DAYS):
            self.hosts.clock.advance(days * DAY)
            await self.hosts.do(_nothing)
            # A decision at the last moment may delay the end by a day.
            self.hosts.clock.advance(DAY)
            await self.hosts.do(_nothing)
        await self.look()
        assert self.field.tournament.state is TournamentState.ENDED
        assert not open_matches(self.field)
        self.seen["kill"] += self.hosts.kills
        self.seen.update(
            f"out: {each.out_why.value}" for each in self.field.entrants if each.out_why
        )
        for pairing in self.field.pairings:
            if pairing.leg.decision is not None:
                self.seen[f"decided: {pairing.leg.decision.value}"] += 1
            self.seen["begun anew"] += pairing.matches_before
        for each in self.field.entrants:
            if each.user > 0:
                await self.hosts.services.privacy.delete(each.user)
        await self.hosts.do(_nothing)

    def next_event(self) -> Act:
        """Return the next event."""
        chance, field = self.hosts.chance, self.field
        playing = [each for each in field.entrants if each.plays and each.user > 0]
        live = open_matches(field)
        what = chance.random()
        if what < 0.3 and live:
            return partial(_resign, chance.choice(live), chance.randrange(2))
        if what < 0.5 and live:
            return partial(_play, chance.choice(live), chance.random())
        if what < 0.55 and live:
            return partial(_show_board, chance.choice(live))
        if what < 0.75 and playing:
            entrant = chance.choice(playing)
            trouble = chance.choices([*Trouble], [4, 4, 1, 1, 1, 1])[0]
            self.seen[trouble.value] += 1
            return _acts_of(trouble, entrant, chance.randint(1, 9))
        if what < 0.78 and live:
            match = chance.choice(live)
            return lambda services: services.moderation.end_match(Moderator(GUILD, HOST), match)
        if what < 0.8 and field.pairings:
            leg, result = chance.choice(field.pairings).leg, chance.choice(list(LegResult))
            choice = DecideLeg(leg.first, leg.second, leg.number, result)
            return lambda services: services.managed_tournaments.decide(
                HOST, field.tournament.id, GUILD, choice
            )
        self.hosts.clock.advance(DAY * chance.choice([0.01, 0.5, 1.5]))
        return _nothing


def _acts_of(trouble: Trouble, entrant: Entrant, days: int) -> Act:
    """Return the act that causes an entrant's trouble."""
    user, number, moderator = entrant.user, entrant.tournament, Moderator(GUILD, HOST)
    acts: dict[Trouble, Act] = {
        Trouble.LEAVES: lambda services: services.tournaments.leave(user, number),
        Trouble.VACATION: lambda services: services.vacations.begin(user, GUILD, days),
        Trouble.BAN: lambda services: services.bans.ban(moderator, user, None),
        Trouble.GONE: lambda services: services.departures.record(
            GUILD, user, Presence.UNREACHABLE
        ),
        Trouble.ERASURE: lambda services: services.privacy.delete(user),
        Trouble.REMOVAL: lambda services: services.managed_tournaments.decide(
            HOST, number, GUILD, Remove(entrant.id)
        ),
    }
    return acts[trouble]


async def _nothing(_: Services) -> None:
    """Do nothing."""


async def _resign(number: MatchId, at: int, services: Services) -> None:
    match = await services.matches.find(number)
    await services.matches.resign(match.people[at], number)


async def _play(number: MatchId, lot: float, services: Services) -> None:
    match = await services.matches.find(number)
    turns = list(legal_turns(match.position))
    if match.to_move is not None:
        await services.matches.play(match.to_move, number, turns[int(lot * len(turns))])


async def _show_board(number: MatchId, services: Services) -> None:
    """Have the board of the player to move posted, so that the clock starts."""
    match = await services.matches.find(number)
    for board in await services.boards.boards_of(number):
        if board.user is not None and board.user == match.to_move:
            message = MessageId(7000 + number)
            await services.boards.board_shown(board, ChannelId(55), message, match.revision)


async def _settings(services: Services) -> None:
    await services.settings.change(
        GUILD, lambda settings: replace(settings, vacation_days=VACATION_DAYS)
    )


async def begin_tournament(
    hosts: Hosts, expect: Expect, seen: Counter[str], terms: TournamentTerms, count: int
) -> TournamentLife:
    """Have users enter a tournament and start it."""
    services = hosts.services
    await _settings(services)
    number = await announce_league(services, terms)
    life = TournamentLife(hosts, expect, seen, await services.tournaments.find(number))
    for user in PEOPLE[:count]:
        # An entrant whose process was killed enters again.
        while life.field.of_user(user) is None:
            await hosts.do(partial(_enter, user, number))
            await life.look()
    # A refusal means that it has started; a start that was killed is repeated.
    while life.field.tournament.state is TournamentState.OPEN:
        await hosts.do(lambda services: services.tournaments.start(number, GUILD))
        await life.look()
    return life


async def _enter(user: UserId, number: TournamentId, services: Services) -> None:
    await services.tournaments.enter(user, number, frozenset())
