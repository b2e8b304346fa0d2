"""A state word as its fields: [name, first bit, number of bits, value].

The layouts are those of the headers. A layout is used only for a value whose text, which the lab's own code wrote,
says the same; every other value has the parts of its text as fields, without bits.
"""
import re

# kev/lab03/fast_mutex.hpp: labs 03, 04 and 05.
MUTEX_WORD = (("waiting", 9, 23), ("waking", 8, 1), ("owned", 0, 1))


def of_value(value, text):
    """The fields of a value: as bits if the layout is known, else as the parts of its text."""
    if isinstance(value, int) and text and described(value) == sorted_parts(text):
        return [[name, first, width, value >> first & (1 << width) - 1] for name, first, width in MUTEX_WORD]
    return of_text(text or str(value))


def of_text(text):
    """The fields of a value whose layout is not known: the parts of its text."""
    return [[part, -1, 0, 1] for part in parts(text)]


def in_one_layout(steps):
    """Steps of a page. 'free' is 0 in many layouts: the fields of an object are bits only if they are in all steps."""
    as_text = {step["object"] for step in steps for fields in step.get("fields", ()) for field in fields if field[1] < 0}
    for step in steps:
        if "fields" in step and step["object"] in as_text:
            step["fields"] = [of_text(step[key]) for key in ("before", "after")]
    return steps


def parts(text):
    """'owned, 1 waiting': its parts."""
    return [part.strip() for part in re.split(r",\s*", text)]


def sorted_parts(text):
    """The parts, in no order."""
    return sorted(parts(text))


def described(value):
    """The parts of the text that the layout gives to a value."""
    waiting, waking, owned = (value >> first & (1 << width) - 1 for _, first, width in MUTEX_WORD)
    return sorted(["owned" if owned else "free", *([f"{waiting} waiting"] if waiting else []),
                   *(["waking"] if waking else [])])
