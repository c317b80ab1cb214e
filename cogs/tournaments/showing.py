"""Tournaments for the web: tables and brackets in words, without users' ids."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.app import BoopBot
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.standings import GroupStanding, Standings
from bot.features.tournaments.tournament import (
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentState,
)
from bot.match.identity import GuildId, MatchId
from bot.text import gettext
from bot.web.competitions import CompetitionView, GameView, GroupView, PlaceView, RoundView
from bot.web.pages import PageLink
from cogs.tournaments.bracket import pairing_text, round_name
from cogs.tournaments.crosstable import out_name, range_name
from cogs.tournaments.wording import (
    dotted,
    group_name,
    medal_lines,
    plain_name_of,
    players_counted,
    state_name,
    terms_lines,
)
from cogs.wording.names import KnownNames, unnamed_player
from cogs.wording.phrases import capital, score_name

MOST_LINKED: Final = 10
"""How many tournaments a leaderboard links to."""
RUNNING: Final = "…"
"""The score of a match that is not over."""


async def address_of(bot: BoopBot, tournament: Tournament) -> str | None:
    """Return the URL of a tournament's page, if the server publishes its tables on the web."""
    guild = tournament.place.guild
    if bot.public_url is None or await bot.services.public_tables.is_indexed(guild) is None:
        return None
    return f"{bot.public_url}/servers/{guild}/leaderboard/tournaments/{tournament.id}"


class TournamentPages:
    """Finds tournaments for the web."""

    def __init__(self, bot: BoopBot, names: KnownNames) -> None:
        self._bot = bot
        self._names = names

    async def listed(self, guild: GuildId) -> Sequence[PageLink]:
        """Return up to `MOST_LINKED` links: to open and running tournaments, then to the latest."""
        tournaments = await self._bot.services.tournaments.listed(guild)
        return [
            PageLink(str(each.id), plain_name_of(each), capital(state_name(each.state)))
            for each in tournaments[:MOST_LINKED]
        ]

    async def find(self, guild: GuildId, number: int) -> CompetitionView | None:
        """Return a tournament of a server; None if it does not exist or is a draft."""
        services = self._bot.services
        try:
            field = await services.tournaments.find(TournamentId(number), guild)
        except NoSuchTournament:
            return None
        if field.tournament.state is TournamentState.DRAFT:
            return None
        named = await services.pages.named([each.user for each in field.entrants])
        over = [
            each.match for each in field.pairings if each.match is not None and not each.leg.is_open
        ]
        slugs = await services.pages.linked_among(guild, over)
        names = {each.id: self._names.shown(each.user, named) for each in field.entrants}
        return _TournamentTables(field, names, slugs).view()


@dataclass(frozen=True, slots=True)
class _TournamentTables:
    """A tournament, the names of its entrants, and the slugs of its matches with a page."""

    field: TournamentField
    names: Mapping[EntrantId, str]
    slugs: Mapping[MatchId, str]

    def view(self) -> CompetitionView:
        field = self.field
        tournament = field.tournament
        entered = field.entered if not field.groups else field.entrants
        state = dotted(capital(state_name(tournament.state)), players_counted(len(entered)))
        has_bracket = bool(field.groups) and (tournament.terms.is_cup or field.is_final_begun)
        is_over = tournament.state is TournamentState.ENDED
        champions = medal_lines(field, self.names) if has_bracket and is_over else []
        return CompetitionView(
            plain_name_of(tournament),
            (state, *champions, *terms_lines(tournament.terms)),
            tuple(self._rounds()) if has_bracket else (),
            () if tournament.terms.is_cup else tuple(map(self._group, field.groups)),
            has_unnamed=unnamed_player() in self.names.values(),
        )

    def _rounds(self) -> Iterator[RoundView]:
        bracket = self.field.bracket()
        third = () if bracket.third_place is None else ((bracket.third_place,),)
        by_leg = {each.leg: each for each in self.field.pairings_in(self.field.tables[0])}
        for pairings in (*bracket.rounds, *third):
            entries = tuple(
                (
                    sentence,
                    tuple(
                        self._game(by_leg[leg], *pairing.entrants)
                        for leg in pairing.legs
                        if pairing.entrants is not None and (leg.is_open or leg.counts)
                    ),
                )
                for pairing in pairings
                if (sentence := pairing_text(pairing, self.names))
            )
            if entries:
                yield RoundView(round_name(pairings[0].slot), entries)

    def _group(self, group: GroupNumber) -> GroupView:
        standings = self.field.standings(group)
        order = [*(each.entrant for each in standings.places), *standings.annulled]
        places = [
            PlaceView(
                str(each.place),
                self.names[each.entrant],
                score_name(each.points),
                _note(each, standings),
                self._games(group, each.entrant, order, standings),
            )
            for each in standings.places
        ]
        places += [
            PlaceView("", self.names[each], "", out_name(), ((),) * len(order))
            for each in standings.annulled
        ]
        # Translators: columns of the table of a tournament: what a player has scored, and the
        # places in which they can end, as "places 1–3".
        heads = gettext("Points"), gettext("Can still finish in")
        return GroupView(group_name(self.field, group), *heads, tuple(places))

    def _games(
        self,
        group: GroupNumber,
        entrant: EntrantId,
        order: Sequence[EntrantId],
        standings: Standings,
    ) -> tuple[tuple[GameView, ...], ...]:
        between: dict[EntrantId, list[GameView]] = {each: [] for each in order}
        for own in sorted(self.field.pairings_in(group), key=lambda each: each.leg.number):
            leg = own.leg
            if leg.has(entrant) and leg.opponent_of(entrant) not in standings.annulled:
                opponent = leg.opponent_of(entrant)
                if leg.is_open and own.match is not None:
                    between[opponent].append(GameView(RUNNING, "", None))
                elif leg.counts:
                    score = score_name(leg.points_of(entrant))
                    between[opponent].append(self._game_view(own, score, entrant, opponent))
        return tuple(tuple(between[each]) for each in order)

    def _game(self, own: GroupLeg, upper: EntrantId, lower: EntrantId) -> GameView:
        if own.leg.is_open:
            return GameView(RUNNING, "", None)
        scores = [score_name(own.leg.points_of(each)) for each in (upper, lower)]
        return self._game_view(own, "–".join(scores), upper, lower)

    def _game_view(self, own: GroupLeg, score: str, one: EntrantId, other: EntrantId) -> GameView:
        against = gettext("{orange} against {gray}", orange=self.names[one], gray=self.names[other])
        slug = None if own.match is None else self.slugs.get(own.match)
        return GameView(score, against, slug)


def _note(standing: GroupStanding, standings: Standings) -> str:
    if standing.withdrawal is not None:
        return out_name()
    return "" if standings.is_finished else range_name(standing.can_finish)
