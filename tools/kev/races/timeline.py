"""A schedule as text: a lane for each thread, what each step did, and the promise that it broke."""
import re

SHORT = {"NtWaitForKeyedEvent": "wait", "NtReleaseKeyedEvent": "release",
         "NtWaitForAlertByThreadId": "wait for alert", "NtAlertThreadByThreadId": "alert",
         "compare_exchange_weak": "CAS", "compare_exchange_strong": "CAS",
         "asymmetric_fence_light": "light fence", "asymmetric_fence_heavy": "heavy fence"}
LOST = {"deadlock", "livelock", "data race", "assertion"}


def action(step):
    """The step of a thread, short enough for a lane: 'lock: fetch_or'."""
    operation = SHORT.get(step["operation"], step["operation"])
    function = re.sub(r"<.*>", "", step.get("function", ""))  # wait<std::unique_lock<...>>: wait
    # The scenario itself, its lambdas included, or a call into the kernel.
    plain = ("thread", "after", "operator()", step["operation"])
    return operation if function in plain else f"{function}: {operation}"


def effect(step):
    """The effect of a step: 'm.word: free → owned', 'm: sleeps'."""
    note = step.get("note", "")
    if "before" not in step:
        return ": ".join(part for part in (step.get("object", ""), note) if part)
    before = step.get("before_text", str(step["before"]))
    after = step.get("after_text", str(step["after"]))
    changed = before if step["before"] == step["after"] else f"{before} → {after}"
    return f"{step['object']}: {changed}" + (f" ({note})" if note else "")


def shown_steps(schedule):
    """The steps worth a line: a pause that is part of a spin is not one."""
    return [step for step in schedule["steps"] if step["operation"] not in ("relax", "yield")]


def without_repetitions(steps):
    """The steps, but three or more in a row that read the same are one: the first, with how many there are."""
    runs = []
    for step in steps:
        if runs and all(of(step) == of(runs[-1][0]) for of in (lambda each: each["thread"], action, effect)):
            runs[-1].append(step)
        else:
            runs.append([step])
    for run in runs:
        if len(run) < 3 or any(step.get("preempts") for step in run[1:]):
            yield from ((step, effect(step)) for step in run)
        else:
            yield run[0], f"{effect(run[0])} ({len(run)} times)"


def rows(schedule):
    """The lines of the timeline, without its heading: (step, lines)."""
    steps = shown_steps(schedule)
    lanes = schedule["threads"]
    widths = [max([len(lane)] + [len(action(step)) for step in steps if step["thread"] == number])
              for number, lane in enumerate(lanes, 1)]
    loop = schedule.get("loop", {"first": 0, "last": -1})
    lines = ["step  " + "  ".join(lane.ljust(width) for lane, width in zip(lanes, widths))
             + "  what came of it"]
    lines.append("-" * len(lines[0]))
    for step, came_of_it in without_repetitions(steps):
        cells = [(action(step) if step["thread"] == number else "").ljust(width)
                 for number, width in enumerate(widths, 1)]
        repeats = "|" if loop["first"] <= step["step"] <= loop["last"] else " "
        mark = "*" if step.get("preempts") else " "
        lines.append(f"{repeats}{step['step']:>3}{mark} " + "  ".join(cells) + f"  {came_of_it}")
    return [line.rstrip() for line in lines]


def ending(result):
    """How it ended, and what was promised."""
    schedule = result["schedule"]
    lines = []
    for sentence in schedule["ending"]:
        lines.append(sentence[:1].upper() + sentence[1:] + ".")
    if "loop" in schedule:
        lines[-1:] = [f"Steps {schedule['loop']['first']} to {schedule['loop']['last']} repeat forever."]
    if result.get("promise"):
        word = "Broken promise" if result["found"] in LOST else "In question"
        lines.append(f"{word}: {result['promise']}.")
    return lines


def legend(schedule):
    """The meaning of each mark that occurs."""
    if not any(step.get("preempts") for step in shown_steps(schedule)):
        return []
    return ["* the thread before could have gone on"]


def timeline(result):
    """The whole picture of a finding, as lines."""
    schedule = result["schedule"]
    lines = rows(schedule) + legend(schedule) + [""] + ending(result)
    return lines


def counted(number, noun):
    """'1 run', '2 runs'."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def summary(result):
    """One line: what was explored, or measured, and what came of it."""
    if "figures" in result:
        return f"{result['found']} in {result['seconds']:.1f} s"
    model = "sequential consistency"
    stale = result.get("budgets", {}).get("stale_loads", 0)
    if stale:
        model = f"at most {counted(stale, 'stale load')}"
    text = f"{result['found']} after {counted(result['runs'], 'run')}"
    if "schedule" in result:
        text += f", with {counted(result['schedule']['preemptions'], 'preemption')}"
    bound = "no bound" if result["bound"] is None else f"bound {result['bound']}"
    return f"{text} ({bound}, {model})"
