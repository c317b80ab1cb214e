"""Requests that no client would send: any action of the registry, with any arguments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Self, get_args

from bot.match.identity import ChallengeId, MatchId, Ply, Revision
from cogs import extensions
from cogs.analysis.what_if import WhatIfPlace
from cogs.conditional.replies import PlanDraft
from cogs.core.actions import ACTIONS, Action, ActionRequest, Control, read_call, subjects
from playground import Answer, Person, SeenMessage
from playground.world.layout import Part
from tests.kit.thoroughness import quick_or_thorough

for _cog in extensions():
    # Importing the cogs registers their actions; a test may need these before it runs a bot.
    import_module(_cog)

TYPED = {"turn": "1", "column": "a", "row": "1", "reason": "psst"}
"""The input for fields of forms whose example would be refused."""

_PARTS = {
    Control.BUTTON: Part.BUTTON,
    Control.MENU: Part.STRING_SELECT,
    Control.CHANNEL_MENU: Part.CHANNEL_SELECT,
    Control.ROLE_MENU: Part.ROLE_SELECT,
}


@dataclass(frozen=True, slots=True)
class ForgedRequest:
    """A request for an action, in parts; until a part is replaced, a client could have sent it."""

    action: Action
    parts: tuple[str, ...]
    chosen: tuple[str, ...]
    fields: dict[str, str]

    @classmethod
    def of(cls, action: Action, number: int = 1, revision: int = 1, ply: int | None = None) -> Self:
        """Return the request about the match or the challenge with this number."""
        parts: list[str] = []
        for each in action.arguments:
            example = list(each.codec.example)
            if _is_number(each.annotation) or each.annotation in (PlanDraft, WhatIfPlace):
                example[0] = str(number)
            elif each.annotation is Revision:
                example[0] = str(revision)
            elif each.annotation is Ply and ply is not None:
                example[0] = str(ply)
            parts += example
        chosen: tuple[str, ...] = ()
        if action.selection is not None:
            chosen = action.selection.codec.example
            if _is_number(action.selection.annotation):
                chosen = (str(number),)
        fields = {each.name: TYPED.get(each.name, each.codec.example[0]) for each in action.fields}
        return cls(action, tuple(parts), chosen, fields)

    def with_part(self, at: int, text: str) -> Self:
        """Return the request with another text in place of one part."""
        return replace(self, parts=(*self.parts[:at], text, *self.parts[at + 1 :]))

    def custom_id(self, user: int) -> str:
        """Return the custom id of the request; a form's names the user who opened it."""
        control, name = self.action.control, self.action.name
        key = f".{user}.7" if control is Control.FORM else ""
        return ":".join([f"{control.value}{name}{key}", *self.parts])

    @property
    def subject_kinds(self) -> set[str]:
        """The kinds of its subjects: a match, a challenge, both or none."""
        request = ActionRequest(self.custom_id(1), self.action.control, self.chosen, self.fields)
        found = list(subjects(read_call(request)))
        return {"match" for each in found if each.match is not None} | {
            "challenge" for each in found if each.challenge is not None
        }

    async def send(self, person: Person, message: SeenMessage) -> Answer:
        """Send the request as if from this message."""
        custom_id = self.custom_id(person.id)
        if self.action.control is Control.FORM:
            return await person.forge_form(message.channel_id, custom_id, self.fields, message)
        part = _PARTS[self.action.control]
        values = None if part is Part.BUTTON else self.chosen
        return await person.forge(message, custom_id, values, part)


def _is_number(annotation: object) -> bool:
    kinds: Sequence[object] = get_args(annotation) or (annotation,)
    return MatchId in kinds or ChallengeId in kinds


def every_action() -> list[Action]:
    """Return every action, sorted by name; the deletion of the user comes last."""
    last = "privacy-really-delete"
    return sorted(ACTIONS.values(), key=lambda each: (each.name == last, each.name))


def actions_of_run(at: int) -> list[Action]:
    """Return each eighth action from the index `at` on, or all actions in `.ci/long`.

    Similar tests that try every action begin at different ones.
    """
    return every_action()[quick_or_thorough(slice(at, None, 8), slice(None))]


def actions_about(*subjects_wanted: str) -> list[Action]:
    """Return the actions about exactly these kinds of subjects; without any, those about none."""
    kinds = set(subjects_wanted)
    return [each for each in every_action() if ForgedRequest.of(each).subject_kinds == kinds]
