"""`kev real`: programs of Debian on each lock of the labs, in place of libc's."""
import random
import shutil
import tempfile
import time
from pathlib import Path

from kev.build import cmake, packages
from kev.build.setup import require
from kev.core import markdown
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.files import stopped_file
from kev.core.paths import build_root, shown
from kev.core.process import run
from kev.core.terminal import heading, say, table
from kev.measure import machine, plots, real_programs, real_results

LOCKS = ["libc", "mutex", "primitive_mutex", "fast_mutex", "address_mutex", "handoff", "unfair", "bounded"]
LIMIT = 60  # seconds for one run of one program
LIBRARY = "libkev_interpose.so"


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "real", help="real programs on each lock, in place of libc's",
        description="Runs programs of Debian with libkev_interpose.so before them, so that their mutexes are the labs' "
                    "locks. The locks take turns. Prints each program's own figure of merit over that on libc's mutex, and "
                    "the longest wait for a mutex. The tables and a picture stay in build/real.")
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="runs of each program on each lock (default 5)")
    parser.add_argument("--quick", action="store_true", help="one round: less than ten minutes, with the installation")
    parser.add_argument("--only", metavar="WORD", default="", help="only programs whose names have this word")
    parser.add_argument("--json", type=Path, metavar="FILE", help="store what was measured; docs/real_programs.json is the "
                        "one that the pages are made of (./kev refresh numbers)")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    wanted = named(options.only)
    require(["build"], install=not options.no_install)
    cmake.configure("linux")
    cmake.build("linux", ["kev_interpose"])
    library = cmake.directory("linux") / "bin" / LIBRARY
    if not library.exists():
        raise KevError("the library needs Linux, glibc 2.34 or later, and x86-64")
    chosen = there(wanted, not options.no_install)
    if not chosen:
        raise KevError("none of these programs is here")
    measured = {each.name: [] for each in chosen}
    reports, convoy, limits = {}, {}, {}
    load, stopped = machine.load(), True
    with tempfile.TemporaryDirectory(prefix="kev-real-") as folder:
        prepare(Path(folder), chosen)
        try:
            count(chosen, reports, Path(folder), library)
            for each in chosen:
                if each.name == real_results.CONVOY:
                    count_series(convoy, each, real_results.of_thousand, Path(folder), library, real_results.CONVOY_LOCKS)
            if not options.only and real_programs.LOOPS.is_there():
                say(f"  counted: {real_programs.LOOPS.name}")
                count_series(limits, real_programs.LOOPS, real_results.limits_of_thousand, Path(folder), library)
            measure(measured, chosen, 1 if options.quick else options.rounds, Path(folder), library)
            stopped = False
        finally:  # after Ctrl-C, too: this shows what has been measured so far
            if any(measured.values()):
                show(real_results.kept(real_results.described(load), LOCKS, measured, reports, convoy, limits),
                     stopped_file(options.json) if stopped and options.json else options.json)
    return 0


def named(word):
    """The programs with this word in their names."""
    every = real_programs.programs()
    chosen = [each for each in every if word in each.name]
    if not chosen:
        raise KevError(f"no program has '{word}' in its name; known: {', '.join(each.name for each in every)}")
    return chosen


def there(chosen, install):
    """The programs that are installed, or can be; says which are not."""
    missing = sorted({each.package for each in chosen if not each.is_there()})
    if missing and install and packages.apt_ready():
        for package in missing:  # each alone: one that is unknown here must not keep the others away
            packages.install_together(package.split())
    for each in chosen:
        if not each.is_there():
            say(f"  {each.name}: not installable here ({each.package})")
    return [each for each in chosen if each.is_there()]


def prepare(folder, chosen):
    """Makes what the programs work on."""
    words = random.Random(1)
    text = " ".join(f"{words.randrange(100_000)}" for _ in range(real_programs.BYTES // 6))
    (folder / "text").write_text(text, encoding="ascii")
    if any(each.name == "LevelDB" for each in chosen):
        built = run(["c++", "-O2", "-std=c++17", real_programs.DRIVERS / "leveldb_readers.cpp", "-o",
                     folder / "leveldb_readers", "-lleveldb", "-pthread"], timeout=300)
        if not built.ok:
            raise KevError(f"the driver of LevelDB does not compile:\n{built.complaint()}")


def count(chosen, reports, folder, library):
    """Fills `reports`: name -> lock -> numbers of the library's report. This is a round of its own, because counting costs
    time."""
    for each in chosen:
        say(f"  counted: {each.name}")
        reports[each.name] = {lock: numbers for lock, (speed, numbers) in
                              one_round(each, 0, folder, library, True) if speed is not None}


def count_series(series, program, share, folder, library, locks=tuple(LOCKS)):
    """Fills `series` for a lesson: lock -> share(numbers of the report) of each run of one program."""
    for turn in range(real_results.SERIES_RUNS):
        for lock, (speed, numbers) in one_round(program, turn, folder, library, True, locks):
            value = share(numbers) if speed is not None else None
            if value is not None:
                series.setdefault(lock, []).append(value)


def measure(measured, chosen, rounds, folder, library):
    """Fills `measured`: name -> a list of lock -> speed for each round."""
    for turn in range(rounds):
        for each in chosen:
            say(f"  round {turn + 1} of {rounds}: {each.name}")
            measured[each.name].append({lock: speed for lock, (speed, _) in
                                        one_round(each, turn, folder, library, False) if speed is not None})


def one_round(program, turn, folder, library, counts, locks=tuple(LOCKS)):
    """(lock, one_run()) for each lock; each round begins with another lock. Says what failed."""
    for lock in locks[turn % len(locks):] + locks[:turn % len(locks)]:
        speed, numbers = one_run(program, lock, folder, library, counts)
        if speed is None:
            say(f"    {lock}: {numbers}")
        yield lock, (speed, numbers)


def one_run(program, lock, folder, library, counts):
    """(speed, numbers of the report), or (None, what went wrong)."""
    shutil.rmtree(folder / "database", ignore_errors=True)
    report = folder / "report"
    report.unlink(missing_ok=True)
    environment = {"KEV_LOCK": lock, "KEV_REPORT": str(report) if counts else "0",
                   "KEV_SERVER_PRELOAD" if program.starts_server else "LD_PRELOAD": str(library)}
    begin = time.monotonic()
    # The output is thrown away unless the figure of merit is in it: a compressor's is bytes, which the counted round checks.
    to = "output" if counts else "/dev/null"
    words = program.command if program.pattern else ["sh", "-c", f'exec "$@" > {to}', "sh", *program.command]
    result = run(words, timeout=LIMIT, cwd=folder, environment=environment)
    seconds = time.monotonic() - begin
    if not result.ok:
        return None, result.complaint(3)
    if counts and program.is_wrong(folder):
        return None, "what it has compressed is not its input"
    speed = program.speed(result.output + result.errors, seconds)
    if speed is None:
        return None, "its output has no figure of merit"
    return speed, real_results.reported(report.read_text(encoding="utf-8") if report.exists() else "")


def show(data, file):
    """Prints the tables, and keeps them with the picture; the data, too, if there is a file for it."""
    folder = build_root() / "real"
    folder.mkdir(parents=True, exist_ok=True)
    heading("Speed over that on libc's mutex (more is better)")
    table(*real_results.speeds(data))
    heading("The longest wait for a mutex over that on libc's mutex (less is better)")
    table(*real_results.waits(data))
    (folder / "tables.md").write_text(
        f"{machine.processor()}, {machine.cores()} processors, {machine.system()}\n\n"
        f"{markdown.table(*real_results.speeds(data))}\n\n{markdown.table(*real_results.waits(data))}\n",
        encoding="utf-8")
    if plots.available():
        (folder / "speed.svg").write_text(plots.alone(real_results.mean_figure(data)), encoding="utf-8")
    say(f"The tables{' and the picture' if plots.available() else ''} are in {shown(folder)}")
    if file:
        real_results.write(data, file)
