"""``python -m featurespace`` is the command ``featurespace``."""

import sys

from .classroom.cli import main

if __name__ == "__main__":
    sys.exit(main())
