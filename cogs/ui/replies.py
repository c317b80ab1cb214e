"""Every refusal as a sentence: what is the matter, and what would be right."""

from typing import Final

from bot.errors import Refusal
from bot.game import GameRefusal, write_turn
from bot.host.errors import HostRefusal
from bot.match.challenge_errors import ChallengeRefusal
from bot.match.errors import MatchRefusal
from bot.match.hint_errors import HintRefusal
from bot.match.planning_errors import PlanRefusal
from bot.match.time_errors import TimeRefusal
from bot.pool.errors import (
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    PoolRefusal,
    ShareUsed,
    WorkerLost,
)
from bot.store.errors import NotStored
from cogs.ui.challenge_replies import challenge_sentence
from cogs.ui.errors import (
    CogRefusal,
    NoSuchTurn,
    NotAManager,
    NotForAllHere,
    NothingToReplay,
    NotInServer,
    PermissionsMissing,
    PieceContradicted,
    ServersOnly,
    UnknownForm,
    UnreadableMatch,
    UnreadableSquare,
)
from cogs.ui.hint_replies import hint_sentence
from cogs.ui.host_replies import host_sentence
from cogs.ui.hour_errors import HourRefusal
from cogs.ui.hour_replies import hours_sentence
from cogs.ui.match_replies import match_sentence
from cogs.ui.plan_replies import plan_sentence
from cogs.ui.quoting import quoted
from cogs.ui.rating_replies import rating_sentence
from cogs.ui.rule_replies import rules_sentence, unreadable
from cogs.ui.server_errors import ServerRefusal
from cogs.ui.server_replies import server_sentence
from cogs.ui.time_replies import time_sentence
from cogs.ui.words import counted, kind_name, listed, mention

_NOT_STORED: Final = (
    "I can't save anything right now. Try again in a few minutes; `/board` shows how your match "
    "stands."
)


def sentence(refusal: Refusal) -> str:
    """Say what was refused and why. A `LookupError` for one that this page does not know."""
    match refusal:
        case GameRefusal():
            words = rules_sentence(refusal)
        case ChallengeRefusal():
            words = challenge_sentence(refusal)
        case PlanRefusal():
            words = plan_sentence(refusal)
        case HintRefusal():
            words = hint_sentence(refusal)
        case MatchRefusal():
            words = match_sentence(refusal)
        case TimeRefusal():
            words = time_sentence(refusal)
        case HostRefusal():
            words = host_sentence(refusal) or rating_sentence(refusal)
        case HourRefusal():
            words = hours_sentence(refusal)
        case ServerRefusal():
            words = server_sentence(refusal)
        case CogRefusal():
            words = _of_a_request(refusal)
        case PoolRefusal():
            words = _of_the_pool(refusal)
        case NotStored():
            words = _NOT_STORED
        case _:
            words = None
    if words is None:
        raise LookupError(f"no sentence for {type(refusal).__name__}") from refusal
    return words


def _of_a_request(refusal: CogRefusal) -> str | None:
    match refusal:
        case UnreadableSquare(text, at, expected):
            return unreadable(text, at, expected)
        case UnreadableMatch(text):
            return f"{quoted(text)} is no match's number. Write it like `12`; `/games` lists yours."
        case PieceContradicted(turn, kind):
            return (
                f"`{write_turn(turn)}` places a {kind_name(turn.placement.kind)}, and `piece` says "
                f"{kind_name(kind)}. Leave one of the two out."
            )
        case UnknownForm():
            return (
                "I no longer know this form, so nothing was done with it. Open it again and send "
                "it once more."
            )
        case ServersOnly():
            return (
                "That needs a server where I am too: ask for it in a channel there. Here you play "
                "on: `/games` lists your matches."
            )
        case NotAManager():
            return "The settings are for those who may manage this server (*Manage Server*)."
        case NoSuchTurn(found, text, last):
            return (
                f"{quoted(text)} is no turn of **#{found.id}**. Write a number from 0, the start, "
                f"to {last}, the last turn."
            )
        case NothingToReplay(found):
            return (
                f"No turn has been played in **#{found.id}** yet, so there is nothing to look "
                "back at."
            )
        case NotForAllHere(found):
            return (
                f"Not everybody who reads this channel can see **#{found.id}**, so I do not show "
                "it here. Ask for it where it was played."
            )
        case NotInServer(user):
            return f"{mention(user)} is not in this server. Challenge somebody who is."
        case PermissionsMissing(permissions):
            names = listed([f"**{name}**" for name in permissions])
            return (
                f"I may not play here: in this channel I lack {names}. "
                "Somebody who manages the server can allow it."
            )
    return None


def _of_the_pool(refusal: PoolRefusal) -> str | None:
    match refusal:
        case PoolBusy(waiting):
            return (
                f"I have a lot to do: {counted(waiting, 'request')} wait already. "
                "Try again in a minute."
            )
        case ShareUsed(waiting):
            return (
                f"You already have {counted(waiting, 'request')} waiting. "
                "Ask again when one of them is done."
            )
        case JobTimedOut(seconds):
            return (
                f"That was not done within {seconds:.0f} seconds, so I stopped it. "
                "Try it once more."
            )
        case WorkerLost():
            return "That was cut short twice on my side, so I gave it up. Try it once more."
        case PoolClosed():
            return "I am being restarted. Try again in a minute."
    return None
