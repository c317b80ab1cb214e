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
HOW: Final = "Write turns one after the other, theirs and your answer: `Kc3 Kd4, Ke5 Ka1`."


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
        case PlannedWithoutAnswer(line):
            return (
                f"The line {quoted(line)} does not end with an answer of yours to a turn of "
                f"theirs. {HOW}"
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
