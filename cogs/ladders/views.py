"""The card, panels, messages and form of ladders."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from bot.features.ladders.errors import CannotChallenge
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    ServerLadder,
)
from bot.features.ladders.rules import MOST_OPEN, LadderObstacle, challengeable
from bot.match.identity import Instant, MatchId, UserId
from bot.text import gettext, ngettext, pgettext, translate
from cogs.core.actions import MOST_IN_MENU
from cogs.core.components import ActionButton, View, button, form, form_choice, form_menu, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT, ARROWS, asking, note_panel
from cogs.ladders.wording import (
    answered_text,
    asked_text,
    heading,
    name_of,
    open_lines,
    own_line,
    placed_name,
    player_of,
    rules_line,
    standing_line,
    terms_line,
)
from cogs.wording.names import drawable_name
from cogs.wording.phrases import mention
from cogs.wording.rulesets import ruleset_options
from cogs.wording.terms import COMPETITION_RULESETS, STAKES_ANSWERS, WEEKENDS_ANSWERS
from cogs.wording.times import competition_time_options
from render.leaderboard import MOST_ROWS

MOST_BUTTONS: Final = 5
"""How many players are buttons; if there are more, a menu lists them."""
MOST_OPEN_SHOWN: Final = 8
MOST_IN_TEXT: Final = 40
"""How many players a page in words has."""
_SECONDARY: Final = discord.ButtonStyle.secondary


def ladder_form(usual: LadderTerms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for the terms of a ladder."""
    items = [
        form_menu(
            gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name, COMPETITION_RULESETS)
        ),
        form_menu(gettext("Time"), "time", competition_time_options(usual.time)),
        form_choice(gettext("Does it count for ratings?"), "stakes", STAKES_ANSWERS, usual.stakes),
        form_choice(
            gettext("Clocks on weekends (UTC)"), "weekends", WEEKENDS_ANSWERS, usual.weekends
        ),
    ]
    return form(gettext("New ladder"), items, "ladder-described", user=user, nonce=nonce)


def described_panel(ladder: ServerLadder) -> View:
    """Show the ladder that was described, and ask whether to open it."""
    terms = ladder.terms
    note = gettext("Its card is posted in this channel and stays there.")
    lines = [heading(ladder), terms_line(terms), rules_line(), f"-# {note}"]
    confirm = button(
        gettext("Open it here"),
        discord.ButtonStyle.success,
        "ladder-create",
        ruleset=terms.ruleset.name,
        time=terms.time,
        stakes=terms.stakes,
        weekends=terms.weekends,
    )
    return asking("\n".join(lines), discord.ui.ActionRow(confirm, _close(gettext("Discard"))))


def _close(label: str) -> ActionButton:
    return button(label, _SECONDARY, "ladder-close")


def ladder_card(field: LadderField, picture: Picture | None) -> View:
    """Show a ladder to everyone: its first ten players and its open challenges."""
    ladder = field.ladder
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    lines = [heading(ladder), terms_line(ladder.terms)]
    lines.append(rules_line() if ladder.is_open else gettext("The ladder is closed."))
    if not field.order:
        lines.append(gettext("No one yet. Be the first!"))
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        container.add_item(gallery(picture))
    if field.open:
        container.add_item(_open_challenges(field))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if ladder.is_open:
        challenge = gettext("Challenge…")
        row.add_item(
            button(challenge, discord.ButtonStyle.primary, "ladder-mine", ladder=ladder.id)
        )
        row.add_item(_join(ladder.id))
    if field.order:
        row.add_item(text_button(ladder.id, 1))
    if row.children:
        container.add_item(row)
    view = View()
    view.add_item(container)
    return view


def _open_challenges(field: LadderField) -> discord.ui.TextDisplay[Any]:
    head = pgettext("on a ladder", "Open challenges")
    return discord.ui.TextDisplay("\n".join([f"**{head}**", *open_lines(field, MOST_OPEN_SHOWN)]))


def _join(ladder: LadderId) -> ActionButton:
    return button(gettext("Join"), discord.ButtonStyle.success, "ladder-join", ladder=ladder)


def text_button(ladder: LadderId, first: int) -> ActionButton:
    """Return the button that shows a ladder in words, beginning at a place."""
    return button(
        pgettext("a ladder in words", "As text"),
        _SECONDARY,
        "ladder-text",
        ladder=ladder,
        first=first,
    )


def show_button(ladder: LadderId) -> ActionButton:
    """Return the button that shows a ladder to the user."""
    return button(gettext("Show the ladder"), _SECONDARY, "ladder-mine", ladder=ladder)


def first_shown(field: LadderField, user: UserId) -> int:
    """Return the first place to show to a user, so that their own is in the middle."""
    rung = field.on_it(user)
    if rung is None or rung.place is None:
        return 1
    last = max(1, len(field.order) - MOST_ROWS + 1)
    return min(last, max(1, rung.place - MOST_ROWS // 2 - 1))


def ladder_panel(
    field: LadderField,
    user: UserId,
    picture: Picture | None,
    first: int,
    links: Mapping[MatchId, str],
    now: Instant,
    notice: str = "",
) -> View:
    """Show a ladder to a user: their place, whom they may challenge, and open challenges."""
    ladder, own = field.ladder, field.on_it(user)
    lines = [heading(ladder), *([notice] if notice else []), standing_line(field, own)]
    if not ladder.is_open:
        lines = [heading(ladder), gettext("The ladder is closed.")]
    view = note_panel("\n".join(lines))
    if picture is not None:
        view.add_item(gallery(picture))
    if own is not None:
        _add_open(view, field, own, links)
        if ladder.is_open:
            _add_challenges(view, field, own, now)
    _add_ways(view, field, own, first)
    return view


def _add_open(
    view: View, field: LadderField, own: LadderRung, links: Mapping[MatchId, str]
) -> None:
    mine = field.open_of(own.id)
    if not mine:
        return
    lines = [
        own_line(field, own.id, each, None if each.match is None else links.get(each.match))
        for each in mine
    ]
    view.add_item(discord.ui.TextDisplay("\n".join(lines)))
    buttons = []
    for each in mine:
        if each.state is not LadderChallengeState.ASKED:
            continue
        other = drawable_name(field.rung(each.other(own.id)).user)
        if each.challenged == own.id:
            label = gettext("Accept: {opponent}", opponent=other)
            buttons.append(
                button(label, discord.ButtonStyle.success, "ladder-accept", challenge=each.id)
            )
        else:
            label = gettext("Withdraw: {opponent}", opponent=other)
            buttons.append(button(label, _SECONDARY, "ladder-withdraw", challenge=each.id))
    if buttons:
        view.add_item(discord.ui.ActionRow(*buttons))


def _add_challenges(view: View, field: LadderField, own: LadderRung, now: Instant) -> None:
    offered = challengeable(field.rules, own.id, now)
    if not offered:
        own_open = sum(each.challenger == own.id for each in field.open)
        if own_open >= MOST_OPEN:
            note = translate(CannotChallenge.messages[LadderObstacle.OWN_OPEN])
            view.add_item(discord.ui.TextDisplay(f"-# {note}"))
        elif own.place != 1:
            note = (
                gettext("There is no one else you can challenge right now.")
                if own_open
                else gettext("There is no one you can challenge right now.")
            )
            view.add_item(discord.ui.TextDisplay(f"-# {note}"))
        return
    view.add_item(discord.ui.TextDisplay(f"**{gettext('Whom do you challenge?')}**"))
    named = [(each, placed_name(field.rung(each))) for each in offered]
    if len(named) <= MOST_BUTTONS:
        view.add_item(
            discord.ui.ActionRow(
                *(
                    button(
                        name,
                        discord.ButtonStyle.primary,
                        "ladder-challenge",
                        ladder=field.ladder.id,
                        rung=each,
                    )
                    for each, name in named
                )
            )
        )
        return
    options = [discord.SelectOption(label=name, value=str(each)) for each, name in named]
    # Keep the last options: the nearest players are of the most interest.
    chosen = menu(
        gettext("Choose a player"),
        options[-MOST_IN_MENU:],
        "ladder-challenge-chosen",
        ladder=field.ladder.id,
    )
    view.add_item(discord.ui.ActionRow(chosen))


def _add_ways(view: View, field: LadderField, own: LadderRung | None, first: int) -> None:
    number = field.ladder.id
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if field.ladder.is_open and own is None:
        row.add_item(_join(number))
    elif own is not None and field.ladder.is_open:
        if own.rests_why is None:
            label = pgettext("on a ladder", "Rest")
            row.add_item(button(label, _SECONDARY, "ladder-rest", ladder=number))
        else:
            row.add_item(
                button(
                    pgettext("on a ladder", "Play again"),
                    discord.ButtonStyle.success,
                    "ladder-wake",
                    ladder=number,
                )
            )
        row.add_item(button(gettext("Leave"), _SECONDARY, "ladder-leave", ladder=number))
    if field.order:
        row.add_item(text_button(number, 1))
    if row.children:
        view.add_item(row)
    if len(field.order) > MOST_ROWS:
        view.add_item(_places_row("ladder-page", field, first, MOST_ROWS))


def _places_row(name: str, field: LadderField, first: int, step: int) -> discord.ui.ActionRow[Any]:
    """Return the buttons to the places above and below."""
    above = max(1, first - step) if first > 1 else None
    below = first + step if first + step <= len(field.order) else None
    return page_row(name, field.ladder.id, "first", first, above, below)


def page_row(
    name: str, ladder: LadderId, argument: str, at: int, back: int | None, on: int | None
) -> discord.ui.ActionRow[Any]:
    """Return the buttons to the previous and the next page.

    `argument` names the argument of the action that chooses the page. Disable a button to a missing
    page.
    """
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for key, label, to in (("back", gettext("Back"), back), ("on", gettext("Forward"), on)):
        page = {argument: at if to is None else to}
        way = button(label, _SECONDARY, name, key=key, emoji=ARROWS[key], ladder=ladder, **page)
        way.item.disabled = to is None
        row.add_item(way)
    return row


def text_panel(field: LadderField, first: int) -> View:
    """Show a ladder in words, beginning at a place."""
    lines = [heading(field.ladder), terms_line(field.ladder.terms)]
    order = field.order
    for place, each in enumerate(order[first - 1 :][:MOST_IN_TEXT], first):
        rung = field.rung(each)
        text = gettext(
            "{place}. {player}: {won} won, {lost} lost",
            place=f"**{place}**",
            player=mention(rung.user),
            won=rung.wins,
            lost=rung.losses,
        )
        if rung.is_resting:
            text = f"{text} ({pgettext('of a ladder', 'resting')})"
        lines.append(text)
    if not order:
        lines.append(gettext("No one yet. Be the first!"))
    view = note_panel("\n".join(lines))
    if field.open:
        view.add_item(_open_challenges(field))
    if len(order) > MOST_IN_TEXT:
        view.add_item(_places_row("ladder-text", field, first, MOST_IN_TEXT))
    return view


def leaving_panel(field: LadderField, own: LadderRung) -> View:
    """Ask whether to leave a ladder."""
    lines = [gettext("Leave the ladder? You can join again, but only at its bottom.")]
    live = sum(each.match is not None for each in field.open_of(own.id))
    if live:
        lines.append(
            ngettext(
                "{count} match of yours that goes on is lost.",
                "{count} matches of yours that go on are lost.",
                live,
            )
        )
    confirm = button(
        gettext("Leave the ladder"),
        discord.ButtonStyle.danger,
        "ladder-really-leave",
        ladder=field.ladder.id,
    )
    view = asking("\n".join([heading(field.ladder), *lines]), discord.ui.ActionRow(confirm))
    # The question has replaced the ladder, which this button shows again.
    stay = button(gettext("Stay"), _SECONDARY, "ladder-mine", ladder=field.ladder.id)
    view.add_item(discord.ui.ActionRow(stay))
    return view


def list_panel(ladders: Sequence[ServerLadder], name: str) -> View:
    """Ask which of a server's ladders a command is about; `name` is the action to run with it."""
    options = [discord.SelectOption(label=name_of(each), value=str(each.id)) for each in ladders]
    chosen = menu(gettext("Choose a ladder"), options[:MOST_IN_MENU], name)
    return asking(gettext("Which ladder?"), discord.ui.ActionRow(chosen))


def challenge_message(field: LadderField, challenge: LadderChallenge, server: str) -> View:
    """Tell a user that they were challenged, or how that challenge ended."""
    text, accept = _challenge_text(field, challenge), _accept_buttons(challenge)
    return ladder_message(field, text, server, *accept, show_button(field.ladder.id))


def public_challenge(field: LadderField, challenge: LadderChallenge) -> View:
    """Say in the channel that a user was challenged whose direct messages are closed."""
    text = f"{player_of(field, challenge.challenged)}: {_challenge_text(field, challenge)}"
    return ladder_message(field, text, "", *_accept_buttons(challenge))


def _challenge_text(field: LadderField, challenge: LadderChallenge) -> str:
    is_open = challenge.state is LadderChallengeState.ASKED
    return asked_text(field, challenge) if is_open else answered_text(field, challenge)


def _accept_buttons(challenge: LadderChallenge) -> list[ActionButton]:
    """Return the button that accepts a challenge, as long as that is possible."""
    if challenge.state is not LadderChallengeState.ASKED:
        return []
    style = discord.ButtonStyle.success
    return [button(gettext("Accept"), style, "ladder-accept", challenge=challenge.id)]


def ladder_message(field: LadderField, text: str, server: str, *buttons: ActionButton) -> View:
    """Say something about a ladder; `server` is its server's name, empty in the server itself."""
    view = note_panel(f"{heading(field.ladder, server)}\n{text}")
    if buttons:
        view.add_item(discord.ui.ActionRow(*buttons))
    return view
