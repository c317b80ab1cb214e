"""Moderators' actions about matches, challenges and members."""
