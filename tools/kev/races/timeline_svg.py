"""A schedule as an SVG picture: lanes by thread, one row a step, the broken promise at the end."""
from xml.sax.saxutils import escape

from kev.races.timeline import action, effect, ending, shown_steps, summary

ROW, TOP, LEFT, CHARACTER = 30, 84, 56, 7.9
COLOURS = ["#2a6fb0", "#b0562a", "#3c8c4a", "#8a4ba8", "#9a8420", "#3a8f94", "#a83c62"]
STYLE = ("text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#222}"
         ".head{font-weight:bold}.box{fill:#fff;stroke-width:1.5}.end{fill:#a01818}"
         ".dim{fill:#666}svg{background:#fff}")


def _text(x, y, text, css=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" class="{css}">{escape(text)}</text>'


def _columns(schedule, steps):
    """Where each lane begins, and where the effects do."""
    places, x = [], LEFT
    for number, lane in enumerate(schedule["threads"], 1):
        places.append(x)
        widest = max([len(lane)] + [len(action(step)) for step in steps if step["thread"] == number])
        x += widest * CHARACTER + 34
    return places, x


def _step(step, row, places, colour):
    y = TOP + row * ROW
    x = places[step["thread"] - 1]
    width = len(action(step)) * CHARACTER + 16
    mark = "*" if step.get("preempts") else ""
    return [_text(12, y + 15, f"{step['step']}{mark}", "dim"),
            f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="22" rx="5" class="box" '
            f'stroke="{colour}"/>', _text(x + 8, y + 15, action(step))]


def _loop(schedule, steps):
    loop = schedule.get("loop")
    if not loop:
        return []
    numbers = [row for row, step in enumerate(steps) if loop["first"] <= step["step"] <= loop["last"]]
    if not numbers:
        return []
    top, bottom = TOP + numbers[0] * ROW, TOP + numbers[-1] * ROW + 22
    return [f'<path d="M 8 {top} H 4 V {bottom} H 8" fill="none" stroke="#a01818" stroke-width="2"/>']


def svg(result):
    """The picture of a finding, as the text of a file."""
    schedule = result["schedule"]
    steps = shown_steps(schedule)
    places, effects = _columns(schedule, steps)
    end = TOP + len(steps) * ROW + 14
    last = ending(result)
    widest = max([len(effect(step)) for step in steps] + [20])
    width = max(effects + widest * CHARACTER, *(LEFT + len(line) * CHARACTER for line in last)) + 20
    height = end + len(last) * 20 + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
             f'width="{width:.0f}" height="{height}" role="img">',
             f"<title>{escape(result['id'])}: {escape(summary(result))}</title>",
             f"<style>{STYLE}</style>",
             _text(12, 22, f"{result['id']}  {result['variant']}: {result['title']}", "head"),
             _text(12, 42, summary(result), "dim")]
    for number, (lane, x) in enumerate(zip(schedule["threads"], places)):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_text(x, 70, lane, "head"))
        parts.append(f'<line x1="{x + 4:.0f}" y1="76" x2="{x + 4:.0f}" y2="{end - 10}" '
                     f'stroke="{colour}" stroke-width="2" opacity="0.35"/>')
    for row, step in enumerate(steps):
        parts += _step(step, row, places, COLOURS[(step["thread"] - 1) % len(COLOURS)])
        parts.append(_text(effects, TOP + row * ROW + 15, effect(step)))
    parts += _loop(schedule, steps)
    parts += [_text(LEFT, end + 16 + number * 20, line, "end") for number, line in enumerate(last)]
    return "\n".join(parts) + "\n</svg>\n"
