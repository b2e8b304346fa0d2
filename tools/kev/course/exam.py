"""`kev exam`: questions about locks that nobody has seen, and their answers, which are in no repository."""
import argparse
import random
from pathlib import Path
from typing import Any, Optional

from kev.build import cmake
from kev.build.setup import require
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT, shown
from kev.core.terminal import Progress, say
from kev.course import attack, confine, exercises, judge, overlay
from kev.course.exercises import Exercise
from kev.mutation.mutants import Mutant, mutants_of

KINDS = ("order", "statement", "branch", "look", "swap")  # a wrong number is found by reading alone
# A flaw that is worth a question is found within a second. What a search keeps in memory grows with its time.
MANNER = judge.Manner(limits=confine.Limits(seconds=60, memory=1024), search=5)
TASK = """\
## Question {number} (12 points)

This is `{name}` of lab {lab} with one flaw.

```cpp
{code}```

(a) Which line is wrong, and what should it say? (b) Which threads have to come, and how often, for the flaw to show? Give a
schedule, a column for each thread. (c) Which promise is broken in its last step, and which thread relied on it? (d) Somebody
says: "Our stress test ran for an hour and found nothing." Why is that no answer here?

"""
ANSWER = """\
## Question {number}

The flaw: `{flaw}`.

```text
{schedule}
```

| part | points | for |
|---|---|---|
| (a) | 3 | the line (2), and what it should say (1). Another line that makes the lock right again counts as well |
| (b) | 5 | threads and rounds that are enough (1); a schedule in which each step is possible (2); that ends as above (2). Any \
schedule that `./kev exercise {lab} check strange-lock` accepts is right, and a shorter one than this |
| (c) | 2 | the promise (1), the thread (1) |
| (d) | 2 | how few of all schedules are such (1); for a flaw of an order: that this processor does not show it (1) |

"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("exam", help="make questions about locks that nobody has seen, and their answers",
                                   description="Writes questions.md and answers.md into DIR. The locks are chosen by the seed "
                                               "out of all changes of the labs' locks; the checker finds the schedules.")
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--seed", required=True, metavar="WORD", help="a secret of yours; the same word, the same exam")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    require(["exercises"])
    chance = random.Random(options.seed)
    questions, answers = [], []
    with overlay.only_one():
        overlay.configure(unless_done=True)
        for number, exercise in enumerate((each for each in exercises.everything() if each.kind == "attack"), 1):
            lock, mutant, schedule = _unseen(exercise, chance)
            about = {"number": number, "name": Path(exercise.header).stem, "lab": exercise.lab.number}
            questions.append(TASK.format(code=lock, **about))
            answers.append(ANSWER.format(flaw=mutant.name, schedule=schedule, **about))
            overlay.place_starter(exercise)
    write_atomically(options.folder / "questions.md", "# Examination\n\n" + "".join(questions))
    write_atomically(options.folder / "answers.md", "# Answers and points\n\n" + "".join(answers))
    say(f"Written: {shown(options.folder / 'questions.md')}, {shown(options.folder / 'answers.md')}")
    return 0


def _unseen(exercise: Exercise, chance: random.Random) -> tuple[str, Mutant, str]:
    """A lock with a flaw that the answer's scenarios find, and that takes two threads to find; and the schedule."""
    path = exercise.reference(Path(exercise.header))
    source = path.read_text(encoding="utf-8")
    some = [each for each in mutants_of(path.relative_to(ROOT).as_posix(), source)
            if each.kind in KINDS and not any(words in each.name for words in exercise.flaws)]
    chance.shuffle(some)
    progress = Progress(f"{exercise.name}: ")
    for number, mutant in enumerate(some, 1):
        progress.update(f"flaw {number} of {len(some)}")
        lock = attack.without_comments(mutant.applied(source))
        if attack.is_told_by_its_form(lock):
            continue
        overlay.place(exercise, exercise.answer, lock)
        found = _found(exercise)
        if found and found["schedule"]["preemptions"] > 0:
            progress.clear()
            return lock, mutant, judge.model_message(found)
    raise KevError(f"{exercise.name}: no flaw was found")


def _found(exercise: Exercise) -> Optional[dict[str, Any]]:
    """What the answer's scenarios find in the lock that is in place. The reference is not asked again: the proof of the
    exercise says that they spare it."""
    program = f"{exercise.target}_mutant"
    if overlay.compile_programs(exercise, [program]):
        return None
    results, trouble, _ = judge.explore(cmake.executable(overlay.NAME, program), "all", MANNER)
    return None if trouble else next((each for each in results if each["found"] in exercises.MODEL_VERDICTS), None)
