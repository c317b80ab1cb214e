"""Every message to Discord: answers with a board, posts and edits, notifications; where they go."""
