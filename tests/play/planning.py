"""How people plan replies on the private panels, or in notation."""

from dataclasses import dataclass

from bot.game import Turn, name_of, read_turn
from playground import Answer, Person, SeenMessage, Select
from tests.play.sitting import Sitting


@dataclass(slots=True)
class Planner:
    """One person on the panels of their plan."""

    sitting: Sitting
    person: Person
    last: Answer | None = None

    @property
    def panel(self) -> SeenMessage:
        """The private panel as it stands."""
        if self.last is None:
            raise ValueError("nothing was pressed yet")
        return self.last.shown

    @property
    def text(self) -> str:
        """What the panel says."""
        return self.panel.text

    @property
    def labels(self) -> list[str | None]:
        """The panel's buttons."""
        return [button.label for button in self.panel.buttons]

    async def open(self) -> "Planner":
        """Press **Plan a reply** behind **More**."""
        self.last = await self.sitting.more(self.person, "Plan a reply")
        return self

    async def press(self, label: str) -> None:
        """Press a button of the panel."""
        self.last = await self.person.press(self.panel, label)

    async def reply(self, begin: str, theirs: str, answer: str) -> None:
        """Plan an answer to a turn, and keep it; `begin` is the button with which it begins."""
        await self.press(begin)
        await self.choose(theirs)
        await self.choose(answer)
        await self.press("Keep")

    async def choose(self, text: str) -> None:
        """Choose a whole turn, piece by piece as it is asked for."""
        turn = read_turn(text)
        if turn.recall is not None:
            await self._press_starting(name_of(turn.recall))
        kind = {"K": "Kitten", "C": "Cat"}[turn.placement.kind.value]
        if kind in self.labels:
            await self.press(kind)
        await self.select(name_of(turn.placement.square))
        if any(label and label.startswith("A · ") for label in self.labels):
            await self._press_ending(" ".join(map(name_of, turn.leaves)))
        await self._settle_seam(turn)

    async def select(self, value: str) -> None:
        """Choose in whichever menu has that value."""
        self.last = await self.person.select(self.panel, self.menu_of(value).custom_id, [value])

    async def select_labelled(self, placeholder: str, label: str) -> None:
        """Choose an option by what people read."""
        [menu] = [each for each in self.panel.selects if each.placeholder == placeholder]
        [value] = [option.value for option in menu.options if option.label == label]
        self.last = await self.person.select(self.panel, menu.custom_id, [value])

    def menu_of(self, value: str) -> Select:
        """Return the menu in which a value stands."""
        for menu in self.panel.selects:
            if value in [option.value for option in menu.options]:
                return menu
        raise AssertionError(f"no menu has {value}: {self.text}")

    async def _settle_seam(self, turn: Turn) -> None:
        if "Keep the seam piece" not in self.labels:
            return
        if turn.seam is None:
            await self.press("Keep the seam piece")
        else:
            await self.select(turn.seam.name)

    async def _press_starting(self, text: str) -> None:
        await self._press_one([label for label in self.labels if label and label.startswith(text)])

    async def _press_ending(self, text: str) -> None:
        await self._press_one([label for label in self.labels if label and label.endswith(text)])

    async def _press_one(self, labels: list[str]) -> None:
        [label] = labels
        await self.press(label)


async def plan_text(sitting: Sitting, person: Person, text: str) -> Answer:
    """Plan by `/plan`."""
    return await person.command("plan", channel=sitting.place, replies=text)
