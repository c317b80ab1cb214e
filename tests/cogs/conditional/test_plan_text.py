"""Plans in words, and the custom ids of their panels."""

from dataclasses import replace

import pytest

from bot.game import (
    CLASSIC,
    SEAM,
    Column,
    Kind,
    Position,
    Seat,
    Turn,
    play,
    read_turn,
    square_named,
)
from bot.match.conditional import Plan, with_lines
from bot.match.conditional_errors import PlanOutdated
from bot.match.conditional_notation import read_lines
from bot.match.identity import MatchId, Ply
from bot.match.turn_builder import TurnChoices
from cogs.conditional.replies import (
    LONGEST,
    Mark,
    PlanDraft,
    line_at,
    line_label,
    line_option,
    mark_of,
    path_of,
    plan_listing,
    read_path,
    stage_of,
    write_path,
)
from cogs.core.codecs import DecodeError, codec_of
from cogs.wording.phrases import turn_text
from tests.cogs.conditional.views import largest_plan, plan_at


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kc3", "place a kitten on c3"),
        ("Cc3#", "place a cat on c3, and win"),
        ("Kc3=b2c3d4", "place a kitten on c3, and b2 c3 d4 leave"),
        ("Kc3=a1", "place a kitten on c3, and a1 leaves"),
        ("b2>Cc3", "recall the piece on b2 and place a cat on c3"),
        ("Kc3~cd+", "place a kitten on c3, and lay the seam piece between c and d, from the top"),
    ],
)
def test_the_description_of_a_turn_fits_after_they_or_you(text: str, words: str) -> None:
    assert turn_text(read_turn(text)) == words


def plan(text: str, seat: Seat = Seat.GRAY) -> Plan:
    return with_lines(Plan(seat, Ply(0)), Position(), read_lines(text))


def test_a_plan_is_shown_as_a_tree_of_sentences() -> None:
    assert plan_listing(plan("Kc3 Kd4 Ka1 Kf6, Ke5 Ka1")).splitlines() == [
        "- If they place a kitten on c3, you place a kitten on d4",
        "  - then: if they place a kitten on a1, you place a kitten on f6",
        "- If they place a kitten on e5, you place a kitten on a1",
    ]
    assert plan_listing(plan("Kc3 Kd4 Ka1", Seat.ORANGE)).splitlines() == [
        "- After you place a kitten on c3:",
        "  - then: if they place a kitten on d4, you place a kitten on a1",
    ]


@pytest.mark.parametrize("ruleset", [CLASSIC, SEAM], ids=lambda ruleset: ruleset.name)
def test_a_full_plan_fits_its_panel(ruleset: object) -> None:
    largest = largest_plan(SEAM if ruleset is SEAM else CLASSIC).plan
    words = plan_listing(largest)
    assert len(words) <= LONGEST
    for line in largest.lines:
        assert turn_text(line[-1]) in words


def test_a_plan_too_long_for_sentences_is_listed_in_notation() -> None:
    largest = largest_plan(SEAM).plan
    long = replace(largest, turns=largest.turns * 3)
    assert "  - `" in plan_listing(long)
    assert " → " in plan_listing(long)
    assert "If they" not in plan_listing(long)
    own = replace(long, planner=Seat.ORANGE)
    own = replace(own, turns=tuple(replace(each, then=largest.turns) for each in long.turns))
    assert plan_listing(own).startswith("- `")
    assert "If they" not in plan_listing(own)


def test_a_long_line_shows_its_end_in_a_menu() -> None:
    line = tuple(map(read_turn, ["Kc3=b2c3d4~cd+"] * 9))
    assert (
        line_label(line)
        == "… → a kitten on c3 (b2 c3 d4 off the bed, the seam piece between c and d, from the top)"
    )
    assert (line_option(line, ()).description or "").startswith("a kitten on c3 (b2 c3 d4 off")
    assert (
        line_label(line[:1])
        == "a kitten on c3 (b2 c3 d4 off the bed, the seam piece between c and d, from the top)"
    )
    assert line_option(line[:1], ()).description is None


B2, C3 = square_named("b2"), square_named("c3")
CHOICES = [
    TurnChoices(),
    TurnChoices(kind=Kind.CAT),
    TurnChoices(recall=B2, kind=Kind.KITTEN, column=Column(2)),
    TurnChoices(recall=B2, kind=Kind.CAT, square=B2),
    TurnChoices(kind=Kind.CAT, square=C3, leaves=(square_named("a1"),)),
]


@pytest.mark.parametrize("choices", CHOICES)
@pytest.mark.parametrize("theirs", [None, read_turn("b2>Kc3=a1b2c3")])
def test_the_choices_of_a_turn_read_back_from_a_custom_id(
    choices: TurnChoices, theirs: Turn | None
) -> None:
    choosing = PlanDraft(MatchId(12), Mark("0123abcd"), (0, 7, 0), theirs, choices)
    codec = codec_of(PlanDraft)
    assert codec.read(codec.write(choosing)) == choosing


def test_text_that_is_not_part_of_a_turn_is_refused() -> None:
    with pytest.raises(DecodeError, match="c3K"):
        codec_of(PlanDraft).read(("12", "0123abcd", "~", "-", "c3K"))


def test_a_path_leads_to_its_line_and_back() -> None:
    largest = plan("Kc3 Kd4 Ka1 Kf6, Ke5 Ka1")
    for line in largest.lines:
        path = path_of(largest, line)
        assert read_path(write_path(path)) == path
        assert line_at(largest, path) == line
    with pytest.raises(PlanOutdated):
        line_at(largest, (2,))


def test_the_mark_of_a_plan_changes_with_the_position_and_with_the_plan() -> None:
    empty, planned = plan_at(), plan_at(plan=plan("Kc3 Kd4"))
    moved = plan_at(play(Position(), read_turn("Ka1")).after, plan=plan("Kc3 Kd4"))
    assert len({mark_of(each) for each in (empty, planned, moved)}) == 3
    assert mark_of(planned) == mark_of(plan_at(plan=plan("Kc3 Kd4")))


def test_a_draft_of_a_plan_is_outdated_once_the_player_is_to_move() -> None:
    match_plan = plan_at(seat=Seat.ORANGE)
    with pytest.raises(PlanOutdated):
        stage_of(match_plan, PlanDraft(match_plan.match.id, mark_of(match_plan)))
