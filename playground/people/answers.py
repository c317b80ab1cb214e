"""The bot's answer to an action of a person, and the messages that follow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.interactions.interaction import (
    Deferral,
    Interaction,
    MessageReply,
    MessageUpdate,
    ModalOpened,
    NoAnswer,
    Outcome,
    Suggestions,
)
from playground.people.errors import NothingShown
from playground.people.forms import SeenModal, see_modal
from playground.people.seen import SeenMessage
from playground.pulse import Pulse
from playground.world import Snowflake
from playground.world.messages import Json

Look = Callable[[Snowflake], SeenMessage | None]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion of autocomplete."""

    name: str
    value: str | int | float


class Answer:
    """The bot's first answer as the person saw it, with a way to wait for the rest.

    `failed` means that the bot did not answer in time: the person reads "The application did not
    respond" or "This interaction failed".
    """

    def __init__(
        self, outcome: Outcome, interaction: Interaction | None, look: Look, pulse: Pulse
    ) -> None:
        self.outcome = outcome
        self._interaction = interaction
        self._look = look
        self._pulse = pulse
        self.message: SeenMessage | None = None
        self.modal: SeenModal | None = None
        self.choices: tuple[Suggestion, ...] = ()
        match outcome:
            case MessageReply(message_id) | MessageUpdate(message_id):
                self.message = look(message_id)
            case Deferral(message_id):
                self.message = look(message_id) if message_id else None
            case ModalOpened(form) if interaction is not None:
                self.modal = see_modal(form, interaction)
            case Suggestions(choices):
                self.choices = tuple(_choice(each) for each in choices)

    def __repr__(self) -> str:
        return f"Answer({self.outcome!r}, message={self.message!r})"

    @property
    def failed(self) -> bool:
        """Whether the bot did not answer in time."""
        return isinstance(self.outcome, NoAnswer)

    @property
    def deferred(self) -> bool:
        """Whether the bot asked for more time first."""
        return isinstance(self.outcome, Deferral)

    @property
    def shown(self) -> SeenMessage:
        """The message of the answer. Raise `NothingShown` if there is none."""
        if self.message is None:
            raise NothingShown(f"no message was shown: {self.outcome!r}")
        return self.message

    @property
    def text(self) -> str:
        """The text of the message of the answer."""
        return self.shown.text

    @property
    def form(self) -> SeenModal:
        """The modal of the answer. Raise `NothingShown` if there is none."""
        if self.modal is None:
            raise NothingShown(f"no form was shown: {self.outcome!r}")
        return self.modal

    @property
    def follow_ups(self) -> tuple[SeenMessage, ...]:
        """The further messages so far, except deleted ones."""
        if self._interaction is None:
            return ()
        seen = (self._look(message_id) for message_id in self._interaction.follow_up_ids)
        return tuple(message for message in seen if message is not None)

    async def final(self, within: float = 15.0) -> SeenMessage:
        """Return the message of the answer once a deferral is over.

        After a deferral without "thinking…", that is the clicked message after its change.
        """
        interaction = self._interaction
        if interaction is None or self.failed:
            raise NothingShown("the bot did not answer")
        if self.outcome == Deferral(None):
            clicked = interaction.message
            before = clicked.edited_at if clicked else None
            await self._pulse.until(
                lambda: clicked is None or clicked.edited_at != before, within=within
            )
        else:
            await self._pulse.until(lambda: not interaction.is_thinking, within=within)
        message = self._look(interaction.original_id) if interaction.original_id else None
        if message is None:
            raise NothingShown("the answer was deleted, or it was no message")
        return message

    async def follow_up(self, number: int = 1, within: float = 15.0) -> SeenMessage:
        """Wait for a further message, counted from 1, and return it."""
        await self._pulse.until(lambda: len(self.follow_ups) >= number, within=within)
        return self.follow_ups[number - 1]


def _choice(shape: Json) -> Suggestion:
    return Suggestion(shape["name"], shape["value"])
