"""What moderators do about matches, challenges and members."""
