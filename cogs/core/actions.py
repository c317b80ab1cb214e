"""Actions: the typed methods that buttons, menus and forms request by their custom ids.

A cog marks a method with `@action("claim-draw")`. The custom id contains the parameters before the
star, written when the button is made. Those after it come from the user: `chosen` from a menu, all
others from the fields of a form. The annotations say how to write and limit the parameters, so no
cog reads a custom id:

    @action("claim-draw")
    async def ask_to_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None: ...

    @action("show")
    async def show_chosen(self, context: ActionContext, *, chosen: MatchId) -> None: ...

All state is in the custom id (`claim-draw:12:7`). A mark before the name says which kind of control
has the id; buttons have no mark. `cogs.core.components` makes the buttons, menus and forms, and
`cogs.core.router` runs the action.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from typing import Any, ClassVar, Final, TypeVar, get_args, get_origin, get_type_hints

from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.matches.access import AllowedUsers
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    MatchId,
    Place,
    RoleId,
    UserId,
)
from cogs.core.access import place_of
from cogs.core.codecs import ArgumentCodec, DecodeError, codec_of, read_parts

LONGEST_ID: Final = 100
"""Discord's limit of characters in a custom id, and in an option's value."""
MOST_IN_MENU: Final = 25
"""Discord's limit of the options of a menu."""

_NAME: Final = re.compile(r"[a-z]+(?:-[a-z]+)*", re.ASCII)
_KEY: Final = re.compile(r"[a-z0-9-]+", re.ASCII)
_CHOSEN: Final = "chosen"
_RESERVED: Final = {"emoji", "key", "label", "style", "types"}

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])


class Control(Enum):
    """The kind of control that requests an action. The value begins its custom ids."""

    BUTTON = ""
    MENU = "="
    CHANNEL_MENU = "#"
    ROLE_MENU = "@"
    FORM = ">"


@dataclass(frozen=True, slots=True)
class ActionContext:
    """The interaction that requested an action, its user, its place, and the bot."""

    interaction: Interaction
    action: str
    user: UserId

    @property
    def bot(self) -> BoopBot:
        """The bot that received the request."""
        return self.interaction.client

    @property
    def place(self) -> Place:
        """The place from which the request comes."""
        return place_of(self.interaction)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an action, its codec and its default."""

    name: str
    annotation: Any
    codec: ArgumentCodec
    default: Any = inspect.Parameter.empty

    @property
    def is_required(self) -> bool:
        """Whether the parameter has no default."""
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Selection:
    """The choice in the menu of an action: one value, at most one, or several."""

    annotation: Any
    codec: ArgumentCodec
    is_optional: bool
    is_several: bool

    def read(self, values: Sequence[str]) -> Any:
        """Read the values of a menu. Raise `DecodeError`."""
        if len(values) > MOST_IN_MENU or any(len(each) > LONGEST_ID for each in values):
            raise DecodeError(f"{len(values)} values")
        found = [self.codec.read((each,)) for each in values]
        if self.is_several:
            return frozenset(found)
        if not found and self.is_optional:
            return None
        if len(found) != 1:
            raise DecodeError(f"{len(values)} values")
        return found[0]


@dataclass(frozen=True, slots=True)
class Action:
    """The signature of an action, read from its method."""

    name: str
    cog: str
    method: str
    source: str
    """The module and the class of the method."""
    arguments: tuple[Parameter, ...]
    selection: Selection | None = None
    fields: tuple[Parameter, ...] = ()
    who: AllowedUsers | None = AllowedUsers.VIEWERS
    """The users who may run the action on a match; None if the method checks that itself."""
    may_slip: bool = False
    """Whether the second tap of a double tap may hit the button because the board has moved."""

    @property
    def control(self) -> Control:
        """The kind of control that requests the action."""
        if self.fields:
            return Control.FORM
        match self.selection:
            case None:
                return Control.BUTTON
            case Selection(annotation) if annotation is ChannelId:
                return Control.CHANNEL_MENU
            case Selection(annotation) if annotation is RoleId:
                return Control.ROLE_MENU
            case _:
                return Control.MENU

    def write(self, key: str, arguments: Mapping[str, Any]) -> str:
        """Write a custom id. Raise `TypeError` or `ValueError` if the arguments do not fit."""
        unknown = arguments.keys() - {each.name for each in self.arguments}
        missing = {each.name for each in self.arguments if each.is_required} - arguments.keys()
        if unknown or missing:
            raise TypeError(
                f"{self.name!r} has no argument {sorted(unknown)} and needs {sorted(missing)}"
            )
        parts = [
            part
            for each in self.arguments
            for part in _write_parts(each, arguments.get(each.name, each.default))
        ]
        if key and any(_KEY.fullmatch(each) is None for each in key.split(".")):
            raise ValueError(f"{key!r} cannot tell custom ids apart")
        head = self.control.value + self.name + (f".{key}" if key else "")
        text = ":".join([head, *parts])
        if len(text) > LONGEST_ID:
            raise ValueError(f"{text!r} is longer than {LONGEST_ID} characters")
        return text

    def read(self, parts: Sequence[str]) -> dict[str, Any]:
        """Read the arguments of a custom id. Raise `DecodeError`."""
        return read_parts({each.name: each.codec for each in self.arguments}, parts)

    def read_fields(self, filled: Mapping[str, str]) -> dict[str, Any]:
        """Read the fields of a form. Raise `DecodeError`, or what a converter raises."""
        if filled.keys() - {each.name for each in self.fields}:
            raise DecodeError("a field that the form does not have")
        return {
            each.name: each.default if text is None else each.codec.read((text,))
            for each in self.fields
            if (text := _text_of(each, filled)) is not None or not each.is_required
        }


def _write_parts(parameter: Parameter, value: Any) -> tuple[str, ...]:
    try:
        return parameter.codec.write(value)
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise type(error)(f"{parameter.name}: {error}") from error


def _text_of(parameter: Parameter, filled: Mapping[str, str]) -> str | None:
    text = filled.get(parameter.name)
    if text is None and parameter.is_required:
        raise DecodeError(f"{parameter.name} is missing")
    return text


ACTIONS: Final[dict[str, Action]] = {}
"""All actions of the imported cogs, by name."""


def action(
    name: str,
    *,
    who: AllowedUsers | None = AllowedUsers.VIEWERS,
    fields: Sequence[str] = (),
    may_slip: bool = False,
) -> Callable[[Handler], Handler]:
    """Mark a method of a cog as an action. Custom ids contain the name.

    `who` says which users may run the action on a match; challenges have a rule of their own. Pass
    None only if the method checks that itself, or reveals nothing about the match. `fields` are the
    fields of a form that the method takes together as `**filled`. `may_slip` is for buttons that
    the second tap of a double tap may hit, because the board moves. The router ignores such a tap.
    The action needs the `revision` of the board.
    """
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is not a name of an action: separate words by hyphens")

    def marked(method: Handler) -> Handler:
        method.__action__ = name, who, fields, may_slip  # type: ignore[attr-defined]  # read by `Cog` alone
        return method

    return marked


class Cog(commands.Cog):
    """A cog that registers its methods marked with `action` when the class is created."""

    cog_actions: ClassVar[tuple[Action, ...]] = ()

    def __init__(self, bot: BoopBot) -> None:
        self.bot: Final = bot

    def __init_subclass__(cls, **options: Any) -> None:
        """Register the actions of a cog, so that views can name them."""
        super().__init_subclass__(**options)
        cls.cog_actions = tuple(
            _signature(cls, method)
            for method in vars(cls).values()
            if hasattr(method, "__action__")
        )
        for each in cls.cog_actions:
            _register(each)


def _register(action: Action) -> None:
    """Add an action. If an extension is loaded again, replace its own actions."""
    known = ACTIONS.get(action.name)
    if known is not None and known.source != action.source:
        raise ValueError(f"{action.source} and {known.source} both have the action {action.name!r}")
    ACTIONS[action.name] = action


def _signature(cog: type[Cog], method: Any) -> Action:
    """Read an action from a method. Raise `TypeError` for a parameter without a codec."""
    hints = get_type_hints(method, include_extras=True)
    _, context, *parameters = inspect.signature(method).parameters.values()
    if hints.get(context.name) is not ActionContext:
        raise TypeError(f"{method.__qualname__} takes an ActionContext first")
    name, who, fields, may_slip = method.__action__
    selection, arguments, fields_read = None, [], []
    for each in parameters:
        if each.name in _RESERVED:
            raise TypeError(f"{method.__qualname__}: {each.name!r} is reserved for the builders")
        if each.kind is each.VAR_KEYWORD:
            annotation = hints[each.name]
            fields_read += [
                Parameter(field, annotation, codec_of(annotation), None) for field in fields
            ]
        elif each.kind is not each.KEYWORD_ONLY:
            arguments.append(_parameter(each, hints))
        elif each.name == _CHOSEN:
            selection = _selection(hints[_CHOSEN])
        else:
            fields_read.append(_parameter(each, hints))
    if selection is not None and fields_read:
        raise TypeError(f"{method.__qualname__} is asked for by a menu or a form, not by both")
    return Action(
        name,
        cog.__cog_name__,
        method.__name__,
        f"{cog.__module__}.{cog.__qualname__}",
        tuple(arguments),
        selection,
        tuple(fields_read),
        who,
        may_slip,
    )


def _parameter(parameter: inspect.Parameter, hints: Mapping[str, Any]) -> Parameter:
    annotation = hints[parameter.name]
    return Parameter(parameter.name, annotation, codec_of(annotation), parameter.default)


def _selection(annotation: Any) -> Selection:
    if get_origin(annotation) is frozenset:
        [kind] = get_args(annotation)
        return Selection(kind, codec_of(kind), is_optional=True, is_several=True)
    kinds = [each for each in get_args(annotation) if each is not type(None)]
    is_optional = len(kinds) == 1 and type(None) in get_args(annotation)
    kind = kinds[0] if is_optional else annotation
    return Selection(kind, codec_of(kind), is_optional, is_several=False)


def find_action(name: str) -> Action:
    """Return the action with this name. Raise `LookupError` if no imported cog has it."""
    try:
        return ACTIONS[name]
    except KeyError:
        raise LookupError(f"no cog has the action {name!r}") from None


def action_id(name: str, /, *, key: str = "", **arguments: Any) -> str:
    """Write the custom id of an action.

    `key` makes two controls for the same action on one message differ; the action never sees it.
    Raise `LookupError` for an unknown action. Raise `TypeError` or `ValueError` for arguments that
    do not fit its signature, or are too long for Discord.
    """
    return find_action(name).write(key, arguments)


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A client's request for an action, not yet validated."""

    custom_id: str
    control: Control
    chosen: tuple[str, ...] = ()
    filled: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActionCall:
    """An action with its arguments, read from a request."""

    action: Action
    key: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """The match or challenge that a request is about."""

    match: MatchId | None = None
    challenge: ChallengeId | None = None


def subjects(call: ActionCall) -> Iterator[Subject]:
    """Yield the matches and challenges among the arguments of a call, by their types."""
    annotations = {each.name: each.annotation for each in call.action.arguments}
    if call.action.selection is not None:
        annotations[_CHOSEN] = call.action.selection.annotation
    for name, annotation in annotations.items():
        yield from _subjects_in(annotation, call.values[name])


def _subjects_in(annotation: Any, value: Any) -> Iterator[Subject]:
    if value is None:
        return
    kinds = get_args(annotation) or (annotation,)
    if isinstance(value, frozenset):
        for each in value:
            yield from _subjects_in(annotation, each)
    elif MatchId in kinds:
        yield Subject(match=value)
    elif ChallengeId in kinds:
        yield Subject(challenge=value)
    elif is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value))
        if hints.get("match") is MatchId:
            about: Any = value
            yield Subject(match=about.match)


def read_call(request: ActionRequest) -> ActionCall:
    """Read a request. Raise `DecodeError` if none of the bot's controls would have sent it."""
    mark, text = request.control.value, request.custom_id
    if len(text) > LONGEST_ID or not text.startswith(mark):
        raise DecodeError(text)
    head, *parts = text.removeprefix(mark).split(":")
    name, _, key = head.partition(".")
    action = ACTIONS.get(name)
    if action is None or action.control is not request.control:
        raise DecodeError(text)
    values = action.read(parts)
    if action.selection is not None:
        values[_CHOSEN] = action.selection.read(request.chosen)
    return ActionCall(action, key, values | action.read_fields(request.filled))
