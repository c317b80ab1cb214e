"""A match as a value: its players, position, clock and outcome."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self, assert_never

from bot.game import (
    CLAIMED_AT,
    DRAWN_AT,
    MOST_TURNS,
    Position,
    Seat,
    Step,
    Turn,
    Win,
    WinBy,
    is_dead,
)
from bot.match.challenge import Seats
from bot.match.clock import NO_CLOCK, TurnClock
from bot.match.identity import (
    ChannelId,
    Direct,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Place,
    Ply,
    Revision,
    UserId,
    owner_of,
)
from bot.match.terms import (
    BotPlayer,
    Conduct,
    Home,
    Note,
    Stakes,
    VenueKind,
    answer_at,
    home_at,
    home_of,
    server_of,
)
from bot.match.turn_builder import NOTHING_CHOSEN, Question, TurnBuilder, TurnChoices


class OfferAnswer(Enum):
    """An answer to a draw offer. The values are written into custom ids."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class DrawOffers:
    """The draw offers of a match.

    `open_by` is the seat whose offer can be accepted and `declined_by` the seat that declined the
    other's; the next turn clears both. The ply of each seat's last offer is remembered even after
    it was settled, because a seat may offer only once between two of its turns.
    """

    open_by: Seat | None = None
    declined_by: Seat | None = None
    orange_at: Ply | None = None
    gray_at: Ply | None = None

    def may_offer(self, seat: Seat, ply: Ply) -> bool:
        """Return whether a seat has moved since its last offer; `ply` turns have been played."""
        offered_at = self.orange_at if seat is Seat.ORANGE else self.gray_at
        if offered_at is None:
            return True
        moves_at = offered_at if seat_to_move(offered_at) is seat else offered_at + 1
        return ply > moves_at

    def offered(self, seat: Seat, ply: Ply) -> Self:
        """Return the offers with a new one by that seat."""
        if seat is Seat.ORANGE:
            return replace(self, open_by=seat, declined_by=None, orange_at=ply)
        return replace(self, open_by=seat, declined_by=None, gray_at=ply)

    def declined(self, seat: Seat) -> Self:
        """Return the offers after that seat has declined the other's."""
        return replace(self, open_by=None, declined_by=seat)

    def settled(self) -> Self:
        """Return the offers with none open: it was withdrawn, or a turn was played."""
        if self.open_by is None and self.declined_by is None:
            return self
        return replace(self, open_by=None, declined_by=None)

    def back_at(self, ply: Ply) -> Self:
        """Return the offers after turns were taken back to `ply`.

        An offer made after that ply counts as made at it.
        """
        seats = (self.orange_at, self.gray_at)
        orange, gray = (None if at is None else Ply(min(at, ply)) for at in seats)
        return type(self)(orange_at=orange, gray_at=gray)


NO_OFFERS: Final = DrawOffers()


def seat_to_move(ply: Ply) -> Seat:
    """Return the seat to move after that many turns."""
    return Seat.ORANGE if ply % 2 == 0 else Seat.GRAY


class EndReason(Enum):
    """Why a match is over. The values are stored in the database."""

    LINE = "line"
    FULL_BED = "full bed"
    RESIGNATION = "resignation"
    REPETITION = "repetition"
    """A player claimed a draw after a position had occurred three times or more."""
    FIVEFOLD = "fivefold repetition"
    MOST_TURNS = "most turns"
    DEAD = "dead"
    """Neither seat has enough pieces for a line."""
    AGREEMENT = "agreement"
    TIME = "time"
    ABORTED = "aborted"
    """A player did not play their first turn in time; there is no winner."""
    CALLED_OFF = "called off"
    """A player ended it before both had moved; there is no winner."""
    LEFT = "left"
    """The loser left the server and did not come back."""
    BOTH_LEFT = "both left"
    ENDED_BY_MODERATOR = "ended by a moderator"
    """A moderator of the server ended it; there is no winner."""
    BOT_GONE = "bot gone"
    """The bot was absent from the server for too long; there is no winner."""
    FORFEIT = "forfeit"
    """The loser is out of the competition."""
    BOTH_FORFEIT = "both forfeit"
    """Both players are out of the competition; there is no winner."""
    ADJUDICATED = "adjudicated"
    """The competition could not wait any longer; a draw, which counts for no rating."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the match is over, and who won it; `winner` is `None` if no player did.

    `note` is the text of the moderator who ended it.
    """

    why: EndReason
    winner: Seat | None
    note: Note | None = None


def outcome_after(step: Step, ply: Ply, repetitions: int) -> Outcome | None:
    """Return the outcome if a turn ended the match; a win takes precedence over a draw.

    `ply` includes the turn, and `repetitions` is how often the position after it has occurred.
    """
    if step.win:
        return outcome_of(step.win)
    if is_dead(step.after):
        return Outcome(EndReason.DEAD, None)
    if repetitions >= DRAWN_AT:
        return Outcome(EndReason.FIVEFOLD, None)
    if ply >= MOST_TURNS:
        return Outcome(EndReason.MOST_TURNS, None)
    return None


def outcome_of(win: Win) -> Outcome:
    """Return the outcome of a match won on the bed."""
    match win.by:
        case WinBy.LINE:
            return Outcome(EndReason.LINE, win.winner)
        case WinBy.FULL_BED:
            return Outcome(EndReason.FULL_BED, win.winner)
        case _:
            assert_never(win.by)


class TakebackState(Enum):
    """The state of a takeback offer. The values are stored in the database."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class TakebackOffer:
    """A player's request to go back to before their own last turn.

    `ply` is how many turns would remain. `state` is remembered until the next turn, so that it can
    be shown and the request is not repeated at once. `asked` are the seats that have asked since
    the last turn, so far in vain.
    """

    by: Seat
    ply: Ply
    state: TakebackState = TakebackState.OPEN
    asked: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a match is played.

    `channel` is `None` until the thread exists. The thread is created from the challenge's message,
    so `origin` and `message` suffice to create it, however often that is tried. `channel` stays
    `None` for a match in direct messages.
    """

    guild: GuildId
    origin: ChannelId
    message: MessageId | None
    channel: ChannelId | None = None
    kind: VenueKind = VenueKind.THREAD

    @property
    def offered_in(self) -> InServer:
        """The channel in which the match was requested, wherever it is played."""
        return InServer(self.guild, self.origin)

    @property
    def is_thread(self) -> bool:
        """Whether the match has its own thread."""
        return self.kind is VenueKind.THREAD and self.channel not in (None, self.origin)

    @property
    def is_in_server(self) -> bool:
        """Whether the match is played in a channel or thread of its server."""
        return server_of(self.home) is not None

    @property
    def home(self) -> Home:
        """The server whose process shows the match, or direct messages."""
        return home_of(self.kind, self.guild)

    @property
    def is_to_be_settled(self) -> bool:
        """Whether the match does not have its thread or channel yet."""
        return self.is_in_server and self.channel is None

    def is_in(self, place: Place) -> bool:
        """Return whether the match is played there; direct messages are taken to be a player's.

        `Match.is_played_in` also asks whose direct messages they are.
        """
        if self.kind is VenueKind.DIRECT:
            return isinstance(place, Direct)
        return self.channel is not None and self.channel == place.channel

    def is_open_to(self, place: Place) -> bool:
        """Return whether people in that place's server may see the match."""
        return self.is_in_server and self.guild == home_at(place)


@dataclass(frozen=True, slots=True)
class Match:
    """One match, from its start to its outcome.

    `last` is the turn played last (`None` before the first), and `together` are the turns before it
    that were played with it, if it was a planned reply. `draft` is what the player to move has
    chosen of an incomplete turn. `repetitions` is how often the position has occurred, this time
    included. `revision` increases with every change of what a board shows. `bot` is the bot's seat
    in a match against it.
    """

    id: MatchId
    venue: Venue
    seats: Seats
    position: Position
    started_at: Instant
    changed_at: Instant
    ply: Ply = Ply(0)
    last: Step | None = None
    together: tuple[Step, ...] = ()
    draft: Turn | None = None
    outcome: Outcome | None = None
    revision: Revision = Revision(1)
    repetitions: int = 1
    clock: TurnClock = NO_CLOCK
    draws: DrawOffers = NO_OFFERS
    takeback: TakebackOffer | None = None
    stakes: Stakes = Stakes.CASUAL
    bot: BotPlayer | None = None
    conduct: Conduct = Conduct.FRIENDLY

    @property
    def is_competitive(self) -> bool:
        """Whether others wait for its result."""
        return self.conduct is Conduct.COMPETITIVE

    @property
    def people(self) -> tuple[UserId, ...]:
        """The human players, orange first: one player in a match against the bot."""
        return self.people_at(*Seat)

    def people_at(self, *seats: Seat) -> tuple[UserId, ...]:
        """Return the human players in these seats, in the given order."""
        persons = [seat for seat in seats if self.bot is None or seat is not self.bot.seat]
        return tuple(self.seats.user_of(seat) for seat in persons)

    @property
    def stays_in_person(self) -> bool:
        """Whether it is never shown in its server, even if its direct messages are closed.

        A match against the bot concerns no one else there.
        """
        return self.bot is not None and self.venue.kind is VenueKind.DIRECT

    @property
    def ended_at(self) -> Instant | None:
        """When it ended: nothing changes afterwards."""
        return None if self.outcome is None else self.changed_at

    @property
    def answer_at(self) -> Instant | None:
        """When the bot is to act: play its turn or answer an offer; `None` if never.

        Other actions during its turn do not put off the turn.
        """
        if self.bot is None or self.outcome is not None or self.clock.awaits_ready:
            return None
        opponent = self.bot.seat.other
        if opponent in (self.draw_offered_by, self.takeback_asked_by):
            return self.changed_at
        if self.position.to_move is not self.bot.seat:
            return None
        return answer_at(self.bot.practice, self.id * 1000 + self.ply, self.clock.began_at)

    @property
    def recent(self) -> tuple[Step, ...]:
        """The turns played last, the oldest first: one by hand, the others as planned."""
        return () if self.last is None else (*self.together, self.last)

    @property
    def to_move(self) -> UserId | None:
        """The player whose turn it is; `None` if the match is over."""
        return None if self.outcome else self.seats.user_of(self.position.to_move)

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that the match waits for: to be ready, or else to move; none if it is over."""
        if self.outcome:
            return frozenset()
        if self.clock.awaits_ready:
            return frozenset(seat for seat, at in self.clock.ready_at if at is None)
        return frozenset({self.position.to_move})

    def awaits(self, user: UserId) -> bool:
        """Return whether the match waits for a user to be ready, or to move."""
        return any(self.seats.user_of(seat) == user for seat in self.awaited)

    @property
    def builder(self) -> TurnBuilder:
        """The turn to come, as far as it is drafted."""
        choices = NOTHING_CHOSEN if self.draft is None else TurnChoices.of(self.draft)
        return TurnBuilder(self.position, choices)

    @property
    def question(self) -> Question | None:
        """What the player to move is asked next; `None` if the match is over."""
        if self.outcome:
            return None
        question = self.builder.question
        if isinstance(question, Step):
            raise AssertionError(f"the draft of match {self.id} is a whole turn: {self.draft}")
        return question

    @property
    def draw_offered_by(self) -> Seat | None:
        """The seat whose draw offer can be accepted, if there is one."""
        return self.draws.open_by if self.outcome is None else None

    @property
    def takeback_asked_by(self) -> Seat | None:
        """The seat whose request to take a turn back is open, if there is one."""
        offer = self.takeback
        if self.outcome is not None or offer is None or offer.state is not TakebackState.OPEN:
            return None
        return offer.by

    @property
    def takeback_declined_by(self) -> Seat | None:
        """The seat that has declined a takeback since the last move, if one has."""
        offer = self.takeback
        if offer is None or offer.state is not TakebackState.DECLINED:
            return None
        return offer.by.other

    @property
    def may_claim_draw(self) -> bool:
        """Whether either player may claim a draw by repetition now."""
        return self.outcome is None and self.repetitions >= CLAIMED_AT

    def opponent_of(self, user: UserId) -> UserId:
        """Return the other player."""
        return self.seats.user_of(self.opponent_seat_of(user))

    def opponent_seat_of(self, user: UserId) -> Seat:
        """Return the other player's seat."""
        return Seat.GRAY if user == self.seats.orange else Seat.ORANGE

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the user's seat, or `None` for other users."""
        return self.seats.seat_of(user)

    def is_played_in(self, place: Place) -> bool:
        """Return whether the match is played there; in direct messages, whether by their user."""
        user = owner_of(place)
        return self.venue.is_in(place) and (user is None or self.seat_of(user) is not None)
