"""A part of a ladder as a picture, and its alt text."""

from collections.abc import Mapping

from bot.features.ladders.ladder import LadderField
from bot.features.ladders.rules import RungId
from bot.text import gettext, ngettext, pgettext
from cogs.wording.alt_text import LONGEST
from render.leaderboard import MOST_ROWS, Poster, PosterRow
from render.theme import Theme


def ladder_poster_of(
    title: str,
    subtitle: str,
    field: LadderField,
    first: int,
    names: Mapping[RungId, str],
    theme: Theme,
) -> Poster:
    """Return the picture of a ladder from place `first` on; `names` must be drawable."""
    rows = []
    for place, each in enumerate(field.order[first - 1 :][:MOST_ROWS], first):
        rung = field.rung(each)
        mark = "" if rung.rests_why is None else _resting()
        rows.append(PosterRow(place, names[each], "", f"{rung.wins}–{rung.losses}", mark))
    number = len(field.order)
    note = ngettext(
        # Translators: below the picture of a ladder, with "won–lost" behind each name.
        "{count} player · won–lost",
        "{count} players · won–lost",
        number,
    )
    return Poster(title, subtitle, tuple(rows), note, theme)


def _resting() -> str:
    # Translators: a player who has not played for long and cannot be challenged. Short.
    return pgettext("of a ladder", "resting")


def ladder_text(poster: Poster) -> str:
    """Return the alt text of a picture of a ladder, cut at Discord's limit."""
    text = gettext("Ladder {title}, {subtitle}.", title=poster.title, subtitle=poster.subtitle)
    for row in poster.rows:
        won, lost = row.record.split("–")
        name = (
            gettext("{player} ({note})", player=row.name, note=row.mark) if row.mark else row.name
        )
        line = gettext(
            "{place}: {player}, won {won}, lost {lost}.",
            place=row.place,
            player=name,
            won=won,
            lost=lost,
        )
        if len(text) + 1 + len(line) > LONGEST:
            break
        text = f"{text} {line}"
    return text
