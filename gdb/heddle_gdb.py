# SPDX-License-Identifier: Apache-2.0
"""gdb's side of `heddle replay --gdb`: the commands `heddle where`, `threads`, `step`, `restart`.

heddle starts gdb with this script and `heddle begin RECORDING`.  The program is stopped in
heddle_at_thread(), heddle_at_step() and heddle_at_end(), which libheddle_rt.so calls where a
thread begins, before a step and where the execution ends.
"""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import heddle_debug.commands  # noqa: E402  (it is found only now)

heddle_debug.commands.define()
