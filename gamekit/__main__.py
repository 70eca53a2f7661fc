"""`python -m gamekit`: the command line, see `gamekit.cli`."""

import sys

from gamekit.cli import main

if __name__ == "__main__":
    sys.exit(main())
