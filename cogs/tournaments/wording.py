"""Tournaments in sentences: their terms, how long they take, their standings and matches."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from bot.features.competitions.members import ExitReason
from bot.features.tournaments.cups import FINAL, PlayOff, Seeding, Vacancy
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.groups import FEWEST_ENTRANTS, group_sizes
from bot.features.tournaments.legs import EntrantId, GroupNumber, Leg
from bot.features.tournaments.seasons import latest_end
from bot.features.tournaments.service import OwnMatch
from bot.features.tournaments.standings import GroupStanding, Standings
from bot.features.tournaments.tournament import (
    FINALS,
    Cadence,
    Entrant,
    StartMode,
    Tournament,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.calendar import WEEK
from bot.match.clock import DAY, Weekends
from bot.match.identity import Instant, UserId
from bot.match.terms import VenueKind, ruleset_name
from bot.text import N_, all_of, gettext, ngettext, one_by_one, translate
from cogs.tournaments.bracket import round_name
from cogs.tournaments.crosstable import out_name, range_name
from cogs.wording.phrases import capital, mention, score_name
from cogs.wording.quoting import escaped
from cogs.wording.rating_text import MEDALS
from cogs.wording.terms import STAKES
from cogs.wording.times import moment, time_in_short, time_name

TROPHY: Final = "🏆"
MOST_NAMED: Final = 64


def name_of(tournament: Tournament) -> str:
    """Return the escaped name of a tournament, with the season if it is a series."""
    name = escaped(tournament.name)
    if not tournament.is_series:
        return name
    return gettext("{name} · season {number}", name=name, number=tournament.season)


def plain_name_of(tournament: Tournament) -> str:
    """Return the name of a tournament as `name_of` does, for places without Markdown."""
    if not tournament.is_series:
        return tournament.name
    return gettext("{name} · season {number}", name=tournament.name, number=tournament.season)


def season_name(tournament: Tournament) -> str:
    """Return which season of a series it is; empty for a single event."""
    return gettext("Season {number}", number=tournament.season) if tournament.is_series else ""


def heading(*parts: str) -> str:
    """Return the first line of a card; leave out empty parts."""
    return f"### {TROPHY} {dotted(*parts)}"


def dotted(*parts: str) -> str:
    """Join facts with dots; leave out empty ones."""
    return " · ".join(filter(None, parts))


_ONCE: Final = N_("League in groups of up to {size}: everybody plays everybody once.")
_TWICE: Final = N_("League in groups of up to {size}: everybody plays everybody twice.")

_CUP: Final = N_(
    "Cup of up to {size}: two matches at once against each opponent, and the winner goes on."
)


def terms_lines(terms: TournamentTerms) -> list[str]:
    """Return the terms of a tournament: how it is played, and the terms of its matches."""
    played_by = [
        ruleset_name(terms.ruleset.name),
        time_name(terms.time),
        translate(STAKES[terms.stakes]),
    ]
    if terms.weekends is Weekends.PAUSED:
        played_by.append(gettext("clocks stop on weekends"))
    if terms.venue is VenueKind.THREAD:
        played_by.append(gettext("in a thread of its own"))
    how = translate(_ONCE if terms.legs == 1 else _TWICE, size=terms.group_size)
    if terms.is_cup:
        how = translate(_CUP, size=terms.most_entrants)
        is_seeded = terms.seeding is Seeding.SEEDED
        # Translators: how opponents in a cup are found: the best meet late, or all by lot.
        played_by.append(gettext("seeded by rating") if is_seeded else gettext("drawn by lot"))
        if terms.play_off is PlayOff.PLAYED:
            played_by.append(gettext("with a match for third place"))
    if terms.has_final:
        # Translators: the winners of the groups of a league play for the title afterwards.
        played_by.append(gettext("with a final of the group winners"))
    return [how, capital(dotted(*played_by))]


def weeks_of(terms: TournamentTerms) -> int:
    """Return how many weeks a tournament usually takes, at least 1."""
    return max(1, round(rules_of(terms).typical(terms) / WEEK))


def duration_lines(terms: TournamentTerms, now: Instant) -> list[str]:
    """Return how long a tournament usually takes, and when it ends at the latest.

    Give the latest end as a date if the start has one, or else in days after the start.
    """
    usual = ngettext(
        "⏳ It usually takes about {count} week.",
        "⏳ It usually takes about {count} weeks.",
        weeks_of(terms),
    )
    begins_at = terms.starts_at if terms.start_mode is StartMode.AT_A_TIME else None
    if begins_at is None:
        latest = ngettext(
            "It ends {count} day after the start at the latest: matches that are still open then "
            "are drawn.",
            "It ends {count} days after the start at the latest: matches that are still open then "
            "are drawn.",
            round((latest_end(terms, now) - now) / DAY),
        )
    else:
        latest = gettext(
            "It ends on {date} at the latest: matches that are still open then are drawn.",
            date=moment(latest_end(terms, max(begins_at, now)), "D"),
        )
    return [usual, f"-# {latest}"]


_CADENCES: Final = {
    Cadence.ONCE: N_("One season"),
    Cadence.CONTINUOUS: N_("Season after season"),
    Cadence.FOUR_WEEKS: N_("Every 4 weeks, or a week after the last match"),
    Cadence.SIX_WEEKS: N_("Every 6 weeks, or a week after the last match"),
    Cadence.EIGHT_WEEKS: N_("Every 8 weeks, or a week after the last match"),
}


def cadence_name(cadence: Cadence) -> str:
    """Return whether a league has one season, or how often a new one begins."""
    return translate(_CADENCES[cadence])


def start_line(tournament: Tournament, now: Instant) -> str:
    """Return when a tournament starts."""
    terms = tournament.terms
    match terms.start_mode:
        case StartMode.BY_HAND:
            return gettext("🗓️ {host} starts it.", host=mention(tournament.host))
        case StartMode.WHEN_FULL:
            return ngettext(
                "🗓️ It starts as soon as {count} player is in.",
                "🗓️ It starts as soon as {count} players are in.",
                terms.most_entrants,
            )
        case StartMode.AT_A_TIME:
            starts_at = terms.starts_at or now
            if starts_at <= now:
                return gettext("🗓️ It starts as soon as enough players are in.")
            date, soon = moment(starts_at, "f"), moment(starts_at)
            # Translators: the date comes first, then how long it is until then.
            return gettext("🗓️ It starts {date}, {moment}.", date=date, moment=soon)
        case _:
            assert_never(terms.start_mode)


def entrants_lines(field: TournamentField) -> list[str]:
    """Return the entrants of a tournament that has not begun, and those who wait for a place."""
    entered, waiting = field.entered, field.waiting
    count = gettext(
        "**In: {count} of {most}**", count=len(entered), most=field.tournament.terms.most_entrants
    )
    lines = [count, _names(entered) or gettext("No one yet. Be the first!")]
    if waiting:
        lines += [gettext("**Waiting for a place: {count}**", count=len(waiting)), _names(waiting)]
    return lines


def _names(entrants: Sequence[Entrant]) -> str:
    return one_by_one([mention(each.user) for each in entrants[:MOST_NAMED]])


def groups_counted(entrants: int, size: int) -> str:
    """Return how many groups there are."""
    return ngettext("{count} group", "{count} groups", len(group_sizes(entrants, size)))


def players_counted(number: int) -> str:
    """Return how many players there are."""
    return ngettext("{count} player", "{count} players", number)


def group_name(field: TournamentField, group: GroupNumber) -> str:
    """Return the name of a group, or of the final; empty if there is only one group."""
    if group == FINALS:
        return round_name(FINAL)
    return gettext("Group {number}", number=group) if len(field.groups) > 1 else ""


def standing_line(field: TournamentField, standing: GroupStanding, standings: Standings) -> str:
    """Return an entrant's line in the standings: place, points, and the places still possible."""
    place = f"**{standing.place}.**"
    if standings.is_finished and standing.place in MEDALS:
        place = MEDALS[standing.place]
    player = mention(field.entrant(standing.entrant).user)
    parts = [f"{place} {player} **{score_name(standing.points)}**"]
    if standing.withdrawal is not None:
        parts.append(out_name())
    elif not standings.is_finished:
        parts.append(range_name(standing.can_finish))
    return one_by_one(parts)


def annulled_line(field: TournamentField, entrant: EntrantId) -> str:
    """Return the line of an entrant whose results do not count."""
    text = gettext(
        "{player} is out, and their results don't count.",
        player=mention(field.entrant(entrant).user),
    )
    return f"-# {text}"


def still_open(field: TournamentField, group: GroupNumber) -> str:
    """Return how many matches of a group are still open."""
    count = sum(each.leg.is_open for each in field.pairings_in(group))
    if not count:
        return gettext("All matches are over.")
    return ngettext("{count} match is still open.", "{count} matches are still open.", count)


def results_line(
    field: TournamentField, entrant: EntrantId, legs: Sequence[Leg], annulled: Sequence[EntrantId]
) -> str:
    """Return the results of an entrant against the others in words; empty without any."""
    won, drawn, lost, playing = list[str](), list[str](), list[str](), list[str]()
    for leg in legs:
        if not leg.has(entrant) or leg.opponent_of(entrant) in annulled:
            continue
        opponent = mention(field.entrant(leg.opponent_of(entrant)).user)
        if leg.is_open:
            playing.append(opponent)
        elif leg.counts:
            {1.0: won, 0.5: drawn, 0.0: lost}[leg.points_of(entrant)].append(opponent)
    parts = []
    if won:
        parts.append(gettext("won against {players}", players=all_of(won)))
    if drawn:
        parts.append(gettext("drew with {players}", players=all_of(drawn)))
    if lost:
        parts.append(gettext("lost to {players}", players=all_of(lost)))
    if playing:
        parts.append(gettext("plays {players}", players=all_of(playing)))
    if not parts:
        return ""
    player = mention(field.entrant(entrant).user)
    # Translators: {results} is as "won against @Ada, lost to @Ben and @Cleo".
    return gettext("{player}: {results}", player=player, results=one_by_one(parts))


def own_match_line(own: OwnMatch, entrant: Entrant, user: UserId, link: str | None) -> str:
    """Return the line about one of a user's matches in a tournament."""
    opponent, leg, match = mention(own.opponent.user), own.pairing.leg, own.match
    where = "" if match is None or link is None else f"[#{match.id}]({link})"
    if not leg.is_open:
        result = _result(leg, entrant.id)
        if not where:
            return gettext("- {opponent}: {result}", opponent=opponent, result=result)
        return gettext(
            "- {opponent}: {result} · {match}", opponent=opponent, result=result, match=where
        )
    if match is None or not where:
        return gettext("- {opponent}: begins soon", opponent=opponent)
    time = time_in_short(match)
    if match.to_move == user and time is not None:
        # Translators: {time} is as "time runs out in 3 days".
        return gettext(
            "- {opponent}: **your turn**, {time} · {match}",
            opponent=opponent,
            time=time,
            match=where,
        )
    if match.to_move == user:
        return gettext("- {opponent}: **your turn** · {match}", opponent=opponent, match=where)
    return gettext("- {opponent}: their turn · {match}", opponent=opponent, match=where)


def _result(leg: Leg, entrant: EntrantId) -> str:
    if not leg.counts:
        return gettext("doesn't count")
    return {1.0: gettext("you won"), 0.5: gettext("drawn"), 0.0: gettext("you lost")}[
        leg.points_of(entrant)
    ]


def too_few_entered(field: TournamentField) -> bool:
    """Return whether a tournament has not begun and too few players have entered it."""
    return field.tournament.begun_at is None and len(field.entered) < FEWEST_ENTRANTS


def waiting_text(entrant: Entrant) -> str:
    """Return why an entrant waits for a place in a tournament that has begun."""
    if entrant.seed is None:
        return gettext(
            "All places are taken, so you wait for one. One may become free in the first three "
            "days."
        )
    return gettext(
        "The groups could not be filled, so you wait for a place. One may become free in "
        "the first three days."
    )


_WHY_OUT: Final = {
    ExitReason.LEFT: N_("You're out of {name}."),
    ExitReason.TIME: N_("You're out of {name}: you ran out of time in two matches."),
    ExitReason.LEFT_SERVER: N_("You're out of {name}, as you left the server."),
    ExitReason.BANNED: N_("You're out of {name}, as you may not play in that server."),
    ExitReason.REMOVED: N_("You're out of {name}: its managers took you out."),
    ExitReason.NO_PLACE: N_("No place in {name} became free, so you no longer wait for one."),
}


def out_text(tournament: Tournament, why: ExitReason) -> str:
    """Return why a user is out of a tournament."""
    return translate(_WHY_OUT[why], name=f"**{name_of(tournament)}**")


_STATES: Final = {
    TournamentState.DRAFT: N_("not announced"),
    TournamentState.OPEN: N_("open for entries"),
    TournamentState.RUNNING: N_("under way"),
    TournamentState.ENDED: N_("over"),
    TournamentState.CALLED_OFF: N_("called off"),
}


def state_name(state: TournamentState) -> str:
    """Return the state of a tournament in words."""
    return translate(_STATES[state])


def champions_line(field: TournamentField, group: GroupNumber) -> str:
    """Return the line about the winner of a group, or about all who share the first place."""
    winners = [mention(field.entrant(each).user) for each in field.standings(group).winners]
    name = group_name(field, group)
    if name:
        return f"🥇 **{name}**: {all_of(winners)}"
    return f"🥇 {all_of(winners)}"


def champions_lines(field: TournamentField) -> list[str]:
    """Return lines about the winners of each group, or about the first three of a cup or final."""
    if not (field.tournament.terms.is_cup or field.is_final_begun):
        return [champions_line(field, group) for group in field.groups]
    return medal_lines(field, {each.id: mention(each.user) for each in field.entrants})


def medal_lines(field: TournamentField, names: Mapping[EntrantId, str]) -> list[str]:
    """Return the first three of a cup or a final, by those names."""
    lines = []
    for place, medal in MEDALS.items():
        users = [
            names[each.id]
            for each in field.entrants
            if (each.final_place if field.is_final_begun else each.place) == place
        ]
        if users:
            lines.append(f"{medal} {all_of(users)}")
    if field.bracket().champion is Vacancy.EMPTY:
        lines.insert(0, gettext("Both finalists are out, so there is no champion."))
    return lines


def group_winners_lines(field: TournamentField) -> list[str]:
    """Return lines about the winners of each group once the final has begun, or else nothing."""
    if not field.is_final_begun:
        return []
    return [
        f"**{group_name(field, group)}**: {all_of(winners)}"
        for group in field.groups
        if (winners := [mention(field.entrant(e).user) for e in field.standings(group).winners])
    ]


def finished_in(place: int, *, final: bool) -> str:
    """Return the sentence about a user's final place in a cup, or in the final of a league."""
    if place == 1 and final:
        return gettext("🥇 You've won the final!")
    if place == 1:
        return gettext("🥇 You've won the cup!")
    if place == 2:
        return gettext("🥈 You finish second.")
    if place == 3:
        return gettext("🥉 You finish third.")
    return gettext("You finish in place {place}.", place=place)
