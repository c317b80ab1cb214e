"""People at their clients: the side of the stand-in that tests and the page play."""

from bot.playground.people.answers import Answer, Choice
from bot.playground.people.errors import CannotDo, NothingShown
from bot.playground.people.forms import Field, SeenModal
from bot.playground.people.person import Person
from bot.playground.people.seen import (
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
