"""Turns that are taken back: a match as it stood before them, and what beds had shown of them."""

from bot.game import Step, play, read_position, read_turn
from bot.match.identity import Ply, Revision
from bot.match.match import Match
from bot.match.taking_back import Earlier
from bot.store import matches
from bot.store.asking import Statements
from bot.store.database import QUERIES, Reading, Writing


async def earlier(reading: Reading, match: Match, ply: Ply) -> Earlier:
    """Give what is to be known of a match as it stood after so many of its turns."""
    found = await matches.find_with_past(reading, match.id)
    past = found[1][: ply + 1] if found else []
    if len(past) != ply + 1:
        raise AssertionError(f"match {match.id} has no record of {ply} turns")
    if ply == 0:
        return Earlier(ply, None, 1)
    notation = await QUERIES.turn_at(reading.connection, match_id=match.id, ply=ply)
    before = read_position(past[ply - 1], match.position.ruleset)
    return Earlier(ply, play(before, read_turn(notation)), past.count(past[ply]))


def take_back(writing: Writing, match: Match) -> Statements:
    """Take out of the record every turn after where the match has gone back to.

    They are kept apart, for beds that showed them.
    """
    return Statements(
        QUERIES.keep_turns_taken_back(
            writing.connection, back_at=match.revision, match_id=match.id, ply=match.ply
        ),
        QUERIES.drop_turns_after(writing.connection, match_id=match.id, ply=match.ply),
    )


async def steps_shown(reading: Reading, match: Match, revision: Revision) -> tuple[Step, ...]:
    """Give the turns that a bed of that revision told, be they taken back since or not."""
    rows = QUERIES.last_turns_shown(reading.connection, match_id=match.id, revision=revision)
    return matches.steps_in_one_go([row async for row in rows], match)
