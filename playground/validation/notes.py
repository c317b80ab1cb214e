"""A list of findings, with the few kinds of check that all forms share."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from playground.validation.violations import Finding


class Notes:
    """Collects the faults of one form."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def add(self, path: str, code: str, message: str) -> None:
        """Add a fault."""
        self.findings.append(Finding(path, code, message))

    def text(self, path: str, value: Any, low: int, high: int) -> None:
        """Check a required text, with its length in characters."""
        if value is None:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif not low <= len(value) <= high:
            message = f"Must be between {low} and {high} in length."
            self.add(path, "BASE_TYPE_BAD_LENGTH", message)

    def optional_text(self, path: str, value: Any, low: int, high: int) -> None:
        """Check an optional text."""
        if value is not None:
            self.text(path, value, low, high)

    def number(self, path: str, value: Any, low: int, high: int) -> None:
        """Check an optional whole number."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not low <= value <= high:
            message = f"int value should be between {low} and {high}."
            self.add(path, "NUMBER_TYPE_RANGE", message)

    def many(self, path: str, value: Any, low: int, high: int) -> list[Any]:
        """Check a list's length; any other value counts as an empty list."""
        if value is None:
            if low > 0:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            message = f"Must be between {low} and {high} in length."
            self.add(path, "BASE_TYPE_BAD_LENGTH", message)
        return value

    def one_of(self, path: str, value: Any, allowed: Collection[int]) -> bool:
        """Check that a number is one of a closed set."""
        if value in allowed:
            return True
        choices = ", ".join(str(int(each)) for each in sorted(allowed))
        message = f"Value of field must be one of ({choices}), not {value!r}."
        self.add(path, "UNION_TYPE_CHOICES", message)
        return False
