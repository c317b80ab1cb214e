"""All about one match: who played for what, how it went, what it did to ratings."""

from typing import Any

import discord

from bot.game import Seat
from bot.match.facts import MatchFacts
from bot.match.identity import Seconds
from bot.match.match import Match
from bot.match.rating import ALL_TIME, FEWEST_TURNS, Scope, has_result
from bot.match.terms import Stakes
from bot.store.practice_ratings import KeptResult
from bot.store.profiles import RatedMatch, RatingChange
from cogs.core.actions import ActionButton, button
from cogs.ui.bed import ACCENTS, DRAWN_ACCENT, Picture, gallery
from cogs.ui.bed_buttons import analyse_buttons
from cogs.ui.hints_used import NO_HINTS, HintsUsed, hints_line
from cogs.ui.match_terms import terms_in_short
from cogs.ui.panels import View
from cogs.ui.players import both_players
from cogs.ui.practice_rating_words import practice_lines
from cogs.ui.practice_words import is_bots, waited_for
from cogs.ui.rating_words import change_name, points_name
from cogs.ui.times import span
from cogs.ui.words import SEAT_MARKS, counted, moment, outcome_name


def match_page(
    match: Match,
    facts: MatchFacts | None,
    rated: RatedMatch | KeptResult | None,
    picture: Picture,
    link: str,
    hints: HintsUsed = NO_HINTS,
) -> View:
    """Lay out a match; its facts and what it did to ratings come once it is over."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    container.add_item(discord.ui.TextDisplay("\n".join(_head(match))))
    container.add_item(gallery(picture))
    lines = [
        *_course(match, facts),
        *_rating(match, rated),
        *hints_line(match, hints),
        f"[To the bed]({link})",
    ]
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(discord.ui.ActionRow(*_ways(match)))
    return view


def _accent(match: Match) -> int:
    if match.outcome is None:
        return ACCENTS[match.position.to_move]
    return ACCENTS[match.outcome.winner] if match.outcome.winner else DRAWN_ACCENT


def _head(match: Match) -> list[str]:
    lines = [f"### Match #{match.id} · {both_players(match)}"]
    if match.outcome is not None:
        lines.append(f"**{outcome_name(match, match.outcome)}**")
    else:
        lines.append(f"The match goes on: {waited_for(match)}.")
    return lines


def _course(match: Match, facts: MatchFacts | None) -> list[str]:
    """Say by what terms it was played, when, and how it went."""
    lines = [terms_in_short(match), f"Began {moment(match.started_at, 'f')}"]
    if match.outcome is not None:
        length = span(Seconds(match.changed_at - match.started_at))
        lines[-1] += f", ended {moment(match.changed_at, 'f')}, after {length}"
    lines.append(counted(match.ply, "turn"))
    if facts is None:
        return lines
    if facts.lead_changes:
        lines[-1] += f", the lead in cats changed {counted(facts.lead_changes, 'time')}"
    means = [
        f"{SEAT_MARKS[seat]} {span(Seconds(own.seconds / own.moves))}"
        for seat, own in facts.seats
        if own.moves and not is_bots(match, seat)
    ]
    if means:
        lines.append(f"Mean time for a move: {' · '.join(means)}")
    return lines


def _rating(match: Match, rated: RatedMatch | KeptResult | None) -> list[str]:
    """Say what a match that was played for rating did to both, or to whom the bot played."""
    if match.bot is not None or isinstance(rated, KeptResult):
        return practice_lines(match, rated if isinstance(rated, KeptResult) else None)
    if match.stakes is not Stakes.RATED or match.outcome is None:
        return []
    if rated is None:
        if not has_result(match.outcome):
            return ["It had no result, so no rating changed."]
        short = f"under {FEWEST_TURNS} turns are too few to count"
        return [f"No rating changed: {short}."] if match.ply < FEWEST_TURNS else []
    lines = []
    if rated.voided_at is not None:
        when = moment(rated.voided_at, "d")
        lines.append(f"🚫 **Void** since {when}: a moderator ruled that it does not count.")
    by_scope = {scope: _changes(rated, scope) for scope in sorted({c.scope for c in rated.changes})}
    of_all_time = by_scope.pop(ALL_TIME, None)
    if of_all_time:
        lines.append(f"Rating: {of_all_time}")
    # In the first season both are the same.
    lines += [f"In the season: {said}" for said in by_scope.values() if said != of_all_time]
    return lines


def _changes(rated: RatedMatch, scope: Scope) -> str:
    own = [change for change in rated.changes if change.scope == scope]
    return " · ".join(
        _change(each) for each in sorted(own, key=lambda each: each.seat is Seat.GRAY)
    )


def _change(change: RatingChange) -> str:
    before, after = points_name(change.before), points_name(change.after)
    points = round(change.after.points) - round(change.before.points)
    return f"{SEAT_MARKS[change.seat]} {before} → {after} ({change_name(points)})"


def _ways(match: Match) -> list[ActionButton]:
    style = discord.ButtonStyle.secondary
    replay = button("Replay", style, "replay", match=match.id, emoji="🎞️")
    replay.item.disabled = not match.ply
    record = button("Record", style, "export", match=match.id, emoji="📄")
    return [replay, *analyse_buttons(match), record]
