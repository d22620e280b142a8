#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a Strategy that stands for another one answers for all that a Strategy is asked.

What a decorator does not override is answered by the interface's own default, and not by the
strategy inside: the program compiles, and something does nothing.  A decorator is a class in
src/search that is an explore::Strategy and has a reference or pointer to one as a member.
"""

import pathlib
import re
import sys

INTERFACE = "src/explore/strategy.h"
IS_STRATEGY = re.compile(r"class (\w+)(?: final)? : public explore::Strategy\b")
HAS_STRATEGY = re.compile(r"\bexplore::Strategy[&*] \w+_(;| =)")


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def functions_of(interface):
    """The virtual functions but for the destructor."""
    return re.findall(r"virtual [^;{~]*?(\w+)\(", without_comments(interface))


def forgotten(header, functions):
    """(class, functions that it does not override), if it is a decorator."""
    text = without_comments(header)
    found = IS_STRATEGY.search(text)
    if not found or not HAS_STRATEGY.search(text):
        return None, []
    overridden = set(re.findall(r"(\w+)\([^;{}]*\) (?:const )?override", text))
    return found[1], [name for name in functions if name not in overridden]


def self_test():
    functions = functions_of("virtual ~S() = default; virtual int a(int /*b*/) const { return c(); } virtual void d();")
    assert functions == ["a", "d"], functions
    decorator = "class D final : public explore::Strategy { int a(int b) const override; explore::Strategy& inner_; };"
    assert forgotten(decorator, functions) == ("D", ["d"]), forgotten(decorator, functions)
    assert forgotten(decorator.replace("inner_", ""), functions) == (None, [])


def main():
    self_test()
    top = pathlib.Path(__file__).resolve().parent.parent
    functions = functions_of((top / INTERFACE).read_text(encoding="utf-8"))
    failed = decorators = 0
    for header in sorted((top / "src/search").glob("*.h")):
        name, missing = forgotten(header.read_text(encoding="utf-8"), functions)
        decorators += name is not None
        for function in missing:
            print(f"{header.relative_to(top)}: {name} should override {function}(), for the strategy inside",
                  file=sys.stderr)
            failed += 1
    if decorators < 2:
        print("tools/check_decorators.py finds no decorators any more", file=sys.stderr)
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
