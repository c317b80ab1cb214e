"""The panels for the managers of a tournament, and the messages about their decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self, assert_never

import discord

from bot.features.competitions.decisions import DecisionState
from bot.features.tournaments.cups import Vacancy
from bot.features.tournaments.decisions import (
    DecisionKind,
    TournamentDecision,
    decided_in,
    places_in,
    removal_preview,
)
from bot.features.tournaments.formats import pairing_with, rules_of
from bot.features.tournaments.legs import EntrantId, LegNumber, LegResult, Withdrawal
from bot.features.tournaments.managing import ManagedTournament
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    GroupLeg,
    TournamentField,
    TournamentState,
)
from bot.match.clock import DAY
from bot.match.identity import Instant
from bot.text import N_, Message, gettext, ngettext, one_by_one, pgettext, translate
from cogs.core.actions import MOST_IN_MENU
from cogs.core.codecs import register
from cogs.core.competitions import decision_sentence, menu_rows, undo_items
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.panels import asking, note_panel
from cogs.tournaments.wording import heading, name_of, players_counted, state_name
from cogs.wording.names import drawable_name
from cogs.wording.phrases import capital, days_counted, mention
from cogs.wording.times import moment

DAYS_OFFERED: Final = (7, 14, 30)
"""By how many days a manager can extend a tournament."""
RESULTS_OFFERED: Final = (LegResult.FIRST, LegResult.DRAW, LegResult.SECOND, LegResult.VOID)
MOST_PENDING: Final = 8
"""How many pending decisions a panel shows; the others follow once these are settled."""
_SECONDARY: Final = discord.ButtonStyle.secondary
_DANGER: Final = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class LegKey:
    """A leg in a custom ID: two entrants, and which of their matches it is."""

    first: EntrantId
    second: EntrantId
    number: LegNumber

    @classmethod
    def of(cls, pairing: GroupLeg) -> Self:
        """Return the key of a leg."""
        leg = pairing.leg
        return cls(leg.first, leg.second, leg.number)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a key. Raise `ValueError` for other text."""
        first, second, number = map(int, text.split("-"))
        return cls(EntrantId(first), EntrantId(second), LegNumber(number))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}-{self.number}"

    def find(self, field: TournamentField) -> GroupLeg | None:
        """Return the leg with this key, if the tournament has it."""
        return next((each for each in field.pairings if LegKey.of(each) == self), None)


register(LegKey, str, LegKey.read, example="1-2-1")


def managed_panel(managed: ManagedTournament, notice: str = "") -> View:
    """Show the decisions that can be made about a tournament, and those that can be undone."""
    field, number = managed.field, managed.field.tournament.id
    note = gettext(
        "All concerned are told at once. It takes effect a day later and can be undone until then; "
        "more time counts at once."
    )
    lines = [heading(name_of(field.tournament)), *([notice] if notice else []), _state(field)]
    view = note_panel("\n".join([*lines, f"-# {note}"]))
    playing = [
        discord.SelectOption(label=drawable_name(each.user), value=str(each.id))
        for each in field.entrants
        if each.state is not EntrantState.OUT and not field.is_through(each)
    ]
    which = gettext("Which player?")
    for row in menu_rows(which, playing, "tournament-manage-player", tournament=number):
        view.add_item(row)
    more = [
        button(
            gettext("{days} more", days=days_counted(days)),
            _SECONDARY,
            "tournament-manage-extend",
            tournament=number,
            days=days,
        )
        for days in DAYS_OFFERED
        if field.tournament.state is TournamentState.RUNNING
    ]
    off = button(gettext("Call off"), _DANGER, "tournament-manage-call-off", tournament=number)
    view.add_item(discord.ui.ActionRow(*more, off))
    decisions = [(each.id, decision_text(field, each)) for each in managed.pending[:MOST_PENDING]]
    for item in undo_items(decisions, "tournament-undo"):
        view.add_item(item)
    return view


def _state(field: TournamentField) -> str:
    parts = [state_name(field.tournament.state), players_counted(len(field.entered))]
    finish_by = field.tournament.finish_by
    if finish_by is not None:
        parts.append(gettext("until {date} at the latest", date=moment(finish_by, "D")))
    return capital(one_by_one(parts))


def player_panel(field: TournamentField, entrant: Entrant) -> View:
    """Show the decisions about a player: remove them, or decide one of their legs."""
    number = field.tournament.id
    rules = rules_of(field.tournament.terms)
    view = note_panel(f"{heading(name_of(field.tournament))}\n{mention(entrant.user)}")
    options = [
        discord.SelectOption(
            label=drawable_name(field.entrant(each.leg.opponent_of(entrant.id)).user),
            value=str(LegKey.of(each)),
            description=_leg_state(each, entrant.id),
        )
        for each in field.pairings_of(entrant.id)
        if rules.may_be_decided(field, each)
    ]
    if options:
        legs = menu(
            gettext("Decide the match against…"),
            options[:MOST_IN_MENU],
            "tournament-manage-leg",
            tournament=number,
        )
        view.add_item(discord.ui.ActionRow(legs))
    remove = button(
        gettext("Remove from the tournament"),
        _DANGER,
        "tournament-manage-remove",
        tournament=number,
        entrant=entrant.id,
    )
    view.add_item(discord.ui.ActionRow(remove, _back_button(field)))
    return view


def _leg_state(pairing: GroupLeg, entrant: EntrantId) -> str:
    """Return the state of a leg, with its match."""
    leg = pairing.leg
    match = [] if pairing.match is None else [f"#{pairing.match}"]
    if leg.is_open:
        return one_by_one([*match, pgettext("a match of a tournament", "open")])
    if not leg.counts:
        return one_by_one([*match, gettext("doesn't count")])
    points = {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}
    return one_by_one([*match, points[leg.points_of(entrant)]])


def _back_button(field: TournamentField) -> ActionButton:
    number = field.tournament.id
    return button(gettext("Back"), _SECONDARY, "tournament-manage", tournament=number)


def leg_panel(field: TournamentField, pairing: GroupLeg) -> View:
    """Ask how to decide a leg."""
    first, second = (field.entrant(each).user for each in (pairing.leg.first, pairing.leg.second))
    question = gettext(
        "How is the match of {first} and {second} to be decided?",
        first=mention(first),
        second=mention(second),
    )
    view = note_panel(f"{heading(name_of(field.tournament))}\n{question}")
    labels = {
        LegResult.FIRST: gettext("{player} wins", player=drawable_name(first)),
        LegResult.DRAW: gettext("Draw"),
        LegResult.SECOND: gettext("{player} wins", player=drawable_name(second)),
        LegResult.VOID: gettext("Doesn't count"),
    }
    for result in RESULTS_OFFERED:
        chosen = button(
            labels[result],
            _SECONDARY,
            "tournament-manage-result",
            tournament=field.tournament.id,
            leg=LegKey.of(pairing),
            result=result,
        )
        view.add_item(discord.ui.ActionRow(chosen))
    view.add_item(discord.ui.ActionRow(_back_button(field)))
    return view


def confirm_panel(field: TournamentField, lines: Sequence[str], confirm: ActionButton) -> View:
    """Show the effects of a decision, and ask for confirmation."""
    text = "\n".join([heading(name_of(field.tournament)), *lines])
    return asking(text, discord.ui.ActionRow(confirm, _back_button(field)))


def call_off_panel(field: TournamentField) -> View:
    """Ask whether to call off a tournament."""
    open_legs = sum(each.leg.is_open for each in field.pairings)
    lines = [gettext("Call off the tournament? No one wins it then.")]
    if open_legs:
        lines.append(
            ngettext(
                "{count} match that is still open ends without a result.",
                "{count} matches that are still open end without a result.",
                open_legs,
            )
        )
    number = field.tournament.id
    confirm = button(
        gettext("Call it off"), _DANGER, "tournament-manage-called-off", tournament=number
    )
    return confirm_panel(field, lines, confirm)


def removal_panel(field: TournamentField, entrant: Entrant) -> View:
    """Ask whether to remove a player."""
    preview = removal_preview(field, entrant.id)
    lines = [gettext("Remove {player} from the tournament?", player=mention(entrant.user))]
    if preview.open_legs:
        lines.append(
            ngettext(
                "{count} open match of theirs ends.",
                "{count} open matches of theirs end.",
                preview.open_legs,
            )
        )
    match preview.withdrawal:
        case Withdrawal.ANNULLED:
            lines.append(gettext("None of their results counts, as fewer than half are in."))
        case Withdrawal.LOST:
            lines.append(gettext("Their results stay, and what is open is lost."))
        case None:
            pass
        case _:
            assert_never(preview.withdrawal)
    at_once = gettext("To have them out at once, ban them with `/moderate ban`.")
    lines.append(f"-# {at_once}")
    confirm = button(
        gettext("Remove"),
        _DANGER,
        "tournament-manage-removed",
        tournament=field.tournament.id,
        entrant=entrant.id,
    )
    return confirm_panel(field, lines, confirm)


def result_panel(field: TournamentField, pairing: GroupLeg, result: LegResult) -> View:
    """Ask whether to decide a leg, and show how that changes the table."""
    lines = [_result_text(field, pairing, result)]
    if pairing.leg.is_open and pairing.match is not None:
        lines.append(gettext("**#{match}** ends without a result of its own.", match=pairing.match))
    after_it = decided_in(field, pairing, result)
    if field.is_knockout(pairing.group_number):
        lines += _goes_on(after_it, pairing)
    else:
        lines += _places_change(field, after_it, pairing)
    confirm = button(
        gettext("Decide it so"),
        _DANGER,
        "tournament-manage-decided",
        tournament=field.tournament.id,
        leg=LegKey.of(pairing),
        result=result,
    )
    return confirm_panel(field, lines, confirm)


def _goes_on(after: TournamentField, pairing: GroupLeg) -> list[str]:
    """Return the line about who advances in a cup after a decision about a leg."""
    own = LegKey.of(pairing).find(after)
    found = None if own is None else pairing_with(after, own)
    if found is None or isinstance(found.winner, Vacancy):
        return []
    return [gettext("{player} goes on.", player=mention(after.entrant(found.winner).user))]


def _places_change(
    field: TournamentField, after_it: TournamentField, pairing: GroupLeg
) -> list[str]:
    """Return a line for each player of a leg whose place in the table changes."""
    lines = []
    before, after = places_in(field, pairing), places_in(after_it, pairing)
    for entrant, was, becomes in zip(
        (pairing.leg.first, pairing.leg.second), before, after, strict=True
    ):
        if was is not None and becomes is not None and was != becomes:
            lines.append(
                gettext(
                    "{player}: place {before} → {after}",
                    player=mention(field.entrant(entrant).user),
                    before=was,
                    after=becomes,
                )
            )
    return lines


def extension_panel(field: TournamentField, days: int) -> View:
    """Ask whether to give a tournament more time."""
    finish_by = field.tournament.finish_by
    lines = []
    if finish_by is not None:
        later = moment(Instant(finish_by + days * DAY), "f")
        lines.append(gettext("Let the tournament take until {date}?", date=later))
    confirm = button(
        gettext("Give more time"),
        discord.ButtonStyle.primary,
        "tournament-manage-extended",
        tournament=field.tournament.id,
        days=days,
    )
    return confirm_panel(field, lines, confirm)


_RESULTS: Final[dict[LegResult, Message]] = {
    LegResult.FIRST: N_("{first} wins against {second}, as the managers decide."),
    LegResult.SECOND: N_("{second} wins against {first}, as the managers decide."),
    LegResult.DRAW: N_("{first} and {second} draw, as the managers decide."),
    LegResult.VOID: N_("The match of {first} and {second} doesn't count, as the managers decide."),
}


def _result_text(field: TournamentField, pairing: GroupLeg, result: LegResult) -> str:
    first, second = (field.entrant(each).user for each in (pairing.leg.first, pairing.leg.second))
    return translate(_RESULTS[result], first=mention(first), second=mention(second))


def decision_text(field: TournamentField, decision: TournamentDecision) -> str:
    """Return what was decided and when it takes effect, or that it was undone."""
    what = _effect(field, decision)
    if decision.kind is DecisionKind.EXTEND and decision.state is not DecisionState.UNDONE:
        return what
    return decision_sentence(decision, what)


def _effect(field: TournamentField, decision: TournamentDecision) -> str:
    match decision.kind:
        case DecisionKind.CALL_OFF:
            return gettext("The tournament is called off.")
        case DecisionKind.REMOVE:
            [entrant] = decision.entrants
            user = field.entrant(entrant).user
            return gettext("{player} is out of the tournament.", player=mention(user))
        case DecisionKind.DECIDE:
            pairing, result = decision.leg_in(field), decision.result
            if pairing is None or result is None:
                return gettext("A match of the tournament is decided.")
            return _result_text(field, pairing, result)
        case DecisionKind.EXTEND:
            until = "" if decision.finish_by is None else moment(decision.finish_by, "f")
            return gettext("The tournament may take until {date}.", date=until)
        case _:
            assert_never(decision.kind)


def decision_message(field: TournamentField, decision: TournamentDecision) -> View:
    """Tell an entrant what was decided about a tournament, or undone."""
    text = decision_text(field, decision)
    return note_panel(f"{heading(name_of(field.tournament))}\n{text}")
