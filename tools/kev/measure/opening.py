"""The three figures that the report opens with. Each stands among those of its lab, too."""
from __future__ import annotations

from typing import cast

from kev.measure.figures import Figure

# By the id of the figure: the lab, and the title that it has at the beginning.
PICTURES = {
    "lab02_growth_bench-linux": ("02", "A wake-up among many sleepers: XP's list and the hash table"),
    "lab07_contended_bench-linux-convoy": ("07", "The convoy: threads that only lock and unlock"),
    "lab08_pair_bench-linux-pair": ("08", "The price of a lock that no other thread wants"),
}


def pictures(figures: list[Figure]) -> tuple[list[Figure], list[str]]:
    """Those that are among these figures, and the titles of the others."""
    known = {each["id"]: each for each in figures}
    made = [cast(Figure, {**known[name], "id": f"opening-{lab}", "title": title, "source": name,
                          "notes": [f"Lab {lab} has it among its other figures: {known[name]['title']}."]})
            for name, (lab, title) in PICTURES.items() if name in known]
    return made, [f"{title} (lab {lab})" for name, (lab, title) in PICTURES.items() if name not in known]
