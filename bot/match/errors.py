"""What a match or a challenge declines. Facts only; `cogs.ui.replies` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal, StartRefusal
from bot.game import GameRefusal
from bot.match.challenge import Challenge
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.match.outcome import Outcome


class MatchRefusal(Refusal):
    """The base of all that a match or a challenge declines."""


@dataclass(eq=False, slots=True)
class ChallengedOneself(MatchRefusal):
    """Somebody challenged themself."""


@dataclass(eq=False, slots=True)
class ChallengedBot(MatchRefusal):
    """A bot was challenged."""

    friend: UserId


@dataclass(eq=False, slots=True)
class AcceptedOneself(MatchRefusal):
    """A challenger pressed Accept on their own challenge to anyone."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NobodyChallenged(MatchRefusal):
    """A challenge to anyone was declined, though it is no one's to decline."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class FriendCannotSee(MatchRefusal):
    """The friend cannot see the channel that the challenge was made in."""

    friend: UserId


@dataclass(eq=False, slots=True)
class NotTheFriend(MatchRefusal):
    """Only the challenged friend may accept or decline."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NotTheChallenger(MatchRefusal):
    """Only the challenger may cancel."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class ChallengeClosed(MatchRefusal):
    """The challenge was answered, cancelled or has run out already."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NotAPlayer(MatchRefusal):
    """The match belongs to two other people."""

    match: Match


@dataclass(eq=False, slots=True)
class NotYourTurn(MatchRefusal):
    """The opponent is to move."""

    match: Match


@dataclass(eq=False, slots=True)
class MatchOver(MatchRefusal):
    """The match has an outcome already."""

    match: Match


@dataclass(eq=False, slots=True)
class MatchGoesOn(MatchRefusal):
    """A rematch of a match that has no outcome yet."""

    match: Match


@dataclass(eq=False, slots=True)
class RematchOffered(MatchRefusal):
    """The person has offered this rematch already, and the other has still to answer."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class RematchBegun(MatchRefusal):
    """The match has had its rematch; `challenge` tells which."""

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NothingToChoose(MatchRefusal):
    """No placement of this match waits for such a choice."""

    match: Match


@dataclass(eq=False, slots=True)
class NothingToClaim(MatchRefusal):
    """A draw was claimed, and the position has not stood often enough."""

    match: Match


@dataclass(eq=False, slots=True)
class RecordRefusal(StartRefusal):
    """The base of all that is wrong with the text of a record; only the command line reads one.

    `line` counts from 1.
    """

    line: int


@dataclass(eq=False, slots=True)
class RecordUnreadable(RecordRefusal):
    """A record that does not read.

    `at` is the character in the line, counted from 0. `found` is what stands there, empty at the
    end of a line, and `expected` names what could have.
    """

    at: int
    found: str
    expected: str


@dataclass(eq=False, slots=True)
class RulesetUnknown(RecordRefusal):
    """A record of a ruleset, or of a version of its rules, that this program does not know."""

    named: str
    known: tuple[str, ...]


@dataclass(eq=False, slots=True)
class RecordTurnRefused(RecordRefusal):
    """A turn of a record that the position before it does not allow; `refusal` tells why."""

    ply: Ply
    text: str
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class RecordTurnTooMany(RecordRefusal):
    """A turn of a record that stands after the one which ended the match."""

    ply: Ply
    text: str
    outcome: Outcome


@dataclass(eq=False, slots=True)
class RecordContradicted(RecordRefusal):
    """A record whose result is not what its turns lead to; `None` is a match that goes on."""

    told: Outcome | None
    found: Outcome | None


@dataclass(eq=False, slots=True)
class DrawOffered(MatchRefusal):
    """The person has offered a draw already, and the other has still to answer."""

    match: Match


@dataclass(eq=False, slots=True)
class DrawOfferedBefore(MatchRefusal):
    """The person has offered a draw since they last moved, and it came to nothing."""

    match: Match


@dataclass(eq=False, slots=True)
class NoDrawOffered(MatchRefusal):
    """There is no draw offer to answer."""

    match: Match


@dataclass(eq=False, slots=True)
class AnsweredOwnOffer(MatchRefusal):
    """The person answered their own draw offer."""

    match: Match


@dataclass(eq=False, slots=True)
class WithdrewOthersOffer(MatchRefusal):
    """The person withdrew the opponent's draw offer."""

    match: Match
