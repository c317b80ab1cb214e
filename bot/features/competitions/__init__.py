"""What ladders and tournaments decide alike: who may play, and what their managers decide."""
