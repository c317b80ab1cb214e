"""A link to a shared match in the chat: what Discord's reader makes of its page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from bot.match.identity import GuildId
from bot.text import ENGLISH, Language, translations
from playground.unfurling import LONGEST_DESCRIPTION, LONGEST_TITLE, metas_of
from playground.world.messages import Json
from tests.kit.finished_matches import play_and_resign
from tests.kit.match_pages import ADDRESS, Web, path_in, request_link, serve_match_pages
from tests.kit.tables import Table
from tests.kit.thoroughness import quick_or_thorough

FAMILY = "👨‍👩‍👧‍👦"


async def unfurl(table: Table, web: Web, link: str) -> Json:
    """Post a link, and return what the chat shows below it."""
    playground = table.playground
    playground.unfurler.know(ADDRESS, f"http://127.0.0.1:{web.port}")
    ada = playground.person("ada")
    message = ada.say(playground.channel("games"), f"look at this: {link}")
    await playground.unfurler.rest()
    seen = ada.see(message)
    assert seen is not None
    [found] = seen.json["embeds"]
    return dict(found)


async def test_a_link_in_the_chat_shows_who_played_and_a_large_picture(table: Table) -> None:
    async with serve_match_pages(table) as web:
        server_match = await play_and_resign(table)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        embed = await unfurl(table, web, f"{ADDRESS}{path}")
        assert embed["title"] == "Ada against Bob"
        assert embed["description"].startswith("Bob wins: Ada resigned · classic")
        picture = embed["image"]
        assert (picture["width"], picture["height"]) == (1200, 630)
        ada = table.playground.person("ada")
        newest = ada.newest(table.playground.channel("games"))
        assert newest is not None
        [seen] = newest.pictures
        with Image.open(BytesIO(await seen.read())) as card:
            assert card.size == (1200, 630)
        # A turn has an address, and so a preview, of its own.
        earlier = await unfurl(table, web, f"{ADDRESS}{path.rpartition('/')[0]}/1")
        assert earlier["description"].startswith("Turn 1, Ada:")


@pytest.mark.long
async def test_a_preview_is_shown_whole_in_every_language(table: Table) -> None:
    table.playground.person("ada").user.display_name = FAMILY * 4
    table.playground.person("bob").user.display_name = "Bartholomäus von und zu Kätzch"
    async with serve_match_pages(table) as web:
        server_match = await play_and_resign(table)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        for language in quick_or_thorough([Language("ja")], [ENGLISH, *translations()]):
            await table.services.settings.change(
                GuildId(next(iter(table.playground.world.servers))),
                partial(replace, language=language),
            )
            for ply in range(4):
                await _expect_whole(table, web, f"{path.rpartition('/')[0]}/{ply}", language)


async def _expect_whole(table: Table, web: Web, address: str, language: Language) -> None:
    page = (await web.read(address)).text
    assert f'<html lang="{language}">' in page
    about = metas_of(page)
    embed = await unfurl(table, web, f"{ADDRESS}{address}?{language}")
    assert (embed["title"], embed["description"]) == (about["og:title"], about["og:description"])
    assert len(embed["title"].encode()) <= LONGEST_TITLE
    assert len(embed["description"].encode()) <= LONGEST_DESCRIPTION
    # No grapheme is cut: each joiner is part of a whole family.
    assert embed["title"].replace(FAMILY, "").count("\u200d") == 0
