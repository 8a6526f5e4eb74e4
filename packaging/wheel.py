"""Starts Vitrine, which this package has in its folder `tree`. Python ends with that: the program takes its place."""

import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tree", "bin", "vitrine")
    try:
        os.execv(program, ["vitrine"] + sys.argv[1:])
    except OSError as error:
        sys.exit(f"vitrine: {program}: {error.strerror}")
