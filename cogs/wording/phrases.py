"""Phrases: seats, players, pieces, squares, turns, and how matches end."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.game import MOST_TURNS, Entry, Kind, Piece, Pool, SeamPiece, Seat, Square, Turn, name_of
from bot.game.pieces import SEAM_STEPS
from bot.match.challenge import Challenge
from bot.match.identity import MatchId, UserId, is_former
from bot.match.match import EndReason, Match, Outcome
from bot.text import N_, NC_, all_of, gettext, ngettext, one_by_one, translate
from cogs.wording.levels import level_called
from cogs.wording.quoting import note_in_line

SEAT_MARKS: Final = {Seat.ORANGE: "🟠", Seat.GRAY: "⚪"}
_SEATS: Final = {Seat.ORANGE: N_("orange"), Seat.GRAY: N_("gray")}
_KINDS: Final = {Kind.KITTEN: N_("kitten"), Kind.CAT: N_("cat")}
KIND_MARKS: Final = {Kind.KITTEN: "🐱", Kind.CAT: "🐈"}
_PIECES: Final = {
    (Seat.ORANGE, Kind.KITTEN): N_("orange kitten"),
    (Seat.ORANGE, Kind.CAT): N_("orange cat"),
    (Seat.GRAY, Kind.KITTEN): N_("gray kitten"),
    (Seat.GRAY, Kind.CAT): N_("gray cat"),
}
_LINES: Final = {
    Kind.KITTEN: N_("{winner} wins: three kittens in a line"),
    Kind.CAT: N_("{winner} wins: three cats in a line"),
}
_OUTCOMES: Final = {
    EndReason.FULL_BED: N_("{winner} wins: eight cats on the bed"),
    EndReason.REPETITION: N_("A draw: the same position came up three times"),
    EndReason.FIVEFOLD: N_("A draw: the same position came up five times"),
    EndReason.MOST_TURNS: N_("A draw: {most_turns} turns were played"),
    EndReason.DEAD: N_("A draw: neither side has three pieces left"),
    EndReason.AGREEMENT: N_("A draw: both agreed"),
    EndReason.TIME: N_("{winner} wins: {loser} ran out of time"),
    EndReason.RESIGNATION: N_("{winner} wins: {loser} resigned"),
    EndReason.LEFT: N_("{winner} wins: {loser} left the server"),
    EndReason.ABORTED: N_("No result: {to_move} didn't place in time, so the match was called off"),
    EndReason.CALLED_OFF: N_("No result: the match was called off before both had moved"),
    EndReason.BOTH_LEFT: N_("No result: both players left the server"),
    EndReason.ENDED_BY_MODERATOR: N_("No result: a moderator ended the match"),
    # Translators: one of the two is out of the tournament, by their own wish or a rule.
    EndReason.FORFEIT: N_("{winner} wins: {loser} is out of the competition"),
    EndReason.BOTH_FORFEIT: N_("No result: both players are out of the competition"),
    EndReason.ADJUDICATED: N_("A draw: the tournament couldn't wait any longer"),
    EndReason.BOT_GONE: N_("No result: I was out of this server for 60 days"),
}

_ENDED_EARLY: Final = N_("Ended early: the competition says how this match counts")
"""The outcome of a competitive match that was ended early."""
_NEVER_READY: Final = N_("No result: not both players were ready in time")
"""The outcome of a match by minutes whose clocks never started."""


def seat_name(seat: Seat) -> str:
    """Return `orange` or `gray`."""
    return translate(_SEATS[seat])


def kind_name(kind: Kind) -> str:
    """Return `kitten` or `cat`."""
    return translate(_KINDS[kind])


def piece_name(piece: Piece) -> str:
    """Return a piece: `orange kitten`."""
    return translate(_PIECES[piece.seat, piece.kind])


def former_player() -> str:
    """Return the phrase for a user whose data were deleted."""
    return gettext("a former player")


def mention(user: UserId) -> str:
    """Return a mention, which Discord shows as a name. It pings only if the message allows it.

    A user whose data were deleted is `a former player`.
    """
    return former_player() if is_former(user) else f"<@{user}>"


def score_name(points: float) -> str:
    """Return points as a score shows them: `0`, `½`, `3½`."""
    whole, is_half = int(points), points % 1 > 0
    if not is_half:
        return str(whole)
    return f"{whole or ''}½"


def player_name(match: Match, seat: Seat) -> str:
    """Return a player: a mention, or the cat of the level for the bot."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return mention(match.seats.user_of(seat))


def opponent_name(match: Match, user: UserId) -> str:
    """Return the opponent of a player, as `player_name` does."""
    return player_name(match, match.opponent_seat_of(user))


def invited(challenge: Challenge) -> str:
    """Return whom a challenge invites: a mention, the cat of a level, or `anyone`."""
    if challenge.terms.practice is not None:
        return level_called(challenge.terms.practice.level)
    return gettext("anyone") if challenge.friend is None else mention(challenge.friend)


def squares_name(squares: Iterable[Square]) -> str:
    """Return the names of squares: `b2 c3 d4`."""
    return " ".join(name_of(square) for square in squares)


def turns_counted(number: int) -> str:
    """Return `1 turn`, `2 turns`."""
    return ngettext("{count} turn", "{count} turns", number)


def days_counted(number: int) -> str:
    """Return `1 day`, `2 days`."""
    return ngettext("{count} day", "{count} days", number)


def matches_counted(number: int) -> str:
    """Return `1 match`, `2 matches`."""
    return ngettext("{count} match", "{count} matches", number)


def pieces_counted(kind: Kind, number: int) -> str:
    """Return `1 kitten`, `2 cats`."""
    if kind is Kind.KITTEN:
        return ngettext("{count} kitten", "{count} kittens", number)
    return ngettext("{count} cat", "{count} cats", number)


def pool_name(pool: Pool) -> str:
    """Return the pieces in hand: `5 kittens and 1 cat`."""
    counts = [pieces_counted(kind, pool.count(kind)) for kind in pool.kinds]
    return all_of(counts) or gettext("nothing")


def turn_text(turn: Turn) -> str:
    """Return a turn as a phrase after `they` or `you`: `place a kitten on c3`.

    If a language has different verb forms after `they` and `you`, its translation uses a noun, or
    an infinitive after a colon.
    """
    kind, square = turn.placement.kind, name_of(turn.placement.square)
    if turn.recall is None:
        words = translate(_PLACE[kind], square=square)
    else:
        words = translate(_RECALL_AND_PLACE[kind], square=square, recalled=name_of(turn.recall))
    more = []
    if turn.leaves:
        squares = squares_name(turn.leaves)
        number = len(turn.leaves)
        more.append(ngettext("{squares} leaves", "{squares} leave", number, squares=squares))
    if turn.seam is not None:
        more.append(gettext("lay the seam piece {where}", where=entry_name(turn.seam)))
    if turn.wins:
        more.append(gettext("win"))
    for each in more:
        words = gettext("{turn}, and {more}", turn=words, more=each)
    return words


def turn_title(turn: Turn) -> str:
    """Return a turn by its piece and square: `a kitten on c3`, with the rest in brackets."""
    piece = translate(_PIECE[turn.placement.kind], square=name_of(turn.placement.square))
    also = []
    if turn.recall is not None:
        also.append(gettext("the piece on {square} recalled", square=name_of(turn.recall)))
    if turn.leaves:
        number, squares = len(turn.leaves), squares_name(turn.leaves)
        also.append(
            ngettext("{squares} off the bed", "{squares} off the bed", number, squares=squares)
        )
    if turn.seam is not None:
        also.append(gettext("the seam piece {where}", where=entry_name(turn.seam)))
    if not also:
        return piece
    return gettext("{piece} ({also})", piece=piece, also=one_by_one(also))


def line_title(line: Iterable[Turn]) -> str:
    """Return consecutive turns: `a kitten on c3 → a kitten on d4`."""
    return " → ".join(map(turn_title, line))


_PIECE: Final = {
    Kind.KITTEN: N_("a kitten on {square}"),
    Kind.CAT: N_("a cat on {square}"),
}
_PLACE: Final = {
    Kind.KITTEN: N_("place a kitten on {square}"),
    Kind.CAT: N_("place a cat on {square}"),
}
_RECALL_AND_PLACE: Final = {
    Kind.KITTEN: N_("recall the piece on {recalled} and place a kitten on {square}"),
    Kind.CAT: N_("recall the piece on {recalled} and place a cat on {square}"),
}

_ARROWS: Final = {(True, True): "↓", (True, False): "↑", (False, True): "→", (False, False): "←"}

_FROM: Final = {
    (True, True): NC_("where a seam piece comes from", "from the top"),
    (True, False): NC_("where a seam piece comes from", "from the bottom"),
    (False, True): NC_("where a seam piece comes from", "from the left"),
    (False, False): NC_("where a seam piece comes from", "from the right"),
}


def entry_mark(entry: Entry) -> str:
    """Return a seam, and the direction in which its piece moves in the picture: `cd ↓`."""
    return f"{entry.seam.name} {_ARROWS[entry.lies_between_columns, entry.is_ascending]}"


def entry_name(entry: Entry) -> str:
    """Return the place of a new seam piece as a phrase: `between c and d, from the top`."""
    first, second = tuple(entry.seam.name)
    # Translators: where a seam piece is laid; goes on from "lays the seam piece …".
    return gettext(
        "between {first} and {second}, {way}", first=first, second=second, way=_way_of(entry)
    )


def _way_of(entry: Entry) -> str:
    return translate(_FROM[entry.lies_between_columns, entry.is_ascending])


def squares_beside(seam: SeamPiece) -> str:
    """Return the squares on both sides of a seam piece: `c4 and d4`."""
    squares = seam.squares
    if not squares:
        return gettext("no squares yet")
    return all_of([name_of(square) for square in squares])


def seam_name(seam: SeamPiece | None) -> str:
    """Return the place of a seat's seam piece, and the number of turns until it leaves."""
    if seam is None:
        return gettext("in hand")
    if seam.squares is None:
        return gettext("laid {where}", where=entry_name(seam.entry))
    return ngettext(
        "between {squares}, {way}, leaves after {count} more turn",
        "between {squares}, {way}, leaves after {count} more turns",
        SEAM_STEPS - seam.advanced,
        squares=squares_beside(seam),
        way=_way_of(seam.entry),
    )


def outcome_name(
    match: Match, outcome: Outcome, name: Callable[[Match, Seat], str] = player_name
) -> str:
    """Return who won and why, or why the match was drawn or has no result.

    `name` names the players, by default with mentions.
    """
    if outcome.note is not None and outcome.why is EndReason.ENDED_BY_MODERATOR:
        note = note_in_line(outcome.note)
        return gettext("No result: a moderator ended the match ({note})", note=note)
    if match.is_competitive and outcome.why is EndReason.ENDED_BY_MODERATOR:
        message = _ENDED_EARLY
    elif outcome.why is EndReason.LINE:
        message = _LINES[match.position.ruleset.lines_win_of]
    elif outcome.why is EndReason.ABORTED and match.clock.awaits_ready:
        message = _NEVER_READY
    else:
        message = _OUTCOMES[outcome.why]
    names = {"to_move": match.position.to_move}
    if outcome.winner is not None:
        names |= {"winner": outcome.winner, "loser": outcome.winner.other}
    players = {role: name(match, seat) for role, seat in names.items()}
    return capital(translate(message, most_turns=MOST_TURNS, **players))


def too_late(match: Match) -> str:
    """Return the sentence for a match whose time ran out before the user acted."""
    outcome = outcome_name(match, match.outcome) if match.outcome else ""
    return gettext("Too late: **#{number}** is over. {outcome}.", number=match.id, outcome=outcome)


def board_held_up(match: MatchId) -> str:
    """Return the sentence for a match that has begun but whose board Discord delays."""
    return gettext(
        "**#{match}** has begun. Discord limits how many threads and messages I can open at a "
        "time, so I'll post the board in a few minutes. You don't need to do anything.",
        match=match,
    )


def board_to_come(match: MatchId) -> str:
    """Return the sentence for a match that has begun but whose board is not sent yet."""
    return gettext(
        "**#{match}** has begun. I'll send the board to your direct messages as soon as I can. "
        "Until then, `/board` shows it here.",
        match=match,
    )


def capital(text: str) -> str:
    """Capitalize the first letter, as in a sentence. A mention stays unchanged."""
    return text[:1].upper() + text[1:]


WAYS: Final = {
    EndReason.LINE: N_("three in a line"),
    EndReason.FULL_BED: N_("eight cats on the bed"),
    EndReason.RESIGNATION: N_("resignation"),
    EndReason.TIME: NC_("how a match ended", "time"),
    EndReason.LEFT: N_("leaving the server"),
    EndReason.FORFEIT: N_("leaving the competition"),
    EndReason.ADJUDICATED: N_("end of the tournament"),
    EndReason.AGREEMENT: N_("agreement"),
    EndReason.REPETITION: N_("repetition"),
    EndReason.FIVEFOLD: N_("fivefold repetition"),
    EndReason.MOST_TURNS: N_("turn limit"),
    EndReason.DEAD: N_("too few pieces"),
}
"""The ways in which a match with a result can end, in short."""


def way_name(why: EndReason) -> str:
    """Return how a match ended, in short."""
    return translate(WAYS[why])
