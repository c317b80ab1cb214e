"""Who may challenge a user: everyone, people they know, or no one, with a list of exceptions."""

from bot.features.challenges.errors import TakesNoChallenges
from bot.match.identity import UserId
from cogs.core.actions import action_id
from cogs.wording.refusals import sentence
from playground import Answer, Person, SeenMessage, TextChannel
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table

MENU = "Block in boop"


def two_players(table: Table) -> tuple[Person, Person, TextChannel]:
    playground = table.playground
    return playground.person("ada"), playground.person("bob"), playground.channel("games")


async def open_panel(person: Person, channel: TextChannel) -> SeenMessage:
    """Open the panel from the preferences."""
    preferences = await person.command("preferences", channel=channel)
    opened = await person.press(preferences.shown, "Who can challenge me")
    assert opened.shown.ephemeral
    return opened.shown


def expect_neutral(answer: Answer, person: Person) -> None:
    """Require that a refusal does not reveal a block."""
    assert answer.shown.ephemeral
    assert answer.text == sentence(TakesNoChallenges(UserId(person.id)))


async def test_a_blocked_user_neither_challenges_nor_accepts_and_is_not_told_why(
    table: Table,
) -> None:
    ada, bob, games = two_players(table)
    to_anyone = await ada.command("challenge", channel=games)
    blocked = await ada.user_command(MENU, bob, channel=games)
    assert blocked.shown.ephemeral
    assert f"**Blocked (1):** <@{bob.id}>." in blocked.text
    assert not bob.notifications

    expect_neutral(await bob.command("challenge", channel=games, opponent=ada), ada)
    question = await bob.user_command("Challenge to boop", ada, channel=games)
    expect_neutral(await bob.submit(question.form, {"Who?": ada}), ada)
    refused = await bob.press(to_anyone.shown, "Accept")
    assert refused.shown.ephemeral
    assert f"You can't accept <@{ada.id}>'s challenge right now" in refused.text
    assert "block" not in refused.text.lower()
    accepted = await table.playground.person("cleo").press(to_anyone.shown, "Accept")
    assert "accepted: match **#1**" in accepted.text


async def test_the_list_of_blocks_is_shown_in_three_places_and_edited_there(table: Table) -> None:
    ada, bob, games = two_players(table)
    empty = await open_panel(ada, games)
    assert "**You haven't blocked anyone.**" in empty.text
    back = await ada.press(empty, "All preferences")
    assert "### Your preferences" in back.text
    assert "Who can challenge me" in back.shown.labels
    await ada.command("block", channel=games, member=bob)
    for shown in (
        (await ada.command("block", channel=games)).shown,
        await open_panel(ada, games),
        (
            await ada.press(
                (await ada.command("challenges", channel=games)).shown,
                custom_id=action_id("who-challenges"),
            )
        ).shown,
    ):
        assert f"**Blocked (1):** <@{bob.id}>." in shown.text
        (_, menu) = shown.selects
        assert [option.label for option in menu.options] == ["Bob"]
    freed = await ada.select(shown, action_id("unblock"), [str(bob.id)])
    assert "**You haven't blocked anyone.**" in freed.text
    offered = await bob.command("challenge", channel=games, opponent=ada)
    assert "challenges" in offered.text
    assert not offered.shown.ephemeral


async def test_users_cannot_block_themselves_or_bots(table: Table) -> None:
    ada, _, games = two_players(table)
    refused = await ada.command("block", channel=games, member=ada)
    assert "You can't block yourself" in refused.text
    refused = await ada.user_command(MENU, table.playground.world.bot, channel=games)
    assert "is a bot and challenges no one" in refused.text


async def test_a_user_is_reminded_of_their_block_when_they_challenge_and_lifts_it(
    table: Table,
) -> None:
    ada, bob, games = two_players(table)
    refused = await ada.command("unblock", channel=games, member=bob)
    assert f"<@{bob.id}>. `/block` lists whom you have" in refused.text
    await ada.command("block", channel=games, member=bob)
    refused = await ada.command("challenge", channel=games, opponent=bob)
    assert refused.shown.ephemeral
    assert f"You have blocked <@{bob.id}>. Use `/unblock`" in refused.text
    assert not bob.notifications
    freed = await ada.command("unblock", channel=games, member=bob)
    assert "**You haven't blocked anyone.**" in freed.text


async def test_a_user_can_refuse_challenges_from_strangers(table: Table) -> None:
    ada, bob, games = two_players(table)
    shown = await open_panel(ada, games)
    chosen = await ada.select(shown, action_id("take-challenges-from"), ["People I've played with"])
    assert chosen.shown.id == shown.id
    assert "**People you've played with.**" in chosen.text
    expect_neutral(await bob.command("challenge", channel=games, opponent=ada), ada)
    assert public_messages(bob.look(games)) == []

    offered = await ada.command("challenge", channel=games, opponent=bob)
    await bob.press(offered.shown, "Accept")
    again = await bob.command("challenge", channel=games, opponent=ada)
    assert not again.shown.ephemeral
    await bob.press(again.shown, "Withdraw")

    chosen = await ada.select(shown, action_id("take-challenges-from"), ["No one"])
    assert "**No one.**" in chosen.text
    expect_neutral(await bob.command("challenge", channel=games, opponent=ada), ada)
