"""Matches and their turns in the database."""

import asyncio
import sqlite3
from typing import Final

import structlog

from bot.game import (
    GameRefusal,
    Position,
    Ruleset,
    Seat,
    Step,
    Turn,
    name_of,
    play,
    read_position,
    read_turn,
    ruleset_of,
    square_named,
    write_position,
    write_turn,
)
from bot.match.challenge import Seats
from bot.match.clock import TurnClock, read_time, write_time
from bot.match.draft import Draft
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Ply,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import Home, Match
from bot.match.offers import NO_OFFERS, DrawOffers
from bot.match.outcome import Outcome, Why
from bot.store.database import QUERIES, Reading, Writing
from bot.store.errors import UnreadableRow

_log: Final = structlog.get_logger(__name__)


async def insert(writing: Writing, match: Match) -> None:
    """Keep a new match."""
    ruleset = match.position.ruleset
    await QUERIES.insert_match(
        writing.connection,
        id=match.id,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        guild_id=match.home.guild,
        origin_id=match.home.origin,
        challenge_message_id=match.home.message,
        channel_id=match.home.channel,
        orange_id=match.seats.orange,
        gray_id=match.seats.gray,
        started_at=match.started_at,
        **_changing(match),
    )


async def find(reading: Reading, number: MatchId) -> Match | None:
    """Give the match of that number."""
    row = await QUERIES.match_by_id(reading.connection, id=number)
    return _match(row) if row else None


async def find_with_past(reading: Reading, number: MatchId) -> tuple[Match, list[str]] | None:
    """Give the match of that number, and the texts of all positions that have stood in it.

    Both are asked for at once, which is one trip to the connection's thread and not two.
    """
    match, positions = await asyncio.gather(find(reading, number), _positions(reading, number))
    if match is None:
        return None
    return match, [write_position(Position.start(match.position.ruleset)), *positions]


async def _positions(reading: Reading, number: MatchId) -> list[str]:
    rows = QUERIES.positions_of_match(reading.connection, match_id=number)
    return [row["position"] async for row in rows]


async def update(writing: Writing, match: Match, seen: Revision) -> bool:
    """Write where a match stands. False when it was not at the revision that was seen."""
    changed: int = await QUERIES.update_match(
        writing.connection, id=match.id, seen=seen, **_changing(match)
    )
    return changed == 1


async def settle_home(writing: Writing, number: MatchId, channel: ChannelId) -> None:
    """Write in which thread or channel a match lives."""
    await QUERIES.settle_home(writing.connection, id=number, channel_id=channel)


async def live_of_user(reading: Reading, user: UserId) -> list[Match]:
    """List a person's live matches, the one that waited longest first.

    One that cannot be read is left out, so that the others can be played on.
    """
    live = []
    async for row in QUERIES.matches_of_user(reading.connection, user_id=user):
        try:
            live.append(_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return live


async def of_channel(reading: Reading, channel: ChannelId, most: int) -> list[Match]:
    """List the matches that live in a thread or channel, those that are over too, newest first."""
    rows = QUERIES.matches_of_channel(reading.connection, channel_id=channel, most=most)
    return [_match(row) async for row in rows]


async def latest_of_user(reading: Reading, user: UserId, guild: GuildId, most: int) -> list[Match]:
    """List a person's matches in a server, those that are over too, the newest first."""
    rows = QUERIES.latest_of_user(reading.connection, user_id=user, guild_id=guild, most=most)
    return [_match(row) async for row in rows]


async def out_of_time(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List live matches whose player to move has no time left, the longest overdue first."""
    rows = QUERIES.matches_out_of_time(reading.connection, now=now, most=most)
    return [MatchId(row["id"]) async for row in rows]


async def next_deadline(reading: Reading) -> Instant | None:
    """Give the moment at which the next player runs out of time."""
    moment: float | None = await QUERIES.next_match_deadline(reading.connection)
    return None if moment is None else Instant(moment)


async def append_turn(writing: Writing, match: Match, turn: Turn, user: UserId) -> None:
    """Add to the record the turn that has just brought the match to where it stands."""
    await QUERIES.insert_turn(
        writing.connection,
        match_id=match.id,
        ply=match.ply,
        notation=write_turn(turn),
        position=write_position(match.position),
        revision=match.revision,
        user_id=user,
        played_at=match.changed_at,
    )


async def step_at(reading: Reading, match: Match, revision: Revision) -> Step | None:
    """Give the turn that had been played last when the match was at that revision, if one had.

    It is played again from the position before it, which the record keeps.
    """
    ruleset = match.position.ruleset
    rows = QUERIES.last_turns_of_match(reading.connection, match_id=match.id, revision=revision)
    found = [row async for row in rows]
    if not found:
        return None
    before = Position.start(ruleset)
    if len(found) > 1:
        before = read_position(found[1]["position"], ruleset)
    return play(before, read_turn(found[0]["notation"]))


async def turns(reading: Reading, number: MatchId, until: Revision) -> list[Turn]:
    """List the turns that had been played when the match was at that revision, in order."""
    rows = QUERIES.turns_of_match(reading.connection, match_id=number, revision=until)
    return [read_turn(row["notation"]) async for row in rows]


def _changing(match: Match) -> dict[str, object]:
    """Give the columns that change in a match's life."""
    last, outcome = match.last, match.outcome
    return {
        "position": write_position(match.position),
        "ply": match.ply,
        "position_before": write_position(last.before) if last else None,
        "last_turn": write_turn(last.turn) if last else None,
        "draft": _write_draft(match.draft) if match.draft else None,
        "stands": match.stands,
        "time_control": write_time(match.clock.control),
        "turn_began_at": match.clock.began_at,
        "deadline": match.clock.deadline,
        "orange_bank": match.clock.orange_bank,
        "gray_bank": match.clock.gray_bank,
        "draw_offers": _write_draws(match.draws),
        "outcome_why": outcome.why.value if outcome else None,
        "outcome_winner": outcome.winner.value if outcome and outcome.winner else None,
        "revision": match.revision,
        "changed_at": match.changed_at,
    }


def _match(row: sqlite3.Row) -> Match:
    """Read a match. Raises `UnreadableRow`."""
    try:
        return _read(row)
    except (GameRefusal, LookupError, ValueError) as error:
        raise UnreadableRow("matches", row["id"]) from error


def _read(row: sqlite3.Row) -> Match:
    ruleset = ruleset_of(row["ruleset"], row["rules_version"])
    last = _last_step(row, ruleset)
    home = Home(
        GuildId(row["guild_id"]),
        ChannelId(row["origin_id"]),
        None if row["challenge_message_id"] is None else MessageId(row["challenge_message_id"]),
        None if row["channel_id"] is None else ChannelId(row["channel_id"]),
    )
    return Match(
        id=MatchId(row["id"]),
        home=home,
        seats=Seats(UserId(row["orange_id"]), UserId(row["gray_id"])),
        # A won position cannot be read as one in play, and it is where the last step led.
        position=last.after if last else read_position(row["position"], ruleset),
        started_at=Instant(row["started_at"]),
        changed_at=Instant(row["changed_at"]),
        ply=Ply(row["ply"]),
        last=last,
        draft=_draft(row["draft"]),
        outcome=_outcome(row),
        revision=Revision(row["revision"]),
        stands=row["stands"],
        clock=_clock(row),
        draws=_draws(row["draw_offers"]),
    )


def _last_step(row: sqlite3.Row, ruleset: Ruleset) -> Step | None:
    if row["last_turn"] is None:
        return None
    return play(read_position(row["position_before"], ruleset), read_turn(row["last_turn"]))


def _write_draws(draws: DrawOffers) -> str | None:
    """Give the seat with an open offer, the one that declined, and both seats' last plies."""
    if draws == NO_OFFERS:
        return None
    seats = (seat.value if seat else "-" for seat in (draws.open_by, draws.declined_by))
    plies = ("-" if ply is None else str(ply) for ply in (draws.orange_at, draws.gray_at))
    return " ".join((*seats, *plies))


def _draws(text: str | None) -> DrawOffers:
    if text is None:
        return NO_OFFERS
    open_by, declined_by, orange_at, gray_at = text.split(" ")
    return DrawOffers(
        None if open_by == "-" else Seat(open_by),
        None if declined_by == "-" else Seat(declined_by),
        None if orange_at == "-" else Ply(int(orange_at)),
        None if gray_at == "-" else Ply(int(gray_at)),
    )


def _clock(row: sqlite3.Row) -> TurnClock:
    deadline, orange, gray = row["deadline"], row["orange_bank"], row["gray_bank"]
    return TurnClock(
        read_time(row["time_control"]),
        Instant(row["turn_began_at"]),
        None if deadline is None else Instant(deadline),
        None if orange is None else Seconds(orange),
        None if gray is None else Seconds(gray),
    )


def _write_draft(draft: Draft) -> str:
    """Give the part of a turn's notation that is known: up to the recall alone, or further."""
    if draft.placement is not None:
        turn = Turn(draft.placement, draft.leaves, recall=draft.recall, seam=draft.seam)
        return write_turn(turn)
    return "" if draft.recall is None else name_of(draft.recall) + ">"


def _draft(text: str | None) -> Draft | None:
    if text is None:
        return None
    if text.endswith(">"):
        return Draft(recall=square_named(text[:-1]))
    turn = read_turn(text)
    return Draft(turn.recall, turn.placement, turn.leaves, turn.seam)


def _outcome(row: sqlite3.Row) -> Outcome | None:
    if row["outcome_why"] is None:
        return None
    winner = row["outcome_winner"]
    return Outcome(Why(row["outcome_why"]), None if winner is None else Seat(winner))
