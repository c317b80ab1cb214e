"""The leaderboard as JSON, as `docs/endpoint.md` describes it."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from bot.features.standings.queries import Listing
from bot.match.identity import GuildId, UserId
from bot.match.terms import RATING_KINDS
from bot.services import Services
from bot.web.tables import ON_A_PAGE
from tests.kit.clocks import StandingClock
from tests.kit.leaderboard_pages import (
    LeaderboardServer,
    erase_user,
    insert_ratings,
    insert_seasons,
    publish,
)
from tests.kit.matches import NOON
from tests.kit.ratings import PEOPLE, rated_match

MOMENT = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
COUNT = {"type": "integer", "minimum": 0}


def exactly(**properties: Any) -> dict[str, Any]:
    """Describe an object that has these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SERVER = exactly(id={"type": "string", "pattern": "^[0-9]+$"}, name={"type": ["string", "null"]})
SEASON = {
    "number": {"type": "integer", "minimum": 1},
    "began_at": MOMENT,
    "ended_at": {"anyOf": [MOMENT, {"type": "null"}]},
}
PLAYER = exactly(
    place={"type": "integer", "minimum": 1},
    name={"type": ["string", "null"]},
    former={"type": "boolean"},
    left={"type": "boolean"},
    points={"type": "integer"},
    deviation=COUNT,
    provisional={"type": "boolean"},
    won=COUNT,
    drawn=COUNT,
    lost=COUNT,
)
LEADERBOARD = exactly(
    server=SERVER,
    ruleset={"enum": list(RATING_KINDS)},
    season={"anyOf": [exactly(**SEASON), {"type": "null"}]},
    ranked=COUNT,
    after=COUNT,
    players={"type": "array", "items": PLAYER, "maxItems": ON_A_PAGE},
    next={"type": ["string", "null"]},
)
SEASONS = exactly(
    server=SERVER,
    seasons={
        "type": "array",
        "items": exactly(**SEASON, rulesets={"type": "array", "items": {"type": "string"}}),
    },
)


async def leaderboard(served: LeaderboardServer, asked: str = "", guild: int = 7) -> Any:
    answer = await served.ask(f"/servers/{guild}/leaderboard.json{asked}")
    assert answer.status == 200, answer.text
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    jsonschema_rs.validate(LEADERBOARD, answer.figures)
    return answer.figures


async def test_the_current_season_has_places_and_figures(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_seasons(path, (NOON - 900, NOON - 300), (NOON - 300, None))
    insert_ratings(path, [1512, 1700, 1512, 1400], scope=2)
    served.names.people[UserId(1002)] = "Ada <3"
    figures = await leaderboard(served)
    assert figures["server"] == {"id": "7", "name": "The <Cattery>"}
    assert (figures["ruleset"], figures["ranked"], figures["next"]) == ("classic", 4, None)
    assert figures["season"] == {
        "number": 2,
        "began_at": "2027-01-15T07:55:00Z",
        "ended_at": None,
    }
    assert [each["place"] for each in figures["players"]] == [1, 2, 2, 4]
    assert figures["players"][0] == {
        "place": 1,
        "name": "Ada <3",
        "former": False,
        "left": False,
        "points": 1700,
        "deviation": 120,
        "provisional": True,
        "won": 9,
        "drawn": 1,
        "lost": 4,
    }
    assert figures["players"][1]["name"] is None
    assert figures["players"][1]["provisional"] is False


async def test_seasons_and_all_time_are_found_by_their_names(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_seasons(path, (NOON - 900, NOON - 300), (NOON - 300, None))
    insert_ratings(path, [1600], scope=0)
    insert_ratings(path, [1700], scope=1)
    points = {}
    for asked in ("all", "1", "2", "now"):
        figures = await leaderboard(served, f"?season={asked}")
        number = figures["season"] and figures["season"]["number"]
        points[asked] = (number, [each["points"] for each in figures["players"]])
    assert points == {
        "all": (None, [1600]),
        "1": (1, [1700]),
        "2": (2, []),
        "now": (2, []),
    }
    assert (await leaderboard(served, "?season=all&ruleset=scarce"))["players"] == []


async def test_the_links_to_the_next_page_lead_through_all_players(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1300 + number // 2 for number in range(2 * ON_A_PAGE + 20)])
    places: list[int] = []
    asked = "leaderboard.json?season=all"
    while asked:
        answer = await served.ask(f"/servers/7/{asked}")
        jsonschema_rs.validate(LEADERBOARD, answer.figures)
        places += [each["place"] for each in answer.figures["players"]]
        asked = answer.figures["next"]
    assert len(places) == 2 * ON_A_PAGE + 20
    assert places == [number - number % 2 + 1 for number in range(len(places))]
    beyond = await leaderboard(served, f"?season=all&after={5 * ON_A_PAGE}")
    assert (beyond["players"], beyond["next"]) == ([], None)


async def test_unlisted_users_are_omitted_and_former_players_have_no_name(
    services: Services, path: Path, served: LeaderboardServer
) -> None:
    await publish(services)
    insert_ratings(path, [1600, 1500, 1400])
    served.names.people.update({UserId(1000 + key): f"Name {key}" for key in (1, 2, 3)})
    await services.listings.put(UserId(1002), Listing.LEFT_OFF)
    erase_user(path, 1003)
    figures = await leaderboard(served, "?season=all")
    assert figures["ranked"] == 2
    assert [each["points"] for each in figures["players"]] == [1600, 1400]
    first, last = figures["players"]
    assert (first["name"], first["former"]) == ("Name 1", False)
    assert (last["name"], last["former"]) == (None, True)


async def test_no_answer_has_the_id_of_a_user(
    services: Services, clock: StandingClock, served: LeaderboardServer
) -> None:
    await publish(services)
    chance = Random(11)
    people = [UserId(500_000_000_000_000_000 + number) for number in range(3)]
    for loser, winner in ((0, 1), (1, 2), (0, 2)):
        await rated_match(services, chance, people[loser], people[winner])
    clock.advance(60)
    for path in ("leaderboard.json", "leaderboard", "seasons.json"):
        answer = await served.ask(f"/servers/7/{path}")
        assert answer.status == 200
        assert "50000000000000" not in answer.text
    assert len((await leaderboard(served))["players"]) == 3


async def test_a_server_before_its_first_rated_match_has_an_empty_leaderboard(
    services: Services, served: LeaderboardServer
) -> None:
    await publish(services)
    figures = await leaderboard(served)
    assert (figures["season"], figures["ranked"], figures["players"]) == (None, 0, [])


async def test_seasons_are_listed_with_their_rulesets(
    services: Services, clock: StandingClock, served: LeaderboardServer
) -> None:
    await publish(services)
    await rated_match(services, Random(12), PEOPLE[0], PEOPLE[1])
    clock.advance(60)
    await services.seasons.end(GuildId(7))
    answer = await served.ask("/servers/7/seasons.json")
    jsonschema_rs.validate(SEASONS, answer.figures)
    first, second = answer.figures["seasons"]
    assert first == {
        "number": 1,
        "began_at": "2027-01-15T08:00:00Z",
        "ended_at": "2027-01-15T08:01:00Z",
        "rulesets": ["classic"],
    }
    assert (second["number"], second["ended_at"], second["rulesets"]) == (2, None, [])


@pytest.mark.parametrize("page", ["leaderboard", "leaderboard.json", "seasons.json"])
async def test_a_server_without_publication_looks_like_an_unknown_one(
    services: Services, path: Path, served: LeaderboardServer, page: str
) -> None:
    insert_ratings(path, [1600, 1500])
    refused = await served.ask(f"/servers/7/{page}")
    unknown = await served.ask(f"/servers/8/{page}")
    assert refused.status == unknown.status == 404
    text = re.sub("(&#x27;|')7(&#x27;|')", r"\g<1>8\g<2>", refused.text)
    assert text == unknown.text
    await publish(services)
    assert (await served.ask(f"/servers/7/{page}")).status == 200
    assert (await served.ask(f"/servers/8/{page}")).status == 404


def test_the_examples_in_the_documentation_fit_the_schema() -> None:
    text = (Path(__file__).parents[2] / "docs" / "endpoint.md").read_text(encoding="utf-8")
    example, every = (
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    )
    jsonschema_rs.validate(LEADERBOARD, example)
    jsonschema_rs.validate(SEASONS, every)
