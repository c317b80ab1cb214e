"""The actions of moderators on matches, challenges and members."""
