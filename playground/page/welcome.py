"""The opening of the page before the first message: a sentence, and ways to begin."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.people import CannotDo, NothingShown
from playground.pulse import WaitTimeout
from playground.world import Snowflake
from playground.world.messages import Json

if TYPE_CHECKING:
    from playground.playground import Playground

PICTURE = "/welcome.png"
"""The path of the welcome's picture."""
Places = Mapping[Snowflake, Snowflake]
"""The place that each person is taken to: the place's id by the person's."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A way to begin: the label of its button, and what people do when it is clicked."""

    label: str
    begin: Callable[[Playground], Awaitable[Places]]


@dataclass(frozen=True, slots=True)
class Welcome:
    """The welcome that a bot's own program shows when the page is opened.

    `first_commands` are listed before the others, in this order. `picture` is a PNG that is shown
    above the title, if it is not empty, and `alt` describes it.
    """

    title: str = ""
    text: str = ""
    openings: tuple[Opening, ...] = ()
    look_around: str = "Just look around"
    first_commands: tuple[str, ...] = ()
    picture: bytes = b""
    alt: str = ""


class Reception:
    """Shows the welcome until a person has begun."""

    def __init__(self, playground: Playground, welcome: Welcome) -> None:
        self._playground = playground
        self._welcome = welcome
        self._is_beginning = False
        self._has_failed = False

    @property
    def first_commands(self) -> tuple[str, ...]:
        """The commands that are listed before the others."""
        return self._welcome.first_commands

    @property
    def picture(self) -> bytes:
        """The picture above the title; empty if there is none."""
        return self._welcome.picture

    def shape(self) -> Json | None:
        """Return what the page shows; None once anything was said, or if nothing can be begun.

        A beginning that failed can be tried again, even if messages were sent in it.
        """
        is_untouched = self._playground.world.messages.is_empty or self._has_failed
        if not self._welcome.openings or not is_untouched:
            return None
        return {
            "title": self._welcome.title,
            "text": self._welcome.text,
            "picture": PICTURE if self._welcome.picture else None,
            "alt": self._welcome.alt,
            "openings": [each.label for each in self._welcome.openings],
            "look_around": self._welcome.look_around,
        }

    async def begin(self, number: int) -> Json:
        """Do the action of a button; return the place each person is taken to. Raise `CannotDo`."""
        if self._is_beginning or self.shape() is None:
            raise CannotDo("the playground has begun already")
        if not 0 <= number < len(self._welcome.openings):
            raise CannotDo(f"there is no way to begin with the number {number}")
        self._is_beginning = True
        try:
            places = await self._welcome.openings[number].begin(self._playground)
            self._has_failed = False
        except (CannotDo, NothingShown, WaitTimeout) as error:
            self._has_failed = True
            raise CannotDo("the bot didn't answer; try again") from error
        finally:
            self._is_beginning = False
            self._playground.pulse.beat()
        return {str(person): str(place) for person, place in places.items()}
