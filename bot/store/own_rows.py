"""All that is kept of one person, table by table, for them to take along.

Nothing of others but what a match shows that both played: not whom they block or what they plan,
nor who blocks this person. `docs/privacy.md` says what each of these is.
"""

from collections.abc import AsyncIterable, Callable, Mapping
from sqlite3 import Row
from typing import Final

from bot.store.database import QUERIES

Ask = Callable[..., AsyncIterable[Row]]
"""Asks over a connection for up to `most` rows of `user_id`, but for the first `skip`."""

OWN: Final[Mapping[str, Ask]] = {
    "preferences": lambda connection, **asked: QUERIES.own_preferences(connection, **asked),
    "rules_told": lambda connection, **asked: QUERIES.own_rules_told(connection, **asked),
    "closed_direct_messages": lambda connection, **asked: QUERIES.own_closed_direct_messages(
        connection, **asked
    ),
    "blocks": lambda connection, **asked: QUERIES.own_blocks(connection, **asked),
    "vacations": lambda connection, **asked: QUERIES.own_vacations(connection, **asked),
    "members": lambda connection, **asked: QUERIES.own_members(connection, **asked),
    "bars": lambda connection, **asked: QUERIES.own_bars(connection, **asked),
    "followers": lambda connection, **asked: QUERIES.own_followers(connection, **asked),
    "challenges": lambda connection, **asked: QUERIES.own_challenges(connection, **asked),
    "matches": lambda connection, **asked: QUERIES.own_matches(connection, **asked),
    "turns": lambda connection, **asked: QUERIES.own_turns(connection, **asked),
    "turns_taken_back": lambda connection, **asked: QUERIES.own_turns_taken_back(
        connection, **asked
    ),
    "plans": lambda connection, **asked: QUERIES.own_plans(connection, **asked),
    "hints": lambda connection, **asked: QUERIES.own_hints(connection, **asked),
    "beds": lambda connection, **asked: QUERIES.own_beds(connection, **asked),
    "notices": lambda connection, **asked: QUERIES.own_notices(connection, **asked),
    "notices_past": lambda connection, **asked: QUERIES.own_notices_past(connection, **asked),
    "moderations": lambda connection, **asked: QUERIES.own_moderations(connection, **asked),
    "moderations_by_you": lambda connection, **asked: QUERIES.own_moderations_by_you(
        connection, **asked
    ),
    "bars_by_you": lambda connection, **asked: QUERIES.own_bars_by_you(connection, **asked),
    "players": lambda connection, **asked: QUERIES.own_players(connection, **asked),
    "ratings": lambda connection, **asked: QUERIES.own_ratings(connection, **asked),
    "rating_steps": lambda connection, **asked: QUERIES.own_rating_steps(connection, **asked),
    "rated_results": lambda connection, **asked: QUERIES.own_rated_results(connection, **asked),
    "rating_pairs": lambda connection, **asked: QUERIES.own_rating_pairs(connection, **asked),
    "practice_ratings": lambda connection, **asked: QUERIES.own_practice_ratings(
        connection, **asked
    ),
    "practice_results": lambda connection, **asked: QUERIES.own_practice_results(
        connection, **asked
    ),
    "puzzle_attempts": lambda connection, **asked: QUERIES.own_puzzle_attempts(connection, **asked),
    "puzzle_streaks": lambda connection, **asked: QUERIES.own_puzzle_streaks(connection, **asked),
    "puzzles_seen": lambda connection, **asked: QUERIES.own_puzzles_seen(connection, **asked),
    "titles": lambda connection, **asked: QUERIES.own_titles(connection, **asked),
    "player_sums": lambda connection, **asked: QUERIES.own_player_sums(connection, **asked),
    "player_records": lambda connection, **asked: QUERIES.own_player_records(connection, **asked),
    "player_openings": lambda connection, **asked: QUERIES.own_player_openings(connection, **asked),
    "head_to_heads": lambda connection, **asked: QUERIES.own_head_to_heads(connection, **asked),
    "badges": lambda connection, **asked: QUERIES.own_badges(connection, **asked),
    "histories": lambda connection, **asked: QUERIES.own_histories(connection, **asked),
    "match_facts": lambda connection, **asked: QUERIES.own_match_facts(connection, **asked),
    "facts_owed": lambda connection, **asked: QUERIES.own_facts_owed(connection, **asked),
}
"""What asks for a person's rows, by the name that the file has for them."""
