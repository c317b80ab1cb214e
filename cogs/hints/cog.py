"""`/hint` and **Hint**: the best turn, with a picture and the reason."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.engine.reasons import ForcesWin, Reason, Wins
from bot.features.hints.engine_requests import explain, search_hint
from bot.features.hints.service import MOST_HINTS, HintAnswer, HintRequest, is_measured
from bot.features.matches.access import AllowedUsers
from bot.features.matches.fair_play import is_guarded
from bot.game import Position, Turn, play
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.playing import RanOut
from bot.text import N_, gettext, ngettext, translate
from cogs.board.message import draw_for_one
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import MatchArgument
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import asking, keep_playing, note_panel, resolve_or_ask
from cogs.core.progress import run_job_with_progress, show_failure_in_place
from cogs.core.replies import acknowledge, answer_privately
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import capital, too_late, turn_text
from cogs.wording.reasons import because
from render.scene import Scene, Status

ACCENT: Final = 0xFFC83D
THINKING: Final = N_("💡 Thinking of a hint")
FAILED: Final = N_("The hint couldn't be shown. Try again; this one wasn't counted.")


def hint_buttons(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that asks for a hint, if the user may have one now."""
    if match.to_move != user or is_guarded(match):
        return []
    return [button(gettext("Hint"), discord.ButtonStyle.secondary, "hint", match=match.id)]


def measured_panel(match: Match) -> View:
    """Ask whether a match against the bot may stop counting for the practice rating."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Show me the hint"), discord.ButtonStyle.primary, "hint-anyway", match=match.id
        ),
        keep_playing(match),
    )
    return asking(
        gettext(
            "**#{match}** counts for your practice rating. With a hint, it no longer does.",
            match=match.id,
        ),
        row,
    )


def hint_scene(match: Match, turn: Turn) -> Scene:
    """Return the scene of a hint: the bed after the turn, with the player still to move."""
    step = play(match.position, turn)
    position = replace(step.after, to_move=match.position.to_move)
    return Scene(position, recent=step, win=step.win).with_status(Status.HINTED)


def hint_panel(given: HintAnswer, reasons: Sequence[Reason], picture: Picture) -> View:
    """Lay out a hint for the user who asked, with the button that plays it."""
    match, hint = given.match, given.hint
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    title = gettext("💡 A hint in #{match}", match=match.id)
    container.add_item(discord.ui.TextDisplay(f"### {title}"))
    container.add_item(gallery(picture))
    lines = [
        f"**{_recommendation(match.position, hint.turn)}**",
        gettext("It {reasons}.", reasons=because(reasons)),
        *_win_lines(hint.wins_in, reasons),
        *_small_print(given),
    ]
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    play_it = button(
        gettext("Play it"),
        discord.ButtonStyle.primary,
        "play",
        match=match.id,
        revision=match.revision,
        turn=hint.turn,
    )
    view.add_item(discord.ui.ActionRow(play_it))
    return view


def _recommendation(position: Position, turn: Turn) -> str:
    words = turn_text(replace(turn, wins=False))
    may_lay = position.ruleset.seams and position.seam_of(position.to_move) is None
    if may_lay and not turn.wins and not turn.seam:
        words = gettext("{turn}, and keep the seam piece", turn=words)
    return capital(words)


def _win_lines(wins_in: int | None, reasons: Sequence[Reason]) -> list[str]:
    """Return the sentence that the match is won, unless the reasons say so already."""
    is_said = any(isinstance(reason, Wins | ForcesWin) for reason in reasons)
    if wins_in is None or is_said:
        return []
    return [
        ngettext(
            "With good play, it wins within {count} more turn against every reply.",
            "With good play, it wins within {count} more turns against every reply.",
            wins_in,
        )
    ]


def _small_print(given: HintAnswer) -> list[str]:
    lines = []
    if given.match.draft is not None:
        lines.append(f"-# {gettext('It replaces the turn that you have begun.')}")
    if is_measured(given.match):
        lines.append(f"-# {gettext('This match is just for fun now.')}")
    if given.left:
        left = gettext(
            "{left} of {most} hints left in this match.", left=given.left, most=MOST_HINTS
        )
    else:
        left = gettext("That was your last hint in this match.")
    return [*lines, f"-# {left}"]


class HintsCog(Cog, name="Hints"):
    """Gives hints."""

    @app_commands.command(
        name="hint",
        extras=in_help(Topic.LEARN, 30, N_("your best turn, three times in a casual match")),
    )
    @app_commands.describe(match="Which match; by default, this thread's")
    async def hint(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """See your best turn in a casual match, and why; only you see it."""
        finding = self.bot.services.matches.resolve_to_play(viewer_of(interaction), match)
        resolved = await resolve_or_ask(interaction, finding, "hint-in")
        if resolved is not None:
            await self._answer(interaction, resolved.id)

    @action("hint", who=AllowedUsers.PLAYERS)
    async def ask(self, context: ActionContext, match: MatchId) -> None:
        """Give a hint in the match that the button names."""
        await self._answer(context.interaction, match)

    @action("hint-in", who=AllowedUsers.PLAYERS)
    async def ask_in(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Give a hint in the match that was chosen from the list."""
        await self._answer(context.interaction, chosen)

    @action("hint-anyway", who=AllowedUsers.PLAYERS)
    async def ask_anyway(self, context: ActionContext, match: MatchId) -> None:
        """Give a hint even though the match stops counting for the practice rating."""
        request = await self.bot.services.hints.ask(context.user, match)
        await self._think(context.interaction, request)

    async def _answer(self, interaction: Interaction, number: MatchId) -> None:
        """Give a hint; ask first if the match would stop counting for the practice rating."""
        request = await self.bot.services.hints.ask(user_of(interaction), number)
        if request.ends_measuring:
            await answer_privately(interaction, measured_panel(request.match))
            return
        await self._think(interaction, request)

    async def _think(self, interaction: Interaction, request: HintRequest) -> None:
        async with self.bot.working(), show_failure_in_place(interaction, translate(FAILED)):
            await self._show(interaction, request)

    async def _show(self, interaction: Interaction, request: HintRequest) -> None:
        hint = await self._find_hint(interaction, request)
        if isinstance(hint, RanOut):
            await acknowledge(interaction, note_panel(too_late(hint.match)))
            return
        given, reasons = hint
        scene = hint_scene(given.match, given.hint.turn)
        name = f"hint-{given.match.id}-{given.match.ply}.png"
        picture = await draw_for_one(interaction, scene, name)
        await acknowledge(interaction, hint_panel(given, reasons, picture), picture)

    async def _find_hint(
        self, interaction: Interaction, request: HintRequest
    ) -> tuple[HintAnswer, tuple[Reason, ...]] | RanOut:
        """Return a hint with its reasons: the one given for this position before, or a new one."""
        match, position = request.match, request.match.position
        if request.given is not None:
            job = partial(explain, position, request.given.turn)
            reasons = await run_job_with_progress(interaction, job, translate(THINKING))
            return HintAnswer(match, request.given, request.left), reasons
        search = partial(search_hint, position, tuple(request.past))
        advice = await run_job_with_progress(interaction, search, translate(THINKING))
        user = user_of(interaction)
        given = await self.bot.services.hints.give(
            user, match.id, request.moment, advice.turn, advice.wins_in
        )
        return given if isinstance(given, RanOut) else (given, advice.reasons)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HintsCog(bot))
