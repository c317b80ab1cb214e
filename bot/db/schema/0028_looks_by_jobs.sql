-- The looks of members are jobs now.
DROP INDEX members_to_look_at;
