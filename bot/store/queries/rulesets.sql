-- name: rulesets_kept()
SELECT ruleset, rules_version
FROM matches
UNION
SELECT ruleset, rules_version
FROM challenges
ORDER BY ruleset, rules_version;
