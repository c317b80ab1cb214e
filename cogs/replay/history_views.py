"""The panel of finished matches: a page of a history, with its filters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import FIRST, PAGE, MatchesAfter, MatchesBefore
from bot.features.profiles.queries import HistoryFilter
from bot.features.profiles.service import HistoryScope
from bot.game import Seat
from bot.match.ending import Score, score_of
from bot.match.identity import GuildId, UserId
from bot.match.match import Match
from bot.match.terms import RULESET_NAMES, Stakes, ruleset_name
from bot.text import N_, all_of, gettext, translate
from cogs.core.arguments import read_cut, write_cut
from cogs.core.codecs import codec_of, register_parts
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.panels import note_panel, page_buttons
from cogs.wording.links import link_of
from cogs.wording.names import menu_name, menu_opponent, name_in_full, opponent_in_full
from cogs.wording.phrases import SEAT_MARKS, mention, way_name
from cogs.wording.rulesets import is_usual, ruleset_options
from cogs.wording.times import moment

ANY: Final = "any"
EVERY: Final = HistoryFilter()
NEWEST: Final = MatchesBefore()
_NOBODY: Final = "0"
_USER: Final = codec_of(UserId)
RESULTS: Final = {Score.WIN: "won", Score.LOSS: "lost", Score.DRAW: "drawn"}
"""The words for results in custom ids and options."""
_SCORES: Final = {word: score for score, word in RESULTS.items()}
_MARKS: Final = {Score.WIN: "🏆", Score.LOSS: "🏁", Score.DRAW: "🤝"}
_NEXT_STAKES: Final = {None: Stakes.RATED, Stakes.RATED: Stakes.CASUAL, Stakes.CASUAL: None}
STAKES_LABELS: Final = {
    None: N_("Rated, casual, practice"),
    Stakes.RATED: N_("Rated only"),
    Stakes.CASUAL: N_("Casual and practice"),
}
_AGAINST: Final = {
    Score.WIN: N_("{number} won against {opponent}"),
    Score.LOSS: N_("{number} lost against {opponent}"),
    Score.DRAW: N_("{number} drawn against {opponent}"),
}
RESULT_LABELS: Final = {Score.WIN: N_("Won"), Score.LOSS: N_("Lost"), Score.DRAW: N_("Drawn")}


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the history of a user, or of the server if `user` is None."""

    user: UserId | None = None
    opponent: UserId | None = None
    sorts: HistoryFilter = EVERY
    cut: MatchesBefore | MatchesAfter = NEWEST

    def whose(self, guild: GuildId) -> HistoryScope:
        """Return the scope of this history in a server."""
        return HistoryScope(guild, self.user, self.opponent)

    def parts(self) -> tuple[str, ...]:
        """Return the page as parts of a custom id."""
        sorts = self.sorts
        return (
            str(self.user or _NOBODY),
            str(self.opponent or _NOBODY),
            sorts.ruleset or ANY,
            sorts.stakes.value if sorts.stakes else ANY,
            RESULTS[sorts.score] if sorts.score else ANY,
            write_cut(FIRST if self.cut == NEWEST else self.cut),
        )

    @classmethod
    def of_parts(cls, parts: Sequence[str]) -> Self:
        """Read parts of a custom id. Raise `ValueError` or `LookupError` if they are invalid."""
        user, opponent, ruleset, stakes, result, text = parts
        cut = read_cut(text)
        return cls(
            _person(user),
            _person(opponent),
            sorts_of(ruleset, stakes, result),
            cut if isinstance(cut, (MatchesBefore, MatchesAfter)) else NEWEST,
        )

    def filtered(self, sorts: HistoryFilter) -> Self:
        """Return the first page of the same history with another filter."""
        return replace(self, sorts=sorts, cut=NEWEST)


def sorts_of(ruleset: str = ANY, stakes: str = ANY, result: str = ANY) -> HistoryFilter:
    """Return the filter for these words; `ANY` means no filter.

    Raise `LookupError` or `ValueError` for an unknown word.
    """
    if ruleset not in (ANY, *RULESET_NAMES):
        raise LookupError(f"{ruleset!r} is not a ruleset")
    return HistoryFilter(
        None if ruleset == ANY else ruleset,
        None if stakes == ANY else Stakes(stakes),
        None if result == ANY else _SCORES[result],
    )


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """The matches of a page, and where the pages before (`back`) and after (`on`) begin."""

    works: tuple[MatchWork, ...]
    back: MatchesAfter | None
    on: MatchesBefore | None


def history_panel(query: HistoryPage, shown: HistoryShown, viewer: UserId) -> View:
    """Lay out a page of a history."""
    lines = [f"### {_title(query, viewer)}", f"-# {_description(query)}"]
    lines += [_line(work, query, viewer) for work in shown.works]
    if shown.on is not None and len(shown.works) < PAGE:
        stopped = gettext(
            "You can't see the matches that come next. Press **Forward** to skip them."
        )
        lines.append(f"-# {stopped}")
    elif not shown.works:
        lines.append(_empty_text(query))
    view = note_panel("\n".join(lines))
    if shown.works:
        view.add_item(discord.ui.ActionRow(_match_menu(query, shown.works)))
    view.add_item(discord.ui.ActionRow(_ruleset_menu(query)))
    view.add_item(discord.ui.ActionRow(_result_menu(query)))
    view.add_item(discord.ui.ActionRow(*_navigation_buttons(query, shown)))
    return view


def history_button(label: str, query: HistoryPage) -> ActionButton:
    """Return a button that opens a history."""
    return button(label, discord.ButtonStyle.secondary, "history", key="open", query=query)


def _person(text: str) -> UserId | None:
    return None if text == _NOBODY else UserId(_USER.read((text,)))


def _title(query: HistoryPage, viewer: UserId) -> str:
    if query.user is None:
        return gettext("Finished matches in this server")
    opponent = None if query.opponent is None else mention(query.opponent)
    if query.user == viewer:
        if opponent is None:
            return gettext("Your matches")
        return gettext("Your matches against {opponent}", opponent=opponent)
    user = mention(query.user)
    if opponent is None:
        return gettext("Matches of {player}", player=user)
    return gettext("Matches of {player} against {opponent}", player=user, opponent=opponent)


def _description(query: HistoryPage) -> str:
    sorts = query.sorts
    ruleset = ruleset_name(sorts.ruleset) if sorts.ruleset else gettext("All rulesets")
    parts = [ruleset, translate(STAKES_LABELS[sorts.stakes])]
    if sorts.score is not None:
        parts.append(_result_label(query, sorts.score))
    return " · ".join(parts)


def _empty_text(query: HistoryPage) -> str:
    if query.sorts != EVERY:
        return gettext("No finished match fits. Choose something else below.")
    return gettext("No match has been finished here yet. Start one with `/challenge`.")


def _line(work: MatchWork, query: HistoryPage, viewer: UserId) -> str:
    """Return an entry of the list: players, result and details, with a link to the board."""
    match = work.match
    number = f"**[#{match.id}]({link_of(match, work, viewer)})**"
    if query.user is None or match.seat_of(query.user) is None:
        head = f"{_server_mark(match)} {number} {_who_won(match)}"
    else:
        score = score_for(match, query.user)
        who = opponent_in_full(match, query.user)
        result = translate(_AGAINST[score], number=number, opponent=who)
        head = f"{_MARKS[score]} {result}"
    parts = [_reason_text(match)]
    if not is_usual(match.position.ruleset.name):
        parts.append(ruleset_name(match.position.ruleset.name))
    if score_of(match) is not None:
        parts.append(gettext("rated"))
    parts.append(moment(match.changed_at))
    return f"{head}\n-# {' · '.join(parts)}"


def score_for(match: Match, user: UserId) -> Score:
    """Return the score of one player in a finished match."""
    winner = match.outcome.winner if match.outcome else None
    if winner is None:
        return Score.DRAW
    return Score.WIN if winner is match.seat_of(user) else Score.LOSS


def _server_mark(match: Match) -> str:
    winner = match.outcome.winner if match.outcome else None
    return _MARKS[Score.DRAW] if winner is None else SEAT_MARKS[winner]


def _who_won(match: Match) -> str:
    winner = match.outcome.winner if match.outcome else None
    if winner is None:
        players = all_of([name_in_full(match, seat) for seat in Seat])
        return gettext("{players} drew", players=players)
    return gettext(
        "{winner} beat {loser}",
        winner=name_in_full(match, winner),
        loser=name_in_full(match, winner.other),
    )


def _reason_text(match: Match) -> str:
    return way_name(match.outcome.why) if match.outcome else gettext("in progress")


def _match_menu(query: HistoryPage, works: Sequence[MatchWork]) -> Any:
    options = [
        discord.SelectOption(label=_label(work.match, query), value=str(work.match.id))
        for work in works
    ]
    return menu(gettext("Open a match"), options, "match-in")


def _label(match: Match, query: HistoryPage) -> str:
    """Return the label of a match for a menu, where Discord shows no mentions."""
    if query.user is not None and match.seat_of(query.user) is not None:
        opponent = menu_opponent(match, query.user)
        score = score_for(match, query.user)
        if opponent is None:
            return f"#{match.id} · {translate(RESULT_LABELS[score])}"
        return translate(_AGAINST[score], number=f"#{match.id}", opponent=opponent)
    names = [name for seat in Seat if (name := menu_name(match, seat)) is not None]
    if len(names) < len(Seat):
        return f"#{match.id}"
    return f"#{match.id} · {all_of(names)}"


def _ruleset_menu(query: HistoryPage) -> Any:
    chosen = query.sorts.ruleset
    options = [
        discord.SelectOption(label=gettext("All rulesets"), value=ANY, default=chosen is None),
        *ruleset_options(chosen),
    ]
    return menu(gettext("Which ruleset?"), options, "history-ruleset", query=query)


def _result_menu(query: HistoryPage) -> Any:
    chosen = query.sorts.score
    options = [
        discord.SelectOption(label=gettext("All results"), value=ANY, default=chosen is None)
    ]
    scores = (Score.WIN, Score.LOSS, Score.DRAW)
    options += [
        discord.SelectOption(
            label=_result_label(query, score), value=RESULTS[score], default=score is chosen
        )
        for score in scores
    ]
    return menu(gettext("Which results?"), options, "history-result", query=query)


def _result_label(query: HistoryPage, score: Score) -> str:
    """Return the name of a result. In a server's history, results are from orange's side."""
    if query.user is not None or score is Score.DRAW:
        return translate(RESULT_LABELS[score])
    return gettext("Orange won") if score is Score.WIN else gettext("Gray won")


def _navigation_buttons(query: HistoryPage, shown: HistoryShown) -> list[ActionButton]:
    """Return the buttons for the previous and next page, and for other stakes."""
    ways = []
    if shown.back is not None or shown.on is not None:
        ways = page_buttons("history", query, shown.back, shown.on)
    following = _NEXT_STAKES[query.sorts.stakes]
    other = query.filtered(replace(query.sorts, stakes=following))
    label = translate(STAKES_LABELS[following])
    style = discord.ButtonStyle.secondary
    return [*ways, button(label, style, "history", key="stakes", query=other)]


register_parts(
    HistoryPage,
    HistoryPage.parts,
    HistoryPage.of_parts,
    example=("1", _NOBODY, ANY, ANY, ANY, write_cut(FIRST)),
)
