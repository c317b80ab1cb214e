from random import Random

from bot.features.tournaments.cups import (
    PlayOff,
    Seeding,
    bracket_of,
    bracket_size,
    draw_places,
)
from bot.features.tournaments.legs import Decision, EntrantId, Leg, LegNumber, LegResult
from cogs.tournaments.bracket import bracket_chart_of, bracket_text
from cogs.wording.alt_text import LONGEST
from render.brackets import BracketChart, SideState, draw_bracket
from render.theme import DAY_QUILT
from tests.kit.drawn_groups import entrants_of

NAMES = ("Ada", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace", "Heidi")


def won_by_first(first: int, second: int) -> list[Leg]:
    return [
        Leg(EntrantId(first), EntrantId(second), LegNumber(number)).decided(
            LegResult.FIRST, Decision.PLAYED
        )
        for number in (1, 2)
    ]


def bracket_chart(
    number: int,
    played: list[Leg],
    play_off: PlayOff = PlayOff.PLAYED,
    names: tuple[str, ...] = NAMES,
) -> BracketChart:
    by_seed = entrants_of(number)
    places = draw_places(by_seed, bracket_size(number, 16), Seeding.SEEDED, Random(0))
    bracket = bracket_of(places, by_seed, played, (), play_off)
    named = dict(zip(by_seed, names, strict=False))
    return bracket_chart_of("Winter", "classic", bracket, named, DAY_QUILT)


def test_rounds_are_named_backwards_from_the_final() -> None:
    names = [each.name for each in bracket_chart(8, []).rounds]
    assert names == ["Quarterfinals", "Semifinals", "Final"]
    sixteen = bracket_chart(9, [], names=tuple(f"P{number}" for number in range(9)))
    assert sixteen.rounds[0].name == "First round"


def test_a_bracket_is_described_in_words() -> None:
    chart = bracket_chart(3, won_by_first(2, 3))
    assert bracket_text(chart) == (
        "Bracket of Winter, classic."
        " Semifinals: Ada has a bye. Bob 2–0 Carol. Bob wins."
        " Final: Ada against Bob."
        " Third place: Carol has a bye."
    )
    assert draw_bracket(chart)


def test_a_player_without_a_known_opponent_is_shown_as_waiting() -> None:
    chart = bracket_chart(4, won_by_first(2, 3), PlayOff.NONE)
    assert bracket_text(chart).endswith("Final: Bob waits for an opponent.")
    assert chart.third is None


def test_the_winner_of_a_pairing_is_marked() -> None:
    [_, box] = bracket_chart(4, won_by_first(2, 3)).rounds[0].boxes
    assert [(side.name, side.score, side.state) for side in box] == [
        ("Bob", "2", SideState.WON),
        ("Carol", "0", SideState.LOST),
    ]


def test_the_largest_bracket_fits_into_an_alt_text() -> None:
    names = tuple("W" * 32 for _ in range(16))
    assert len(bracket_text(bracket_chart(16, [], names=names))) <= LONGEST
