"""Private questions: which kind to place, which match is meant, whether to resign."""

from collections.abc import Sequence
from typing import Any, Final, assert_never

import discord

from bot.game import Kind, Placement, Square, Squares, Turn, name_of, write_turn
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.preferences import Placing, Preferences, Threats
from bot.match.settings import ServerSettings
from cogs.ui.arguments import match_title
from cogs.ui.presses import Deed, button, menu
from cogs.ui.questions import recall_rows
from cogs.ui.themes import Scope, theme_options
from cogs.ui.words import kind_name, mention

MOST_IN_MENU: Final = 25
"""Discord's limit of a menu's options."""

View = discord.ui.LayoutView


def note_panel(text: str) -> View:
    """Say something and ask nothing."""
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view


def kind_panel(match: Match, square: Square, kinds: Sequence[Kind]) -> View:
    """Ask which kind to place on a square."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for kind in kinds:
        row.add_item(
            button(
                kind_name(kind).capitalize(),
                discord.ButtonStyle.primary,
                Deed.PLACE,
                match.id,
                match.revision,
                write_turn(Turn(Placement(kind, square))),
            )
        )
    question = f"A kitten or a cat on **{name_of(square)}** in **#{match.id}**?"
    return _asking(question, row)


def recall_panel(match: Match, squares: Squares) -> View:
    """Ask for the recall that comes before placing."""
    view = note_panel(
        f"Nothing is left in your hand in **#{match.id}**. Which piece do you recall first? "
        "Then you place."
    )
    for row in recall_rows(match, squares):
        view.add_item(row)
    return view


def claim_panel(match: Match, user: UserId) -> View:
    """Ask whether to claim a draw, with the match and the opponent in the question."""
    facts = (match.id, match.revision)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Claim the draw", discord.ButtonStyle.danger, Deed.REALLY_CLAIM, *facts),
        button("Keep playing", discord.ButtonStyle.secondary, Deed.KEEP_PLAYING, match.id),
    )
    opponent = mention(match.opponent_of(user))
    question = f"Claim a draw in **#{match.id}** against {opponent}? The match ends then."
    return _asking(question, row)


def match_panel(matches: Sequence[Match], user: UserId, deed: Deed, *facts: object) -> View:
    """Ask which match is meant; the one that waited longest comes first."""
    options = [
        discord.SelectOption(label=match_title(match, user), value=str(match.id))
        for match in matches[:MOST_IN_MENU]
    ]
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu("Which match?", options, deed, *facts)
    )
    question = "Which match do you mean?"
    if len(matches) > MOST_IN_MENU:
        question += f" These are {MOST_IN_MENU} of {len(matches)}; `match:` names any of them."
    return _asking(question, row)


def resign_panel(match: Match, user: UserId) -> View:
    """Ask whether to resign, with the match and the opponent in the question."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Resign", discord.ButtonStyle.danger, Deed.REALLY_RESIGN, match.id),
        button("Keep playing", discord.ButtonStyle.secondary, Deed.KEEP_PLAYING, match.id),
    )
    opponent = mention(match.opponent_of(user))
    return _asking(f"Resign **#{match.id}**? {opponent} wins then. This cannot be undone.", row)


def preferences_panel(preferred: Preferences) -> View:
    """Show what a person prefers, and let them change it."""
    match preferred.placing:
        case Placing.CONFIRMED:
            state, other = "on", Placing.AT_ONCE
            meaning = "The picker shows you the bed as it would be, and waits for **Confirm**."
        case Placing.AT_ONCE:
            state, other = "off", Placing.CONFIRMED
            meaning = "The picker plays as soon as you have chosen a square."
        case _:
            assert_never(preferred.placing)
    label = "Switch off" if other is Placing.AT_ONCE else "Switch on"
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(label, discord.ButtonStyle.primary, Deed.PREFER, other.value)
    )
    switch = f"**Confirm before a piece is placed: {state}.**"
    text = f"### Your preferences\n{switch}\n{meaning}"
    view = _asking(f"{text}\n-# `/place` always plays at once.", row)
    look = "**What your private pictures look like:** the picker, the rules, `/board` elsewhere."
    view.add_item(discord.ui.TextDisplay(f"{look}\n{_threats_state(preferred.threats)}"))
    options = theme_options(preferred.theme, Scope.PERSON)
    view.add_item(discord.ui.ActionRow(menu("Theme", options, Deed.THEME)))
    shown = preferred.threats is Threats.SHOWN
    other_threats = Threats.HIDDEN if shown else Threats.SHOWN
    view.add_item(
        discord.ui.ActionRow(
            button(
                "Hide threats" if shown else "Show threats",
                discord.ButtonStyle.secondary,
                Deed.THREATS,
                other_threats.value,
            )
        )
    )
    return view


def _threats_state(threats: Threats) -> str:
    """Say whether threats are pointed out."""
    if threats is Threats.SHOWN:
        return "Lines that either side could complete are marked."
    return "Lines that either side could complete are not marked."


def settings_panel(settings: ServerSettings) -> View:
    """Show what is set for a server, and let it be changed."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        menu("Theme", theme_options(settings.theme, Scope.SERVER), Deed.SERVER_THEME)
    )
    text = (
        "### Settings of this server\n**What beds look like here.** A bed takes it on when it is "
        "shown next; everybody may choose their own for private pictures by `/preferences`."
    )
    return _asking(text, row)


def _asking(question: str, row: discord.ui.ActionRow[Any]) -> View:
    view = note_panel(question)
    view.add_item(row)
    return view
