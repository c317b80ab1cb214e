"""Why there is no hint, as sentences."""

from bot.match.hint_errors import HintAfterTheEnd, HintInRated, HintRefusal, NoHintsLeft
from cogs.ui.words import counted


def hint_sentence(refusal: HintRefusal) -> str | None:
    """Say why there is no hint; nothing of a refusal that this page does not know."""
    match refusal:
        case HintInRated(found):
            return (
                f"**#{found.id}** is rated, so nobody is helped in it. Hints are for casual "
                "matches, with a friend or with me."
            )
        case HintAfterTheEnd(found):
            return (
                f"**#{found.id}** is over, so there is nothing to hint at. `/analyse` shows what "
                "would have been better."
            )
        case NoHintsLeft(found, most):
            return f"You have had your {counted(most, 'hint')} in **#{found.id}**: your turn alone."
    return None
