"""Placing a piece by taps, each of which is counted."""

import re
from dataclasses import dataclass

from bot.game import Turn, name_of
from playground import Answer, Person, SeenMessage
from render.scene import entry_letter
from tests.kit.direct_matches import DirectMatch
from tests.kit.server_matches import ServerMatch

PREVIEW = "A preview, not played yet."
"""The beginning of a preview in words."""


class PanelUser:
    """One person using a private panel, which the last answer shows."""

    __slots__ = ()

    last: Answer | None

    @property
    def panel(self) -> SeenMessage:
        """The panel in its present state."""
        if self.last is None:
            raise ValueError("nothing was pressed yet")
        return self.last.shown

    @property
    def text(self) -> str:
        """The panel's text."""
        return self.panel.text

    @property
    def labels(self) -> list[str]:
        """The panel's buttons."""
        return self.panel.labels


@dataclass(slots=True)
class Placer(PanelUser):
    """One person who places by taps, which `taps` counts."""

    server_match: ServerMatch | DirectMatch
    person: Person
    taps: int = 0
    last: Answer | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the panel has disappeared."""
        return self.person.see(self.panel) is None

    async def open(self, column: str) -> "Placer":
        """Tap a column below the board, once there is only the current board."""
        await self.server_match.wait_until_shown()
        self.taps += 1
        self.last = await self.person.press(self.server_match.board_of(self.person), column)
        return self

    async def press(self, label: str) -> Answer:
        """Tap a button of the panel."""
        self.taps += 1
        self.last = await self.person.press(self.panel, label)
        return self.last

    async def choose(self, square: str) -> Answer:
        """Tap a square, after its column if the panel does not show the square."""
        if self.last is None:
            await self.open(square[0])
        if not any(label.startswith(f"{square[0]}1") for label in self.labels):
            await self.change_column(square[0])
        return await self.press(square)

    async def change_column(self, column: str) -> Answer:
        """Tap a column, after the way back if the panel does not show the columns."""
        if column not in self.labels:
            await self.press("Back")
        return await self.press(column)

    async def finish(self, label: str = "Confirm") -> None:
        """Tap the button that ends the turn, and wait for the panel to disappear."""
        self.taps += 1
        panel = self.panel
        answer = await self.person.press(panel, label)
        assert not answer.failed
        await self.server_match.playground.until(lambda: self.person.see(panel) is None)

    async def place(self, square: str) -> None:
        """Place a piece with a preview, and confirm it."""
        await self.choose(square)
        await self.finish()

    def squares(self) -> list[str]:
        """List the squares that can be chosen on the panel."""
        return [
            button.label
            for button in self.panel.buttons
            if len(button.label) == len("c3") and not button.disabled
        ]


_LEAVING = re.compile(r"(?<= )[a-f][1-6]\b")
"""The squares named on a lettered button."""


async def choose_turn(person: Person, panel: SeenMessage, turn: Turn) -> Answer:
    """Choose a whole turn on a panel, tap by tap, up to **Confirm**; return the last answer."""
    answer = None

    async def tap(label: str) -> None:
        nonlocal answer, panel
        answer = await person.press(panel, label)
        panel = answer.shown

    def labels() -> list[str]:
        return [button.label for button in panel.buttons if not button.disabled]

    if turn.recall is not None:
        [piece] = [label for label in labels() if label.startswith(name_of(turn.recall))]
        await tap(piece)
    kind = turn.placement.kind.name.capitalize()
    if kind in labels():
        await tap(kind)
    square = name_of(turn.placement.square)
    await tap(square[0])
    await tap(square)
    if any(label.startswith("A ") for label in labels()):
        leaving = [name_of(each) for each in turn.leaves]
        [option] = [label for label in labels() if _LEAVING.findall(label) == leaving]
        await tap(option)
    if "Keep in hand" in labels():
        if turn.seam is None:
            await tap("Keep in hand")
        else:
            await tap(entry_letter(turn.seam))
            if {"Confirm", "Save"} & set(labels()):
                await tap(next(label for label in labels() if label in ("Confirm", "Save")))
    assert answer is not None
    return answer
