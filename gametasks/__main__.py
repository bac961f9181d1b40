"""``python -m gametasks`` is the command ``gametasks``."""

from gametasks.interrupts import end_at_once

__all__ = ["main"]


def main() -> None:
    """Run the command line; a signal that comes while it is imported ends it in one line."""
    end_at_once()
    from gametasks.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
