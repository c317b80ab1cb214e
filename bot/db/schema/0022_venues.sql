-- Where a match could not be shown lately, and until when it does not move there again.
-- A channel of 0 stands for its players' direct messages.
CREATE TABLE venue_failures (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    avoid_until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, channel_id)
);

CREATE INDEX beds_to_strip ON beds (channel_id) WHERE state = 'old';
