"""The pages of a server's leaderboard: its table, its players, its tournaments and ladders."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from aiohttp import hdrs, web

from bot.features.standings.leaderboards import NoSuchSeason, PublicTable, PublicTables
from bot.match.identity import GuildId
from bot.text import speaking
from bot.web.addresses import PlayerAddresses
from bot.web.answers import CACHED, IS_INDEXED, REVOCABLE, fresh, json_answer, page_answer
from bot.web.competitions import CompetitionSource, competition_page
from bot.web.match_pages import MatchSource
from bot.web.pages import leaderboard_page, player_page, server_called
from bot.web.tables import (
    Names,
    guild_of,
    leaderboard_figures,
    no_leaderboard,
    no_page,
    no_season,
    number_in,
    requested_table,
    seasons_figures,
)


class LeaderboardRoutes:
    """Answers requests below the address of a leaderboard.

    `room` limits how many of them read from the database at the same time.
    """

    def __init__(
        self,
        tables: PublicTables,
        names: Names,
        matches: MatchSource,
        players: PlayerAddresses,
        competitions: Mapping[str, CompetitionSource],
        room: asyncio.Semaphore,
    ) -> None:
        self._tables = tables
        self._names = names
        self._matches = matches
        self._players = players
        self._competitions = competitions
        self._room = room

    def add_to(self, application: web.Application) -> None:
        """Serve the pages, and the same figures for programs."""
        add, below = application.router.add_get, "/servers/{server}/leaderboard"
        add(below, self.leaderboard)
        add(below + ".json", self.leaderboard_json)
        add("/servers/{server}/seasons.json", self.seasons_json)
        add(below + "/players/{player}", self.player)
        add(below + "/{kind}/{number}", self.competition)

    async def leaderboard(self, request: web.Request) -> web.Response:
        """Answer with a page in the server's language."""
        table = await self._part(request)
        guild = table.request.table.guild
        with speaking(await self._names.language(guild)):
            async with self._room:
                linked = await self._matches.linked(guild)
                competitions = [
                    replace(each, address=f"{kind}/{each.address}")
                    for kind, source in self._competitions.items()
                    for each in await source.listed(guild)
                ]
            address_of = partial(self._players.of, guild)
            page = leaderboard_page(table, self._names, linked, competitions, address_of)
        return fresh(request, page_answer(page), REVOCABLE if linked else CACHED)

    async def player(self, request: web.Request) -> web.Response:
        """Answer with the page of a player who is on a public leaderboard."""
        guild = guild_of(request)
        key = self._players.player(guild, request.match_info["player"])
        async with self._publication(request, guild) as is_indexed, self._room:
            player = None if key is None else await self._tables.player(guild, key)
            if player is None:
                raise web.HTTPNotFound(text=no_page())
            linked = await self._matches.linked(guild, player.user)
            page = player_page(player, guild, self._names, linked, is_indexed=is_indexed)
        return fresh(request, page_answer(page), REVOCABLE)

    async def competition(self, request: web.Request) -> web.Response:
        """Answer with the page of a tournament or a ladder."""
        guild = guild_of(request)
        source = self._competitions.get(request.match_info["kind"])
        number = number_in(request.match_info["number"])
        async with self._publication(request, guild) as is_indexed, self._room:
            view = None
            if source is not None and number is not None:
                view = await source.find(guild, number)
            if view is None:
                raise web.HTTPNotFound(text=no_page())
            server = server_called(self._names, guild)
            page = competition_page(view, server, is_indexed=is_indexed)
        return fresh(request, page_answer(page), REVOCABLE)

    @asynccontextmanager
    async def _publication(self, request: web.Request, guild: GuildId) -> AsyncIterator[bool]:
        """Yield whether search engines may list the pages of a server's leaderboards.

        Inside the block, the language is the reader's if the browser names any, else the server's.
        Raise `HTTPNotFound` if the server has no public leaderboards.
        """
        is_indexed = await self._tables.is_indexed(guild)
        if is_indexed is None:
            raise web.HTTPNotFound(text=no_page())
        request[IS_INDEXED] = is_indexed
        if hdrs.ACCEPT_LANGUAGE in request.headers:
            yield is_indexed
        else:
            with speaking(await self._names.language(guild)):
                yield is_indexed

    async def leaderboard_json(self, request: web.Request) -> web.Response:
        """Answer with the same figures as the page, as JSON."""
        figures = leaderboard_figures(await self._part(request), self._names)
        return fresh(request, json_answer(figures))

    async def seasons_json(self, request: web.Request) -> web.Response:
        """Answer with a server's seasons."""
        guild = guild_of(request)
        async with self._room:
            every = await self._tables.seasons(guild)
        if every is None:
            raise web.HTTPNotFound(text=no_leaderboard(guild))
        return fresh(request, json_answer(seasons_figures(guild, every, self._names)))

    async def _part(self, request: web.Request) -> PublicTable:
        table_request = requested_table(request)
        try:
            async with self._room:
                table = await self._tables.part(table_request)
        except NoSuchSeason as error:
            raise web.HTTPBadRequest(text=no_season(error.text, error.last)) from error
        if table is None:
            raise web.HTTPNotFound(text=no_leaderboard(table_request.table.guild))
        request[IS_INDEXED] = table.is_indexed
        return table
