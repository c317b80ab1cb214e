"""The standings of a group as a picture, and that picture in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.tournaments.legs import EntrantId, Leg
from bot.features.tournaments.standings import GroupStanding, PlaceRange, Standings
from bot.text import NC_, gettext, pgettext, translate
from cogs.wording.alt_text import LONGEST
from cogs.wording.phrases import score_name
from render.crosstable import Crosstable, CrosstableRow, LegMark
from render.theme import Theme

_LEGEND: Final = {
    LegMark.WON: NC_("column of a table", "won"),
    LegMark.DRAWN: NC_("column of a table", "drawn"),
    LegMark.LOST: NC_("column of a table", "lost"),
    # Translators: a match that is not over.
    LegMark.RUNNING: NC_("column of a table", "running"),
}
_MARKS: Final = {1.0: LegMark.WON, 0.5: LegMark.DRAWN, 0.0: LegMark.LOST}


def crosstable_of(
    title: str,
    subtitle: str,
    standings: Standings,
    legs: Sequence[Leg],
    names: Mapping[EntrantId, str],
    theme: Theme,
) -> Crosstable:
    """Return the crosstable of a group. All characters of `names` must be drawable."""
    order = [*(each.entrant for each in standings.places), *standings.annulled]
    rows = [
        CrosstableRow(
            standing.place,
            names[standing.entrant],
            score_name(standing.points),
            _cells(standing.entrant, order, legs, standings),
            _note(standing, standings),
        )
        for standing in standings.places
    ]
    rows += [
        CrosstableRow(None, names[entrant], "", ((),) * len(order), out_name())
        for entrant in standings.annulled
    ]
    marks = {mark for row in rows for cell in row.cells for mark in cell}
    legend = tuple((mark, translate(word)) for mark, word in _LEGEND.items() if mark in marks)
    return Crosstable(title, subtitle, tuple(rows), legend, theme)


def range_name(can_finish: PlaceRange) -> str:
    """Return the places in which an entrant can still finish: `places 1–3`, `place 2`."""
    if can_finish.is_settled:
        # Translators: the place in which a player will finish a tournament: "place 2".
        return gettext("place {place}", place=can_finish.best)
    # Translators: the places in which a player can finish a tournament: "places 1–3".
    return gettext("places {best}–{worst}", best=can_finish.best, worst=can_finish.worst)


def out_name() -> str:
    """Return the word for an entrant who is out."""
    # Translators: a player who left a tournament, or had to leave it. Short.
    return pgettext("of a tournament", "out")


def _note(standing: GroupStanding, standings: Standings) -> str:
    if standing.withdrawal is not None:
        return out_name()
    return "" if standings.is_finished else range_name(standing.can_finish)


def _cells(
    entrant: EntrantId, order: Sequence[EntrantId], legs: Sequence[Leg], standings: Standings
) -> tuple[tuple[LegMark, ...], ...]:
    between: dict[EntrantId, list[LegMark]] = {each: [] for each in order}
    for leg in sorted(legs, key=lambda each: each.number):
        if leg.has(entrant) and leg.opponent_of(entrant) not in standings.annulled:
            if leg.is_open:
                between[leg.opponent_of(entrant)].append(LegMark.RUNNING)
            elif leg.counts:
                between[leg.opponent_of(entrant)].append(_MARKS[leg.points_of(entrant)])
    return tuple(tuple(between[each]) for each in order)


def crosstable_text(table: Crosstable) -> str:
    """Return the alt text of a crosstable; leave out rows that do not fit."""
    subtitle = table.subtitle.rstrip(".。")
    text = gettext("Table of {title}, {subtitle}.", title=table.title, subtitle=subtitle)
    for row in table.rows:
        line = _row_text(row)
        if len(text) + 1 + len(line) > LONGEST:
            break
        text = f"{text} {line}"
    return text


def _row_text(row: CrosstableRow) -> str:
    name = gettext("{player} ({note})", player=row.name, note=row.note) if row.note else row.name
    if row.place is None:
        return f"{name}."
    marks = [mark for cell in row.cells for mark in cell]
    # Translators: a row of a table, read aloud: "1: Ada, points 3½, won 3, drawn 1, lost 0."
    text = gettext(
        "{place}: {player}, points {points}, won {won}, drawn {drawn}, lost {lost}.",
        place=row.place,
        player=name,
        points=row.points,
        won=marks.count(LegMark.WON),
        drawn=marks.count(LegMark.DRAWN),
        lost=marks.count(LegMark.LOST),
    )
    running = marks.count(LegMark.RUNNING)
    if not running:
        return text
    # Translators: how many matches of a player are not over; it follows such a row of a table.
    return f"{text} {gettext('Running: {running}.', running=running)}"
