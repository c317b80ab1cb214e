"""How people place a piece without a command, every tap of a phone counted."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.game import Turn, name_of
from playground import Answer, Person, SeenMessage, Select
from tests.play.sitting import Sitting

WHOLE_MENU = 25


@dataclass(slots=True)
class Picking:
    """One person on the private picker; `taps` counts what a finger does on a phone."""

    sitting: Sitting
    person: Person
    taps: int = 0
    last: Answer | None = None

    @property
    def panel(self) -> SeenMessage:
        """The private panel as it stands."""
        if self.last is None:
            raise ValueError("nothing was pressed yet")
        return self.last.shown

    async def open(self) -> "Picking":
        """Press **Place** on the bed."""
        self.taps += 1
        self.last = await self.person.press(self.sitting.bed(), "Place")
        return self

    async def press(self, label: str) -> Answer:
        """Press a button of the panel."""
        self.taps += 1
        self.last = await self.person.press(self.panel, label)
        return self.last

    async def choose(self, square: str) -> Answer:
        """Open the menu that has the square, and tap it."""
        self.taps += 2
        self.last = await self.person.select(self.panel, self.menu_of(square).custom_id, [square])
        return self.last

    async def type(self, values: Mapping[str, str]) -> Answer:
        """Fill the form in and send it."""
        form = (await self.person.press(self.panel, "Type it")).form
        self.last = await self.person.submit(form, values)
        return self.last

    def menu_of(self, square: str) -> Select:
        """Return the menu in which a square stands."""
        for menu in self.panel.selects:
            if square in [option.value for option in menu.options]:
                return menu
        raise AssertionError(f"no menu has {square}: {self.squares()}")

    def squares(self) -> list[str]:
        """List the squares of all menus."""
        return [option.value for menu in self.panel.selects for option in menu.options]


async def choose_turn(person: Person, panel: SeenMessage, turn: Turn) -> Answer:
    """Choose a whole turn on a panel, tap by tap as it is asked for; return the last answer."""
    answer = None

    async def tap(label: str) -> None:
        nonlocal answer, panel
        answer = await person.press(panel, label)
        panel = answer.shown

    def labels() -> list[str]:
        return [button.label for button in panel.buttons]

    if turn.recall is not None:
        [piece] = [label for label in labels() if label.startswith(name_of(turn.recall))]
        await tap(piece)
    instead = f"{turn.placement.kind.name.capitalize()} instead"
    if instead in labels():
        await tap(instead)
    square = name_of(turn.placement.square)
    await tap(square[0])
    await tap(square)
    if any(label.startswith("A · ") for label in labels()):
        leaving = f" · {' '.join(map(name_of, turn.leaves))}"
        [option] = [label for label in labels() if label.endswith(leaving)]
        await tap(option)
    if "Keep in hand" in labels():
        await tap("Keep in hand" if turn.seam is None else turn.seam.name)
    assert answer is not None
    return answer
