"""Matches and their turns in the database."""

import asyncio
import sqlite3

from bot.game import (
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
from bot.match.offers import DrawOffer, OfferState
from bot.match.outcome import Outcome, Why
from bot.store.database import QUERIES, Reading, Writing


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
    """List a person's live matches, the one that waited longest first."""
    rows = QUERIES.matches_of_user(reading.connection, user_id=user)
    return [_match(row) async for row in rows]


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
        "draw_offer": _write_offer(match.draw_offer) if match.draw_offer else None,
        "outcome_why": outcome.why.value if outcome else None,
        "outcome_winner": outcome.winner.value if outcome and outcome.winner else None,
        "revision": match.revision,
        "changed_at": match.changed_at,
    }


def _match(row: sqlite3.Row) -> Match:
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
        draw_offer=_offer(row["draw_offer"]),
    )


def _last_step(row: sqlite3.Row, ruleset: Ruleset) -> Step | None:
    if row["last_turn"] is None:
        return None
    return play(read_position(row["position_before"], ruleset), read_turn(row["last_turn"]))


def _write_offer(offered: DrawOffer) -> str:
    return f"{offered.by.value} {offered.ply} {offered.state.value}"


def _offer(text: str | None) -> DrawOffer | None:
    if text is None:
        return None
    seat, ply, state = text.split(" ")
    return DrawOffer(Seat(seat), Ply(int(ply)), OfferState(state))


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
        return write_turn(Turn(draft.placement, draft.leaves, recall=draft.recall))
    return "" if draft.recall is None else name_of(draft.recall) + ">"


def _draft(text: str | None) -> Draft | None:
    if text is None:
        return None
    if text.endswith(">"):
        return Draft(recall=square_named(text[:-1]))
    turn = read_turn(text)
    return Draft(turn.recall, turn.placement, turn.leaves)


def _outcome(row: sqlite3.Row) -> Outcome | None:
    if row["outcome_why"] is None:
        return None
    winner = row["outcome_winner"]
    return Outcome(Why(row["outcome_why"]), None if winner is None else Seat(winner))
