"""Every message to Discord, and where it goes: answers with a board, posts, notifications."""
