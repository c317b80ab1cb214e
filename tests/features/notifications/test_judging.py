"""Each kind of notice goes a way: the one that people choose for its topic, or its only one."""

from bot.features.notifications.policy import ONLY_WAYS, TOPICS
from bot.features.notifications.queries import NoticeKind
from bot.features.settings.preferences import Topic, Way, ways_for


def test_every_kind_of_notice_has_a_topic_or_its_only_way() -> None:
    assert {*TOPICS, *ONLY_WAYS} == set(NoticeKind)
    assert not {*TOPICS} & {*ONLY_WAYS}
    assert set(TOPICS.values()) == set(Topic)


def test_turns_alone_wait_for_a_daily_list() -> None:
    assert [topic for topic in Topic if Way.DIGEST in ways_for(topic)] == [Topic.TURN]
