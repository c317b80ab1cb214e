"""What runs an action, from what a client sent to the answer that the person reads.

Nothing that was sent is believed: what does not read back as we wrote it is refused in a sentence,
and nothing is lost by it. Whatever an action raises becomes its answer here: a board that changed
meanwhile is shown as it is, a refusal is said, a fault is logged under a number that is shown.
"""

from typing import Any, Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.challenges.errors import ChallengeClosed
from bot.features.matches.errors import StaleBoard
from bot.metrics import InteractionKind
from bot.text import N_, translate
from cogs.challenges.answers import refuse_closed
from cogs.core.access import require_challenge, require_match
from cogs.core.actions import (
    ActionContext,
    Call,
    Control,
    Request,
    action_id,
    read_call,
    subjects,
)
from cogs.core.answering import answer_stale
from cogs.core.codecs import Unreadable
from cogs.core.errors import UnknownForm
from cogs.core.failing import answer_failure, refusal_in, say_privately
from cogs.core.names import user_of

UNKNOWN: Final = "unknown"
"""The name under which requests are measured that are for no action."""
UNREADABLE: Final = N_(
    "I can't use that any more, so nothing changed. Use the command again for a new one."
)
Interaction = discord.Interaction[BoopBot]

_log: Final = structlog.get_logger(__name__)


async def run(interaction: Interaction, request: Request) -> None:
    """Run the action that was asked for, and answer whatever comes of it."""
    if interaction.client.is_repeated(interaction):
        return
    call = _read(request)
    is_form = request.control is Control.FORM
    kind = InteractionKind.MODAL if is_form else InteractionKind.COMPONENT
    name = UNKNOWN if call is None else call.action.name
    bot = interaction.client
    async with bot.answering(interaction, kind, name):
        if call is None and not is_form:
            await say_privately(interaction, translate(UNREADABLE))
            return
        if call is None or (is_form and not _is_opened_for(interaction, call)):
            await answer_failure(interaction, UnknownForm())
            return
        context = ActionContext(interaction, name, user_of(interaction))
        try:
            await _authorise(context, call)
            await _carry_out(context, call)
        except Exception as error:
            await answer_error(interaction, error)
        else:
            bot.dispatch("action_completion", context)


async def perform(interaction: Interaction, name: str, **arguments: Any) -> None:
    """Run an action for somebody who asked for it by a command, as its button would.

    Raise what the action raises, or what `action_id` does.
    """
    call = read_call(Request(action_id(name, **arguments), Control.BUTTON))
    context = ActionContext(interaction, name, user_of(interaction))
    await _authorise(context, call)
    await _carry_out(context, call)


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Answer what was raised, by an action or by a command."""
    refusal = refusal_in(error)
    match refusal:
        case StaleBoard() if not interaction.response.is_done():
            await answer_stale(interaction, refusal)
        case ChallengeClosed():
            await refuse_closed(interaction, refusal)
        case _ if isinstance(error, Unreadable):
            # An action found that a value which is well written does not fit the others.
            await say_privately(interaction, translate(UNREADABLE))
        case _:
            await answer_failure(interaction, error)


def _read(request: Request) -> Call | None:
    try:
        return read_call(request)
    except Unreadable as error:
        _log.info(
            "unreadable request refused", control=request.control.name, reason=repr(error)[:200]
        )
        return None


def _is_opened_for(interaction: Interaction, call: Call) -> bool:
    """Return whether a form was opened for the person who sent it; its key begins with their id."""
    return call.key.partition(".")[0] == str(interaction.user.id)


async def _authorise(context: ActionContext, call: Call) -> None:
    """Raise `NoSuchMatch`, `NotAPlayer` or `NoSuchChallenge` for whoever may not do this.

    It is asked before the action says anything of what it is about.
    """
    who = call.action.who
    for subject in subjects(call):
        if subject.match is not None and who is not None:
            await require_match(context.interaction, subject.match, who)
        if subject.challenge is not None:
            await require_challenge(context.interaction, subject.challenge)


async def _carry_out(context: ActionContext, call: Call) -> None:
    cog: Any = context.bot.get_cog(call.action.cog)
    if cog is None:
        raise LookupError(f"the cog {call.action.cog!r} is not loaded")
    method = getattr(cog, call.action.method)
    await method(context, **call.values)
