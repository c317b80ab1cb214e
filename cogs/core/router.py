"""The router of actions: from what a client sent to the answer.

Nothing that was sent is believed: what does not read back as we wrote it is refused in a sentence,
and nothing is lost by it. Whatever an action raises becomes its answer here: a board that changed
meanwhile is shown as it is, a refusal is said, a fault is logged under a number that is shown.

Forms are read here too. discord.py knows an open form by its custom id and in memory alone, so one
that was opened before a restart would be lost. No form of ours is left with discord.py: its action
and arguments are in the custom id, as a button's are, and what was filled in is read from what
Discord sent.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.challenges.errors import ChallengeClosed
from bot.features.matches.errors import StaleBoard
from bot.match.errors import NotYourTurn
from bot.metrics import InteractionKind
from bot.text import N_, translate
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
from cogs.core.answering import answer_stale, is_slipped_tap, say_nothing
from cogs.core.challenge_delivery import refuse_closed
from cogs.core.codecs import Unreadable
from cogs.core.components import ITEMS
from cogs.core.errors import UnknownForm
from cogs.core.names import user_of
from cogs.core.options import check_options
from cogs.core.replies import answer_failure, refusal_in, say_privately
from cogs.core.translating import CommandTranslator

Json = Mapping[str, Any]


async def open_form(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Let a form pop up. It must be the first answer."""
    # One that is stopped before it is shown is not kept by discord.py.
    form.stop()
    await interaction.response.send_modal(form)


async def answer_form(interaction: discord.Interaction[BoopBot]) -> None:
    """Run the action of a form that was sent."""
    sent: Json = dict(interaction.data or {})
    filled = dict(_filled(sent.get("components", ())))
    request = Request(str(sent.get("custom_id")), Control.FORM, filled=filled)
    await interaction.client.run_action(interaction, request)


def _filled(components: list[Json]) -> Iterator[tuple[str, str]]:
    """Walk over the fields of a form that have a value, by their custom ids."""
    for component in components:
        field = component.get("component", {})
        if isinstance(field.get("value"), str):
            yield field["custom_id"], field["value"]
        # A menu; those of ours let one be chosen.
        for value in field.get("values") or ():
            yield field["custom_id"], str(value)


UNKNOWN: Final = "unknown"
"""The name under which requests are measured that are for no action."""
UNREADABLE: Final = N_(
    "I can't use that any more, so nothing changed. Use the command again for a new one."
)
Interaction = discord.Interaction[BoopBot]

_log: Final = structlog.get_logger(__name__)


async def run(interaction: Interaction, request: Request) -> None:
    """Run the action that was asked for, and answer whatever comes of it."""
    if interaction.client.passes_over(interaction):
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
            if call.action.may_slip and _is_slip(interaction, error):
                await say_nothing(interaction)
            else:
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


def _is_slip(interaction: Interaction, error: BaseException) -> bool:
    """Return whether what was refused may have been tapped by mistake."""
    match refusal_in(error):
        case StaleBoard(found) | NotYourTurn(found):
            return is_slipped_tap(interaction, found.id)
        case _:
            return False


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


class Answering(commands.Cog):
    """Connects the router to the bot: its commands, its actions and its forms."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer for every command and action, and take up the buttons of all earlier messages."""
        await self.bot.tree.set_translator(CommandTranslator())
        self.bot.tree.error(answer_error)
        self.bot.check_options = check_options
        self.bot.run_action = run
        self.bot.add_dynamic_items(*ITEMS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[BoopBot]) -> None:
        """Read a form that was sent; discord.py would know only those of this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            await answer_form(interaction)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(Answering(bot))
