-- name: watch_member(guild_id, user_id, now, look_at)!
INSERT INTO members (guild_id, user_id, looked_at, look_at)
VALUES (:guild_id, :user_id, :now, :look_at)
ON CONFLICT (guild_id, user_id) DO UPDATE SET
    look_at = CASE WHEN members.left_at IS NULL THEN members.look_at ELSE :now END;

-- name: members_gone()
SELECT guild_id, user_id
FROM members
WHERE left_at IS NOT NULL AND left_at >= 0;

-- name: members_gone_from(guild_id)
SELECT user_id
FROM members
WHERE guild_id = :guild_id AND left_at IS NOT NULL;

-- name: rules_shown(user_id, ruleset, shown_at)!
INSERT INTO rules_shown (user_id, ruleset, shown_at)
VALUES (:user_id, :ruleset, :shown_at)
ON CONFLICT (user_id, ruleset) DO NOTHING;

-- name: ruleset_new(user_id, ruleset)
SELECT 1
WHERE
    EXISTS (SELECT 1 FROM rules_shown WHERE user_id = :user_id)
    AND NOT EXISTS (
        SELECT 1 FROM rules_shown
        WHERE user_id = :user_id AND ruleset = :ruleset
    );

-- name: servers_known()
SELECT guild_id
FROM greetings;

-- name: server_known(guild_id, now)!
INSERT INTO greetings (guild_id, begun_at)
VALUES (:guild_id, :now)
ON CONFLICT (guild_id) DO NOTHING;

-- name: member_endings_moved(gap, guild_id)!
UPDATE members
SET ends_at = ends_at + :gap
WHERE
    ends_at IS NOT NULL
    AND ends_at >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: rules_unseen(user_id)
SELECT 1
WHERE NOT EXISTS (SELECT 1 FROM rules_shown WHERE user_id = :user_id);
