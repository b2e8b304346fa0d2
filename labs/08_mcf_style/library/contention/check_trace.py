"""The trace of trace_sleeps.cpp: is it JSON, has each worker a sleep, and does each sleep take time?"""
import json
import sys

WORKERS = {2, 3, 4}  # 1 is main


def problems(trace):
    """What is wrong with a trace, a line for each."""
    events = trace["traceEvents"]
    named = {each["tid"] for each in events if each["ph"] == "M" and each["name"] == "thread_name"}
    sleeps = [each for each in events if each["ph"] == "X"]
    found = [f"a sleep took no time: {each}" for each in sleeps if not each["dur"] > 0]
    found += [f"thread {each['tid']} has no name" for each in sleeps if each["tid"] not in named]
    found += [f"thread {tid} has no sleep" for tid in sorted(WORKERS - {each["tid"] for each in sleeps})]
    if str(len(sleeps)) != trace["otherData"]["sleeps"]:
        found.append(f"{len(sleeps)} sleeps are drawn, and the program counted {trace['otherData']['sleeps']}")
    return found


def main():
    """Exit status 1 if something is wrong."""
    with open(sys.argv[1], encoding="utf-8") as file:
        found = problems(json.load(file))
    print("\n".join(found) or "the trace is right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
