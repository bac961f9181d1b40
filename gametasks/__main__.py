"""``python -m gametasks`` is the command ``gametasks``."""

from gametasks.cli.app import main

if __name__ == "__main__":
    main()
