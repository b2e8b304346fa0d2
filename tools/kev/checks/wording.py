"""Words and turns of phrase that hide the actor of a sentence, as far as a machine can tell.

A reader who has two threads, a lock and a kernel in mind cannot know whom "that one" means. "The waiter", "the owner"
and "the unlocker" can be known.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

# The sentence up to its end: a question may begin with these words.
HEADLESS = re.compile(r"(?:[.!?:;] +|^ *)(?P<word>Who|What)\s[^.!?|]*(?P<end>[.!?|]|$)")
BARE_PRONOUNS = re.compile(r"\b(?:whoever|somebody|someone|(?:the other|the same) ones?|(?:those|one|the one) who"
                           r"|that one(?=[.,;:)]|$| (?:is|has|was|does|will|must|may|can|then)\b))\b", re.IGNORECASE)


def habits(sentences: str) -> Iterator[tuple[int, str]]:
    """(place, what is wrong) in a text without line breaks."""
    for match in HEADLESS.finditer(sentences):
        if match["end"] != "?":
            yield match.start("word"), f"a sentence begins with '{match['word']}' as a noun: name the actor or the thing"
    for match in BARE_PRONOUNS.finditer(sentences):
        yield match.start(), f"'{match.group()}' names no actor: say which thread or thing it is"
