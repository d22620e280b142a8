#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which traces and saved searches are believed: those that carry a hash made with the user's key."""
import hashlib
import hmac
import json
import os
import stat
import struct

from harness import CliTest, main


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value


def with_length(data):
    return struct.pack("<Q", len(data)) + data


def texts(items):
    return struct.pack("<Q", len(items)) + b"".join(with_length(item.encode()) for item in items)


class TrustTest(CliTest):
    """Each test is a user of its own."""

    def setUp(self):
        super().setUp()
        self.state = os.path.join(self.work, "state")
        self.as_user(self.state)

    def as_user(self, state):
        os.environ["XDG_STATE_HOME"] = state

    def as_somebody_else(self):
        self.as_user(os.path.join(self.work, "another"))

    def key_file(self):
        return os.path.join(self.state, "heddle", "key")

    def assert_not_own(self, result, *names):
        self.assert_refused(result, "is not known to be your own", "--program", *names)
        self.assertEqual(result.out, "")


class Traces(TrustTest):
    def record(self, *words, stdin=b""):
        report, result = self.run_json(self.compile("environment"), *words, stdin=stdin)
        self.assertEqual(result.status, 1, result)
        return os.path.join(self.work, report["findings"][0]["trace"])

    def read(self, trace):
        with open(trace, "rb") as file:
            _, body = file.read().split(b"\n", 1)
        return json.loads(body)

    def write(self, trace, document):
        """With a checksum that is right."""
        body = json.dumps(document).encode()
        with open(trace, "wb") as file:
            file.write(b"heddle-trace 2 %d %016x\n" % (len(body), fnv1a(body)) + body)

    def change(self, trace, **values):
        self.write(trace, {**self.read(trace), **values})

    def test_a_users_own_is_replayed(self):
        trace = self.record()
        result = self.heddle("replay", trace)
        self.assertEqual(result.status, 1, result)
        self.assertEqual(result.err, "")

    def test_the_hash_is_hmac_sha256(self):
        trace = self.record("WORKERS", stdin=b"some input\n")
        with open(self.key_file(), "rb") as file:
            key = file.read()
        document = self.read(trace)
        message = with_length(b"heddle trace 1") + texts(document["program"])
        message += with_length(document["directory"].encode()) + with_length(document["build_id"].encode())
        message += texts([text for pair in document["environment"] for text in pair])
        message += with_length(document["standard_input"].encode())
        self.assertEqual(document["keyed_hash"], hmac.new(key, message, hashlib.sha256).hexdigest())

    def test_the_key_is_the_users_alone(self):
        self.record()
        self.assertEqual(stat.S_IMODE(os.stat(self.key_file()).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.key_file())).st_mode), 0o700)

    def test_that_of_another_user_is_not(self):
        trace = self.record()
        self.as_somebody_else()
        self.assert_not_own(self.heddle("replay", trace), trace, self.compile("environment"))
        self.heddle("run", "--out", "other", self.compile("environment"))  # makes a key
        self.assert_not_own(self.heddle("replay", trace), trace)
        self.assert_not_own(self.heddle("replay", trace, "--gdb", "--", "-batch"), trace)

    def test_with_the_program_it_is_run_and_the_command_shown(self):
        trace = self.record("WORKERS", "two words", stdin=b"abc")
        self.as_somebody_else()
        result = self.heddle("replay", "--program", self.compile("environment"), trace)
        self.assertEqual(result.status, 1, result)
        self.assertIn("is not known to be your own", result.err)
        self.assertIn(f"cd {self.work} && {self.compile('environment')} WORKERS 'two words' (with 3 bytes of input)",
                      result.err)

    def test_the_program_is_a_file_and_not_looked_for_elsewhere(self):
        trace = self.record()
        os.symlink(self.compile("environment"), os.path.join(self.work, "true"))  # there is one in PATH, too
        self.as_somebody_else()
        result = self.heddle("replay", trace, "--program", "true")
        self.assertEqual(result.status, 1, result)
        self.assertIn(os.path.join(self.work, "true"), result.err)

    def test_another_program_is_refused(self):
        trace = self.record()
        self.as_somebody_else()
        other = self.compile("lost_update")
        self.assert_refused_after_notes(self.heddle("replay", trace, "--program", other), other)

    def assert_refused_after_notes(self, result, name):
        self.assertEqual(result.status, 2, result)
        self.assertIn(name, result.err.splitlines()[-1], result)

    def test_whatever_decides_what_is_run_is_hashed(self):
        program = self.compile("environment")
        other = os.path.join(self.work, "copy")
        os.symlink(program, other)
        trace = self.record("WORKERS", stdin=b"abc")
        document = self.read(trace)
        self.assertEqual(self.heddle("replay", trace).status, 1)
        for changed in ({"program": [other, "WORKERS"]}, {"program": [program, "WORKER"]}, {"program": [program]},
                        {"program": [program, "WORKERS", ""]}, {"directory": "/"}, {"standard_input": "abd"},
                        {"environment": [["WORKERS", "3"]]}, {"environment": [["WORKERS", ""]]},
                        {"environment": [["LD_PRELOAD", "x.so"]]}, {"keyed_hash": ""}, {"keyed_hash": "0" * 64},
                        {"keyed_hash": document["keyed_hash"].upper()}):
            with self.subTest(changed):
                self.write(trace, {**document, **changed})
                self.assert_not_own(self.heddle("replay", trace), trace)
        self.write(trace, document)
        self.assertEqual(self.heddle("replay", trace).status, 1)

    def test_one_without_a_hash_is_not_believed(self):
        trace = self.record()
        document = self.read(trace)
        del document["keyed_hash"]
        self.write(trace, document)
        self.assert_not_own(self.heddle("replay", trace), "it carries no keyed hash")
        self.assertEqual(self.heddle("replay", trace, "--program", self.compile("environment")).status, 1)

    def test_no_foreign_code_is_loaded(self):
        """Whatever the trace says of the loader; the program's own variables are taken."""
        library = os.path.join(self.folder, "intruder.so")
        if not os.path.exists(library):
            self.compile("intruder", "-shared", "-fPIC", output="intruder.so")
        sign = os.path.join(self.work, "intruded")
        trace = self.record("WORKERS", "LD_LIBRARY_PATH", "PYTHONPATH")
        for name in ("LD_PRELOAD", "LD_AUDIT", "HEDDLE_LD_PRELOAD"):
            self.change(trace, environment=[["INTRUDED", sign], [name, library], ["WORKERS", "7"],
                                            ["LD_LIBRARY_PATH", "/x"], ["PYTHONPATH", "/x"]])
            self.assert_not_own(self.heddle("replay", trace), name)
            self.assertFalse(os.path.exists(sign))
            result = self.heddle("replay", trace, "--program", self.compile("environment"))
            self.assertFalse(os.path.exists(sign), result)
            self.assertEqual(result.status, 1, result)
            self.assertIn("WORKERS=7\nLD_LIBRARY_PATH=(none)\nPYTHONPATH=(none)\n", result.out)
            self.assertRegex(result.err, f"not taken from it: .*{name}")

    def test_a_program_can_be_named_for_a_trace_of_ones_own(self):
        trace = self.record()
        result = self.heddle("replay", trace, "--program", self.compile("environment"))
        self.assertEqual((result.status, result.err), (1, ""), result)

    def test_showing_needs_no_trust(self):
        trace = self.record()
        self.as_somebody_else()
        result = self.heddle("show", trace)
        self.assertEqual((result.status, result.err), (0, ""), result)

    def test_without_a_key_a_run_works_and_says_so(self):
        with open(os.path.join(self.work, "file"), "w", encoding="utf-8"):
            pass
        elsewhere = os.path.join(self.work, "elsewhere")
        os.mkdir(elsewhere)
        for name, spoil in (("no directory", lambda: self.as_user(os.path.join(self.work, "file", "x"))),
                            ("open to others", lambda: os.chmod(self.key_file(), 0o640)),
                            ("a symbolic link", lambda: self.link_key(elsewhere)),
                            ("no key", lambda: os.truncate(self.key_file(), 5))):
            with self.subTest(name):
                trace = self.record()  # with a key
                spoil()
                self.assert_not_own(self.heddle("replay", trace))
                report, result = self.run_json(self.compile("environment"))
                self.assertEqual(result.status, 1, result)
                self.assertEqual(result.out.count("heddle has no key of yours"), 1, result)
                self.assertEqual(len([note for note in report["notes"] if "key" in note]), 1)
                self.assert_not_own(self.heddle("replay", trace), "it carries no keyed hash")
                self.state = os.path.join(self.work, name)
                self.as_user(self.state)

    def link_key(self, elsewhere):
        os.rename(self.key_file(), os.path.join(elsewhere, "key"))
        os.symlink(os.path.join(elsewhere, "key"), self.key_file())

    def test_nothing_is_said_where_nothing_is_written(self):
        self.as_user("/dev/null/x")
        report, _ = self.run_json(self.compile("prints"))
        self.assertEqual([note for note in report["notes"] if "key" in note], [])


def checksum_of(description):
    """As heddle makes it, which needs no key: it tells damage, not adversaries."""
    text = json.dumps({key: value for key, value in description.items() if key != "checksum"}, sort_keys=True,
                      separators=(",", ":"), ensure_ascii=False)
    word, mask = 0xcbf29ce484222325, (1 << 64) - 1
    for byte in text.encode():
        word = ((word ^ byte) * 0x100000001b3) & mask
    word = ((word ^ (word >> 30)) * 0xbf58476d1ce4e5b9) & mask
    word = ((word ^ (word >> 27)) * 0x94d049bb133111eb) & mask
    return word ^ (word >> 31)


class Searches(TrustTest):
    def out(self, *names):
        return os.path.join(self.work, "heddle-out", *names)

    def begin(self, *words):
        program = self.compile("counts_input")
        _, result = self.run_json("--executions", "50", *words, program, "twelve steps")
        self.assertEqual(result.status, 3, result)
        return program

    def change(self, **values):
        with open(self.out("search", "search.json"), encoding="utf-8") as file:
            document = json.load(file)
        document.update(values)
        document["checksum"] = checksum_of(document)
        with open(self.out("search", "search.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)

    def resume(self, *words):
        return self.heddle("run", "--resume", "heddle-out", *words)

    def test_that_of_another_user_needs_the_program(self):
        program = self.begin()
        self.as_somebody_else()
        self.assert_not_own(self.resume(), program, "twelve steps")
        limited = self.resume("--program", program, "--executions", "100")
        self.assertEqual(limited.status, 3, limited)
        self.assertIn("is not known to be your own", limited.err)
        self.assertIn(f"{program} 'twelve steps'", limited.err)
        # Going on with it does not make it one's own.
        self.assert_not_own(self.resume())
        self.assertEqual(self.resume("--program", program).status, 0)

    def test_the_program_is_found_from_where_one_is(self):
        program = self.begin()
        os.symlink(program, os.path.join(self.work, "mine"))
        self.as_somebody_else()
        self.change(directory="/")
        result = self.resume("--program", "./mine")
        self.assertEqual(result.status, 0, result)

    def test_whatever_decides_what_is_run_is_hashed(self):
        program = self.begin()
        with open(self.out("search", "search.json"), encoding="utf-8") as file:
            document = json.load(file)
        for changed in ({"arguments": [program, "twelve"]}, {"directory": "/"}, {"keyed_hash": ""},
                        {"arguments": ["--log-schedules", "x", *document["arguments"]]}):
            with self.subTest(changed):
                self.change(**{**document, **changed})
                self.assert_not_own(self.resume())
        self.change(**document)
        with open(self.out("search", "input"), "a", encoding="utf-8") as file:
            file.write("more")
        self.assertEqual(self.resume().status, 2)

    def test_it_chooses_no_files_to_be_written(self):
        program = self.begin()
        precious = [os.path.join(self.work, name) for name in ("a", "b", "c")]
        for path in precious:
            with open(path, "w", encoding="utf-8") as file:
                file.write("precious")
        self.change(arguments=["--log-schedules", precious[0], "--coverage", precious[1], "--json", precious[2],
                               program, "twelve steps"])
        result = self.resume("--program", program)
        self.assertEqual(result.status, 0, result)
        for path in precious:
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "precious")

    def test_a_program_belongs_to_a_search_that_is_resumed(self):
        self.assert_refused(self.heddle("run", "--program", "x", self.compile("prints")), "--resume")


if __name__ == "__main__":
    main()
