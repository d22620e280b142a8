#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that libheddle_rt.so is a good guest in somebody else's process.

usage: check_runtime.py LIBRARY EXPORTS_MAP

It needs nothing but libc and libgcc_s, uses nothing of the C++ library, exports
exactly what EXPORTS_MAP lists, and runs one constructor of its own.  Its hooks for
one plain access jump to what they leave the rest to, and do not call it, which
would write to the program's stack.
"""

import fnmatch
import re
import subprocess
import sys

ALLOWED_LIBRARIES = {"libc.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}

# The C++ library's: std::, new and delete, exceptions, RTTI; and __cxa_atexit, which
# stands for a static object with a destructor.
CXX_SYMBOL = re.compile(r"_ZN?K?St|_ZT[ISV]|_Z(nw|na|dl|da)|__cxa_|__gxx_personality|__dynamic_cast")
# The compiler's start-up file refers to libc's own __cxa_finalize.
ALLOWED_SYMBOLS = {"__cxa_finalize"}

# What the compilers call before a plain access of so many bytes, or where that is passed on to.
PLAIN_HOOK = re.compile(r"heddle_(unaligned_)?read\d+$|__tsan_(unaligned_)?write\d+$")
PLAIN_HOOKS = 18

MAX_CONSTRUCTORS = 1
# The one that the compiler's start-up file brings along.
FOREIGN_CONSTRUCTORS = {"frame_dummy"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check_libraries(library):
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "-dW", library))
    for name in needed:
        if name not in ALLOWED_LIBRARIES:
            yield f"needs {name}"


def check_imports(library):
    for line in output_of("nm", "-D", "--undefined-only", "-P", library).splitlines():
        name = line.split()[0].split("@")[0]
        if CXX_SYMBOL.match(name) and name not in ALLOWED_SYMBOLS:
            yield f"imports {name}: code in it needs the C++ library, or a destructor at exit"


def listed_exports(text):
    """The patterns under `global:` in a version script."""
    text = re.sub(r"/\*.*?\*/|#[^\n]*", "", text, flags=re.DOTALL)
    patterns, in_global = set(), False
    for token in re.findall(r"[^\s{};:]+:|[^\s{};:]+|[{}]", text):
        if token in ("global:", "{"):
            in_global = True
        elif token in ("local:", "}"):
            in_global = False
        elif in_global:
            patterns.add(token)
    return patterns


def check_exports(library, patterns):
    exported = set()
    for line in output_of("nm", "-D", "--defined-only", "-P", library).splitlines():
        name, kind = line.split()[:2]
        if kind != "A":  # the name of a version
            exported.add(name.split("@")[0])
    for name in sorted(exported):
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
            yield f"exports {name}, which is not listed"
    for pattern in sorted(patterns):
        if not fnmatch.filter(exported, pattern):
            yield f"does not export {pattern}, which is listed"


def constructors(library):
    """The functions in .init_array, by name where one is known."""
    section = re.search(r"\.init_array\s+\S+\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)",
                        output_of("readelf", "-SW", library))
    if not section:
        return []
    begin, size = (int(number, 16) for number in section.groups())
    names = {}
    for line in output_of("nm", "-P", "--defined-only", library).splitlines():
        name, kind, address = line.split()[:3]
        if kind in "tT":
            names[int(address, 16)] = name
    found = []
    for offset, target in re.findall(r"^([0-9a-f]+)\s+\S+\s+R_X86_64_RELATIVE\s+([0-9a-f]+)",
                                     output_of("readelf", "-rW", library), re.MULTILINE):
        if begin <= int(offset, 16) < begin + size:
            found.append(names.get(int(target, 16), f"0x{target}"))
    # An entry that is no relative relocation is one we cannot name, not one fewer.
    return found + ["?"] * (size // 8 - len(found))


def check_constructors(library):
    ours = [name for name in constructors(library) if name not in FOREIGN_CONSTRUCTORS]
    if len(ours) > MAX_CONSTRUCTORS:
        yield f"has {len(ours)} constructors, should have at most {MAX_CONSTRUCTORS}: {', '.join(ours)}"


def check_plain_hooks(library):
    found, name = set(), None
    for line in output_of("objdump", "-d", "--no-show-raw-insn", library).splitlines():
        begins = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if begins:
            name = begins.group(1) if PLAIN_HOOK.match(begins.group(1)) else None
            found |= {name} - {None}
        elif name and re.search(r"\tcall\b", line):
            yield f"calls something in {name}: {' '.join(line.split()[1:])}"
    if len(found) != PLAIN_HOOKS:
        yield f"has {len(found)} hooks for plain accesses, should have {PLAIN_HOOKS}"


def main(library, exports_map):
    with open(exports_map, encoding="utf-8") as file:
        patterns = listed_exports(file.read())
    problems = [*check_libraries(library), *check_imports(library),
                *check_exports(library, patterns), *check_constructors(library),
                *check_plain_hooks(library)]
    for problem in problems:
        print(f"{library} {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
