"""The model programs of the labs: builds them, asks for their cases, has cases explored."""
import json
from dataclasses import dataclass

from kev.build import cmake
from kev.build.setup import require
from kev.core.errors import KevError
from kev.core.labs import all_labs
from kev.core.process import run
from kev.core.terminal import Progress
from kev.races import stored, variants

PRESET = "linux"
CLEAN = ("exhausted clean", "every schedule")  # verdicts without a finding, of a search that came to its end
SAMPLED = "sampled clean"  # no finding, but the search did not come to its end


@dataclass(frozen=True)
class Case:
    """One scenario with one variant, as its program describes it."""
    program: str
    id: str
    lab: str
    variant: str
    expected: str
    bound: int
    title: str


def build(programs, install=True):
    """Builds these programs."""
    require(["build"], install=install)
    cmake.configure(PRESET)
    if programs:
        cmake.build(PRESET, programs)


def build_all(install=True, others=(), labs=None):
    """Builds the model programs of these labs (all, if None), and some others. Returns the names of the model programs."""
    build([], install)
    names = [name for lab in (all_labs() if labs is None else labs) for name in cmake.targets_of(PRESET, lab)
             if is_model(name)]
    if names or others:
        cmake.build(PRESET, [*names, *others])
    return names


def is_model(program):
    """Whether a program is one of the checker: lab03_model, lab03_model_no_claim. Relacy's, which are
    called lab03_model_relacy and so on, speak another language."""
    parts = program.split("_")
    return parts[1:2] == ["model"] and parts[2:3] != ["relacy"]


def all_cases(programs):
    """The cases of these programs, in the order of lab and id."""
    cases = []
    for program in programs:
        answer = run([cmake.executable(PRESET, program), "--list"])
        if not answer.ok:
            raise KevError(f"{program} --list: {answer.complaint()}")
        for line in answer.output.splitlines():
            name, lab, variant, expected, bound, title = line.split("\t")
            cases.append(Case(program, name, lab, variant, expected, int(bound), title))
    return sorted(cases, key=lambda case: stored.order(case.lab, case.id))


def is_race(name):
    """Whether the id is one of the catalogue's, such as M3: those come first."""
    return name[:1].isupper()


def reference_of(case):
    """The program of the lab's correct locks."""
    return f"lab{case.lab}_model"


def program_of(lab, variant):
    """The program of a variant: a broken one has its own."""
    return f"lab{lab}_model_{variant}" if variants.broken(lab, variant) else f"lab{lab}_model"


def follow(case, turns):
    """The run of the correct lock beside a broken one under the same choice of threads; None where the case
    itself is one of a correct lock."""
    if case.program == reference_of(case):
        return None
    return _objects(reference_of(case), "--follow", turns, case.id)[0]


def graphs(wanted):
    """The graphs of all situations, by id. `wanted` are (program, id, most); the program of the correct locks knows
    them by the ids of the broken ones, too. A graph with more than `most` situations, before those are merged from
    which the same can happen, is not whole and has no nodes."""
    programs = {}
    for program, name, most in wanted:
        programs.setdefault((program, most), []).append(name)
    found = {}
    for (program, most), names in programs.items():
        found.update((graph["id"], graph) for graph in _objects(program, "--graph", str(most), *names))
    return found


def _objects(program, *arguments):
    """The JSON objects that a program prints, one a line."""
    answer = run([cmake.executable(PRESET, program), *arguments])
    if not answer.ok:
        raise KevError(f"{program} {' '.join(arguments)}: {answer.complaint()}")
    return [json.loads(line) for line in answer.output.splitlines()]


def explore(cases):
    """Explores the cases; returns one result, a dictionary, for each, in their order. Says which program is at work."""
    results = {}
    programs = list(dict.fromkeys(case.program for case in cases))
    progress = Progress("explore")
    try:
        for number, program in enumerate(programs, 1):
            progress.update(f"{number} of {len(programs)}: {program}")
            results.update(_explored(program, [case.id for case in cases if case.program == program]))
    finally:
        progress.clear()
    return [results[case.id] for case in cases]


def _explored(program, names):
    """What a program finds in its cases of these names, by name."""
    answer = run([cmake.executable(PRESET, program), "--json", *names])
    try:
        found = json.loads(answer.output)
    except json.JSONDecodeError as error:
        raise KevError(f"{program}: {answer.complaint()}") from error
    return {result["id"]: result for result in found}
