DROP SEQUENCE board_numbers;
