"""Each rule of modals and commands that Discord's API description lacks finds violations."""

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.commands import (
    OptionKind,
    check_all_commands,
    check_choices,
    check_command,
)
from playground.validation.modals import check_modal

Json = dict[str, Any]
TWO = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]


def text_input(**more: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def label(component: Any, **more: Any) -> Json:
    return {"type": 18, "label": "Name", "component": component, **more}


def modal(*components: Any, **more: Any) -> Json:
    return {"custom_id": "m", "title": "Form", "components": list(components), **more}


def radio(**more: Any) -> Json:
    return {"type": 21, "custom_id": "r", "options": TWO, **more}


GOOD_MODALS: list[Json] = [
    modal(label(text_input())),
    modal({"type": 1, "components": [text_input(label="Name")]}),
    modal({"type": 10, "content": "hello"}, label(radio())),
    modal(label({"type": 22, "custom_id": "c", "options": TWO})),
    modal(label({"type": 23, "custom_id": "b"})),
    modal(label({"type": 19, "custom_id": "f", "max_values": 3})),
    modal(label({"type": 3, "custom_id": "s", "options": TWO})),
    modal(label({"type": 5, "custom_id": "u", "required": False, "min_values": 0})),
]
INSIDE = "components.0.component"
BAD_MODALS: list[tuple[Json, str]] = [
    (modal(label(text_input()), title="x" * 46), "title"),
    (modal(label(text_input()), title=""), "title"),
    (modal(label(text_input()), custom_id="x" * 101), "custom_id"),
    (modal(), "components"),
    (modal(*(label(text_input(custom_id=str(n))) for n in range(6))), "components"),
    (modal("x"), "components.0"),
    (modal(text_input()), "components.0.type"),
    (modal(label(None)), INSIDE),
    (modal(label({"type": 2})), f"{INSIDE}.type"),
    (modal(label(text_input(), label="x" * 46)), "components.0.label"),
    (modal(label(text_input(), description="x" * 101)), "components.0.description"),
    (modal(label(text_input(label="again"))), f"{INSIDE}.label"),
    (modal(label(text_input(style=3))), f"{INSIDE}.style"),
    (modal(label(text_input(placeholder="x" * 101))), f"{INSIDE}.placeholder"),
    (modal(label(text_input(min_length=5, max_length=4))), f"{INSIDE}.min_length"),
    (modal(label(text_input(max_length=4001))), f"{INSIDE}.max_length"),
    (modal(label(text_input(value="xxx", max_length=2))), f"{INSIDE}.value"),
    (modal(label(text_input()), label(text_input())), "components.1.component.custom_id"),
    (modal({"type": 1, "components": [text_input()]}), "components.0.components.0.label"),
    (modal({"type": 1, "components": [radio()]}), "components.0.components.0.type"),
    (modal({"type": 10, "content": ""}), "components.0.content"),
    (modal(label(radio(options=TWO[:1]))), f"{INSIDE}.options"),
    (modal(label(radio(options=[{**each, "default": True} for each in TWO]))), f"{INSIDE}.options"),
    (modal(label(radio(custom_id=""))), f"{INSIDE}.custom_id"),
    (
        modal(label({"type": 22, "custom_id": "c", "options": TWO, "min_values": 0})),
        f"{INSIDE}.min_values",
    ),
    (
        modal(label({"type": 22, "custom_id": "c", "options": TWO, "max_values": 3})),
        f"{INSIDE}.max_values",
    ),
    (modal(label({"type": 19, "custom_id": "f", "max_values": 11})), f"{INSIDE}.max_values"),
    (
        modal(label({"type": 3, "custom_id": "s", "options": TWO, "disabled": True})),
        f"{INSIDE}.disabled",
    ),
    (modal(label({"type": 5, "custom_id": "u", "min_values": 0})), f"{INSIDE}.min_values"),
]


@pytest.mark.parametrize("form", GOOD_MODALS)
def test_a_good_form_passes(form: Json) -> None:
    assert check_modal(form) == []


@pytest.mark.parametrize(("form", "path"), BAD_MODALS)
def test_each_rule_of_forms_fires(form: Json, path: str) -> None:
    assert path in [finding.path for finding in check_modal(form)]


def command(*options: Any, **more: Any) -> Json:
    return {"name": "place", "description": "Places.", "options": list(options), **more}


def option(kind: int = 3, name: str = "square", **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "Where.", **more}


def sub(*options: Any, kind: int = 1, name: str = "deep") -> Json:
    return option(kind, name, options=list(options))


GOOD_COMMANDS: list[Json] = [
    command(),
    command(option(required=True), option(name="piece", choices=[{"name": "Cat", "value": "c"}])),
    command(option(4, choices=[{"name": "One", "value": 1}], min_value=1, max_value=3)),
    command(sub(option())),
    command(sub(sub(option()), kind=2)),
    command(name="пешка"),
    {"name": "Challenge to boop", "type": 2},
]
BAD_COMMANDS: list[tuple[Any, str]] = [
    ("x", ""),
    (command(type=9), "type"),
    (command(name="Place"), "name"),
    (command(name="pl ace"), "name"),
    (command(name="x" * 33), "name"),
    (command(name=None), "name"),
    (command(description=""), "description"),
    (command(description="x" * 101), "description"),
    (command(*(option(name=f"o{n}") for n in range(26))), "options"),
    (command(option(), option()), "options.1.name"),
    (command(option(name="a"), option(name="b", required=True)), "options.1.required"),
    (command(option(12)), "options.0.type"),
    (command(option(description="")), "options.0.description"),
    (command(option(5, choices=[{"name": "x", "value": "x"}])), "options.0.choices"),
    (
        command(option(choices=[{"name": "x", "value": "x"}], autocomplete=True)),
        "options.0.autocomplete",
    ),
    (command(option(choices=[{"name": "x", "value": "x"}] * 26)), "options.0.choices"),
    (command(option(choices=[{"name": "", "value": "x"}])), "options.0.choices.0.name"),
    (command(option(choices=[{"name": "x", "value": 1}])), "options.0.choices.0.value"),
    (command(option(4, choices=[{"name": "x", "value": "1"}])), "options.0.choices.0.value"),
    (command(option(choices=["x"])), "options.0.choices.0"),
    (command(option(4, min_value=3, max_value=1)), "options.0.min_value"),
    (command(option(min_length=3, max_length=1)), "options.0.min_length"),
    (command(sub(), option()), "options"),
    (command(sub(sub(sub()))), "options.0.options.0.options.0.type"),
    (command(sub(sub(kind=2), kind=2)), "options.0.options.0.type"),
    (
        command(
            *(
                option(
                    name=f"o{n}",
                    choices=[{"name": f"{m}" * 50, "value": "v" * 99} for m in range(3)],
                )
                for n in range(20)
            )
        ),
        "",
    ),
    ({"name": "Challenge", "type": 2, "description": "no"}, "description"),
]


@pytest.mark.parametrize("form", GOOD_COMMANDS)
def test_a_good_command_passes(form: Json) -> None:
    assert check_command(form) == []


@pytest.mark.parametrize(("form", "path"), BAD_COMMANDS)
def test_each_rule_of_commands_fires(form: Any, path: str) -> None:
    assert path in [finding.path for finding in check_command(form)]


def test_the_rules_of_a_list_of_commands_fire() -> None:
    assert check_all_commands([command(), {"name": "Challenge", "type": 2}]) == []
    [finding] = check_all_commands("x")
    assert finding.code == "LIST_TYPE_CONVERT"
    [finding] = check_all_commands([command(), command()])
    assert finding.code == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    many = [{"name": f"Menu {n}", "type": 2} for n in range(6)]
    [finding] = check_all_commands(many)
    assert finding.code == "APPLICATION_COMMANDS_TOO_MANY"
    [finding] = check_all_commands([command(), command(name="Bad")])
    assert finding.path == "1.name"


def test_the_rules_of_suggestions_fire() -> None:
    good = [{"name": "b1", "value": "b1"}]
    assert check_choices(good, OptionKind.STRING) == []
    assert check_choices(good * 26, OptionKind.STRING)[0].path == "data.choices"
    long = [{"name": "x" * 101, "value": "b1"}]
    assert check_choices(long, OptionKind.STRING)[0].path == "data.choices.0.name"
    assert check_choices(good, OptionKind.INTEGER)[0].path == "data.choices.0.value"
    assert check_choices([{"name": "1", "value": 1}], OptionKind.INTEGER) == []
