"""**Other terms…**: answers to a challenge with other terms, until one player agrees."""

import pytest

from bot.game import Kind
from bot.match.clock import DAY, PerMove, Weekends
from bot.match.identity import ChallengeId, UserId
from bot.match.terms import Stakes, Terms, VenueKind
from playground import Answer, Permission, Person, Reason, SeenMessage
from playground.people.forms import SeenModal
from tests.kit.answers import current_message
from tests.kit.server_matches import ANSWERS, bot_role, challenge_friend, public_messages
from tests.kit.service_matches import due_challenges
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
FIRST, SECOND = "Who moves first", "Clocks on weekends (UTC)"


def address_of(table: Table, message: SeenMessage) -> str:
    server = table.playground.server().id
    return f"https://discord.com/channels/{server}/{message.channel_id}/{message.id}"


async def open_form(person: Person, challenge: SeenMessage) -> SeenModal:
    return (await person.press(challenge, "Other terms…")).form


async def offer_terms(person: Person, challenge: SeenMessage, **terms: str) -> Answer:
    """Answer a challenge with other terms, given by the names of the form's fields."""
    return await person.submit(await open_form(person, challenge), terms)


async def test_the_form_shows_the_friends_terms_and_refuses_the_same(
    table: Table,
) -> None:
    _, bob, offered = await challenge_friend(table, first="me", ruleset="rows", stakes="casual")
    form = await open_form(bob, offered.shown)
    assert form.title == "Other terms"
    chosen = {
        field.label: [option.label for option in field.options if option.is_default]
        for field in form.fields
    }
    assert chosen == {
        "Ruleset": ["rows"],
        "Time": ["3 days per move"],
        FIRST: ["Your opponent"],
        "Does it count for ratings?": ["No, casual"],
        SECOND: ["They run"],
    }
    assert "In a match by minutes, they always run" in form.text
    refused = await bob.submit(form, {})
    assert refused.shown.ephemeral
    assert "These are already the challenge's terms" in refused.text
    assert current_message(bob, offered.shown).buttons


async def test_a_counter_offer_shows_the_changed_terms_and_the_match_is_played_by_them(
    table: Table,
) -> None:
    ada, bob, offered = await challenge_friend(table, first="me", where="channel")
    counter = await offer_terms(
        bob,
        offered.shown,
        time="1 day per move",
        ruleset="junior",
        stakes="No, casual",
        weekends="They stop",
        first="You",
    )

    assert not counter.shown.ephemeral
    assert counter.text.splitlines()[:-1] == [
        f"### 🐾 <@{bob.id}> answers <@{ada.id}> with other terms",
        "📖 Ruleset: ~~classic~~ → **junior**",
        "⏳ Time: ~~3 days per move~~ → **1 day per move**",
        "📅 Saturday and Sunday: ~~clocks run~~ → **clocks stop**",
        f"🎲 Moves first: ~~<@{ada.id}>~~ → **<@{bob.id}>**",
        "📍 In the channel itself.",
        "☕ **Casual:** no rating changes.",
    ]
    assert counter.shown.labels == [*ANSWERS[:3], "Explain the ruleset", ANSWERS[3]]
    assert [ping.reason for ping in ada.notifications] == [Reason.MENTION]
    assert len(bob.notifications) == 1
    await table.playground.until(lambda: not current_message(ada, offered.shown).buttons)
    first = current_message(ada, offered.shown)
    assert f"<@{bob.id}> answered with other terms: " in first.text
    assert first.text.endswith(str(counter.shown.id))

    accepted = await ada.press(counter.shown, "Accept")
    assert f"<@{ada.id}> accepted: match **#1**" in accepted.text
    match = await table.match(1)
    assert match.to_move == UserId(bob.id)
    assert match.position.ruleset.lines_win_of is Kind.KITTEN
    assert match.clock.control == PerMove(DAY)
    assert (match.stakes, match.clock.weekends) == (Stakes.CASUAL, Weekends.PAUSED)
    assert match.venue.kind is VenueKind.CHANNEL


async def test_a_press_on_the_first_challenge_after_it_was_countered_is_too_late(
    table: Table,
) -> None:
    ada, bob, offered = await challenge_friend(table)
    counter = await offer_terms(bob, offered.shown, time="1 day per move")
    presses = (bob, "Accept"), (ada, "Withdraw"), (bob, "Decline"), (bob, "Other terms…")
    for person, label in presses:
        late = await person.press_as_seen(offered.shown, label)
        assert late.shown.ephemeral
        assert "answered this challenge with other terms" in late.text
    assert current_message(ada, counter.shown).buttons
    assert not await table.services.matches.live_of(UserId(ada.id))


async def test_a_counter_offer_is_shown_even_if_the_bot_may_only_answer(table: Table) -> None:
    ada, bob, offered = await challenge_friend(table)
    playground = table.playground
    games = playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    counter = await offer_terms(bob, offered.shown, time="1 day per move")
    assert "**1 day per move**" in counter.text
    accepted = await ada.press(counter.shown, "Accept")
    assert "accepted: match **#1**" in accepted.text


@pytest.mark.long
@pytest.mark.parametrize("moment", sampled(["drop_before", "drop_after"], 1))
async def test_a_counter_offer_whose_answer_was_lost_is_shown_once(
    table: Table, moment: str
) -> None:
    ada, bob, offered = await challenge_friend(table)
    playground = table.playground
    games = playground.channel("games")
    form = await open_form(bob, offered.shown)
    playground.interactions.hasten_next(0.3)
    getattr(playground.faults, moment)("POST", ANSWER)
    await bob.submit(form, {"time": "1 day per move"})
    await playground.until(lambda: len(public_messages(ada.look(games))) == 2)
    await table.pass_time(60)

    first, counter = public_messages(ada.look(games))
    assert "**1 day per move**" in counter.text
    assert first.text.endswith(str(counter.id))
    accepted = await ada.press(counter, "Accept")
    assert "accepted: match **#1**" in accepted.text


async def test_a_counter_offer_that_was_not_shown_is_shown_later(table: Table) -> None:
    ada, bob, offered = await challenge_friend(table)
    terms = Terms(time=PerMove(DAY))
    await table.services.challenges.counter(UserId(bob.id), ChallengeId(1), terms)
    await table.pass_time(60)
    assert not current_message(ada, offered.shown).buttons
    first, counter = public_messages(ada.look(table.playground.channel("games")))
    assert "**1 day per move**" in counter.text
    assert [ping.message_id for ping in ada.notifications] == [counter.id]
    assert first.text.endswith(f"with other terms: {address_of(table, counter)}")


async def test_a_counter_offer_that_cannot_be_shown_blocks_nothing(table: Table) -> None:
    playground = table.playground
    ada, bob, offered = await challenge_friend(table)
    games = playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    terms = Terms(time=PerMove(DAY))
    await table.services.challenges.counter(UserId(bob.id), ChallengeId(1), terms)
    await table.pass_time(60)
    await table.pass_time(60)
    assert "answered with other terms" in current_message(ada, offered.shown).text
    assert not await due_challenges(table.services)
    found = await ada.command("challenges", channel=games)
    assert f"from <@{bob.id}>: 1 day per move" in found.text
