"""Gets the source of Google Benchmark from the distribution, for the build for Windows.

The distribution's binary package is for this system only; the cross build compiles the source. The
list of source repositories is derived from the machine's own apt sources and kept, with everything
else that apt writes here, in a folder of the build: the machine's configuration is not touched, and
no administrator is needed.
"""
import re
import shutil
import tarfile
from pathlib import Path

from kev.core.paths import build_root
from kev.core.process import run
from kev.core.terminal import say

APT_SETTINGS = Path("/etc/apt")


def benchmark_source():
    """Where the source is, or None."""
    folder = build_root() / "sources" / "benchmark"
    return folder if (folder / "CMakeLists.txt").exists() else None


def get_benchmark_source():
    """Fetches and unpacks the source if it is not there yet; None, with a reason, if that failed."""
    if benchmark_source() or not shutil.which("apt-get"):
        return benchmark_source()
    say("Fetching the source of Google Benchmark (apt-get source benchmark).")
    work = build_root() / "sources" / "apt"
    try:
        archive = download_archive(work, "benchmark")
        if archive:
            _unpack(archive, build_root() / "sources" / "benchmark")
    except (OSError, tarfile.TarError) as error:
        say(f"  could not unpack it: {error}")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return benchmark_source()


def source_lists(settings=APT_SETTINGS):
    """The machine's apt sources as source repositories: {file name: text}."""
    lists = {}
    lines, stanzas = [], []
    parts = settings / "sources.list.d"
    for path in [settings / "sources.list", *sorted(parts.glob("*.list"))]:
        lines += _one_line_sources(path.read_text(encoding="utf-8")) if path.exists() else []
    for path in sorted(parts.glob("*.sources")):
        stanzas += _stanza_sources(path.read_text(encoding="utf-8"))
    if lines:
        lists["kev.list"] = "\n".join(lines) + "\n"
    if stanzas:
        lists["kev.sources"] = "\n\n".join(stanzas) + "\n"
    return lists


def _one_line_sources(text):
    """`deb URL suite component` lines, each as deb-src, without repetitions."""
    found = re.findall(r"^\s*deb(?:-src)?\s+(.+?)\s*$", text, re.MULTILINE)
    return list(dict.fromkeys(f"deb-src {rest}" for rest in found))


def _stanza_sources(text):
    """The newer format: paragraphs of `Field: value`."""
    paragraphs = re.split(r"\n\s*\n", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [re.sub(r"^Types:.*$", "Types: deb-src", paragraph.strip(), flags=re.MULTILINE)
            for paragraph in paragraphs
            if re.search(r"^Types:", paragraph, re.MULTILINE)
            and not re.search(r"^Enabled:\s*no", paragraph, re.MULTILINE | re.IGNORECASE)]


def download_archive(work, package):
    """Has apt check and fetch a package's upstream archive into `work`; None if it cannot be had."""
    lists = source_lists()
    if not lists:
        say("  this machine has no apt sources to derive it from")
        return None
    for folder in ("sources", "lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    for name, text in lists.items():
        (work / "sources" / name).write_text(text, encoding="utf-8")
    settings = ["-qq", "-o", "Dir::Etc::sourcelist=/dev/null",
                "-o", f"Dir::Etc::sourceparts={work}/sources",
                "-o", f"Dir::State::lists={work}/lists", "-o", f"Dir::Cache={work}/cache",
                "-o", "APT::Sandbox::User=", "-o", "Acquire::Languages=none"]
    # A repository that does not answer fails the update, not the others: the fetch decides.
    run(["apt-get", *settings, "update"], timeout=300)
    fetched = run(["apt-get", *settings, "source", "--download-only", package], timeout=900,
                  cwd=work)
    archives = sorted(work.glob(f"{package}_*.orig.tar.*"))
    archives = [path for path in archives if not path.name.endswith(".asc")]
    if not archives:
        say(f"  it cannot be had: {fetched.complaint(2)}")
    return archives[0] if archives else None


def _unpack(archive, target):
    """Unpacks the one folder of the archive as `target`."""
    temporary = target.with_name(target.name + ".new")
    shutil.rmtree(temporary, ignore_errors=True)
    with tarfile.open(archive) as tar:
        # Python 3.12 asks which filter is meant, and Debian 12's does not know any.
        tar.extraction_filter = getattr(tarfile, "data_filter", None)
        members = [member for member in tar.getmembers() if _inside(member)]
        tar.extractall(temporary, members)
    folders = [path for path in temporary.iterdir() if path.is_dir()]
    shutil.rmtree(target, ignore_errors=True)
    folders[0].rename(target)
    shutil.rmtree(temporary, ignore_errors=True)


def _inside(member):
    """Whether an archive's member stays in the folder it is unpacked to (apt has checked its hash)."""
    parts = Path(member.name).parts
    return (member.isfile() or member.isdir()) and ".." not in parts and not member.name.startswith("/")
