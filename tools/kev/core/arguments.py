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


def port(text):
    """A port to serve on; 0 lets the system choose one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port, 0 to 65535")
    return int(text)


def seconds(text):
    """A time above 0."""
    return _above_zero(text, float("inf"), "a number of seconds above 0")


def sample(text):
    """How long a sample of contended threads lasts: less than 0.05 s ends inside one time slice."""
    number = _above_zero(text, 3600, "a number of seconds from 0.05 to 3600")
    if number < 0.05:
        raise argparse.ArgumentTypeError(f"'{text}' is too short: 0.05 s end inside one time slice, without contention")
    return number


def _above_zero(text, most, what):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= most or number == float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}")
    return number
