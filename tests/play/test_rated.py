"""Rated matches: the points at stake, the points won, and voided results."""

import pytest

from bot.features.moderation.queries import ModeratorAction
from bot.features.standings.queries import Listing
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import UserId
from bot.match.terms import Stakes
from playground import Permission, Person, SeenMessage
from playground.interactions.interaction import Deferral
from tests.kit.matches import shuttle_turns
from tests.kit.rated_matches import beat, play_on
from tests.kit.server_matches import ServerMatch, decline, start_match
from tests.kit.servers import add_member_with, guild_of
from tests.kit.tables import Table

RATINGS = "-# 📈 Ratings: "


def line(message: SeenMessage, mark: str) -> str:
    """Return the only line of a message that begins with this mark."""
    [found] = [each for each in message.text.splitlines() if each.startswith(mark)]
    return found


async def play_to_resignation(table: Table, turns: int = FEWEST_TURNS) -> ServerMatch:
    """Play that many turns in a thread; then gray resigns."""
    playground = table.playground
    server_match = await start_match(playground, turns=shuttle_turns(turns))
    question = await server_match.gray.command("resign", channel=server_match.place)
    await server_match.gray.press(question.shown, "Resign")
    await playground.until(lambda: "resigned" in server_match.board().text)
    return server_match


async def test_a_rated_challenge_to_a_friend_says_what_is_at_stake_for_both(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    await beat(table, ada, bob)
    await beat(table, ada, playground.person("cleo"))
    offered = await ada.command("challenge", channel=games, opponent=bob)
    at_stake = line(offered.shown, "📈")
    assert at_stake.startswith(f"📈 For a win, a draw or a loss: <@{ada.id}> +")
    assert "±0" not in at_stake
    declined = await decline(bob, offered.shown)
    assert "📈" not in declined.text
    casual = await ada.command("challenge", channel=games, opponent=bob, stakes="casual")
    assert "📈" not in casual.text
    assert "📈" not in (await ada.command("challenge", channel=games)).text


async def test_no_numbers_are_shown_before_a_user_is_rated(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    await beat(table, ada, bob)
    for challenger, friend in ((ada, cleo), (cleo, ada)):
        offered = await challenger.command(
            "challenge", channel=games, opponent=friend, stakes="rated"
        )
        assert "Rated" in offered.text
        assert "📈" not in offered.text
    # A short match is not rated, so cleo has no rating yet.
    await beat(table, playground.person("dov"), cleo, turns=2)
    offered = await cleo.command("challenge", channel=games, opponent=bob, stakes="rated")
    assert "📈" not in offered.text


@pytest.mark.long
async def test_a_first_match_is_casual_unless_rated_is_chosen(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    await beat(table, ada, bob)

    async def stakes(challenger: Person, **options: object) -> Stakes:
        offered = await challenger.command("challenge", channel=games, **options)
        challenges = await table.services.challenges.open_of(UserId(challenger.id), guild_of(table))
        assert not offered.shown.ephemeral
        return max(
            (each.challenge for each in challenges.made), key=lambda made: made.id
        ).terms.stakes

    assert await stakes(ada, opponent=bob) is Stakes.RATED
    assert await stakes(bob) is Stakes.RATED
    assert await stakes(ada, opponent=cleo) is Stakes.CASUAL
    assert await stakes(cleo, opponent=bob) is Stakes.CASUAL
    assert await stakes(cleo) is Stakes.CASUAL
    assert await stakes(cleo, opponent=bob, stakes="rated") is Stakes.RATED

    for chosen in ("rated", "casual"):
        form = await ada.press((await ada.command("help", channel=games)).shown, "Challenge")
        terms = {"Who?": bob, "stakes": chosen, "Ruleset": "rows"}
        offered = await ada.submit(form.form, terms)
        assert f"**{chosen.capitalize()}:**" in offered.text
        await ada.press(offered.shown, "Withdraw")

    dov, words = playground.person("dov"), "It's casual, since it is <@{}>'s first match."
    for said, is_casual in (({}, True), ({"stakes": "rated"}, False)):
        offered = await ada.command("challenge", channel=games, **said)
        accepted = await dov.press(offered.shown, "Accept")
        assert (words.format(dov.id) in accepted.text) is is_casual


async def test_the_board_shows_the_rating_changes_of_a_rated_match(table: Table) -> None:
    direct_match = await play_to_resignation(table)
    ada, bob = direct_match.orange, direct_match.gray
    assert line(direct_match.board(), RATINGS) == (
        f"{RATINGS}<@{ada.id}> 1500? → **1662?** and <@{bob.id}> 1500? → **1338?**"
    )


async def test_a_short_match_says_that_ratings_do_not_change(table: Table) -> None:
    direct_match = await play_to_resignation(table, turns=FEWEST_TURNS - 2)
    assert "Ratings don't change: fewer than 6 turns were played." in direct_match.board().text
    assert RATINGS not in direct_match.board().text


@pytest.mark.long
async def test_a_moderator_voids_a_match_after_a_question(table: Table) -> None:
    direct_match = await play_to_resignation(table)
    playground, number = table.playground, direct_match.number
    games = playground.channel("games")
    mia = add_member_with(playground, "mia", Permission.MODERATE_MEMBERS)
    suggested = await mia.autocomplete("moderate void", "match", "", channel=games)
    assert [each.value for each in suggested] == [str(number)]
    question = await mia.command("moderate void", channel=games, match=str(number))
    assert f"Void #{number}" in question.form.title
    assert "no longer counts for ratings" in question.form.text
    assert RATINGS in direct_match.board().text
    done = await mia.submit(question.form, {"reason": "played for show"})
    assert isinstance(done.outcome, Deferral)
    words = await done.final()
    assert words.ephemeral
    assert "no longer counts for ratings, and its board says so" in words.text
    await playground.until(lambda: "🚫 Void: a moderator ruled" in direct_match.board().text)
    assert RATINGS not in direct_match.board().text
    await playground.until(lambda: len(direct_match.boards()) == 1)
    [entry] = (await table.services.moderation.log(guild_of(table), 0)).entries
    assert (entry.action, entry.match) == (ModeratorAction.VOIDED_MATCH, number)
    log = await mia.command("moderate log", channel=games)
    assert f"<@{mia.id}> voided **#{number}**, which no longer counts for ratings: “" in log.text
    again = await mia.command("moderate void", channel=games, match=str(number))
    assert "is already void" in again.text
    late = await mia.submit(question.form, {})
    assert "is already void" in late.text
    assert await mia.autocomplete("moderate void", "match", "", channel=games) == ()


async def test_a_match_that_goes_on_and_one_of_another_server_are_not_voided(
    table: Table,
) -> None:
    playground = table.playground
    games = playground.channel("games")
    match = await play_on(table, playground.person("ada"), playground.person("bob"), 6)
    mia = add_member_with(playground, "mia", Permission.MODERATE_MEMBERS)
    answer = await mia.command("moderate void", channel=games, match=str(match.id))
    assert "isn't over, so it hasn't counted" in answer.text
    answer = await mia.command("moderate void", channel=games, match="99")
    assert "There is no match **#99**" in answer.text


async def test_points_of_an_unlisted_player_are_shown_only_to_both_players(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    await table.services.listings.put(UserId(bob.id), Listing.LEFT_OFF)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    assert "📈" not in offered.shown.text
    await decline(bob, offered.shown)
    direct_match = await play_to_resignation(table)
    assert RATINGS not in direct_match.board().text
    for person, sees in ((ada, True), (bob, True), (cleo, False)):
        answer = await person.command("match", channel=games, id=str(direct_match.number))
        assert f"Match #{direct_match.number}" in answer.text
        assert ("Rating: " in answer.text) is sees
