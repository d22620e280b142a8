# SPDX-License-Identifier: Apache-2.0
"""Where the program is stopped, and what is said then."""
import os

import gdb

from heddle_debug.frames import RUNTIME, users_frame
from heddle_debug.threads import name_threads
from heddle_debug.view import DIVERGED, View


class State:
    """Of this run of gdb."""

    recording = None
    last_stop = None  # as gdb tells it
    quiet = False  # a command of ours prints what there is to say


state = State()


class AtStep(gdb.Breakpoint):
    def __init__(self):
        super().__init__("heddle_at_step", internal=True)
        self.silent = True

    def stop(self):
        view = View()
        if view.begun == 1 and state.recording.first_stop != 1:
            view.stop_before(state.recording.first_stop)
            return False
        return True


class AtThread(gdb.Breakpoint):
    """Where a thread has begun, which then has a name."""

    def __init__(self):
        super().__init__("heddle_at_thread", internal=True)

    def stop(self):
        gdb.selected_thread().name = state.recording.label(View().thread)
        return False


class AtReturn(gdb.Breakpoint):
    """Where `frame`, of the selected thread, returns to."""

    def __init__(self, frame):
        super().__init__(f"*{frame.older().pc():#x}", internal=True)
        self.silent = True
        self.thread = gdb.selected_thread().num
        self.stack = int(frame.read_register("rsp"))

    def stop(self):
        return int(gdb.newest_frame().read_register("rsp")) >= self.stack


class AtEnd(gdb.Breakpoint):
    def __init__(self):
        super().__init__("heddle_at_end", internal=True)
        self.silent = True

    def stop(self):
        view = View()
        return bool(view.failed) or view.ending == DIVERGED


def on_new_objfile(event):
    if os.path.basename(event.new_objfile.filename) == RUNTIME:
        gdb.events.new_objfile.disconnect(on_new_objfile)  # gdb finds them again by itself
        AtThread()
        AtStep()
        AtEnd()


def stopped_by(kind):
    stop = state.last_stop
    return isinstance(stop, gdb.BreakpointEvent) and any(isinstance(one, kind) for one in stop.breakpoints)


def on_stop(event):
    state.last_stop = event
    if gdb.selected_inferior().pid == 0:
        return
    try:
        name_threads(View(), state.recording)
    except gdb.error:
        return  # the library is not there yet
    if not state.quiet and (stopped_by(AtStep) or stopped_by(AtEnd)):
        tell_stop("")


def tell_stop(said):
    """Where the program stands now; `said` is what gdb has not yet said of it."""
    if gdb.selected_inferior().pid == 0:
        if said.strip():
            print(said.strip())
        return
    if stopped_by(AtStep):
        tell_position(View())
    elif stopped_by(AtEnd):
        view = View()
        print("The execution goes another way than recorded here." if view.ending == DIVERGED
              else f"The failure: {state.recording.finding_words()}")
    else:
        if said.strip():
            print(said.strip())
        return
    show_users_frame()


def tell_position(view):
    if state.recording.is_left(view):
        print(f"Before step {view.begun}, by {state.recording.label(view.thread)}. "
              "The program has left the recorded execution.")
        return
    why = state.recording.preemption_words(view.begun)
    if why:
        print(f"-- {why} --")
    print(f"Before {state.recording.step_words(view.begun)}")


def go_on(command):
    """Runs the program by `command` until it stops; what gdb says is returned."""
    state.quiet = True
    try:
        return gdb.execute(command, to_string=True)
    finally:
        state.quiet = False


def show_users_frame():
    """Selects and prints it."""
    frame = users_frame(gdb.newest_frame())
    if frame is not None:
        frame.select()
        gdb.execute("frame")
