"""An interaction: something that a person did, and the bot's answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from playground.validation.commands import OptionKind
from playground.world import Place, Snowflake, User, WorldMessage
from playground.world.messages import Json, Origin


class InteractionKind(IntEnum):
    """What the person did; the numbers are Discord's."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class InteractionState(Enum):
    """The state of an interaction."""

    WAITING = "waiting"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class MessageReply:
    """The bot answered with a new message."""

    message_id: Snowflake


@dataclass(frozen=True, slots=True)
class MessageUpdate:
    """The bot answered by changing the message that was clicked."""

    message_id: Snowflake


@dataclass(frozen=True, slots=True)
class Deferral:
    """The bot asked for more time, with a message that says "thinking…", or None on a click."""

    message_id: Snowflake | None


@dataclass(frozen=True, slots=True)
class ModalOpened:
    """The bot answered with a form."""

    form: Json


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The bot answered with choices for the option that the person is typing."""

    choices: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The bot did not answer in time; the person reads that the interaction failed."""


Outcome = MessageReply | MessageUpdate | Deferral | ModalOpened | Suggestions | NoAnswer


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction. `born` is in seconds of the event loop's clock.

    `original_id` is the message that `@original` means. `is_thinking` says that this message waits
    for its content. `opened_by` is the interaction that opened the form, if this one submits a
    form.
    """

    id: Snowflake
    token: str
    kind: InteractionKind
    user: User
    place: Place
    born: float
    outcome: asyncio.Future[Outcome]
    message: WorldMessage | None = None
    opened_by: Interaction | None = None
    command_name: str | None = None
    is_context_menu: bool = False
    focused: OptionKind | None = None
    state: InteractionState = InteractionState.WAITING
    original_id: Snowflake | None = None
    is_thinking: bool = False
    follow_up_ids: list[Snowflake] = field(default_factory=list)

    @property
    def origin(self) -> Origin:
        """The interaction as its answers describe it."""
        return Origin(
            self.id,
            int(self.kind),
            self.user,
            self.command_name,
            self.message.id if self.message else None,
            opened_by=self.opened_by.origin if self.opened_by else None,
        )

    def settle(self, outcome: Outcome) -> None:
        """Record the outcome, and wake the code that waits for it."""
        failed = isinstance(outcome, NoAnswer)
        self.state = InteractionState.FAILED if failed else InteractionState.ANSWERED
        if not self.outcome.done():
            self.outcome.set_result(outcome)
