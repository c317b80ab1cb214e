"""Leaderboards and their players as HTML pages."""

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
from bot.text import N_, gettext, ngettext, translate
from bot.web.html import html_page
from bot.web.tables import Names, name_of, next_after, query

MOST_LINKED: Final = 24
"""How many of the latest seasons a page links to; older ones are reached by their number."""
_HEADS: Final = (N_("Place"), N_("Player"), N_("Rating"), N_("Record"))


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
    # Show no number: readers could recognise the player by it in other servers.
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
