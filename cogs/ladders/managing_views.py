"""The panels for a ladder's managers."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.features.ladders.ladder import LadderChallenge, LadderField, LadderRung
from bot.features.ladders.managing import ManagedLadder
from bot.features.ladders.rules import ChallengeResult
from bot.text import gettext, ngettext
from cogs.core.actions import MOST_IN_MENU
from cogs.core.competitions import menu_rows, stakes_button, undo_items, weekends_button
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.panels import asking, note_panel
from cogs.ladders.views import page_row
from cogs.ladders.wording import (
    decision_text,
    heading,
    placed_name,
    player_of,
    terms_line,
    verdict_text,
)
from cogs.wording.names import drawable_name
from cogs.wording.phrases import mention
from cogs.wording.times import competition_time_options

VERDICTS: Final[dict[str, ChallengeResult | None]] = {
    "won": ChallengeResult.WON,
    "lost": ChallengeResult.LOST,
    "void": None,
}
"""The results of a challenge that managers can choose, as custom IDs write them."""
MOST_MENUS: Final = 4
"""How many menus of players fit on a page of a panel, beside one of challenges."""
MOST_PENDING: Final = 6
"""How many decisions a panel lists; further ones follow once these are final."""
_SECONDARY: Final = discord.ButtonStyle.secondary
_DANGER: Final = discord.ButtonStyle.danger


def managed_panel(managed: ManagedLadder, notice: str = "", page: int = 1) -> View:
    """Show what can be decided about a ladder, and which decisions can be undone."""
    field, number = managed.field, managed.field.ladder.id
    terms = field.ladder.terms
    players = ngettext("{count} player", "{count} players", len(field.order))
    note = gettext(
        "All concerned are told at once. It takes effect a day later and can be undone until then; "
        "other terms count for matches that begin from now on."
    )
    lines = [heading(field.ladder), *([notice] if notice else [])]
    lines += [f"{terms_line(terms)} · {players}", f"-# {note}"]
    view = note_panel("\n".join(lines))
    order, most = field.order, MOST_MENUS * MOST_IN_MENU
    pages = max(1, -(-len(order) // most), -(-len(field.open) // MOST_IN_MENU))
    before = min(page, pages) - 1
    options = [
        discord.SelectOption(label=placed_name(field.rung(each)), value=str(each))
        for each in order[before * most :][:most]
    ]
    remove = gettext("Remove a player…")
    for row in menu_rows(
        remove, options, "ladder-manage-player", before=before * most, ladder=number
    ):
        view.add_item(row)
    challenges = field.open[before * MOST_IN_MENU :][:MOST_IN_MENU]
    if challenges:
        options = [
            discord.SelectOption(label=_pair(field, each), value=str(each.id))
            for each in challenges
        ]
        chosen = menu(
            gettext("Decide a challenge…"), options, "ladder-manage-challenge", ladder=number
        )
        view.add_item(discord.ui.ActionRow(chosen))
    if pages > 1:
        back, on = before or None, before + 2 if before + 2 <= pages else None
        view.add_item(page_row("ladder-manage-page", number, "page", before + 1, back, on))
    times = menu(
        gettext("Time"), competition_time_options(terms.time), "ladder-manage-time", ladder=number
    )
    view.add_item(discord.ui.ActionRow(times))
    view.add_item(
        discord.ui.ActionRow(
            stakes_button(terms.stakes, "ladder-manage-stakes", ladder=number),
            weekends_button(terms.weekends, "ladder-manage-weekends", ladder=number),
            button(gettext("Close the ladder"), _DANGER, "ladder-manage-close", ladder=number),
        )
    )
    decisions = [
        (each.id, decision_text(field, each, each.challenge_in(field)))
        for each in managed.pending[:MOST_PENDING]
    ]
    for item in undo_items(decisions, "ladder-undo"):
        view.add_item(item)
    return view


def _pair(field: LadderField, challenge: LadderChallenge) -> str:
    names = [
        drawable_name(field.rung(each).user)
        for each in (challenge.challenger, challenge.challenged)
    ]
    pair = " – ".join(names)
    return pair if challenge.match is None else f"{pair} · #{challenge.match}"


def _confirming(field: LadderField, lines: Sequence[str], *buttons: ActionButton) -> View:
    """Say what a decision does, and ask for confirmation."""
    back = button(gettext("Back"), _SECONDARY, "ladder-manage", key="back", ladder=field.ladder.id)
    text = "\n".join([heading(field.ladder), *lines])
    return asking(text, discord.ui.ActionRow(*buttons, back))


def removal_panel(field: LadderField, rung: LadderRung) -> View:
    """Ask whether to remove a player."""
    lines = [gettext("Remove {player} from the ladder?", player=mention(rung.user))]
    live = sum(each.match is not None for each in field.open_of(rung.id))
    if live:
        lines.append(
            ngettext(
                "{count} open match of theirs ends.", "{count} open matches of theirs end.", live
            )
        )
    confirm = button(
        gettext("Remove"), _DANGER, "ladder-manage-removed", ladder=field.ladder.id, rung=rung.id
    )
    return _confirming(field, lines, confirm)


def challenge_panel(field: LadderField, challenge: LadderChallenge) -> View:
    """Ask how to decide a challenge."""
    lines = [
        gettext(
            "How is the challenge of {challenger} and {challenged} decided?",
            challenger=player_of(field, challenge.challenger),
            challenged=player_of(field, challenge.challenged),
        )
    ]
    labels = {
        word: gettext("{player} wins", player=drawable_name(field.rung(rung).user))
        for word, rung in (("won", challenge.challenger), ("lost", challenge.challenged))
    }
    buttons = [
        button(
            labels.get(verdict) or gettext("It doesn't count"),
            _SECONDARY,
            "ladder-manage-verdict",
            challenge=challenge.id,
            ladder=field.ladder.id,
            verdict=verdict,
        )
        for verdict in VERDICTS
    ]
    return _confirming(field, lines, *buttons)


def verdict_panel(field: LadderField, challenge: LadderChallenge, verdict: str) -> View:
    """Ask for confirmation of a result of a challenge."""
    lines = [verdict_text(field, challenge, VERDICTS[verdict])]
    if challenge.match is not None:
        text = gettext("**#{match}** ends without a result of its own.", match=challenge.match)
        lines.append(text)
    confirm = button(
        gettext("Decide it so"),
        _DANGER,
        "ladder-manage-decided",
        ladder=field.ladder.id,
        challenge=challenge.id,
        verdict=verdict,
    )
    return _confirming(field, lines, confirm)


def closing_panel(field: LadderField) -> View:
    """Ask whether to close a ladder."""
    lines = [
        gettext(
            "Close the ladder? Its order can't be brought back. Matches go on, but move no one."
        )
    ]
    confirm = button(gettext("Close it"), _DANGER, "ladder-manage-closed", ladder=field.ladder.id)
    return _confirming(field, lines, confirm)
