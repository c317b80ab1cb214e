"""Planning replies on private panels, or in notation."""

from dataclasses import dataclass

from bot.game import read_turn
from playground import Answer, Person
from tests.kit.picking import PanelUser, choose_turn
from tests.kit.server_matches import ServerMatch


@dataclass(slots=True)
class Planner(PanelUser):
    """One person using the panels of their plan."""

    server_match: ServerMatch
    person: Person
    last: Answer | None = None

    async def open(self) -> "Planner":
        """Press **Plan a reply** behind **More**."""
        self.last = await self.server_match.press_behind_more(self.person, "Plan a reply")
        return self

    async def press(self, label: str) -> None:
        """Press a button of the panel."""
        self.last = await self.person.press(self.panel, label)

    async def reply(self, begin: str, theirs: str, answer: str) -> None:
        """Plan an answer to the turn `theirs`, and keep it; press the button `begin` first."""
        await self.press(begin)
        await self.choose(theirs)
        await self.choose(answer)
        await self.keep()

    async def keep(self) -> None:
        """Press **Save**, unless the last choice saved the reply."""
        if "Save" in self.labels:
            await self.press("Save")

    async def choose(self, text: str) -> None:
        """Choose a whole turn, tap by tap."""
        self.last = await choose_turn(self.person, self.panel, read_turn(text))

    async def pick(self, square: str) -> None:
        """Tap a column, then a square of it."""
        await self.press(square[0])
        await self.press(square)

    async def select_labelled(self, placeholder: str, label: str) -> None:
        """Choose an option by its label."""
        [menu] = [each for each in self.panel.selects if each.placeholder == placeholder]
        [value] = [option.value for option in menu.options if option.label == label]
        self.last = await self.person.select(self.panel, menu.custom_id, [value])


async def plan_by_command(server_match: ServerMatch, person: Person, text: str) -> Answer:
    """Plan by `/plan`."""
    return await person.command("plan", channel=server_match.place, replies=text)
