"""``python -m companion`` is ``niagara``."""

from companion.cli import main

if __name__ == "__main__":
    main()
