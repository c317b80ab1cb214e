"""What follows when a match begins or changes: one ordered list, in the transaction of the change.

Whoever adds a consequence adds a line here. Each function belongs to its feature and knows no
other; what `standings` and `practice` do reads from the database, so it comes last, and takes the
statements of all the others along on its first trip.
"""

from typing import Final

from bot.features.boards import queries as board_queries
from bot.features.conditional.service import drop_plans, play_planned
from bot.features.matches.writer import Followups
from bot.features.moderation.service import Rated, Results, keep_reason
from bot.features.notifications.consequences import (
    notify_beginning,
    notify_challenger,
    notify_of_clock,
    notify_of_offers,
    notify_of_turn,
    notify_of_vacation,
)
from bot.features.people.departures import watch_players
from bot.features.practice.ratings import find_practice_result, rate_practice, voiding_practice
from bot.features.profiles.counting import count_later
from bot.features.standings.ratings import find_result, rate, voiding
from bot.features.time.outages import counts_from
from bot.features.time.service import start_clock
from bot.features.watching.service import notify_followers

FOLLOWUPS: Final = Followups(
    counts_from=counts_from,
    starts=start_clock,
    plays_on=play_planned,
    openings=(
        board_queries.insert_first,
        notify_beginning,
        watch_players,
    ),
    consequences=(
        board_queries.show_change,
        drop_plans,
        keep_reason,
        notify_of_clock,
        notify_of_vacation,
        notify_of_turn,
        notify_of_offers,
        notify_followers,
        count_later,
        rate,
        rate_practice,
    ),
)

OF_CHALLENGES: Final = (notify_challenger,)
"""What follows when a challenge is answered or runs out."""

RESULTS: Final = Results(
    between_people=Rated(find_result, voiding),
    against_bot=Rated(find_practice_result, voiding_practice),
)
"""How moderators void a match, by who has rated it."""
