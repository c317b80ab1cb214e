"""The private panels on which a piece is placed: the picker, its form, and the look ahead."""

from dataclasses import replace
from typing import Any, Final

import discord

from bot.game import (
    Entry,
    Kind,
    Landing,
    Placement,
    Pool,
    Square,
    Step,
    Turn,
    land,
    name_of,
    row_of,
)
from bot.game.squares import COLUMNS, ROWS
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.playing import ready
from cogs.core.actions import ActionButton, button, form, menu
from cogs.core.alt_text import alt_text
from cogs.core.board import ACCENTS, Picture, gallery
from cogs.core.board_buttons import place_button
from cogs.core.panels import MOST_IN_MENU
from cogs.core.words import (
    SEAT_MARKS,
    explained,
    kind_name,
    listed,
    narrated,
    pool_name,
    seat_name,
    squares_name,
)
from render.scene import Scene, Status, letter_of

ROWS_IN_HALF: Final = 3

View = discord.ui.LayoutView


def likely_kind(match: Match) -> Kind:
    """Return the kind that is chosen until the player says otherwise: the one there is more of."""
    pool = _pool(match)
    return Kind.CAT if pool.cats > pool.kittens else Kind.KITTEN


def pick_panel(match: Match, kind: Kind) -> View:
    """Ask for the square, and for the kind where there are two."""
    seat = match.position.to_move
    pool = _pool(match)
    lines = [
        f"### Place in #{match.id}",
        f"{SEAT_MARKS[seat]} You are {seat_name(seat)} and have {pool_name(pool)} in hand.",
    ]
    if len(pool.kinds) > 1:
        lines.append(f"You place a **{kind_name(kind)}**. On which square?")
    else:
        lines.append("On which square?")
    waiting = match.draft.placement if match.draft else None
    if waiting is not None:
        square = name_of(waiting.square)
        lines.append(f"-# **{square}** still waits for your choice; placing elsewhere undoes it.")
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if len(pool.kinds) > 1:
        buttons = [_kind_button(match, each, kind) for each in pool.kinds]
        view.add_item(discord.ui.ActionRow(*buttons))
    for row in _square_rows(match, kind):
        view.add_item(row)
    type_it = button(
        "Type it",
        discord.ButtonStyle.secondary,
        "type-square",
        match=match.id,
        revision=match.revision,
        kind=kind,
    )
    view.add_item(discord.ui.ActionRow(type_it))
    return view


def preview_panel(match: Match, foreseen: Step | Landing, picture: Picture) -> View:
    """Show a placement that is not yet played, in picture and words, and ask for it."""
    placement = _placement_of(foreseen)
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[match.position.to_move]
    )
    words = f"### ⏳ Not yet played in #{match.id}\n{_would_happen(foreseen)}"
    container.add_item(discord.ui.TextDisplay(words))
    container.add_item(gallery(picture))
    hint = "-# `/preferences` lets you place without being asked."
    container.add_item(discord.ui.TextDisplay(hint))
    confirm = button(
        "Confirm",
        discord.ButtonStyle.success,
        "place",
        match=match.id,
        revision=match.revision,
        turn=Turn(placement),
    )
    back = button(
        "Back",
        discord.ButtonStyle.secondary,
        "pick",
        match=match.id,
        revision=match.revision,
        kind=placement.kind,
    )
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(confirm, back))
    return view


def preview_scene(match: Match, foreseen: Step | Landing) -> Scene:
    """Return what a picture of a placement that is not yet played shows."""
    if isinstance(foreseen, Landing):
        return Scene(
            foreseen.position,
            told=foreseen,
            options=foreseen.options,
            status=Status.NOT_YET_PLAYED,
        )
    entries = _entries(foreseen)
    # Whoever may still lay the seam piece is not done yet.
    position = replace(foreseen.after, to_move=match.position.to_move) if entries else None
    return Scene(
        position or foreseen.after,
        told=foreseen,
        win=foreseen.win,
        status=Status.NOT_YET_PLAYED,
        entries=entries,
    )


def _entries(foreseen: Step) -> tuple[Entry, ...]:
    """Return where the seam piece may be laid at the end of a turn that would keep it."""
    return land(foreseen.before, foreseen.turn.placement, foreseen.turn.recall).entries


def preview_picture(match: Match, foreseen: Step | Landing, scene: Scene, png: bytes) -> Picture:
    """Name a drawn look ahead and say it in words."""
    square = name_of(_placement_of(foreseen).square)
    return Picture(png, f"not-yet-played-{match.id}-{square}.png", alt_text(scene))


def stale_panel(match: Match, user: UserId, text: str, picture: Picture) -> View:
    """Say that a bed was out of date, and show the one that is not."""
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    view.add_item(gallery(picture))
    if match.to_move == user:
        view.add_item(discord.ui.ActionRow(place_button(match)))
    return view


def place_form(match: Match, kind: Kind, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for column, row and, where there are two, kind.

    `nonce` keeps apart the forms that one person opens.
    """
    pool = _pool(match)
    taken = squares_name(square for square, _ in ready(match).bed)
    text = f"Taken: {taken}." if taken else "The bed is empty."
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(text)]
    if len(pool.kinds) > 1:
        kinds = [
            discord.RadioGroupOption(
                label=f"{kind_name(each).capitalize()}, {pool.count(each)} in hand",
                value=each.value,
                default=each is kind,
            )
            for each in pool.kinds
        ]
        items.append(_group("Kitten or cat", None, "kind", kinds))
    columns = [discord.RadioGroupOption(label=f"Column {name}", value=name) for name in COLUMNS]
    items.append(_group("Column", "From a at the left to f at the right", "column", columns))
    rows = [discord.RadioGroupOption(label=f"Row {name}", value=name) for name in ROWS]
    items.append(_group("Row", "From 1 at the top to 6 at the bottom", "row", rows))
    return form(
        f"Place in #{match.id}",
        items,
        "square-typed",
        user=user,
        nonce=nonce,
        match=match.id,
        revision=match.revision,
    )


def _pool(match: Match) -> Pool:
    """Return what the player to move has in hand to place from."""
    return ready(match).pool_of(match.position.to_move)


def _group(
    text: str, description: str | None, name: str, options: list[discord.RadioGroupOption]
) -> discord.ui.Label[Any]:
    group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id=name, options=options)
    return discord.ui.Label(text=text, description=description, component=group)


def _kind_button(match: Match, kind: Kind, chosen: Kind) -> ActionButton:
    """Return the button of a kind; which one is chosen stands in words too, not in colour alone."""
    is_chosen = kind is chosen
    label = kind_name(kind).capitalize() + (" (chosen)" if is_chosen else "")
    style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
    return button(label, style, "pick", match=match.id, revision=match.revision, kind=kind)


def _square_rows(match: Match, kind: Kind) -> list[discord.ui.ActionRow[Any]]:
    """Return a menu of the free squares, or two where one cannot hold them all."""
    free = ready(match).empty_squares
    if len(free) <= MOST_IN_MENU:
        return [_square_row(match, kind, "Square", free)]
    upper = tuple(square for square in free if row_of(square) < ROWS_IN_HALF)
    lower = tuple(square for square in free if row_of(square) >= ROWS_IN_HALF)
    return [
        _square_row(match, kind, "Square in rows 1–3", upper),
        _square_row(match, kind, "Square in rows 4–6", lower),
    ]


def _square_row(
    match: Match, kind: Kind, placeholder: str, squares: tuple[Square, ...]
) -> discord.ui.ActionRow[Any]:
    names = [name_of(square) for square in squares]
    options = [discord.SelectOption(label=name, value=name) for name in names]
    return discord.ui.ActionRow(
        menu(
            placeholder,
            options,
            "pick-square",
            key=names[0],
            match=match.id,
            revision=match.revision,
            kind=kind,
        )
    )


def _placement_of(foreseen: Step | Landing) -> Placement:
    return foreseen.placement if isinstance(foreseen, Landing) else foreseen.turn.placement


def _would_happen(foreseen: Step | Landing) -> str:
    told = f"This would be your turn: {narrated(foreseen.events)}."
    stays = explained(foreseen.events)
    if stays:
        told += f"\n-# Not pushed: {stays}."
    if not isinstance(foreseen, Landing):
        return f"{told}\nThen you may lay your seam piece." if _entries(foreseen) else told
    options = [
        f"**{letter_of(index)}** {squares_name(squares)}"
        for index, squares in enumerate(foreseen.options)
    ]
    return f"{told}\nThen you would choose what leaves the bed: {listed(options, 'or')}."
