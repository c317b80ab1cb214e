"""Positions as the command line prints them."""

from bot.game import Step, write_position


def position_after(step: Step) -> str:
    """Give the position that a turn leads to, and who has won if it wins."""
    won = f" {step.win.winner.name.lower()} wins" if step.win else ""
    return write_position(step.after) + won
