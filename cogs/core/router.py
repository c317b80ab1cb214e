"""The router of actions: it reads a client's request, runs the action, and answers errors.

A client can send anything. The router refuses a request that the bot would not have written, in one
sentence, and nothing is lost. It also answers the errors of actions: an outdated board by the
current one, a refusal by its sentence, a bug by a reference number that is also logged.

The router also reads forms. discord.py keeps open forms in memory only, by their custom ids, so
a form opened before a restart would be lost. So the bot keeps no form in discord.py: the custom id
contains the action and its arguments, as in a button, and the fields come from Discord's message.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.errors import UserFacingError
from bot.features.matches.errors import StaleBoard
from bot.jobs.arrivals import CountedInteraction
from bot.match.errors import NotYourTurn
from bot.text import N_, translate
from cogs.core.access import place_of, require_challenge, require_match
from cogs.core.actions import (
    ActionCall,
    ActionContext,
    ActionRequest,
    Control,
    action_id,
    read_call,
    subjects,
)
from cogs.core.codecs import DecodeError
from cogs.core.components import ITEMS
from cogs.core.errors import UnknownForm
from cogs.core.failures import answer_failure, refusal_in
from cogs.core.options import check_options
from cogs.core.replies import acknowledge, is_on_private_message, opened_by
from cogs.core.taps import ignore_tap, is_slipped_tap
from cogs.wording.names import user_of
from cogs.wording.translating import CommandTranslator

UNKNOWN: Final = "unknown"
"""The name in the metrics for requests whose action cannot be read."""
UNREADABLE: Final = N_(
    "I can no longer use that, so nothing changed. Use the command again for a new one."
)

Json = Mapping[str, Any]
Answer = TypeVar("Answer", bound=Callable[[Interaction, Any], Awaitable[None]])

_ANSWERS: Final[dict[type[UserFacingError], Callable[[Interaction, Any], Awaitable[None]]]] = {}
_log: Final = structlog.get_logger(__name__)


def answers(refusal: type[UserFacingError]) -> Callable[[Answer], Answer]:
    """Register the function that answers a kind of refusal, if a sentence is not enough."""

    def register(answer: Answer) -> Answer:
        if refusal in _ANSWERS:
            raise ValueError(f"two functions answer {refusal.__name__}")
        _ANSWERS[refusal] = answer
        return answer

    return register


async def run(interaction: Interaction, request: ActionRequest) -> None:
    """Run the requested action and answer the result."""
    if interaction.client.passes_over(interaction):
        return
    call = _read(request)
    is_form = request.control is Control.FORM
    kind = CountedInteraction.MODAL if is_form else CountedInteraction.COMPONENT
    name = UNKNOWN if call is None else call.action.name
    bot = interaction.client
    async with bot.answering(interaction, kind, name):
        if call is None and not is_form:
            await acknowledge(interaction, translate(UNREADABLE))
            return
        if call is None or (is_form and not _is_opened_for(interaction, call)):
            await answer_failure(interaction, UnknownForm())
            return
        context = ActionContext(interaction, name, user_of(interaction))
        _forget_private_board(interaction)
        try:
            place_of(interaction)
            await _authorise(context, call)
            await _carry_out(context, call)
        except Exception as error:
            if call.action.may_slip and _is_slip(interaction, call, error):
                await ignore_tap(interaction)
            else:
                await answer_error(interaction, error)
        else:
            bot.dispatch("action_completion", context)


def _forget_private_board(interaction: discord.Interaction[Any]) -> None:
    """Stop updating the board in the clicked private message: the action may put a panel there."""
    if is_on_private_message(interaction):
        interaction.client.recent.private_boards.pop(opened_by(interaction), None)


async def perform(interaction: Interaction, name: str, **arguments: Any) -> None:
    """Run an action that the user requested by a command, as a click on its button would.

    Raise the errors of the action, and those of `action_id`.
    """
    call = read_call(ActionRequest(action_id(name, **arguments), Control.BUTTON))
    context = ActionContext(interaction, name, user_of(interaction))
    await _authorise(context, call)
    await _carry_out(context, call)


def _is_slip(interaction: Interaction, call: ActionCall, error: BaseException) -> bool:
    """Return whether the refused click may have been the second tap of a double tap."""
    match refusal_in(error):
        case StaleBoard(found) | NotYourTurn(found):
            return is_slipped_tap(interaction, found.id, call.values["revision"])
        case _:
            return False


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Answer an error that an action or a command raised."""
    refusal = refusal_in(error)
    if refusal is not None and (answer := _ANSWERS.get(type(refusal))) is not None:
        await answer(interaction, refusal)
    elif isinstance(error, DecodeError):
        # Each value is well formed, but the action found that the values do not fit together.
        await acknowledge(interaction, translate(UNREADABLE))
    else:
        await answer_failure(interaction, error)


def _read(request: ActionRequest) -> ActionCall | None:
    try:
        return read_call(request)
    except DecodeError as error:
        _log.info(
            "unreadable request refused", control=request.control.name, reason=repr(error)[:200]
        )
        return None


def _is_opened_for(interaction: Interaction, call: ActionCall) -> bool:
    """Return whether the form was opened for this user; its key begins with their id."""
    return call.key.partition(".")[0] == str(interaction.user.id)


async def _authorise(context: ActionContext, call: ActionCall) -> None:
    """Raise `NoSuchMatch`, `NotAPlayer` or `NoSuchChallenge` if the user may not do this.

    This comes before the action reveals anything about its match or challenge.
    """
    who = call.action.who
    for subject in subjects(call):
        if subject.match is not None and who is not None:
            await require_match(context.interaction, subject.match, who)
        if subject.challenge is not None:
            await require_challenge(context.interaction, subject.challenge)


async def _carry_out(context: ActionContext, call: ActionCall) -> None:
    cog: Any = context.bot.get_cog(call.action.cog)
    if cog is None:
        raise LookupError(f"the cog {call.action.cog!r} is not loaded")
    method = getattr(cog, call.action.method)
    await method(context, **call.values)


async def _run_form(interaction: Interaction) -> None:
    sent: Json = dict(interaction.data or {})
    filled = dict(_filled_fields(sent.get("components", ())))
    await run(interaction, ActionRequest(str(sent.get("custom_id")), Control.FORM, filled=filled))


def _filled_fields(components: list[Json]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a form that have a value, with their custom ids."""
    for component in components:
        field = component.get("component", {})
        if isinstance(field.get("value"), str):
            yield field["custom_id"], field["value"]
        # This is a menu; in the bot's forms it has one value.
        for value in field.get("values") or ():
            yield field["custom_id"], str(value)


class RouterCog(commands.Cog):
    """Connects the router to commands, actions and forms of the bot."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Handle all commands and actions, including the buttons of earlier messages."""
        await self.bot.tree.set_translator(CommandTranslator())
        self.bot.tree.error(answer_error)
        self.bot.check_options = check_options
        self.bot.run_action = run
        self.bot.add_dynamic_items(*ITEMS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Read a submitted form. discord.py itself knows only forms opened in this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            await _run_form(interaction)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(RouterCog(bot))
