"""What goes with the exercises besides starting and checking: the benchmark, watching, the progress over all labs."""
import json
import statistics
import time

from kev import build, confine, exercises, labs, overlay, workplace
from kev.files import KevError
from kev.terminal import heading, say, table

ROUNDS = 5
PAUSE = 0.5  # seconds between two looks at the files


def compare(exercise, options):
    """Runs the benchmark with the student's files and with the reference by turns, and prints the ratio."""
    if not exercise.bench:
        raise KevError(f"{exercise.name} has no benchmark")
    mine, reference = exercise.program(exercise.bench["source"]), f"lab{exercise.lab.number}_{exercise.bench['source']}"
    with overlay.only_one():
        overlay.configure()
        overlay.place(exercise, workplace.folder(exercise, options.into))
        failed = overlay.compile_programs(exercise, [mine, reference])
        if failed:
            raise KevError("it does not compile:\n" + "\n".join(failed.values()))
        times = {mine: {}, reference: {}}
        for _ in range(ROUNDS):
            for program, found in times.items():
                for name, value in _measure(exercise, program).items():
                    found.setdefault(name, []).append(value)
    heading(f"{exercise.name}: {ROUNDS} rounds by turns, medians")
    table(("benchmark", "yours, ns", "the reference's, ns", "ratio"),
          [(name, f"{yours:.2f}", f"{theirs:.2f}", f"{yours / theirs:.2f}") for name, yours, theirs in
           ((name, statistics.median(values), statistics.median(times[reference][name]))
            for name, values in times[mine].items() if name in times[reference])])
    say("\nMeasured on this machine as it is now: only the ratio says something, and not its second digit.")
    return 0


def _measure(exercise, program):
    outcome = confine.run([build.executable(overlay.NAME, program), "--benchmark_format=json",
                           f"--benchmark_filter={exercise.bench['filter']}", "--benchmark_min_time=0.1"],
                          confine.Limits(seconds=120))
    try:
        found = json.loads(outcome.output[outcome.output.index("{"):])["benchmarks"]
    except (ValueError, KeyError) as error:
        raise KevError(f"{program} {outcome.trouble or 'measured nothing'}\n{outcome.output[-500:]}") from error
    return {each["name"]: each["real_time"] for each in found if each.get("run_type") != "aggregate"}


def watch(exercise, options, check):
    """Checks, and again whenever a file was saved; until Ctrl-C."""
    place = workplace.folder(exercise, options.into)
    seen = None
    while True:
        now = _times(exercise, place)
        if now != seen:
            seen = now
            check(exercise, options)
            say("\nWaiting for the next change; Ctrl-C ends it.")
        time.sleep(PAUSE)


def _times(exercise, place):
    """When each file was changed; an editor may just be replacing one."""
    found = {}
    for path in exercise.files():
        try:
            found[path] = (place / path).stat().st_mtime_ns
        except FileNotFoundError:
            found[path] = None
    return found


def progress(into):
    """How far the student is, in all labs."""
    heading("Exercises")
    rows, reached, most = [], 0.0, 0
    for lab in labs.all_labs():
        found = exercises.of_lab(lab)
        points = sum(min(each.points, workplace.state(each, into).get("best") or 0) for each in found)
        total = sum(each.points for each in found)
        done = sum((workplace.state(each, into).get("best") or 0) >= each.points for each in found)
        begun = sum(workplace.begun(each, into) for each in found)
        rows.append((f"{lab.number}  {lab.name}", f"{done} of {len(found)}", begun, f"{points:g} of {total}"))
        reached, most = reached + points, most + total
    table(("lab", "done", "begun", "points"), rows)
    say(f"\n{reached:g} of {most} points. A lab's exercises: ./kev exercise NN")
    return 0
