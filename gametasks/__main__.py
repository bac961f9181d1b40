"""``python -m gametasks`` is the command ``gametasks``."""

from gametasks.cli import main

if __name__ == "__main__":
    main()
