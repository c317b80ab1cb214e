"""**Decline** on a challenge: a form with room for a reason, which may be left empty."""

from bot.match.challenge import LIFETIME, ChallengeState
from bot.match.identity import ChallengeId, UserId
from bot.match.terms import LONGEST_NOTE
from playground import Answer, Person, SeenMessage
from tests.kit.server_matches import challenge_friend, public_messages
from tests.kit.tables import Table


async def wait_for_notification(table: Table, ada: Person) -> SeenMessage:
    """Wait for the message that notifies the challenger, and return it."""
    games = table.playground.channel("games")

    def notifications() -> list[SeenMessage]:
        seen = public_messages(ada.look(games))
        return [each for each in seen if "declined your challenge" in each.text]

    await table.playground.until(notifications)
    (notification,) = notifications()
    return notification


def has_expired(person: Person, offered: Answer) -> bool:
    shown = person.see(offered.shown)
    return shown is not None and "expired without an answer" in shown.text


async def test_a_reason_is_shown_once_on_the_challenge(table: Table) -> None:
    ada, bob, offered = await challenge_friend(table)
    form = (await bob.press(offered.shown, "Decline")).form
    (field,) = form.fields
    assert not field.is_required
    assert field.json["max_length"] == LONGEST_NOTE
    declined = await bob.submit(form, {"reason": "On holiday, *ask* me\nin May @everyone"})
    quoted = "> “On holiday\\, \\*ask\\* me in May \\@everyone”"
    assert declined.shown.id == offered.shown.id
    assert declined.text.splitlines()[-2:] == [f"❌ <@{bob.id}> declined:", quoted]
    assert not declined.shown.buttons
    notification = await wait_for_notification(table, ada)
    assert "On holiday" not in notification.text
    assert str(offered.shown.id) in notification.text
    assert notification.mentions == (ada.id,)
    assert [ping.text for ping in ada.notifications] == [notification.text]
    assert len(bob.notifications) == 1
    kept = (await table.services.challenges.find(ChallengeId(1))).challenge
    assert kept.state is ChallengeState.DECLINED
    assert kept.reason == "On holiday, *ask* me in May @everyone"


async def test_the_form_is_open_while_the_challenge_runs_out(table: Table) -> None:
    ada, bob, offered = await challenge_friend(table)
    form = (await bob.press(offered.shown, "Decline")).form
    await table.leap(LIFETIME)
    late = await bob.submit(form, {"reason": "no time"})
    # If the bot has not shown yet that the challenge expired, this answer makes it do so.
    private = late.shown if late.shown.ephemeral else await late.follow_up()
    assert "This challenge expired" in private.text
    await table.playground.until(lambda: has_expired(ada, offered))
    kept = (await table.services.challenges.find(ChallengeId(1))).challenge
    assert (kept.state, kept.reason) == (ChallengeState.EXPIRED, None)
    assert not await table.services.matches.live_of(UserId(ada.id))
