"""The list of finished matches of a person, a pair or the server, filtered, a page at a time.

What is listed and where the page begins is in the custom ids, so a panel works after a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import FIRST
from bot.features.matches.listing_queries import PAGE, After, Before
from bot.features.profiles.history import Whose
from bot.features.profiles.history_queries import Sorts
from bot.game import Seat
from bot.match.identity import GuildId, UserId
from bot.match.match import Match
from bot.match.score import Score
from bot.match.terms import Stakes
from cogs.core.actions import ActionButton, button, menu
from cogs.core.codecs import codec_of, register_parts
from cogs.core.panels import View, note_panel
from cogs.core.players import menu_name, menu_opponent, name_in_full, opponent_in_full
from cogs.core.rulesets import DEFAULT, IN_A_LINE
from cogs.core.visibility import link_of
from cogs.core.words import SEAT_MARKS, mention, moment
from cogs.matches.games_views import ARROWS, read_cut, write_cut
from cogs.profiles.words import WAYS

ANY: Final = "any"
EVERY: Final = Sorts()
NEWEST: Final = Before()
_NOBODY: Final = "0"
_USER: Final = codec_of(UserId)
_STOPPED: Final = "-# Many matches come next that you cannot see. **Forward** passes over them."
RESULTS: Final = {Score.WIN: "won", Score.LOSS: "lost", Score.DRAW: "drawn"}
"""Results as they stand in custom ids and options."""
_SCORES: Final = {word: score for score, word in RESULTS.items()}
_MARKS: Final = {Score.WIN: "🏆", Score.LOSS: "🏁", Score.DRAW: "🤝"}
_NEXT_STAKES: Final = {None: Stakes.RATED, Stakes.RATED: Stakes.CASUAL, Stakes.CASUAL: None}
_STAKES_LABELS: Final = {
    None: "Rated, casual, practice",
    Stakes.RATED: "Rated alone",
    Stakes.CASUAL: "Casual, practice",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which history somebody wants to see, and from where on; without a person the server's."""

    user: UserId | None = None
    opponent: UserId | None = None
    sorts: Sorts = EVERY
    cut: Before | After = NEWEST

    def whose(self, guild: GuildId) -> Whose:
        """Say whose history it is in a server."""
        return Whose(guild, self.user, self.opponent)

    def parts(self) -> tuple[str, ...]:
        """Write it as parts of a custom id."""
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
        """Read what `parts` wrote. A `ValueError` or a `LookupError` for anything else."""
        user, opponent, ruleset, stakes, result, text = parts
        cut = read_cut(text)
        return cls(
            _person(user),
            _person(opponent),
            sorts_of(ruleset, stakes, result),
            cut if isinstance(cut, (Before, After)) else NEWEST,
        )

    def filtered(self, sorts: Sorts) -> Self:
        """Return the first page of the same history by another filter."""
        return replace(self, sorts=sorts, cut=NEWEST)


def sorts_of(ruleset: str = ANY, stakes: str = ANY, result: str = ANY) -> Sorts:
    """Read a filter from words; one that is `ANY` filters nothing.

    A `LookupError` or a `ValueError` for a word that there is not.
    """
    if ruleset not in (ANY, *IN_A_LINE):
        raise LookupError(f"{ruleset!r} is no ruleset")
    return Sorts(
        None if ruleset == ANY else ruleset,
        None if stakes == ANY else Stakes(stakes),
        None if result == ANY else _SCORES[result],
    )


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """A page of a history with the beds of its matches, and where its neighbours begin."""

    works: tuple[MatchWork, ...]
    back: After | None
    on: Before | None


def history_panel(wanted: Wanted, shown: HistoryShown, viewer: UserId) -> View:
    """Lay out a page of a history."""
    lines = [f"### {_title(wanted, viewer)}", f"-# {_about(wanted)}"]
    lines += [_line(work, wanted, viewer) for work in shown.works]
    if shown.on is not None and len(shown.works) < PAGE:
        lines.append(_STOPPED)
    elif not shown.works:
        lines.append(_nothing(wanted))
    view = note_panel("\n".join(lines))
    if shown.works:
        view.add_item(discord.ui.ActionRow(_match_menu(wanted, shown.works)))
    view.add_item(discord.ui.ActionRow(_ruleset_menu(wanted)))
    view.add_item(discord.ui.ActionRow(_result_menu(wanted)))
    view.add_item(discord.ui.ActionRow(*_ways(wanted, shown)))
    return view


def history_button(label: str, wanted: Wanted) -> ActionButton:
    """Return a button that opens a history."""
    return button(label, discord.ButtonStyle.secondary, "history", key="open", wanted=wanted)


def _person(text: str) -> UserId | None:
    return None if text == _NOBODY else UserId(_USER.read((text,)))


def _title(wanted: Wanted, viewer: UserId) -> str:
    if wanted.user is None:
        return "Finished matches of this server"
    whose = "Your matches" if wanted.user == viewer else f"Matches of {mention(wanted.user)}"
    return whose if wanted.opponent is None else f"{whose} against {mention(wanted.opponent)}"


def _about(wanted: Wanted) -> str:
    sorts = wanted.sorts
    parts = [sorts.ruleset or "all rulesets", _STAKES_LABELS[sorts.stakes].lower()]
    if sorts.score is not None:
        parts.append(_result_label(wanted, sorts.score).lower())
    text = " · ".join(parts)
    return text[0].upper() + text[1:]


def _nothing(wanted: Wanted) -> str:
    if wanted.sorts != EVERY:
        return "No finished match is like that. Choose *all* again below."
    return "No match has been played to its end here yet. Start one with `/challenge`."


def _line(work: MatchWork, wanted: Wanted, viewer: UserId) -> str:
    """Say in a line who played, how it ended and when; its number leads to the bed."""
    match = work.match
    number = f"**[#{match.id}]({link_of(match, work, viewer)})**"
    if wanted.user is None or match.seat_of(wanted.user) is None:
        head = f"{_server_mark(match)} {number} {_who_won(match)}"
    else:
        score = score_for(match, wanted.user)
        who = opponent_in_full(match, wanted.user)
        head = f"{_MARKS[score]} {number} {RESULTS[score]} against {who}"
    parts = [head, _why(match)]
    if match.position.ruleset is not DEFAULT:
        parts.append(match.position.ruleset.name)
    if match.stakes is Stakes.RATED:
        parts.append("rated")
    parts.append(moment(match.changed_at))
    return " · ".join(parts)


def score_for(match: Match, user: UserId) -> Score:
    """Return what a finished match brought one of its players."""
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
        return f"{' and '.join(name_in_full(match, seat) for seat in Seat)} drew"
    return f"{name_in_full(match, winner)} beat {name_in_full(match, winner.other)}"


def _why(match: Match) -> str:
    return WAYS[match.outcome.why] if match.outcome else "goes on"


def _match_menu(wanted: Wanted, works: Sequence[MatchWork]) -> Any:
    options = [
        discord.SelectOption(label=_label(work.match, wanted), value=str(work.match.id))
        for work in works
    ]
    return menu("Look at a match", options, "match-in")


def _label(match: Match, wanted: Wanted) -> str:
    """Return a match for a menu, where no mention is shown."""
    if wanted.user is not None and match.seat_of(wanted.user) is not None:
        against = menu_opponent(match, wanted.user)
        result = RESULTS[score_for(match, wanted.user)]
        return f"#{match.id} · {result}" + (f" against {against}" if against else "")
    names = [menu_name(match, seat) for seat in Seat]
    if None in names:
        return f"#{match.id}"
    return f"#{match.id} · {names[0]} and {names[1]}"


def _ruleset_menu(wanted: Wanted) -> Any:
    chosen = wanted.sorts.ruleset
    options = [discord.SelectOption(label="All rulesets", value=ANY, default=chosen is None)]
    options += [
        discord.SelectOption(label=name, value=name, description=line, default=name == chosen)
        for name, line in IN_A_LINE.items()
    ]
    return menu("Which ruleset?", options, "history-ruleset", wanted=wanted)


def _result_menu(wanted: Wanted) -> Any:
    chosen = wanted.sorts.score
    options = [discord.SelectOption(label="All results", value=ANY, default=chosen is None)]
    scores = (Score.WIN, Score.LOSS, Score.DRAW)
    options += [
        discord.SelectOption(
            label=_result_label(wanted, score), value=RESULTS[score], default=score is chosen
        )
        for score in scores
    ]
    return menu("Which results?", options, "history-result", wanted=wanted)


def _result_label(wanted: Wanted, score: Score) -> str:
    """Name a result; in a server's history it is that of the one who moved first."""
    if wanted.user is not None or score is Score.DRAW:
        return RESULTS[score].capitalize()
    return "Orange won" if score is Score.WIN else "Gray won"


def _ways(wanted: Wanted, shown: HistoryShown) -> list[ActionButton]:
    """Return the buttons to the neighbouring pages, and to other stakes."""
    ways = []
    if shown.back is not None or shown.on is not None:
        ways = [_way("Back", wanted, shown.back, "back"), _way("Forward", wanted, shown.on, "on")]
    following = _NEXT_STAKES[wanted.sorts.stakes]
    other = wanted.filtered(replace(wanted.sorts, stakes=following))
    label = _STAKES_LABELS[following]
    style = discord.ButtonStyle.secondary
    return [*ways, button(label, style, "history", key="stakes", wanted=other)]


def _way(label: str, wanted: Wanted, cut: Before | After | None, name: str) -> ActionButton:
    """Return the button to another page, pale where there is none: buttons keep their places."""
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "history",
        key=name,
        emoji=ARROWS[name],
        wanted=wanted if cut is None else replace(wanted, cut=cut),
    )
    way.item.disabled = cut is None
    return way


register_parts(
    Wanted, Wanted.parts, Wanted.of_parts, example=("1", _NOBODY, ANY, ANY, ANY, write_cut(FIRST))
)
