"""The bracket of a cup as a picture, and that picture in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.features.tournaments.cups import THIRD_PLACE, Bracket, CupPairing, CupSlot, Side, Vacancy
from bot.features.tournaments.legs import EntrantId
from bot.text import N_, Message, gettext, translate
from cogs.wording.alt_text import LONGEST
from cogs.wording.phrases import score_name
from render.brackets import BracketBox, BracketChart, BracketRound, BracketSide, SideState
from render.theme import Theme

_ROUNDS: Final = (N_("Final"), N_("Semifinals"), N_("Quarterfinals"))
"""The names of rounds, the last round first."""
_FIRST_ROUND: Final = N_("First round")
_THIRD_PLACE: Final = N_("Third place")


def bracket_chart_of(
    title: str,
    subtitle: str,
    bracket: Bracket,
    names: Mapping[EntrantId, str],
    theme: Theme,
) -> BracketChart:
    """Return the picture of a bracket. All characters of `names` must be drawable."""
    rounds = tuple(
        BracketRound(
            round_name(pairings[0].slot),
            tuple(_box(pairing, names) for pairing in pairings),
        )
        for pairings in bracket.rounds
    )
    third = None
    if bracket.third_place is not None:
        third = BracketRound(round_name(THIRD_PLACE), (_box(bracket.third_place, names),))
    # Translators: below the picture of a cup. Two players meet in two matches at the same time.
    note = gettext("Two matches at once, and a third if they leave it equal")
    return BracketChart(title, subtitle, rounds, third, note, theme)


def round_name(slot: CupSlot) -> str:
    """Return the name of the round in which a pairing is."""
    if slot == THIRD_PLACE:
        return translate(_THIRD_PLACE)
    before_final = slot.bit_length() - 1
    name: Message = _ROUNDS[before_final] if before_final < len(_ROUNDS) else _FIRST_ROUND
    return translate(name)


def bracket_lines(
    bracket: Bracket, names: Mapping[EntrantId, str], *, open_only: bool
) -> Iterator[str]:
    """Yield each round in words: its name, then a line for each pairing with a known player.

    With `open_only`, leave out rounds in which all pairings are decided.
    """
    third = () if bracket.third_place is None else ((bracket.third_place,),)
    for pairings in (*bracket.rounds, *third):
        if open_only and all(each.winner is not Vacancy.AWAITED for each in pairings):
            continue
        lines = [line for each in pairings if (line := _box_text(_box(each, names)))]
        if lines:
            yield f"**{round_name(pairings[0].slot)}**"
            yield from (f"- {line}" for line in lines)


def _box(pairing: CupPairing, names: Mapping[EntrantId, str]) -> BracketBox:
    return tuple(
        _side(side, pairing, names)
        for side in (pairing.upper, pairing.lower)
        if side is not Vacancy.EMPTY
    )


def _side(side: Side, pairing: CupPairing, names: Mapping[EntrantId, str]) -> BracketSide:
    if isinstance(side, Vacancy):
        return BracketSide("")
    score = score_name(pairing.points_of(side)) if pairing.legs else ""
    if pairing.winner is Vacancy.AWAITED:
        return BracketSide(names[side], score)
    state = SideState.WON if side == pairing.winner else SideState.LOST
    return BracketSide(names[side], score, state)


def bracket_text(chart: BracketChart) -> str:
    """Return the alt text of a bracket; leave out rounds that do not fit."""
    subtitle = chart.subtitle.rstrip(".。")
    text = gettext("Bracket of {title}, {subtitle}.", title=chart.title, subtitle=subtitle)
    rounds = chart.rounds if chart.third is None else (*chart.rounds, chart.third)
    for each in rounds:
        lines = [line for line in map(_box_text, each.boxes) if line]
        if not lines:
            continue
        line = f"{each.name}: {' '.join(lines)}"
        if len(text) + 1 + len(line) > LONGEST:
            break
        text = f"{text} {line}"
    return text


def pairing_text(pairing: CupPairing, names: Mapping[EntrantId, str]) -> str:
    """Return a pairing in words; empty if neither player is known."""
    return _box_text(_box(pairing, names))


def _box_text(box: BracketBox) -> str:
    """Return a pairing in words; empty if neither player is known."""
    known = [side for side in box if side.name]
    winner = next((side.name for side in known if side.state is SideState.WON), None)
    match known:
        case [upper, lower] if not upper.score:
            text = gettext("{player} against {opponent}.", player=upper.name, opponent=lower.name)
        case [upper, lower]:
            # Translators: the score between two players: "Ada 1½–½ Bob."
            text = gettext(
                "{player} {points}–{others} {opponent}.",
                player=upper.name,
                points=upper.score,
                opponent=lower.name,
                others=lower.score,
            )
        case [side] if len(box) > 1:
            return gettext("{player} waits for an opponent.", player=side.name)
        case [side]:
            # Translators: a player goes on to the next round without a match.
            return gettext("{player} has a bye.", player=side.name)
        case _:
            return ""
    if winner is None:
        return text
    # Translators: the winner of two players, right after their score.
    return f"{text} {gettext('{player} wins.', player=winner)}"
