"""The sentence about a finished challenge: why the players moved, or why they stayed."""

from dataclasses import replace

import pytest

from bot.features.ladders.ladder import LadderChallenge, LadderChallengeState
from bot.features.ladders.rules import ChallengeResult
from cogs.ladders.wording import answered_text, result_text
from tests.cogs.ladders.fields import MATCH, challenge_of, ladder_of

FIELD = ladder_of(6)
ASKED = challenge_of(FIELD, 4, 1)
WON = replace(ASKED, state=LadderChallengeState.PLAYED, result=ChallengeResult.WON)
UNANSWERED = replace(ASKED, state=LadderChallengeState.UNANSWERED)
ONE_PLACE, STAYS = "counts as one place only", "stay in place"


def with_places(
    challenge: LadderChallenge, own: tuple[int, int], others: tuple[int | None, int | None]
) -> LadderChallenge:
    """Return a challenge with the places of the challenger and the challenged player."""
    return replace(
        challenge,
        challenger_from=own[0],
        challenger_to=own[1],
        challenged_from=others[0],
        challenged_to=others[1],
    )


ON_TIME = replace(WON, late=ASKED.challenged)


@pytest.mark.parametrize(
    ("challenge", "expected", "absent"),
    [
        (with_places(WON, (4, 1), (1, 2)), "from place 4 to **1**", "only"),
        (with_places(ON_TIME, (4, 3), (1, 2)), ONE_PLACE, STAYS),
        (with_places(ON_TIME, (4, 1), (1, 2)), "from place 4 to **1**", ONE_PLACE),
        (with_places(ON_TIME, (2, 1), (1, 2)), "from place 2 to **1**", ONE_PLACE),
        (with_places(WON, (4, 4), (1, 1)), "is off the ladder", "already"),
        (with_places(WON, (4, 4), (None, None)), "is off the ladder", "already"),
        (with_places(WON, (2, 2), (3, 3)), "as you stood above", "off the ladder"),
        (with_places(UNANSWERED, (2, 2), (3, 3)), "as you stood above", "swap"),
        (with_places(UNANSWERED, (4, 1), (1, 4)), "swap places", STAYS),
    ],
)
def test_a_challenger_is_told_why_they_moved_or_did_not_move(
    challenge: LadderChallenge, expected: str, absent: str
) -> None:
    text = result_text(FIELD, challenge, challenge.challenger)
    assert expected in text
    assert absent not in text


def test_a_challenged_player_is_told_why_they_stay_in_place() -> None:
    text = result_text(FIELD, with_places(UNANSWERED, (2, 2), (3, 3)), ASKED.challenged)
    assert "swap" not in text
    assert "stood above you already" in text
    lost = replace(with_places(WON, (4, 4), (1, 1)), result=ChallengeResult.LOST)
    assert "You stay in place 1." in result_text(FIELD, lost, ASKED.challenged)


def test_the_challenger_is_told_whether_managers_decided_or_the_challenge_was_accepted() -> None:
    assert "managers have decided" in answered_text(FIELD, WON)
    assert "accepted" in answered_text(FIELD, replace(WON, match=MATCH))
