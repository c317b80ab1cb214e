-- The time zone of a server, by whose clocks the hours of its digest and its puzzle are meant; before,
-- they were in UTC. It is stored as that of a person is: a name of the tz database, or an offset.
ALTER TABLE servers ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
