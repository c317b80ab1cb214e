-- The role whose members may make tournaments, besides those who manage the server.
ALTER TABLE servers ADD COLUMN hosts_role_id BIGINT;
