"""Refusals about tournaments."""

from dataclasses import dataclass

from bot.features.matches.errors import ServiceRefusal
from bot.match.identity import Instant
from bot.text import N_, NN_, Typed


class NoSuchTournament(ServiceRefusal):
    """There is no such tournament in the server."""

    message = N_("There is no such tournament here. `/tournament list` shows all.")


class NotAHost(ServiceRefusal):
    """The user may not make tournaments in the server."""

    message = N_(
        "You need the permission *Manage Server*, or the role for it, to make a tournament."
    )


@dataclass(eq=False, slots=True)
class EntryClosed(ServiceRefusal):
    """The tournament has begun or is over."""

    message = N_("{name} has begun already, so it is too late to enter.")

    name: Typed


@dataclass(eq=False, slots=True)
class EnteredAlready(ServiceRefusal):
    """The user is in the tournament."""

    message = N_("You're in {name} already. *Leave* takes you out.")

    name: Typed


@dataclass(eq=False, slots=True)
class WaitingAlready(ServiceRefusal):
    """The user waits for a place in the tournament."""

    message = N_("You wait for a place in {name} already. *Leave* takes you off the list.")

    name: Typed


@dataclass(eq=False, slots=True)
class NotEntered(ServiceRefusal):
    """The user is not in the tournament, or is out of it."""

    message = N_("You aren't in {name}.")

    name: Typed


class NoneEntered(ServiceRefusal):
    """The user is in no tournament of the server that they could leave."""

    message = N_("You aren't in a tournament here. `/tournament list` shows them all.")


@dataclass(eq=False, slots=True)
class ThroughAlready(ServiceRefusal):
    """The user has finished all their matches of the cup."""

    message = N_("You've played all your matches in {name}. Your place stays.")

    name: Typed


@dataclass(eq=False, slots=True)
class TooManyTournaments(ServiceRefusal):
    """The user is in as many tournaments of the server as are allowed."""

    message = NN_(
        "You're in {most} tournament here already, and that is the most at a time.",
        "You're in {most} tournaments here already, and that is the most at a time.",
        "most",
    )

    most: int


class BarredFromSeason(ServiceRefusal):
    """The user's results did not count in the last season, because they left it early."""

    message = N_("You left the last season early, so you can enter the one after this again.")


@dataclass(eq=False, slots=True)
class TooFewEntrants(ServiceRefusal):
    """The tournament cannot start yet."""

    message = NN_(
        "At least {fewest} player has to enter first.",
        "At least {fewest} players have to enter first.",
        "fewest",
    )

    fewest: int


@dataclass(eq=False, slots=True)
class TooManyMatchesAtOnce(ServiceRefusal):
    """The size of the groups and the legs make more matches than may begin at once."""

    message = NN_(
        "With these groups, at most {entrants} player can take part, as more would begin too many "
        "matches at once. Choose fewer players, smaller groups or one match of each pair.",
        "With these groups, at most {entrants} players can take part, as more would begin too "
        "many matches at once. Choose fewer players, smaller groups or one match of each pair.",
        "entrants",
    )

    entrants: int


class NoName(ServiceRefusal):
    """The name of the tournament has no visible character."""

    message = N_("Give the tournament a name.")


@dataclass(eq=False, slots=True)
class StartTooSoon(ServiceRefusal):
    """The chosen start has passed, or is too far away."""

    message = N_("Choose a start within the next 90 days, an hour from now at the earliest.")

    starts_at: Instant


class TournamentOver(ServiceRefusal):
    """The tournament is not running."""

    message = N_("That tournament is over.")


@dataclass(eq=False, slots=True)
class TooMuchLonger(ServiceRefusal):
    """The tournament would take too long."""

    message = N_("Give it 1 to 60 days more, and an end by {latest} at the latest.")

    latest: Instant
