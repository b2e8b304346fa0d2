"""Writes the report: one HTML file that needs nothing else, and the JSON that it shows."""
import functools
import html
import json
from pathlib import Path

from kev.core.files import write_atomically
from kev.measure import plots
from kev.measure.numbers import shown

STYLE = Path(__file__).with_name("report.css")
HOW_TO_READ = ("Every value is the median of its repetitions. The thin line at the end of a bar spans "
               "the quartiles. All candidates of one figure ran interleaved in one process, so the "
               "noise of the machine met them alike. Compare values inside a figure, as ratios. Results of "
               "Wine and of the emulation on Linux never share a figure. "
               "Nothing here was measured on real Windows.")
METHOD_TITLE = "Machine and method"
OPENING_TITLE = "Three pictures of this machine"
PUBLISHED_TITLE = "Published, and here"
PUBLISHED = ("The two tables of the articles that this repository began with. The published numbers are of other "
             "machines and other systems: compare the order of the locks and the shape of a column, never a number "
             "with a number.")


def write(folder, data):
    """Writes report.json and report.html into the folder; returns the path of the page."""
    write_atomically(folder / "report.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    write_atomically(folder / "report.html", page(data))
    return folder / "report.html"


def page(data):
    """The whole page. It shows nothing that is not in `data`."""
    text = html.escape
    with_plots = plots.available()
    body = [f"<h1>{text(data['title'])}</h1>",
            f"<p class=soft>{text(data['subtitle'])} All numbers: <a href=\"report.json\">report.json</a>.</p>",
            *_opening(data, with_plots), _contents(data)]
    for section in data["labs"]:
        body += _lab(section, with_plots)
    body += [*_published(data.get("published", [])), *_method(data)]
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{text(data['title'])}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
            + "\n".join(body) + "\n</body>\n</html>\n")


def _opening(data, with_plots):
    """The three pictures, each with its sentence and the way to the lab's own figure."""
    parts = [f"<h2 id=opening>{OPENING_TITLE}</h2>"]
    for figure in data.get("opening", []):
        parts.append(_picture_first(figure, with_plots))
    if data.get("not_in_the_opening"):
        items = "".join(f"<li>{html.escape(title)}</li>" for title in data["not_in_the_opening"])
        parts.append(f"<div class=missing>Not measured in this run:<ul>{items}</ul></div>")
    return parts


def _picture_first(figure, with_plots):
    """A picture of the opening. Its table stands in the lab's section; where nothing can be drawn, it stands here, too."""
    text = html.escape
    shown_as = _picture(json.dumps(figure, sort_keys=True)) if with_plots else _table(figure)
    link = f'<a href="#{text(figure["source"])}">{{}}</a>' if "source" in figure else "{}"
    notes = "".join(f"<p class=soft>{link.format(text(note))}</p>" for note in figure["notes"])
    return (f'<section class=together><h3 id="{figure["id"]}">{text(figure["title"])} '
            f"<span class=world>{text(figure['world'])}</span></h3>\n<figure>\n{shown_as}\n"
            f"<figcaption>{text(figure['sentence'])}</figcaption>\n</figure>{notes}</section>")


def _method(data):
    """What was measured on, how to read the figures, and what this run left out."""
    return [f"<h2 id=method>{METHOD_TITLE}</h2>", _facts(data["machine"]), f"<p>{html.escape(HOW_TO_READ)}</p>",
            *(f"<p class=missing>{html.escape(note)}</p>" for note in data["notes"])]


def _contents(data):
    places = [*((f"lab{lab['number']}", lab["title"]) for lab in data["labs"]),
              *([("published", PUBLISHED_TITLE)] if data.get("published") else []), ("method", METHOD_TITLE)]
    items = "".join(f'<li><a href="#{place}">{html.escape(title)}</a></li>' for place, title in places)
    return f"<nav aria-label=Contents><ul>{items}</ul></nav>"


def _facts(facts):
    rows = "".join(f"<tr><th scope=row>{html.escape(key)}</th><td>{html.escape(str(value))}</td></tr>"
                   for key, value in facts.items())
    return f"<table class=facts>{rows}</table>"


def _published(tables):
    """The published tables, with this machine's columns beside them."""
    if not tables:
        return []
    parts = [f"<h2 id=published>{PUBLISHED_TITLE}</h2>", f"<p>{html.escape(PUBLISHED)}</p>"]
    for each in tables:
        notes = "".join(f"<p class=soft>{html.escape(note)}</p>" for note in each["notes"])
        kind = "published wide" if each["groups"] else "published"
        parts.append(f"<section class=\"{kind}\"><h3>{html.escape(each['title'])} "
                     f"<span class=world>{html.escape(each['unit'])}</span></h3>"
                     f"<p>{html.escape(each['sentence'])}</p>{_table(each)}{notes}</section>")
    return parts


def _lab(section, with_plots):
    text = html.escape
    parts = [f'<h2 id="lab{section["number"]}">{text(section["title"])}</h2>']
    if section["question"]:
        parts.append(f"<p class=question>{text(section['question'])}</p>")
    parts.append(_lesson(section))
    for demonstration in section["demonstrations"]:
        parts.append(f"<details{'' if parts[-1].startswith('<details') else ' open'}><summary>"
                     f"Demonstration <span class=world>{text(demonstration['world'])}</span></summary>"
                     f"<pre tabindex=0>{text(demonstration['output'])}</pre></details>")
    for figure in section["figures"]:
        parts.append(_figure(figure, with_plots))
    if section["missing"]:
        items = "".join(f"<li>{text(item)}</li>" for item in section["missing"])
        parts.append(f"<div class=missing>Not in this report:<ul>{items}</ul></div>")
    return parts


def _lesson(section):
    """Where the lesson is: a link, if the page knows the way to it."""
    lesson = section.get("lesson")
    return f'<p class=soft>The lesson: <a href="{html.escape(lesson)}">{html.escape(lesson)}</a></p>' if lesson else ""


def _figure(figure, with_plots):
    text = html.escape
    picture = _picture(json.dumps(figure, sort_keys=True)) if with_plots and figure["points"] else ""
    notes = "".join(f"<p class=soft>{text(note)}</p>" for note in figure["notes"])
    return (f'<section><div class=together><h3 id="{figure["id"]}">{text(figure["title"])} '
            f"<span class=world>{text(figure['world'])}</span></h3>\n<figure>\n{picture}\n"
            f"<figcaption>{text(figure['sentence'])}</figcaption>\n</figure></div>\n"
            f"{_table(figure)}{notes}</section>")


@functools.cache
def _picture(figure):
    """The picture of a figure, given as JSON. `kev run` writes the page once more after each lab."""
    return plots.draw(json.loads(figure))


def _table(figure):
    """The table of a figure; `groups` are names above so many columns each, and a line where each begins."""
    groups = figure.get("groups", [])
    begins = {sum(count for _, count in groups[:number]) for number in range(1, len(groups))}
    above = _row((f"th scope=colgroup colspan={count}", "group" + " begins" * (number > 0), html.escape(name))
                 for number, (name, count) in enumerate(groups))
    head = _row(("th scope=col", "begins" * (place in begins), html.escape(name).replace("_", "_<wbr>"))
                for place, name in enumerate(figure["columns"]))
    rows = "".join(_row(("td", "begins" * (place in begins), html.escape(shown(cell)))
                        for place, cell in enumerate(row)) for row in figure["rows"])
    label = html.escape(f"Table: {figure['title']}, {figure['world']}")
    return (f'<div class=scroll tabindex=0 role=region aria-label="{label}"><table><thead>'
            f"{above if groups else ''}{head}</thead><tbody>{rows}</tbody></table></div>")


def _row(cells):
    """A row of (tag with its attributes, class, HTML)."""
    return "<tr>" + "".join(f'<{tag}{_class(kind)}>{content}</{tag.split()[0]}>'
                            for tag, kind, content in cells) + "</tr>"


def _class(names):
    return f' class="{names}"' if names else ""
