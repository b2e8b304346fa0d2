"""The benchmark of an exercise: the student's files and the reference by turns."""
import argparse
import json
import statistics
from pathlib import Path

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.terminal import Progress, heading, say, table
from kev.course import confine, overlay, workplace
from kev.course.exercises import Exercise

ROUNDS = 5


def compare(exercise: Exercise, options: argparse.Namespace) -> int:
    """Runs the benchmark with the student's files and with the reference by turns, and prints the ratio."""
    if not exercise.bench:
        raise KevError(f"{exercise.name} has no benchmark")
    mine, reference = programs(exercise)
    with overlay.only_one():
        overlay.configure(benchmarks=True)
        overlay.place(exercise, workplace.folder(exercise, options.into))
        failed = overlay.compile_programs(exercise, [mine, reference])
        if failed:
            raise KevError("it does not compile:\n" + "\n".join(failed.values()))
        times: dict[str, dict[str, list[float]]] = {mine: {}, reference: {}}
        progress = Progress("measuring")
        for turn in range(1, ROUNDS + 1):
            for program, found in times.items():
                progress.update(f"round {turn} of {ROUNDS}: {'yours' if program == mine else 'the reference'}")
                for name, value in _measure(exercise, program).items():
                    found.setdefault(name, []).append(value)
        progress.clear()
    heading(f"{exercise.name}: {ROUNDS} rounds by turns, medians")
    table(("benchmark", "yours, ns", "the reference's, ns", "ratio"),
          [(name, f"{yours:.2f}", f"{theirs:.2f}", f"{yours / theirs:.2f}") for name, yours, theirs in
           ((name, statistics.median(values), statistics.median(times[reference][name]))
            for name, values in times[mine].items() if name in times[reference])])
    say("\nMeasured on this machine as it is now: only the ratio says something, and not its second digit.")
    return 0


def programs(exercise: Exercise) -> tuple[str, str]:
    """The program of the student's benchmark, and the lab's own of the same source."""
    source = exercise.bench["source"]
    return exercise.program(source), f"lab{exercise.lab.number}_{Path(source).name}"


def _measure(exercise: Exercise, program: str) -> dict[str, float]:
    outcome = confine.run([cmake.executable(overlay.NAME, program), "--benchmark_format=json",
                           f"--benchmark_filter={exercise.bench['filter']}", "--benchmark_min_time=0.1"],
                          confine.Limits(seconds=120))
    try:
        found = json.loads(outcome.output[outcome.output.index("{"):])["benchmarks"]
    except (ValueError, KeyError) as error:
        raise KevError(f"{program} {outcome.trouble or 'measured nothing'}\n{outcome.output[-500:]}") from error
    return {each["name"]: each["real_time"] for each in found if each.get("run_type") != "aggregate"}
