"""`kev autograder`: a zip for Gradescope, which builds an image of it once and runs it for each submission."""
import argparse
import stat
import tempfile
import zipfile
from pathlib import Path

from kev.core import labs
from kev.core.errors import KevError
from kev.core.paths import ROOT, shown
from kev.core.process import run
from kev.core.terminal import say
from kev.course import exercises, handout, release

# As Gradescope calls them: setup.sh when it makes the image, run_autograder for each submission. Everything in the zip is
# then in /autograder/source; AUTOGRADER is for a try elsewhere.
SETUP = """\
#!/bin/sh
set -eu
here=${AUTOGRADER:-/autograder}
cd "$here/source/labs"
apt-get update
./kev setup --student
# Builds all that submissions are linked with, once.
STARTERS
./kev grade "$here/starters" EXERCISES --one --out "$here/grades" --no-install --unconfined
"""
RUN = """\
#!/bin/sh
set -eu
here=${AUTOGRADER:-/autograder}
cd "$here/source/labs"
./kev grade "$here/submission" EXERCISES --one --out "$here/grades" --again --no-install --unconfined
cp "$here/grades/results.json" "$here/results/results.json"
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("autograder", help="make an autograder for Gradescope",
                                   description="Makes a zip in Gradescope's form: setup.sh, run_autograder, and what grades. "
                                               "It has no answers. docs/instructor/platforms.md says where it was tried.")
    parser.add_argument("exercise", metavar="NN/NAME", nargs="+", help="what is handed in")
    parser.add_argument("-o", "--out", metavar="ZIP", type=Path, default=Path("autograder.zip"))
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    chosen = [exercises.named(text) for text in options.exercise]
    wanted = [lab for lab in labs.all_labs() if lab in [each.lab for each in chosen]]
    names = " ".join(f"--exercise {each.name}" for each in chosen)
    starters = "\n".join(f'./kev exercise {each.lab.number} start {each.id} --into "$here/starters" --backup'
                         for each in chosen)
    in_handout = release.STAMP.exists()
    if any(each.kind == "attack" for each in chosen) and not in_handout:
        raise KevError("a lock to attack is another one in each handout: make the autograder in the handout's repository")
    with tempfile.TemporaryDirectory() as temporary:
        if in_handout:  # which has all that grades it
            run(["git", "-C", ROOT, "checkout-index", "--all", f"--prefix={temporary}/"], timeout=60)
        else:
            handout.write(Path(temporary), wanted, "", sealed=False)
            (Path(temporary) / "HANDOUT").write_text(f"autograder-{release.version()}\nfor {names}\n", encoding="utf-8")
        with zipfile.ZipFile(options.out, "w", zipfile.ZIP_DEFLATED) as file:
            for name, text in (("setup.sh", SETUP), ("run_autograder", RUN)):
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (stat.S_IFREG | 0o755) << 16
                file.writestr(entry, text.replace("EXERCISES", names).replace("STARTERS", starters))
            for path in sorted(Path(temporary).rglob("*")):
                if path.is_file():
                    file.write(path, f"labs/{path.relative_to(temporary)}")
    say(f"Written: {shown(options.out)}")
    return 0
