"""Numbers on the command line: what is refused is refused in words."""
import argparse


def whole(text):
    """A whole number, 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number, 0 or more")
    return int(text)


def positive(text):
    """A whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def seconds(text):
    """A time above 0."""
    return _above_zero(text, float("inf"), "a number of seconds above 0")


def share(text):
    """A number above 0 and at most 1, as it was written."""
    _above_zero(text, 1, "a number above 0 and at most 1")
    return text


def _above_zero(text, most, what):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= most or number == float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}")
    return number
