"""Who sits where somebody sat that had all that was kept of them deleted.

Their place is held by a number that is nobody's: the negative of the key that their ratings hang
on. So it is the same in all of their matches, and leads to nothing but those.
"""

from bot.match.identity import PlayerKey, UserId


def former(key: PlayerKey) -> UserId:
    """Give the number that holds the place of a former player."""
    return UserId(-key)


def is_former(user: UserId) -> bool:
    """Tell whether a number holds a former player's place. Discord's numbers are all positive."""
    return user < 0


def key_of_former(user: UserId) -> PlayerKey:
    """Give the key of the former player whose place a number holds."""
    if not is_former(user):
        raise ValueError(f"{user} is somebody's number, not a former player's")
    return PlayerKey(-user)
