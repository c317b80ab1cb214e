"""A match as columns of its row, and back."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.errors import RulesetNewer, UnreadableRow
from bot.db.statements import Statement, Statements, execute, load_queries
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
from bot.match.clock import TurnClock, Weekends, read_time, write_time
from bot.match.draft import Draft
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    PerSeat,
    Ply,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import (
    NO_OFFERS,
    DrawOffers,
    Home,
    Match,
    Outcome,
    TakebackOffer,
    TakebackState,
    Why,
)
from bot.match.practice import BotPlayer, LevelNumber, Measured, Pace, Practice
from bot.match.takebacks import Earlier
from bot.match.terms import HomeKind, Note, Stakes

QUERIES: Final = load_queries(__file__)


def clock_columns(clock: TurnClock) -> dict[str, object]:
    """Return the columns of a clock that change in a match's life."""
    return {
        "time_control": write_time(clock.control),
        "turn_began_at": clock.began_at,
        "deadline": clock.deadline,
        "orange_bank": clock.orange_bank,
        "gray_bank": clock.gray_bank,
        "held": clock.held,
        "stopped_at": clock.stopped_at,
        "orange_away_until": clock.away.orange,
        "gray_away_until": clock.away.gray,
        "orange_gave": clock.given.orange,
        "gray_gave": clock.given.gray,
    }


def read_clock(row: sqlite3.Row) -> TurnClock:
    """Read a clock. A `ValueError` where a text of it cannot be read."""
    return TurnClock(
        control=read_time(row["time_control"]),
        began_at=Instant(row["turn_began_at"]),
        deadline=_instant(row["deadline"]),
        orange_bank=_seconds(row["orange_bank"]),
        gray_bank=_seconds(row["gray_bank"]),
        weekends=Weekends(row["weekends"]),
        held=_seconds(row["held"]),
        stopped_at=_instant(row["stopped_at"]),
        away=PerSeat(_instant(row["orange_away_until"]), _instant(row["gray_away_until"])),
        given=PerSeat(int(row["orange_gave"]), int(row["gray_gave"])),
        timeless=None if row["bot_seat"] is None else Seat(row["bot_seat"]),
    )


def _instant(value: float | None) -> Instant | None:
    return None if value is None else Instant(value)


def _seconds(value: float | None) -> Seconds | None:
    return None if value is None else Seconds(value)


def practice_columns(practice: Practice | None) -> dict[str, object]:
    """Return the columns; all empty in a match between two people."""
    return {
        "bot_level": practice.level if practice else None,
        "bot_pace": practice.pace.value if practice else None,
        "measured": practice.measured.value if practice else None,
    }


def read_practice(row: sqlite3.Row) -> Practice | None:
    """Read what was agreed on. A `ValueError` where a text of it cannot be read."""
    if row["bot_level"] is None:
        return None
    level = LevelNumber(row["bot_level"])
    return Practice(level, Pace(row["bot_pace"]), Measured(row["measured"]))


def changing(match: Match) -> dict[str, object]:
    """Return the columns that change in a match's life, but for those of its end."""
    told = match.told
    return {
        "position": write_position(match.position),
        "ply": match.ply,
        "position_before": write_position(told[0].before) if told else None,
        "last_turn": " ".join(write_turn(step.turn) for step in told) or None,
        "draft": _write_draft(match.draft) if match.draft else None,
        "stands": match.stands,
        **clock_columns(match.clock),
        "draw_offers": _write_draws(match.draws),
        "takeback": _write_takeback(match.takeback) if match.takeback else None,
        "revision": match.revision,
        "changed_at": match.changed_at,
        "answer_at": match.answer_at,
    }


def ending(match: Match) -> dict[str, object]:
    """Return the columns that a match's end fills."""
    outcome = match.outcome
    return {
        "outcome_why": outcome.why.value if outcome else None,
        "outcome_winner": outcome.winner.value if outcome and outcome.winner else None,
    }


def read_match(row: sqlite3.Row) -> Match:
    """Read a match. Raises `UnreadableRow`."""
    try:
        return _read(row)
    except (GameRefusal, LookupError, ValueError) as error:
        raise UnreadableRow("matches", row["id"]) from error


def _read(row: sqlite3.Row) -> Match:
    ruleset = ruleset_of(row["ruleset"], row["rules_version"])
    told = _last_steps(row, ruleset)
    last = told[-1] if told else None
    home = Home(
        GuildId(row["guild_id"]),
        ChannelId(row["origin_id"]),
        None if row["challenge_message_id"] is None else MessageId(row["challenge_message_id"]),
        None if row["channel_id"] is None else ChannelId(row["channel_id"]),
        HomeKind(row["home"]),
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
        together=told[:-1],
        draft=_draft(row["draft"]),
        outcome=_outcome(row),
        revision=Revision(row["revision"]),
        stands=row["stands"],
        clock=read_clock(row),
        draws=_draws(row["draw_offers"]),
        takeback=_takeback(row["takeback"]),
        stakes=Stakes(row["stakes"]),
        bot=_bot_player(row),
    )


def _bot_player(row: sqlite3.Row) -> BotPlayer | None:
    practice = read_practice(row)
    return None if practice is None else BotPlayer(Seat(row["bot_seat"]), practice)


def _last_steps(row: sqlite3.Row, ruleset: Ruleset) -> tuple[Step, ...]:
    """Play the turns again that came last in one go, from the position before them."""
    if row["last_turn"] is None:
        return ()
    steps: list[Step] = []
    position = read_position(row["position_before"], ruleset)
    for text in row["last_turn"].split(" "):
        steps.append(play(position, read_turn(text)))
        position = steps[-1].after
    return tuple(steps)


def _write_draws(draws: DrawOffers) -> str | None:
    """Return the seat with an open offer, the one that declined, and both seats' last plies."""
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


def _write_takeback(offer: TakebackOffer) -> str:
    """Return the seat that asked, how many turns would be left, what came of it, who has asked."""
    asked = ",".join(seat.value for seat in Seat if seat in offer.asked)
    return f"{offer.by.value} {offer.ply} {offer.state.value} {asked or '-'}"


def _takeback(text: str | None) -> TakebackOffer | None:
    if text is None:
        return None
    seat, ply, state, asked = text.split(" ")
    seats = frozenset() if asked == "-" else frozenset(map(Seat, asked.split(",")))
    return TakebackOffer(Seat(seat), Ply(int(ply)), TakebackState(state), seats)


def _write_draft(draft: Draft) -> str:
    """Return the part of a turn's notation that is known: up to the recall alone, or further."""
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
    winner, note = row["outcome_winner"], row["outcome_note"]
    return Outcome(
        Why(row["outcome_why"]),
        None if winner is None else Seat(winner),
        None if note is None else Note(note),
    )


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
        stakes=match.stakes.value,
        weekends=match.clock.weekends.value,
        home=match.home.kind.value,
        bot_seat=match.bot.seat.value if match.bot else None,
        **practice_columns(match.bot.practice if match.bot else None),
        **changing(match),
        **ending(match),
    )


async def find(reading: Reading, number: MatchId) -> Match | None:
    """Return the match of that number."""
    row = await _row(reading, number)
    return read_match(row) if row else None


def _row(reading: Reading, number: MatchId) -> Statement[sqlite3.Row | None]:
    return QUERIES.match_by_id(reading.connection, id=number)


def _positions(reading: Reading, number: MatchId) -> Statement[list[sqlite3.Row]]:
    return QUERIES.positions_of_match(reading.connection, match_id=number)


async def find_with_past(reading: Reading, number: MatchId) -> tuple[Match, list[str]] | None:
    """Return the match of that number, and the texts of all positions that have stood in it.

    Both are asked for at once, which is one trip to the connection's thread and not two.
    """
    row, positions = await execute(_row(reading, number), _positions(reading, number))
    if row is None:
        return None
    match = read_match(row)
    return match, _past(match, positions)


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A match in which a turn is to be played, and what has to be known for it."""

    match: Match
    past: list[str]
    """The texts of all positions that have stood in it."""
    has_plans: bool
    """Whether replies are planned in it, which are read only then."""


def ask_to_play(
    reading: Reading, number: MatchId
) -> tuple[Statement[sqlite3.Row | None], Statement[list[sqlite3.Row]]]:
    """Ask for the match of that number to play in; `read_to_play` reads the answers."""
    return (
        QUERIES.match_to_play(reading.connection, id=number),
        _positions(reading, number),
    )


def read_to_play(row: sqlite3.Row | None, positions: list[sqlite3.Row]) -> ToPlay | None:
    """Read what was answered, if there is such a match. Raises `UnreadableRow`."""
    if row is None:
        return None
    match = read_match(row)
    return ToPlay(match, _past(match, positions), bool(row["has_plans"]))


def _past(match: Match, positions: list[sqlite3.Row]) -> list[str]:
    start = write_position(Position.start(match.position.ruleset))
    return [start, *(row["position"] for row in positions)]


def update(writing: Writing, match: Match, seen: Revision) -> Statement[int]:
    """Write where a match stands, but for its end; see `end`.

    It gives 0 when the match was not at the revision that was seen, else 1.
    """
    return QUERIES.update_match(writing.connection, id=match.id, seen=seen, **changing(match))


def end(writing: Writing, match: Match) -> Statement[int]:
    """Write how a match has ended, once where it stands is written."""
    return QUERIES.end_match(writing.connection, id=match.id, **ending(match))


def unmeasure(writing: Writing, number: MatchId) -> Statement[int]:
    """Let a match against the bot count for no practice rating; nothing happens to any other."""
    return QUERIES.unmeasure_match(writing.connection, id=number)


async def settle_home(
    writing: Writing, number: MatchId, channel: ChannelId, kind: HomeKind, look_at: Instant
) -> None:
    """Write in which thread or channel a match lives; a thread is looked at by then."""
    await QUERIES.settle_home(
        writing.connection, id=number, channel_id=channel, home=kind.value, look_at=look_at
    )


async def leave_direct(writing: Writing, number: MatchId) -> bool:
    """Take a match out of direct messages. False when it did not live there."""
    left: int = await QUERIES.leave_direct(writing.connection, id=number)
    return left == 1


async def go_direct(writing: Writing, number: MatchId) -> None:
    """Let a match live in its players' direct messages."""
    await QUERIES.go_direct(writing.connection, id=number)


async def live_in(reading: Reading, channel: ChannelId) -> list[Match]:
    """List the live matches that live in a thread or channel."""
    rows = QUERIES.live_matches_of_channel(reading.connection, channel_id=channel)
    return [read_match(row) async for row in rows]


async def live_of_user(reading: Reading, user: UserId) -> list[Match]:
    """List a person's live matches, the one that waited longest first.

    One that cannot be read is left out, so that the others can be played on.
    """
    live = []
    async for row in QUERIES.matches_of_user(reading.connection, user_id=user):
        try:
            live.append(read_match(row))
        except UnreadableRow:
            _log.exception("match left out")
    return live


async def of_channel(reading: Reading, channel: ChannelId, most: int) -> list[Match]:
    """List the matches that live in a thread or channel, those that are over too, newest first."""
    rows = QUERIES.matches_of_channel(reading.connection, channel_id=channel, most=most)
    return [read_match(row) async for row in rows]


async def latest_of_user(reading: Reading, user: UserId, guild: GuildId, most: int) -> list[Match]:
    """List a person's matches in a server, those that are over too, the newest first."""
    rows = QUERIES.latest_of_user(reading.connection, user_id=user, guild_id=guild, most=most)
    return [read_match(row) async for row in rows]


async def latest_of_user_anywhere(reading: Reading, user: UserId, most: int) -> list[Match]:
    """List a person's matches of every server, those that are over too, the newest first."""
    rows = QUERIES.latest_of_user_anywhere(reading.connection, user_id=user, most=most)
    return [read_match(row) async for row in rows]


async def out_of_time(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List live matches whose player to move has no time left, the longest overdue first."""
    rows = QUERIES.matches_out_of_time(reading.connection, now=now, most=most)
    return [MatchId(row["id"]) async for row in rows]


async def next_deadline(reading: Reading) -> Instant | None:
    """Return the moment at which the next player runs out of time."""
    moment: float | None = await QUERIES.next_match_deadline(reading.connection)
    return None if moment is None else Instant(moment)


def append_turn(writing: Writing, match: Match, turn: Turn, user: UserId) -> Statement[int]:
    """Add to the record the turn that has just brought the match to where it stands."""
    return QUERIES.insert_turn(
        writing.connection,
        match_id=match.id,
        ply=match.ply,
        notation=write_turn(turn),
        position=write_position(match.position),
        revision=match.revision,
        user_id=user,
        played_at=match.changed_at,
    )


async def steps_at(reading: Reading, match: Match, revision: Revision) -> tuple[Step, ...]:
    """Return the turns played in one go that brought the match to that revision, if any."""
    rows = QUERIES.last_turns_of_match(reading.connection, match_id=match.id, revision=revision)
    found = [row async for row in rows]
    return steps_execute(found, match) if found and found[0]["revision"] == revision else ()


def steps_execute(rows: Sequence[sqlite3.Row], match: Match) -> tuple[Step, ...]:
    """Return the last turns that have one revision, from rows of which the last turn is the first.

    They are played again from the position before them, which the record keeps.
    """
    go = list(takewhile(lambda row: row["revision"] == rows[0]["revision"], rows))
    ruleset = match.position.ruleset
    position = Position.start(ruleset)
    if len(go) < len(rows):
        position = read_position(rows[len(go)]["position"], ruleset)
    steps: list[Step] = []
    for row in reversed(go):
        steps.append(play(position, read_turn(row["notation"])))
        position = steps[-1].after
    return tuple(steps)


async def turns(reading: Reading, number: MatchId, until: Revision) -> list[Turn]:
    """List the turns that had been played when the match was at that revision, in order."""
    rows = QUERIES.turns_of_match(reading.connection, match_id=number, revision=until)
    return [read_turn(row["notation"]) async for row in rows]


async def earlier(reading: Reading, match: Match, ply: Ply) -> Earlier:
    """Return what is to be known of a match as it stood after so many of its turns."""
    found = await find_with_past(reading, match.id)
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
    """Return the turns that a bed of that revision told, be they taken back since or not."""
    rows = QUERIES.last_turns_shown(reading.connection, match_id=match.id, revision=revision)
    return steps_execute([row async for row in rows], match)


async def check_rulesets(database: Database) -> None:
    """See that this program knows the rules of every match, or raise `RulesetNewer`.

    A match keeps its ruleset and the version of its rules for life, so a program that lacks them
    must leave the whole file alone.
    """
    async with database.reading() as reading:
        kept = [row async for row in QUERIES.rulesets_kept(reading.connection)]
    for row in kept:
        try:
            ruleset_of(row["ruleset"], row["rules_version"])
        except LookupError as error:
            name, version = row["ruleset"], row["rules_version"]
            raise RulesetNewer(database.path, name, version) from error
