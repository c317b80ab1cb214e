"""The bot's policy as an opponent, and storing its decisions like a player's actions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar, assert_never

from bot.bounded import BoundedDict
from bot.db.database import Database, Writing
from bot.db.statements import defer
from bot.engine import expectation, turns_to_win
from bot.features.matches import queries as match_queries
from bot.features.matches.jobs import BotAnswer
from bot.features.matches.queries import MatchToPlay
from bot.features.matches.service import Matches
from bot.features.matches.takebacks import store_takeback
from bot.features.matches.writer import MatchWriter
from bot.features.practice.engine_requests import EngineTurn, find_turn, weigh
from bot.game import Position, Seat, Turn, legal_turns, read_position
from bot.game import play as play_turn
from bot.jobs.clock import Clock
from bot.jobs.jobs import hasten
from bot.match.ending import answer_draw, claim_draw
from bot.match.identity import Instant, MatchId, Ply, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.playing import Past, play, resign, run_out
from bot.match.terms import BotPlayer, LevelNumber
from bot.workers.protocol import Assignment

PLAYED_FIRST: Final = Ply(12)
"""How many turns are played before the bot accepts a draw or resigns."""
GIVES_UP_FROM: Final = LevelNumber(5)
"""The lowest level that resigns: lower ones see little, and so do the players they are for."""
HOPELESS: Final = 0.02
"""The expected score below which a match is as good as lost."""
HOPELESS_FOR: Final = 5
"""The bot resigns once the match was hopeless at this many of its turns in a row."""
LOST_FOR: Final = 2
"""The bot resigns once its loss was certain at this many of its turns in a row."""


def accepts_draw(score: int, ply: Ply) -> bool:
    """Return whether the bot accepts a draw: it does unless its position is better."""
    return ply >= PLAYED_FIRST and score <= 0


def claims_draw(score: int) -> bool:
    """Return whether the bot claims a draw that it may claim: it does if its position is worse."""
    return score < 0


def may_give_up(level: LevelNumber, ply: Ply) -> bool:
    """Return whether the bot may resign at that level and ply."""
    return level >= GIVES_UP_FROM and ply >= PLAYED_FIRST


def is_lost(score: int) -> bool:
    """Return whether the bot's search has found a forced loss."""
    turns = turns_to_win(score)
    return turns is not None and turns < 0


def is_hopeless(score: int) -> bool:
    """Return whether the match is as good as lost, whether the bot sees the end or not."""
    return expectation(score) < HOPELESS


def lets_win(position: Position, turn: Turn) -> bool:
    """Return whether the opponent can win at once after a turn; then the bot does not resign."""
    after = play_turn(position, turn).after
    return any(reply.wins for reply in legal_turns(after))


MOST_REMEMBERED: Final = 1_000
"""How many evaluations are remembered, so that they need not be computed again."""

Result = TypeVar("Result")


async def hurry_in_person(writing: Writing, match: Match, now: Instant) -> None:
    """Make the bot answer at once in a match that goes on in private panels.

    Discord lets such a panel be edited for a quarter of an hour only.
    """
    if match.stays_in_person:
        answer = BotAnswer(match.id)
        defer(match_queries.hurry(writing, match.id), hasten(writing, answer, now))


class Think(Protocol):
    """Runs a job in another process, as `bot.workers.SharedPool` does for one user."""

    async def __call__(self, job: Assignment[Result], /) -> Result:
        """Do a job, and return its result."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A match in which the bot has to act now.

    `past` are the texts of the positions that have occurred in it.
    """

    match: Match
    bot: BotPlayer
    past: Past


@dataclass(frozen=True, slots=True)
class Plays:
    """The bot plays a turn."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class AnswersDraw:
    """The bot accepts or declines a draw."""

    answer: OfferAnswer


@dataclass(frozen=True, slots=True)
class ClaimsDraw:
    """The bot claims a draw by repetition."""


@dataclass(frozen=True, slots=True)
class TakesBack:
    """The bot agrees to a takeback."""


@dataclass(frozen=True, slots=True)
class GivesUp:
    """The bot resigns."""


Decision = Plays | AnswersDraw | ClaimsDraw | TakesBack | GivesUp


class BotPolicy:
    """Decides as a level does. Equal matches get equal decisions."""

    def __init__(self) -> None:
        self._remembered = BoundedDict[tuple[MatchId, int], EngineTurn](MOST_REMEMBERED)

    async def decide(self, situation: Situation, think: Think) -> Decision:
        """Decide what the bot does. Raise what `think` raises."""
        match, bot = situation.match, situation.bot
        if match.takeback_asked_by is bot.seat.other:
            return TakesBack()
        if match.draw_offered_by is bot.seat.other:
            return AnswersDraw(await self._answer_to_draw(situation, think))
        weighed = await self._evaluation_at(situation, match.ply, think)
        if match.may_claim_draw and claims_draw(weighed.score):
            return ClaimsDraw()
        if await self._gives_up(situation, weighed, think):
            return GivesUp()
        return Plays(weighed.turn)

    async def _answer_to_draw(self, situation: Situation, think: Think) -> OfferAnswer:
        match = situation.match
        if match.ply < PLAYED_FIRST:
            return OfferAnswer.DECLINE
        if match.position.to_move is situation.bot.seat:
            score = (await self._evaluation_at(situation, match.ply, think)).score
        else:
            level = situation.bot.practice.level
            score = -await think(partial(weigh, level, match.position, tuple(situation.past)))
        accepts = accepts_draw(score, match.ply)
        return OfferAnswer.ACCEPT if accepts else OfferAnswer.DECLINE

    async def _gives_up(self, situation: Situation, weighed: EngineTurn, think: Think) -> bool:
        """Return whether the bot resigns; forgotten evaluations of earlier turns are recomputed."""
        if not may_give_up(situation.bot.practice.level, situation.match.ply):
            return False
        if not is_hopeless(weighed.score) or lets_win(situation.match.position, weighed.turn):
            return False
        return await self._has_held(is_lost, LOST_FOR, situation, think) or await self._has_held(
            is_hopeless, HOPELESS_FOR, situation, think
        )

    async def _has_held(
        self, so: Callable[[int], bool], turns: int, situation: Situation, think: Think
    ) -> bool:
        """Return whether `so` held at each of the bot's last `turns` turns, including this one."""
        for back in range(turns):
            ply = situation.match.ply - back * len(Seat)
            if ply < 0 or not so((await self._evaluation_at(situation, Ply(ply), think)).score):
                return False
        return True

    async def _evaluation_at(self, situation: Situation, ply: Ply, think: Think) -> EngineTurn:
        """Return the bot's evaluation of the match as it was at that ply."""
        match, past = situation.match, tuple(situation.past[: ply + 1])
        key = (match.id, hash(past))
        weighed = self._remembered.get(key)
        if weighed is None:
            position = read_position(past[ply], match.position.ruleset)
            level, seed = situation.bot.practice.level, seed_of(match.id, ply)
            weighed = await think(partial(find_turn, level, position, past, seed))
            self._remembered[key] = weighed
        return weighed


def seed_of(number: MatchId, ply: Ply) -> int:
    """Return the seed for a turn: the same at each attempt, different at each turn."""
    return number * 1000 + ply


class Opponents:
    """Finds what the bot has to do, and stores what it has decided."""

    def __init__(
        self, database: Database, clock: Clock, writer: MatchWriter, played: Matches
    ) -> None:
        self._database = database
        self._writer = writer
        self._clock = clock
        self._played = played

    async def situation(self, number: MatchId) -> Situation | None:
        """Return a match in which the bot has to act now, or `None`."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            with_past = await match_queries.find_with_past(reading, number)
        if with_past is None:
            return None
        match, past = with_past
        due_at = match.answer_at
        if match.bot is None or due_at is None or due_at > now:
            return None
        return Situation(match, match.bot, past)

    async def do(self, situation: Situation, decision: Decision) -> Match | None:
        """Store the bot's decision; return `None` if the match has changed since."""
        asked_at = self._clock.now()
        number = situation.match.id

        async def act(writing: Writing, answers: list[Any]) -> Match | None:
            to_play = match_queries.read_to_play(*answers)
            if to_play is None or to_play.match.revision != situation.match.revision:
                return None
            bot = to_play.match.seats.user_of(situation.bot.seat)
            now = await self._writer.counts_from(writing, to_play.match, asked_at)
            late = run_out(to_play.match, now)
            if late is not None:
                await self._writer.change(writing, to_play.match, late, now)
                return late
            return await self._store(writing, to_play, bot, decision, now)

        questions = partial(self._writer.query_to_play, number=number)
        after = await self._database.transact(act, questions)
        if after is not None and isinstance(decision, Plays):
            self._played.count_moves(after.ply - situation.match.ply)
        return after

    async def _store(
        self, writing: Writing, to_play: MatchToPlay, bot: UserId, decision: Decision, now: Instant
    ) -> Match:
        match = to_play.match
        match decision:
            case Plays(turn):
                played = play(match, bot, turn, now, to_play.past)
                return (await self._writer.play(writing, to_play, played, now)).match
            case TakesBack():
                return await store_takeback(self._writer, writing, match, bot, now)
            case AnswersDraw(answer):
                after = answer_draw(match, bot, answer, now)
            case ClaimsDraw():
                after = claim_draw(match, bot, now)
            case GivesUp():
                after = resign(match, bot, now)
            case _:
                assert_never(decision)
        await self._writer.change(writing, match, after, now)
        return after
