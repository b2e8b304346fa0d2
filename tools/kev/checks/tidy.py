#!/usr/bin/env python3
"""clang-tidy over the sources of a build, each once, with the repository's .clang-tidy.

  cmake --preset linux-clang      makes the list of the sources; nothing needs to be built
  tools/tidy.py                   all of them: more than an hour of one processor
  tools/tidy.py labs/03 common    those below these folders
  tools/tidy.py --jobs 1          one at a time

Status 1 if something was found. A header is looked at with each source that includes it, and a finding there is
printed once. Not looked at: the variants under broken/, each of which is a copy of the reference but for its flaw,
and what only Relacy's programs are made of, which is written for Relacy's macros.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OTHER_WORLDS = ("/worlds/relacy", "/broken/")
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:warning|error): .*\[[^]]+\]$")


def one_each(commands):
    """The compile commands, one a source: a scenario is compiled again for each broken variant and for Relacy."""
    chosen = {}
    for entry in commands:
        if any(part in entry["command"] for part in OTHER_WORLDS):
            continue
        chosen.setdefault(entry["file"], entry)
    return list(chosen.values())


def below(entries, folders):
    """Those of one of the folders, which may be cut short ("labs/03"); all, if none is named."""
    starts = [f"{ROOT}/{folder.rstrip('/')}" for folder in folders]
    return [entry for entry in entries
            if entry["file"].startswith(f"{ROOT}/") and not entry["file"].startswith(f"{ROOT}/build/")
            and (not starts or entry["file"].startswith(tuple(starts)))]


def findings(output):
    """What clang-tidy printed, cut into findings: place and text, notes and quoted lines with it."""
    found = {}
    place = None
    for line in output.splitlines():
        begins = FINDING.match(line)
        if begins:
            place = (begins.group(1), line.rsplit("[", 1)[-1])
            found[place] = []
        if place:
            found[place].append(line)
    return {key: "\n".join(lines) for key, lines in found.items()}


def ours(found):
    """The findings in the repository's files: a macro of Google Benchmark is blamed where it is defined."""
    return {place: text for place, text in found.items() if place[0].startswith(f"{ROOT}/")}


def look(program, folder, source):
    """Runs clang-tidy on one source. @return findings; a failure of another kind is one, too."""
    result = subprocess.run([program, "--quiet", "-p", folder, source], capture_output=True, text=True, check=False)
    found = findings(result.stdout)
    if result.returncode and not found:
        found[(source, "failed")] = f"{source}: {result.stdout.strip()} {result.stderr.strip()}"
    return ours(found)


def parse():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "linux-clang", help="the build's folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="labs/03, common; default: everything")
    return parser.parse_args()


def main():
    """Looks at every chosen source."""
    options = parse()
    program = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if not program:
        print("tidy: clang-tidy is not here (apt-get install clang-tidy)", file=sys.stderr)
        return 2
    commands = options.build / "compile_commands.json"
    if not commands.exists():
        print(f"tidy: {commands} is not here (cmake --preset linux-clang)", file=sys.stderr)
        return 2
    entries = below(one_each(json.loads(commands.read_text(encoding="utf-8"))), options.folders)
    if not entries:
        print(f"tidy: no source below {', '.join(options.folders)}", file=sys.stderr)
        return 2
    found = {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max(1, options.jobs)) as pool:
        Path(folder, "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
        for result in pool.map(lambda entry: look(program, folder, entry["file"]), entries):
            for key, text in result.items():
                if key not in found:
                    print(text, flush=True)
            found.update(result)
    print(f"{len(entries)} sources, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
