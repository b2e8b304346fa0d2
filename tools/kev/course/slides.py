"""`kev slides`: a deck for each lab, of the lesson's own figures, changes and schedules, made by pandoc."""
import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kev.build.setup import require
from kev.core import labs
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import shown
from kev.core.process import run
from kev.core.terminal import say

# What a slide is made of: a heading, a figure, a generated block with a fence in it, and the first words of a race.
PART = re.compile(r"^(?P<level>##+) (?P<heading>.+)$|^!\[(?P<words>[^\]]*)\]\((?P<figure>[^)]+)\)$"
                  r"|^<!-- (?P<kind>diff|timeline)[^\n]*-->\n(?P<fence>```[\s\S]*?^```)$"
                  r"|^\*(?P<belief>The (?:\w+'s )?belief: [^*]+)\*$",
                  re.MULTILINE)
TALLEST = 26  # lines of a schedule that can be read on one slide
STYLE = "<style>section{font-size:24px}section pre{font-size:15px;line-height:1.25}section img{max-height:460px}</style>"


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("slides", help="make a deck of slides of a lab's figures and schedules",
                                   description="Makes one HTML file for each lab, which needs no network: its figures, the "
                                               "changes of its broken locks, and their schedules. Needs pandoc.")
    parser.add_argument("lab", nargs="?", metavar="NN", help="one lab; default: all")
    parser.add_argument("-o", "--out", metavar="DIR", type=Path, default=Path("slides"))
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    require(["slides"])
    options.out.mkdir(parents=True, exist_ok=True)
    for lab in [labs.find_lab(options.lab)] if options.lab else labs.all_labs():
        target = options.out.resolve() / f"{lab.directory.name}.html"
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "slides.md"
            source.write_text(deck(lab), encoding="utf-8")
            answer = run(["pandoc", "-f", "markdown-yaml_metadata_block", "-t", "dzslides", "--slide-level", "2", "-s",
                          "--self-contained", "--metadata", f"pagetitle={lab.title()}", "--resource-path", lab.directory,
                          "-o", target, source], timeout=300)
        if not answer.ok:
            raise KevError(f"pandoc: {answer.complaint()}")
        say(f"Written: {shown(target)}")
    return 0


def deck(lab: Lab) -> str:
    """The slides of a lab in pandoc's Markdown."""
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in [lab.directory / "README.md",
                                                                     *sorted(lab.directory.glob("[0-9]_*.md"))])
    slides = [f"{STYLE}\n", f"## {lab.title()}\n\n{lab.question()}\n"]
    for heading, body in _slides(text):
        slides.append(f"## {heading}\n\n{body}\n")
    return "\n".join(slides)


def _slides(text: str) -> Iterator[tuple[str, str]]:
    heading, belief = "At a glance", ""
    for part in PART.finditer(text):
        if part["heading"]:
            heading, belief = re.sub(r"\s*\{:.*\}$", "", part["heading"]), ""
        elif part["belief"]:
            belief = f"*{part['belief']}*\n\n"
        elif part["figure"]:
            yield heading, f"![]({part['figure']})"
        elif part["kind"]:
            lines = part["fence"].splitlines()
            pieces = [lines[1:-1][start:start + TALLEST] for start in range(0, len(lines) - 2, TALLEST)]
            for number, piece in enumerate(pieces, 1):
                more = f" ({number} of {len(pieces)})" if len(pieces) > 1 else ""
                yield heading + more, belief + "\n".join([lines[0], *piece, "```"])
                belief = ""
