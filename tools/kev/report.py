"""Writes the report: one HTML file that needs nothing else, and the JSON that it shows."""
import html
import json
from pathlib import Path

from kev import goals, plots
from kev.files import write_atomically
from kev.numbers import shown

STYLE = Path(__file__).with_name("report.css")
HOW_TO_READ = ("Every value is the median of its repetitions; the thin line at the end of a bar spans "
               "the quartiles. All candidates of one figure ran interleaved in one process, so that "
               "noise of the machine met them alike. Compare inside a figure, as ratios; results of "
               "Wine and of the emulation on Linux never share one. "
               "Nothing here was measured on real Windows.")

GOALS = ("Ratios of values that ran interleaved, and counts. A short run as this one shows where they lie; those that the "
         "documentation quotes are of longer ones.")

TITLE = "Keyed events and the locks built on them: what this machine showed"


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
            f"<p class=soft>{text(data['subtitle'])}</p>",
            *(f"<p class=missing>{text(note)}</p>" for note in data["notes"]),
            _contents(data), f"<p>{text(HOW_TO_READ)}</p>", "<h3>Measured on</h3>",
            _facts(data["machine"]), *_goals(data.get("goals", []))]
    for section in data["labs"]:
        body += _lab(section, with_plots)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{text(data['title'])}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
            + "\n".join(body) + "\n</body>\n</html>\n")


def _contents(data):
    items = "".join(f'<li><a href="#lab{lab["number"]}">{html.escape(lab["title"])}</a></li>'
                    for lab in data["labs"])
    return f"<nav aria-label=Contents><ul>{items}</ul></nav>"


def _facts(facts):
    rows = "".join(f"<tr><th scope=row>{html.escape(key)}</th><td>{html.escape(str(value))}</td></tr>"
                   for key, value in facts.items())
    return f"<table class=facts>{rows}</table>"


def _goals(rows):
    if not rows:
        return []
    return ["<h3 id=goals>What was to be reached</h3>",
            f"<p>{html.escape(GOALS)}</p>",
            f"<div class=words>{_table({'title': 'Goals', 'world': 'this run', 'columns': goals.COLUMNS, 'rows': rows})}"
            "</div>"]


def _lab(section, with_plots):
    text = html.escape
    parts = [f'<h2 id="lab{section["number"]}">{text(section["title"])}</h2>']
    if section["question"]:
        parts.append(f"<p class=question>{text(section['question'])}</p>")
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


def _figure(figure, with_plots):
    text = html.escape
    picture = plots.draw(figure) if with_plots and figure["points"] else ""
    notes = "".join(f"<p class=soft>{text(note)}</p>" for note in figure["notes"])
    return (f'<section><h3 id="{figure["id"]}">{text(figure["title"])} '
            f"<span class=world>{text(figure['world'])}</span></h3>\n<figure>\n{picture}\n"
            f"<figcaption>{text(figure['sentence'])}</figcaption>\n</figure>\n"
            f"{_table(figure)}{notes}</section>")


def _table(figure):
    head = "".join(f"<th scope=col>{html.escape(column)}</th>" for column in figure["columns"])
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(shown(cell))}</td>" for cell in row) + "</tr>"
                   for row in figure["rows"])
    label = html.escape(f"Table: {figure['title']}, {figure['world']}")
    return (f'<div class=scroll tabindex=0 role=region aria-label="{label}">'
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>")
