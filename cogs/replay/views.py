"""The private viewer of a replay, its form, and the message with the animation."""

import io
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Any, Final

import discord

from bot.engine.analysis import Analysis
from bot.features.replay.service import MatchRecord
from bot.game import Position, Seat, Step, play
from bot.match.identity import Ply, UserId
from bot.match.match import Match
from bot.match.record import Record, write_record
from bot.text import N_, gettext, ngettext, pgettext, translate
from cogs.analysis.phrases import better_line, continuation_line, opening_lines, turn_lines
from cogs.board.buttons import analyse_buttons, what_if_buttons
from cogs.board.layout import ending_of
from cogs.core.codecs import word_of
from cogs.core.components import ActionButton, View, button, form, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.alt_text import LONGEST, animation_text, in_words
from cogs.wording.levels import level_name
from cogs.wording.names import both_players, drawable_name
from cogs.wording.narration import explained
from cogs.wording.phone_lines import ROOM_BELOW_BED, count_lines
from cogs.wording.phrases import SEAT_MARKS, mention, outcome_name, turn_title, turns_counted
from cogs.wording.practice_text import progress_of, waited_for
from render.banner import Caption
from render.replay import FORMATS, Animation
from render.scene import Scene, Status

LONGEST_NUMBER: Final = 4
"""How many digits of a turn's number can be typed."""


class Destination(Enum):
    """A destination in the menu of a replay."""

    START = "start"
    LAST = "last"
    TURN = "turn"
    """A turn whose number a form asks for."""
    OVERVIEW = "overview"
    """The analysis of the whole match."""
    ANIMATION = "animation"


_GOALS: Final = {
    Destination.START: N_("The start"),
    Destination.LAST: N_("The last turn"),
    Destination.TURN: N_("Another turn…"),
    # Translators: In a menu: how the whole match went, in one picture.
    Destination.OVERVIEW: N_("Who was ahead"),
    Destination.ANIMATION: N_("Animation"),
}


def scene_at(record: MatchRecord, ply: int) -> Scene:
    """Return the scene after `ply` turns."""
    if not ply:
        return Scene(record.start)
    step = record.steps[ply - 1]
    ending = ending_of(record.match) if ply == len(record.steps) else None
    return Scene(step.after, recent=step, win=step.win, ending=ending)


def better_at(record: MatchRecord, ply: int, analysis: Analysis | None) -> Step | None:
    """Return the step of the turn that would have been better, if any."""
    if analysis is None or not _has_better(analysis, ply):
        return None
    return play(record.steps[ply - 1].before, analysis.turns[ply - 1].better[0])


def better_scene(better: Step) -> Scene:
    """Return the scene of a better turn, marked as not played."""
    position = replace(better.after, to_move=better.before.to_move)
    return Scene(position, recent=better, win=better.win).with_status(Status.BETTER)


def picture_name(record: MatchRecord, ply: int) -> str:
    """Return the name of the picture of a replay after `ply` turns."""
    return f"replay-{record.match.id}-{ply}.png"


def replay_view(
    record: MatchRecord,
    ply: int,
    picture: Picture,
    analysis: Analysis | None = None,
    better: Step | None = None,
) -> View:
    """Show a match after a turn, with buttons to the other turns.

    With an `analysis`, say who was ahead and which turn would have been better. With `better`,
    show that turn instead of the one that was played.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[
            (_position_at(record, ply) if better is None else better.after).to_move.other
        ]
    )
    title = gettext(
        "Replay of #{match} · {players}",
        match=record.match.id,
        players=both_players(record.match),
    )
    above = [f"### {title}"]
    if analysis is not None and better is None and ply not in analysis.kept_back:
        above += opening_lines(_position_at(record, ply))
    elif analysis is not None and better is not None:
        above.append(_turn_line(ply, len(record.steps), record.steps[ply - 1]))
        above += filter(None, [continuation_line(analysis.turns[ply - 1])])
    below = _turn(record, ply, analysis) if better is None else _better_lines(ply, better, analysis)
    while len(below) > 1 and count_lines(below) > ROOM_BELOW_BED:
        # Move the first lines above the bed: they repeat what it shows. With all lines below, a
        # phone would cut off the top of the bed.
        above.append(below.pop(0))
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay("\n".join(below)))
    view = View()
    view.add_item(container)
    for row in _rows(record, ply, analysis, better):
        view.add_item(row)
    return view


def _rows(
    record: MatchRecord, ply: int, analysis: Analysis | None, better: Step | None
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of buttons; those for the previous and next turn are next to the picture."""
    match, last = record.match, len(record.steps)
    stepping = [
        _way(record, gettext("Back"), max(ply - 1, 0), "back", ply > 0),
        _way(record, gettext("Forward"), min(ply + 1, last), "forward", ply < last),
    ]
    into = what_if_buttons(match, Ply(ply))
    if analysis is not None:
        stepping.append(_show_better(record, ply, analysis, better))
        into.insert(0, _next_mistake(record, ply, analysis))
    else:
        into = [*analyse_buttons(match, Ply(ply)), *into]
    goals = [
        each for each in Destination if each is not Destination.OVERVIEW or analysis is not None
    ]
    options = [
        discord.SelectOption(label=translate(_GOALS[goal]), value=word_of(goal)) for goal in goals
    ]
    to = menu(gettext("Go to…"), options, "replay-to", match=match.id, ply=Ply(ply))
    return [discord.ui.ActionRow[Any](*row) for row in (stepping, into, [to]) if row]


def jump_form(record: MatchRecord, ply: int, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for a turn's number; `nonce` keeps the user's forms apart."""
    number: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="turn", default=str(ply), min_length=1, max_length=LONGEST_NUMBER
    )
    text = gettext("From 0 (the start) to {last} (the last)", last=len(record.steps))
    label: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Turn"), description=text, component=number
    )
    title = gettext("Replay of #{match}", match=record.match.id)
    return form(title, [label], "replay-jumped", user=user, nonce=nonce, match=record.match.id)


def animation_view(
    record: MatchRecord, animation: Animation, picture: Picture, sharer: UserId | None = None
) -> View:
    """Lay out the animation of a match, for one user or, with `sharer`, for everyone."""
    match = record.match
    title = gettext(
        "Animation of #{match} · {players}", match=match.id, players=both_players(match)
    )
    lines = [f"### {title}", turns_counted(len(record.steps))]
    if match.outcome is not None:
        lines.append(f"**{outcome_name(match, match.outcome)}**")
    if animation.format != FORMATS[0]:
        lines.append(f"-# {gettext('Smaller than usual, to fit into a message.')}")
    return _picture_view("\n".join(lines), picture, sharer)


def still_view(record: MatchRecord, picture: Picture, sharer: UserId) -> View:
    """Lay out the picture of a match's end, for everyone."""
    match, lines = record.match, []
    if match.outcome is not None:
        lines.append(f"### {outcome_name(match, match.outcome)}")
    lines.append(f"#{match.id} · {both_players(match)} · {turns_counted(len(record.steps))}")
    return _picture_view("\n".join(lines), picture, sharer)


def _picture_view(text: str, picture: Picture, sharer: UserId | None) -> View:
    container: discord.ui.Container[Any] = discord.ui.Container()
    container.add_item(discord.ui.TextDisplay(text))
    container.add_item(gallery(picture))
    if sharer is not None:
        shared = gettext("Shared by {player}", player=mention(sharer))
        container.add_item(discord.ui.TextDisplay(f"-# {shared}"))
    view = View()
    view.add_item(container)
    return view


def animated_picture(record: MatchRecord, animation: Animation) -> Picture:
    """Return an animation as a picture with its alt text."""
    last = len(record.steps)
    words = f"{caption_text(record)} {animation_text(scene_at(record, last), last)}"
    return Picture(animation.gif, f"boop-{record.match.id}.gif", words)


def still_picture(record: MatchRecord, scene: Scene, png: bytes) -> Picture:
    """Return the picture of how a match ended, with its alt text."""
    who = caption_text(record)
    words = " ".join([who, *in_words(scene, LONGEST - len(who) - 1)])
    return Picture(png, f"boop-{record.match.id}-end.png", words)


def caption_text(record: MatchRecord) -> str:
    """Return the alt text of a banner: who plays which colour."""
    caption = caption_of(record)
    return gettext(
        "{orange} plays orange, {gray} plays gray.", orange=caption.orange, gray=caption.gray
    )


def drawn_name(match: Match, seat: Seat) -> str:
    """Return the name of a player for a picture, if it is known."""
    if match.bot is not None and match.bot.seat is seat:
        return level_name(match.bot.practice.level)
    return drawable_name(match.seats.user_of(seat))


def caption_of(record: MatchRecord, name: Callable[[Match, Seat], str] = drawn_name) -> Caption:
    """Return the texts of a banner: the players' names, and the number of each turn in words."""
    numbers = range(1, len(record.steps) + 1)
    # Translators: above a picture of a match; short.
    turns = [gettext("Turn {number}", number=number) for number in numbers]
    # Translators: above a picture of the empty bed, before the first turn; short.
    begin = pgettext("heading of a picture", "Start")
    orange, gray = (name(record.match, seat) for seat in Seat)
    return Caption(orange, gray, (begin, *turns))


def _turn(record: MatchRecord, ply: int, analysis: Analysis | None) -> list[str]:
    """Return the number of the turn, and lines about things that the picture does not show.

    The lines say how the match ended or stands, if this is the last turn, and how good the turn
    was. Without an analysis, they say instead why a piece stayed.
    """
    last = len(record.steps)
    if not ply:
        start = ngettext(
            "**The start**, before the first of {count} turn",
            "**The start**, before the first of {count} turns",
            last,
        )
        return [start, *([] if analysis is None else turn_lines(analysis, 0))]
    step = record.steps[ply - 1]
    match, lines = record.match, [_turn_line(ply, last, step)]
    if ply == last and match.outcome is not None:
        lines.append(f"**{outcome_name(match, match.outcome)}**")
    elif ply == last:
        lines.append(progress_of(match))
    if analysis is not None:
        return [*lines, *turn_lines(analysis, ply)]
    stayed = explained(step.events)
    return [*lines, f"-# {stayed}"] if stayed else lines


def _turn_line(ply: int, last: int, step: Step) -> str:
    # Translators: {turn} is "a kitten on {square}" or its like.
    return gettext(
        "**Turn {ply} of {last}** · {mark} {turn}",
        ply=ply,
        last=last,
        mark=SEAT_MARKS[step.before.to_move],
        turn=turn_title(step.turn),
    )


def _better_lines(ply: int, better: Step, analysis: Analysis | None) -> list[str]:
    # Translators: {turn} is a turn that would have been better: "a kitten on {square}" or its like.
    line = gettext(
        "**Better:** {mark} {turn}",
        mark=SEAT_MARKS[better.before.to_move],
        turn=turn_title(better.turn),
    )
    if analysis is None:
        return [line]
    return [line, better_line(analysis.turns[ply - 1], ROOM_BELOW_BED)]


def _position_at(record: MatchRecord, ply: int) -> Position:
    return record.steps[ply - 1].after if ply else record.start


def _next_mistake(record: MatchRecord, ply: int, analysis: Analysis) -> ActionButton:
    """Return the button to the next mistake; from the last one it leads to the first."""
    mistakes = analysis.mistakes
    following = next((each for each in mistakes if each > ply), mistakes[0] if mistakes else ply)
    return _way(record, gettext("Next mistake"), following, "mistake", following != ply)


def _has_better(analysis: Analysis, ply: int) -> bool:
    return 0 < ply <= len(analysis.turns) and bool(analysis.turns[ply - 1].better)


def _show_better(
    record: MatchRecord, ply: int, analysis: Analysis, better: Step | None
) -> ActionButton:
    """Return the button that switches between a turn and the one that would have been better."""
    if better is not None:
        # Translators: On a button: back to the turn that was played in the match.
        return _way(record, pgettext("on a button, a turn", "Played"), ply, "played", leads=True)
    better_one = button(
        # Translators: On a button: show a turn that would have been better.
        pgettext("on a button, a turn", "Better"),
        discord.ButtonStyle.secondary,
        "replay-better",
        match=record.match.id,
        ply=Ply(ply),
    )
    better_one.item.disabled = not _has_better(analysis, ply)
    return better_one


def _way(
    record: MatchRecord,
    label: str,
    ply: int | None,
    name: str,
    leads: bool,  # noqa: FBT001 - private
) -> ActionButton:
    """Return the button to another turn; it is disabled, not left out, if it leads nowhere."""
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "replay-turn",
        key=name,
        match=record.match.id,
        ply=None if ply is None else Ply(ply),
    )
    way.item.disabled = not leads
    return way


def record_file(match: Match, record: Record) -> discord.File:
    """Return a record as a file to send."""
    text = write_record(record).encode("utf-8")
    return discord.File(io.BytesIO(text), f"boop-{match.id}.txt")


def shown_beside(match: Match) -> str:
    """Return the text beside the file of a record: the match, and its state."""
    if match.outcome is not None:
        return gettext(
            "The record of **#{match}**, {turns}. {outcome}.",
            match=match.id,
            turns=turns_counted(match.ply),
            outcome=outcome_name(match, match.outcome),
        )
    return gettext(
        "The record of **#{match}** so far, {turns}: {state}.",
        match=match.id,
        turns=turns_counted(match.ply),
        state=waited_for(match),
    )
