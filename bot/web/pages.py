"""HTML pages that need no scripts and fit a phone: their common parts, and leaderboards."""

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlencode

from bot.features.pages.queries import Slug
from bot.features.standings.glicko import is_provisional
from bot.features.standings.leaderboards import PublicPlace, PublicPlayer, PublicTable
from bot.features.standings.queries import RankedPlayer
from bot.features.standings.seasons import Season, Span
from bot.match.calendar import Day, full_date_name
from bot.match.identity import GuildId, Instant, PlayerKey
from bot.match.terms import RATING_KINDS, rating_kind_name
from bot.text import N_, current, gettext, ngettext, translate
from bot.web.tables import Names, name_of, next_after, query

MOST_LINKED: Final = 24
"""How many seasons a page links to, the latest ones; others are reached by their number."""
STYLE: Final = """
:root { color-scheme: light dark; --ground: #fdfaf5; --ink: #2b2620; --line: #c9c2b8;
  --quiet: #5a544c; --link: #7a3b00;
  --mistake: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1f1c23; --ink: #ece8f0; --line: #4a4550; --quiet: #b9b3c0; --link: #ffb877;
    --mistake: #ff8a80; }
}
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  margin: 0; padding: 1rem; }
main { margin: 0 auto; max-width: 44rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.5rem 0 0; }
h3 { font-size: 1rem; line-height: 1.3; margin: 0.5rem 0 0; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; margin: 0.75rem 0;
  padding: 0; }
nav a { display: inline-block; padding: 0.2rem 0; }
[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
caption { color: var(--quiet); padding-bottom: 0.25rem; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.5rem 0.4rem 0; text-align: right; }
th:nth-child(2) { overflow-wrap: anywhere; text-align: left; width: 99%; }
tbody th { font-weight: normal; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.wide table { margin-top: 0; }
.places th:first-child, .places th:nth-child(3) { white-space: nowrap; }
.places td + td { padding-left: 0.5rem; }
.cross th:nth-child(2) { min-width: 5.5rem; }
.cross td, .cross th:nth-child(n + 3) { padding-left: 0.4rem; text-align: center; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.matches { list-style: none; margin: 0.5rem 0 1rem; padding: 0; }
.matches li { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; padding: 0.5rem 0; }
.bed { margin: 0.75rem 0 0.5rem; }
.bed img, .bed svg { aspect-ratio: 720 / 804; border-radius: 4%; display: block; height: auto;
  margin: 0 auto; width: min(100%, calc(80vh * 720 / 804)); }
.result { font-size: 1.125rem; font-weight: bold; }
.status { min-height: 1.5rem; }
.players { display: flex; gap: 1rem; justify-content: space-between; margin: 0 auto 0.75rem;
  max-width: 33rem; }
.players > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.keys { display: none; text-align: center; }
.steps ul { flex-wrap: nowrap; gap: 0.5rem; margin: 0 auto 1rem; max-width: 33rem; }
.steps li { flex: 1; }
.steps a, .steps span { border: 1px solid var(--line); border-radius: 0.5rem; display: block;
  padding: 0.6rem 0.25rem; text-align: center; text-decoration: none; }
.steps span { color: var(--quiet); opacity: 0.5; }
.turns { columns: 2 8.5rem; font-size: 0.875rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.turns a { display: block; padding: 0.2rem 0 0.2rem 3.2em; text-decoration: none;
  text-indent: -3.2em; }
.mistake { color: var(--mistake); }
.analysis img { border-radius: 0.5rem; display: block; height: auto; margin: 0.75rem 0;
  max-width: 36rem; width: 100%; }
.analysis dl { display: grid; gap: 0.1rem 1rem; grid-template-columns: max-content 1fr;
  margin: 0.5rem 0; }
.analysis dd { font-variant-numeric: tabular-nums; font-weight: bold; margin: 0; }
.analysis ol { margin: 0.5rem 0 1rem; padding-left: 1.5rem; }
.analysis li { padding: 0.25rem 0; }
.bed picture[hidden] { display: none; }
.piece { transform-box: view-box; transform-origin: 52px 52px;
  transition: transform 0.32s ease-out, opacity 0.32s; }
.piece.is-new { animation: drop 0.2s ease-out; }
.piece.is-gone { opacity: 0; }
@keyframes drop { from { opacity: 0; } }
.target { cursor: pointer; fill: transparent; }
.target:hover, .target:focus-visible { fill: #ffc83d66; outline: none; stroke: var(--link);
  stroke-width: 5; }
@media (hover: none) { .target:hover:not(:focus-visible) { fill: transparent; stroke: none; } }
.slider { accent-color: var(--link); display: block; margin: 0 auto 0.5rem; max-width: 33rem;
  min-height: 2rem; width: 100%; }
.scripted { visibility: hidden; }
@media (scripting: none) { .scripted { display: none; } }
.tools { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin: 0 auto 1rem;
  max-width: 33rem; }
.tools:empty { display: none; }
.tools button, .tools select { background: none; border: 1px solid var(--line);
  border-radius: 0.5rem; color: var(--link); font: inherit; max-width: 100%; min-height: 2.75rem;
  padding: 0.4rem 0.9rem; }
.tools select { background: var(--ground); }
.tools [aria-pressed=true] { background: var(--link); color: var(--ground); }
.tools :disabled { color: var(--quiet); opacity: 0.6; }
.trial { margin: 0 auto; max-width: 33rem; text-align: center; }
.is-trial .keys, .is-trial .slider, .is-trial .steps, .is-trial .board > .tools, .is-trial .turns,
.is-trial .status, .is-trial .result, .is-trial .analysis { display: none; }
.seat { border: 1px solid var(--quiet); border-radius: 50%; color: transparent;
  display: inline-block; font-size: 0; height: 0.7rem; margin: 0 0.35rem 0 0.15rem;
  overflow: hidden; text-indent: 0; vertical-align: -0.05rem; width: 0.7rem; }
.orange { background: #f0913a; }
.gray { background: #8a93a0; }
@media (min-width: 62rem) {
  @media (hover: hover) and (scripting: enabled) { .keys { display: block; } }
  .match { column-gap: 2rem; display: grid; grid-template-columns: 36rem 1fr; max-width: 64rem; }
  .match > * { grid-column: 2; }
  .match > .board { align-self: start; grid-column: 1; grid-row: 1 / span 9; position: sticky;
    top: 1rem; }
  .match .bed img, .match .bed svg {
    width: min(100%, max(20rem, calc((100vh - 18.75rem) * 720 / 804))); }
}
@media (max-width: 28rem) { th, td { font-size: 0.875rem; padding-right: 0.3rem; } }
"""
_HEADS: Final = (N_("Place"), N_("Player"), N_("Rating"), N_("Record"))
STYLE_HASH: Final = "sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""Allows this style and no other in the browser."""


@dataclass(frozen=True, slots=True)
class MatchLink:
    """A shared match that another page links to, in the current language."""

    slug: Slug
    orange: str
    gray: str
    result: str
    facts: str


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page below a leaderboard, with its title in the current language."""

    address: str
    name: str
    about: str


def server_called(names: Names, guild: GuildId) -> str:
    """Return the name of a server, or else its number."""
    return names.server(guild) or gettext("server {guild}", guild=guild)


def leaderboard_page(
    table: PublicTable,
    names: Names,
    matches: Sequence[MatchLink],
    competitions: Sequence[PageLink],
    address_of: Callable[[PlayerKey], str],
) -> str:
    """Write a part of a leaderboard as a page.

    It links to matches that are shared, to tournaments and ladders, and to the pages of players
    whose names are known; `address_of` returns their addresses.
    """
    guild, ruleset = table.request.table.guild, table.request.table.ruleset
    server = server_called(names, guild)
    heading = gettext("Leaderboard of {server}", server=f"<bdi>{escape(server)}</bdi>")
    return html_page(
        gettext(
            "Leaderboard of {server}: {period}, {ruleset}",
            server=server,
            period=_period_name(table),
            ruleset=rating_kind_name(ruleset),
        ),
        [
            f"<h1>{heading}</h1>",
            f"<p>{escape(_description(table))}</p>",
            *_links(gettext("Season"), _seasons(table)),
            *_links(gettext("Ruleset"), _rulesets(table)),
            *(_table(table, names, address_of) if table.rows else [f"<p>{_empty_note(table)}</p>"]),
            *_links(gettext("Pages"), _page_links(table)),
            *_competitions(competitions),
            *_matches(matches, "../.."),
            *_footer(table),
        ],
        is_indexed=table.is_indexed,
    )


def player_page(
    player: PublicPlayer,
    guild: GuildId,
    names: Names,
    matches: Sequence[MatchLink],
    *,
    is_indexed: bool,
) -> str:
    """Write the page of a player of a server's leaderboards, with links to their shared matches.

    `is_indexed` says whether search engines may list it.
    """
    server = server_called(names, guild)
    name = names.person(player.user) or gettext("a player")
    return html_page(
        f"{name} · {server}",
        [
            leaderboard_link(server),
            f"<h1><bdi>{escape(name)}</bdi></h1>",
            *_places(player.places),
            *_matches(matches, "../../../.."),
            f'<p class="quiet">{escape(_explanation())}</p>',
        ],
        is_indexed=is_indexed,
    )


def leaderboard_link(server: str) -> str:
    """Return a link to a server's leaderboard, for the pages below it."""
    named = gettext("Leaderboard of {server}", server=f"<bdi>{escape(server)}</bdi>")
    return f'<p><a href="../../leaderboard">{named}</a></p>'


def error_page(sentence: str) -> str:
    """Write a sentence as a page, for a request of something that does not exist."""
    return html_page(gettext("Not found"), ["<h1>boop</h1>", f"<p>{escape(sentence)}</p>"])


def html_page(
    title: str,
    body: Iterable[str],
    head: Iterable[str] = (),
    main: str = "<main>",
    *,
    is_indexed: bool = False,
) -> str:
    """Write a page in the current language.

    `head` is more of its head, and `main` the opening tag of its body. `is_indexed` says whether
    search engines may list it.
    """
    lines = [
        "<!doctype html>",
        f'<html lang="{current().language}">',
        "<head>",
        '<meta charset="utf-8">',
        f"<title>{escape(title)} · boop</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        *([] if is_indexed else ['<meta name="robots" content="noindex">']),
        *head,
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        main,
        *body,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _period_name(table: PublicTable) -> str:
    if table.season is not None:
        return gettext("season {number}", number=table.season.number)
    return (
        gettext("all time") if table.request.period is Span.ALL_TIME else gettext("no season yet")
    )


def _description(table: PublicTable) -> str:
    parts = [rating_kind_name(table.request.table.ruleset), _period_name(table)]
    season = table.season
    if season is not None and season.ended_at is not None:
        parts.append(
            gettext(
                "{first} to {last}, final standings",
                first=_day(season.began_at),
                last=_day(season.ended_at),
            )
        )
    elif season is not None:
        parts.append(gettext("since {first}", first=_day(season.began_at)))
    ranked = ngettext("{count} ranked player", "{count} ranked players", table.ranked)
    return " · ".join([*parts, ranked])


def _day(moment: Instant) -> str:
    return full_date_name(Day.of(moment))


def _seasons(table: PublicTable) -> Iterator[str]:
    shown = list(table.seasons[-MOST_LINKED:])
    if table.season is not None and table.season not in shown:
        shown.insert(0, table.season)
    all_time = query(table, season=Span.ALL_TIME.value)
    yield _link(gettext("All time"), all_time, is_here=table.request.period is Span.ALL_TIME)
    for season in reversed(shown):
        yield _link(
            _name(season), query(table, season=season.number), is_here=season == table.season
        )


def _name(season: Season) -> str:
    return (
        gettext("Season {number}", number=season.number)
        if season.ended_at
        else gettext("Season {number}, now", number=season.number)
    )


def _rulesets(table: PublicTable) -> Iterator[str]:
    for name in RATING_KINDS:
        is_here = name == table.request.table.ruleset
        yield _link(rating_kind_name(name), query(table, ruleset=name), is_here=is_here)


def _page_links(table: PublicTable) -> Iterator[str]:
    request, after = table.request, next_after(table)
    if request.after:
        before = max(0, request.after - request.most)
        yield _link(gettext("Previous"), query(table, after=before), is_here=False)
    if after is not None:
        yield _link(gettext("Next"), query(table, after=after), is_here=False)


def _link(label: str, query_string: str, *, is_here: bool) -> str:
    here = ' aria-current="page"' if is_here else ""
    return f'<li><a href="leaderboard?{escape(query_string)}"{here}>{escape(label)}</a></li>'


def _links(label: str, links: Iterable[str]) -> list[str]:
    found = list(links)
    return [f'<nav aria-label="{escape(label)}"><ul>', *found, "</ul></nav>"] if found else []


def _places(places: Sequence[PublicPlace]) -> Iterator[str]:
    """Yield a player's rows of the leaderboards, each with a link to it."""
    yield "<table>"
    caption = gettext("Places, with matches won–drawn–lost")
    yield f"<caption>{escape(caption)}</caption>"
    heads = (_HEADS[0], N_("Ruleset"), *_HEADS[2:])
    cells = "".join(f'<th scope="col">{escape(translate(head))}</th>' for head in heads)
    yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for each in places:
        period = gettext("All time") if each.season is None else _name(each.season)
        season = Span.ALL_TIME.value if each.season is None else each.season.number
        address = urlencode({"ruleset": each.ruleset, "season": season})
        name = escape(f"{rating_kind_name(each.ruleset)} · {period}")
        link = f'<a href="../../leaderboard?{escape(address)}">{name}</a>'
        left = "" if each.row.left_at is None else _left_server()
        yield _row(each.row, each.at, f"{link}{left}")
    yield "</tbody>"
    yield "</table>"


def _table(
    table: PublicTable, names: Names, address_of: Callable[[PlayerKey], str]
) -> Iterator[str]:
    first = table.request.after + 1
    yield "<table>"
    last = first + len(table.rows) - 1
    caption = gettext(
        "Players {first} to {last}, with matches won–drawn–lost", first=first, last=last
    )
    yield f"<caption>{escape(caption)}</caption>"
    heads = "".join(f'<th scope="col">{escape(translate(head))}</th>' for head in _HEADS)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        yield _row(row, table.at, _player(row, names, address_of))
    yield "</tbody>"
    yield "</table>"


def _row(row: RankedPlayer, at: Instant, about: str) -> str:
    rating = row.rating.at(at)
    points = f"{row.points}?" if is_provisional(rating) else _with_deviation(row, rating.deviation)
    record = f"{row.rating.wins}–{row.rating.draws}–{row.rating.losses}"
    return (
        f'<tr><td>{row.place}</td><th scope="row">{about}</th><td>{points}</td>'
        f"<td>{record}</td></tr>"
    )


def _with_deviation(row: RankedPlayer, deviation: float) -> str:
    return f"{row.points} ± {round(deviation)}"


def _player(row: RankedPlayer, names: Names, address_of: Callable[[PlayerKey], str]) -> str:
    if row.user is None:
        return f"<i>{escape(gettext('a former player'))}</i>"
    name = name_of(row, names)
    left = "" if row.left_at is None else _left_server()
    # No number is shown: players could be recognised by it in other servers.
    if name is None:
        called = f"<i>{escape(gettext('a player'))}</i>"
    else:
        address = f"leaderboard/players/{address_of(row.player)}"
        called = f'<a href="{address}"><bdi>{escape(name)}</bdi></a>'
    return f"{called}{left}"


def _left_server() -> str:
    return f' <span class="quiet">{escape(gettext("left the server"))}</span>'


def _competitions(links: Sequence[PageLink]) -> Iterator[str]:
    if not links:
        return
    yield f"<h2>{escape(gettext('Tournaments'))}</h2>"
    yield '<ul class="matches">'
    for each in links:
        link = f'<a href="leaderboard/{each.address}"><bdi>{escape(each.name)}</bdi></a>'
        yield f'<li>{link}<br><span class="quiet">{escape(each.about)}</span></li>'
    yield "</ul>"


def _matches(matches: Sequence[MatchLink], root: str) -> Iterator[str]:
    """Yield links to matches; `root` leads from the page to the root of all pages."""
    if not matches:
        return
    # Translators: the heading of a list of matches whose players have shared them by link.
    yield f"<h2>{escape(gettext('Shared matches'))}</h2>"
    yield '<ul class="matches">'
    for match in matches:
        names = [f"<bdi>{escape(name)}</bdi>" for name in (match.orange, match.gray)]
        players = gettext("{orange} against {gray}", orange=names[0], gray=names[1])
        about = escape(f"{match.result} · {match.facts}")
        link = f'<a href="{root}/m/{match.slug}">{players}</a>'
        yield f'<li>{link}<br><span class="quiet">{about}</span></li>'
    yield "</ul>"


def _empty_note(table: PublicTable) -> str:
    if table.ranked:
        return ngettext(
            "This page is empty: only {count} player is ranked.",
            "This page is empty: only {count} players are ranked.",
            table.ranked,
        )
    return gettext("No one is ranked here yet.")


def _explanation() -> str:
    return gettext(
        "A rating with ? is provisional: it still changes a lot with each match. The number after "
        "± says how certain a rating is. Players can ask not to be listed; “a player” is someone "
        "whose name isn't known right now."
    )


def _footer(table: PublicTable) -> Iterator[str]:
    yield f'<p class="quiet">{escape(_explanation())}</p>'
    query_string = escape(query(table, after=table.request.after))
    json = escape(gettext("The same as JSON"))
    yield f'<p class="quiet"><a href="leaderboard.json?{query_string}">{json}</a></p>'
