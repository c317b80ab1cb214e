"""Serve the web pages of matches, share matches, and read their pages."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp

from bot.cli.run import competition_pages
from bot.features.settings.server import MatchPages
from bot.match.identity import GuildId
from bot.web.server import public
from cogs.pages.shared_matches import SharedMatches
from cogs.wording.names import known_names
from playground import Person, SeenMessage
from tests.kit.answers import private_message
from tests.kit.leaderboard_pages import free_port
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table

ADDRESS = "https://boop.example.org"


@dataclass(frozen=True, slots=True)
class WebResponse:
    """The answer to a request."""

    status: int
    headers: Any
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True, slots=True)
class Web:
    """A client of the pages, which are served at a port of this machine."""

    port: int

    async def read(self, path: str, **headers: str) -> WebResponse:
        address = f"http://127.0.0.1:{self.port}{path}"
        async with aiohttp.ClientSession() as session, session.get(address, headers=headers) as got:
            return WebResponse(got.status, got.headers, await got.read())


@asynccontextmanager
async def serve_match_pages(table: Table) -> AsyncIterator[Web]:
    table.bot.public_url = ADDRESS
    port = free_port()
    async with (
        known_names(table.bot) as names,
        public(
            "127.0.0.1",
            port,
            table.bot.services.public_tables,
            names,
            SharedMatches(table.bot),
            ADDRESS,
            secret=b"a secret of tests",
            competitions=competition_pages(table.bot, names),
        ),
    ):
        yield Web(port)


async def request_link(person: Person, board: SeenMessage) -> SeenMessage:
    """Request a link on the panel for sharing a board's match."""
    panel = private_message(await person.press(board, "Share"))
    return private_message(await person.press(panel, "Get a link"))


def path_in(panel: SeenMessage) -> str:
    """Return the path of the link that a panel shows."""
    parsed = re.search(rf"{ADDRESS}(/m/[-_A-Za-z0-9]{{22}}/\d+)", panel.text)
    assert parsed is not None, panel.text
    return parsed[1]


def every_path(path: str) -> list[str]:
    """Return every address of a shared match."""
    whole = path.rpartition("/")[0]
    return [
        path,
        whole,
        f"{whole}.json",
        f"{whole}.gif",
        f"{whole}/record.txt",
        f"{path}.png",
        f"{path}-card.png",
        f"{path}-square.png",
        f"{whole}/0",
    ]


async def fetch_animation(web: Web, path: str) -> bytes:
    """Return the animation of a shared match once it is made.

    Until then, the server of a busy machine answers that the reader should try again.
    """
    whole = path.rpartition("/")[0]
    while (read := await web.read(f"{whole}.gif")).status == 503:
        pass
    return read.body


async def change_settings(table: Table, **changed: Any) -> str:
    """Change settings of the server, and return the path of its leaderboard."""
    guild = GuildId(next(iter(table.playground.world.servers)))
    await table.bot.services.settings.change(guild, lambda before: replace(before, **changed))
    return f"/servers/{guild}/leaderboard"


PATIENCE = 60.0


@dataclass
class StreamReader:
    """Reads a stream as a browser does: it continues after the last event that it received."""

    address: str
    last: str = ""
    turns: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Read one stream to its end."""
        headers = {"Last-Event-ID": self.last} if self.last else {}
        async with (
            aiohttp.ClientSession() as session,
            session.get(self.address, headers=headers) as got,
        ):
            self.statuses.append(got.status)
            self.changed.set()
            async for line in got.content:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    self.last = value
                elif name == "data":
                    self._take(json.loads(value))

    async def follow(self) -> None:
        """Read one stream after another until there is no page or the match is over."""
        while not any(each["over"] for each in self.events) and 404 not in self.statuses:
            try:
                await self.read()
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)

    def _take(self, event: dict[str, Any]) -> None:
        assert event["after"] <= len(self.turns), "a turn was missed"
        self.turns[event["after"] :] = event["turns"]
        self.events.append(event)
        self.changed.set()

    async def until(self, condition: Callable[..., object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    @property
    def received_turns(self) -> list[str]:
        """Every turn that was received, including repetitions."""
        return [turn for each in self.events for turn in each["turns"]]


@asynccontextmanager
async def follow_stream(
    address: str, last: str = "", known: Sequence[str] = ()
) -> AsyncIterator[StreamReader]:
    """Follow a page after the event with the id `last`; the turns `known` were read before."""
    reader = StreamReader(address, last, [*known])
    task = asyncio.create_task(reader.follow())
    try:
        yield reader
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def allow_match_pages(table: Table, pages: MatchPages = MatchPages.LIVE) -> None:
    await table.services.settings.change(
        GuildId(next(iter(table.playground.world.servers))),
        lambda before: replace(before, match_pages=pages),
    )


async def play_more(server_match: ServerMatch, ply: int, *turns: str) -> None:
    """Play more turns; `ply` turns were played before."""
    for number, turn in enumerate(turns, start=ply):
        await server_match.play_one(server_match.mover_after(number), turn)


async def sharing_question(server_match: ServerMatch, person: Person) -> SeenMessage:
    """Return the message that asks a person whether the match may be shared."""

    def found() -> list[SeenMessage]:
        messages = person.look(server_match.place)
        return [each for each in messages if "Agree" in each.labels]

    return (await server_match.playground.until(found, within=PATIENCE))[-1]


async def share_live(server_match: ServerMatch) -> str:
    """Share a live match, and return the path of its page."""
    question = private_message(
        await server_match.press_behind_more(server_match.orange, "Share live")
    )
    assert "can be watched by link once" in question.text
    return await agree_to_sharing(server_match)


async def agree_to_sharing(server_match: ServerMatch) -> str:
    """Agree to the opponent's request to share, and return the path of the page."""
    answer = await server_match.gray.press(
        await sharing_question(server_match, server_match.gray), "Agree"
    )
    assert not answer.failed
    messages = server_match.gray.look(server_match.place)
    [shown] = [each for each in messages if "can be watched by link now" in each.text]
    return path_in(shown)


SHOW, HIDE = "Show the analysis, too", "Hide the analysis"
