"""Comparing what a case expects with what is there: only what is given counts.

>>> facts = {"turn": 2, "red": {"AR1": {"at": "0304", "cv": 3, "words": ["3", "0304", "moved"]}}}
>>> differences({"turn": 2, "red": {"AR1": "3 0304"}}, facts)
[]
>>> differences({"red": {"AR1": {"cv": 4}}}, facts)
['red.AR1.cv is 3, not 4']
>>> differences({"AR1": "!movde"}, {"AR1": {"moved": True, "words": ["3", "moved"]}})
["AR1 knows no word 'movde'; near it: moved"]
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Final

from sirocco.kernel.given import folded, near, shown

NAMES: Final = "names"
"""Key of the fact that has the keys of places by their names."""
WORDS: Final = "words"
"""Key of a fact's short form: a list of words, of which a text may name any."""
LIST_TESTS: Final = ("has", "lacks", "count")
NUMBER_TESTS: Final = ("min", "max")


def named(expected: Any, names: Mapping[str, str]) -> Any:
    """An expectation with the key of each place in the stead of its name; keys stay as they are.

    >>> names = {"Hope": "0304", "Port Alex": "0101"}
    >>> named({"at": "Port Alex", "AR1": "4 !Hope from=Hope"}, names)
    {'at': '0101', 'AR1': '4 !0304 from=0304'}
    """
    if isinstance(expected, dict):
        return {key: named(value, names) for key, value in expected.items()}
    if isinstance(expected, list):
        return [named(item, names) for item in expected]
    if not names or not isinstance(expected, str):
        return expected
    return names.get(expected) or " ".join(_keyed(word, names) for word in expected.split(" "))


def _keyed(word: str, names: Mapping[str, str]) -> str:
    """A word behind `!` or `=` is looked up, too."""
    cut = max(word.rfind("="), word.rfind("!")) + 1
    return word[:cut] + names.get(word[cut:], word[cut:])


def differences(expected: Any, actual: Any, path: str = "") -> list[str]:
    """What is not as expected, each a phrase with the path of the fact."""
    if isinstance(expected, dict):
        if isinstance(actual, Mapping):
            return _tables(expected, actual, path)
        if isinstance(actual, list) and expected and set(expected) <= set(LIST_TESTS):
            return _list_tests(expected, actual, path)
        if _number(actual) and expected and set(expected) <= set(NUMBER_TESTS):
            return _number_tests(expected, actual, path)
        return [f"{path} is {told(actual)}, not {told(expected)}"]
    if isinstance(expected, str) and isinstance(actual, Mapping) and WORDS in actual:
        return _words(expected, actual, path)
    if isinstance(expected, list) and isinstance(actual, list):
        return _lists(expected, actual, path)
    if type(expected) is not type(actual) or expected != actual:
        return [f"{path} is {told(actual)}, not {told(expected)}"]
    return []


def told(value: Any) -> str:
    """A fact in a sentence."""
    if isinstance(value, Mapping):
        if WORDS in value:
            return repr(" ".join(value[WORDS]))
        return "{" + ", ".join(f"{key} = {told(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(told(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, str) else shown(value)


def _tables(expected: dict[str, Any], actual: Mapping[str, Any], path: str) -> list[str]:
    out = []
    for key, value in expected.items():
        below = f"{path}.{key}" if path else key
        found = (
            key if key in actual else next((k for k in actual if folded(k) == folded(key)), None)
        )
        if found is None:
            out.append(f"there is no {below}{near(key, actual)}")
        else:
            out += differences(value, actual[found], below)
    return out


def _words(expected: str, fact: Mapping[str, Any], path: str) -> list[str]:
    """Every word must be there; one that begins with `!` must not, and must not be misspelt."""
    actual: list[str] = fact[WORDS]
    there = {folded(word) for word in actual}
    for word in expected.split():
        bare = word.removeprefix("!")
        if (folded(bare) in there) == (bare != word):
            return [f"{path} is {' '.join(actual)!r}, not {expected!r}"]
        if folded(bare) not in there and (meant := _meant(bare, fact)):
            return [f"{path} knows no word {bare!r}; near it: {meant}"]
    return []


def _meant(word: str, fact: Mapping[str, Any]) -> str:
    """The mark that a word looks like and is not; the opposite of a mark is none (`un...`)."""
    if folded(word).removeprefix("un") in {folded(key).removeprefix("un") for key in fact}:
        return ""
    return ", ".join(difflib.get_close_matches(word, fact, 1, 0.75))


def _lists(expected: list[Any], actual: list[Any], path: str) -> list[str]:
    """The same items, in whatever order."""
    left = list(actual)
    for item in expected:
        match = next((i for i, found in enumerate(left) if not differences(item, found, path)), -1)
        if match < 0:
            return [f"{path} is {told(actual)}, not {told(expected)}"]
        del left[match]
    return [f"{path} is {told(actual)}, not {told(expected)}"] if left else []


def _list_tests(expected: dict[str, Any], actual: list[Any], path: str) -> list[str]:
    out = []
    for test in ("has", "lacks"):
        for item in _many(expected.get(test, [])):
            if (item in actual) != (test == "has"):
                not_there = "lacks" if test == "has" else "has"
                out.append(f"{path} {not_there} {told(item)}: {told(actual)}")
    if "count" in expected and expected["count"] != len(actual):
        out.append(f"{path} has {len(actual)} items, not {expected['count']}")
    return out


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number_tests(expected: dict[str, Any], actual: float, path: str) -> list[str]:
    for test, bound in expected.items():
        if not _number(bound):
            return [f"{path}: {test} must be a number, not {told(bound)}"]
        if (actual < bound) if test == "min" else (actual > bound):
            return [f"{path} is {told(actual)}, not {test} {told(bound)}"]
    return []
