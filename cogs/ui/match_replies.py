"""What a match declines, as sentences."""

from bot.game import CLAIMED_AT, Seat
from bot.match.errors import (
    AnsweredOwnOffer,
    DrawOffered,
    DrawOfferedBefore,
    MatchGoesOn,
    MatchOver,
    MatchRefusal,
    NoDrawOffered,
    NoTakebackOffered,
    NotAPlayer,
    NothingToChoose,
    NothingToClaim,
    NothingToTakeBack,
    NotYourTurn,
    OpponentDeleted,
    TakebackAsked,
    TakebackAskedBefore,
    TooLateToCallOff,
    WithdrewOthersOffer,
)
from bot.match.match import Match
from cogs.ui.practice_words import waited_for
from cogs.ui.words import counted, listed, outcome_name, player_name


def match_sentence(refusal: MatchRefusal) -> str | None:
    """Say what a match declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case NotAPlayer(found):
            both = listed([player_name(found, seat) for seat in Seat])
            return (
                f"**#{found.id}** is a match of {both}, so only they can play in it. "
                "Start one of your own with `/challenge`."
            )
        case NotYourTurn(found):
            return f"It is not your turn in **#{found.id}**: {whose_turn(found)}."
        case MatchOver(found):
            return f"**#{found.id}** is over. {how_it_ended(found)}."
        case MatchGoesOn(found):
            return f"**#{found.id}** goes on: {whose_turn(found)}. Play it to its end first."
        case OpponentDeleted(found):
            return (
                f"Your opponent in **#{found.id}** had all that I kept of them deleted, so I "
                "cannot ask them. Challenge somebody with `/challenge`."
            )
        case NothingToChoose(found):
            return f"There is nothing to choose in **#{found.id}** now: {whose_turn(found)}."
        case TooLateToCallOff(found):
            return (
                f"**#{found.id}** cannot be called off any more, for both of you have moved. "
                "`/resign` gives it up."
            )
    return _of_draws(refusal) or _of_takebacks(refusal)


def _of_draws(refusal: MatchRefusal) -> str | None:
    match refusal:
        case DrawOffered(found):
            return (
                f"You have offered a draw in **#{found.id}** already. It stands until your "
                "opponent answers or somebody moves; **Withdraw draw** takes it back."
            )
        case DrawOfferedBefore(found):
            return (
                f"You have offered a draw in **#{found.id}** since you last moved. You may offer "
                "again after your next turn."
            )
        case NoDrawOffered(found):
            return f"There is no draw offer in **#{found.id}** any more."
        case AnsweredOwnOffer(found):
            return (
                f"You made the offer in **#{found.id}**, so your opponent answers it; below the "
                "bed you can withdraw it."
            )
        case WithdrewOthersOffer(found):
            return (
                f"Your opponent made the offer in **#{found.id}**. You can accept or decline it, "
                "or simply play on."
            )
        case NothingToClaim(found):
            return (
                f"No draw can be claimed in **#{found.id}** now: the position has stood "
                f"{counted(found.stands, 'time')}, and it takes {CLAIMED_AT}."
            )
    return None


def _of_takebacks(refusal: MatchRefusal) -> str | None:
    match refusal:
        case NothingToTakeBack(found):
            return f"You have played no turn in **#{found.id}** that could be taken back."
        case TakebackAsked(found):
            return (
                f"A turn of **#{found.id}** is asked back already. That stands on the bed until it "
                "is answered or somebody moves."
            )
        case TakebackAskedBefore(found):
            return (
                f"You have asked for a turn of **#{found.id}** since somebody last moved. You may "
                "ask again after the next turn."
            )
        case NoTakebackOffered(found):
            return f"Nobody asks to take a turn back in **#{found.id}** any more."
    return None


def whose_turn(found: Match) -> str:
    """Say who is to move."""
    if found.to_move is None:
        return "the match is over"
    return waited_for(found)


def how_it_ended(found: Match) -> str:
    """Say how a match has ended."""
    return outcome_name(found, found.outcome) if found.outcome else "It has ended"
