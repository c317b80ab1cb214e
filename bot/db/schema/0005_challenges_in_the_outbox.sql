-- The messages of challenges are rows of the outbox. One without a message may have been posted and not
-- recorded: then it has a row in `posts`, and is looked for before another is posted. One that is asked in
-- direct messages has no server there, as for a rematch of what was played in them.
INSERT INTO outbox (
    kind,
    subject,
    guild_id,
    channel_id,
    message_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts,
    after_id,
    digest
)
SELECT
    'challenge',
    challenges.id,
    CASE
        WHEN challenges.rematch_of IS NOT NULL AND challenges.venue = 'direct' THEN NULL
        ELSE challenges.guild_id
    END,
    posts.channel_id,
    challenges.message_id,
    challenges.revision,
    challenges.shown_revision,
    challenges.show_at,
    0,
    challenges.attempts,
    posts.after_id,
    posts.digest
FROM challenges
LEFT JOIN posts
    ON
        challenges.message_id IS NULL
        AND posts.id = (
            SELECT max(newest.id) FROM posts AS newest WHERE newest.challenge_id = challenges.id
        );
CREATE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;

DROP INDEX challenges_unshown;
DROP INDEX challenges_of_message;
ALTER TABLE challenges DROP COLUMN message_id;
ALTER TABLE challenges DROP COLUMN shown_revision;
ALTER TABLE challenges DROP COLUMN show_at;
ALTER TABLE challenges DROP COLUMN attempts;

DELETE FROM jobs
WHERE
    kind = 'post look'
    AND key IN (SELECT CAST(id AS TEXT) FROM posts WHERE challenge_id IS NOT NULL);
DELETE FROM posts
WHERE challenge_id IS NOT NULL;
DROP INDEX posts_of_challenge;
ALTER TABLE posts DROP COLUMN challenge_id;
