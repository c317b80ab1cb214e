"""The list of a person's matches, on a panel with the ways to other pages and other lists.

What is listed and where the page begins is in the custom ids, so a panel works after a restart.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Self, assert_never

import discord

from bot.features.boards.service import MatchWork
from bot.features.matches.listing import FIRST, Cut, GamesPage, NextTurn, NothingWaits, Page, Stage
from bot.features.matches.listing_queries import After, Before
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match, Why
from bot.match.record import Result, result_of
from cogs.core.actions import ActionButton, button, menu
from cogs.core.board import Picture, board_view
from cogs.core.board_buttons import move_rows
from cogs.core.clock_lines import time_in_short
from cogs.core.codecs import register
from cogs.core.panels import View, note_panel
from cogs.core.rulesets import DEFAULT
from cogs.core.visibility import link_of
from cogs.core.words import mention, moment, opponent_name
from cogs.practice.words import bot_to_move, thinking

ARROWS: Final = {"back": "◀️", "on": "▶️"}
"""What stands on the buttons to the page before and to the one after."""

_CUT: Final = re.compile(r"(?P<kind>[pba])(?P<number>0|[1-9][0-9]{0,15})?")


class Scope(Enum):
    """Where the matches are played that are listed. The values stand in messages for years."""

    HERE = "here"
    EVERYWHERE = "all"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which list somebody wants to see, and from where on."""

    stage: Stage = Stage.LIVE
    scope: Scope = Scope.EVERYWHERE
    opponent: UserId | None = None
    cut: Cut = FIRST

    def from_start(self) -> Self:
        """Return the first page of this list."""
        return replace(self, cut=FIRST)


_TITLES: Final = {
    Stage.MINE: "Your turn",
    Stage.THEIRS: "Their turn",
    Stage.LIVE: "Your matches",
    Stage.OVER: "Your finished matches",
}
_CHOICES: Final = {
    Stage.MINE: ("My turn", "Matches that wait for you"),
    Stage.THEIRS: ("Their turn", "Matches that wait for your opponents"),
    Stage.LIVE: ("All live", "Your turn first; in each server the least time first"),
    Stage.OVER: ("Finished", "The newest first"),
}
STAGES: Final = {stage: label for stage, (label, _) in _CHOICES.items()}
"""The lists as people choose them."""


def games_panel(
    wanted: Wanted,
    page: GamesPage,
    games: Sequence[MatchWork],
    user: UserId,
    here: GuildId | None,
    servers: Mapping[GuildId, str],
) -> View:
    """Lay out a page of matches, `games`; `servers` names where they are played."""
    lines = [f"### {_TITLES[wanted.stage]}", f"-# {_about(wanted, page)}"]
    lines += _listed(games, user, here, servers) or [_nothing(wanted)]
    view = note_panel("\n".join(lines))
    if ways := _ways(wanted, page, here):
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*ways)
        view.add_item(row)
    view.add_item(discord.ui.ActionRow(_stage_menu(wanted)))
    return view


def _about(wanted: Wanted, page: GamesPage) -> str:
    """Say what is listed, and how many matches wait."""
    parts = ["in this server" if wanted.scope is Scope.HERE else "in all servers"]
    if wanted.opponent is not None:
        parts.append(f"against {mention(wanted.opponent)}")
    counted = page.counted
    if wanted.stage is not Stage.OVER and counted.live:
        parts.append(f"your turn in {counted.waiting} of {counted.live}")
    text = " · ".join(parts)
    return text[0].upper() + text[1:]


def _nothing(wanted: Wanted) -> str:
    """Say that a list is empty, and what could be done."""
    match wanted.stage:
        case Stage.LIVE if wanted.scope is Scope.EVERYWHERE and wanted.opponent is None:
            return "You have no match going on. Start one with `/challenge`."
        case Stage.MINE:
            return "No match waits for you."
        case Stage.THEIRS:
            return "No match waits for an opponent of yours."
        case Stage.LIVE:
            return "No match goes on here. Start one with `/challenge`."
        case Stage.OVER:
            return "No match is over yet."
        case _:
            assert_never(wanted.stage)


def _listed(
    games: Sequence[MatchWork], user: UserId, here: GuildId | None, servers: Mapping[GuildId, str]
) -> list[str]:
    """Return a line for each match; those of one server together, under its name."""
    guilds = list(dict.fromkeys(game.match.home.guild for game in games))
    ordered = sorted(games, key=lambda game: (_rank(game, user), guilds.index(_guild(game))))
    lines, before = [], None
    for game in ordered:
        guild = _guild(game)
        if guild != before and guilds != [here]:
            lines.append(f"**{servers[guild]}**")
        before = guild
        lines.append(_line(game, user))
    return lines


def _guild(game: MatchWork) -> GuildId:
    return game.match.home.guild


def _rank(game: MatchWork, user: UserId) -> int:
    """Keep what waits for the person before what waits for others."""
    return 1 if game.match.outcome is None and game.match.to_move != user else 0


def _line(game: MatchWork, user: UserId) -> str:
    match = game.match
    against = f"**#{match.id}** against {opponent_name(match, user)}"
    ruleset = match.position.ruleset
    parts = [_stand(match, user)]
    if ruleset is not DEFAULT:
        parts.append(ruleset.name)
    parts.append(f"[bed]({link_of(match, game, user)})")
    return f"{_mark(match, user)} {against}: {' · '.join(parts)}"


def _mark(match: Match, user: UserId) -> str:
    if match.outcome is not None:
        winner = match.outcome.winner
        return "🏆" if winner is not None and winner is match.seat_of(user) else "🏁"
    return "▶️" if match.to_move == user else "⏳"


def _stand(match: Match, user: UserId) -> str:
    """Say whose turn it is and until when, or how the match ended and when."""
    since = moment(match.changed_at)
    if match.outcome is not None:
        return f"{_ended(match, user)}, {since}"
    if match.bot is not None and bot_to_move(match):
        return thinking(match.bot.practice.pace)
    whose = "**your turn**" if match.to_move == user else "their turn"
    last = f"last move {since}" if match.ply else f"began {moment(match.started_at)}"
    return f"{whose}, {time_in_short(match) or last}"


def _ended(match: Match, user: UserId) -> str:
    """Say how a match ended for the person."""
    outcome = match.outcome
    if outcome is None or result_of(outcome) is Result.NONE:
        by_moderator = outcome is not None and outcome.why is Why.ENDED_BY_MODERATOR
        return "ended by a moderator" if by_moderator else "called off"
    if outcome.winner is None:
        return "drawn"
    return "you won" if outcome.winner is match.seat_of(user) else "you lost"


def _ways(wanted: Wanted, page: GamesPage, here: GuildId | None) -> list[ActionButton]:
    """Return the buttons to the neighbouring pages, to the other scope, and to the next turn."""
    ways: list[ActionButton] = []
    if page.back is not None or page.on is not None:
        ways = [_way("Back", wanted, page.back, "back"), _way("Forward", wanted, page.on, "on")]
    if here is not None:
        ways.append(_other_scope(wanted))
    if page.counted.waiting:
        ways.append(button("Next match", discord.ButtonStyle.primary, "next"))
    return ways


def _other_scope(wanted: Wanted) -> ActionButton:
    """Return the button to the same list of all servers, or of this one alone."""
    other = Scope.EVERYWHERE if wanted.scope is Scope.HERE else Scope.HERE
    label = "This server" if other is Scope.HERE else "All servers"
    there = replace(wanted.from_start(), scope=other)
    return button(label, discord.ButtonStyle.secondary, "games", key="where", wanted=there)


def _way(label: str, wanted: Wanted, cut: Cut | None, name: str) -> ActionButton:
    """Return the button to another page, pale where there is none: buttons keep their places."""
    way = button(
        label,
        discord.ButtonStyle.secondary,
        "games",
        key=name,
        emoji=ARROWS[name],
        wanted=wanted if cut is None else replace(wanted, cut=cut),
    )
    way.item.disabled = cut is None
    return way


def _stage_menu(wanted: Wanted) -> Any:
    options = [
        discord.SelectOption(
            label=label, value=stage.value, description=about, default=stage is wanted.stage
        )
        for stage, (label, about) in _CHOICES.items()
    ]
    return menu("Which matches?", options, "games-shown", wanted=wanted.from_start())


def write_cut(cut: Cut) -> str:
    """Write where a page begins for a custom id."""
    match cut:
        case Page(number):
            return f"p{number}"
        case Before(match):
            return f"b{match}"
        case After(match):
            return f"a{match}"
        case _:
            assert_never(cut)


def read_cut(text: str) -> Cut:
    """Read what `write_cut` wrote. A `ValueError` for anything else."""
    found = _CUT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no place in a list")
    number = int(found["number"] or 0)
    match found["kind"]:
        case "b":
            return Before(MatchId(number))
        case "a":
            return After(MatchId(number))
        case _:
            return Page(number)


register(Cut, write_cut, read_cut, example="p0")


def next_panel(found: NextTurn, server: str, picture: Picture, link: str) -> View:
    """Show the board of the match that waits, with its buttons, the way to it, and the way on."""
    match = found.match
    view = board_view(match, picture)
    where = f"-# **#{match.id}** is played in {server}. {_others(found.others)}"
    view.add_item(discord.ui.TextDisplay(where))
    for moving in move_rows(match):
        view.add_item(moving)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        discord.ui.Button(label="Go to the match", url=link),
        button(
            "Next match",
            discord.ButtonStyle.secondary,
            "next",
            left=match.id,
            until=int(found.until),
        ),
    )
    view.add_item(row)
    return view


def _others(count: int) -> str:
    match count:
        case 0:
            return "Nothing else waits for you."
        case 1:
            return "One more match waits for you."
        case _:
            return f"{count} more matches wait for you."


def nothing_waits(nothing: NothingWaits) -> str:
    """Say that no other match waits for the person."""
    if nothing.left_waits:
        return "Only this match waits for you. Take your time."
    if not nothing.live:
        return "You have no match going on. Start one with `/challenge`."
    going_on = "your match" if nothing.live == 1 else f"all of your {nothing.live} matches"
    return f"Nothing waits for you: in {going_on} it is your opponent's turn. I tell you of yours."
