"""What a plan of replies declines, as sentences."""

from typing import Final

from bot.match.planning_errors import (
    PlanEmpty,
    PlannedPastTheEnd,
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
    PlannedTurnRefused,
    PlannedTwice,
    PlannedWithoutAnswer,
    PlanOutdated,
    PlanRefusal,
    PlanUnreadable,
)
from cogs.ui.quoting import quoted
from cogs.ui.rule_replies import rules_sentence

CHANGED_SINCE: Final = (
    "The match or your plan has changed since, so nothing came of that. `/plan` shows your plan as "
    "it stands."
)
HOW: Final = (
    "Write their turn and your answer, `Kc3 Kd4, Ke5 Ka1`; while it is your turn, begin with it: "
    "`Kb2 Kc3 Kd4`."
)
_ON_YOUR_TURN: Final = (
    "It is your turn, so write what you play now, then their turn and your answer: `Kb2 Kc3 Kd4`."
)
_ON_THEIR_TURN: Final = (
    "It is their turn, so write what they play and then your answer: `Kc3 Kd4, Ke5 Ka1`."
)


def plan_sentence(refusal: PlanRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case PlanUnreadable(text, word, error):
            return (
                f"I cannot read {quoted(word)} in the line {quoted(text)}: at character "
                f"{error.at + 1} there should be {error.expected}. {HOW}"
            )
        case PlanEmpty():
            return f"No turn stands there. {HOW}"
        case PlannedTurnRefused(line, turn, why):
            return (
                f"In the line {quoted(line)}, `{turn}` cannot be played. {rules_sentence(why)} "
                "Nothing was planned."
            )
        case PlannedPastTheEnd(line, turn):
            return (
                f"In the line {quoted(line)}, `{turn}` wins the match, so nothing follows it. "
                "Leave out what stands behind it."
            )
        case PlannedWithoutAnswer(line, begins_by_hand):
            how = _ON_YOUR_TURN if begins_by_hand else _ON_THEIR_TURN
            return (
                f"The line {quoted(line)} does not end with an answer of yours to a turn of "
                f"theirs. {how}"
            )
        case PlannedTwice(line, answer, other):
            return (
                f"After {quoted(line)} there are two answers, `{answer}` and `{other}`. "
                "Only one can be played: leave the other out."
            )
        case PlanOutdated():
            return CHANGED_SINCE
    return _of_room(refusal)


def _of_room(refusal: PlanRefusal) -> str | None:
    match refusal:
        case PlannedTooDeep(line, most):
            return (
                f"The line {quoted(line)} has more than {most} answers of yours. "
                f"Plan {most} now, and more when those were played."
            )
        case PlannedTooManyBranches(most):
            return (
                f"You have planned for {most} turns of theirs there already, and I keep no more "
                "beside each other. Delete one first."
            )
        case PlannedTooManyAnswers(most):
            return f"A plan holds {most} answers, and yours would hold more. Delete a branch first."
    return None
