#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that libheddle_hooks.a can be linked into any module of any program.

usage: check_hooks.py ARCHIVE

All that it defines is hidden.  It asks for nothing but by weak references, needs no C or C++
library, and runs one constructor.  Its table begins with the functions of older versions.
"""

import re
import subprocess
import sys

ALLOWED_WEAK = {"heddle_rt_connect", "memcpy", "memmove", "memset"}
# The assembler's own name for where the global offset table is.
ALLOWED_UNDEFINED = {"_GLOBAL_OFFSET_TABLE_"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(archive):
    """Yields (name, binding, visibility, whether it is defined)."""
    for line in output_of("readelf", "-sW", archive).splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[0].rstrip(":").isdigit() and fields[4] in ("GLOBAL", "WEAK"):
            yield fields[7], fields[4], fields[5], fields[6] != "UND"


def check_symbols(archive):
    found = list(symbols(archive))
    defined = {name for name, _, _, is_defined in found if is_defined}
    if len(defined) < 100:
        yield f"defines {len(defined)} functions, which cannot be all"
    for name, binding, visibility, is_defined in found:
        if is_defined and visibility != "HIDDEN":
            yield f"shows {name}"
        elif not is_defined and binding == "WEAK" and name not in ALLOWED_WEAK:
            yield f"asks for {name}"
        elif not is_defined and binding == "GLOBAL" and name not in defined | ALLOWED_UNDEFINED:
            yield f"needs {name}"


def check_constructors(archive):
    count = len(re.findall(r"\.init_array|\.ctors", output_of("readelf", "-SW", archive))) - \
        len(re.findall(r"\.rela\.(init_array|ctors)", output_of("readelf", "-SW", archive)))
    if count != 1:
        yield f"has {count} constructors"


def main(archive):
    problems = [*check_symbols(archive), *check_constructors(archive)]
    for problem in problems:
        print(f"{archive} {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
