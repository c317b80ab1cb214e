"""The record of a match, with the names of its players."""

import asyncio
from typing import Final

import discord

from bot.game import Seat, Turn
from bot.match.calendar import Day
from bot.match.match import Match
from bot.match.record import Record
from bot.match.terms import read_note
from bot.text import ENGLISH, gettext, speaking
from cogs.wording.levels import level_name
from cogs.wording.names import NAMES
from cogs.wording.times import time_name

NAMES_WITHIN: Final = 1.0
"""Seconds to wait for a player's name from Discord. After that the record has the id instead."""


async def record_of(client: discord.Client, match: Match, turns: tuple[Turn, ...]) -> Record:
    """Return the record of a match, with the names of its players as far as they are known.

    The record is in English, because programs read it.
    """
    with speaking(ENGLISH):
        terms = time_name(match.clock.control)
    orange, gray = await asyncio.gather(*(_name(client, match, seat) for seat in Seat))
    return Record(
        event=f"Match #{match.id}",
        day=Day.of(match.started_at),
        orange=orange,
        gray=gray,
        ruleset=match.position.ruleset,
        terms=terms,
        turns=turns,
        outcome=match.outcome,
    )


async def _name(client: discord.Client, match: Match, seat: Seat) -> str:
    """Return a player's name on one line; the user's id if Discord does not return a name soon."""
    if match.bot is not None and match.bot.seat is seat:
        level = match.bot.practice.level
        with speaking(ENGLISH):
            return gettext("{cat} (level {level})", cat=level_name(level), level=level)
    user = match.seats.user_of(seat)
    try:
        async with asyncio.timeout(NAMES_WITHIN):
            name = await NAMES.fetch(client, user)
    except TimeoutError:
        name = None
    return (read_note(name) if name else None) or str(user)
