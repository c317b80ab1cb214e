"""A clock that stands still until a test moves it."""

from bot.match.identity import Instant
from tests.kit.matches import NOON


class StandingClock:
    def __init__(self) -> None:
        self.moment = NOON

    def now(self) -> Instant:
        return self.moment

    def advance(self, seconds: float) -> None:
        self.moment = Instant(self.moment + seconds)
