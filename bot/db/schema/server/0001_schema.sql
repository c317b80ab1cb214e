-- Numbers that nobody sees: whoever takes one keeps nobody else from the next.
CREATE SEQUENCE board_numbers;
CREATE SEQUENCE notification_numbers;
CREATE SEQUENCE post_numbers;

-- Room beside each match for how it stands after its next turn, so that no index has to be written.
ALTER TABLE matches SET (fillfactor = 70);
