"""A hook of MkDocs: a page for each header whose orders the reader can weaken, made of docs/orders/*.json."""
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.labs import all_labs  # noqa: E402
from kev.core.paths import ROOT  # noqa: E402
from kev.site import explorer_page, pages  # noqa: E402

HEADERS: list[explorer_page.Header] = []  # of the build that runs


def on_files(files, config):
    """Adds a page for each header. What the pages show is in them, so the stored schedules stay out."""
    for file in [file for file in files if file.src_path.startswith("orders/schedules/")]:
        files.remove(file)
    HEADERS[:] = [header for lab in all_labs() for header in explorer_page.headers_of(lab)]
    for header in HEADERS:
        pages.add(files, config, ROOT / header.file, header.page)
        file = files.get_file_from_path(header.page)
        file.kev_explorer, file.kev_source = header, None
    return files


def on_page_read_source(page, config):
    """The Markdown of a header's page."""
    header = getattr(page.file, "kev_explorer", None)
    return explorer_page.markdown(header) if header else None


def on_page_markdown(markdown, page, config, files):
    """The list of the headers."""
    return blocks.placed(markdown, {"headers-to-weaken": lambda _: explorer_page.index(HEADERS)})


def on_page_content(content, page, config, files):
    """Puts the code and the panel in their place."""
    header = getattr(page.file, "kev_explorer", None)
    up = "../" * (len(Path(page.file.src_path).parts) - 1)
    return content.replace("<!-- explorer header -->", explorer_page.body(header, up)) if header else content
