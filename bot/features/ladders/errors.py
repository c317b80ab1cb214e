"""Refusals about ladders."""

from dataclasses import dataclass
from typing import ClassVar

from bot.features.ladders.rules import LadderObstacle
from bot.features.matches.errors import ServiceRefusal
from bot.text import N_, Message


class NoSuchLadder(ServiceRefusal):
    """There is no such ladder in the server."""

    message = N_("There is no such ladder here. Those who manage the server can create one.")


class LadderExists(ServiceRefusal):
    """The server already has a ladder of that ruleset."""

    message = N_("There is a ladder with these rules already. `/ladder show` shows it.")


class OnLadderAlready(ServiceRefusal):
    """The user is already on the ladder."""

    message = N_("You're on this ladder already. `/ladder leave` takes you off it.")


class NotOnLadder(ServiceRefusal):
    """The user is not on the ladder."""

    message = N_("You aren't on this ladder. *Join* puts you at its bottom.")


class NotAMember(ServiceRefusal):
    """The user has left the server of the ladder."""

    message = N_("You aren't in that server, so you can't play on its ladder.")


@dataclass(eq=False, slots=True)
class CannotChallenge(ServiceRefusal):
    """The user cannot challenge that player on the ladder now."""

    message = N_("You can't challenge that player now.")
    messages: ClassVar[dict[LadderObstacle, Message]] = {
        LadderObstacle.NOT_ON_LADDER: N_("That player is no longer on the ladder."),
        LadderObstacle.NOT_ABOVE: N_("You stand above that player. Challenge those above you."),
        LadderObstacle.TOO_FAR: N_("That player stands too far above you."),
        LadderObstacle.RESTING: N_("That player is resting."),
        LadderObstacle.MEETING: N_("A challenge between you two is open already."),
        LadderObstacle.MET_LATELY: N_("You two played within the last 7 days."),
        LadderObstacle.OWN_OPEN: N_("You have two open challenges already, and that is the most."),
        LadderObstacle.OTHERS_OPEN: N_(
            "Two challenges against that player are open already, and that is the most."
        ),
    }

    obstacle: LadderObstacle

    def choose_message(self) -> Message:
        """Return the sentence for the reason."""
        return self.messages[self.obstacle]


class ChallengeOver(ServiceRefusal):
    """The challenge was accepted, withdrawn or cancelled."""

    message = N_("That challenge is no longer open.")


class NotChallenged(ServiceRefusal):
    """The user is not the challenged player, or not the challenger."""

    message = N_("That challenge isn't yours.")


class LadderClosed(ServiceRefusal):
    """The ladder is closed."""

    message = N_("That ladder is closed.")
