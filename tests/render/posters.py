"""Posters for the tests, which `tests.render.charts` stores as pictures."""

from dataclasses import replace

from render.leaderboard import Poster, PosterRow
from render.theme import THEMES

LIVELY = Poster(
    "The Cosy Bed Club",
    "Season 3 · classic",
    (
        PosterRow(1, "Ada", "1832 ± 64", "31–2–4"),
        PosterRow(2, "さくら", "1790 ± 71", "28–1–9"),
        PosterRow(2, "Мария Ивановна Константинопольская", "1790 ± 80", "40–12–30"),
        PosterRow(4, "Bob", "1655?", "9–0–2"),
        PosterRow(5, "Zoë Ångström", "1601 ± 90", "12–3–10"),
        PosterRow(6, "A former player", "1544 ± 101", "8–1–8"),
        PosterRow(7, "the_quick_brown_fox_jumps", "1533 ± 77", "102–41–99"),
        PosterRow(8, "Carol", "1500?", "2–0–2"),
        PosterRow(9, "Ελένη", "1444?", "3–0–7"),
        PosterRow(10, "Dave", "1402 ± 95", "5–2–18"),
    ),
    "34 ranked · won–drawn–lost · ? is not settled yet",
)
SHORT = Poster("Attic", "All time · scarce", LIVELY.rows[:2], "2 ranked · won–drawn–lost")

LONG = replace(
    LIVELY,
    rows=(
        PosterRow(1, "the_quick_brown_fox_jumps", "1832 ± 64", "231–102–204"),
        PosterRow(2, "Ada", "1790 ± 71", "1031–222–1004", "left"),
        PosterRow(3, "the_quick_brown_fox_jumps", "1655?", "10311–2222–10044", "left"),
        PosterRow(4, "Zoë Ångström", "1601 ± 90", "2–0–2", "left"),
        PosterRow(1234, "Ελένη", "-1444 ± 350", "1000000–1000000–1000000"),
    ),
)


def posters() -> dict[str, Poster]:
    """Return every stored poster by its name."""
    return {name: replace(LIVELY, theme=theme) for name, theme in THEMES.items()} | {
        "short": SHORT,
        "long": LONG,
    }
