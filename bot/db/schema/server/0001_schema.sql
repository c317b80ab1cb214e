-- Numbers that nobody sees: whoever takes one keeps nobody else from the next. A value of the sequence of
-- notifications stands for itself and the seven before it.
CREATE SEQUENCE board_numbers;
CREATE SEQUENCE notification_numbers;
CREATE SEQUENCE post_numbers;
