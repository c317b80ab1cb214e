"""The texts of the rules are complete and correct for each ruleset."""

import re

import pytest

from bot.game import (
    CLAIMED_AT,
    DRAWN_AT,
    MOST_TURNS,
    RULESETS,
    Kind,
    Ruleset,
    Step,
    read_turn,
    write_turn,
)
from bot.game.ruleset import Leaving, RecallTime
from bot.match.clock import USUAL_SHARE
from cogs.help.rule_pages import IN_SHORT, PAGES, in_a_few_lines
from cogs.help.views import in_short, lesson_in
from render.lessons import turn_of
from render.theme import DAY_QUILT
from tests.kit.compositions import for_rulesets

each_ruleset = for_rulesets(*RULESETS)


def rules_texts(ruleset: Ruleset) -> list[str]:
    """Return the summary, and all pages joined; either one is the complete rules."""
    pages = PAGES[ruleset.name]
    return [in_short(ruleset.name), "\n".join(f"{page.title}\n{page.text}" for page in pages)]


def test_every_ruleset_has_a_summary_and_pages() -> None:
    names = [ruleset.name for ruleset in RULESETS]
    assert list(PAGES) == list(IN_SHORT) == names
    assert in_short("classic").startswith("### How to play boop\n")
    assert in_short("rows").startswith("### How to play boop: rows\n")


@each_ruleset
def test_the_rules_describe_the_features_of_the_ruleset_and_no_others(ruleset: Ruleset) -> None:
    for words in rules_texts(ruleset):
        assert ("three kittens in a line" in words) == (ruleset.lines_win_of is Kind.KITTEN)
        assert ("three cats in a line" in words.lower()) == (ruleset.lines_win_of is Kind.CAT)
        assert ("seam piece" in words) == bool(ruleset.seams)
        assert ("**one** cat" in words or "**one cat**" in words) != ruleset.keeps_pieces
        assert ("as a cat" in words) == ruleset.has_cats
        assert ("lines you choose one" in words or "choose one" in words) == (
            ruleset.has_cats and ruleset.leaving is not Leaving.EVERY_LINE
        )
        at_the_end = ruleset.recall_time is not RecallTime.EMPTY_HAND
        assert ("ll eight of your" in words and "back" in words) or not at_the_end


@each_ruleset
def test_the_rules_say_that_eight_cats_win_only_if_they_do(ruleset: Ruleset) -> None:
    short, pages = rules_texts(ruleset)
    assert ("or with eight cats on the bed" in short) == ruleset.full_bed_wins
    assert ("**You win** as well" in pages) == ruleset.full_bed_wins


def test_the_rules_of_junior_say_once_that_there_are_no_cats() -> None:
    for words in rules_texts(next(each for each in RULESETS if each.name == "junior")):
        assert words.count("cat") == words.count("There are no cats") == 1


def test_the_rules_of_scarce_say_that_pieces_are_recalled_when_a_turn_begins() -> None:
    for words in rules_texts(next(each for each in RULESETS if each.name == "scarce")):
        assert "All eight of yours" not in words
        assert "recall**" not in words
        assert "when your turn begins" in words.lower()


@each_ruleset
def test_a_page_says_when_a_match_is_drawn_and_how_time_works(ruleset: Ruleset) -> None:
    [last] = [page for page in PAGES[ruleset.name] if page.title == "Draws and time"]
    assert (CLAIMED_AT, DRAWN_AT, MOST_TURNS, USUAL_SHARE.value) == (3, 5, 300, 80)
    for words in ("**third**", "**fifth**", "**300 turns**", "four fifths", "runs out of time"):
        assert words in last.text
    assert ("neither of you has three pieces left" in last.text) == (not ruleset.keeps_pieces)


@each_ruleset
def test_the_turns_on_the_last_page_can_be_played(ruleset: Ruleset) -> None:
    last = PAGES[ruleset.name][-1]
    assert last.title == "Writing turns down"
    written = re.findall(r"^• `([^`]+)`", last.text, re.MULTILINE)
    turns = [read_turn(text) for text in written]
    assert len(turns) >= 3
    assert any(turn.recall is not None for turn in turns) == (
        ruleset.recall_time is RecallTime.EMPTY_HAND
    )
    assert any(turn.seam is not None for turn in turns) == bool(ruleset.seams)
    assert any(turn.placement.kind is Kind.CAT for turn in turns) == ruleset.has_cats
    if ruleset.has_cats:
        [shown] = [text for text in written if "=" in text]
        step = turn_of(last.lesson)
        assert isinstance(step, Step)
        assert write_turn(step.turn) == shown


@each_ruleset
def test_a_page_fits_the_screen_of_a_phone_and_has_a_title_of_its_own(ruleset: Ruleset) -> None:
    pages = PAGES[ruleset.name]
    assert len({page.title for page in pages}) == len(pages)
    assert all(len(page.text) <= 800 for page in pages)
    assert len(in_a_few_lines(ruleset.name)) <= 1000


@each_ruleset
def test_the_pictures_show_cats_in_hand_only_if_the_ruleset_has_them(ruleset: Ruleset) -> None:
    for page in PAGES[ruleset.name]:
        scene = lesson_in(page.lesson, ruleset.name, DAY_QUILT)
        assert scene.position.ruleset is ruleset
        cats = [scene.position.orange_pool.cats, scene.position.gray_pool.cats]
        assert ruleset.has_cats or not any(cats)


def test_an_unknown_ruleset_has_no_rules() -> None:
    with pytest.raises(LookupError):
        in_short("chess")
