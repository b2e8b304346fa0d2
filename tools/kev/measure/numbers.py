"""Numbers as they are shown. A value is rounded once, stored so, and printed as stored."""


def rounded(value, digits=3):
    """The value with so many significant digits; whole numbers stay whole."""
    if isinstance(value, int):
        return value
    short = float(f"{value:.{digits}g}")
    return int(short) if short == int(short) else short


def shown(value):
    """The text of a stored value: no exponent, no rounding."""
    if isinstance(value, float):
        text = f"{value:.12f}".rstrip("0").rstrip(".")
        return text or "0"
    return str(value)


def times(ratio):
    """A ratio in words: '205 times'."""
    return f"{shown(rounded(ratio))} times"
