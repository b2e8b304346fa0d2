"""The three standard streams: a caller that has closed one wants to hear nothing on it."""
import os
import sys


def open_closed_ones():
    """Opens what is closed to nowhere. Otherwise the next file that is opened would have its number, and be written to
    by every program that is started."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    for name, at, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(at, mode, encoding="utf-8", closefd=False))  # for as long as we run
