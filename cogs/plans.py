"""Planned replies: `/plan`, and what is pressed on the private panels where they are made."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot, Pressed
from bot.game import Placement, Step, Turn, entry_named, read_turn, square_named
from bot.host.plans import Planning
from bot.match.draft import AskPlacement
from bot.match.identity import MatchId
from bot.match.planning import Line
from bot.match.planning_errors import PlanOutdated
from bot.match.planning_text import read_lines
from cogs.ui.access import viewer_of
from cogs.ui.alt_text import alt_text
from cogs.ui.arguments import MatchArgument
from cogs.ui.bed import Picture
from cogs.ui.names import noted
from cogs.ui.panels import note_panel
from cogs.ui.plan_argument import PlanArgument
from cogs.ui.plan_facts import Choosing, line_at, mark_of, read_path
from cogs.ui.plan_questions import nothing_to_answer, stage_panel
from cogs.ui.plan_stages import Stage, scene_of_stage, stage_of, whole
from cogs.ui.plan_words import line_label
from cogs.ui.plans import plan_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.replies import sentence
from cogs.ui.showing import show_panel, too_late
from cogs.ui.themes import for_one
from cogs.ui.turn_parts import kind_chosen

Asked = discord.Interaction[BoopBot]
DoneToPlan = Callable[[Asked, Press, Planning], Awaitable[None]]


class PlansCog(commands.Cog, name="Plans"):
    """Lets people answer turns that were not played yet."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons and menus do."""
        presses = self.bot.presses
        presses[Deed.PLAN.value] = self.open
        presses[Deed.PLAN_KEEP.value] = self.keep
        presses[Deed.PLAN_ON.value] = self._of_current_plan(self.go_on)
        presses[Deed.PLAN_AFTER.value] = self._of_current_plan(self.go_on)
        presses[Deed.PLAN_ASK.value] = self._of_current_plan(self.ask)
        presses[Deed.PLAN_SQUARE.value] = self._of_current_plan(self.pick_square)
        presses[Deed.PLAN_SEAM.value] = self._of_current_plan(self.lay_seam)
        presses[Deed.PLAN_SEAM_KEPT.value] = self._of_current_plan(self.keep_seam)
        presses[Deed.PLAN_DROP.value] = self._of_current_plan(self.drop)
        presses[Deed.PLAN_CLEAR.value] = self._of_current_plan(self.clear)

    @app_commands.command(name="plan")
    @app_commands.describe(
        replies="Their turn, your answer, and so on: Kc3 Kd4, Ke5 Ka1. Leave it out to choose",
        match="The match, if you mean another than this thread's",
    )
    async def plan(
        self,
        interaction: Asked,
        replies: app_commands.Transform[str, PlanArgument] | None = None,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Answer a turn before it is played; only you see it."""
        user = noted(interaction)
        meant = await self.bot.host.matches.to_see(viewer_of(interaction), match)
        if replies is None:
            await self._show(interaction, await self.bot.host.plans.of(user, meant.id))
            return
        lines = read_lines(replies)
        planning = await self.bot.host.plans.add(user, meant.id, lines)
        await self._show(interaction, planning, "✅ Planned.")

    async def open(self, interaction: Asked, press: Press) -> None:
        """Show what is planned."""
        user, number = noted(interaction), MatchId(int(press.facts[0]))
        await self._show(interaction, await self.bot.host.plans.of(user, number))

    async def go_on(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Ask for a turn of the opponent's, after what is planned already."""
        path = read_path(press.chosen[0] if press.chosen else press.facts[2])
        choosing = Choosing(planning.match.id, mark_of(planning), path)
        await self._ask(interaction, planning, choosing)

    async def ask(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Ask what is to be asked next."""
        await self._ask(interaction, planning, Choosing.read(press.facts))

    async def pick_square(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Take the square of a piece."""
        choosing = Choosing.read(press.facts)
        asked = stage_of(planning, choosing).asked
        if not isinstance(asked, AskPlacement):
            raise PlanOutdated
        part = choosing.part
        placement = Placement(kind_chosen(part, asked), square_named(press.chosen[0]))
        placed = choosing.with_part(part.placing(placement))
        await self._ask(interaction, planning, placed)

    async def lay_seam(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Take where the seam piece is laid."""
        choosing = Choosing.read(press.facts)
        entry = entry_named(press.chosen[0])
        laid = choosing.with_part(choosing.part.laying(entry))
        await self._ask(interaction, planning, laid)

    async def keep_seam(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Take it that the seam piece is kept."""
        stage = stage_of(planning, Choosing.read(press.facts))
        await self._with_whole(interaction, planning, replace(stage, asked=whole(stage)))

    async def keep(self, interaction: Asked, press: Press) -> None:
        """Keep a reply; once more, it is kept already."""
        user, number = noted(interaction), MatchId(int(press.facts[0]))
        planning = await self.bot.host.plans.of(user, number)
        theirs, answer = read_turn(press.facts[3]), read_turn(press.facts[4])
        try:
            line = (*line_at(planning.plan, read_path(press.facts[2])), theirs, answer)
            is_current = press.facts[1] == mark_of(planning)
            if not is_current and not _is_planned(planning, line):
                raise PlanOutdated
            if is_current:
                seen = planning.match.ply
                planning = await self.bot.host.plans.add(user, number, [line], seen)
        except PlanOutdated as refusal:
            current = await self.bot.host.plans.of(user, number)
            await self._show(interaction, current, sentence(refusal))
            return
        await self._show(interaction, planning, "✅ Kept.", line)

    async def drop(self, interaction: Asked, press: Press, planning: Planning) -> None:
        """Delete a branch."""
        line = line_at(planning.plan, read_path(press.chosen[0]))
        user, match = noted(interaction), planning.match
        left = await self.bot.host.plans.remove(user, match.id, line, match.ply)
        await self._show(
            interaction, left, f"Deleted what you planned from `{line_label(line)}` on."
        )

    async def clear(self, interaction: Asked, _: Press, planning: Planning) -> None:
        """Delete the whole plan."""
        left = await self.bot.host.plans.clear(noted(interaction), planning.match.id)
        await self._show(interaction, left, "Deleted all that you had planned.")

    async def _ask(self, interaction: Asked, planning: Planning, choosing: Choosing) -> None:
        stage = stage_of(planning, choosing)
        if isinstance(stage.asked, Step):
            await self._with_whole(interaction, planning, stage)
        else:
            await self._show_stage(interaction, planning, stage)

    async def _with_whole(self, interaction: Asked, planning: Planning, stage: Stage) -> None:
        """Go on with a whole turn: to the answer, or to keeping it."""
        step, choosing = whole(stage), stage.choosing
        if stage.is_answer:
            await self._show_stage(interaction, planning, stage)
        elif step.win is not None:
            again = stage_of(planning, choosing.answering(None))
            await self._show_stage(interaction, planning, again, nothing_to_answer(step))
        else:
            await self._ask(interaction, planning, choosing.answering(step.turn))

    async def _show_stage(
        self, interaction: Asked, planning: Planning, stage: Stage, note: str = ""
    ) -> None:
        scene = await for_one(interaction, scene_of_stage(planning, stage))
        name = f"planned-{planning.match.id}.png"
        picture = Picture(await self.bot.studio.picture(scene), name, alt_text(scene))
        await show_panel(interaction, stage_panel(planning, stage, picture, note), picture)

    async def _show(
        self, interaction: Asked, planning: Planning, note: str = "", kept: Line = ()
    ) -> None:
        if planning.match.outcome is not None:
            await show_panel(interaction, note_panel(too_late(planning.match)))
            return
        await show_panel(interaction, plan_panel(planning, note, kept))

    def _of_current_plan(self, deed: DoneToPlan) -> Pressed:
        """Give a deed that is done to a plan as it was seen, or else brings it as it stands."""

        async def done(interaction: Asked, press: Press) -> None:
            user, number = noted(interaction), MatchId(int(press.facts[0]))
            planning = await self.bot.host.plans.of(user, number)
            try:
                if press.facts[1] != mark_of(planning):
                    raise PlanOutdated
                await deed(interaction, press, planning)
            except PlanOutdated as refusal:
                current = await self.bot.host.plans.of(user, number)
                await self._show(interaction, current, sentence(refusal))

        return done


def _is_planned(planning: Planning, line: tuple[Turn, ...]) -> bool:
    return any(each.turn == line[-1] for each in planning.plan.after(line[:-1]))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PlansCog(bot))
