"""Practice ratings after a match, as users see them: on its board, on its page, in a profile."""

from bot.features.standings.queries import Listing
from bot.game import Seat, legal_turns
from bot.match.identity import MatchId, UserId
from bot.match.terms import Measurement
from playground import Permission, Person, SeenMessage
from tests.kit.servers import add_member_with
from tests.kit.service_matches import mover_of
from tests.kit.tables import Table
from tests.play.practising import begin_practice

BROUGHT = "📏 Practice rating: 1 match so far; it takes a few more."


async def play_practice(
    table: Table,
    person: Person,
    winner: Seat = Seat.ORANGE,
    measured: Measurement = Measurement.YES,
    turns: int = 2,
) -> MatchId:
    """Play some turns against Biscuit in a channel, for both players; then the loser resigns.

    The bot takes its time, so it does not play by itself meanwhile.
    """
    services = table.services
    match = await begin_practice(table, person, measured=measured)
    for _ in range(turns):
        turn = next(each for each in legal_turns(match.position) if not each.wins)
        match = (await services.matches.play(mover_of(match), match.id, turn)).match
    await services.matches.resign(match.seats.user_of(winner.other), match.id)
    await table.pass_time(60)
    return match.id


def board_of(table: Table, person: Person, number: MatchId) -> SeenMessage:
    """Return the board of a match in the channel."""
    seen = person.look(table.playground.channel("games"))
    return [each for each in seen if f"#{number}" in each.text and each.pictures][-1]


async def wait_for_result(table: Table, person: Person, number: MatchId) -> SeenMessage:
    """Wait until the board shows that the match is over, and return it."""
    await table.playground.until(lambda: "resigned" in board_of(table, person, number).text)
    return board_of(table, person, number)


async def test_the_board_and_the_page_show_the_rating_change_of_practice(table: Table) -> None:
    ada = table.playground.person("ada")
    number = await play_practice(table, ada)
    assert f"-# {BROUGHT}" in (await wait_for_result(table, ada, number)).text.splitlines()
    games = table.playground.channel("games")
    page = await ada.command("match", channel=games, id=str(number))
    assert BROUGHT in page.text.splitlines()


async def test_points_of_an_unlisted_player_are_shown_only_to_them(table: Table) -> None:
    ada, bob = (table.playground.person(name) for name in ("ada", "bob"))
    await table.services.listings.put(UserId(ada.id), Listing.LEFT_OFF)
    number = await play_practice(table, ada)
    assert "📏 Practice" not in (await wait_for_result(table, ada, number)).text
    games = table.playground.channel("games")
    own = await ada.command("match", channel=games, id=str(number))
    others = await bob.command("match", channel=games, id=str(number))
    assert BROUGHT in own.text
    assert "📏 Practice" not in others.text
    assert "📏 **Practice, classic**" in (await ada.command("profile", channel=games)).text
    profile = await bob.command("profile", channel=games, member=ada)
    assert "Practice, classic" not in profile.text


async def test_a_moderator_voids_a_match_against_the_bot(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    number = await play_practice(table, ada)
    await wait_for_result(table, ada, number)
    games = playground.channel("games")
    mia = add_member_with(playground, "mia", Permission.MODERATE_MEMBERS)
    question = await mia.command("moderate void", channel=games, match=str(number))
    await mia.submit(question.form, {})
    await playground.until(lambda: "🚫 Void" in board_of(table, ada, number).text)
    assert "📏 Practice" not in board_of(table, ada, number).text
    profile = await ada.command("profile", channel=games)
    assert "Practice, classic" not in profile.text
    again = await mia.command("moderate void", channel=games, match=str(number))
    assert "is already void" in again.text
