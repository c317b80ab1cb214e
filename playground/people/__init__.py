"""People at their clients: the side of the stand-in that tests and the page play."""

from playground.people.answers import Answer, Choice
from playground.people.errors import CannotDo, NothingShown
from playground.people.forms import Field, SeenModal
from playground.people.person import Person
from playground.people.seen import (
    Button,
    ButtonStyle,
    Picture,
    SeenMessage,
    Select,
    SelectOption,
)

__all__ = [
    "Answer",
    "Button",
    "ButtonStyle",
    "CannotDo",
    "Choice",
    "Field",
    "NothingShown",
    "Person",
    "Picture",
    "SeenMessage",
    "SeenModal",
    "Select",
    "SelectOption",
]
