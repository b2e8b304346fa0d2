"""Scores in the forms that other programs read: JUnit XML, and the results.json of Gradescope's autograder."""
import json
import re
import xml.etree.ElementTree as xml

from kev.course.judge import Test, Verdict

LONGEST = 20_000  # characters of one message
CONTROL = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(verdicts: list[Verdict]) -> str:
    """JUnit XML: a suite for each exercise."""
    root = xml.Element("testsuites")
    for verdict in verdicts:
        tests = verdict.tests
        suite = xml.SubElement(root, "testsuite", name=verdict.exercise.name, tests=str(len(tests)),
                               failures=str(sum(not test.passed for test in tests)),
                               time=f"{sum(test.seconds for test in tests):.2f}")
        for test in tests:
            case = xml.SubElement(suite, "testcase", classname=verdict.exercise.name, name=_name(test),
                                  time=f"{test.seconds:.2f}")
            if not test.passed:
                message = clean(test.message)
                xml.SubElement(case, "failure", message=message.partition("\n")[0]).text = message
    xml.indent(root)
    return xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def gradescope(verdicts: list[Verdict]) -> str:
    """The results.json of one submission, as Gradescope's documentation describes it."""
    tests = [{"name": f"{verdict.exercise.name}: {_name(test)}", "score": round(test.points, 4),
              "max_score": round(test.of, 4), "status": "passed" if test.passed else "failed",
              "output": clean(test.message), "output_format": "text"}
             for verdict in verdicts for test in verdict.tests]
    board = [{"name": f"{verdict.exercise.name}: {name}", "value": value, "order": "asc"}
             for verdict in verdicts for name, value in verdict.counts.items()]
    return json.dumps({"score": round(sum(verdict.points for verdict in verdicts), 2),
                       "execution_time": round(sum(test.seconds for verdict in verdicts for test in verdict.tests)),
                       "visibility": "visible", "stdout_visibility": "hidden", "tests": tests,
                       **({"leaderboard": board} if board else {})}, indent=1) + "\n"


def _name(test: Test) -> str:
    return f"{test.source}: {test.name}" if test.source else test.name


def clean(text: str) -> str:
    """Text of an untrusted program: what XML cannot hold is replaced, what is too long is cut."""
    text = CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "\n(cut)"
