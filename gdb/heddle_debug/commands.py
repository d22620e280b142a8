# SPDX-License-Identifier: Apache-2.0
"""`heddle where`, `threads`, `step`, `restart`, and what heddle itself uses."""
import os
import shlex

import gdb

from heddle_debug.frames import RuntimeFrames, frames_from, in_runtime, is_users
from heddle_debug.recording import Recording, at
from heddle_debug.stops import AtReturn, go_on, on_new_objfile, on_stop, state, stopped_by, tell_stop
from heddle_debug.threads import each_with_its_frame, gdb_threads
from heddle_debug.view import BLOCKED, ENDED, NONE, READY, RUNNING, View


def started():
    if state.recording is None:
        raise gdb.GdbError("There is no recorded execution here; start with: heddle replay TRACE --gdb")
    if gdb.selected_inferior().pid == 0:
        raise gdb.GdbError("The program is not being run; `heddle restart` runs it again.")
    return View()


def number_in(argument, usual):
    if not argument.strip():
        return usual
    number = int(gdb.parse_and_eval(argument))
    if number < 1:
        raise gdb.GdbError("A step has a number from 1.")
    return number


class Heddle(gdb.Command):
    """Commands on the recorded execution that is being run."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING, prefix=True)


class Begin(gdb.Command):
    """Used by heddle itself: reads what was recorded, and runs the program up to the failure."""

    def __init__(self):
        super().__init__("heddle begin", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        state.recording = Recording(argument)
        # gdb runs the wrapper by this shell, whose own start-up files would get in the way.
        os.environ["SHELL"] = "/bin/sh"
        for command in ("set startup-with-shell on",
                        f"set exec-wrapper {shlex.quote(state.recording.heddle)} start-for-gdb --",
                        "set disable-randomization on",
                        "set print thread-events off",
                        f"file {gdb_quoted(state.recording.program)}"):
            gdb.execute(command, to_string=True)
        RuntimeFrames()
        gdb.events.new_objfile.connect(on_new_objfile)
        gdb.events.stop.connect(on_stop)
        for command in ("next", "step"):
            gdb.execute(f"define hook-{command}\nheddle leave-runtime\nend")
        print(f"The finding: {state.recording.finding_words()}")
        tell_stop(go_on("run"))
        if gdb.selected_inferior().pid != 0:
            print("More: heddle where, heddle threads, heddle step [N], heddle restart [N]")


def gdb_quoted(path):
    """One argument of a command; what follows the end of a line would be another command."""
    if any(ord(character) < 0x20 for character in path):
        raise gdb.GdbError(f"gdb cannot open a file of this name: {path!r}")
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Where(gdb.Command):
    """Say where in the recorded execution the program is, and how that ends."""

    def __init__(self):
        super().__init__("heddle where", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        view = started()
        gdb_thread = gdb_threads().get(view.threads[view.thread][0])
        known = f" (gdb's thread {gdb_thread.num})" if gdb_thread else ""
        if state.recording.is_left(view):
            print(f"At step {view.begun}, of {state.recording.label(view.thread)}{known}. "
                  "The program has left the recorded execution.")
        elif view.ending:
            print(f"At the end, after step {view.done} of {len(state.recording.steps)}")
        elif view.begun > view.done:
            print(f"Before {state.recording.step_words(view.begun)}")
            print(f"  it is the turn of {state.recording.label(view.thread)}{known}")
        else:
            print(f"After {state.recording.step_words(view.done)}" if view.done else "Before the first step")
            print(f"  {state.recording.label(view.thread)}{known} runs on")
        self.tell_preemptions(view)
        self.tell_accesses(view)
        print(f"The finding: {state.recording.finding_words()}")

    @staticmethod
    def tell_preemptions(view):
        told = [(number, state.recording.preemption_words(number)) for number in range(1, view.begun + 1)]
        told = [(number, words) for number, words in told if words]
        print(f"Preemptions so far: {len(told)}")
        for number, words in told:
            print(f"  before step {number}: {words}")

    @staticmethod
    def tell_accesses(view):
        """Those that the finding is about, if the program has come to the step in which they are."""
        for number in range(0, view.begun + 1):
            for words in state.recording.access_words(number):
                print(f"In or after step {number}: {words}" if number else f"Before the first step: {words}")


class Threads(gdb.Command):
    """List the program's threads: what each does, waits for, holds, and does next."""

    def __init__(self):
        super().__init__("heddle threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        view = started()
        selected = gdb.selected_thread()
        for number, thread, place in list(each_with_its_frame(view)):
            mark = "*" if thread is not None and selected is not None and thread.num == selected.num else " "
            # One that has ended is on its way out, if it is still there at all.
            is_there = thread is not None and view.threads[number][1] != ENDED
            known = f"gdb's thread {thread.num}" if is_there else "gone"
            print(f"{mark} {state.recording.label(number)} ({known}){at(place)}")
            for line in self.lines(view, number):
                print(f"    {line}")

    def lines(self, view, number):
        _, doing, wanted, joined, holder, since = view.threads[number]
        if doing == RUNNING:
            yield "runs its own code"
        elif doing == ENDED:
            yield "has ended"
        elif doing == BLOCKED:
            yield self.wait_words(view, wanted, joined, holder, since)
        for thread, thing, step in view.holds:
            if thread == number:
                yield f"holds {state.recording.object(thing)} since {self.since_words(step)}"
        if doing in (READY, BLOCKED):
            words = state.recording.next_words(number, view.done)
            if words:
                yield f"next: {words}"

    def wait_words(self, view, wanted, joined, holder, since):
        if wanted == NONE:
            return f"waits for the end of {state.recording.label(joined)}" if joined != NONE else "waits"
        words = f"waits for {state.recording.object(wanted)}"
        if holder == NONE:
            return words
        if self.only_waits(view, holder, wanted):
            return f"{words}, behind {state.recording.label(holder)}, which waits to write"
        words += f", held by {state.recording.label(holder)}"
        return words + (f" since {self.since_words(since)}" if since else "")

    @staticmethod
    def only_waits(view, number, thing):
        """A reader may have to let a writer go first that has come before it, and does not hold the lock."""
        _, doing, wanted, *_ = view.threads[number]
        holds = any(thread == number and held == thing for thread, held, _ in view.holds)
        return doing == BLOCKED and wanted == thing and not holds

    @staticmethod
    def since_words(step):
        place = state.recording.steps[step - 1]["place"] if 1 <= step <= len(state.recording.steps) else ""
        return f"step {step}" + (f" ({place})" if place else "")


class Step(gdb.Command):
    """Go on by N scheduled steps (1 if not said), and stop before the next one.

    Prints the steps that were done.  Beyond the last one, the failure happens."""

    def __init__(self):
        super().__init__("heddle step", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        view = started()
        count = number_in(argument, 1)
        first = view.done + 1
        view.stop_before(view.done + count + 1)
        said = go_on("continue")
        if gdb.selected_inferior().pid != 0:
            self.tell_steps(first, View())
        tell_stop(said)

    @staticmethod
    def tell_steps(first, view):
        if state.recording.is_left(view):
            return  # what it did is not what was recorded
        for number in range(first, view.done + 1):
            why = state.recording.preemption_words(number)
            if why and number != first:
                print(f"-- {why} --")
            print(state.recording.step_words(number))
            for words in state.recording.access_words(number):
                print(f"  here {words}")


class Restart(gdb.Command):
    """Run the program again from its start, and stop before step N (before the failure if not said)."""

    def __init__(self):
        super().__init__("heddle restart", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if state.recording is None:
            started()
        state.recording.first_stop = number_in(argument, state.recording.usual_stop)
        if gdb.selected_inferior().pid != 0:
            kill_without_asking()
        tell_stop(go_on("run"))


def kill_without_asking():
    confirm = gdb.parameter("confirm")
    gdb.execute("set confirm off")
    try:
        go_on("kill")
    finally:
        gdb.execute(f"set confirm {'on' if confirm else 'off'}")


class LeaveRuntime(gdb.Command):
    """Used by `next` and `step`: from inside a call that heddle stands in for, back to the program."""

    def __init__(self):
        super().__init__("heddle leave-runtime", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        if gdb.selected_thread() is None or not in_runtime(gdb.newest_frame()):
            return
        call = self.outermost_call()
        if call is None:
            raise gdb.GdbError("No code of the program's own is being run by this thread.")
        before = call.older().find_sal()
        back = AtReturn(call)
        said = go_on("continue")
        returned = stopped_by(AtReturn)
        back.delete()
        if gdb.selected_inferior().pid == 0 or not returned:
            tell_stop(said)
            raise gdb.GdbError("The program did not come back from the call.")
        after = gdb.newest_frame().find_sal()
        if after.pc == gdb.newest_frame().pc() and after.line != before.line:
            # It is where `next` was to take it, which only an error keeps from going on.
            raise gdb.GdbError(gdb.execute("frame", to_string=True).strip().split("\n")[-1])

    @staticmethod
    def outermost_call():
        """The frame that the user's own code has called; None if there is none of that."""
        call = None
        for frame in frames_from(gdb.newest_frame()):
            if is_users(frame):
                return call
            if frame.type() != gdb.INLINE_FRAME:
                call = frame
        return None


def define():
    for command in (Heddle, Begin, Where, Threads, Step, Restart, LeaveRuntime):
        command()
