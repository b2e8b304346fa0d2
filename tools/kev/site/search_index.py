"""A hook of MkDocs: the search, which also works on a page from the disk.

The theme loads its index by a request and searches in a worker; browsers allow a page from the disk neither. So the index
is a script, and docs/assets/search.js brings it and the worker when the reader begins to search. The index has the
lessons and the pages in docs/, and of each race what stands above its schedule. Pages of sources are left out: they were
nine tenths of it.
"""
import json
import re
from pathlib import Path

THEME = re.compile(r'(?=<script src="([^"]*)assets/javascripts/bundle\.)')
LEFT_OUT = "source/"
# The theme leaves this out; a reader who listens or has no mouse needs it.
COMPLETED = (('data-md-component="search" role="dialog"', 'aria-label="Search"'),
             ('class="md-search__scrollwrap"', 'tabindex="0"'))
LOST = """<h1>There is no such page</h1>
<p>It may have another name now. Search for it, or go on from one of these pages: <a href="{base}index.html">the first page</a>,
<a href="{base}labs/index.html">the labs</a>, <a href="{base}races.html">the races</a>.</p>"""
RACE_END = "Step by step"


def on_post_page(output, page, config):
    """Puts the script before the theme's, which asks for it, and completes the form."""
    for found, added in COMPLETED:
        output = output.replace(found, f"{found} {added}")
    return THEME.sub(r'<script src="\1assets/search.js"></script>\n', output)


def on_post_template(output, template_name, config):
    """The page for an address that leads to nothing: the search works there, too, and it says where to go on."""
    if template_name != "404.html":
        return output
    base = re.search(r'<script src="([^"]*)assets/javascripts/bundle\.', output)[1]
    return on_post_page(output, None, config).replace("<h1>404 - Not found</h1>", LOST.format(base=base))


def kept(docs):
    """What is searched. The text of a page is in its sections, too, if it has any: there it stays."""
    pages_with_sections = {doc["location"].split("#")[0] for doc in docs if "#" in doc["location"]}
    for doc in docs:
        page, _, section = doc["location"].partition("#")
        if page.startswith(LEFT_OUT):
            continue
        if page.startswith("races/"):
            if not section:
                yield {**doc, "text": doc["text"].partition(RACE_END)[0]}
        elif section or page not in pages_with_sections:
            yield doc
        else:
            yield {**doc, "text": ""}


def on_post_build(config):
    """Makes a script of the index that MkDocs has written."""
    path = Path(config["site_dir"]) / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] = list(kept(index["docs"]))
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    path.with_suffix(".js").write_text(f"kevIndexArrived({text});\n", encoding="utf-8")
    path.unlink()
