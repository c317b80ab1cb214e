"""The columns that store the values of a match.

Other tables that hold such values import this module, too.
"""

from typing import Any, Final

from bot.db.codecs import register
from bot.db.rows import Group, ReadOnly, describe
from bot.game import (
    Ruleset,
    Seat,
    Step,
    Turn,
    play,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
    write_turn,
)
from bot.match.clock import NO_BOARD_AWAITED, TimeControl, TurnClock, read_time, write_time
from bot.match.identity import Ply
from bot.match.match import NO_OFFERS, DrawOffers, Match, TakebackOffer, TakebackState, Venue
from bot.match.terms import BotPlayer, Practice


def _write_ruleset(ruleset: Ruleset) -> tuple[str, int]:
    return ruleset.name, ruleset.version


def _write_draws(draws: DrawOffers) -> str | None:
    """Return the seat that offers, the seat that declined, and the plies of the last offers."""
    if draws == NO_OFFERS:
        return None
    seats = (seat.value if seat else "-" for seat in (draws.open_by, draws.declined_by))
    plies = ("-" if ply is None else str(ply) for ply in (draws.orange_at, draws.gray_at))
    return " ".join((*seats, *plies))


def _read_draws(text: str | None) -> DrawOffers:
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
    """Return the seat that asked, the remaining ply, the state, and the seats that have asked."""
    asked = ",".join(seat.value for seat in Seat if seat in offer.asked)
    return f"{offer.by.value} {offer.ply} {offer.state.value} {asked or '-'}"


def _read_takeback(text: str) -> TakebackOffer:
    seat, ply, state, asked = text.split(" ")
    seats = frozenset() if asked == "-" else frozenset(map(Seat, asked.split(",")))
    return TakebackOffer(Seat(seat), Ply(int(ply)), TakebackState(state), seats)


def _write_seats(seats: frozenset[Seat]) -> str | None:
    return "".join(seat.value for seat in Seat if seat in seats) or None


def _read_seats(text: str | None) -> frozenset[Seat]:
    return NO_BOARD_AWAITED if text is None else frozenset(map(Seat, text))


LATELY_PLAYED: Final[dict[tuple[str, str, Ruleset], tuple[Step, ...]]] = {}
"""A cache of recently written turns, by their text.

Most are read again soon, and replaying them costs more than the rest of reading a match.
"""
MOST_PLAYED: Final = 512


def _write_position(match: Match) -> tuple[object, ...]:
    recent, ruleset = match.recent, match.position.ruleset
    before = write_position(recent[0].before) if recent else None
    last_turn = " ".join([write_turn(step.turn) for step in recent]) or None
    if before is not None and last_turn is not None:
        if len(LATELY_PLAYED) >= MOST_PLAYED:
            LATELY_PLAYED.clear()
        LATELY_PLAYED[before, last_turn, ruleset] = recent
    return (
        ruleset.name,
        ruleset.version,
        write_position(match.position),
        before,
        last_turn,
    )


def _read_position(
    name: str, version: int, text: str, before: str | None, last_turn: str | None
) -> tuple[Any, ...]:
    ruleset = ruleset_of(name, version)
    if before is None or last_turn is None:
        return read_position(text, ruleset), None, ()
    # `read_position` rejects the position of a win, so replay the last turns to get it.
    recent = LATELY_PLAYED.get((before, last_turn, ruleset))
    *together, last = recent or replayed(before, last_turn.split(" "), ruleset)
    return last.after, last, tuple(together)


def replayed(before: str, notations: list[str], ruleset: Ruleset) -> list[Step]:
    """Replay turns from the position before them."""
    steps: list[Step] = []
    position = read_position(before, ruleset)
    for text in notations:
        steps.append(play(position, read_turn(text)))
        position = steps[-1].after
    return steps


_BOTH: Final = "b"
"""The value of `to_move` while both players must still press *Ready*."""


def write_to_move(match: Match) -> str:
    """Return the seat that a match waits for, or waited for at its end; only queries read it."""
    [seat, *others] = match.awaited or (match.position.to_move,)
    return _BOTH if others else seat.value


POSITION: Final = Group(
    fields=("position", "last", "together"),
    columns=("ruleset", "rules_version", "position", "position_before", "last_turn"),
    write=_write_position,
    read=_read_position,
)
"""The position of a match and the turns played last; the turns are stored as notation."""

register(Ruleset, _write_ruleset, ruleset_of, columns=("ruleset", "rules_version"))
register(TimeControl, write_time, read_time)
register(Turn, write_turn, read_turn)
register(DrawOffers, _write_draws, _read_draws)
register(TakebackOffer, _write_takeback, _read_takeback)
register(frozenset[Seat], _write_seats, _read_seats)
describe(Practice, level="bot_level", pace="bot_pace")
describe(BotPlayer, seat="bot_seat")
describe(Venue, message="challenge_message_id", kind="venue")
describe(
    TurnClock,
    control="time_control",
    began_at="turn_began_at",
    away="{}_away_until",
    given="{}_gave",
    ready_at="{}_ready_at",
    timeless=ReadOnly("bot_seat"),
)
describe(Match, POSITION, outcome="outcome_{}", draws="draw_offers")
