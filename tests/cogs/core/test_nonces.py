"""The nonce of a message: a repetition must not suppress the notification of another message."""

from dataclasses import replace

import discord
from hypothesis import given
from hypothesis import strategies as st

from cogs.core.outgoing import Outgoing

LONGEST_NONCE = 25

mentioned = st.sets(st.integers(1, 4), max_size=3).map(
    lambda users: discord.AllowedMentions(users=[discord.Object(user) for user in users])
)
messages = st.builds(
    Outgoing,
    content=st.text(max_size=5),
    subject=st.sampled_from(["board 1", "board 11", "board 1 1", ""]),
    silent=st.booleans(),
    mentions=mentioned,
)


def notified_by(outgoing: Outgoing) -> tuple[str, bool, frozenset[int]]:
    users = outgoing.mentions.users
    assert isinstance(users, list)
    return outgoing.subject, outgoing.silent, frozenset(user.id for user in users)


@given(messages, messages)
def test_messages_share_a_nonce_only_if_they_notify_the_same_users_about_the_same_subject(
    one: Outgoing, other: Outgoing
) -> None:
    assert (one.nonce == other.nonce) is (notified_by(one) == notified_by(other))
    assert len(one.nonce) <= LONGEST_NONCE


def test_a_message_without_mentions_differs_from_one_with_mentions() -> None:
    plain = Outgoing("Your turn", subject="board 1")
    every = replace(plain, mentions=discord.AllowedMentions.all())
    assert len({plain.nonce, every.nonce}) == 2
