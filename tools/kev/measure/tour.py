"""Walks through the labs: runs demonstrations, benchmarks and experiments, and keeps what they say.

Fills the sections of the report: for each lab its question, what its demonstration printed in each
world, its figures, and what could not be run and why.
"""
from __future__ import annotations

import shutil
from dataclasses import dataclass

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.process import run
from kev.core.terminal import say, table
from kev.measure import figures, lab_report
from kev.measure.experiments import Bench
from kev.measure.google_benchmark import run_benchmark, runner
from kev.measure.numbers import shown

DEMO_TIMEOUT = 60


@dataclass(frozen=True)
class Effort:
    """How long to measure."""
    repetitions: int = 9
    min_time: float = 0.02  # seconds, of a sample of one thread
    sample: float = 0.1  # seconds, of a sample of contended threads; 0.05 at least
    experiment_runs: int = 3
    experiment_seconds: float = 2
    timeout: int = 300
    under_wine: dict | None = None  # program -> which of its benchmarks, as a regular expression; None: all there are

    def flags(self, program, world):
        """The options of a benchmark program besides its repetitions."""
        chosen = self.under_wine.get(program) if self.under_wine and world is WINE else None
        return [f"--sample={self.sample}", *([f"--benchmark_filter={chosen}"] if chosen else [])]

    def has(self, program, world):
        """Whether the program is run at all."""
        return world is not WINE or self.under_wine is None or program in self.under_wine


# Under Wine a keyed event costs a call of its server, and most figures tell of that. These tell of the locks.
MOST_TELLING = {"lab02_pingpong_bench": ".", "lab03_pair_bench": ".", "lab03_article_bench": ".", "lab08_pair_bench": "."}

FULL = Effort()
STANDARD = Effort(repetitions=3, min_time=0.01, sample=0.05, experiment_runs=1, experiment_seconds=0.5, timeout=90,
                  under_wine=MOST_TELLING)
QUICK = Effort(repetitions=2, min_time=0.005, sample=0.05, experiment_runs=1, experiment_seconds=0.2, timeout=90,
               under_wine={})


@dataclass(frozen=True)
class World:
    """A build folder and what results from it are called."""
    build_name: str
    name: str


LINUX = World("linux", figures.LINUX)
WINE = World("nt-mingw", figures.WINE)


def new_section(lab):
    """The report's section on a lab, with nothing measured yet."""
    return {"number": lab.number, "title": lab.title(), "question": lab.question(), "demonstrations": [], "figures": [],
            "missing": []}


def steps(lab, world, effort):
    """The names of what measure() will do, one after the other, built or not."""
    return [f"{world.build_name}/{name}" for name in cmake.targets(world.build_name)
            if name.startswith(f"lab{lab.number}_") and is_measured(lab, name, world, effort)]


def is_measured(lab, program, world, effort):
    """Whether a program of a lab is a benchmark, or an experiment that the lab's report knows, and is run with this
    effort."""
    prefix = f"lab{lab.number}_"
    known = program.endswith("_bench") or program[len(prefix):] in lab_report.experiments(lab)
    return known and effort.has(program, world)


def measure(lab, world, effort, section, pace):
    """Runs what was built of a lab's benchmarks and experiments. Fills `section` as it goes, so that whatever ends it
    leaves what was measured until then."""
    for name, function in measurements(lab, world, effort, section["figures"]):
        add_figure(name, function, section, pace.step(f"{world.build_name}/{name}"))


def run_demonstration(lab, world, section):
    """Runs labNN_demo and keeps what it prints."""
    path = cmake.executable(world.build_name, f"lab{lab.number}_demo")
    if not path:
        return note_missing(section, f"The demonstration was not built ({world.name}).")
    result = run(runner(path), timeout=DEMO_TIMEOUT)
    if not result.ok:
        return note_missing(section, f"The demonstration failed ({world.name}): {result.complaint(3)}")
    text = result.output.replace("\r\n", "\n").strip("\n")
    section["demonstrations"].append({"world": world.name, "output": text})
    return None


def measurements(lab, world, effort, figures_so_far):
    """The measurements to be made for a lab in a world: (name, function that returns figures)."""
    for program in benchmarks(lab, world):
        if effort.has(program, world):
            yield program, lambda program=program: benchmark(lab, program, world, effort)
    for name, experiment in experiments(lab, world, effort, figures_so_far):
        if effort.has(name, world):
            yield name, experiment


def benchmarks(lab, world):
    """The lab's benchmark programs, in the order in which their figures are told."""
    order = list(lab_report.makers(lab))
    return sorted(cmake.programs(world.build_name, rf"lab{lab.number}_\w+_bench"),
                  key=lambda program: place(program, order))


def experiments(lab, world, effort, figures_so_far):
    """The lab's experiments: (name, function that returns figures)."""
    bench = Bench(world.name, effort.experiment_runs, effort.experiment_seconds, effort.timeout,
                  world is LINUX and bool(shutil.which("valgrind")), figures_so_far)
    for name, experiment in lab_report.experiments(lab).items():
        path = cmake.executable(world.build_name, f"lab{lab.number}_{name}")
        if path:
            yield path.stem, lambda path=path, experiment=experiment: experiment(path, bench)


def place(program, families):
    """Where a benchmark's figures stand among a lab's: the known families in their order, then others."""
    family = program.split("_", 1)[1][:-len("_bench")]
    return (families.index(family) if family in families else len(families), program)


def benchmark(lab, program, world, effort):
    """Runs one benchmark program and makes its figures."""
    path = cmake.executable(world.build_name, program)
    found = run_benchmark(path, repetitions=effort.repetitions, min_time=effort.min_time,
                          timeout=effort.timeout, extra=effort.flags(program, world))
    return figures.from_measurements(program, found, world.name, lab_report.makers(lab))


def add_figure(name, measure, section, step):
    """Measures and keeps the figures, which it returns; what fails is noted and does not end the tour."""
    try:
        with step:
            made = measure()
    except KevError as error:
        return note_missing(section, str(error))
    if made is None:
        return []  # nothing that this world could have measured
    if not made:
        return note_missing(section, f"{name} measured nothing.")
    section["figures"] += figures.as_list(made)
    return figures.as_list(made)


def note_missing(section, text):
    """Keeps what could not be had. Returns that there is no figure."""
    section["missing"].append(text)
    return []


def print_figure(made):
    """The figure as a table."""
    say(f"\n{made['title']} ({made['world']})")
    narrow = [i for i, column in enumerate(made["columns"])
              if column not in ("least", "most", "samples")]
    table([made["columns"][i] for i in narrow],
          [[shown(row[i]) for i in narrow] for row in made["rows"]])
    for note in [made["sentence"], *made["notes"]]:
        if note:
            say(f"  {note}")
