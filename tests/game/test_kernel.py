"""The kernel's integers and the positions that everyone else sees tell the same."""

from bot.game import (
    CLASSIC,
    Booped,
    FellOff,
    Kind,
    Landing,
    kernel,
    land,
    legal_turns,
    perft,
    play,
)
from bot.game.kernel_settling import MOST_OPTIONS, find_options
from bot.game.squares import mask_of
from tests.game.positions import crowded, kernel_masks


def test_kernel_and_face_agree() -> None:
    for position in crowded(11, 150):
        for turn in legal_turns(position):
            placement = turn.placement
            *masks, moved, fell = kernel.boop(
                *kernel_masks(position), placement.square, int(placement.kind is Kind.CAT)
            )
            landing = land(position, placement)
            assert tuple(masks) == kernel_masks(landing.position)
            assert (moved, fell) == pushed(landing)
            found = [0] * MOST_OPTIONS
            count = find_options(masks[0], masks[1], CLASSIC.rules, found)
            assert max(count, 0) == len(landing.options)
            assert {mask_of(option) for option in landing.options} == set(found[: max(count, 0)])


def pushed(landing: Landing) -> tuple[int, int]:
    moved = [event.start for event in landing.events if isinstance(event, Booped)]
    fell = [event.start for event in landing.events if isinstance(event, FellOff)]
    return mask_of(moved), mask_of(fell)


def test_kernel_counts_what_the_face_lists() -> None:
    for position in crowded(12, 12):
        turns = list(legal_turns(position))
        assert perft(position, 1) == len(turns)
        steps = [play(position, turn) for turn in turns]
        after = [step.after for step in steps if step.win is None]
        assert perft(position, 2) == sum(len(list(legal_turns(position))) for position in after)


def test_win_is_looked_at_before_graduation_everywhere() -> None:
    """Whoever has three cats in a line after the boops has won, whatever else lies there."""
    wins = 0
    for position in crowded(99, 150):
        for turn in legal_turns(position):
            landing = land(position, turn.placement)
            cats = landing.position.bed.of(position.to_move)[1]
            has_won = bool(kernel.has_line(cats)) or cats.bit_count() == 8
            assert has_won == (landing.win is not None) == turn.wins
            wins += has_won
    assert wins > 100
