"""A hook of MkDocs: puts lab 07's captured traces into the page that shows them, and beside it as files to save."""
import html
import json
import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.measure import lanes  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "labs" / "07_anti_convoy" / "results" / "traces"
SCRIPTS = ("lanes/elements.js", "lanes/lanes.js", "lanes/view.js", "lanes/traces.js")


def read(name: str) -> dict:
    """One trace, in the trace-event format."""
    return lanes.unpacked((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def shown(name: str) -> str:
    """The place of one trace in the page, with all its data: a page from the disk may not fetch a file."""
    trace = read(name)
    facts = trace["otherData"]
    data = re.sub(r"[<>&]", lambda found: f"\\u{ord(found.group()):04x}", json.dumps(trace, separators=(",", ":")))
    captured = html.escape(f"{facts['threads']} threads, {facts['processors']} processors, {facts['hold_ns']} ns under "
                           f"the lock, {facts['gap_ns']} ns between")
    return (f'<div class="lanes" data-trace="{name}"><script type="application/json">{data}</script></div>\n'
            f'<p><a href="traces/{name}.json" download>{name}.json</a>: {captured}.</p>')


def on_page_content(content, page, config, files):
    """Puts the traces in their places, and the scripts behind the last."""
    changed = blocks.placed(content, {"trace": shown})
    scripts = "".join(f'<script src="assets/{name}" defer></script>\n' for name in SCRIPTS)
    return changed + scripts if changed != content else content


def on_post_build(config):
    """Writes the files."""
    target = Path(config["site_dir"]) / "traces"
    target.mkdir(exist_ok=True)
    for path in sorted(FOLDER.glob("*.txt")):
        (target / f"{path.stem}.json").write_text(json.dumps(read(path.stem)), encoding="utf-8")
