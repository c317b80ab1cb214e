"""The kernel's integers agree with the positions that the other modules use."""

from bot.game import (
    Booped,
    FellOff,
    Kind,
    Landing,
    Position,
    Ruleset,
    SeamAdvanced,
    Step,
    Turn,
    WinBy,
    kernel,
    land,
    legal_turns,
    perft,
    play,
    recall,
    to_recall,
)
from bot.game.kernel import (
    MOST_OPTIONS,
    WON_BY_FULL_BED,
    WON_BY_LINE,
    find_options,
    to_recall_first,
)
from bot.game.squares import mask_of
from tests.kit.compositions import every_ruleset, sampled_rulesets
from tests.kit.positions import crowded_positions, kernel_masks
from tests.kit.thoroughness import quick_or_thorough

WON = {WON_BY_LINE: WinBy.LINE, WON_BY_FULL_BED: WinBy.FULL_BED}


def beginnings(position: Position) -> dict[tuple[object, ...], Turn]:
    """Return one turn for each recall and placement."""
    return {(turn.recall, turn.placement): turn for turn in legal_turns(position)}


@every_ruleset
def test_the_kernel_and_the_face_agree(ruleset: Ruleset) -> None:
    for position in crowded_positions(11, quick_or_thorough(15, 40), ruleset):
        hand = position.pool_of(position.to_move)
        own = position.bed.of(position.to_move)
        lifts = to_recall_first(*own, hand.kittens, hand.cats, ruleset.rules)
        assert lifts == mask_of(to_recall(position))
        for turn in beginnings(position).values():
            *masks, moved, fell = kernel.boop(
                *kernel_masks(recall(position, turn.recall)),
                turn.placement.square,
                int(turn.placement.kind is Kind.CAT),
            )
            landing = land(position, turn.placement, turn.recall)
            assert tuple(masks) == kernel_masks(landing.position)
            assert (moved, fell) == pushed_masks(landing)
            found = [0] * MOST_OPTIONS
            count = find_options(masks[0], masks[1], ruleset.rules, found)
            assert max(count, 0) == len(landing.options)
            assert {mask_of(option) for option in landing.options} == set(found[: max(count, 0)])
            assert WON.get(count) == (landing.win.by if landing.win else None)


def pushed_masks(landing: Landing) -> tuple[int, int]:
    moved = [event.start for event in landing.events if isinstance(event, Booped)]
    fell = [event.start for event in landing.events if isinstance(event, FellOff)]
    return mask_of(moved), mask_of(fell)


@sampled_rulesets(1, 3, 6)
def test_the_kernel_counts_what_the_face_lists(ruleset: Ruleset) -> None:
    for position in crowded_positions(12, 5, ruleset):
        turns = list(legal_turns(position))
        assert perft(position, 1) == len(turns)
        if len(turns) > 1_000:
            continue
        steps = [play(position, turn) for turn in turns]
        after = [step.after for step in steps if step.win is None]
        assert perft(position, 2) == sum(perft(position, 1) for position in after)


@sampled_rulesets(0, 2, 3)
def test_a_win_is_checked_before_graduation_everywhere(ruleset: Ruleset) -> None:
    """Three of the winning kind in a line win, with any other pieces."""
    wins = 0
    for position in crowded_positions(99, quick_or_thorough(25, 60), ruleset):
        for turn in beginnings(position).values():
            landing = land(position, turn.placement, turn.recall)
            kittens, cats = landing.position.bed.of(position.to_move)
            winning = cats if ruleset.lines_win_of is Kind.CAT else kittens
            full = ruleset.full_bed_wins and cats.bit_count() == ruleset.pieces
            has_won = bool(kernel.has_line(winning)) or full
            assert has_won == (landing.win is not None) == turn.wins
            wins += has_won
    assert wins > quick_or_thorough(15, 40)


@sampled_rulesets(0, 3, 5)
def test_the_kernel_and_the_face_agree_on_the_seam(ruleset: Ruleset) -> None:
    advanced = 0
    for position in crowded_positions(13, 30, ruleset):
        for turn in list(beginnings(position).values())[:20]:
            step = play(position, turn)
            if not any(isinstance(event, SeamAdvanced) for event in step.events):
                continue
            advanced += 1
            seam = kernel.seam_number(position.seam_of(position.to_move))
            *masks, after, _, _ = kernel.advance_seam(*settled_masks(step), seam)
            assert after == kernel.seam_number(step.after.seam_of(position.to_move))
            bed = step.after.bed
            mover = position.to_move
            assert (*bed.of(mover), *bed.of(mover.other)) == tuple(masks)
    assert (advanced > 50) == bool(ruleset.seams)


def settled_masks(step: Step) -> tuple[int, int, int, int]:
    """Return the bed after pieces have left it and before the seam piece moves."""
    landed = land(step.before, step.turn.placement, step.turn.recall).position
    own_kittens, own_cats, other_kittens, other_cats = kernel_masks(landed)
    stays = ~mask_of(step.turn.leaves)
    return own_kittens & stays, own_cats & stays, other_kittens, other_cats
