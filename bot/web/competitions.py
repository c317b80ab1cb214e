"""Tournaments and ladders as pages, below the address of a public leaderboard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from bot.match.identity import GuildId
from bot.text import gettext
from bot.web.html import html_page
from bot.web.pages import PageLink, leaderboard_link


@dataclass(frozen=True, slots=True)
class GameView:
    """The score of a match, who played it, and its page if it is shared."""

    score: str
    players: str
    slug: str | None


@dataclass(frozen=True, slots=True)
class PlaceView:
    """An entrant's row; `games` has the matches against each entrant of the group, in order.

    `place` is empty if the entrant's results do not count. `note` says what is still possible.
    """

    place: str
    name: str
    score: str
    note: str = ""
    games: tuple[tuple[GameView, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class GroupView:
    """A table of a tournament, or the order of a ladder; `score` and `note` head its columns."""

    title: str
    score: str
    note: str
    places: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a bracket: each pairing in a sentence, and its matches."""

    title: str
    pairings: tuple[tuple[str, tuple[GameView, ...]], ...]


@dataclass(frozen=True, slots=True)
class CompetitionView:
    """What the page of a tournament or a ladder says, in the current language.

    `has_unnamed` says whether it calls someone "a player".
    """

    name: str
    about: tuple[str, ...]
    rounds: tuple[RoundView, ...] = ()
    groups: tuple[GroupView, ...] = ()
    has_unnamed: bool = False


class CompetitionSource(Protocol):
    """Finds the tournaments or the ladders of a server, in the current language."""

    async def listed(self, guild: GuildId) -> Sequence[PageLink]:
        """Return links to those that are under way and to the latest others."""

    async def find(self, guild: GuildId, number: int) -> CompetitionView | None:
        """Return one of a server; None if it has none with that number."""


def competition_page(view: CompetitionView, server: str, *, is_indexed: bool) -> str:
    """Write the page of a tournament or a ladder; `server` is the name of its server.

    `is_indexed` says whether search engines may list it.
    """
    note = gettext("“A player” asked not to be named, or has a name that isn't known right now.")
    return html_page(
        f"{view.name} · {server}",
        [
            leaderboard_link(server),
            f"<h1><bdi>{escape(view.name)}</bdi></h1>",
            *(f"<p>{escape(each)}</p>" for each in view.about if each),
            *(line for each in view.rounds for line in _round(each)),
            *(line for each in view.groups for line in _group(each)),
            *([f'<p class="quiet">{escape(note)}</p>'] if view.has_unnamed else []),
        ],
        is_indexed=is_indexed,
    )


def _group(group: GroupView) -> Iterator[str]:
    if group.title:
        yield f"<h2>{escape(group.title)}</h2>"
    heads = [gettext("Place"), gettext("Player"), group.score]
    has_notes = any(each.note for each in group.places)
    if has_notes:
        heads.append(group.note)
    yield '<table class="places">'
    yield _heads(heads)
    yield "<tbody>"
    for each in group.places:
        note = f"<td>{escape(each.note)}</td>" if has_notes else ""
        yield f"<tr><td>{each.place}</td>{_name(each)}<td>{escape(each.score)}</td>{note}</tr>"
    yield "</tbody>"
    yield "</table>"
    if any(each.games for each in group.places):
        yield from _crosstable(group.places)


def _crosstable(places: Sequence[PlaceView]) -> Iterator[str]:
    label = gettext("Results: 1 won, ½ drawn, 0 lost, … not over")
    yield f'<p class="quiet">{escape(label)}</p>'
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{escape(label)}">'
    yield '<table class="cross">'
    yield _heads(["#", gettext("Player"), *map(str, range(1, len(places) + 1))])
    yield "<tbody>"
    for row, each in enumerate(places):
        cells = "".join(
            f"<td>{'×' if column == row else _games(games)}</td>"
            for column, games in enumerate(each.games)
        )
        yield f"<tr><td>{row + 1}</td>{_name(each)}{cells}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _heads(heads: Sequence[str]) -> str:
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f"<thead><tr>{cells}</tr></thead>"


def _name(place: PlaceView) -> str:
    return f'<th scope="row"><bdi>{escape(place.name)}</bdi></th>'


def _round(each: RoundView) -> Iterator[str]:
    yield f"<h2>{escape(each.title)}</h2>"
    yield '<ul class="matches">'
    for sentence, games in each.pairings:
        shown = f"<br>{_games(games, ' · ')}" if games else ""
        yield f"<li>{escape(sentence)}{shown}</li>"
    yield "</ul>"


def _games(games: Sequence[GameView], between: str = " ") -> str:
    return between.join(map(_game, games))


def _game(game: GameView) -> str:
    if game.slug is None:
        return escape(game.score)
    label = escape(f"{game.score}, {game.players}")
    address = f"../../../../m/{game.slug}"
    return f'<a href="{address}" aria-label="{label}">{escape(game.score)}</a>'
