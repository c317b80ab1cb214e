"""Each kind of notification is delivered as people choose for its category, or by its only way."""

from bot.features.notifications.policy import CATEGORIES, ONLY_METHODS
from bot.features.notifications.queries import NotificationKind
from bot.features.settings.declaration import Choices
from bot.features.settings.preferences import PREFERENCES, Category, DeliveryMethod


def test_every_kind_of_notification_has_a_category_or_its_only_method() -> None:
    assert {*CATEGORIES, *ONLY_METHODS} == set(NotificationKind)
    assert not {*CATEGORIES} & {*ONLY_METHODS}
    assert set(CATEGORIES.values()) == set(Category)


def test_turns_alone_wait_for_a_daily_summary() -> None:
    offered = {}
    for category in Category:
        kind = PREFERENCES[category.value].kind
        assert isinstance(kind, Choices)
        offered[category] = {choice.value for choice in kind.each}
    assert offered[Category.TURN] == set(DeliveryMethod)
    for category in set(Category) - {Category.TURN}:
        assert offered[category] == set(DeliveryMethod) - {DeliveryMethod.DIGEST}
