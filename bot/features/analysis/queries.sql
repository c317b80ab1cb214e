-- name: analysis_of_match(match_id)^
SELECT edition, body
FROM analyses
WHERE match_id = :match_id;

-- name: keep_analysis(match_id, edition, body, made_at)!
INSERT INTO analyses (match_id, edition, body, made_at)
VALUES (:match_id, :edition, :body, :made_at)
ON CONFLICT (match_id) DO UPDATE
SET edition = excluded.edition, body = excluded.body, made_at = excluded.made_at;
