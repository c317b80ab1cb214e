"""Actions: the signatures they may have, the custom ids they write, and those they read."""

import ast
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import Kind
from bot.match.clock import Bank, NoLimit, PerMove, TimeControl
from bot.match.identity import ChannelId, MatchId, Revision, RoleId, Seconds, UserId
from bot.match.match import OfferAnswer
from cogs.core.actions import (
    ACTIONS,
    Action,
    ActionContext,
    ActionRequest,
    Cog,
    Control,
    action,
    action_id,
    read_call,
)
from cogs.core.codecs import (
    LARGEST,
    Bounds,
    DecodeError,
    FormText,
    Members,
    Words,
    codec_of,
    one_part,
)
from cogs.core.components import button, channel_menu, form, menu
from cogs.matches.games_views import GamesList

COGS_FOLDER = Path(__file__).parents[3] / "cogs"
BUILDERS = {"action_id", "button", "menu", "channel_menu", "role_menu", "form"}
PANELS = {
    "TurnActions",
    "_add_turning",
    "_answer_button",
    "_answer_row",
    "_ladder",
    "_line_menu",
    "_named_or_only",
    "_places_row",
    "match_panel",
    "menu_rows",
    "page_row",
    "resolve_or_ask",
    "stakes_button",
    "turn_form",
    "undo_items",
    "weekends_button",
    "which_panel",
}
"""Functions that pass the name of an action to a builder, with some of the arguments."""
OWN_WORDS = {"form": {"user", "nonce"}}
"""Keywords of single builders, in addition to those of all."""
SECONDARY = discord.ButtonStyle.secondary


class Colour(Enum):
    RED = "red"
    DARK_RED = "dark red"


@pytest.fixture
def trial() -> Iterator[None]:
    """Let a test register actions, and remove them afterwards."""
    before = dict(ACTIONS)
    yield
    ACTIONS.clear()
    ACTIONS.update(before)


def registered_actions() -> list[Action]:
    return sorted(ACTIONS.values(), key=lambda each: each.name)


def test_an_action_writes_its_arguments_in_the_order_of_its_signature_and_reads_them_back() -> None:
    text = action_id("answer-draw", answer=OfferAnswer.DECLINE, revision=Revision(7), match=12)
    assert text == "answer-draw:12:7:decline"
    call = read_call(ActionRequest(text, Control.BUTTON))
    assert call.values == {"match": 12, "revision": 7, "answer": OfferAnswer.DECLINE}


def test_omitted_arguments_have_the_defaults_of_the_signature() -> None:
    assert action_id("next") == "next:-:-"
    assert read_call(ActionRequest("next:-:-", Control.BUTTON)).values == {
        "left": None,
        "until": None,
    }


def test_a_key_distinguishes_ids_and_is_not_passed_to_the_action() -> None:
    text = action_id("watched", key="back", page=3)
    assert text == "watched.back:3"
    assert read_call(ActionRequest(text, Control.BUTTON)).values == {"page": 3}


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("give-up-at-once", {"match": 1}, LookupError),
        ("claim-draw", {"match": 1}, TypeError),
        ("claim-draw", {"match": 1, "revision": 2, "square": 3}, TypeError),
        ("claim-draw", {"match": "1", "revision": 2}, TypeError),
        ("claim-draw", {"match": True, "revision": 2}, TypeError),
        ("claim-draw", {"match": 0, "revision": 2}, ValueError),
        ("claim-draw", {"match": 1, "revision": 10**15}, ValueError),
        ("answer-draw", {"match": 1, "revision": 2, "answer": "accept"}, TypeError),
        ("games", {"query": "live"}, TypeError),
        ("rules", {"page": 0, "ruleset": "chess"}, ValueError),
    ],
)
def test_arguments_that_do_not_fit_the_signature_are_not_written(
    name: str, arguments: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        action_id(name, **arguments)


def test_an_id_that_is_too_long_or_ambiguous_is_not_written(trial: None) -> None:
    class Long(Cog):
        @action("long")
        async def long(self, context: ActionContext, user: UserId, other: UserId) -> None: ...

    with pytest.raises(ValueError, match="longer than 100"):
        action_id("long", key="x" * 80, user=UserId(2**62), other=UserId(2**62))
    with pytest.raises(ValueError, match="cannot tell"):
        action_id("long", key="a:b", user=UserId(1), other=UserId(1))


def test_an_action_is_attached_only_to_its_kind_of_control() -> None:
    assert ACTIONS["claim-draw"].control is Control.BUTTON
    assert ACTIONS["show"].control is Control.MENU
    assert ACTIONS["set-channel"].control is Control.CHANNEL_MENU
    assert ACTIONS["set-role"].control is Control.ROLE_MENU
    assert ACTIONS["challenge-declined"].control is Control.FORM
    asked_otherwise: list[Callable[[], object]] = [
        lambda: button("Set", SECONDARY, "set-role"),
        lambda: menu("Offer", [], "claim-draw", match=1, revision=1),
        lambda: channel_menu("Offer", ChannelId(1), "claim-draw", match=1, revision=1),
        lambda: form("Offer", [], "claim-draw", user=UserId(1), nonce=1, match=1, revision=1),
    ]
    for wrong in asked_otherwise:
        with pytest.raises(TypeError, match="is asked for by a"):
            wrong()


def test_a_menu_offers_only_what_its_action_reads() -> None:
    options = [discord.SelectOption(label="first", value="01")]
    with pytest.raises(ValueError, match="01"):
        menu("Which match?", options, "resign-in")


def test_a_form_asks_only_for_fields_of_its_action() -> None:
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="colour")
    label: discord.ui.Label[Any] = discord.ui.Label(text="Colour", component=text)
    with pytest.raises(ValueError, match="colour"):
        form("Why", [label], "challenge-declined", user=UserId(1), nonce=1, challenge=1)


def test_several_values_of_a_menu_are_read_as_a_set_and_none_as_none(trial: None) -> None:
    class Trial(Cog):
        @action("paint")
        async def paint(self, context: ActionContext, *, chosen: frozenset[Colour]) -> None: ...

        @action("role-or-none")
        async def role(self, context: ActionContext, *, chosen: RoleId | None) -> None: ...

    several = ActionRequest("=paint", Control.MENU, ("red", "dark-red"))
    assert read_call(several).values == {"chosen": frozenset(Colour)}
    assert read_call(ActionRequest("@role-or-none", Control.ROLE_MENU)).values == {"chosen": None}
    with pytest.raises(DecodeError):
        read_call(ActionRequest("@role-or-none", Control.ROLE_MENU, ("1", "2")))
    with pytest.raises(DecodeError):
        read_call(ActionRequest("=show:picture", Control.MENU, ()))


@pytest.mark.parametrize(
    "annotation", [int, str, list[int], Annotated[int, "unbounded"], Callable[[], None]]
)
def test_a_parameter_without_bounds_cannot_be_declared(trial: None, annotation: Any) -> None:
    async def unbounded(self: Cog, context: ActionContext, number: Any) -> None: ...

    unbounded.__annotations__["number"] = annotation
    with pytest.raises(TypeError, match="an action cannot carry"):
        type("Unbounded", (Cog,), {"unbounded": action("unbounded")(unbounded)})


def test_two_cogs_cannot_have_actions_of_the_same_name(trial: None) -> None:
    with pytest.raises(ValueError, match=r"both have the action 'claim-draw'"):

        class Other(Cog):
            @action("claim-draw")
            async def offer(self, context: ActionContext) -> None: ...


def test_the_name_of_an_action_consists_of_lower_case_words_and_hyphens() -> None:
    for name in ("", "Offer", "offer_draw", "offer draw", "offer-", "=offer"):
        with pytest.raises(ValueError, match="not a name of an action"):
            action(name)


# Values that were never written are not read.

NOT_NUMBERS = ["", "-1", "+1", "01", " 1", "1 ", "1.0", "1e3", "0x1", "١", "²", "1\n", "None", "-"]
HUGE = ["9999999999999999999", "3" * 90, str(2**63), str(LARGEST + 1)]


@pytest.mark.parametrize("text", [*NOT_NUMBERS, *HUGE])
def test_a_number_in_another_format_is_not_read(text: str) -> None:
    for kind in (MatchId, Revision, Annotated[int, Bounds(1, 366)]):
        with pytest.raises(DecodeError):
            codec_of(kind).read((text,))


def test_a_codec_reads_only_what_it_would_write_even_with_a_lenient_reader() -> None:
    lenient = one_part(str, str.strip, example="a")
    assert lenient.read(("b",)) == "b"
    with pytest.raises(DecodeError):
        lenient.read(("b ",))


@pytest.mark.parametrize("found", registered_actions(), ids=lambda each: each.name)
def test_an_action_reads_its_example_back_and_no_hostile_argument(found: Action) -> None:
    for each in found.arguments:
        assert each.codec.write(each.codec.read(each.codec.example)) == each.codec.example
    if found.selection is not None:
        found.selection.read(found.selection.codec.example)
    good = [part for each in found.arguments for part in each.codec.example]
    found.read(good)  # so only the hostile part can be refused
    for at in range(len(good)):
        for text in (str(2**64), "3" * 90, "", " ", "-1", "٣", "\u202e", "a" * 60, "Unheard of"):
            hostile = [*good[:at], text, *good[at + 1 :]]
            with pytest.raises(DecodeError):
                found.read(hostile)
    for parts in ([*good, "1"], good[:-1])[: 2 if good else 1]:
        with pytest.raises(DecodeError):
            found.read(parts)


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", "claim-draw", "claim-draw:1", "claim-draw:1:2:3", "Offer-draw:1:2"),
        *("=claim-draw:1:2", "claim-draw::2", "claim-draw:1:2:", "unheard-of:1", "show:picture"),
        *("x" * 101, "é", "a b"),
    ],
)
def test_an_id_that_no_action_wrote_is_not_read(text: str) -> None:
    for control in Control:
        with pytest.raises(DecodeError):
            read_call(ActionRequest(text, control, ("1",)))


@given(st.text(max_size=110), st.sampled_from(Control), st.lists(st.text(max_size=30), max_size=3))
def test_any_text_is_read_or_refused(text: str, control: Control, values: list[str]) -> None:
    try:
        call = read_call(ActionRequest(text, control, tuple(values)))
    except DecodeError:
        return
    arguments = {each.name: call.values[each.name] for each in call.action.arguments}
    assert action_id(call.action.name, key=call.key, **arguments) == text


@pytest.mark.parametrize(
    ("kind", "value", "parts"),
    [
        (Kind | None, None, ("-",)),
        (Kind | None, Kind.CAT, ("C",)),
        (Annotated[Colour, Members((Colour.RED,))], Colour.RED, ("red",)),
        (Annotated[str, Words(("now", "all"))], "all", ("all",)),
        (tuple[int, ...], (0, 7), ("07",)),
        (TimeControl, Bank(Seconds(60), Seconds(5), Seconds(90)), ("60+5<90",)),
        (TimeControl | None, PerMove(Seconds(60)), ("60",)),
        (TimeControl, NoLimit(), ("none",)),
    ],
)
def test_values_have_a_fixed_form_and_read_back(kind: Any, value: Any, parts: tuple[str]) -> None:
    codec = codec_of(kind)
    assert codec.write(value) == parts
    assert codec.read(parts) == value


def test_typed_text_is_bounded_and_not_part_of_a_custom_id() -> None:
    codec = codec_of(Annotated[str, FormText(5)])
    assert codec.read((" 22:0",)) == " 22:0"
    with pytest.raises(DecodeError):
        codec.read(("123456",))
    with pytest.raises(ValueError, match="belongs in a form"):
        codec.write("22:00")


@pytest.mark.parametrize("text", ["nan", "inf", "1e9", "999999999", "-5", "5+", "5<5", "٣", "5 "])
def test_unknown_time_controls_are_not_read(text: str) -> None:
    with pytest.raises(DecodeError):
        codec_of(TimeControl).read((text,))


# Every use in the program, found without running it.


def uses() -> Iterator[tuple[str, str, set[str], bool]]:
    """Yield each literal use of an action.

    A use is its place, the action's name, its keywords, and whether it has all arguments.
    """
    for path in sorted(COGS_FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called not in BUILDERS | PANELS:
                continue
            names = [
                each.value
                for each in node.args
                if isinstance(each, ast.Constant) and each.value in ACTIONS
            ]
            words = {each.arg for each in node.keywords if each.arg is not None}
            words -= {"key", "emoji", "types"} | OWN_WORDS.get(called, set())
            is_whole = called in BUILDERS and all(each.arg for each in node.keywords)
            for name in names:
                yield f"{path.name}:{node.lineno}", name, words, is_whole


@pytest.mark.long
def test_every_action_is_used_and_every_use_names_its_arguments() -> None:
    found = list(uses())
    assert len(found) > 100
    for where, name, words, is_whole in found:
        known = {each.name for each in ACTIONS[name].arguments}
        needed = {each.name for each in ACTIONS[name].arguments if each.is_required}
        assert words <= known or not is_whole, where
        assert needed <= words or not is_whole, where
    assert {name for _, name, _, _ in found} == set(ACTIONS)


@pytest.mark.long
def test_every_name_of_an_action_in_the_code_exists() -> None:
    for path in sorted(COGS_FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            called = getattr(getattr(node, "func", None), "id", "")
            if not isinstance(node, ast.Call) or called not in {"button", "menu", "action_id"}:
                continue
            position = {"button": 2, "menu": 2, "action_id": 0}[called]
            name = node.args[position] if len(node.args) > position else None
            if isinstance(name, ast.Constant):
                assert name.value in ACTIONS, f"{path.name}:{node.lineno}"


def test_a_value_of_several_parts_takes_its_fields_from_its_dataclass() -> None:
    codec = codec_of(GamesList)
    assert codec.width == 4
    read = codec.read(("live", "here", "-", "b12"))
    assert (read.stage.value, read.opponent, read.cut.match) == ("live", None, MatchId(12))
