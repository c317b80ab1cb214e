-- Planned replies: what a player answers by itself to turns that the opponent may play.
-- `ply` is how many turns are played before any of the lines. It is for their owner alone.
CREATE TABLE plans (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
