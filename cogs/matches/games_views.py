"""The panel that lists a user's matches, with filters and pages.

Its custom ids hold the list and where the page begins, so a panel works after a restart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Self, assert_never

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import FIRST, Cut, GamesPage, MatchStage, NextTurn, NothingWaits
from bot.match.identity import GuildId, InServer, Place, UserId, is_in
from bot.match.match import EndReason, Match
from bot.match.record import Result, result_of
from bot.match.terms import ruleset_name
from bot.text import N_, gettext, ngettext, one_by_one, translate
from cogs.board.buttons import move_rows, offer_items
from cogs.board.layout import board_view
from cogs.core.arguments import read_cut, write_cut
from cogs.core.codecs import register
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.outgoing import Picture
from cogs.core.panels import note_panel, page_buttons
from cogs.wording.links import link_of
from cogs.wording.phrases import mention, opponent_name
from cogs.wording.practice_text import awaited_in_short, bot_to_move, thinking_in_short
from cogs.wording.rulesets import is_usual
from cogs.wording.times import moment, time_in_short


class GamesScope(Enum):
    """Which servers' matches to list. The values are in messages and last for years."""

    HERE = "here"
    EVERYWHERE = "all"


@dataclass(frozen=True, slots=True)
class GamesList:
    """A page of a list of matches: its stage, scope and opponent, and where the page begins."""

    stage: MatchStage = MatchStage.LIVE
    scope: GamesScope = GamesScope.EVERYWHERE
    opponent: UserId | None = None
    cut: Cut = FIRST

    def from_start(self) -> Self:
        """Return the first page of this list."""
        return replace(self, cut=FIRST)


_TITLES: Final = {
    MatchStage.MINE: N_("Your turn"),
    MatchStage.THEIRS: N_("Their turn"),
    MatchStage.LIVE: N_("Your matches"),
    MatchStage.OVER: N_("Your finished matches"),
}
_CHOICES: Final = {
    MatchStage.MINE: (N_("My turn"), N_("Matches waiting for you")),
    MatchStage.THEIRS: (N_("Their turn"), N_("Matches waiting for your opponents")),
    MatchStage.LIVE: (N_("All live"), N_("Your turn first; least time first in each server")),
    MatchStage.OVER: (N_("Finished"), N_("Newest first")),
}
STAGES: Final = {stage: label for stage, (label, _) in _CHOICES.items()}
"""The label of each list, as users choose it."""


def games_panel(
    query: GamesList,
    page: GamesPage,
    games: Sequence[MatchWork],
    user: UserId,
    here: Place,
    servers: Mapping[GuildId, str],
) -> View:
    """Lay out a page with the matches `games`. `servers` has the names of their servers."""
    lines = [f"### {translate(_TITLES[query.stage])}", f"-# {_description(query, page)}"]
    lines += _match_lines(games, user, here, servers) or [_empty_text(query)]
    view = note_panel("\n".join(lines))
    if ways := _navigation_buttons(query, page, here):
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*ways)
        view.add_item(row)
    view.add_item(discord.ui.ActionRow(_stage_menu(query)))
    return view


def _description(query: GamesList, page: GamesPage) -> str:
    parts = [
        gettext("In this server") if query.scope is GamesScope.HERE else gettext("In all servers")
    ]
    if query.opponent is not None:
        parts.append(gettext("against {opponent}", opponent=mention(query.opponent)))
    counted = page.counted
    if query.stage is not MatchStage.OVER and counted.live:
        parts.append(
            gettext(
                "{waiting} of {live} waiting for you", waiting=counted.waiting, live=counted.live
            )
        )
    return " · ".join(parts)


def _empty_text(query: GamesList) -> str:
    match query.stage:
        case MatchStage.LIVE if query.scope is GamesScope.EVERYWHERE and query.opponent is None:
            return gettext("You have no live match. Start one with `/challenge`.")
        case MatchStage.MINE:
            return gettext("No match is waiting for you.")
        case MatchStage.THEIRS:
            return gettext("No match is waiting for an opponent of yours.")
        case MatchStage.LIVE:
            return gettext("There is no live match here. Start one with `/challenge`.")
        case MatchStage.OVER:
            return gettext("No match is over yet.")
        case _:
            assert_never(query.stage)


def _match_lines(
    games: Sequence[MatchWork], user: UserId, here: Place, servers: Mapping[GuildId, str]
) -> list[str]:
    """Return a line for each match. Matches of one server are together, under its name."""
    guilds = list(dict.fromkeys(game.match.venue.guild for game in games))
    ordered = sorted(games, key=lambda game: (_rank(game, user), guilds.index(_guild(game))))
    are_all_here = all(is_in(here, guild) for guild in guilds)
    lines, before = [], None
    for game in ordered:
        guild = _guild(game)
        if guild != before and not are_all_here:
            lines.append(f"**{servers[guild]}**")
        before = guild
        lines.append(_line(game, user))
    return lines


def _guild(game: MatchWork) -> GuildId:
    return game.match.venue.guild


def _rank(game: MatchWork, user: UserId) -> int:
    """Rank matches that wait for the user before those that wait for others."""
    return 1 if game.match.outcome is None and not game.match.awaits(user) else 0


def _line(game: MatchWork, user: UserId) -> str:
    match = game.match
    head = gettext(
        "{number} against {opponent}",
        number=f"**[#{match.id}]({link_of(match, game, user)})**",
        opponent=opponent_name(match, user),
    )
    ruleset = match.position.ruleset
    parts = [head, _state_text(match, user)]
    if not is_usual(ruleset.name):
        parts.append(ruleset_name(ruleset.name))
    return f"{_mark(match, user)} {' · '.join(parts)}"


def _mark(match: Match, user: UserId) -> str:
    if match.outcome is not None:
        winner = match.outcome.winner
        return "🏆" if winner is not None and winner is match.seat_of(user) else "🏁"
    return "▶️" if match.awaits(user) else "⏳"


def _state_text(match: Match, user: UserId) -> str:
    """Return whose turn it is and until when, or how the match ended and when."""
    since = moment(match.changed_at)
    if match.outcome is not None:
        return one_by_one([_result_text(match, user), since])
    if match.bot is not None and bot_to_move(match):
        return thinking_in_short(match.bot.practice.pace)
    whose = awaited_in_short(match, user)
    if match.awaits(user):
        whose = f"**{whose}**"
    last = (
        gettext("last move {moment}", moment=since)
        if match.ply
        else gettext("began {moment}", moment=moment(match.started_at))
    )
    return one_by_one([whose, time_in_short(match) or last])


def _result_text(match: Match, user: UserId) -> str:
    outcome = match.outcome
    if outcome is None or result_of(outcome) is Result.NONE:
        by_moderator = outcome is not None and outcome.why is EndReason.ENDED_BY_MODERATOR
        return gettext("ended by a moderator") if by_moderator else gettext("called off")
    if outcome.winner is None:
        return gettext("drawn")
    return gettext("you won") if outcome.winner is match.seat_of(user) else gettext("you lost")


def _navigation_buttons(query: GamesList, page: GamesPage, here: Place) -> list[ActionButton]:
    ways: list[ActionButton] = []
    if page.back is not None or page.on is not None:
        ways = page_buttons("games", query, page.back, page.on)
    if isinstance(here, InServer):
        ways.append(_scope_button(query))
    if page.counted.waiting:
        ways.append(button(gettext("Next match"), discord.ButtonStyle.primary, "next"))
    return ways


def _scope_button(query: GamesList) -> ActionButton:
    other = GamesScope.EVERYWHERE if query.scope is GamesScope.HERE else GamesScope.HERE
    label = gettext("This server") if other is GamesScope.HERE else gettext("All servers")
    there = replace(query.from_start(), scope=other)
    return button(label, discord.ButtonStyle.secondary, "games", key="where", query=there)


def _stage_menu(query: GamesList) -> Any:
    options = [
        discord.SelectOption(
            label=translate(label),
            value=stage.value,
            description=translate(about),
            default=stage is query.stage,
        )
        for stage, (label, about) in _CHOICES.items()
    ]
    return menu(gettext("Which matches?"), options, "games-shown", query=query.from_start())


register(Cut, write_cut, read_cut, example="p0")


def next_panel(next_turn: NextTurn, server: str, picture: Picture, link: str) -> View:
    """Show the board of the match that waits, with its buttons, a link and the next button."""
    match = next_turn.match
    view = board_view(match, picture)
    place = gettext("**#{match}** is played in {server}.", match=match.id, server=server)
    view.add_item(discord.ui.TextDisplay(f"-# {place} {_others_text(next_turn.others)}"))
    for each in [*move_rows(match), *offer_items(match, match.to_move)]:
        view.add_item(each)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        discord.ui.Button(label=gettext("Go to the match"), url=link),
        button(
            gettext("Next match"),
            discord.ButtonStyle.secondary,
            "next",
            left=match.id,
            until=int(next_turn.until),
        ),
    )
    view.add_item(row)
    return view


def _others_text(count: int) -> str:
    if not count:
        return gettext("No other match is waiting for you.")
    return ngettext(
        "{count} more match is waiting for you.", "{count} more matches are waiting for you.", count
    )


def nothing_waits(nothing: NothingWaits) -> str:
    """Return the sentence that no other match waits for the user."""
    if nothing.left_waits:
        return gettext("Only this match is waiting for you. Take your time.")
    if not nothing.live:
        return gettext("You have no live match. Start one with `/challenge`.")
    return ngettext(
        "Nothing is waiting for you: it's your opponent's turn in your match. I'll tell you when "
        "it's yours.",
        "Nothing is waiting for you: it's your opponents' turn in all {count} of your matches. "
        "I'll tell you when it's yours.",
        nothing.live,
    )
