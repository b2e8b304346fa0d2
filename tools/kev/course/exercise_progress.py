"""How far a student is, in all labs."""
from pathlib import Path
from typing import Optional

from kev.core import labs
from kev.core.terminal import heading, say, table
from kev.course import exercises, workplace


def progress(into: Optional[Path]) -> int:
    """How far the student is, in all labs."""
    heading("Exercises")
    rows, reached, most = [], 0.0, 0
    for lab in labs.all_labs():
        found = exercises.of_lab(lab)
        if not found:
            continue  # in a handout: a lab on which those that are handed out stand
        points = sum(min(each.points, workplace.state(each, into).get("best") or 0) for each in found)
        total = sum(each.points for each in found)
        done = sum((workplace.state(each, into).get("best") or 0) >= each.points for each in found)
        begun = sum(workplace.begun(each, into) for each in found)
        rows.append((f"{lab.number}  {lab.name}", f"{done} of {len(found)}", begun, f"{points:g} of {total}"))
        reached, most = reached + points, most + total
    table(("lab", "done", "begun", "points"), rows)
    say(f"\n{reached:g} of {most} points. A lab's exercises: {workplace.typed('NN', into)}")
    return 0
