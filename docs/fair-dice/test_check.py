"""Tests of check.py: that it finds every lie, and that it reads whatever it is given without coming to grief."""

import copy
import io
import json
import random
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import check  # noqa: E402

RECORDS = [HERE / "two-fords.json", HERE / "the-lane.json"]


def run(*words):
    """Exit code, and everything that was said."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = check.main([str(word) for word in words])
    return code, said.getvalue()


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def judge(self, text, *words):
        """What is said of a record with this text."""
        file = Path(self.folder.name) / "record.json"
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return run(file, *words)


class Proofs(Files):
    def test_vectors(self):
        code, said = run("--vectors", HERE / "vectors.json")
        self.assertEqual((code, said), (0, "all 25 test vectors agree\n"))
        wrong = (HERE / "vectors.json").read_text(encoding="utf-8").replace('"skip": 60', '"skip": 61')
        file = Path(self.folder.name) / "vectors.json"
        file.write_text(wrong, encoding="utf-8")
        self.assertEqual(run("--vectors", file)[0], 1)

    def test_whole_games(self):
        for file in RECORDS:
            code, said = run(file, "--purposes")
            dice = json.loads(file.read_text(encoding="utf-8"))["dice"]
            self.assertEqual(code, 0, said)
            self.assertIn(f"all {len(dice)} dice follow", said)
            counted = [int(line.split()[0]) for line in said.splitlines() if " × " in line]
            self.assertEqual(sum(counted), len(dice))

    def test_every_lie_about_a_die(self):
        for file in RECORDS:
            record = json.loads(file.read_text(encoding="utf-8"))
            for number, (_, purpose, die, face) in enumerate(record["dice"]):
                faces = list(range(1, die + 1)) if isinstance(die, int) else sorted(set(die))
                if len(faces) == 1:
                    continue
                lie = copy.deepcopy(record)
                lie["dice"][number][3] = faces[faces.index(face) - 1]
                code, said = self.judge(json.dumps(lie))
                self.assertEqual(code, 1, said)
                self.assertIn(f"die {number + 1}, `{purpose}`", said)

    def test_other_terms(self):
        record = json.loads(RECORDS[0].read_text(encoding="utf-8"))
        for key, value, expected in (
            ("id", record["id"] + "?", "die "),
            ("seed", "00" * 32, "not the one the table committed itself to"),
            ("nonces", [record["nonces"][1], record["nonces"][0]], "die "),
            ("nonces", [None, record["nonces"][1]], "die "),
        ):
            code, said = self.judge(json.dumps({**record, key: value}))
            self.assertEqual(code, 1, said)
            self.assertIn(expected, said)

    def test_what_somebody_had_noted(self):
        record = json.loads(RECORDS[0].read_text(encoding="utf-8"))
        union, confederate = record["nonces"]
        noted = ["--commitment", record["commitment"], "--union", union, "--confederate", confederate.upper()]
        self.assertEqual(run(RECORDS[0], *noted)[0], 0)
        for option, other in (("--commitment", "00" * 32), ("--union", confederate), ("--confederate", union)):
            self.assertEqual(run(RECORDS[0], option, other)[0], 1)
        self.assertEqual(run(RECORDS[0], "--union", "seven")[0], 2)

    def test_what_is_not_proven(self):
        record = json.loads(RECORDS[0].read_text(encoding="utf-8"))
        record["dice"] = []
        for nonces, expected in (
            ([None, None], "no seat added anything"),
            ([record["nonces"][0], None], "the Confederate seat added nothing"),
            (record["nonces"], "did not choose the dice"),
        ):
            code, said = self.judge(json.dumps({**record, "nonces": nonces}))
            self.assertEqual(code, 0, said)
            self.assertIn(expected, said)


class Reader(Files):
    def refused(self, text, expected):
        code, said = self.judge(text)
        self.assertEqual(code, 2, said)
        self.assertIn(expected, said)
        self.assertNotIn("Traceback", said)

    def test_what_is_no_record(self):
        for text, expected in (
            ("", "is not JSON"),
            (b"\xff\xfe", "cannot be read"),
            ("[" * 100_000, "is not JSON"),
            ("9" * 10_000, "is not"),
            ("[]", "is not a JSON object"),
            ("null", "is not a JSON object"),
            ("{}", "format 1"),
            ('{"format": 1, "format": 1}', "stands twice"),
            ('{"format": true}', "format 1"),
            ('{"format": 1}', "`id`"),
        ):
            self.refused(text, expected)
        self.assertEqual(run("no-such-file.json")[0], 2)
        self.assertEqual(run()[0], 2)
        self.assertEqual(run("--union")[0], 2)
        self.assertEqual(run("--nonsense")[0], 2)

    def test_each_key(self):
        record = json.loads(RECORDS[0].read_text(encoding="utf-8"))
        first = record["dice"][0]
        wrong = [
            ("format", 2, "format 1"),
            ("id", 7, "`id`"),
            ("id", "\ud800", "not Unicode"),
            ("commitment", None, "64 hexadecimal digits"),
            ("commitment", "zz" * 32, "64 hexadecimal digits"),
            ("commitment", "٣" * 64, "64 hexadecimal digits"),
            ("seed", None, "does not show its seed"),
            ("seed", "00", "64 hexadecimal digits"),
            ("nonces", None, "two `nonces`"),
            ("nonces", ["00", None], "32 hexadecimal digits"),
            ("actions", 3, "no list of `actions`"),
            ("actions", [], "order of the actions"),
            ("dice", None, "does not tell its dice"),
            ("dice", [7], "a die is"),
            ("dice", [[0, 7, 6, 1]], "no die"),
            ("dice", [[-1, "x", 6, 1]], "no die"),
            ("dice", [[0, "x", 6, 1.0]], "no die"),
            ("dice", [[0, "x", 0, 1]], "no such die"),
            ("dice", [[0, "x", 2**32, 1]], "no such die"),
            ("dice", [[0, "x", [6, 6, 6, 6, 6, 6], 6]], "no such die"),
            ("dice", [[0, "x", {}, 6]], "no such die"),
            ("dice", [[1, *first[1:]], first], "order of the actions"),
        ]
        for key, value, expected in wrong:
            self.refused(json.dumps({**record, key: value}), expected)

    def test_whatever_it_is_given(self):
        """Ten thousand broken records: each is judged, and none believed that is not still whole."""
        chance = random.Random(1863)
        whole = RECORDS[0].read_bytes()
        terms = check.Record(whole.decode())
        values = [None, True, -1, 0, 1, 2**32, 2**70, 1.5, "", "0f", [], {}, [[]], "\ud800"]
        record = json.loads(whole)
        for number in range(10_000):
            if number % 2:
                text = bytearray(whole)
                for _ in range(chance.randint(1, 4)):
                    at = chance.randrange(len(text))
                    if chance.random() < 0.3:
                        del text[at : at + chance.randint(1, 40)]
                    else:
                        text[at] = chance.randrange(256)
                text = bytes(text).decode("utf-8", "replace")
            else:
                other = copy.deepcopy(record)
                key = chance.choice(["format", "id", "commitment", "seed", "nonces", "actions", "dice"])
                if key == "dice" and chance.random() < 0.8:
                    other["dice"][chance.randrange(len(other["dice"]))][chance.randrange(4)] = chance.choice(values)
                else:
                    other[key] = chance.choice(values)
                text = json.dumps(other)
            try:
                read = check.Record(text)
                check.check(read)
            except (check.Unreadable, check.Disagrees):
                continue
            # It agrees: then nothing on which the dice depend was touched, or dice were left out at the end.
            self.assertEqual((read.game, read.seed, read.nonces), (terms.game, terms.seed, terms.nonces))
            for (_, _, die, face), (_, _, thrown, fell) in zip(read.dice, terms.dice):
                self.assertTrue(die != thrown or face == fell)


if __name__ == "__main__":
    unittest.main()
