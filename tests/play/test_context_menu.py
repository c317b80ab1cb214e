"""*Challenge to boop* in the menu of a member."""

from bot.match.identity import ChallengeId
from bot.match.terms import Starts
from playground import Reason
from tests.kit.server_matches import ANSWERS
from tests.kit.tables import Table

NAME = "Challenge to boop"


async def test_the_menu_of_a_member_asks_for_the_terms_before_they_are_challenged(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    form = (await ada.user_command(NAME, bob, channel=games)).form
    assert not bob.notifications, "a slip of the thumb pings no user"
    [who, *_] = form.json["components"]
    assert [int(each["id"]) for each in who["component"]["default_values"]] == [bob.id]
    offered = await ada.submit(form, {"Who?": bob})

    assert not offered.shown.ephemeral
    assert f"<@{ada.id}> challenges <@{bob.id}>" in offered.text
    assert "Who moves first is random" in offered.text
    assert offered.shown.labels == ANSWERS
    assert [ping.reason for ping in bob.notifications] == [Reason.MENTION]
    kept = (await table.services.challenges.find(ChallengeId(1))).challenge
    assert kept.terms.starts is Starts.RANDOM
    assert kept.note is None

    accepted = await bob.press(offered.shown, "Accept")
    assert "accepted: match **#1**" in accepted.text
