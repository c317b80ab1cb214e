"""`/profile`: a member of this server, page by page."""

import pytest

from bot.features.profiles.service import KeepsToThemself
from bot.features.standings.queries import Listing
from bot.match.identity import UserId
from cogs.wording.refusals import sentence
from playground import Answer, Person
from tests.kit.many_matches import begin
from tests.kit.rated_matches import lose_match, play_some_matches
from tests.kit.tables import Table


async def profile(table: Table, person: Person, **options: object) -> Answer:
    return await person.command("profile", channel=table.playground.channel("general"), **options)


@pytest.mark.long
async def test_a_users_profile_has_ratings_and_streaks_and_can_be_shared(
    table: Table,
) -> None:
    await play_some_matches(table)
    ada, bob, cleo = table.members()
    answer = await profile(table, ada)
    assert answer.shown.ephemeral
    assert f"### <@{ada.id}>" in answer.text
    assert "6 matches here, 4–0–2 (won–drawn–lost)" in answer.text
    assert "**classic** **" in answer.text
    assert "season 1: **" in answer.text
    assert "Longest streak: **3 wins**" in answer.text
    [picture] = answer.shown.pictures
    assert picture.alt is not None
    assert picture.alt.startswith("The rating in classic over time: first 1")
    assert "highest" in picture.alt
    assert answer.shown.labels == ["Overview", "Record", "Matches"]
    record = await ada.press(answer.shown, "Record")
    assert record.shown.id == answer.shown.id
    lines = record.text.splitlines()
    assert "**classic** 4–0–2" in lines
    assert "🟠 orange 0–0–2 · ⚪ gray 4–0–0" in lines
    assert "**Won by** resignation 4" in lines
    assert "**Lost by** resignation 2" in lines
    assert any(line.startswith("Opens most often on **b1** (4×)") for line in lines)
    assert "Average time per turn: **1 hour**" in record.text
    assert "Against them" not in record.text
    assert record.shown.pictures == ()
    shared = await profile(table, ada, share=True)
    assert not shared.shown.ephemeral
    assert shared.shown.mentions == ()
    pressed = await bob.press(shared.shown, "Record")
    assert pressed.shown.ephemeral
    assert "**Against them,** you won 1, drew 0 and lost 3." in pressed.text
    matches = await bob.press(pressed.shown, "Against me")
    assert f"### Your matches against <@{ada.id}>" in matches.text
    assert len([line for line in matches.text.splitlines() if "**[#" in line]) == 4
    strangers = await bob.press((await profile(table, bob, member=cleo)).shown, "Record")
    assert "You two haven't finished a match here yet." in strangers.text


async def test_a_user_who_never_played_gets_a_friendly_sentence(table: Table) -> None:
    ada, bob, _ = table.members()
    await begin(table, ada, bob)
    mine, theirs = await profile(table, ada), await profile(table, ada, member=bob)
    assert "You haven't finished a match with another member here yet." in mine.text
    assert f"<@{bob.id}> hasn't finished a match with another member here yet." in theirs.text


@pytest.mark.long
async def test_a_user_who_is_left_off_leaderboards_shows_their_profile_to_themself_alone(
    table: Table,
) -> None:
    await play_some_matches(table)
    ada, bob, _ = table.members()
    before = await profile(table, ada, member=bob)
    await table.services.listings.put(UserId(bob.id), Listing.LEFT_OFF)
    for answer in (
        await profile(table, ada, member=bob),
        await ada.press(before.shown, "Record"),
        await ada.command(
            "history", channel=table.playground.channel("general"), member=bob, opponent=bob
        ),
    ):
        assert sentence(KeepsToThemself(UserId(bob.id))) in answer.text
    own = await profile(table, bob)
    assert "only you see this" in own.text
    assert len(own.shown.pictures) == 1
    shared = await profile(table, bob, share=True)
    assert shared.shown.ephemeral


async def test_short_and_called_off_matches_are_distinguished(table: Table) -> None:
    """A short match counts for the record and not for ratings; a called-off match for neither."""
    ada, bob, _ = table.members()
    await lose_match(table, bob, ada, turns=2)
    await begin(table, ada, bob)
    await table.pass_time(80 * 3600)
    answer = await profile(table, ada)
    assert "1 match here, 1–0–0" in answer.text
    assert "No rating yet" in answer.text
    assert answer.shown.pictures == ()
