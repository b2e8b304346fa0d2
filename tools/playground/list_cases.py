"""Lists the cases of the model programs with the types of their scenarios: tools/playground/cases.json.

    python3 tools/playground/list_cases.py build/linux

The build has to have lab02_model to lab08_model: each source of a case is compiled once more, with headers that print
the cases in place of those that register them.
"""
import json
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def listed(command: dict, libraries: list[str], folder: Path) -> list[dict]:
    """The cases of one source."""
    source = Path(command["file"])
    words = shlex.split(command["command"])
    flags = [w for w in words if w.startswith(("-I", "-D", "-std="))]
    program = folder / re.sub(r"\W", "_", str(source))
    main = folder / "main.cpp"
    main.write_text("int main() {}\n", encoding="utf-8")
    subprocess.run(["c++", "-O0", "-w", f"-I{HERE / 'listing'}", *flags, str(source), str(main), "-o", str(program),
                    *libraries], check=True, cwd=command["directory"])
    text = subprocess.run([str(program)], check=True, capture_output=True, encoding="utf-8").stdout
    return [{"file": str(source.relative_to(ROOT)), **json.loads(line)} for line in text.splitlines()]


def main() -> None:
    """Writes the file."""
    build = Path(sys.argv[1]).resolve()
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    jobs = []
    for lab in range(2, 9):
        link = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "-s", f"bin/lab{lab:02}_model"], check=True,
                              capture_output=True, encoding="utf-8").stdout.splitlines()[-1]
        libraries = [w for w in shlex.split(link) if w.endswith(".a") and "model_main" not in w]
        jobs += [(c, libraries) for c in commands
                 if f"lab{lab:02}_model.dir/" in c["command"] and "/tests/model/" in c["file"]]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda job: listed(*job, Path(folder)), jobs)
        cases = sorted((case for some in found for case in some), key=lambda case: (case["lab"], case["id"]))
    for case in cases:
        for field in [f for f, value in case.items() if (value in ("", [], 0) and value is not False) or (f, value) in
                      (("making_is_an_access", True), ("meetings_order_memory", False))]:
            del case[field]
    text = "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n"
    (HERE / "cases.json").write_text(text, encoding="utf-8")
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
