"""A hook of MkDocs: a page for each race, made of docs/races/schedules.tsv.

Each page has the schedule three times: to step through (docs/assets/race), as a picture, and as text. The last two need
no script. Where the graph of all situations is small, the page has "try it yourself", too. A lesson's timeline gets a
link to the page of its race.
"""
import html
import json
import logging
import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core.paths import ROOT  # noqa: E402  (the path comes first)
from kev.site import exercise_page, narration, pages, race_page  # noqa: E402
from kev.races import race_data, stored, timeline, timeline_svg, variants  # noqa: E402

LOG = logging.getLogger("mkdocs.hooks.races")
PLAYER, TRY, CODE = "<!-- player -->", "<!-- try it yourself -->", "<!-- code that ran -->"
IN_PLACE_SCRIPTS = ("model", "view", "stepper", "inplace")
PLAYER_SCRIPTS, TRY_SCRIPTS = ("model", "view", "player"), ("graph", "try")  # in docs/assets/race, in this order
TIMELINE = re.compile(r"^<!-- timeline: (\S+) -->$", re.MULTILINE)


def name_of(race_id):
    """The page of a race, as MkDocs calls it."""
    return f"races/{race_data.stem_of(race_id)}.md"


def path_in_repository(path):
    """A link from docs/races to a file of the repository; the other hook makes a link to its page of it."""
    return f"../../{path.relative_to(ROOT).as_posix()}"


def on_files(files, config):
    """Adds the pages of the races, and those of the sources that they link to."""
    for race in race_data.load():
        if not race_data.is_of_these_sources(race):
            LOG.warning("the schedule of %s was found in other code: ./kev refresh races", race["id"])
        name = name_of(race["id"])
        pages.add(files, config, stored.SCHEDULES, name)
        file = files.get_file_from_path(name)
        file.kev_race, file.kev_source = race, None
        sources = [*code_of(race).files(), *race_page.headers(race)]
        sources += [reference for reference in map(race_page.reference_of, sources) if reference]
        variant = race_page.variant_of(race)
        for name in [*sources, *([variant.shown] if variant else [])]:
            pages.add(files, config, ROOT / name, pages.page_of(ROOT / name))
    return files


def code_of(race):
    """The functions that ran, in the schedule or anywhere in the graphs."""
    steps = [*timeline.shown_steps(race["schedule"]), *race_page.corrected_steps(race), *race_page.graph_steps(race)]
    return race_page.Code([step for step in steps if race_page.is_shown(step)])


def on_page_read_source(page, config):
    """The Markdown of a race's page."""
    race = getattr(page.file, "kev_race", None)
    return markdown_of(race) if race else None


def markdown_of(race):
    """The page, with places for what is no Markdown."""
    lab = next((ROOT / "labs").glob(f"{race['lab']}_*"))
    lesson = path_in_repository(lab / "README.md")
    place = place_in_lesson(race)
    back = f"[Lab {race['lab']}]({path_in_repository(place[0])}#{place[1]})" if place else f"[Lab {race['lab']}]({lesson})"
    parts = [f"---\ntitle: \"{race['id']}: {race['variant']}\"\nhide: [navigation, toc]\n---",
             f"{back}, where it is told · {neighbors(race)}",
             f"# {race['id']}: `{race['variant']}`",
             f"{race['title'][:1].upper()}{race['title'][1:]}.",
             "<details>\n<summary>About this race: the promise, how it was found, its lesson, its code</summary>\n\n"
             f"- **{promise_word(race)}**: {race['promise']}\n"
             f"- **Found**: {race['found']}: {race_page.REASONS[race['found']]}\n"
             f"- **How**: {timeline.summary(race)}{unmarked(race['schedule'])}\n{turning_point(race)}"
             f"- **Lesson**: [{pages.title(lab / 'README.md')}]({lesson})\n"
             f"- **Code**: {header_links(race)}\n\n</details>",
             f"## Step by step\n\n{PLAYER}",
             f"## Try it yourself\n\n{TRY if race_page.graphs_of(race) else nothing_to_try(race)}",
             "## The schedule as a picture", still_text(race)]
    variant = race_page.variant_of(race)
    if variant:
        parts.append(f"## What is wrong in it\n\n{variant.words}\n\n```diff\n{variants.difference(variant)}\n```")
    parts += [f"## The code that ran\n\n{CODE}", neighbors(race)]
    return "\n\n".join(parts) + "\n"


def place_in_lesson(race):
    """(page, anchor) of the heading under which a lab's page tells the race; None if none does."""
    lab = next((ROOT / "labs").glob(f"{race['lab']}_*"))
    for page in sorted(lab.glob("*.md"), key=lambda page: (page.name != "README.md", page)):
        text = page.read_text(encoding="utf-8")
        before, mark, _ = text.partition(f"<!-- timeline: {race['id']} -->")
        headings = re.findall(r"^##+ (.+)$", before, re.MULTILINE)
        if mark and headings:
            words = re.sub(r"[^\w\s-]", "", narration.plain(headings[-1])).strip().lower()  # as Python's Markdown does it
            return page, re.sub(r"[-\s]+", "-", words)
    return None


def unmarked(schedule):
    """Why the summary counts more preemptions than the steps have stars; '' if it does not."""
    missing = schedule["preemptions"] - sum(1 for step in schedule["steps"] if step.get("preempts"))
    if not missing:
        return ""
    if "loop" in schedule:
        return (f". {missing} of the preemptions have no star: they come when the steps that repeat begin again, in "
                "further rounds that are not shown")
    return (f". {missing} of the preemptions have no star: there the thread before could not go on, and a thread that "
            "spins looked again before any other thread had moved")


def turning_point(race):
    """The step after which no schedule ends well, and the one that the lesson explains: they need not be the same. The
    item of the list at the page's top; '' if neither is known."""
    lost, wrong = race_page.last_chance(race), narration.wrong_step(race["id"])
    found = f"From step {lost} on no schedule ends well."
    told = f"The step that the lesson explains is step {wrong}: correct code would do something else there."
    if not lost or not wrong:
        text = found if lost else told if wrong else ""
    elif lost == wrong:
        text = f"{found} It is also the step that the lesson explains."
    else:
        text = f"{found} {told}" if lost < wrong else f"{told} Some schedules still end well after it. {found}"
    return f"- **The turning point**: {text}\n" if text else ""


def nothing_to_try(race):
    """What can be tried instead, where there are too many situations for a page, or none were explored."""
    if race["graph"]:
        return ("This site was built without the model programs, so it does not have the situations of this race. "
                "`./kev docs --graphs` builds those programs, and a site with all situations.")
    return (f"This race has more than {race_data.MOST_KEPT:,} situations, too many for a page. You can step through its "
            "schedule above, and through the corrected lock beside it if there is one. On your own machine this command "
            f"searches all of them:\n\n```sh\n./kev race {race['id']} --find\n```")


def promise_word(race):
    """How the promise stands to the race."""
    return "Broken promise" if race["found"] in timeline.LOST else "The question"


def header_links(race):
    """Links to the variant's headers, and to the correct ones beside them."""
    links = []
    variant = race_page.variant_of(race)
    if variant:
        links.append(f"the patch: [{variant.shown}]({path_in_repository(variant.path)})")
    for name in race_page.headers(race):
        reference = race_page.reference_of(name)
        links.append(f"{'the whole header' if reference else 'the header'}: [{Path(name).name}]"
                     f"({path_in_repository(ROOT / name)})")
        if reference:
            links.append(f"the correct one: [{reference}]({path_in_repository(ROOT / reference)})")
    return "; ".join(links)


def still_text(race):
    """The picture, and the same as text."""
    stem = race_data.stem_of(race["id"])
    text = "\n".join(timeline.timeline(race))
    name = html.escape(race["id"])
    return (f'<div class="race-picture" tabindex="0" role="region" aria-label="the schedule as a picture">'
            f'<img src="{stem}.svg" alt="The schedule of {name}; the text below says the same."></div>'
            f"\n\nThe same as text, and as <a href=\"{stem}.json\">data</a>:\n\n```text\n{text}\n```")


def neighbors(race):
    """Links to the races before and after it."""
    everything = race_data.load()
    place = [each["id"] for each in everything].index(race["id"])
    around = {"before it": everything[:place][-1:], "after it": everything[place + 1:][:1]}
    links = [f"{word}: [{race['id']}]({Path(name_of(race['id'])).name})"
             for word, found in around.items() for race in found]
    return " · ".join(["[All races](../races.md)", *links])


def on_page_markdown(markdown, page, config, files):
    """Links from the lessons' timelines to the pages."""
    known = {race["id"] for race in race_data.load()}

    def with_link(match):
        race_id = match.group(1)
        if race_id not in known:
            return match.group(0)
        address = pages.relative(name_of(race_id), page.file.src_path)
        data = address.removesuffix(".md") + ".steps.js"
        return (f'{match.group(0)}\n<div class="race-place" data-race="{race_id}" data-steps="{data}" hidden></div>\n\n'
                f"[{race_id} in full]({address}), with all that the checker knows of it.\n")
    return TIMELINE.sub(with_link, markdown)


def on_page_content(content, page, config, files):
    """Puts the player and the code in their places."""
    race = getattr(page.file, "kev_race", None)
    if not race:
        up = "../" * (len(Path(page.file.src_path).parts) - 1)
        return content + scripts(IN_PLACE_SCRIPTS, up) if 'class="race-place"' in content else content
    code = code_of(race)
    up = "../" * (len(Path(page.file.src_path).parts) - 1)

    def address(name):
        return up + pages.page_of(ROOT / name).removesuffix(".md") + ".html"
    content = content.replace(PLAYER, player(race, code, up)).replace(TRY, try_it(race, up))
    return content.replace(CODE, code.as_html(address, race_page.differences(race)))


def player(race, code, up):
    """The place of the player, its data, its scripts."""
    return ('<div class="race-player" id="player"><noscript><p>To step through it, this page needs JavaScript. '
            "The picture and the text below show the same schedule.</p></noscript></div>\n"
            f'<script type="application/json" id="race-data">{race_page.player_data(race, code)}</script>\n'
            f"{scripts(PLAYER_SCRIPTS, up)}")


def try_it(race, up):
    """The place in which the reader chooses who goes next."""
    graphs = race_page.graphs_of(race)
    if not graphs:
        return ""
    goal = f"the {race['found']}" if race["found"] in timeline.LOST else "what is in question"
    about = {"script": f"{race_data.stem_of(race['id'])}.graph.js", "goal": goal,
             **exercise_page.hand_in(race["id"]), **afterwards(race)}
    names = {"broken": " of the broken lock", "correct": " of the corrected lock"} if len(graphs) > 1 else {}
    sizes = " and ".join(f"{len(graph['nodes'])} situations{names.get(kind, '')}" for kind, graph in graphs.items())
    return (f'<div class="race-player" id="try"><div class="race-before"><p>{html.escape(task(race, graphs))}</p>'
            f"<p>All {sizes} are here, with every choice: who goes next, and where the scenario has them a time limit "
            "that runs out, a compare-exchange that fails without a reason, an old value that is read.</p>"
            "<noscript><p>This needs JavaScript.</p></noscript></div></div>\n"
            f'<script type="application/json" id="try-data">{race_page.script_json(about)}</script>\n'
            f"{scripts(TRY_SCRIPTS, up)}")


def afterwards(race):
    """Why it broke, in the lesson's words for the wrong step, and the next race that can be tried."""
    found = {}
    why = narration.by_step(race["id"]).get(narration.wrong_step(race["id"]))
    if why:
        found["why"] = re.sub(r"^Step \d+ is the wrong step: ", "", why)
    everything = race_data.load()
    place = [each["id"] for each in everything].index(race["id"])
    following = next((each for each in everything[place + 1:] if race_page.graphs_of(each)), None)
    if following:
        found["next"] = {"name": following["id"], "page": f"{race_data.stem_of(following['id'])}.html#try="}
    return found


def task(race, graphs):
    """The task for the reader."""
    if race["found"] not in timeline.LOST:
        return "You are the scheduler: choose which thread goes next, and reach what the question is about."
    text = f"You are the scheduler: choose which thread goes next, and make the {race['found']} happen."
    if "correct" in graphs:
        return text + " Then try the same with the corrected lock."
    if "corrected" in race:
        return text + " (The corrected lock has too many situations for a page; the checker went through them.)"
    return text


def scripts(names, up):
    """The script elements, which run in this order when the page is there."""
    return "\n".join(f'<script src="{up}assets/race/{name}.js" defer></script>' for name in names)


def on_post_build(config):
    """Writes the pictures, the data, and the graphs."""
    for race in race_data.load():
        target = Path(config["site_dir"]) / "races" / f"{race_data.stem_of(race['id'])}.svg"
        target.write_text(timeline_svg.svg(race), encoding="utf-8")
        target.with_suffix(".steps.js").write_text(race_page.steps_script(race), encoding="utf-8")
        target.with_suffix(".json").write_text(json.dumps(race, ensure_ascii=False, indent=1), encoding="utf-8")
        if race_page.graphs_of(race):
            target.with_suffix(".graph.js").write_text(race_page.graph_script(race, code_of(race)), encoding="utf-8")
