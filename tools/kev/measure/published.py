"""The two published tables, with what this run measured beside them.

The published figures are of other machines: what may be compared is the order of the locks and the shape of the
columns, never a number with a number. In the repository's words a thread's turn is one acquisition; mcfgthread's
iteration has two of them and a yield.
"""
from kev.measure.figures import LINUX, WINE
from kev.measure.numbers import rounded

ARTICLE_TURNS = 4 * 2 ** 24
ARTICLE = [  # lock, seconds, and the candidates of ours that it is compared with
    ("critical section", 12.5, ("CRITICAL_SECTION",)),
    ("slim reader/writer lock", 1.65, ("SRWLOCK",)),
    ("the mutex on keyed events (published: the article's; here: fast_mutex, its unlock corrected)", 1.25,
     ("fast_mutex", "fast_mutex (lab 03)")),
    ("the same, with a spin that yields", None, ("yielding_mutex",)),
    ("std::mutex", None, ("std::mutex", "winpthreads")),
]
AMD = f"{LINUX}, AMD"
ARTICLE_FIGURES = {WINE: ("lab03_article_bench-wine", "lab06_locks_bench-wine-article"),
                   LINUX: ("lab03_article_bench-linux",), AMD: ("lab03_article_bench-linux@amd",)}

MCF_LOCKS = ("SRWLOCK", "CRITICAL_SECTION", "WINPTHREAD", "MCFGTHREAD")
MCF = [  # threads, iterations of each, ms for each lock
    (1, 20_000_000, (1541.035, 1684.556, 1537.788, 1539.504)),
    (2, 10_000_000, (1410.687, 1916.520, 2135.853, 1377.103)),
    (4, 5_000_000, (2070.238, 4613.832, 2979.166, 1553.278)),
    (6, 3_000_000, (2500.003, 5016.650, 3159.182, 1409.130)),
    (10, 1_500_000, (2416.953, 6239.123, 3004.653, 1177.269)),
    (20, 600_000, (2266.024, 8687.350, 2559.691, 1001.314)),
    (60, 200_000, (2831.348, 10164.012, 3814.880, 3299.509)),
    (200, 60_000, (2849.850, 10544.007, 3825.518, 3579.925)),
]
MCF_HERE = {WINE: ("lab08_table_bench-wine-yielding", ("SRWLOCK", "CRITICAL_SECTION", "winpthreads", "mutex")),
            LINUX: ("lab08_table_bench-linux-yielding", ("std::mutex", "mutex")),
            AMD: ("lab08_table_bench-linux-yielding@amd", ("std::mutex", "mutex"))}


def tables(figures):
    """Both tables, with the columns of those worlds of which there are figures; none, if there are no figures of it."""
    known = {figure["id"]: figure for figure in figures}
    return [table for table in (article(known), mcf(known)) if table]


def article(known):
    """The article's own three numbers."""
    found = {world: next((known[name] for name in names if name in known), None)
             for world, names in ARTICLE_FIGURES.items()}
    worlds = [world for world, figure in found.items() if figure]
    if not worlds:
        return None
    rows = []
    for lock, seconds, ours in ARTICLE:
        here = [median(found[world], ours) for world in worlds]
        if seconds or set(here) != {"-"}:
            rows.append([lock, rounded(seconds * 1e9 / ARTICLE_TURNS) if seconds else "-", *here])
    return table("The keyed-event article: four threads count to 2^24 each under one lock", "ns an acquisition",
                 ["", "published: four cores, Windows", *(f"here: {found[world]['world']}" for world in worlds)], [], rows,
                 "There the mutex on keyed events takes a tenth of the critical section's time and three quarters of "
                 "the slim lock's: read whether that order is the same here.",
                 "The article gives seconds for all 67,108,864 acquisitions: 12.5, 1.65 and 1.25. Here a sample is as "
                 "long as the run had time for.")


def mcf(known):
    """mcfgthread's table: the same work shared by more and more threads."""
    parts = [(known[name]["world"], known[name], [lock for lock in locks if at(known[name], lock) != {}])
             for name, locks in MCF_HERE.values() if name in known]
    if not parts:
        return None
    rows = []
    for threads, turns, milliseconds in MCF:
        here = [doubled(at(figure, lock).get(threads)) for _, figure, locks in parts for lock in locks]
        rows.append([threads, *(rounded(each * 1e6 / threads / turns) for each in milliseconds), *here])
    return table("mcfgthread: two acquisitions and a yield, by more and more threads", "ns an iteration",
                 ["threads", *MCF_LOCKS, *(lock for _, _, locks in parts for lock in locks)],
                 [("", 1), ("published: Intel i9 10900K, ten cores, Windows 10", len(MCF_LOCKS)),
                  *((f"here: {world}", len(locks)) for world, _, locks in parts)], rows,
                 "There MCFGTHREAD needs least from 2 to 20 threads, SRWLOCK with more, and CRITICAL_SECTION most from "
                 "4 on: read down the columns how each lock bears more threads.",
                 "Published until February 2026 (charts have replaced it), in ms for all iterations, here divided by "
                 "their number: the work shrinks with the number "
                 "of threads there. Here the yield is most of each figure. MCFGTHREAD's place is taken by lab "
                 "08's mutex, which follows its design.")


def table(title, unit, columns, groups, rows, sentence, note):
    """As a figure that has no plot. `groups`: what stands above so many columns each."""
    return {"title": title, "unit": unit, "world": "published, and this machine", "columns": columns, "groups": groups,
            "rows": rows, "sentence": sentence, "notes": [note]}


def median(figure, labels):
    """The median of the first of these labels that the figure has, or a dash."""
    values = {value["label"]: value["median"] for value in figure["points"]}
    return next((values[label] for label in labels if label in values), "-")


def at(figure, label):
    """{x: median} of a line of the figure."""
    return {value["x"]: value["median"] for value in figure["points"] if value["label"] == label}


def doubled(nanoseconds):
    """An iteration has two acquisitions."""
    return "-" if nanoseconds is None else rounded(2 * nanoseconds)
