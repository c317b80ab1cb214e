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
from bot.match.draft import Draft
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Ply,
    Revision,
    UserId,
)
from bot.match.match import Home, Match
from bot.match.note import Note
from bot.match.offers import NO_OFFERS, DrawOffers
from bot.match.outcome import Outcome, Why
from bot.match.practice import BotPlayer
from bot.match.takeback import TakebackOffer, TakebackState
from bot.match.terms import HomeKind, Stakes
from bot.store.clock_rows import clock_columns, read_clock
from bot.store.errors import UnreadableRow
from bot.store.practice_rows import read_practice


def changing(match: Match) -> dict[str, object]:
    """Give the columns that change in a match's life, but for those of its end."""
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
    """Give the columns that a match's end fills."""
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
    """Give the seat that asked, how many turns would be left, what became of it, who has asked."""
    asked = ",".join(seat.value for seat in Seat if seat in offer.asked)
    return f"{offer.by.value} {offer.ply} {offer.state.value} {asked or '-'}"


def _takeback(text: str | None) -> TakebackOffer | None:
    if text is None:
        return None
    seat, ply, state, asked = text.split(" ")
    seats = frozenset() if asked == "-" else frozenset(map(Seat, asked.split(",")))
    return TakebackOffer(Seat(seat), Ply(int(ply)), TakebackState(state), seats)


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
