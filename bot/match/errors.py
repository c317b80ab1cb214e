"""Refusals of a match.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import Annotated

from bot.errors import Refusal
from bot.game import CLAIMED_AT
from bot.match.match import Match
from bot.text import N_, NN_, Message

MatchStatus = Annotated[Match, "whose turn it is, or how it ended"]
"""A fact that is shown as a whole sentence."""
Players = Annotated[Match, "its two players"]


class MatchRefusal(Refusal):
    """The base of all refusals of a match or a challenge."""


@dataclass(eq=False, slots=True)
class RefusalAboutMatch(MatchRefusal):
    """The base of refusals about one match, with facts that their messages may use."""

    match: Match

    @property
    def status(self) -> MatchStatus:
        """The match, to be shown as whose turn it is or how it ended."""
        return self.match

    @property
    def players(self) -> Players:
        """The match, to be shown as its two players."""
        return self.match


class NotAPlayer(RefusalAboutMatch):
    """The match belongs to two other users."""

    message = N_("{match} is between {players}. Start one of your own with `/challenge`.")


class NotYourTurn(RefusalAboutMatch):
    """The opponent is to move."""

    message = N_("It isn't your turn in {match}. {status}")


class NotReady(RefusalAboutMatch):
    """A player of a match by minutes has not pressed *Ready* yet."""

    message = N_("{match} begins once you have both pressed **Ready**.")


class MatchOver(RefusalAboutMatch):
    """The match has an outcome already."""

    message = N_("{match} is over. {status}")


class MatchGoesOn(RefusalAboutMatch):
    """A rematch was requested of a match that has no outcome yet."""

    message = N_("{match} isn't over yet. {status}")


class OpponentDeleted(RefusalAboutMatch):
    """A rematch was requested with a former player, who had their data deleted."""

    message = N_(
        "Your opponent in {match} has deleted all their data, so I can't ask them. "
        "Challenge someone else with `/challenge`."
    )


class NothingToClaim(RefusalAboutMatch):
    """A draw was claimed before the position occurred often enough."""

    message = NN_(
        "You can't claim a draw in {match} yet: the position has come up {repetitions} time, and "
        "it takes {needed}.",
        "You can't claim a draw in {match} yet: the position has come up {repetitions} times, and "
        "it takes {needed}.",
        "repetitions",
    )

    @property
    def repetitions(self) -> int:
        """How often the position has occurred."""
        return self.match.repetitions

    @property
    def needed(self) -> int:
        """How often it must occur."""
        return CLAIMED_AT


class DrawOffered(RefusalAboutMatch):
    """The player has offered a draw, and the opponent has not answered yet."""

    message = N_(
        "You have already offered a draw in {match}. The offer stays open until your opponent "
        "answers or someone moves. You can withdraw it behind **More**."
    )


class DrawOfferedBefore(RefusalAboutMatch):
    """The player has offered a draw since their last move, in vain."""

    message = N_(
        "You have already offered a draw in {match} since your last turn. You can offer again "
        "after your next one."
    )


class NoDrawOffered(RefusalAboutMatch):
    """There is no draw offer to answer."""

    message = N_("There is no longer a draw offer in {match}.")


class AnsweredOwnOffer(RefusalAboutMatch):
    """The player answered their own draw offer."""

    message = N_(
        "That's your own offer in {match}, so your opponent has to answer it. You can withdraw it "
        "behind **More**."
    )


class WithdrewOthersOffer(RefusalAboutMatch):
    """The player withdrew the opponent's draw offer."""

    message = N_("That's your opponent's offer in {match}. Accept it, decline it, or just play on.")


class NoTakebacks(RefusalAboutMatch):
    """Others wait for the result of the match, so no turn is taken back."""

    message = N_("{match} is a tournament or ladder match, and in those no turn is taken back.")


class NothingToTakeBack(RefusalAboutMatch):
    """The player has no turn in the match that could be taken back."""

    message = N_("You have no turn to take back in {match}.")


class TakebackAsked(RefusalAboutMatch):
    """One of the players has asked to take a turn back, and the other has not answered yet."""

    message = N_(
        "Someone has already asked to take back a turn in {match}. The request stays open until "
        "it is answered or someone moves."
    )


class TakebackAskedBefore(RefusalAboutMatch):
    """The player has asked to take a turn back since the last move, in vain."""

    message = N_(
        "You have already asked to take back a turn in {match} since the last turn. You can ask "
        "again after the next one."
    )


class NoTakebackOffered(RefusalAboutMatch):
    """There is no open request to take a turn back."""

    message = N_("No one is asking to take back a turn in {match} now.")


class TooLateToCallOff(RefusalAboutMatch):
    """The match ends with a result: both have moved already, or others wait for it."""

    message = N_(
        "You can no longer call off {match}, as both of you have moved. `/resign` gives it up."
    )
    competitive = N_(
        "{match} is a tournament or ladder match, so it can't be called off. `/resign` gives it up."
    )

    def choose_message(self) -> Message:
        """Return why the match cannot be called off."""
        return self.competitive if self.match.is_competitive else self.message
