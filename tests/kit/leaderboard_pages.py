"""Reading leaderboards outside of Discord."""

import json
import socket
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import aiohttp

from bot.features.pages.queries import Slug
from bot.features.settings.server import Leaderboard
from bot.match.identity import GuildId, MatchId, Revision, UserId
from bot.services import Services
from bot.text import ENGLISH, Language, translator_for
from bot.web.pages import MatchLink
from bot.web.server import public
from tests.kit.matches import GUILD

SECRET = b"a secret of tests"
VOID = {"meta", "br", "link", "img", "hr", "input", "source"}


@dataclass(slots=True)
class FixedNames:
    """Fixed names of people and servers."""

    people: dict[UserId, str] = field(default_factory=dict)
    servers: dict[GuildId, str] = field(default_factory=lambda: {GUILD: "The <Cattery>"})
    languages: dict[GuildId, Language] = field(default_factory=dict)

    def person(self, user: UserId) -> str | None:
        return self.people.get(user)

    def server(self, guild: GuildId) -> str | None:
        return self.servers.get(guild)

    async def language(self, guild: GuildId) -> Language:
        return self.languages.get(guild, ENGLISH)

    async def read_ahead(self, language: Language) -> None:
        translator_for(language)


class NoSharedMatches:
    """No match is shared."""

    async def find(self, slug: str) -> None:
        return None

    async def linked(self, guild: GuildId, player: UserId | None = None) -> list[MatchLink]:
        return []

    def drawing(self, theme: str, name: str) -> None:
        return None

    async def turns_at(self, slug: str) -> None:
        return None

    async def revisions(self, watched: Mapping[Slug, MatchId]) -> dict[Slug, Revision]:
        return {}

    def call_when_revoked(self, listener: object) -> None:
        """Nothing can be revoked."""


@dataclass(frozen=True, slots=True)
class WebResponse:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def figures(self) -> Any:
        return json.loads(self.text)


@dataclass(frozen=True, slots=True)
class LeaderboardServer:
    """A server of leaderboards."""

    port: int
    names: FixedNames

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def ask(
        self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None
    ) -> WebResponse:
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.address + path, headers=headers) as answer,
        ):
            return WebResponse(answer.status, answer.headers, await answer.text())


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


@asynccontextmanager
async def serve_leaderboards(host: Services) -> AsyncIterator[LeaderboardServer]:
    """Serve a host's leaderboards."""
    names, port = FixedNames(), free_port()
    nothing = NoSharedMatches()
    async with public("127.0.0.1", port, host.public_tables, names, nothing, secret=SECRET):
        yield LeaderboardServer(port, names)


async def publish(host: Services, guild: GuildId = GUILD) -> None:
    """Let everyone read a server's leaderboard."""
    await host.settings.change(
        guild, lambda before: replace(before, leaderboard=Leaderboard.PUBLIC)
    )


def insert_ratings(path: Path, points: Sequence[int], scope: int = 0) -> None:
    """Store ratings without matches; user 1001 has the first points, and so on."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT OR IGNORE INTO players (player_key, user_id, listing) VALUES (?, ?, 'listed')",
            ((key, 1000 + key) for key in range(1, len(points) + 1)),
        )
        connection.executemany(
            """
            INSERT INTO ratings (
                guild_id, ruleset, scope, player_key, points, deviation, volatility, rated_at,
                wins, draws, losses, opponents, shown
            ) VALUES (7, 'classic', ?, ?, ?, ?, 0.06, NULL, 9, 1, 4, 5, ?)
            """,
            (
                (scope, key, shown + 0.25, 64 if key % 2 else 120, shown)
                for key, shown in enumerate(points, 1)
            ),
        )
        connection.execute(
            """
            INSERT INTO rating_counts (guild_id, ruleset, scope, shown, players)
            SELECT guild_id, ruleset, scope, shown, count(*)
            FROM ratings
            WHERE scope = ?
            GROUP BY guild_id, ruleset, scope, shown
            """,
            [scope],
        )


def insert_seasons(path: Path, *spans: tuple[float, float | None]) -> None:
    """Store seasons with these starts and ends; they are numbered from 1."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO seasons (id, guild_id, number, began_at, ended_at) VALUES (?, 7, ?, ?, ?)",
            ((number, number, *span) for number, span in enumerate(spans, 1)),
        )


class Page(HTMLParser):
    """A page being read; every element must be closed, and no id may occur twice."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, Mapping[str, str | None]]] = []
        self.tags: list[tuple[str, Mapping[str, str | None]]] = []
        self.links: dict[str, str] = {}
        self.rows: list[list[str]] = []
        self.title = self.heading = ""
        self.words = ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self.open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"

    def handle_data(self, data: str) -> None:
        inside = [tag for tag, _ in self.open]
        if not inside or "style" in inside:
            return
        self.words += data
        if "title" in inside:
            self.title += data
        if "h1" in inside:
            self.heading += data
        if "td" in inside or ("th" in inside and "tr" in inside):
            self.rows[-1][-1] += data
        if inside[-1] == "a":
            self.links[data] = self.open[-1][1]["href"] or ""


def erase_user(path: Path, user: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE players SET user_id = NULL WHERE user_id = ?", [user])
