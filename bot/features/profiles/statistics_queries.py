"""What finished matches gave, match by match, and added up for each player."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, load_queries
from bot.features.profiles.badges import Badge, Career
from bot.features.profiles.statistics import (
    NO_STREAK,
    NO_TIME,
    LastTurn,
    MatchFacts,
    PlayedTurn,
    SeatFacts,
    Streak,
)
from bot.game import Position, Seat, Square, play, read_turn
from bot.match.identity import GuildId, Instant, MatchId, PerSeat, PlayerKey, Revision, Seconds
from bot.match.match import Match, Why
from bot.match.score import Score

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class Whom:
    """A person in a server, by the key that stands for them."""

    guild: GuildId
    player: PlayerKey


@dataclass(frozen=True, slots=True)
class Sums:
    """What a person's finished matches in a server come to.

    `moves` are those played by hand, `seconds` how long they took in all.
    """

    matches: int = 0
    streak: Streak = NO_STREAK
    moves: int = 0
    seconds: Seconds = NO_TIME

    @property
    def mean(self) -> Seconds | None:
        """How long a move took on average; nothing where none was played."""
        return Seconds(self.seconds / self.moves) if self.moves else None


def owe(writing: Writing, match: MatchId, ended_at: Instant) -> Statement[int]:
    """Note that a match has ended whose facts are to be looked for."""
    return QUERIES.owe_facts(writing.connection, match_id=match, ended_at=ended_at)


async def owed(reading: Reading, most: int) -> list[MatchId]:
    """List matches whose facts are to be looked for, the one that ended first first."""
    rows = QUERIES.facts_owed_first(reading.connection, most=most)
    return [MatchId(row["match_id"]) async for row in rows]


async def settle(writing: Writing, match: MatchId) -> bool:
    """Note that nothing more is to be done for a match. False when that was so before."""
    settled: int = await QUERIES.settle_facts(writing.connection, match_id=match)
    return settled == 1


async def turns(reading: Reading, match: Match) -> list[sqlite3.Row]:
    """List what is stored of a match's turns, in order."""
    return [row async for row in QUERIES.turns_with_times(reading.connection, match_id=match.id)]


def play_some(
    match: Match, rows: Sequence[sqlite3.Row], played: list[PlayedTurn], most: int
) -> None:
    """Play up to so many more of the stored turns."""
    start = Position.start(match.position.ruleset)
    for row in rows[len(played) : len(played) + most]:
        position = played[-1].step.after if played else start
        step = play(position, read_turn(row["notation"]))
        played.append(PlayedTurn(step, Instant(row["played_at"]), Revision(row["revision"])))


def insert(writing: Writing, match: Match, facts: MatchFacts) -> Statement[int]:
    """Keep what a match gave."""
    seats = {
        f"{seat.name.lower()}_{name}": value
        for seat, each in facts.seats
        for name, value in (
            ("opening", each.opening),
            ("moves", each.moves),
            ("seconds", each.seconds),
            ("graduations", each.graduations),
            ("behind", each.behind),
        )
    }
    return QUERIES.insert_match_facts(
        writing.connection,
        match_id=match.id,
        guild_id=match.home.guild,
        ended_at=match.changed_at,
        turns=facts.turns,
        lead_changes=facts.lead_changes,
        last_turn=facts.last_turn.value,
        **seats,
    )


async def find(reading: Reading, match: MatchId) -> MatchFacts | None:
    """Return what a match gave, if it was looked for already and there was a result."""
    row = await QUERIES.facts_of_match(reading.connection, match_id=match)
    if row is None:
        return None
    seats = PerSeat(_seat(row, Seat.ORANGE), _seat(row, Seat.GRAY))
    return MatchFacts(row["turns"], row["lead_changes"], seats, LastTurn(row["last_turn"]))


def _seat(row: sqlite3.Row, seat: Seat) -> SeatFacts:
    opening = row[f"{seat.name.lower()}_opening"]
    return SeatFacts(
        None if opening is None else Square(opening),
        row[f"{seat.name.lower()}_moves"],
        Seconds(row[f"{seat.name.lower()}_seconds"]),
        row[f"{seat.name.lower()}_graduations"],
        row[f"{seat.name.lower()}_behind"],
    )


def count_record(
    writing: Writing, whom: Whom, ruleset: str, seat: Seat, score: Score, why: Why
) -> Statement[int]:
    """Count one more match that went so."""
    return QUERIES.count_record(
        writing.connection,
        guild_id=whom.guild,
        player_key=whom.player,
        ruleset=ruleset,
        seat=seat.value,
        score=score.value,
        why=why.value,
    )


def count_opening(writing: Writing, whom: Whom, square: Square) -> Statement[int]:
    """Count one more match that a person opened there."""
    return QUERIES.count_opening(
        writing.connection, guild_id=whom.guild, player_key=whom.player, square=square
    )


def count_meeting(
    writing: Writing, whom: Whom, opponent: PlayerKey, score: Score
) -> Statement[int]:
    """Count what one more match with an opponent brought."""
    return QUERIES.count_head_to_head(
        writing.connection,
        guild_id=whom.guild,
        player_key=whom.player,
        opponent_key=opponent,
        wins=int(score is Score.WIN),
        draws=int(score is Score.DRAW),
        losses=int(score is Score.LOSS),
    )


async def sums_of(reading: Reading, whom: Whom) -> Sums | None:
    """Return what a person's matches come to, if any has ended."""
    row = await QUERIES.sums_of_player(
        reading.connection, guild_id=whom.guild, player_key=whom.player
    )
    if row is None:
        return None
    streak = Streak(row["streak"], row["longest"])
    return Sums(row["matches"], streak, row["moves"], Seconds(row["seconds"]))


def keep_sums(writing: Writing, whom: Whom, sums: Sums) -> Statement[int]:
    """Write what a person's matches come to in place of what they came to before."""
    return QUERIES.keep_sums(
        writing.connection,
        guild_id=whom.guild,
        player_key=whom.player,
        matches=sums.matches,
        streak=sums.streak.current,
        longest=sums.streak.longest,
        moves=sums.moves,
        seconds=sums.seconds,
    )


async def career_of(reading: Reading, whom: Whom, matches: int) -> Career:
    """Return what a person has done in a server, with that many matches."""
    opponents: int = await QUERIES.opponents_met(
        reading.connection, guild_id=whom.guild, player_key=whom.player
    )
    rows = QUERIES.rulesets_won(
        reading.connection, guild_id=whom.guild, player_key=whom.player, score=Score.WIN.value
    )
    return Career(matches, opponents, frozenset([row["ruleset"] async for row in rows]))


async def bestow(
    writing: Writing, whom: Whom, badges: Iterable[Badge], match: MatchId, at: Instant
) -> None:
    """Give badges to a person; those that they have they keep as they earned them first."""
    rows = [
        {
            "guild_id": whom.guild,
            "player_key": whom.player,
            "badge": badge.value,
            "match_id": match,
            "earned_at": at,
        }
        for badge in badges
    ]
    await QUERIES.bestow_badges(writing.connection, rows)
