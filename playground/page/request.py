"""Requests of the page, read strictly: missing values and wrong types are refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from playground.people import CannotDo
from playground.world import Snowflake, is_id
from playground.world.messages import Json

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Request:
    """The values that came with an action."""

    facts: Json

    def text(self, key: str) -> str:
        """Return a text."""
        return self._value_of(key, str)

    def several(self, key: str) -> list[Any]:
        """Return a list."""
        return self._value_of(key, list)

    def fields(self, key: str) -> Json:
        """Return values by name."""
        return self._value_of(key, dict)

    def number(self, key: str, least: float, most: float) -> float:
        """Return a number within bounds."""
        value: Any = self.facts.get(key)
        # A bool is a number in Python, and NaN compares as false.
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number and least <= value <= most:
            return float(value)
        raise CannotDo(f"{key} is {value!r}; it should be from {least:g} to {most:g}")

    def id(self, key: str) -> Snowflake:
        """Return an id, which is sent as a text because it exceeds JavaScript's exact numbers."""
        value = self.text(key)
        if not is_id(value):
            raise CannotDo(f"{key} is no id: {value[:40]!r}")
        return Snowflake(int(value))

    def _value_of(self, key: str, kind: type[Kind]) -> Kind:
        value = self.facts.get(key)
        if not isinstance(value, kind):
            raise CannotDo(f"{key} is missing or wrong: {value!r}")
        return value
