"""A hook of MkDocs: puts lab 07's captured traces into the page that shows them, and beside it as files to save."""
import html
import json
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "labs" / "07_anti_convoy" / "results" / "traces"
PLACE = re.compile(r"<!-- trace: (\w+) -->")
SCRIPTS = ("lanes/elements.js", "lanes/lanes.js", "lanes/view.js", "lanes/traces.js")


def shown(match):
    """The place of one trace in the page, with all its data: a page from the disk may not fetch a file."""
    name = match.group(1)
    trace = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    facts = trace["otherData"]
    data = re.sub(r"[<>&]", lambda found: f"\\u{ord(found.group()):04x}", json.dumps(trace, separators=(",", ":")))
    captured = html.escape(f"{facts['threads']} threads, {facts['processors']} processors, {facts['hold_ns']} ns under "
                           f"the lock, {facts['gap_ns']} ns between")
    return (f'<div class="lanes" data-trace="{name}"><script type="application/json">{data}</script></div>\n'
            f'<p><a href="traces/{name}.json" download>{name}.json</a>: {captured}.</p>')


def on_page_content(content, page, config, files):
    """Puts the traces in their places, and the scripts behind the last."""
    changed, count = PLACE.subn(shown, content)
    scripts = "".join(f'<script src="assets/{name}" defer></script>\n' for name in SCRIPTS)
    return changed + scripts if count else content


def on_post_build(config):
    """Copies the files."""
    target = Path(config["site_dir"]) / "traces"
    target.mkdir(exist_ok=True)
    for path in sorted(FOLDER.glob("*.json")):
        shutil.copy(path, target)
