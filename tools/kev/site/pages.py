"""A hook of MkDocs: makes pages of files that live elsewhere in the repository.

Each lab's README.md becomes labs/NN_name.md and gets its place in the navigation. A page beside it, such as notes.md,
becomes labs/NN_name/notes.md, and the lesson links to it. CONTRIBUTING.md is a page. Each lesson links to its names in the
API reference. A link from such a page to another file of the repository leads to a page that shows this file; so the source
is the only copy of everything.
"""
import re
import sys
from pathlib import Path

from mkdocs.structure.files import File

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.markdown import table  # noqa: E402
from kev.races import race_data, stored, variants  # noqa: E402
from kev.site import exercise_page  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?((?:\s+\"[^\"]*\")?\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".py": "python", ".cmake": "cmake", ".json": "json",
             ".patch": "diff", ".sh": "sh", ".yml": "yaml"}
AS_THEY_ARE = {".svg", ".png", ".json", ".csv", ".tsv"}  # a page with all results of a benchmark would have two megabytes
INDENTED = re.compile(r"^( +)<details.*?^\1</details>$", re.MULTILINE | re.DOTALL)
FOLDED = re.compile(r"^<details(?: markdown=\"1\")?>\s*(?=<summary>)", re.MULTILINE)


def labs():
    """The folders of the labs that have a lesson."""
    return sorted(path.parent for path in ROOT.glob("labs/[0-9][0-9]_*/README.md"))


def beside(lab):
    """The pages that stand beside a lesson, the notes last."""
    found = [path for path in lab.glob("*.md") if path.name != "README.md"]
    return sorted(found, key=lambda path: (path.name == "notes.md", path.name))


def lessons():
    """The labs in the navigation: the overview, and each lesson with its further pages below it. Notes, tables and the like
    are reached from their lesson."""
    found = [{"The labs": "labs/index.md"}]
    for lab in labs():
        further = [{title(path).split(", page ")[-1]: page_of(path)} for path in beside(lab) if path.name[0].isdigit()]
        found.append({title(lab / "README.md"): [page_of(lab / "README.md"), *further]} if further
                     else page_of(lab / "README.md"))
    return found


def title(path):
    """The first heading of a page, without marks."""
    match = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1).replace("`", "") if match else path.stem


def page_of(path):
    """The name in the site of the page that shows a file of the repository, or a whole file of a variant; None for what
    has none."""
    path = path.resolve()
    if ROOT not in path.parents:
        return None
    inside = path.relative_to(ROOT)
    if not path.exists() and not variants.of_whole(inside.as_posix()):
        return None
    if path.is_dir() and (path / "README.md").exists():
        return page_of(path / "README.md")
    if inside.parts[0] == "docs":
        return "/".join(inside.parts[1:])
    if inside.name == "README.md":
        return f"labs/{inside.parts[1]}.md" if len(inside.parts) == 3 and inside.parts[0] == "labs" else (
            "index.md" if len(inside.parts) == 1 else f"source/{inside.as_posix()}")
    if inside.suffix == ".md" and len(inside.parts) == 3 and inside.parts[0] == "labs":
        return inside.as_posix()
    if inside.as_posix() == "CONTRIBUTING.md":
        return "contributing.md"
    if path.suffix in AS_THEY_ARE:
        return f"source/{inside.as_posix()}"
    return f"source/{inside.as_posix()}.md"


def relative(target, page):
    """The link from one page of the site to another."""
    up = [".."] * (len(Path(page).parts) - 1)
    return "/".join([*up, target])


def rewrite_links(text, source, page):
    """Turns links to files of the repository into links to their pages. A link inside a code block
    stays; a link to nothing stays, too, and MkDocs complains about it."""
    def rewrite(match):
        target = match.group(2)
        if re.match(r"[a-z]+:|/", target):
            return match.group(0)
        name = page_of(source.parent / target)
        if name is None:
            return match.group(0)
        if name == "races.md" and match.group(3) and match.group(3)[1:] in map(race_data.stem_of, stored.names()):
            # A row of the catalogue: on the site the race has a page.
            return f"{match.group(1)}{relative(f'races/{match.group(3)[1:]}.md', page)}{match.group(4)}"
        return f"{match.group(1)}{relative(name, page)}{match.group(3) or ''}{match.group(4)}"

    pieces, last = [], 0
    for fence in FENCE.finditer(text):
        pieces += [LINK.sub(rewrite, text[last:fence.start()]), fence.group(0)]
        last = fence.end()
    return "".join([*pieces, LINK.sub(rewrite, text[last:])])


def linked_files(source):
    """The files of the repository, outside docs/, that a page links to."""
    text = FENCE.sub("", exercise_page.expand(source.read_text(encoding="utf-8"), source))
    for match in LINK.finditer(text):
        path = (source.parent / match.group(2)).resolve()
        name = page_of(path)
        if name and name.startswith("source/"):
            yield path
            yield from files_in(path) if path.is_dir() else ()


def files_in(folder):
    """The text files below a folder, except what building leaves there."""
    return [path for path in sorted(folder.rglob("*"))
            if path.is_file() and (path.suffix in LANGUAGES or path.suffix in {".md", ".txt"})]


def add(files, config, source, name):
    """Adds a file of the repository to the site."""
    if files.get_file_from_path(name):
        return
    file = File(name, config["docs_dir"], config["site_dir"], config["use_directory_urls"])
    file.abs_src_path = str(source)
    file.kev_source = source
    if source.name == "README.md" and source.parent in labs():
        file.name = "index"  # in the navigation, a lab leads to its lesson
    files.append(file)


def on_config(config):
    """Puts the lessons into the navigation."""
    for entry in config["nav"]:
        for pages in entry.values():
            if "lessons" in pages:
                place = pages.index("lessons")
                pages[place:place + 1] = lessons()
    return config


def on_files(files, config):
    """Adds the labs' pages, and a page for each file that a page of the site links to; takes out what
    Doxygen reads, and the answers to the examination, which students should not find first."""
    for file in [file for file in files if Path(file.src_path).suffix == ".dox" or is_answer(file)
                 or Path(file.src_path).name == "Doxyfile"]:
        files.remove(file)
    from_outside = [*(lab / "README.md" for lab in labs()), *(page for lab in labs() for page in beside(lab)),
                    *sorted(ROOT.glob("labs/*/library/README.md")),
                    ROOT / "CONTRIBUTING.md"]
    for source in from_outside:
        add(files, config, source, page_of(source))
    own = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "answers")
    for source in [*from_outside, *own]:
        for path in linked_files(source):
            add(files, config, path, page_of(path))
    return files


def on_page_read_source(page, config):
    """The text of a page: a file of the repository as it is, or in a frame if it is no Markdown."""
    source = getattr(page.file, "kev_source", None)
    if source is None or source.suffix == ".md":
        return None
    name = source.relative_to(ROOT).as_posix()
    if source.is_dir():
        return f"# `{name}/`\n\n" + "\n".join(
            f"- [{path.relative_to(source).as_posix()}]({relative(page_of(path), page.file.src_path)})"
            for path in files_in(source)) + "\n"
    text = variants.text_of(name)
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    language = LANGUAGES.get(source.suffix, "cmake" if source.name == "CMakeLists.txt" else "text")
    return f"# `{source.name}`\n\n`{name}`\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def on_page_markdown(markdown, page, config, files):
    """Lists that only the site has, and links that lead somewhere."""
    name = page.file.src_path.replace("\\", "/")
    markdown = blocks.placed(markdown, PLACES)
    source = getattr(page.file, "kev_source", None) or ROOT / "docs" / name
    if source in [lab / "README.md" for lab in labs()]:
        markdown = with_reference(markdown, source.parent)
    return rewrite_links(with_markdown_folded(exercise_page.expand(markdown, source)), source, name)


def on_post_page(output, page, config):
    """An error if a place that a hook should have filled is still there."""
    for name in unfilled(output):
        raise SystemExit(f"{page.file.src_path}: nothing was put at <!-- {name} -->")


def unfilled(output):
    """The marks of a page without an argument and without a closing one. Their names are looked for with any letter: a mark
    with a name that no hook knows, or cannot know, is what this finds."""
    closed = set(re.findall(r"<!-- /(\S+) -->", output))
    return [name for name in re.findall(r"<!-- ([A-Za-z][^:>]*?) -->", output) if name not in closed]


def with_markdown_folded(markdown):
    """The text with Markdown inside of <details>, as a code host reads it. Python's Markdown has to be told, and knows
    no <details> inside of a list. A summary on the line of <details> would become a paragraph."""
    markdown = INDENTED.sub(lambda found: re.sub(f"^{found.group(1)}", "", found.group(0), flags=re.MULTILINE), markdown)
    return FOLDED.sub('<details markdown="1">\n', markdown)


def is_answer(file):
    """Whether a file of docs/ is one of the answers."""
    return Path(file.src_path).parts[:2] == ("instructor", "answers")


def questions():
    """The labs and the questions that they answer, from the README's table; links as from docs/."""
    rows = re.findall(r"^\| \[(\d\d) \w+\]\((labs/\w+)\) \| (.+) \|$", (ROOT / "README.md").read_text(encoding="utf-8"),
                      re.MULTILINE)
    if len(rows) < len(labs()):
        raise SystemExit("README.md lacks the question of a lab")
    return "\n".join(f"{int(number)}. [{question[:1].upper()}{question[1:]}](../{folder}/README.md)"
                     for number, folder, question in rows)


def reference():
    """Links to the pages that Doxygen makes, which are on the site only."""
    rows = [(lab.name[:2], f"kev::lab{lab.name[:2]}", f"[{title(lab / 'README.md')}](../labs/{lab.name}/README.md)")
            for lab in labs()]
    rows += [("the world", "kev", "[How to read the labs](how_to_read.md#how-to-read-the-code)"),
             ("the calls, as Windows spells them", "kev::nt", "[Lab 02](../labs/02_keyed_event_api/README.md)"),
             ("the model checker", "kev::checker", "[How the checker works](checker.md)")]
    return '**<a href="api/index.html">To the reference</a>**\n\n' + table(
        ("lab", "its names", "its lesson"), [(what, names_of(names), page) for what, names, page in rows])


def names_of(namespace):
    """A link to the page of a namespace in the API reference."""
    return f'<a href="api/namespace{namespace.replace("::", "_1_1")}.html">{namespace}</a>'


def with_reference(markdown, lab):
    """A lesson with links, below its title, to the pages beside it and to what Doxygen says of the lab's names."""
    address = f"../api/namespacekev_1_1lab{lab.name[:2]}.html"
    further = [f"[{path.stem.replace('_', ' ').capitalize()}]({path.name})" for path in beside(lab)]
    further.append(f'<a href="{address}">The names of this lab in the API reference</a>')
    link = f"{' · '.join(further)}\n{{ .kev-reference }}"
    return re.sub(r"^(# .+)$", lambda found: f"{found.group(1)}\n\n{link}", markdown, count=1, flags=re.MULTILINE)


# Places that are filled for the site only.
PLACES = {"questions": lambda _: questions(), "api": lambda _: reference()}
