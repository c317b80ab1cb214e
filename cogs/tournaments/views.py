"""The cards, panels and forms of tournaments."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.tournaments.decisions import DecisionId
from bot.features.tournaments.groups import FEWEST_ENTRANTS, GROUP_SIZES, default_legs, fits
from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.service import LONGEST_NAME, OwnMatches
from bot.features.tournaments.tournament import (
    LEAGUE_TIME,
    Cadence,
    Entrant,
    LeagueTerms,
    Tournament,
    TournamentField,
    TournamentState,
)
from bot.match.clock import DAY, HOUR, Bank, PerMove, TimeControl, Weekends, write_time
from bot.match.identity import Instant, MatchId, Seconds, UserId
from bot.match.terms import Stakes
from bot.text import N_, NN_, gettext, ngettext, one_by_one, translate
from cogs.core.codecs import register, word_of
from cogs.core.components import ActionButton, View, button, form, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT, asking, note_panel
from cogs.tournaments.wording import (
    annulled_line,
    beside,
    cadence_name,
    champions_line,
    duration_line,
    entrants_lines,
    group_name,
    groups_counted,
    heading,
    name_of,
    own_match_line,
    plain_name_of,
    players_counted,
    results_line,
    standing_line,
    start_line,
    state_name,
    still_open,
    terms_lines,
)
from cogs.wording.phrases import listed, mention, moment, ruleset_options
from cogs.wording.times import time_name

MOST_FIRST: Final = 3
"""How many of each group the card names where there are several groups."""
ENTRANTS_OFFERED: Final = (6, 8, 12, 16, 24, 32, 48, 64)
TIMES_OFFERED: Final[tuple[TimeControl, ...]] = (
    LEAGUE_TIME,
    Bank(Seconds(DAY), Seconds(6 * HOUR), Seconds(2 * DAY)),
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    PerMove(DAY),
    PerMove(Seconds(2 * DAY)),
    PerMove(Seconds(3 * DAY)),
)
"""The time controls of a league, each by days."""
RULESETS_OFFERED: Final = ("classic", "rows", "seam", "scarce")
"""All rulesets but the one whose first player wins by force."""
STARTS_OFFERED: Final = ("hand", "full", "1", "2", "3", "5", "7", "14", "28")
"""By hand, when it is full, or after a number of days."""
GROUPS_OFFERED: Final = tuple(
    f"{size}x{legs}" for size in GROUP_SIZES for legs in (1, 2) if fits(12, size, legs)
)
"""The sizes of groups, each with the legs of a pairing."""

_NUMBER_LENGTH: Final = 15


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _NUMBER_LENGTH and text[0] != "0"):
        raise ValueError(f"{text!r} is no number")
    return int(text)


for _kind in (TournamentId, EntrantId, GroupNumber, DecisionId):
    register(_kind, str, _read_number, example="1")


def league_form(usual: LeagueTerms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for a league's name and its most important terms."""
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="name", max_length=LONGEST_NAME, placeholder=gettext("Autumn league")
    )
    items = [
        discord.ui.Label[Any](text=gettext("Name"), component=name),
        _menu(gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name, RULESETS_OFFERED)),
        _menu(gettext("Time"), "time", _times(usual.time)),
        _menu(gettext("Groups"), "groups", _groups(f"{usual.group_size}x{usual.legs}")),
        _menu(gettext("Start"), "start", _starts("hand")),
    ]
    return form(gettext("New league"), items, "tournament-drafted", user=user, nonce=nonce)


def _menu(text: str, name: str, options: list[discord.SelectOption]) -> discord.ui.Label[Any]:
    chosen: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=chosen)


def _times(chosen: TimeControl) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=time_name(each), value=write_time(each), default=each == chosen)
        for each in TIMES_OFFERED
    ]


def _groups(chosen: str) -> list[discord.SelectOption]:
    options = []
    for each in GROUPS_OFFERED:
        size, legs = map(int, each.split("x"))
        label = translate(_UP_TO_TWICE if legs > 1 else _UP_TO_ONCE, size=size)
        is_usual = legs == default_legs(size)
        matches = ngettext(
            "{count} match each at once", "{count} matches each at once", legs * (size - 1)
        )
        options.append(
            discord.SelectOption(
                label=label,
                value=each,
                default=each == chosen,
                description=one_by_one([matches, gettext("usual")]) if is_usual else matches,
            )
        )
    return options


_UP_TO_ONCE: Final = N_("Up to {size} players, each pair once")
_UP_TO_TWICE: Final = N_("Up to {size} players, each pair twice")
_IN_DAYS: Final = NN_("In {count} day", "In {count} days")


def _starts(chosen: str) -> list[discord.SelectOption]:
    labels = {"hand": gettext("When I start it"), "full": gettext("When all places are taken")}
    return [
        discord.SelectOption(
            label=labels.get(each) or translate(_IN_DAYS, count=int(each)),
            value=each,
            default=each == chosen,
        )
        for each in STARTS_OFFERED
    ]


def draft_panel(tournament: Tournament, now: Instant) -> View:
    """Show a league as it would be announced, with what is left to choose."""
    terms, number = tournament.terms, tournament.id
    starts_at = terms.starts_at or now
    matches = ngettext("Up to {count} player", "Up to {count} players", terms.most_entrants)
    view = note_panel(
        "\n".join(
            [
                heading(name_of(tournament)),
                *terms_lines(terms),
                beside(matches, cadence_name(terms.cadence)),
                start_line(tournament, now),
                duration_line(terms, starts_at),
                f"-# {gettext('It stays hidden until you announce it in this channel.')}",
            ]
        )
    )
    places = [
        discord.SelectOption(
            label=ngettext("Up to {count} player", "Up to {count} players", each),
            value=str(each),
            default=each == terms.most_entrants,
        )
        for each in ENTRANTS_OFFERED
        if fits(each, terms.group_size, terms.legs)
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(gettext("How many?"), places, "tournament-places", tournament=number)
        )
    )
    cadences = [
        discord.SelectOption(
            label=cadence_name(each), value=word_of(each), default=each is terms.cadence
        )
        for each in Cadence
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(gettext("How often?"), cadences, "tournament-cadence", tournament=number)
        )
    )
    is_rated = terms.stakes is Stakes.RATED
    are_played = terms.weekends is Weekends.PLAYED
    view.add_item(
        discord.ui.ActionRow(
            button(
                gettext("Make it casual") if is_rated else gettext("Make it rated"),
                discord.ButtonStyle.secondary,
                "tournament-stakes",
                tournament=number,
                stakes=Stakes.CASUAL if is_rated else Stakes.RATED,
            ),
            button(
                gettext("Stop clocks on weekends")
                if are_played
                else gettext("Run clocks on weekends"),
                discord.ButtonStyle.secondary,
                "tournament-weekends",
                tournament=number,
                weekends=Weekends.PAUSED if are_played else Weekends.PLAYED,
            ),
        )
    )
    view.add_item(
        discord.ui.ActionRow(
            button(
                gettext("Announce it here"),
                discord.ButtonStyle.success,
                "tournament-announce",
                tournament=number,
            ),
            button(gettext("Discard"), discord.ButtonStyle.secondary, "tournament-discard"),
        )
    )
    return view


def sign_up_card(field: TournamentField, now: Instant) -> View:
    """Show a tournament that users can enter, and what became of it afterwards."""
    tournament = field.tournament
    terms, number = tournament.terms, tournament.id
    lines = [heading(name_of(tournament)), *terms_lines(terms)]
    row: discord.ui.ActionRow[Any] | None = None
    match tournament.state:
        case TournamentState.OPEN:
            lines += [start_line(tournament, now), duration_line(terms, terms.starts_at or now)]
            note = gettext(
                "You play all opponents at once, in direct messages with me or, if yours are "
                "closed, in threads here."
            )
            lines += ["", *entrants_lines(field), f"-# {note}"]
            row = discord.ui.ActionRow(
                button(
                    gettext("Enter"),
                    discord.ButtonStyle.success,
                    "tournament-enter",
                    tournament=number,
                ),
                leave_button(number),
            )
        case TournamentState.CALLED_OFF:
            is_small = len(field.entered) < FEWEST_ENTRANTS
            lines.append(
                gettext("It was called off, as too few players entered.")
                if is_small
                else gettext("It was called off.")
            )
        case _:
            players = sum(each.group_number is not None for each in field.entrants)
            lines.append(
                gettext(
                    "It has begun: {players} in {groups}.",
                    players=players_counted(players),
                    groups=groups_counted(players, terms.group_size),
                )
            )
            row = discord.ui.ActionRow(table_button(number), mine_button(number))
    return _card(lines, row)


def _card(lines: Sequence[str], *items: discord.ui.Item[Any] | None) -> View:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    for item in items:
        if item is not None:
            container.add_item(item)
    view = View()
    view.add_item(container)
    return view


def leave_button(number: TournamentId) -> ActionButton:
    """Return the button that takes a user out of a tournament."""
    return button(
        gettext("Leave"), discord.ButtonStyle.secondary, "tournament-leave", tournament=number
    )


def mine_button(number: TournamentId) -> ActionButton:
    """Return the button that shows a user's own matches of a tournament."""
    return button(
        gettext("My matches"), discord.ButtonStyle.primary, "tournament-mine", tournament=number
    )


def table_button(number: TournamentId) -> ActionButton:
    """Return the button that shows the table of a user's own group, or of the first."""
    return button(
        gettext("Table"), discord.ButtonStyle.secondary, "tournament-table", tournament=number
    )


def tournament_card(field: TournamentField, picture: Picture | None) -> View:
    """Show the standings of a tournament that is under way or over, for all to see."""
    tournament = field.tournament
    lines = [heading(name_of(tournament))]
    is_over = tournament.state is not TournamentState.RUNNING
    match tournament.state:
        case TournamentState.ENDED:
            lines += [champions_line(field, group) for group in field.groups]
        case TournamentState.CALLED_OFF:
            lines.append(gettext("It was called off."))
        case _:
            lines.append(_until(tournament))
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay("\n".join(_standings(field))))
    number = tournament.id
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(mine_button(number))
    row.add_item(
        button(
            gettext("Table as text"),
            discord.ButtonStyle.secondary,
            "tournament-text",
            tournament=number,
            group=field.groups[0],
        )
        if len(field.groups) == 1
        else table_button(number)
    )
    if not is_over:
        row.add_item(leave_button(number))
    container.add_item(row)
    view = View()
    view.add_item(container)
    return view


def _until(tournament: Tournament) -> str:
    finish_by = tournament.finish_by
    return (
        ""
        if finish_by is None
        else gettext("Until {date} at the latest", date=moment(finish_by, "D"))
    )


def _standings(field: TournamentField) -> list[str]:
    """Return the standings of the only group, or the first of each."""
    if len(field.groups) == 1:
        return group_lines(field, field.groups[0])
    lines = []
    for group in field.groups:
        standings = field.standings(group)
        lines.append(f"**{group_name(field, group)}** · {still_open(standings)}")
        lines += [standing_line(field, each, standings) for each in standings.places[:MOST_FIRST]]
    return lines


def group_lines(field: TournamentField, group: GroupNumber) -> list[str]:
    """Return the standings of a group."""
    standings = field.standings(group)
    lines = [standing_line(field, each, standings) for each in standings.places]
    lines += [annulled_line(field, each) for each in standings.annulled]
    if not standings.is_finished:
        note = gettext("The places hold unless a player leaves. {open}", open=still_open(standings))
        lines.append(f"-# {note}")
    return lines


def table_panel(
    field: TournamentField, group: GroupNumber, picture: Picture | None, user: UserId
) -> View:
    """Show the table of a group to one user, with the ways to the others."""
    number = field.tournament.id
    view = note_panel(heading(name_of(field.tournament), group_name(field, group)))
    if picture is not None:
        view.add_item(gallery(picture))
    view.add_item(discord.ui.TextDisplay("\n".join(group_lines(field, group))))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Table as text"),
            discord.ButtonStyle.secondary,
            "tournament-text",
            tournament=number,
            group=group,
        )
    )
    if field.of_user(user) is not None:
        row.add_item(mine_button(number))
    view.add_item(row)
    _add_groups(view, field, group)
    return view


def _add_groups(view: View, field: TournamentField, shown: GroupNumber) -> None:
    if len(field.groups) < 2:
        return
    options = [
        discord.SelectOption(label=group_name(field, each), value=str(each), default=each == shown)
        for each in field.groups
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(
                gettext("Which group?"),
                options,
                "tournament-group",
                tournament=field.tournament.id,
            )
        )
    )


def text_panel(field: TournamentField, group: GroupNumber) -> View:
    """Show the table of a group in words: the standings, and who played whom."""
    standings = field.standings(group)
    legs = [each.leg for each in field.pairings_in(group)]
    lines = [heading(name_of(field.tournament), group_name(field, group))]
    lines += group_lines(field, group)
    lines.append("")
    for each in standings.places:
        line = results_line(field, each.entrant, legs, standings.annulled)
        if line:
            lines.append(line)
    return note_panel("\n".join(lines))


def own_panel(own: OwnMatches, user: UserId, links: dict[MatchId, str]) -> View:
    """Show a user's matches in a tournament, with the way to the next one."""
    field, entrant = own.field, own.entrant
    lines = [heading(name_of(field.tournament))]
    group = entrant.group_number
    if group is not None:
        standings = field.standings(group)
        standing = standings.of(entrant.id)
        if standing is not None:
            lines.append(standing_line(field, standing, standings))
    if not own.matches:
        lines.append(
            gettext("It hasn't begun. I write to you when it does.")
            if field.tournament.state is TournamentState.OPEN
            else _unfilled_text()
        )
    for each in own.matches:
        link = None if each.match is None else links.get(each.match.id)
        lines.append(own_match_line(each, entrant, user, link))
    view = note_panel("\n".join(lines))
    following = next(
        (
            links[each.match.id]
            for each in own.matches
            if each.match is not None and each.match.to_move == user and each.match.id in links
        ),
        None,
    )
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if following is not None:
        row.add_item(discord.ui.Button(label=gettext("Next match"), url=following))
    if group is not None:
        row.add_item(table_button(field.tournament.id))
    if field.tournament.state in (TournamentState.OPEN, TournamentState.RUNNING):
        row.add_item(leave_button(field.tournament.id))
    if row.children:
        view.add_item(row)
    return view


def entered_panel(field: TournamentField, entrant: Entrant) -> View:
    """Tell a user that they are in, or wait, and what comes then."""
    name = f"**{name_of(field.tournament)}**"
    if entrant in field.waiting:
        text = gettext(
            "All places of {name} are taken, so you wait for one. I write to you if you get it.",
            name=name,
        )
    else:
        text = gettext("You're in {name}!", name=name)
    note = gettext("I write to you when it begins. Keep direct messages from this server open.")
    return note_panel(f"{text}\n-# {note}")


def leaving_panel(field: TournamentField) -> View:
    """Ask whether to leave a tournament that is under way."""
    question = gettext(
        "Leave **{name}**? Your open matches end at once and are lost. If fewer than half of your "
        "matches are over, none of your results counts, for anyone, and you can't enter the next "
        "season. You can't undo this.",
        name=name_of(field.tournament),
    )
    view = asking(
        question,
        discord.ui.ActionRow(
            button(
                gettext("Leave the tournament"),
                discord.ButtonStyle.danger,
                "tournament-really-leave",
                tournament=field.tournament.id,
            )
        ),
    )
    view.add_item(
        discord.ui.ActionRow(
            button(gettext("Stay"), discord.ButtonStyle.secondary, "tournament-stay")
        )
    )
    return view


def list_panel(tournaments: Sequence[Tournament]) -> View:
    """List a server's tournaments."""
    lines = [heading(gettext("Tournaments here"))]
    for each in tournaments:
        when = each.begun_at or each.terms.starts_at
        parts = [f"**{name_of(each)}**", state_name(each.state)]
        if when is not None:
            parts.append(moment(when, "d"))
        lines.append(f"- {beside(*parts)}")
    if not tournaments:
        lines.append(gettext("None yet. Those who manage the server make one."))
    view = note_panel("\n".join(lines))
    if tournaments:
        options = [
            discord.SelectOption(
                label=plain_name_of(each), value=str(each.id), description=state_name(each.state)
            )
            for each in tournaments
        ]
        view.add_item(discord.ui.ActionRow(menu(gettext("Show one …"), options, "tournament-show")))
    return view


def shown_panel(field: TournamentField, user: UserId, now: Instant, *, may_start: bool) -> View:
    """Show a tournament that has not begun, or never did, to one user."""
    view = sign_up_card(field, now)
    if may_start and field.tournament.state is TournamentState.OPEN:
        view.add_item(
            discord.ui.ActionRow(
                button(
                    gettext("Start it now"),
                    discord.ButtonStyle.primary,
                    "tournament-start",
                    tournament=field.tournament.id,
                )
            )
        )
    return view


def soon_message(tournament: Tournament) -> View:
    """Tell an entrant that a tournament starts within a day."""
    starts_at = tournament.terms.starts_at
    text = gettext(
        "{name} starts {moment}. Your boards come here one by one, without a sound.",
        name=f"**{name_of(tournament)}**",
        moment=moment(starts_at or tournament.created_at),
    )
    return _message(text, leave_button(tournament.id))


def place_message(tournament: Tournament) -> View:
    """Tell an entrant who waited that they have a place."""
    name = f"**{name_of(tournament)}**"
    text = gettext("A place in {name} became free, and it's yours!", name=name)
    return _message(text, leave_button(tournament.id))


def waiting_message(tournament: Tournament) -> View:
    """Tell an entrant that a tournament has begun in which they wait for a place."""
    text = f"{heading(name_of(tournament))}\n{_unfilled_text()}"
    return _message(text, leave_button(tournament.id))


def _unfilled_text() -> str:
    return gettext(
        "The groups could not be filled, so you wait for a place. One may become free in "
        "the first three days."
    )


def start_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant that a tournament has begun, with all opponents."""
    tournament = field.tournament
    opponents = sorted({each.leg.opponent_of(entrant.id) for each in field.pairings_of(entrant.id)})
    named = listed([mention(field.entrant(each).user) for each in opponents])
    matches = len(field.pairings_of(entrant.id))
    lines = [
        heading(name_of(tournament)),
        ngettext(
            "It has begun. You play {count} match, against {opponents}.",
            "It has begun. You play {count} matches at once, against {opponents}.",
            matches,
            opponents=named,
        ),
        gettext(
            "The boards come here within an hour, without a sound. A clock runs once its board is "
            "there."
        ),
    ]
    if tournament.finish_by is not None:
        lines.append(
            gettext(
                "What isn't over {date} ends as a draw.", date=moment(tournament.finish_by, "f")
            )
        )
    return _message("\n".join(lines), mine_button(tournament.id))


def called_off_message(field: TournamentField) -> View:
    """Tell an entrant that a tournament does not take place, or ends without a result."""
    tournament = field.tournament
    if len(field.entered) >= FEWEST_ENTRANTS:
        return _message(gettext("{name} was called off.", name=f"**{name_of(tournament)}**"))
    return _message(
        gettext(
            "{name} was called off, as too few players entered.", name=f"**{name_of(tournament)}**"
        )
    )


def decided_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant how their group ended."""
    group = entrant.group_number
    if group is None:
        raise AssertionError(f"entrant {entrant.id} has no group")
    lines = [
        heading(name_of(field.tournament)),
        gettext("Your group is decided.")
        if len(field.groups) > 1
        else gettext("All matches are over."),
        *group_lines(field, group),
    ]
    return _message("\n".join(lines), table_button(field.tournament.id))


def again_message(after: TournamentField, entrant: Entrant) -> View:
    """Ask an entrant of a season whether they play the next one."""
    season, entry = after.tournament, after.of_user(entrant.user)
    starts_at = season.terms.starts_at or season.created_at
    if entry is None:
        note = gettext("You're not in unless you say yes.")
    elif entry in after.waiting:
        note = gettext("All places are taken, so you wait for one unless you say no.")
    else:
        note = gettext("You're in unless you say no.")
    text = gettext(
        "{name} begins {moment}. Play again?",
        name=f"**{name_of(season)}**",
        moment=moment(starts_at),
    )
    yes = button(
        gettext("Play again"),
        discord.ButtonStyle.success,
        "tournament-again",
        entrant=entrant.id,
    )
    no = button(
        gettext("Not this time"),
        discord.ButtonStyle.secondary,
        "tournament-not-again",
        entrant=entrant.id,
    )
    return _message(f"{text}\n-# {note}", yes, no)


def champions_message(field: TournamentField) -> View:
    """Say in the channel who has won."""
    lines = [
        heading(gettext("{name} is over", name=name_of(field.tournament))),
        *(champions_line(field, group) for group in field.groups),
    ]
    return _message("\n".join(lines), table_button(field.tournament.id))


def _message(text: str, *buttons: ActionButton) -> View:
    view = note_panel(text)
    if buttons:
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*buttons)
        view.add_item(row)
    return view
