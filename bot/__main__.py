"""The program: `boop`, or `python -m bot`."""


def main() -> None:
    """Hand over to the command line, imported only now."""
    from bot.cli import boop

    boop(prog_name="boop")


if __name__ == "__main__":
    main()
