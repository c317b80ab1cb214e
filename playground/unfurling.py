"""Unfurling: read the pages of links like Discord's crawler, and add embeds to messages."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import aiohttp

from playground.api.drafts import make_attachment
from playground.api.files import Files
from playground.api.intake import Upload
from playground.world import World
from playground.world.events import Event, MessagePosted
from playground.world.messages import Json, MessageFlag, WorldMessage

READER: Final = "Discordbot"
AGENT: Final = f"Mozilla/5.0 (compatible; {READER}/2.0; +https://discordapp.com)"
WITHIN: Final = 5.0
"""Seconds within which a page and its picture must be read."""
MOST_READ: Final = 8 * 1024 * 1024
"""The most bytes that are read of a page or of a picture."""
LONGEST_TITLE: Final = 67
LONGEST_DESCRIPTION: Final = 347
LONGEST_SITE_NAME: Final = 253
"""The longest site name in bytes. Discord makes no embed of a page with a longer one."""
MOST_LINKS: Final = 5
MOST_STEPS: Final = 5
MOST_KEPT: Final = 200
LARGE: Final = "summary_large_image"
PICTURES: Final = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "image/gif": "gif",
}

# An address between < and > is not unfurled. Punctuation after an address is not part of it.
_LINK: Final = re.compile(r"(?<!<)\bhttps?://[^\s<>|]*[^\s<>|.,;:!?'\")\]*_~`]")


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """The answer of a site."""

    kind: str
    body: bytes
    charset: str


class Unfurler:
    """Adds embeds to messages with links to known sites.

    No other site is ever asked. Each address is read once.
    """

    def __init__(self, world: World, files: Files, cdn: str) -> None:
        self._world = world
        self._files = files
        self._cdn = cdn
        self._sites: dict[str, str] = {}
        self._kept = OrderedDict[str, asyncio.Task[Json | None]]()
        self._adding = set[asyncio.Task[None]]()
        world.listen(self._handle)

    async def start(self) -> None:
        """Open the HTTP session."""
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(), headers={"User-Agent": AGENT}
        )

    async def stop(self) -> None:
        """Cancel all reading, and close the HTTP session."""
        tasks = [*self._adding, *self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._session.close()

    async def rest(self) -> None:
        """Wait until every link so far has been read."""
        await asyncio.gather(*self._adding)

    def know(self, site: str, served_at: str | None = None) -> None:
        """Unfurl links of a site such as `https://example.org`, which is served at `served_at`."""
        self._sites[site] = served_at or site

    def _handle(self, event: Event) -> None:
        if not isinstance(event, MessagePosted):
            return
        message = event.message
        if message.only_for is not None or message.flags & MessageFlag.SUPPRESS_EMBEDS:
            return
        links = [each for each in links_in(message.content) if self._site(each) is not None]
        if links:
            task = asyncio.create_task(self._add(message, links[:MOST_LINKS]))
            self._adding.add(task)
            task.add_done_callback(self._adding.discard)

    async def _add(self, message: WorldMessage, links: list[str]) -> None:
        embeds = await asyncio.gather(*(self._embed(each) for each in links))
        shown = [each for each in embeds if each is not None]
        if shown and self._world.messages.find(message.id) is message:
            self._world.messages.unfurl(message, shown)

    async def _embed(self, link: str) -> Json | None:
        if link not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                self._kept.popitem(last=False)
            self._kept[link] = asyncio.create_task(self._read(link))
        return await asyncio.shield(self._kept[link])

    async def _read(self, link: str) -> Json | None:
        """Return a page's embed; None if the page has no tags, is too slow or forbids crawlers."""
        try:
            async with asyncio.timeout(WITHIN):
                if not await self._may_read(link):
                    return None
                answer = await self._get(link)
                if answer is None or answer.kind != "text/html":
                    return None
                about = metas_of(answer.body.decode(answer.charset, "replace"))
                return await self._embed_json(link, about)
        except (TimeoutError, aiohttp.ClientError, LookupError, ValueError):
            # The page may name something that is not an address.
            return None

    async def _embed_json(self, link: str, about: Mapping[str, str]) -> Json | None:
        title, description = about.get("og:title"), about.get("og:description")
        site = about.get("og:site_name", "")
        if not (title or description) or len(site.encode()) > LONGEST_SITE_NAME:
            return None
        embed: Json = {"type": "article", "url": link}
        if title:
            embed["title"] = _beginning(title, LONGEST_TITLE)
        if description:
            embed["description"] = _beginning(description, LONGEST_DESCRIPTION)
        if site:
            embed["provider"] = {"name": site}
        address = about.get("og:image", "")
        picture = await self._picture(address)
        if picture is not None:
            is_large = about.get("twitter:card") == LARGE and "og:image:width" in about
            embed["image" if is_large else "thumbnail"] = picture
            if "og:image:alt" in about:
                picture["description"] = about["og:image:alt"]
        return embed

    async def _picture(self, address: str) -> Json | None:
        """Return a picture, which the playground serves from then on."""
        if self._site(address) is None:
            return None
        answer = await self._get(address)
        suffix = None if answer is None else PICTURES.get(answer.kind)
        if answer is None or suffix is None:
            return None
        number, name = self._world.snowflakes.next(), f"picture.{suffix}"
        kept = make_attachment(number, Upload(0, name, answer.body), None)
        self._files.keep(kept)
        shape: Json = {
            "url": address,
            "proxy_url": f"{self._cdn}/attachments/0/{number}/{name}",
            "content_type": answer.kind,
        }
        if kept.width is not None:
            shape |= {"width": kept.width, "height": kept.height}
        return shape

    async def _may_read(self, link: str) -> bool:
        """Return whether a site's robots.txt allows the crawler."""
        rules = RobotFileParser()
        answer = await self._get(urljoin(link, "/robots.txt"))
        rules.parse([] if answer is None else answer.body.decode("utf-8", "replace").splitlines())
        return rules.can_fetch(READER, link)

    async def _get(self, address: str) -> SiteAnswer | None:
        """Return a known site's answer, after a few redirects; None without an answer."""
        for _ in range(MOST_STEPS):
            site = self._site(address)
            if site is None:
                return None
            real = self._sites[site] + address.removeprefix(site)
            async with self._session.get(real, allow_redirects=False) as got:
                if got.status in {301, 302, 303, 307, 308}:
                    address = urljoin(address, got.headers.get("Location", ""))
                    continue
                if got.status != HTTPStatus.OK:
                    return None
                body = await got.content.read(MOST_READ)
                while len(body) < MOST_READ and (more := await got.content.read(MOST_READ)):
                    body += more
                return SiteAnswer(got.content_type, body, got.charset or "utf-8")
        return None

    def _site(self, address: str) -> str | None:
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        site = f"{parts.scheme}://{parts.netloc}"
        return site if site in self._sites else None


def links_in(text: str) -> Iterator[str]:
    """Yield the addresses in a text that are to be unfurled, each once."""
    yield from dict.fromkeys(_LINK.findall(text))


def metas_of(page: str) -> dict[str, str]:
    """Return the meta tags in the head of a page. Of two with the same name the first counts."""
    reader = _Metas()
    reader.feed(page)
    return reader.found


class _Metas(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            return
        facts = dict(attrs)
        name, content = facts.get("property") or facts.get("name"), facts.get("content")
        if name and content:
            self.found.setdefault(name, content)


def _beginning(text: str, most: int) -> str:
    return text.encode()[:most].decode("utf-8", "ignore")
