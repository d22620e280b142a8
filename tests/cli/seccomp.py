#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command under a seccomp filter, as a container's profile would: system calls that it names fail.

    seccomp.py refuse|kill CALL... -- COMMAND [ARGUMENT...]

With `refuse` they fail with EPERM, with `kill` the process that makes one is killed.  `dispatch` is
prctl(PR_SET_SYSCALL_USER_DISPATCH).  x86-64.
"""
import ctypes
import errno
import os
import struct
import sys

CALLS = {"ptrace": 101, "personality": 135, "prctl": 157, "userfaultfd": 323}
PR_SET_SYSCALL_USER_DISPATCH = 59
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
PR_SET_NO_NEW_PRIVS = 38
RET_ALLOW, RET_ERRNO, RET_KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER_OFFSET, FIRST_ARGUMENT_OFFSET = 0, 16
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


def program(calls, action):
    text = b""
    for call in calls:
        if call == "dispatch":
            text += instruction(LOAD, NUMBER_OFFSET)
            text += instruction(JUMP_IF_EQUAL, CALLS["prctl"], 0, 3)
            text += instruction(LOAD, FIRST_ARGUMENT_OFFSET)
            text += instruction(JUMP_IF_EQUAL, PR_SET_SYSCALL_USER_DISPATCH, 0, 1)
        else:
            text += instruction(LOAD, NUMBER_OFFSET)
            text += instruction(JUMP_IF_EQUAL, CALLS[call], 0, 1)
        text += instruction(RETURN, action)
    return text + instruction(RETURN, RET_ALLOW)


def install(text):
    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("text", ctypes.c_char_p)]

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    wanted = Filter(len(text) // 8, text)
    if (libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or
            libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(wanted), 0, 0) != 0):
        raise OSError(ctypes.get_errno(), "cannot install a seccomp filter")


def main():
    how, words = sys.argv[1], sys.argv[2:]
    middle = words.index("--")
    action = {"refuse": RET_ERRNO | errno.EPERM, "kill": RET_KILL_PROCESS}[how]
    install(program(words[:middle], action))
    os.execvp(words[middle + 1], words[middle + 1:])


if __name__ == "__main__":
    main()
