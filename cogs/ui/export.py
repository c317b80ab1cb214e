"""The record of a match as a file, and what is said beside it."""

import asyncio
import io
from typing import Final

import discord

from bot.game import Seat
from bot.host.replays import MatchRecord
from bot.match.day import Day
from bot.match.match import Match
from bot.match.note import read_note
from bot.match.record import Record, write_record
from cogs.ui.levels import level_name
from cogs.ui.names import NAMES
from cogs.ui.practice_words import waited_for
from cogs.ui.times import time_name
from cogs.ui.words import counted, outcome_name

NAMES_WITHIN: Final = 1.0
"""Seconds in which Discord may be asked for names; a person stands by their id after that."""


async def record_of(client: discord.Client, found: MatchRecord) -> Record:
    """Give the record of a match, with its players' names as they are known."""
    match = found.match
    orange, gray = await asyncio.gather(*(_name(client, match, seat) for seat in Seat))
    return Record(
        event=f"Match #{match.id}",
        day=Day.of(match.started_at),
        orange=orange,
        gray=gray,
        ruleset=match.position.ruleset,
        terms=time_name(match.clock.control),
        turns=found.turns,
        outcome=match.outcome,
    )


def record_file(match: Match, record: Record) -> discord.File:
    """Give a record as a file to send."""
    text = write_record(record).encode("utf-8")
    return discord.File(io.BytesIO(text), f"boop-{match.id}.txt")


def told_beside(match: Match) -> str:
    """Say of which match a record is, and how it stands there."""
    turns = counted(match.ply, "turn")
    if match.outcome is not None:
        return f"The record of **#{match.id}**, {turns}. {outcome_name(match, match.outcome)}."
    return f"The record of **#{match.id}** so far, {turns}. {waited_for(match)}."


async def _name(client: discord.Client, match: Match, seat: Seat) -> str:
    """Give a player's name in a line of text, or a person's id where it cannot be had soon."""
    if match.bot is not None and match.bot.seat is seat:
        return f"{level_name(match.bot.practice.level)} (level {match.bot.practice.level})"
    user = match.seats.user_of(seat)
    try:
        async with asyncio.timeout(NAMES_WITHIN):
            name = await NAMES.asked(client, user)
    except TimeoutError:
        name = None
    return (read_note(name) if name else None) or str(user)
