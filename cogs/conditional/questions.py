"""The private panels on which a reply is planned: one question at a time, below the bed."""

from typing import Any, Final, assert_never

import discord

from bot.features.conditional.service import Planning
from bot.game import Step, Turn, write_turn
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam
from cogs.conditional.stages import Stage, whole
from cogs.conditional.words import line_label, noted_turn, reply_words, turn_words
from cogs.core.actions import ActionButton, button
from cogs.core.board import ACCENTS, Picture, gallery
from cogs.core.turn_choice import NOTHING_SAID, SECONDARY, TurnActions, answer_rows, kind_chosen
from cogs.core.words import kind_name, narrated, player_name, pool_name

ACTIONS: Final = TurnActions("plan-ask", "plan-square", "plan-seam", "plan-seam-kept")

View = discord.ui.LayoutView


def stage_panel(planning: Planning, stage: Stage, picture: Picture, note: str = "") -> View:
    """Ask for the next part of a turn, below the bed as it would be; or show a whole reply."""
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[stage.position.to_move]
    )
    text = _asked(planning, stage)
    container.add_item(discord.ui.TextDisplay(f"{note}\n{text}" if note else text))
    container.add_item(gallery(picture))
    view = View(timeout=None)
    view.add_item(container)
    choosing = stage.choosing
    for row in answer_rows(
        stage.asked,
        stage.position,
        choosing.part,
        ACTIONS,
        lambda part: {"choosing": choosing.with_part(part)},
    ):
        view.add_item(row)
    view.add_item(discord.ui.ActionRow(*_ways(stage)))
    return view


def _asked(planning: Planning, stage: Stage) -> str:
    asked = stage.asked
    if isinstance(asked, Step):
        return _foreseen(planning, stage)
    lines = [_heading(planning, stage)]
    match asked:
        case AskRecall():
            recalled = "you take" if stage.is_answer else "they take"
            lines.append(f"Nothing is left in hand: which piece do {recalled} back first?")
        case AskPlacement(position):
            pool = position.pool_of(position.to_move)
            who = "you" if stage.is_answer else "they"
            kind = kind_name(kind_chosen(stage.choosing.part, asked))
            lines.append(
                f"{who.capitalize()} have {pool_name(pool)} in hand. "
                f"On which square do {who} place a **{kind}**?"
            )
        case AskOption():
            lines.append("Several lines are made: which squares leave the bed?")
        case AskSeam():
            lines.append("Is the seam piece kept in hand, or laid?")
        case _:
            assert_never(asked)
    return "\n".join(lines)


def _heading(planning: Planning, stage: Stage) -> str:
    """Say what is planned up to here: the turns before, and as much of this one as is chosen."""
    choosing, placed = stage.choosing, _placed(stage)
    before = f"-# After `{line_label(stage.line)}`\n" if stage.line else ""
    theirs = choosing.theirs
    if theirs is None and placed:
        return f"{before}### If they {placed} …"
    if theirs is None:
        opponent = player_name(planning.match, planning.plan.planner.other)
        bed = "The bed as it would be then." if stage.line else "The bed as it stands."
        return f"{before}### If {opponent} plays …\n{bed}"
    text = f"{before}### If they {noted_turn(theirs)} …\n"
    text += f"… you {placed} …" if placed else "… what do you answer?"
    planned = planning.plan.after((*stage.line, theirs))
    if planned:
        answer = write_turn(planned[0].turn)
        text += f"\n-# You have planned `{answer}`; another answer takes its place."
    return text


def _placed(stage: Stage) -> str:
    """Say the turn as far as it is chosen, once its piece is placed."""
    draft = stage.choosing.part.draft
    if draft.placement is None:
        return ""
    return turn_words(Turn(draft.placement, draft.leaves, recall=draft.recall))


def _foreseen(planning: Planning, stage: Stage) -> str:
    """Say what a whole reply would be, and what would happen."""
    step, theirs = whole(stage), stage.steps[-1]
    before = f"-# After `{line_label(stage.line)}`\n" if stage.line else ""
    words = reply_words(theirs.turn, step.turn)
    told = f"{narrated(theirs.events)}. Then {narrated(step.events)}"
    words = words[0].upper() + words[1:]
    return f"{before}### ⏳ Not yet kept\n{words}.\n-# {told}."


def _ways(stage: Stage) -> list[ActionButton]:
    """Return the ways on and back."""
    choosing = stage.choosing
    ways = []
    if isinstance(stage.asked, Step) and choosing.theirs is not None:
        keep = discord.ButtonStyle.success
        whole_one = choosing.with_part(NOTHING_SAID)
        ways.append(button("Keep", keep, "plan-keep", choosing=whole_one, answer=stage.asked.turn))
        again = choosing.with_part(choosing.part.again)
        ways.append(button("Other answer", SECONDARY, "plan-ask", choosing=again))
    elif choosing.theirs is not None:
        ways.append(
            button(
                "Another turn of theirs", SECONDARY, "plan-on", choosing=choosing.answering(None)
            )
        )
    ways.append(button("Back", SECONDARY, "plan", match=choosing.match))
    return ways


def nothing_to_answer(step: Step) -> str:
    """Say that a turn of the opponent's would end the match."""
    return f"If they {turn_words(step.turn)}, the match is over: there is nothing to answer."
