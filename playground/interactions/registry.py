"""The interactions: sent to the bot, then answered within 3 seconds or failed."""

from __future__ import annotations

import asyncio
import base64
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from playground.gateway.roster import Roster
from playground.interactions.interaction import (
    Interaction,
    InteractionKind,
    InteractionState,
    NoAnswer,
)
from playground.interactions.payloads import PayloadWriter
from playground.validation.commands import OptionKind
from playground.world import Place, Snowflake, User, World, WorldMessage
from playground.world.messages import Json


@dataclass(frozen=True, slots=True)
class Limits:
    """The time limits of an interaction, in seconds."""

    answer_within: float = 3.0
    token_lives: float = 900.0


@dataclass(frozen=True, slots=True)
class UserAction:
    """A person's action: its kind, its body, and the message, form or command that it came from.

    `seen` is the message as the person saw it at the click, if it has changed since.
    """

    kind: InteractionKind
    body: Json
    message: WorldMessage | None = None
    seen: Json | None = None
    opened_by: Interaction | None = None
    command_name: str | None = None
    is_context_menu: bool = False
    focused: OptionKind | None = None


def _token_of(number: Snowflake) -> str:
    """Return a token like Discord's, which contains the number of the interaction."""
    return base64.b64encode(f"interaction:{number}:{secrets.token_hex(64)}".encode()).decode()


class Interactions:
    """Sends interactions and finds them again by their token."""

    def __init__(self, world: World, roster: Roster, writer: PayloadWriter, limits: Limits) -> None:
        self.limits = limits
        self._world = world
        self._roster = roster
        self._writer = writer
        self._by_token: dict[str, Interaction] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.times_told = 1
        """How often each interaction is sent to the bot; Discord repeats some after a resume."""
        self._hastened: float | None = None
        self._on_change: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever an interaction is answered or fails."""
        self._on_change.append(listener)

    def hasten_next(self, answer_within: float) -> None:
        """Set the time within which the bot must answer the next interaction, and only that one."""
        self._hastened = answer_within

    def send(self, user: User, place: Place, action: UserAction) -> Interaction:
        """Send the bot what a person did; the interaction fails at once if no bot is connected."""
        loop = asyncio.get_running_loop()
        number = self._world.snowflakes.next()
        interaction = Interaction(
            id=number,
            token=_token_of(number),
            kind=action.kind,
            user=user,
            place=place,
            born=loop.time(),
            outcome=loop.create_future(),
            message=action.message,
            opened_by=action.opened_by,
            command_name=action.command_name,
            is_context_menu=action.is_context_menu,
            focused=action.focused,
        )
        server = self._world.server_of(place)
        session = self._roster.session_for(server.id if server else None)
        if session is None:
            interaction.settle(NoAnswer())
            return interaction
        self._forget_old(loop.time())
        self._by_token[interaction.token] = interaction
        within = self.limits.answer_within if self._hastened is None else self._hastened
        self._hastened = None
        self._timers[interaction.token] = loop.call_later(within, self._fail, interaction)
        payload = self._writer.interaction(interaction, action.body)
        if action.seen is not None:
            payload["message"] = action.seen
        for _ in range(self.times_told):
            session.dispatch("INTERACTION_CREATE", payload)
        return interaction

    def find(self, token: str) -> Interaction | None:
        """Return the interaction with this token, however old."""
        return self._by_token.get(token)

    def has_expired(self, interaction: Interaction) -> bool:
        """Return whether the token is past its 15 minutes."""
        age = asyncio.get_running_loop().time() - interaction.born
        return age > self.limits.token_lives

    def settled(self, interaction: Interaction) -> None:
        """Stop the clock of an interaction that was answered, and call the listeners."""
        if timer := self._timers.pop(interaction.token, None):
            timer.cancel()
        self._notify()

    def close(self) -> None:
        """Fail all interactions that still wait for an answer."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for interaction in self._by_token.values():
            if interaction.state is InteractionState.WAITING:
                interaction.settle(NoAnswer())

    def _fail(self, interaction: Interaction) -> None:
        self._timers.pop(interaction.token, None)
        if interaction.state is InteractionState.WAITING:
            interaction.settle(NoAnswer())
            self._notify()

    def _forget_old(self, now: float) -> None:
        """Drop tokens that expired long ago; the dict is in the order of creation."""
        limit = now - 2 * max(self.limits.token_lives, self.limits.answer_within)
        for token in list(itertools.islice(self._by_token, 2)):
            if self._by_token[token].born < limit:
                del self._by_token[token]

    def _notify(self) -> None:
        for listener in self._on_change:
            listener()
