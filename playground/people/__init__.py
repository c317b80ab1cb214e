"""People at their clients, whose part tests and the page play."""

from playground.people.answers import Answer, Suggestion
from playground.people.errors import CannotDo, NothingShown
from playground.people.forms import Field, SeenModal
from playground.people.person import Person
from playground.people.seen import (
    Button,
    ButtonStyle,
    SeenMessage,
    SeenPicture,
    Select,
    SelectOption,
)

__all__ = [
    "Answer",
    "Button",
    "ButtonStyle",
    "CannotDo",
    "Field",
    "NothingShown",
    "Person",
    "SeenMessage",
    "SeenModal",
    "SeenPicture",
    "Select",
    "SelectOption",
    "Suggestion",
]
