"""The three streams of the program, also where its caller has closed them."""

import os
import sys


def open_streams() -> None:
    """Lead each stream that was closed to nowhere.

    Else the next file that is opened, the warehouse perhaps, would take its number,
    and what a library writes to its stderr would go into that file.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            os.set_inheritable(nowhere, True)
            setattr(sys, name, os.fdopen(nowhere, mode))
