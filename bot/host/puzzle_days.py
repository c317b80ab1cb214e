"""The puzzle of each day: which day it is in a server, and the puzzle that is drawn for it."""

from bot.engine.puzzles import Puzzle, puzzles_of
from bot.host.puzzling import draw, find_puzzle, ruleset_for
from bot.match.identity import GuildId, Instant
from bot.match.puzzle_day import PuzzleDay, hour_of, today
from bot.store import puzzles, servers
from bot.store.database import Reading, Writing


async def day_now(reading: Reading, guild: GuildId, now: Instant) -> tuple[int, PuzzleDay]:
    """Give the hour, in UTC, at which days begin in a server, and the day that it is there."""
    hour = hour_of(await servers.find(reading, guild))
    return hour, today(now, hour, await puzzles.latest_day(reading, guild))


async def drawn_for(writing: Writing, guild: GuildId, day: PuzzleDay) -> Puzzle:
    """Give the puzzle of a day, drawn for it if it has none that this program knows."""
    number = await puzzles.of_day(writing, guild, day)
    known = None if number is None else find_puzzle(number)
    if known is not None:
        return known
    ruleset = ruleset_for((await servers.find(writing, guild)).ruleset)
    used = await puzzles.used(writing, guild)
    puzzle = draw(puzzles_of(ruleset), used, f"server {guild}")
    await puzzles.keep_day(writing, guild, day, puzzle.id)
    return puzzle
