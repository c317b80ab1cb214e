"""How each kind of notification is delivered, and how long it stays valid."""

from dataclasses import replace

import pytest

from bot.features.notifications.kinds import POLICIES, NotificationKind
from bot.features.notifications.policy import still_holds
from bot.features.notifications.queries import Notification, NotificationState
from bot.features.settings.declaration import Choices
from bot.features.settings.preferences import PREFERENCES, Category, DeliveryMethod
from bot.match.identity import Ply
from tests.kit.matches import NOON, ORANGE, match


def test_every_kind_of_notification_has_a_policy_and_each_category_has_kinds() -> None:
    assert set(POLICIES) == set(NotificationKind)
    delivery = {policy.delivery for policy in POLICIES.values()}
    assert {each for each in delivery if isinstance(each, Category)} == set(Category)


def test_only_turns_wait_for_a_daily_summary() -> None:
    offered = {}
    for category in Category:
        kind = PREFERENCES[category.value].kind
        assert isinstance(kind, Choices)
        offered[category] = {choice.value for choice in kind.each}
    assert offered[Category.TURN] == set(DeliveryMethod)
    for category in set(Category) - {Category.TURN}:
        assert offered[category] == set(DeliveryMethod) - {DeliveryMethod.DIGEST}


@pytest.mark.parametrize("kind", [NotificationKind.TURN, NotificationKind.REMINDER])
def test_a_turn_notification_is_due_while_the_turn_lasts(kind: NotificationKind) -> None:
    current = match()
    of_turn = Notification(
        1, kind, ORANGE, current.id, None, current.ply, NotificationState.WAITING, NOON
    )
    assert still_holds(of_turn, current)
    assert not still_holds(of_turn, replace(current, ply=Ply(current.ply + 2)))
