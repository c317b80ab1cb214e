"""Rules that ladders and tournaments share: who may play, and the decisions of managers."""
