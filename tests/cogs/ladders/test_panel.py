"""The panel on which a user sees their place on a ladder and challenges others."""

from dataclasses import replace

from bot.features.ladders.ladder import LadderField
from bot.match.identity import UserId
from cogs.ladders.views import ladder_panel
from tests.cogs.ladders.fields import FIRST_USER, challenge_of, ladder_of
from tests.cogs.texts import text_of
from tests.kit.matches import NOON


def shown(field: LadderField, place: int, notice: str = "") -> str:
    """Return the text of the panel of the player in a place."""
    return text_of(ladder_panel(field, UserId(FIRST_USER + place), None, 1, {}, NOON, notice))


def test_matches_are_counted_once_there_are_some() -> None:
    field = ladder_of(2)
    assert "You're in place **2** of 2." in shown(field, 2)
    played = replace(field.rungs[1], wins=1)
    field = replace(field, rungs=(field.rungs[0], played))
    assert "You're in place **2** of 2, with 1 won and 0 lost." in shown(field, 2)


def test_a_user_who_left_is_told_once_that_they_are_off_the_ladder() -> None:
    lines = shown(ladder_of(2), 9, "✅ You're off the ladder.").split("\n")
    assert lines[1:3] == [
        "✅ You're off the ladder.",
        "*Join* puts you at the bottom of the ladder.",
    ]


def test_a_user_who_has_challenged_everyone_they_may_reads_that_there_is_no_one_else() -> None:
    field = ladder_of(2)
    challenged = field.with_challenge(challenge_of(field, 2, 1))
    assert "There is no one else you can challenge right now." in shown(challenged, 2)
    assert "no one" not in shown(challenged, 1), "there is no one above them"
