"""Tournaments as they are stored: their terms, entrants and pairings."""

from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final, Self

from bot.features.competitions.members import ExitReason
from bot.features.tournaments.cups import (
    Bracket,
    Play,
    PlayOff,
    Seeding,
    Vacancy,
    bracket_of,
    bracket_size,
    draw_places,
    final_size,
)
from bot.features.tournaments.duration import CUP_WITHIN, LEAGUE_WITHIN
from bot.features.tournaments.groups import DEFAULT_SIZE, MOST_ENTRANTS, group_sizes
from bot.features.tournaments.legs import EntrantId, GroupNumber, Leg, TournamentId, Withdrawal
from bot.features.tournaments.standings import Standings, standings_of
from bot.game import CLASSIC, Ruleset
from bot.match.clock import DAY, Bank, TimeControl, Weekends
from bot.match.identity import EventId, InServer, Instant, MatchId, Seconds, UserId
from bot.match.terms import Stakes, VenueKind

LEAGUE_TIME: Final = Bank(Seconds(3 * DAY), DAY, Seconds(5 * DAY))
"""The time control of tournaments for which none was chosen."""
FINISH_DAYS: Final = int(LEAGUE_WITHIN / DAY)
CUP_FINISH_DAYS: Final = int(CUP_WITHIN / DAY)
WHOLE: Final = GroupNumber(1)
"""The group of everyone in a cup, which has no others."""

FINALS: Final = GroupNumber(100)
"""The group number of the final of the group winners, larger than that of any group."""


class TournamentFormat(Enum):
    """How a tournament is played. The values are stored."""

    LEAGUE = "league"
    """Everyone in a group plays everyone."""
    CUP = "cup"
    """The winners of pairings meet, round by round."""


class TournamentState(Enum):
    """The state of a tournament. The values are stored."""

    DRAFT = "draft"
    """Its host has not announced it."""
    OPEN = "open"
    """Users can enter it."""
    RUNNING = "running"
    ENDED = "ended"
    CALLED_OFF = "called off"


class StartMode(Enum):
    """When a tournament starts. The values are stored."""

    AT_A_TIME = "at a time"
    WHEN_FULL = "when full"
    BY_HAND = "by hand"


class Cadence(Enum):
    """When the next season of a league begins. The values are stored."""

    ONCE = "once"
    """There is only one."""
    CONTINUOUS = "continuous"
    """Soon after all matches are over."""
    FOUR_WEEKS = "28 days"
    SIX_WEEKS = "42 days"
    EIGHT_WEEKS = "56 days"

    @property
    def days(self) -> int | None:
        """After how many days the next season begins, if that is fixed."""
        return {"28 days": 28, "42 days": 42, "56 days": 56}.get(self.value)


class GroupFinal(Enum):
    """Whether the winners of the groups of a league play a final. The values are stored."""

    NONE = "none"
    PLAYED = "played"


class EntrantState(Enum):
    """Whether an entrant plays. The values are stored."""

    IN = "in"
    WAITING = "waiting"
    """All places are taken, or the groups could not be filled."""
    OUT = "out"


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The terms of a tournament, which its host chooses.

    The tournament ends at the latest `finish_days` after its start, except for the final of a
    league. Groups, legs and the final are terms of a league, seeding and play-off those of a cup.
    The matches begin in direct messages, or in threads.
    """

    format: TournamentFormat = TournamentFormat.LEAGUE
    ruleset: Ruleset = CLASSIC
    time: TimeControl = LEAGUE_TIME
    weekends: Weekends = Weekends.PLAYED
    stakes: Stakes = Stakes.RATED
    group_size: int = DEFAULT_SIZE
    legs: int = 1
    most_entrants: int = MOST_ENTRANTS
    start_mode: StartMode = StartMode.BY_HAND
    starts_at: Instant | None = None
    cadence: Cadence = Cadence.ONCE
    finish_days: int = FINISH_DAYS
    seeding: Seeding = Seeding.SEEDED
    play_off: PlayOff = PlayOff.NONE
    final: GroupFinal = GroupFinal.NONE
    venue: VenueKind = VenueKind.DIRECT

    @property
    def is_cup(self) -> bool:
        """Whether it is a cup."""
        return self.format is TournamentFormat.CUP

    @property
    def may_have_final(self) -> bool:
        """Whether it is a league that is played once, and may have several groups."""
        return not self.is_cup and self.cadence is Cadence.ONCE and self.most_groups > 1

    @property
    def has_final(self) -> bool:
        """Whether the winners of its groups play a final, if there are several."""
        return self.final is GroupFinal.PLAYED and self.may_have_final

    @property
    def most_groups(self) -> int:
        """How many groups a league has if all places are taken."""
        return len(group_sizes(self.most_entrants, self.group_size))


@dataclass(frozen=True, slots=True)
class Tournament:
    """An event, or one season of a series.

    `place` is where it was announced, `series` the ID of the first season, and `lot` seeds all
    its draws. `event` is the event of the server that announces its start.
    """

    id: TournamentId
    place: InServer
    host: UserId
    name: str
    terms: TournamentTerms
    series: int
    season: int
    lot: int
    created_at: Instant
    state: TournamentState = TournamentState.DRAFT
    begun_at: Instant | None = None
    finish_by: Instant | None = None
    ended_at: Instant | None = None
    event: EventId | None = None

    @property
    def is_series(self) -> bool:
        """Whether another season follows."""
        return self.terms.cadence is not Cadence.ONCE

    def chance(self, *of: object) -> Random:
        """Return a random generator that draws lots the same way each time."""
        text = " ".join(map(str, (self.lot, *of)))
        return Random(text)  # noqa: S311 - to be repeated, not secret


@dataclass(frozen=True, slots=True)
class Entrant:
    """A user in a tournament.

    `seed` is the rank by rating at the start, and `final_seed` the rank among the group winners in
    a final. The places are stored once they are certain; `place` is the place in the group.
    """

    id: EntrantId
    tournament: TournamentId
    user: UserId
    entered_at: Instant
    state: EntrantState = EntrantState.IN
    seed: int | None = None
    group_number: GroupNumber | None = None
    out_at: Instant | None = None
    out_why: ExitReason | None = None
    withdrawal: Withdrawal | None = None
    place: int | None = None
    final_seed: int | None = None
    final_place: int | None = None

    @property
    def plays(self) -> bool:
        """Whether the entrant is in a group, and not out."""
        return self.state is EntrantState.IN and self.group_number is not None


@dataclass(frozen=True, slots=True)
class GroupLeg:
    """A leg of a group, and the match that decides it once that has begun.

    `matches_before` counts the matches of the leg that ended without a result.
    """

    tournament: TournamentId
    group_number: GroupNumber
    leg: Leg
    match: MatchId | None = None
    matches_before: int = 0
    ended_at: Instant | None = None

    def after(self, leg: Leg, now: Instant) -> Self:
        """Return the pairing with a leg that may have been decided now."""
        return self if leg == self.leg else replace(self, leg=leg, ended_at=now)


@dataclass(frozen=True, slots=True)
class TournamentField:
    """A tournament with all entrants, in the order in which they entered, and all pairings."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[GroupLeg, ...] = ()

    @property
    def entered(self) -> tuple[Entrant, ...]:
        """The entrants who have a place."""
        return tuple(each for each in self.entrants if each.state is EntrantState.IN)

    @property
    def waiting(self) -> tuple[Entrant, ...]:
        """The entrants who wait for a place."""
        return tuple(each for each in self.entrants if each.state is EntrantState.WAITING)

    @property
    def idle(self) -> tuple[Entrant, ...]:
        """The entrants who wait for their next opponent in a knockout."""
        if self.tournament.state is not TournamentState.RUNNING:
            return ()
        at_play = {each for own in self.pairings if own.leg.is_open for _, each in own.leg.seats}
        is_cup = self.tournament.terms.is_cup
        return tuple(
            each
            for each in self.entrants
            if each.plays
            and (is_cup or each.final_seed is not None)
            and not self.is_through(each)
            and each.id not in at_play
        )

    @property
    def groups(self) -> tuple[GroupNumber, ...]:
        """The numbers of the groups."""
        numbers = {each.group_number for each in self.entrants if each.group_number is not None}
        return tuple(sorted(numbers))

    @property
    def is_final_begun(self) -> bool:
        """Whether the group winners have been placed in a final."""
        return any(each.final_seed is not None for each in self.entrants)

    @property
    def tables(self) -> tuple[GroupNumber, ...]:
        """The numbers of the groups, and the final before them once it has begun."""
        return (FINALS, *self.groups) if self.is_final_begun else self.groups

    @property
    def withdrawals(self) -> dict[EntrantId, Withdrawal]:
        """How the results of each entrant who is out count."""
        return {each.id: each.withdrawal for each in self.entrants if each.withdrawal is not None}

    def is_through(self, entrant: Entrant) -> bool:
        """Return whether an entrant has nothing left to play, and so keeps their place."""
        if self.is_final_begun:
            return entrant.final_seed is None or entrant.final_place is not None
        return self.tournament.terms.is_cup and entrant.place is not None

    def is_knockout(self, group: GroupNumber) -> bool:
        """Return whether a group is a bracket: a cup, or the final of a league."""
        return self.tournament.terms.is_cup or group == FINALS

    def of_user(self, user: UserId) -> Entrant | None:
        """Return a user's entry, if there is one."""
        return next((each for each in self.entrants if each.user == user), None)

    def entrant(self, number: EntrantId) -> Entrant:
        """Return the entrant of that number."""
        return next(each for each in self.entrants if each.id == number)

    def group(self, number: GroupNumber) -> tuple[Entrant, ...]:
        """Return the entrants of a group, or of the final, the best seed first."""
        if number == FINALS:
            seeded = [(each.final_seed, each) for each in self.entrants if each.final_seed]
            return tuple(each for _, each in sorted(seeded, key=lambda pair: pair[0]))
        entrants = [each for each in self.entrants if each.group_number == number]
        return tuple(sorted(entrants, key=lambda each: (each.seed or 0, each.id)))

    def pairings_of(self, entrant: EntrantId) -> tuple[GroupLeg, ...]:
        """Return the pairings of an entrant."""
        return tuple(each for each in self.pairings if each.leg.has(entrant))

    def pairings_in(self, group: GroupNumber) -> tuple[GroupLeg, ...]:
        """Return the pairings of a group."""
        return tuple(each for each in self.pairings if each.group_number == group)

    def standings(self, group: GroupNumber) -> Standings:
        """Return the standings of a group."""
        entrants = self.group(group)
        return standings_of(
            [each.id for each in entrants],
            [each.leg for each in self.pairings_in(group)],
            self.withdrawals,
        )

    @property
    def champions(self) -> tuple[Entrant, ...]:
        """The winners of the tournament, once it has ended.

        In a league with seasons, these are the winners of the first group. The groups of a single
        event are equally strong, so the winners of each group have won it if they play no final.
        Several share a title.
        """
        if self.tournament.terms.is_cup or self.is_final_begun:
            champion = self.bracket().champion
            return () if isinstance(champion, Vacancy) else (self.entrant(champion),)
        first = self.groups[:1] if self.tournament.is_series else self.groups
        return tuple(
            self.entrant(each) for group in first for each in self.standings(group).winners
        )

    def bracket(self) -> Bracket:
        """Return the bracket of a cup, or of the final of a league, that has begun.

        After its end, the score, and then the seeds, decide the pairings that were still undecided.
        """
        tournament, terms = self.tournament, self.tournament.terms
        group = WHOLE if terms.is_cup else FINALS
        entrants = self.group(group)
        by_seed, size = [each.id for each in entrants], final_size(len(entrants))
        if terms.is_cup:
            size = bracket_size(len(entrants), terms.most_entrants)
        gone = [(each.out_at, each.id) for each in entrants if each.out_at is not None]
        return bracket_of(
            draw_places(by_seed, size, terms.seeding, tournament.chance("places")),
            by_seed,
            [each.leg for each in self.pairings_in(group)],
            [entrant for _, entrant in sorted(gone)],
            terms.play_off,
            Play.OVER if tournament.state is TournamentState.ENDED else Play.ON,
        )
