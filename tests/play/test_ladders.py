"""A ladder by taps: opened, joined, challenged, accepted, rested on, left, managed."""

import pytest

from bot.features.ladders.ladder import LadderField, LadderId, RestReason
from bot.match.clock import DAY
from bot.match.identity import UserId
from cogs.wording import names
from playground import Answer, Person, SeenMessage
from playground.world import TextChannel
from tests.kit.ladder_cards import cards, open_full_ladder, open_ladder
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import four_members, show_everything_due

FIRST = LadderId(1)


def ladder_messages(table: Table, person: Person) -> list[SeenMessage]:
    """List the direct messages that a user got about a ladder."""
    seen = person.look(table.playground.world.direct_channel(person.user))
    return [each for each in seen if "🪜" in each.text]


async def challenge_on_card(
    table: Table, channel: TextChannel, person: Person, opponent: str
) -> Answer:
    """Challenge a player by the card."""
    [card] = cards(table, channel)
    panel = await person.press(card, "Challenge…")
    return await person.press(panel.shown, opponent)


async def ladder_of(table: Table) -> LadderField:
    return await table.services.ladders.find(FIRST)


async def ladder_order(table: Table) -> list[str]:
    """List the names of the players on the ladder, the top first."""
    field, named = (
        await ladder_of(table),
        {UserId(each.id): each.user.username for each in four_members(table)},
    )
    return [named[field.rung(each).user] for each in field.order]


async def test_a_ladder_is_opened_and_joined_by_its_card(table: Table) -> None:
    games = table.playground.channel("games")
    refused = await four_members(table)[1].command("ladder create", channel=games)
    assert "Manage Server" in refused.text
    nothing = await four_members(table)[1].command("ladder show", channel=games)
    assert "no such ladder" in nothing.text
    card = await open_full_ladder(table, games)
    [picture] = card.pictures
    assert "1: Ada, won 0, lost 0. 2: Bob" in str(picture.alt)
    again = await four_members(table)[0].press(card, "Join")
    assert "`/ladder leave` takes you off it" in again.text
    words = await four_members(table)[1].press(card, "As text")
    assert [f"<@{each.id}>" in words.text for each in four_members(table)] == [True] * 4
    second = await owner_of(table.playground).command("ladder create", channel=games)
    described = await owner_of(table.playground).submit(second.form, {})
    refused = await owner_of(table.playground).press(described.shown, "Open it here")
    assert "already" in refused.text


async def test_the_card_of_a_ladder_shows_who_joined_within_a_minute(table: Table) -> None:
    games = table.playground.channel("games")
    card = await open_ladder(table, games)
    assert "No one yet" in card.text
    ada, *others = four_members(table)
    await ada.press(card, "Join")
    await table.pass_time(5)
    assert "1: Ada" in str(cards(table, games)[0].pictures[0].alt)
    for person in others:
        await person.press(card, "Join")
    await table.pass_time(60)
    assert "4: Dan" in str(cards(table, games)[0].pictures[0].alt)


async def test_a_challenge_is_accepted_in_a_direct_message_and_won(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_full_ladder(table, games)
    ada, bob, _, dan = four_members(table)
    question = await challenge_on_card(table, games, dan, "2. Bob")
    assert f"You challenge <@{bob.id}>" in question.text
    await playground.until(lambda: ladder_messages(table, bob))
    [letter] = ladder_messages(table, bob)
    assert f"<@{dan.id}>, in place 4, challenges you, in place 2" in letter.text
    accepted = await bob.press(letter, "Accept")
    assert "Accepted: **#1** begins.\n" in accepted.text, "the letter says where the board comes"
    await show_everything_due(table)
    assert "You've accepted" in ladder_messages(table, bob)[0].text
    assert "Accept" not in ladder_messages(table, bob)[0].labels
    assert any("has accepted your challenge" in each.text for each in ladder_messages(table, dan))
    [challenge] = (await ladder_of(table)).challenges
    assert challenge.match is not None
    await table.services.matches.resign(UserId(bob.id), challenge.match)
    await show_everything_due(table)
    assert await ladder_order(table) == ["ada", "dan", "bob", "cleo"]
    assert any("You go from place 4 to **2**" in each.text for each in ladder_messages(table, dan))
    assert any("You go from place 2 to **3**" in each.text for each in ladder_messages(table, bob))
    shown = await dan.command("ladder show", channel=games)
    assert "You're in place **2** of 4, with 1 won and 0 lost" in shown.text
    assert shown.shown.labels[:1] == ["1. Ada"]
    assert ada.id


async def test_a_challenge_is_withdrawn_or_expires(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_full_ladder(table, games)
    ada, bob, _, dan = four_members(table)
    question = await challenge_on_card(table, games, dan, "2. Bob")
    await playground.until(lambda: ladder_messages(table, bob))
    withdrawn = await dan.press(question.shown, "Withdraw: Bob")
    assert "The challenge is withdrawn" in withdrawn.text
    await show_everything_due(table)
    assert "has withdrawn the challenge" in ladder_messages(table, bob)[0].text
    named = await bob.command("ladder challenge", channel=games, player="Ada")
    assert f"You challenge <@{ada.id}>" in named.text
    await table.pass_time(3.1 * DAY)
    await show_everything_due(table)
    assert await ladder_order(table) == ["bob", "ada", "cleo", "dan"]
    assert any("you two swap places" in each.text for each in ladder_messages(table, ada))


async def test_a_user_rests_plays_again_and_leaves(table: Table) -> None:
    games = table.playground.channel("games")
    card = await open_full_ladder(table, games)
    _, bob, cleo, _ = four_members(table)
    mine = await bob.press(card, "Challenge…")
    rested = await bob.press(mine.shown, "Rest")
    assert "You're resting" in rested.text
    rung = (await ladder_of(table)).on_it(UserId(bob.id))
    assert rung is not None
    assert rung.rests_why is RestReason.WISH
    refused = await cleo.command("ladder challenge", channel=games, player="Bob")
    assert "resting" in refused.text
    back = await bob.command("ladder rest", channel=games)
    assert "can be challenged again" in back.text
    confirmation = await bob.press(back.shown, "Leave")
    assert "only at its bottom" in confirmation.text
    stayed = await bob.press(confirmation.shown, "Stay")
    assert "You're in place 2 of 4" in stayed.text.replace("*", "")
    confirmation = await bob.press(stayed.shown, "Leave")
    left = await bob.press(confirmation.shown, "Leave the ladder")
    assert "You're off the ladder" in left.text
    assert await ladder_order(table) == ["ada", "cleo", "dan"]
    again = await bob.command("ladder join", channel=games, ladder="classic")
    assert "You're in place **4** of 4." in again.text
    question = await bob.command("ladder leave", channel=games)
    assert "Leave the ladder?" in question.text


async def test_actions_that_end_a_rest_say_so(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_full_ladder(table, games)
    _, bob, cleo, _ = four_members(table)
    rest_is_over = "Your rest is over: you can be challenged again."
    await bob.command("ladder rest", channel=games)
    asked = await bob.command("ladder challenge", channel=games, player="Ada")
    assert rest_is_over in asked.text
    assert "You're resting" not in asked.text
    rung = (await ladder_of(table)).on_it(UserId(bob.id))
    assert rung is not None
    assert rung.rests_why is None
    await bob.command("ladder rest", channel=games)
    withdrawn = await bob.press(asked.shown, "Withdraw: Ada")
    assert "The challenge is withdrawn" in withdrawn.text
    assert rest_is_over in withdrawn.text
    asked = await cleo.command("ladder challenge", channel=games, player="Bob")
    assert f"You challenge <@{bob.id}>" in asked.text
    assert "rest" not in asked.text
    await bob.command("ladder rest", channel=games)
    await playground.until(lambda: ladder_messages(table, bob))
    accepted = await bob.press(ladder_messages(table, bob)[-1], "Accept")
    assert "Accepted" in accepted.text
    assert rest_is_over in accepted.text


async def test_a_user_with_closed_direct_messages_is_asked_in_the_channel_in_its_language(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_full_ladder(table, games)
    _, bob, _, dan = four_members(table)
    bob.close_direct_messages()
    playground.world.set_locale(playground.server(), "de")
    await challenge_on_card(table, games, dan, "2. Bob")
    await playground.until(lambda: len(cards(table, games)) == 2)
    [_, question] = cards(table, games)
    asked = f"<@{bob.id}>: <@{dan.id}> auf Platz 4 fordert dich auf Platz 2 heraus"
    assert asked in question.text
    accepted = await bob.press(question, custom_id=question.buttons[0].custom_id)
    assert "Accepted" in accepted.text, "in his own language"
    await show_everything_due(table)
    assert "Du hast die Herausforderung von" in cards(table, games)[1].text


@pytest.mark.long
async def test_a_ladder_is_managed_by_one_panel(table: Table) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    await open_full_ladder(table, games)
    _, bob, cleo, _ = four_members(table)
    refused = await bob.command("ladder manage", channel=games)
    assert "Manage Server" in refused.text
    panel = await owner.command("ladder manage", channel=games)
    assert "4 players" in panel.text
    casual = await owner.press(panel.shown, "Make it casual")
    assert "casual" in casual.text
    [menu] = [each for each in casual.shown.selects if "manage-player" in each.custom_id]
    rung = (await ladder_of(table)).on_it(UserId(bob.id))
    assert rung is not None
    question = await owner.select(casual.shown, menu.custom_id, [str(rung.id)])
    assert f"Remove <@{bob.id}> from the ladder?" in question.text
    done = await owner.press(question.shown, "Remove")
    assert f"<@{bob.id}> is off the ladder. This counts from <t:" in done.text
    await show_everything_due(table)
    assert any("This counts from" in each.text for each in ladder_messages(table, bob))
    undone = await owner.press(done.shown, "Undo")
    assert "✅ Undone." in undone.text
    await challenge_on_card(table, games, cleo, "1. Ada")
    panel = await owner.command("ladder manage", channel=games)
    [menu] = [each for each in panel.shown.selects if "manage-challenge" in each.custom_id]
    how = await owner.select(panel.shown, menu.custom_id, ["1"])
    so = await owner.press(how.shown, "Cleo wins")
    sure = await owner.press(so.shown, "Decide it so")
    assert f"<@{cleo.id}> wins against" in sure.text
    closing = await owner.press(sure.shown, "Close the ladder")
    await owner.press(closing.shown, "Close it")
    await table.pass_time(1.01 * DAY)
    await show_everything_due(table)
    assert await ladder_order(table) == ["cleo", "ada", "bob", "dan"]
    assert "The ladder is closed" in cards(table, games)[0].text


async def test_of_several_ladders_the_chosen_one_is_managed(table: Table) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    for ruleset in ("classic", "rows"):
        asked = await owner.command("ladder create", channel=games)
        described = await owner.submit(asked.form, {"Ruleset": ruleset})
        done = await owner.press(described.shown, "Open it here")
        assert "The ladder is open" in done.text
    asked = await owner.command("ladder manage", channel=games)
    assert "Which ladder?" in asked.text
    [menu] = asked.shown.selects
    panel = await owner.select(asked.shown, menu.custom_id, ["2"])
    assert "Ladder: rows" in panel.text
    assert "Close the ladder" in panel.shown.labels


async def test_a_user_who_has_left_the_server_neither_joins_nor_challenges(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_full_ladder(table, games)
    _, bob, _, dan = four_members(table)
    await challenge_on_card(table, games, dan, "2. Bob")
    await playground.until(lambda: ladder_messages(table, bob))
    [letter] = ladder_messages(table, bob)
    shown = await bob.press(letter, "Show the ladder")
    left = await bob.press(shown.shown, "Leave")
    await bob.press(left.shown, "Leave the ladder")
    shown = await bob.press(letter, "Show the ladder")
    playground.world.leave(playground.server(), bob.user)
    refused = await bob.press(shown.shown, "Join")
    assert "You aren't in that server" in refused.text
    assert await ladder_order(table) == ["ada", "cleo", "dan"]


async def test_buttons_name_players_who_are_not_in_the_picture(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await open_ladder(table, games)
    crowd = [playground.add_person(f"zoe{at}", playground.server()) for at in range(10, 22)]
    for each in crowd:
        await table.services.ladders.join(UserId(each.id), FIRST, frozenset())
    shown = await crowd[-1].command("ladder show", channel=games)
    names.NAMES.clear()
    first = await crowd[-1].press(shown.shown, "Back")
    labels = first.shown.labels
    assert labels[:3] == ["9. Zoe18", "10. Zoe19", "11. Zoe20"]
