-- When an entry of the moderators' log is posted is in `jobs`.
DROP INDEX moderations_unposted;
ALTER TABLE moderations DROP COLUMN post_at;
ALTER TABLE moderations DROP COLUMN attempts;
