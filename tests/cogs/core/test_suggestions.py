"""Suggestions while a turn is typed, and how little is computed for them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    SEAM,
    Kind,
    Landing,
    Placement,
    Position,
    Ruleset,
    Square,
    Turn,
    land,
    legal_turns,
    name_of,
    play,
    square_like,
    write_turn,
)
from bot.match.identity import MatchId
from bot.match.turn_builder import TurnBuilder, TurnChoices
from cogs.core import turn_suggestions
from cogs.core.arguments import MOST_SUGGESTIONS, folded_turn, read_turn_input
from cogs.core.turn_suggestions import playable_squares, suggestions
from tests.kit.compositions import sampled_rulesets
from tests.kit.matches import CHOICE, EMPTY_HAND, SEAM_CHOICE, match
from tests.kit.positions import crowded_positions
from tests.kit.thoroughness import quick_or_thorough

ALL = 10_000


def positions(ruleset: Ruleset) -> list[Position]:
    return [Position.start(ruleset), *crowded_positions(7, quick_or_thorough(4, 12), ruleset)]


def prefixes(texts: list[str]) -> Iterator[str]:
    """Yield the beginnings of some turns as a user types them, and with an error at the end."""
    for text in texts[:: max(1, len(texts) // 6)]:
        for end in range(1, len(text) + 1):
            yield text[:end].lower()
        yield text.lower() + "z"


@pytest.fixture
def landings(monkeypatch: pytest.MonkeyPatch) -> list[Placement]:
    """Record each placement that is carried out, in order."""
    carried_out: list[Placement] = []

    def count_landing(
        position: Position, placement: Placement, recalled: Square | None = None
    ) -> Landing:
        carried_out.append(placement)
        return land(position, placement, recalled)

    monkeypatch.setattr(turn_suggestions, "land", count_landing)
    return carried_out


@pytest.mark.long
@sampled_rulesets(1, 4, 6)
def test_suggestions_are_the_legal_turns_that_begin_with_the_typed_text(ruleset: Ruleset) -> None:
    for position in positions(ruleset):
        texts = [write_turn(turn) for turn in legal_turns(position)]
        for typed in prefixes(texts):
            suggested = suggestions([match(position)], typed, None, ALL)
            turns = [text for text in suggested if len(text) > 2]
            squares = [text for text in suggested if len(text) == 2]
            going_on = [text for text in texts if text.lower().startswith(typed)]
            assert turns == ([] if squares and len(typed) == 1 else going_on)
            assert all(typed in (name[: len(typed)], name[::-1][: len(typed)]) for name in squares)


@sampled_rulesets(0, 3, 6)
def test_only_shown_turns_are_computed(ruleset: Ruleset, landings: list[Placement]) -> None:
    for position in positions(ruleset):
        texts = [write_turn(turn) for turn in legal_turns(position)]
        for typed in prefixes(texts):
            landings.clear()
            suggested = suggestions([match(position)], typed, None, MOST_SUGGESTIONS)
            assert len(suggested) <= MOST_SUGGESTIONS
            assert len(landings) <= max(1, len(suggested))


def test_one_placement_is_computed_if_the_square_is_named(landings: list[Placement]) -> None:
    suggested = suggestions([match(Position.start(SEAM))], "kc3", None, MOST_SUGGESTIONS)
    assert suggested[:3] == ["Kc3", "Kc3~ab+", "Kc3~ab-"]
    assert len(suggested) == 21
    assert len(landings) == 1


def test_hardly_more_turns_are_written_than_discord_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start of `seam` there are 756 turns, and at most 25 are displayed."""
    written: list[Turn] = []

    def count_write(turn: Turn) -> str:
        written.append(turn)
        return write_turn(turn)

    monkeypatch.setattr(turn_suggestions, "write_turn", count_write)
    suggested = suggestions([match(Position.start(SEAM))], "k", None, MOST_SUGGESTIONS)
    assert suggested[:2] == ["Ka1", "Ka1~ab+"]
    assert len(suggested) == MOST_SUGGESTIONS
    assert len(written) <= 2 * MOST_SUGGESTIONS


@pytest.mark.parametrize("typed", ["", "k", "kc", "kc3", "kc3~c", "b", "x"])
def test_nothing_is_computed_if_several_matches_are_possible(
    typed: str, landings: list[Placement]
) -> None:
    many = [replace(match(Position.start(SEAM)), id=MatchId(number)) for number in range(1, 21)]
    suggested = suggestions(many, typed, None, MOST_SUGGESTIONS)
    assert all(len(text) <= 3 and text.lower().startswith(typed) for text in suggested)
    assert not landings
    assert len(suggested) == {"": 25, "k": 25, "kc": 6, "kc3": 1, "kc3~c": 0, "b": 6, "x": 0}[typed]


def test_suggestions_for_several_matches_fit_any_of_them() -> None:
    both = [match(CHOICE), match(EMPTY_HAND)]
    assert suggestions(both, "kf", None, ALL) == [f"Kf{row}" for row in "12345"]
    assert suggestions(both, "a3>cc", None, ALL) == ["a3>Cc3", "a3>Cc6"]
    assert suggestions(both, "kf", Kind.CAT, ALL) == []


@sampled_rulesets(3, 4)
@given(st.data())
@settings(deadline=None, max_examples=quick_or_thorough(40, 400))
def test_suggested_and_offered_turns_can_be_played(ruleset: Ruleset, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions(ruleset)))
    kind = data.draw(st.sampled_from([None, *Kind]))
    turns = [write_turn(turn) for turn in legal_turns(position)]
    typed = data.draw(st.text() | st.sampled_from("abcdefkc123456") | st.sampled_from(turns))
    playable = playable_squares(position, kind)
    offered = square_like(typed, playable)
    assert (offered is None) is not bool(playable)
    texts = suggestions([match(position)], folded_turn(typed).lower(), kind, MOST_SUGGESTIONS)
    for text in texts if offered is None else [*texts, name_of(offered)]:
        entered = read_turn_input(text).with_kind(kind)
        if entered.turn is not None:
            play(position, entered.turn)
        else:
            # The placement is played, or the user is asked how the turn continues.
            choices = TurnChoices(kind=entered.kind, square=entered.square)
            assert TurnBuilder(position, choices).question


def test_options_that_no_longer_fit_are_left_out() -> None:
    suggested = suggestions([match(SEAM_CHOICE)], "kc3=b", None, ALL)
    assert suggested[:2] == ["Kc3=b3c3d3", "Kc3=b3c3d3~ab+"]
    assert len(suggested) == 21
