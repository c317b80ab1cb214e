-- Every message that the bot owes, or has posted and keeps up to date. `subject` is the number of what
-- it shows, of which its kind knows how it looks: it is out of date while `shown_revision` is less than
-- `revision`, and is delivered from `due_at` on, but not before `rests_until`. While a message is being
-- posted, `after_id` is an id below its own, and `digest` says in short what is in it: after a crash or a
-- lost answer that message may stand. `lost_at` is when Discord first refused it for good.
CREATE TABLE outbox (
    kind TEXT NOT NULL,
    subject BIGINT NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT,
    message_id BIGINT,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    rests_until DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    lost_at DOUBLE PRECISION,
    after_id BIGINT,
    digest TEXT,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE shown_revision < revision;

-- A server's digest shows the second up to which it tells, and its puzzle the day. One that is planned
-- has a job; without one it was turned off, and its row says what is not to be posted again.
INSERT INTO outbox (
    kind, subject, guild_id, revision, shown_revision, due_at, rests_until, attempts, lost_at
)
SELECT
    'weekly digest',
    posted.guild_id,
    posted.guild_id,
    posted.shown + CASE WHEN jobs.due_at IS NULL THEN 0 ELSE 1 END,
    posted.shown,
    coalesce(jobs.due_at, 0),
    0,
    0,
    posted.lost_at
FROM (SELECT guild_id, CAST(since_at AS BIGINT) AS shown, lost_at FROM weekly_digests) AS posted
LEFT JOIN jobs ON jobs.kind = 'weekly digest' AND jobs.key = CAST(posted.guild_id AS TEXT);

INSERT INTO outbox (
    kind, subject, guild_id, revision, shown_revision, due_at, rests_until, attempts, lost_at
)
SELECT
    'daily puzzle',
    posted.guild_id,
    posted.guild_id,
    posted.shown + CASE WHEN jobs.due_at IS NULL THEN 0 ELSE 1 END,
    posted.shown,
    coalesce(jobs.due_at, 0),
    0,
    0,
    posted.lost_at
FROM (SELECT guild_id, coalesce(posted_day, 0) AS shown, lost_at FROM puzzle_posts) AS posted
LEFT JOIN jobs ON jobs.kind = 'daily puzzle' AND jobs.key = CAST(posted.guild_id AS TEXT);

DELETE FROM jobs
WHERE kind IN ('weekly digest', 'daily puzzle');
DROP TABLE weekly_digests;
DROP TABLE puzzle_posts;
