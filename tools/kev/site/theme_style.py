"""A hook of MkDocs: leaves out of the theme's style sheets what no page uses, a third of them.

A browser shows nothing of a page before its style sheets are there. A selector is used if every class that it names is
in some page or in some script. Selectors for pages that are written from right to left go, too.
"""
import re
from pathlib import Path

CLASSES = re.compile(r'\bclass="([^"]*)"')
NAMED = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
NOT = re.compile(r":not\([^()]*\)")
QUOTED = re.compile(r'"[^"]*"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
GROUPS = ("@media", "@supports")  # at-rules with rules inside
SEEN: set[str] = set()  # the classes of all pages


def on_post_page(output, page, config):
    """Collects the classes of a page."""
    for names in CLASSES.findall(output):
        SEEN.update(names.split())


def on_post_build(config):
    """Writes the style sheets anew."""
    site = Path(config["site_dir"])
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in sorted((site / "assets").rglob("*.js")))
    for path in (site / "assets" / "stylesheets").glob("*.css"):
        path.write_text(reduced(path.read_text(encoding="utf-8"), SEEN, scripts), encoding="utf-8")


def reduced(css, classes, scripts):
    """A style sheet without the rules that no page needs, and without comments."""
    return "".join(kept(head, body, classes, scripts) for head, body in rules(COMMENT.sub("", css)))


def rules(css):
    """(head, body) of each rule; a body may have rules inside. The text before a rule that is no rule is its head's."""
    quotes = [match.span() for match in QUOTED.finditer(css)]
    plain = list(css)
    for first, last in quotes:  # a brace in a string is none
        plain[first:last] = " " * (last - first)
    depth = start = begin = 0
    for place, letter in enumerate(plain):
        if letter == "{":
            depth += 1
            begin = place if depth == 1 else begin
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield css[start:begin], css[begin + 1:place]
                start = place + 1


def kept(head, body, classes, scripts):
    """A rule with those of its selectors that are used; '' without any."""
    if head.startswith(GROUPS):
        inside = reduced(body, classes, scripts)
        return f"{head}{{{inside}}}" if inside else ""
    if "@" in head:  # fonts, key frames, the character set before the first rule
        return f"{head}{{{body}}}"
    selectors = [each for each in parts(head) if is_used(each, classes, scripts)]
    return f"{','.join(selectors)}{{{body}}}" if selectors else ""


def parts(head):
    """The selectors of a list; a comma in brackets parts none."""
    found, depth = [""], 0
    for letter in head:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


def is_used(selector, classes, scripts):
    """Whether a selector can be of something on a page."""
    plain = QUOTED.sub("", NOT.sub("", selector))
    if "[dir=rtl]" in plain or ":is(" in plain or ":where(" in plain:
        return "[dir=rtl]" not in plain
    return all(name in classes or name in scripts for name in NAMED.findall(plain))
