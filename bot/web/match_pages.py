"""A shared match as HTML: the bed as a picture, and each turn as a link. It needs no script."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape
from typing import Any, Final, Protocol

from bot.game import Seat
from bot.match.identity import GuildId, UserId
from bot.text import Language, gettext, pgettext
from bot.text.graphemes import beginnings
from bot.web.html import html_page
from bot.web.live import LiveSource
from bot.web.pages import MatchLink

BED: Final = 720, 804
"""The size of a picture of the bed."""
CURVE: Final = 720, 440
"""The size of the curve of an analysis."""
CARD: Final = 1200, 630
"""The size of the picture that a chat shows beside a link."""
LONGEST_TITLE: Final = 67
LONGEST_DESCRIPTION: Final = 347
"""The bytes of a description that Discord shows in a preview."""
SCRIPT: Final = "match.js"
"""The script of these pages, which loads the others."""
DAY: Final = "day"
NIGHT: Final = "night"
"""The names of the two themes between which the reader's system chooses."""


class Shape(Enum):
    """The shape of a picture that shows a match with its players."""

    WIDE = "wide"
    SQUARE = "square"


class PageBusy(Exception):
    """A picture can't be drawn now."""


@dataclass(frozen=True, slots=True)
class WebTheme:
    """A theme that a reader can choose; `colours` are those outside of drawings."""

    name: str
    title: str
    colours: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that gave something away, and what was better, in words."""

    ply: int
    seat: Seat
    seat_name: str
    about: str


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The analysis of a match, in the current language.

    `accuracy` has each seat, its player's name and its accuracy; it is empty for a short match.
    `legend` explains it, `alt` is the curve in words, and `note` says why there is no mistake or no
    accuracy.
    """

    accuracy: tuple[tuple[Seat, str, str], ...]
    legend: str
    note: str
    mistakes: tuple[Mistake, ...]
    alt: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """What the page of a match says after `ply` turns, in the current language.

    `headline` is the result at the end, and the last turn before that. `turns` has the seat of each
    turn, the seat's name, and the turn in words. `status` says that the match goes on, or went on
    after that turn. `revision` is the revision of the last turn, if the match is still played. The
    script draws the match from `ruleset`, with its version, and `notations`, in one of the `looks`;
    its texts are `words`. `seats` has the names of the seats, and `winner` is the seat that has won
    at this turn. `analysis` is None unless a player chose to show it.
    """

    orange: str
    gray: str
    headline: str
    status: str
    facts: str
    turns: tuple[tuple[Seat, str, str], ...]
    ply: int
    alt: str
    revision: int | None
    ruleset: str
    notations: tuple[str, ...]
    looks: tuple[WebTheme, ...]
    words: Mapping[str, str]
    seats: Mapping[Seat, str]
    winner: Seat | None
    analysis: AnalysisView | None = None


class PublicMatch(Protocol):
    """A match that is shared, as it is now; each method speaks the current language."""

    @property
    def turn_count(self) -> int:
        """How many turns were played."""

    @property
    def is_live(self) -> bool:
        """Whether the match is still played."""

    def view(self, ply: int) -> MatchView:
        """Return what the page says after that many turns."""

    def figures(self) -> dict[str, Any]:
        """Return the match for programs."""

    def record(self) -> str:
        """Return the record of the match."""

    async def bed(self, ply: int, theme: str) -> bytes | None:
        """Return the bed as a PNG; None for an unknown theme."""

    async def card(self, ply: int, shape: Shape) -> bytes:
        """Return a picture with the players as a PNG."""

    async def curve(self, theme: str) -> bytes | None:
        """Return the curve of the analysis as a PNG; None for an unknown theme.

        Return None too if no analysis is shown.
        """

    async def animation(self) -> bytes | None:
        """Return the match as a GIF; None if it is too long."""

    @property
    def is_indexed(self) -> bool:
        """Whether search engines may list it."""

    async def learn_names(self) -> None:
        """Find out the names of the players that are not known."""

    async def language(self) -> Language:
        """Return the language of the server where it was played."""


class MatchSource(LiveSource, Protocol):
    """Finds shared matches."""

    async def find(self, slug: str) -> PublicMatch | None:
        """Return the match that is shared at an address, if there is one."""

    async def linked(self, guild: GuildId, player: UserId | None = None) -> Sequence[MatchLink]:
        """Return the matches that a server's public leaderboard links to, of one player or all."""

    def drawing(self, theme: str, name: str) -> str | None:
        """Return a drawing of a theme as SVG; None if it does not exist."""


def match_page(
    view: MatchView, slug: str, address: str | None, *, is_at_turn: bool, is_indexed: bool
) -> str:
    """Write the page of a match; `address` is where the pages can be read from outside.

    `is_at_turn` says whether the page's own address ends with a turn; then relative links go one
    step up. `is_indexed` says whether search engines may list it.
    """
    here, up = ("", "../") if is_at_turn else (f"{slug}/", "")
    names = [f"<bdi>{escape(name)}</bdi>" for name in (view.orange, view.gray)]
    heading = gettext("{orange} against {gray}", orange=names[0], gray=names[1])
    body = [
        f"<h1>{heading}</h1>",
        f'<p class="result" aria-live="polite">{escape(view.headline)}</p>',
        f'<p class="facts quiet">{escape(view.facts)}</p>',
        f'<p class="status">{_status(view, here)}</p>',
        '<div class="board">',
        '<p class="bed">',
        "<picture>",
        '<source media="(prefers-color-scheme: dark)" '
        f'srcset="{here}{view.ply}.png?theme={NIGHT}">',
        f'<img src="{here}{view.ply}.png" width="{BED[0]}" height="{BED[1]}" '
        f'alt="{escape(view.alt)}">',
        "</picture>",
        "</p>",
        '<p class="players">',
        *_players(view),
        "</p>",
        f'<nav class="steps" aria-label="{escape(gettext("Turns"))}">',
        *_steps(view, here),
        "</nav>",
        *_tools(view),
        # Translators: which keys step through the turns of a match.
        f'<p class="keys quiet">{escape(gettext("← → step, Home and End jump"))}</p>',
        "</div>",
        '<ol class="turns">',
        *_turns(view, here),
        "</ol>",
        *_analysis(view.analysis, here),
        *_files(f"{up}{slug}", f"{here}{view.ply}-square.png", f"{here}record.txt"),
    ]
    title = _title(view)
    main = _main(view, up, slug)
    head = [
        *_head(view, title, slug, address),
        f'<script type="module" src="{up}../{SCRIPT}"></script>',
    ]
    return html_page(title, body, head, main, is_indexed=is_indexed)


def _players(view: MatchView) -> Iterator[str]:
    """Yield the players below their pieces; the winner stands out."""
    for seat, name in ((Seat.ORANGE, view.orange), (Seat.GRAY, view.gray)):
        dot = f'<span class="seat {seat.name.lower()}">{escape(view.seats[seat])}</span>'
        tag = "b" if seat is view.winner else "span"
        yield f"<{tag}>{dot} <bdi>{escape(name)}</bdi></{tag}>"


def live_words(view: MatchView) -> dict[str, str]:
    """Return the parts of the page that change after a turn, for readers of a live match.

    Each part is HTML for the element of that class, except the picture's `alt`.
    """
    return {
        "result": escape(view.headline),
        "facts": escape(view.facts),
        "players": "\n".join(_players(view)),
        "status": _status(view, ""),
        "steps": "\n".join(_steps(view, "")),
        "turns": "\n".join(_turns(view, "")),
        "alt": view.alt,
    }


def _main(view: MatchView, up: str, slug: str) -> str:
    """Return the tag around the page, with what its script needs."""
    looks = [{"name": look.name, "colours": dict(look.colours)} for look in view.looks]
    facts = {
        "words": json.dumps(dict(view.words), ensure_ascii=False),
        "themes": json.dumps(looks, ensure_ascii=False),
        "ruleset": view.ruleset,
        "ply": view.ply,
        "played": " ".join(view.notations),
        "art": f"{up}../art/{{theme}}/{{name}}.svg",
        "alone": f"{up}{slug}/turns.json",
    }
    if view.revision is not None:
        # The script gets new turns from `events`, or from `alone` if there are too many readers.
        facts["events"] = f"{up}{slug}/events?after={view.revision}"
    data = "".join(f' data-{name}="{escape(str(fact))}"' for name, fact in facts.items())
    return f'<main class="match"{data}>'


def _status(view: MatchView, here: str) -> str:
    last, status = len(view.turns), escape(view.status)
    return f'<a href="{here}{last}">{status}</a>' if status and view.ply < last else status


def _steps(view: MatchView, here: str) -> Iterator[str]:
    last = len(view.turns)
    # Translators: buttons below a picture of a match: to its first, previous, next and last turn.
    ways = (
        ("|◀", gettext("Start"), 0, ""),
        ("◀", gettext("Previous turn"), view.ply - 1, ' rel="prev"'),
        ("▶", gettext("Next turn"), view.ply + 1, ' rel="next"'),
        ("▶|", gettext("End"), last, ""),
    )
    yield "<ul>"
    for mark, label, ply, rel in ways:
        if 0 <= ply <= last and ply != view.ply:
            name = escape(label)
            attributes = f'{rel} aria-label="{name}" title="{name}"'
            yield f'<li><a href="{here}{ply}"{attributes}>{mark}</a></li>'
        else:
            yield f'<li><span aria-hidden="true">{mark}</span></li>'
    yield "</ul>"


def _tools(view: MatchView) -> Iterator[str]:
    """Yield the controls that need the script. Their room is reserved, so nothing jumps."""
    words = {name: escape(word) for name, word in view.words.items()}
    yield (
        f'<input class="slider scripted" type="range" min="0" max="{len(view.turns)}" '
        f'value="{view.ply}" aria-label="{words["turn"]}">'
    )
    yield '<div class="tools">'
    yield f'<button class="play scripted" type="button">{words["play"]}</button>'
    for name in ("flip", "sound"):
        pressed = 'aria-pressed="false"'
        yield f'<button class="{name} scripted" type="button" {pressed}>{words[name]}</button>'
    yield f'<select class="looks scripted" aria-label="{words["look"]}">'
    yield f'<option value="">{words["system"]}</option>'
    for look in view.looks:
        yield f'<option value="{look.name}">{escape(look.title)}</option>'
    yield "</select>"
    yield f'<button class="onwards scripted" type="button">{words["onwards"]}</button>'
    yield "</div>"


def _turns(view: MatchView, here: str) -> Iterator[str]:
    mistakes: set[int] = (
        set() if view.analysis is None else {each.ply for each in view.analysis.mistakes}
    )
    for ply, (seat, name, turn) in enumerate(view.turns, start=1):
        current = ' aria-current="step"' if ply == view.ply else ""
        dot = f'<span class="seat {seat.name.lower()}">{escape(name)}</span>'
        # Hide the mark from screen readers, because words below say what was wrong. The space keeps
        # the mark on the line of the turn's last word.
        mark = '&nbsp;<b class="mistake" aria-hidden="true">?</b>' if ply in mistakes else ""
        yield f'<li><a href="{here}{ply}"{current}>{ply}. {dot}{escape(turn)}{mark}</a></li>'


def _analysis(analysis: AnalysisView | None, here: str) -> Iterator[str]:
    if analysis is None:
        yield '<div class="analysis"></div>'
        return
    yield '<div class="analysis">'
    # Translators: the heading of the analysis of a match.
    yield f"<h2>{escape(pgettext('of a match', 'Analysis'))}</h2>"
    if analysis.accuracy:
        yield f"<h3>{escape(gettext('Accuracy'))}</h3>"
        yield "<dl>"
        for seat, player, accuracy in analysis.accuracy:
            dot = f'<span class="seat {seat.name.lower()}"></span>'
            yield f"<dt>{dot}<bdi>{escape(player)}</bdi></dt><dd>{escape(accuracy)}</dd>"
        yield "</dl>"
        yield f'<p class="quiet">{escape(analysis.legend)}</p>'
    yield "<picture>"
    night = f"{here}analysis.png?theme={NIGHT}"
    yield f'<source media="(prefers-color-scheme: dark)" srcset="{night}">'
    yield (
        f'<img src="{here}analysis.png" width="{CURVE[0]}" height="{CURVE[1]}" loading="lazy" '
        f'alt="{escape(analysis.alt)}">'
    )
    yield "</picture>"
    if analysis.note:
        yield f"<p>{escape(analysis.note)}</p>"
    if analysis.mistakes:
        yield "<ol>"
        for each in analysis.mistakes:
            dot = f'<span class="seat {each.seat.name.lower()}">{escape(each.seat_name)}</span>'
            turn = gettext("Turn {number}", number=each.ply)
            link = f'<a href="{here}{each.ply}">{escape(turn)}</a>'
            yield f"<li>{link} {dot} {escape(each.about)}</li>"
        yield "</ol>"
    yield "</div>"


def _files(whole: str, picture: str, record: str) -> Iterator[str]:
    files = (
        (picture, gettext("Square picture")),
        (f"{whole}.gif", gettext("Animation")),
        (record, pgettext("turns of a match, written down", "Record")),
        (f"{whole}.json", gettext("The same as JSON")),
    )
    links = [f'<a href="{address}">{escape(label)}</a>' for address, label in files]
    yield f'<p class="files quiet">{" · ".join(links)}</p>'


def _head(view: MatchView, title: str, slug: str, address: str | None) -> Iterator[str]:
    """Yield the tags that chats read to preview a link; absolute addresses need `address`."""
    parts = [view.headline, *([] if view.ply < len(view.turns) else [view.status]), view.facts]
    description = cut(" · ".join(filter(None, parts)), LONGEST_DESCRIPTION)
    yield f'<meta name="description" content="{escape(description)}">'
    yield '<meta property="og:type" content="website">'
    yield '<meta property="og:site_name" content="boop">'
    yield f'<meta property="og:title" content="{escape(title)}">'
    yield f'<meta property="og:description" content="{escape(description)}">'
    if address is None:
        return
    page = f"{address}/m/{slug}/{view.ply}"
    yield f'<link rel="canonical" href="{escape(page)}">'
    yield f'<meta property="og:url" content="{escape(page)}">'
    yield f'<meta property="og:image" content="{escape(page)}-card.png">'
    yield '<meta property="og:image:type" content="image/png">'
    yield f'<meta property="og:image:width" content="{CARD[0]}">'
    yield f'<meta property="og:image:height" content="{CARD[1]}">'
    yield f'<meta property="og:image:alt" content="{escape(view.alt)}">'
    yield '<meta name="twitter:card" content="summary_large_image">'


def _title(view: MatchView) -> str:
    """Return a title that fits a preview: a long name is cut, a short one beside it is not."""
    orange, gray = view.orange, view.gray
    while True:
        title = gettext("{orange} against {gray}", orange=orange, gray=gray)
        if len(title.encode()) <= LONGEST_TITLE or max(len(orange), len(gray)) <= 1:
            return title
        if len(orange.encode()) >= len(gray.encode()):
            orange = cut(orange, len(orange.encode()) - 1)
        else:
            gray = cut(gray, len(gray.encode()) - 1)


def cut(text: str, most: int) -> str:
    """Return the beginning of a text that has at most `most` bytes and cuts no grapheme."""
    if len(text.encode()) <= most:
        return text
    mark = "…"
    room = most - len(mark.encode())
    for each in beginnings(text.removesuffix(mark)):
        if len(each.rstrip().encode()) <= room:
            return each.rstrip() + mark
    return mark
