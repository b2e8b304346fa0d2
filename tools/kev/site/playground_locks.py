"""What the page on which the reader writes a lock has to choose from: the locks of each lab, their scenarios, and the
exercises that the engine can express."""
from kev.core.paths import ROOT

LANES = ("owner", "waiter", "third thread")


def _lockers(lock, count, rounds=1):
    body = "m.lock();\n{0}counter.write(counter.read() + 1);\n{0}m.unlock();"
    inside = body.format(" " * 8) if rounds == 1 else (
        f"for (int round = 0; round < {rounds}; ++round) {{\n            {body.format(' ' * 12)}\n        }}")
    return f"""#include <{lock['include']}>

/// lanes: {', '.join(LANES[:count])}
struct scenario {{
    static constexpr int threads = {count};
    {lock['type']} m;
    kev::shared<int> counter{{0, "counter"}};

    void thread() {{
        {inside}
    }}

    void after() {{ kev::checker::require(counter.read() == {count * rounds}, "every addition counts"); }}
}};
"""


def _tries(lock):
    return f"""#include <{lock['include']}>

/// lanes: locks, tries
struct scenario {{
    static constexpr int threads = 2;
    {lock['type']} m;
    kev::shared<int> counter{{0, "counter"}};

    void thread(int number) {{
        if (number == 1) m.lock();
        else if (!m.try_lock()) return;
        counter.write(counter.read() + 1);
        m.unlock();
    }}
}};
"""


def _sleeps(lock):
    return f"""#include <{lock['include']}>

struct scenario {{
    static constexpr int threads = 2;
    {lock['type']} m;

    // It never unlocks. A waiter that sleeps then sleeps forever, which is what is asked for here; one that spins does not.
    void thread() {{ m.lock(); }}
}};
"""


def _gate(lock):
    return f"""#include <{lock['include']}>

/// lanes: passer, opener
struct scenario {{
    static constexpr int threads = 2;
    {lock['type']} g;
    kev::shared<int> message{{0, "message"}};

    void thread(int number) {{
        if (number == 1) {{
            g.pass();
            kev::checker::require(message.read() == 1, "the passer sees what the opener wrote");
        }} else {{
            message.write(1);
            g.open();
        }}
    }}
}};
"""


def _of_condvar(lock, members, body, threads, lanes, after=""):
    return f"""#include <{lock.get('mutex', 'kev/lab03/fast_mutex.hpp')}>
#include <{lock['include']}>

/// lanes: {lanes}
struct scenario {{
    static constexpr int threads = {threads};
    {lock.get('mutex_type', 'kev::lab03::fast_mutex')} m;
    {lock['type']} c;
    {members}

    void thread(int number) {{
{body}
    }}
{after}}};
"""


def _broadcast(lock):
    return _of_condvar(lock, 'kev::shared<int> ready{0, "ready"};', """\
        std::unique_lock lock(m);
        if (number == 1) {
            c.wait(lock, [&] { return ready.read() != 0; });
            return;
        }
        ready.write(1);
        lock.unlock();
        c.notify_all();""", 2, "waiter, notifier")


def _tickets(lock):
    return _of_condvar(lock, 'kev::shared<int> left{0, "tickets"};', """\
        std::unique_lock lock(m);
        if (number <= 2) {
            c.wait(lock, [&] { return left.read() > 0; });
            left.write(left.read() - 1);
            return;
        }
        left.write(left.read() + 1);
        lock.unlock();
        c.notify_one();""", 4, "waiter 1, waiter 2, notifier 1, notifier 2",
                       '\n    void after() { kev::checker::require(left.read() == 0, "each ticket is taken"); }\n')


def _again(lock):
    return _of_condvar(lock, 'kev::shared<int> count{0, "count"};', """\
        for (int i = 1; number == 2 && i <= 2; ++i) {
            std::unique_lock lock(m);
            count.write(i);
            lock.unlock();
            c.notify_all();
        }
        if (number == 2) return;
        std::unique_lock lock(m);
        while (count.read() < 2) c.wait(lock);""", 2, "waiter, notifier")


def _unnotified(lock):
    return _of_condvar(lock, "", """\
        std::unique_lock lock(m);
        c.wait(lock);""", 1, "waiter")


def _once(lock):
    return f"""#include <{lock['include']}>

struct scenario {{
    static constexpr int threads = 2;
    {lock['type']} flag;
    kev::shared<int> made{{0, "made"}};

    void thread(int) {{
        if (flag.begin()) {{
            made.write(made.read() + 1);
            flag.finish();
        }}
        kev::checker::require(made.read() == 1, "it was made once");
    }}
}};
"""


def _address(lock):
    return f"""#include <{lock['include']}>

/// lanes: waiter, setter
struct scenario {{
    static constexpr int threads = 2;
    kev::atomic<std::uint32_t> flag{{0, "flag"}};
    kev::shared<int> message{{0, "message"}};

    void thread(int number) {{
        if (number == 2) {{
            message.write(1);
            flag.store(1, std::memory_order_release);
            return kev::lab06::wake_by_address_single(&flag);
        }}
        std::uint32_t const zero = 0;
        while (flag.load(std::memory_order_acquire) == zero)
            kev::lab06::wait_on_address(&flag, &zero, sizeof zero);
        kev::checker::require(message.read() == 1, "the waiter sees what the setter wrote");
    }}
}};
"""


def _timed_gate(lock):
    return f"""#include <{lock['include']}>
#include <chrono>

/// lanes: passer, opener
struct scenario {{
    static constexpr int threads = 2;
    {lock['type']} g;
    kev::shared<int> message{{0, "message"}};

    void thread(int number) {{
        if (number == 2) {{
            message.write(1);
            return g.open();
        }}
        if (g.pass_for(std::chrono::seconds(1))) {{
            kev::checker::require(message.read() == 1, "the passer sees what the opener wrote");
        }}
    }}
}};
"""


def _permits(lock):
    return f"""#include <{lock['include']}>

/// lanes: giver, taker 1, taker 2
struct scenario {{
    static constexpr int threads = 3;
    {lock['type']} s;
    kev::shared<int> data{{0, "data"}};

    static constexpr int role_of(int number) {{ return number == 1 ? 1 : 2; }}
    void thread(int number) {{
        if (number == 1) {{
            data.write(1);
            s.release();
            s.release();
        }} else {{
            s.acquire();
            kev::checker::require(data.read() == 1, "the holder of a permit sees what its giver wrote");
        }}
    }}
}};
"""


def _sharing(lock, readers):
    lanes = ", ".join(["writer", *(f"reader {number}" for number in range(1, readers + 1))])
    return f"""#include <{lock['include']}>

/// lanes: {lanes}
struct scenario {{
    static constexpr int threads = {readers + 1};
    {lock['type']} m;
    kev::shared<int> data{{0, "data"}};

    static constexpr int role_of(int number) {{ return number == 1 ? 1 : 2; }}
    void thread(int number) {{
        if (number == 1) {{
            m.lock();
            data.write(data.read() + 1);
            m.unlock();
        }} else {{
            m.lock_shared();
            data.read();
            m.unlock_shared();
        }}
    }}
}};
"""


SCENARIOS = {
    "timed-gate": _timed_gate, "permits": _permits, "1 reader": lambda lock: _sharing(lock, 1),
    "2 readers": lambda lock: _sharing(lock, 2),
    "2": lambda lock: _lockers(lock, 2), "3": lambda lock: _lockers(lock, 3),
    "2x2": lambda lock: _lockers(lock, 2, 2), "tries": _tries, "sleeps": _sleeps, "gate": _gate, "address": _address,
    "broadcast": _broadcast,
    "tickets": _tickets, "again": _again, "once": _once, "unnotified": _unnotified}
SLEEPING = {"sleeps": "a waiter sleeps while the owner keeps the lock", "unnotified": "a waiter sleeps until it is notified"}

TWO, THREE = ("2", "2 threads lock, count and unlock"), ("3", "3 threads")
OF_MUTEX = (TWO, THREE, ("2x2", "2 threads, twice"), ("tries", "one locks, the other tries"))
OF_CONDVAR = (("broadcast", "one waits, one broadcasts"), ("tickets", "two waiters, two tickets"),
              ("again", "a woken waiter waits again"))
OF_TIMED_GATE = (("timed-gate", "one waits for a second, one opens"),)
OF_SEMAPHORE = (("permits", "one gives two permits, two take"),)
OF_SHARED = (("1 reader", "one writes, one reads"), ("2 readers", "one writes, two read"))
OF_ADDRESS = (("address", "one waits on an address, one sets and wakes"),)
OF_GATE = (("gate", "one passes, one opens"),)

OWN = """#include <kev/lab02/keyed_event.hpp>

/// A spin lock. It is correct: weaken it, or make its waiters sleep.
class my_lock {
public:
    void lock() {
        // acquire: pairs with unlock().
        while (word_.exchange(1, std::memory_order_acquire) != 0) kev::relax();
    }
    void unlock() {
        // release: pairs with lock().
        word_.store(0, std::memory_order_release);
    }

private:
    kev::atomic<std::uint32_t> word_{0, "word"};
};
"""
EMPTY = """#include <kev/lab02/keyed_event.hpp>

/// Write it. lab02::default_event.wait(key) sleeps until some thread calls release(key); release(key) blocks until some
/// thread waits.
class my_lock {
public:
    void lock() {
    }
    void unlock() {
    }

private:
    kev::atomic<std::uint32_t> word_{0, "word"};
};
"""


def _mutex(lab, name, title="", *, show=(), scenarios=OF_MUTEX, type_="", **more):
    include = f"kev/lab{lab}/{name}.hpp"
    return {"id": name, "title": title or name, "show": [include, *(f"kev/lab{lab}/{each}.hpp" for each in show)],
            "include": include, "type": type_ or f"kev::lab{lab}::{name}", "scenarios": scenarios, **more}


def _of_library(name, **more):
    """A lock of lab 08's library."""
    return {**_mutex("08", name, **{"type_": f"kev::{name}", **more}), "show": [f"kev/{name}.hpp"],
            "include": f"kev/{name}.hpp"}


def _race(lock, race, title, patch, first=0, **more):
    scenarios = (lock["scenarios"][first], *(each for each in lock["scenarios"] if each is not lock["scenarios"][first]))
    return {**lock, "id": race, "title": f"{race}: {title}", "patch": patch, "scenarios": scenarios, **more}


def _own(name, title, text, **more):
    return {"id": name, "title": title, "show": ["mine/my_lock.hpp"], "include": "mine/my_lock.hpp", "type": "my_lock",
            "scenarios": OF_MUTEX[:3], "files": {"mine/my_lock.hpp": text}, **more}


# Cases with too many states for a page: it looks at some of them.
SLOW = tuple(f"asymmetric_mutex/{name}" for name in ("busy", "3-weak", "busy-weak"))
GATE = _mutex("02", "gate", scenarios=OF_GATE)
FAST = _mutex("03", "fast_mutex")
ASYMMETRIC = _mutex("03", "asymmetric_mutex", scenarios=(TWO, THREE))
FREE = _mutex("04", "lock_free_condvar", scenarios=OF_CONDVAR)
SEMAPHORE = _of_library("semaphore", type_="kev::counting_semaphore<>", scenarios=OF_SEMAPHORE)
TIMED = _mutex("05", "timed_mutex", scenarios=(TWO,))
TIMED_GATE = _mutex("05", "timed_gate", scenarios=OF_TIMED_GATE)
CHAIN = _mutex("04", "chain_condvar", scenarios=OF_CONDVAR)
BY_ADDRESS = _mutex("06", "address_condition_variable", scenarios=OF_CONDVAR)
ADDRESS = _mutex("06", "wait_on_address", show=("wait_bucket",), scenarios=OF_ADDRESS)
BOUNDED = _mutex("07", "bounded_mutex", scenarios=(TWO, THREE))

LABS = {
    "03": {"title": "Lab 03: a mutex", "locks": [
        FAST,
        _race(FAST, "M4", "announce without looking again", "broken/no_recheck.patch", expected="deadlock"),
        _race(FAST, "M3", "release without a claim", "broken/no_claim.patch", 1, expected="deadlock"),
        _race(FAST, "M2", "unlock without release", "broken/unlock_without_release.patch", expected="data race"),
        _race(FAST, "M1", "a byte store unlocks", "broken/byte_store_unlock.patch", depth=3, expected="deadlock"),
        ASYMMETRIC, _mutex("03", "yielding_mutex", scenarios=(TWO, THREE))],
        "exercises": {
            "ways-in-and-out": {**FAST, "scenarios": OF_MUTEX}, "plain-data": {},
            "sleep-and-wake": {**FAST, "sleeps": "sleeps"},
            "two-unlockers": {}, "keeps-the-bit": {},
            "withdraw": {**ASYMMETRIC, "long": SLOW}}},
    "mine": {"title": "Your own", "locks": [_own("own", "a spin lock, to begin with", OWN),
                                            _own("empty", "an empty class", EMPTY, expected="data race")]},
    "02": {"title": "Lab 02: a gate", "locks": [
        GATE, _race(GATE, "K1", "a pulse", "broken/set_and_leave.patch", expected="deadlock")],
        "exercises": {"nobody-waits": {}, "gate": {**GATE}, "the-pulse": {}}},
    "04": {"title": "Lab 04: condition variables", "locks": [
        FREE,
        _race(FREE, "V1", "taken and put back", "broken/exchange_and_add_back.patch", 1, expected="deadlock"),
        _race(FREE, "V2", "counted too late", "broken/counts_in_late.patch", expected="deadlock"),
        _race(FREE, "V3", "a broadcast without end", "broken/broadcasts_until_zero.patch", 2, expected="livelock",
              livelock="any"),
        _mutex("04", "counting_condvar", scenarios=OF_CONDVAR), CHAIN],
        "exercises": {
            "counted-late": {}, "article": _mutex("04", "locked_condvar", scenarios=OF_CONDVAR, sleeps="unnotified",
                                                  type_="kev::lab04::locked_condvar<>"),
            "add-back": {}, "chain": CHAIN,
            "woken-by-itself": {}}},
    "05": {"title": "Lab 05: time limits", "locks": [TIMED, TIMED_GATE],
           "exercises": {
               "still-counted": {}, "timed-gate": TIMED_GATE,
               "give-up": {**TIMED, "long": ("timed_mutex/3-two-try", "timed_mutex/time")}, "kept-wake": {}}},
    "06": {"title": "Lab 06: sleep by address", "locks": [
        _mutex("06", "address_mutex", scenarios=(TWO, THREE), type_="kev::lab06::address_mutex<>"), BY_ADDRESS,
        ADDRESS],
        "exercises": {"three-states": _mutex("06", "address_mutex", type_="kev::lab06::address_mutex<>", scenarios=(TWO, THREE),
                                             sleeps="sleeps", long=("address_mutex/3",)),
                      "counted-notifications": BY_ADDRESS, "second-look": {},
                      "look-twice": {**ADDRESS, "long": tuple(f"wait/{name}" for name in ("all", "collision/3", "time-out"))}}},
    "07": {"title": "Lab 07: fairness", "locks": [
        _mutex("07", "ticket_mutex", scenarios=(TWO, THREE)), _mutex("07", "handoff_mutex", scenarios=(TWO, THREE)),
        _mutex("07", "mcs_mutex", scenarios=(TWO,)), BOUNDED],
        "exercises": {"ticket": _mutex("07", "ticket_mutex", scenarios=(TWO, THREE)),
                      "overtaken": {}, "hand-over": _mutex("07", "handoff_mutex", scenarios=(TWO, THREE)), "title": {},
                      "heir": BOUNDED, "reader-alone": {}}},
    "08": {"title": "Lab 08: for use", "locks": [
        _mutex("08", "primitive_mutex"), _mutex("08", "mutex", show=("sleep",), scenarios=(TWO,)),
        _mutex("08", "condition_variable", mutex="kev/lab08/mutex.hpp", mutex_type="kev::lab08::mutex",
               show=("wait_slots",), scenarios=OF_CONDVAR[:1]),
        SEMAPHORE, _of_library("shared_mutex", scenarios=OF_SHARED),
        _mutex("08", "once_flag", scenarios=(("once", "two threads, once"),))],
        "exercises": {"failed-attempt": {}, "once": _mutex("08", "once_flag", scenarios=(("once", "two threads, once"),)),
                      "last-look": {}, "semaphore": SEMAPHORE,
                      "last-one-out": {"options": {"making": False}}}},
}


def lock_of(path):
    """The lock of the page to which a file belongs, a header or a patch: its id; None if there is none."""
    lab, name = path.relative_to(ROOT).parts[1][:2], path.as_posix()
    for lock in LABS.get(lab, {"locks": ()})["locks"]:
        if path.suffix == ".patch" and name.endswith(lock.get("patch", "-")):
            return lock["id"]
        if path.suffix == ".hpp" and "patch" not in lock and any(name.endswith(f"include/{each}") for each in lock["show"]):
            return lock["id"]
    return None


NATIVE = "only tests on the machine judge it"
MANY = "three threads in lab 06's table of waiters have more states than a page looks at"
HIDDEN = "each student has a lock with a flaw of their own, which the page would show"
COUNTS = "what counts is instructions, sleeps and overtakings, and the page counts none of them"
MOVES = "its answer is a schedule, which the race's page prints"
# The exercises of labs 02 to 08 that the page does not have, with the reason.
LEFT_OUT = {
    "02/nt-times": NATIVE, "02/out-of-turn": NATIVE, "03/unseen-waiter": MOVES, "03/byte-mutex": COUNTS,
    "03/strange-lock": HIDDEN, "07/strange-lock": HIDDEN, "07/own-mutex": COUNTS,
    "05/deadlines": "the arithmetic of `time_limit.hpp` is not the engine's", "05/claimed-and-gone": MOVES,
    "05/never-late": "time-outs are not counted here, so time passes as often as it likes",
    "06/refused-wake": MANY, "06/order-of-a-note": MANY, "08/saturation": NATIVE,
}
