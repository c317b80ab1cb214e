-- Numbers that nobody sees: whoever takes one keeps nobody else from the next.
CREATE SEQUENCE board_numbers;
CREATE SEQUENCE notification_numbers;
CREATE SEQUENCE post_numbers;
