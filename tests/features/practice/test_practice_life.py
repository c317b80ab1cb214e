"""A match against the bot: nothing is enqueued for the bot, and it is woken to act."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.address import DatabaseAddress
from bot.errors import Refusal
from bot.features.matches.access import Presence
from bot.features.practice.opponent import BotPolicy
from bot.game import RULESETS, Ruleset, legal_turns, play
from bot.match.challenge import Particulars
from bot.match.clock import DAY, HOUR, Bank, NoLimit, PerMove, TimeControl
from bot.match.identity import MatchId, Seconds
from bot.match.match import Match, OfferAnswer
from bot.match.terms import Pace, Starts, VenueKind
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, ORANGE, PLACE
from tests.kit.practice import BOT, practice_terms, practise, run_here
from tests.kit.raw_database import connect, dict_rows
from tests.kit.template import temporary_database
from tests.kit.thoroughness import quick_or_thorough

TO_ANYONE = (
    "notifications",
    "members",
    "vacations",
    "plans",
    "spectators",
    "preferences",
)
"""Tables of what is pending for people, or done to them."""

TIMES = st.sampled_from([NoLimit(), PerMove(DAY), Bank(DAY, HOUR, Seconds(2 * DAY))])
ACTIONS = st.lists(
    st.sampled_from(
        [
            *["move", "answer"] * 4,
            *["offer", "withdraw", "take back", "plan", "away", "back", "leave", "return"],
            *[
                "wait a second",
                "wait an hour",
                "wait a day",
                "run due",
                "move to another venue",
                "rematch",
            ],
            "resign",
        ]
    ),
    min_size=5,
    max_size=25,
)


class PracticeLife:
    """A user, and what they do in their match."""

    def __init__(
        self, services: Services, clock: StandingClock, number: MatchId, chance: Random
    ) -> None:
        self.services = services
        self.clock = clock
        self.number = number
        self.chance = chance
        self.policy = BotPolicy()

    async def match(self) -> Match:
        return await self.services.matches.find(self.number)

    async def do(self, action: str) -> None:
        """Try something; what is refused changes nothing."""
        actions: dict[str, Callable[[], Awaitable[object]]] = {
            "move": self.move,
            "answer": self.answer,
            "offer": self.offer,
            "withdraw": self.withdraw,
            "take back": self.take_back,
            "plan": self.plan,
            "away": self.go_away,
            "back": lambda: self.services.vacations.end(ORANGE, GUILD, None),
            "leave": lambda: self.services.departures.record(GUILD, ORANGE, Presence.UNREACHABLE),
            "return": lambda: self.services.departures.record(GUILD, ORANGE, Presence.MEMBER),
            "wait a second": lambda: self.wait(1),
            "wait an hour": lambda: self.wait(HOUR),
            "wait a day": lambda: self.wait(DAY),
            "run due": self.run_due,
            "move to another venue": lambda: self.services.boards.move(
                self.number, PLACE.channel, VenueKind.DIRECT, VenueKind.DIRECT
            ),
            "rematch": self.rematch,
            "resign": lambda: self.services.matches.resign(ORANGE, self.number),
        }
        with contextlib.suppress(Refusal):
            await actions[action]()

    async def go_away(self) -> None:
        # A user does not end a vacation and begin the next in the same moment.
        self.clock.advance(1)
        await self.services.vacations.begin(ORANGE, GUILD, 1)

    async def move(self) -> None:
        match = await self.match()
        turn = self.chance.choice(list(legal_turns(match.position)))
        await self.services.matches.play(ORANGE, self.number, turn)

    async def answer(self) -> None:
        situation = await self.services.opponents.situation(self.number)
        if situation is not None:
            decision = await self.policy.decide(situation, run_here)
            assert await self.services.opponents.do(situation, decision) is not None

    async def offer(self) -> None:
        seen = (await self.match()).ply
        await self.services.matches.offer_draw(ORANGE, self.number, seen)

    async def withdraw(self) -> None:
        seen = (await self.match()).revision
        await self.services.matches.answer_draw(ORANGE, self.number, seen, OfferAnswer.WITHDRAW)

    async def take_back(self) -> None:
        await self.services.takebacks.ask(ORANGE, self.number, (await self.match()).ply)

    async def plan(self) -> None:
        """Plan a reply to what the bot may well play."""
        match = await self.match()
        theirs = self.chance.choice(list(legal_turns(match.position)))
        step = play(match.position, theirs)
        if step.win is None:
            own = self.chance.choice(list(legal_turns(step.after)))
            await self.services.plans.add(ORANGE, self.number, [(theirs, own)])

    async def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)

    async def run_due(self) -> None:
        await self.services.jobs.run_due()
        await self.services.jobs.run_due()
        await self.services.jobs.run_due()

    async def rematch(self) -> None:
        done = await self.services.rematches.rematch(ORANGE, self.number, PLACE)
        assert done.match is not None
        self.number = done.match.id


def expect_sound(path: DatabaseAddress) -> None:
    """Expect no rows about the bot as a user, and that it is woken exactly where it must act."""
    with contextlib.closing(connect(path)) as connection:
        for table in TO_ANYONE:
            [[count]] = connection.execute(
                f"SELECT count(*) FROM {table} WHERE user_id = ?", [BOT]
            ).fetchall()
            assert count == 0, table
        boards = "SELECT count(*) FROM outbox WHERE kind = 'board' AND part = ?"
        assert connection.execute(boards, [BOT]).fetchall() == [(0,)]
        answers = connection.execute("SELECT key FROM jobs WHERE kind = 'bot answer'")
        awaited = {int(key) for (key,) in answers}
        for row in dict_rows(connection.execute("SELECT * FROM matches")):
            moves = f" {row['bot_seat']} " in row["position"]
            is_live = row["outcome_why"] is None
            person = {"o": "g", "g": "o"}[row["bot_seat"]]
            is_asked = (row["draw_offers"] or "").startswith(person) or (
                (row["takeback"] or "").startswith(person) and "open" in row["takeback"]
            )
            assert (row["id"] in awaited) == (is_live and (moves or is_asked)), row
            if moves:
                assert (row["deadline"], row["held"]) == (None, None)


async def live(
    ruleset: Ruleset,
    starts: Starts,
    pace: Pace,
    time: TimeControl,
    venue: VenueKind,
    actions: list[str],
    chance: Random,
) -> None:
    with temporary_database() as path:
        clock = StandingClock()
        async with open_services(path, clock, chance) as services:
            terms = practice_terms(starts, 2, pace, ruleset, time)
            begun = await practise(services, terms, particulars=Particulars(venue=venue))
            life = PracticeLife(services, clock, begun.id, chance)
            expect_sound(path)
            for action in actions:
                await life.do(action)
                expect_sound(path)


@pytest.mark.long
@settings(
    max_examples=quick_or_thorough(15, 30),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    ruleset=st.sampled_from(RULESETS),
    starts=st.sampled_from([Starts.ME, Starts.THEM]),
    pace=st.sampled_from(Pace),
    time=TIMES,
    venue=st.sampled_from([VenueKind.CHANNEL, VenueKind.DIRECT]),
    actions=ACTIONS,
    seed=st.integers(0, 1000),
)
def test_the_bot_gets_no_notifications_and_is_woken_when_it_has_to_act(
    ruleset: Ruleset,
    starts: Starts,
    pace: Pace,
    time: TimeControl,
    venue: VenueKind,
    actions: list[str],
    seed: int,
) -> None:
    asyncio.run(live(ruleset, starts, pace, time, venue, actions, Random(seed)))
