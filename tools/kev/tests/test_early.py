"""An impossible request is refused before anything is built, installed or measured."""
import argparse
import os
import socket
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.course import grade
from kev.races import race
from kev.site import building, docs


class Race(unittest.TestCase):
    """kev race"""

    def refused(self, words, **options):
        options = argparse.Namespace(**{"id": "M4", "svg": None, "step": False, "json": False, "no_install": True,
                                        "find": False, "source": False, **options})
        with mock.patch.object(race.stored, "rows", side_effect=AssertionError("it reads first")):
            with self.assertRaisesRegex(KevError, words):
                race.main(options)

    def test_a_picture_that_cannot_be_written(self):
        self.refused("is no file that could be replaced", svg=str(ROOT))
        self.refused("cannot use", svg=str(ROOT / "kev" / "x.svg"))

    def test_steps_and_json_together(self):
        with mock.patch.object(race.sys, "stdin", mock.Mock(isatty=lambda: True)):
            self.refused("choose one", step=True, json=True)

    def test_steps_without_keys(self):
        with mock.patch.object(race.sys, "stdin", mock.Mock(isatty=lambda: False)):
            self.refused("needs a terminal", step=True)

    def test_a_picture_of_all(self):
        self.refused("need the ID", id="list", step=True)


class Docs(unittest.TestCase):
    """kev docs"""

    def test_a_port_that_is_taken(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            options = argparse.Namespace(port=other.getsockname()[1], build=False, open=False, models=False, no_install=True)
            with mock.patch.object(docs, "prepare", side_effect=AssertionError("it installs first")):
                with self.assertRaisesRegex(KevError, "cannot serve on port"):
                    docs.main(options)

    def test_who_only_builds_needs_no_port(self):
        options = argparse.Namespace(port=0, build=True, open=False, models=False, no_install=True)
        with mock.patch.object(docs, "prepare"), mock.patch.object(docs, "build_site") as build, \
                mock.patch.object(docs, "explore"), \
                mock.patch.object(docs.http.server, "ThreadingHTTPServer") as server, \
                mock.patch.object(docs, "say"):
            docs.main(options)
        build.assert_called_once_with(building.folder())
        server.assert_not_called()

    def test_a_place_that_cannot_be_written(self):
        options = argparse.Namespace(port=0, build=True, open=False, models=False, no_install=True)
        with mock.patch.object(building, "folder", return_value=ROOT / "kev" / "site"), \
                mock.patch.object(docs, "prepare", side_effect=AssertionError("it installs first")):
            with self.assertRaisesRegex(KevError, "cannot use .*site.*KEV_BUILD_ROOT"):
                docs.main(options)

    def test_where_it_is_built(self):
        with mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": "/builds/here"}):
            self.assertEqual(building.folder(), Path("/builds/here/site"))
            del os.environ["KEV_BUILD_ROOT"]
            self.assertEqual(building.folder(), ROOT / "site")


class Grade(unittest.TestCase):
    """kev grade"""

    def test_scores_that_cannot_be_written(self):
        folder = Path(__file__).parent / "submissions"
        options = argparse.Namespace(folder=folder, exercise=[], each=False, no_install=True,
                                     out=Path(tempfile.gettempdir()) / f"kev-file-{os.getpid()}" / "out", seconds=1)
        options.out.parent.touch()
        self.addCleanup(options.out.parent.unlink)
        with mock.patch.object(grade, "require", side_effect=AssertionError("it installs first")), \
                mock.patch.object(grade, "say"):
            with self.assertRaisesRegex(KevError, "cannot use"):
                grade.main(options)


if __name__ == "__main__":
    unittest.main()
