#!/usr/bin/env python3
"""Checks the dice of a finished game against its seed and nonces, as docs/fair-dice.md describes it.

It shares no code with the program that rolled them, and needs nothing but Python. It does not know the rules of any
game: whether a die was thrown for the right reason is for `longroll verify` to say.

    check.py RECORD                        every die of the record follows from its seed and nonces, or does not
    check.py RECORD --commitment HEX       ... and the table had shown this commitment before the game
    check.py RECORD --union HEX            ... and this is the nonce that the Union had chosen
    check.py RECORD --confederate HEX      ... or the Confederates
    check.py RECORD --purposes             ... and this is what they were thrown for
    check.py --vectors FILE                the test vectors of docs/fair-dice/vectors.json

Exit code 0 if all agrees, 1 if something does not, 2 if nothing can be said.
"""

import hashlib
import json
import sys

CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
MASK = 0xFFFFFFFF
# The dice that have faces of their own: ten-sided from zero, and average dice.
FACED = ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 3, 3, 4, 4, 5])
SIDES = ("Union", "Confederate")
# Nobody's game is longer; what claims to be is not read.
MOST_BYTES = 16 * 1024 * 1024


class Unreadable(Exception):
    """What was given is no record, or one that proves nothing."""


class Disagrees(Exception):
    """Something is not as it should be."""


def commitment_of(seed):
    return hashlib.sha256(seed).digest()


def seal_of(nonce):
    return hashlib.sha256(nonce).digest()


def key_of(seed, nonces, game):
    """The key of the stream of dice."""
    text = hashlib.sha256(b"long roll dice 1")
    for part in (seed, nonces[0] or b"", nonces[1] or b"", game.encode("utf-8")):
        text.update(len(part).to_bytes(4, "little"))
        text.update(part)
    return text.digest()


def quarter(state, a, b, c, d):
    for one, other, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] = (state[one] + state[other]) & MASK
        mixed = state[third] ^ state[one]
        state[third] = (mixed << turn | mixed >> (32 - turn)) & MASK


def block(key, number):
    """Sixteen words of the stream."""
    words = [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    start = [*CONSTANTS, *words, number & MASK, number >> 32, 0, 0]
    state = list(start)
    for _ in range(4):
        quarter(state, 0, 4, 8, 12)
        quarter(state, 1, 5, 9, 13)
        quarter(state, 2, 6, 10, 14)
        quarter(state, 3, 7, 11, 15)
        quarter(state, 0, 5, 10, 15)
        quarter(state, 1, 6, 11, 12)
        quarter(state, 2, 7, 8, 13)
        quarter(state, 3, 4, 9, 14)
    return [(mixed + first) & MASK for mixed, first in zip(state, start)]


def words_of(key):
    """The words of the stream, one after another."""
    number = 0
    while True:
        yield from block(key, number)
        number += 1


def draw(words, outcomes):
    """A number below `outcomes`."""
    surplus = 2**32 % outcomes
    while True:
        product = next(words) * outcomes
        if product & MASK >= surplus:
            return product >> 32


def once(pairs):
    """An object of which no key stands twice: JSON does not say which of the two counts."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a key stands twice in an object")
    return found


def is_count(value):
    return type(value) is int and 0 <= value < 2**32


def unhex(value, size, what):
    """Bytes written as hexadecimal digits."""
    digits = isinstance(value, str) and len(value) == 2 * size and value.isascii() and value.isalnum()
    try:
        if digits:
            return bytes.fromhex(value)
    except ValueError:
        pass
    raise Unreadable(f"{what} is not {2 * size} hexadecimal digits")


def parse(text, what):
    try:
        value = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{what} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unreadable(f"{what} is not a JSON object")
    return value


def read_die(value):
    """A draw as a record has it: at which action, what for, with which faces, and what it showed."""
    if not (isinstance(value, list) and len(value) == 4):
        raise Unreadable("a die is [action, what for, sides or faces, what it showed]")
    action, purpose, die, face = value
    if not (is_count(action) and isinstance(purpose, str) and is_count(face)):
        raise Unreadable(f"this is no die: {json.dumps(value)[:200]}")
    if not (is_count(die) and die > 0 or die in FACED):
        raise Unreadable(f"there is no such die: {json.dumps(die)[:200]}")
    return action, purpose, die, face


class Record:
    """What of a record the dice depend on."""

    def __init__(self, text):
        keys = parse(text, "this")
        if keys.get("format") != 1 or type(keys.get("format")) is not int:
            raise Unreadable("this is not a record of format 1")
        self.game = keys.get("id")
        if not isinstance(self.game, str):
            raise Unreadable("the record has no `id`")
        try:
            self.game.encode("utf-8")
        except UnicodeEncodeError:
            raise Unreadable("the record's `id` is not Unicode") from None
        self.commitment = unhex(keys.get("commitment"), 32, "the `commitment`")
        if keys.get("seed") is None:
            raise Unreadable("the record does not show its seed; take it after the end of the game")
        self.seed = unhex(keys["seed"], 32, "the `seed`")
        nonces = keys.get("nonces")
        if not (isinstance(nonces, list) and len(nonces) == 2):
            raise Unreadable("the record does not have two `nonces`")
        self.nonces = [None if nonce is None else unhex(nonce, 16, "a nonce") for nonce in nonces]
        if not isinstance(keys.get("actions"), list):
            raise Unreadable("the record has no list of `actions`")
        actions = len(keys["actions"])
        if not isinstance(keys.get("dice"), list):
            raise Unreadable(
                "the record does not tell its dice; `longroll verify RECORD --dice FILE` writes one that does"
            )
        self.dice = [read_die(value) for value in keys["dice"]]
        order = [0, *(die[0] for die in self.dice), actions]
        if any(earlier > later for earlier, later in zip(order, order[1:])):
            raise Unreadable("the dice do not stand in the order of the actions")


def check(record):
    """Every die, compared; how often which was thrown for what."""
    if commitment_of(record.seed) != record.commitment:
        raise Disagrees("the seed is not the one the table committed itself to before the game")
    words = words_of(key_of(record.seed, record.nonces, record.game))
    purposes = {}
    for number, (action, purpose, die, face) in enumerate(record.dice, 1):
        faces = range(1, die + 1) if isinstance(die, int) else die
        fell = faces[draw(words, len(faces))]
        if fell != face:
            where = f"at action {action}" if action else "in the set-up"
            raise Disagrees(f"die {number}, `{purpose}`, {where}: the record says {face}, but it fell {fell}")
        kind = f"1 to {die}" if isinstance(die, int) else " ".join(map(str, die))
        purposes[purpose, kind] = purposes.get((purpose, kind), 0) + 1
    return purposes


def proves(record):
    """In words, what the record proves and what it does not."""
    silent = [name for name, nonce in zip(SIDES, record.nonces) if nonce is None]
    lines = [f"all {len(record.dice)} dice follow from the seed committed to and the nonces in the record"]
    if len(silent) == 2:
        lines.append("no seat added anything: whoever chose the seed could have chosen the dice")
    for name in silent if len(silent) == 1 else ():
        lines.append(f"the {name} seat added nothing: its player must trust that table and enemy did not conspire")
    if len(silent) < 2:
        lines.append(
            "a player who knows that one of the nonces is his own, and when he saw the commitment, "
            "knows that the table did not choose the dice"
        )
    return lines


def check_vectors(text):
    """The test vectors, all of them; how many there are."""
    vectors = parse(text, "the file of vectors")
    count = 0

    def expect(found, wanted, what):
        nonlocal count
        count += 1
        if found != wanted:
            raise Disagrees(f"{what}: {found} instead of {wanted}")

    for case in vectors["seals"]:
        expect(seal_of(bytes.fromhex(case["nonce"])).hex(), case["seal"], "a seal")
    for case in vectors["keys"]:
        seed = bytes.fromhex(case["seed"])
        nonces = [nonce and bytes.fromhex(nonce) for nonce in case["nonces"]]
        expect(commitment_of(seed).hex(), case["commitment"], "a commitment")
        expect(key_of(seed, nonces, case["id"]).hex(), case["key"], "a key")
    for case in vectors["streams"]:
        words = words_of(bytes.fromhex(case["key"]))
        for _ in range(case["skip"]):
            next(words)
        expect([f"{next(words):08x}" for _ in case["words"]], case["words"], "the words of a stream")
    for case in vectors["draws"]:
        words = words_of(bytes.fromhex(case["key"]))
        expect([draw(words, outcomes) for outcomes in case["outcomes"]], case["drawn"], "the draws of a stream")
    return count


def read_file(name):
    try:
        with open(name, "rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise Unreadable(f"{name} is too long for a record")
        return text.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{name} cannot be read: {error}") from None


def options(words):
    """What the command line says."""
    files, given = [], {}
    words = iter(words)
    for word in words:
        if word in ("--commitment", "--union", "--confederate", "--vectors"):
            given[word] = next(words, None)
            if given[word] is None:
                raise Unreadable(f"{word} wants something after it")
        elif word == "--purposes":
            given[word] = True
        elif word.startswith("-"):
            raise Unreadable(__doc__.strip())
        else:
            files.append(word)
    if len(files) != ("--vectors" not in given):
        raise Unreadable(__doc__.strip())
    return files, given


def run(words):
    files, given = options(words)
    if not files:
        return [f"all {check_vectors(read_file(given['--vectors']))} test vectors agree"]
    record = Record(read_file(files[0]))
    purposes = check(record)
    if "--commitment" in given and unhex(given["--commitment"], 32, "--commitment") != record.commitment:
        raise Disagrees("this is not the commitment that the table had shown")
    for option, name, nonce in zip(("--union", "--confederate"), SIDES, record.nonces):
        if option in given and unhex(given[option], 16, option) != nonce:
            raise Disagrees(f"the {name} nonce in the record is another")
    told = [f"{count:6} × {kind}: {purpose}" for (purpose, kind), count in purposes.items()]
    return proves(record) + (told if "--purposes" in given else [])


def main(words):
    try:
        print("\n".join(run(words)))
        return 0
    except Disagrees as error:
        print(f"not proven: {error}")
        return 1
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
