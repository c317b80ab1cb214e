"""A match as columns of its row, and back."""

import sqlite3

from bot.game import (
    GameRefusal,
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
    Ply,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import Home, Match
from bot.match.note import Note
from bot.match.offers import NO_OFFERS, DrawOffers
from bot.match.outcome import Outcome, Why
from bot.match.takeback import TakebackOffer
from bot.match.terms import HomeKind, Stakes
from bot.store.errors import UnreadableRow


def changing(match: Match) -> dict[str, object]:
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
        "held": match.clock.held,
        "takeback": _write_takeback(match.takeback) if match.takeback else None,
        "outcome_why": outcome.why.value if outcome else None,
        "outcome_winner": outcome.winner.value if outcome and outcome.winner else None,
        "revision": match.revision,
        "changed_at": match.changed_at,
    }


def read_match(row: sqlite3.Row) -> Match:
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
        draft=_draft(row["draft"]),
        outcome=_outcome(row),
        revision=Revision(row["revision"]),
        stands=row["stands"],
        clock=_clock(row),
        draws=_draws(row["draw_offers"]),
        takeback=_takeback(row["takeback"]),
        stakes=Stakes(row["stakes"]),
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


def _write_takeback(offer: TakebackOffer) -> str:
    """Give the seat that asked, how many turns would be left, and whether it is open."""
    return f"{offer.by.value} {offer.ply} {'open' if offer.is_open else 'declined'}"


def _takeback(text: str | None) -> TakebackOffer | None:
    if text is None:
        return None
    seat, ply, state = text.split(" ")
    if state not in ("open", "declined"):
        raise ValueError(f"{state!r} is no state of a takeback")
    return TakebackOffer(Seat(seat), Ply(int(ply)), state == "open")


def _clock(row: sqlite3.Row) -> TurnClock:
    deadline, orange, gray = row["deadline"], row["orange_bank"], row["gray_bank"]
    return TurnClock(
        read_time(row["time_control"]),
        Instant(row["turn_began_at"]),
        None if deadline is None else Instant(deadline),
        None if orange is None else Seconds(orange),
        None if gray is None else Seconds(gray),
        Weekends(row["weekends"]),
        None if row["held"] is None else Seconds(row["held"]),
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
    winner, note = row["outcome_winner"], row["outcome_note"]
    return Outcome(
        Why(row["outcome_why"]),
        None if winner is None else Seat(winner),
        None if note is None else Note(note),
    )
