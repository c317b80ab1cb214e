"""How each kind of notification is delivered, and how long it stays valid."""

from dataclasses import replace

import pytest

from bot.features.notifications.policy import CATEGORIES, ONLY_METHODS, is_still_so
from bot.features.notifications.queries import Notification, NotificationKind, NotificationState
from bot.features.settings.declaration import Choices
from bot.features.settings.preferences import PREFERENCES, Category, DeliveryMethod
from bot.match.identity import Ply
from tests.kit.matches import NOON, ORANGE, match


def test_every_kind_of_notification_has_a_category_or_its_only_method() -> None:
    assert {*CATEGORIES, *ONLY_METHODS} == set(NotificationKind)
    assert not {*CATEGORIES} & {*ONLY_METHODS}
    assert set(CATEGORIES.values()) == set(Category)


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
    assert is_still_so(of_turn, current)
    assert not is_still_so(of_turn, replace(current, ply=Ply(current.ply + 2)))
