// SPDX-License-Identifier: Apache-2.0
//
// All that is particular to x86-64 about running threads as fibers or by themselves.
//
// void heddle_switch_fsgsbase(void** save_sp, void* sp, uintptr_t fs);
// void heddle_switch_syscall(void** save_sp, void* sp, uintptr_t fs);
//   Saves the callee-saved registers, mxcsr and the x87 control word on the
//   current stack, then goes on where another context was saved, with its thread
//   pointer.  The second form is for kernels or processors without FSGSBASE.
//
// void heddle_park(uint32_t* word, void* small_stack);
//   Leaves the calling thread's own stack for good, so that a fiber can use it,
//   and sleeps on `word` for ever.
//
// heddle_sigreturn: where a signal handler returns to.
//
// void heddle_start_on(void* stack);
//   Starts a thread on its own stack, from there downwards.
//
// long heddle_clone_onto(void* stack, uintptr_t fs);
//   Makes a kernel thread that starts on that stack with that thread pointer, and
//   with the usual control words; returns its id, or a negative error.
//
// heddle_fiber_entry: where a new thread starts; the end of its stack for those
//   who unwind it.

        .text

        .macro save_context
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movl    (%rsp), %r8d            // the control words, to compare
        movzwl  4(%rsp), %r9d
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        .endm

        .macro restore_context
        cmpl    (%rsp), %r8d            // loading them takes longer than all the rest
        jne     8f
        cmpw    4(%rsp), %r9w
        je      9f
8:      ldmxcsr (%rsp)
        fldcw   4(%rsp)
9:      addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .endm

        .globl  heddle_switch_fsgsbase
        .hidden heddle_switch_fsgsbase
        .type   heddle_switch_fsgsbase, @function
heddle_switch_fsgsbase:
        save_context
        cmpq    %fs:0, %rdx             // the thread pointer, which takes long to change
        je      7f
        wrfsbase %rdx
7:      restore_context
        .size   heddle_switch_fsgsbase, . - heddle_switch_fsgsbase

        .globl  heddle_switch_syscall
        .hidden heddle_switch_syscall
        .type   heddle_switch_syscall, @function
heddle_switch_syscall:
        save_context
        movq    %rdx, %rsi
        movl    $0x1002, %edi           // ARCH_SET_FS
        movl    $158, %eax              // arch_prctl
        syscall
        restore_context
        .size   heddle_switch_syscall, . - heddle_switch_syscall

        .globl  heddle_park
        .hidden heddle_park
        .type   heddle_park, @function
heddle_park:
        movq    %rsi, %rsp
        movq    %rdi, %rbx
1:      movl    $202, %eax              // futex
        movq    %rbx, %rdi
        movl    $128, %esi              // FUTEX_WAIT_PRIVATE
        movl    $1, %edx                // while the word is 1, which it stays
        xorl    %r10d, %r10d
        syscall
        jmp     1b
        .size   heddle_park, . - heddle_park

        .globl  heddle_sigreturn
        .hidden heddle_sigreturn
        .type   heddle_sigreturn, @function
heddle_sigreturn:
        movl    $15, %eax               // rt_sigreturn
        syscall
        .size   heddle_sigreturn, . - heddle_sigreturn

        .globl  heddle_start_on
        .hidden heddle_start_on
        .type   heddle_start_on, @function
heddle_start_on:
        movq    %rdi, %rsp
        jmp     heddle_fiber_entry
        .size   heddle_start_on, . - heddle_start_on

        .globl  heddle_clone_onto
        .hidden heddle_clone_onto
        .type   heddle_clone_onto, @function
heddle_clone_onto:
        movq    %rsi, %r8               // thread pointer
        movq    %rdi, %rsi              // stack
        movl    $0xd0f00, %edi          // CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD,
        xorl    %edx, %edx              //   _SYSVSEM, _SETTLS
        xorl    %r10d, %r10d
        movl    $56, %eax               // clone
        syscall
        testq   %rax, %rax
        jz      1f
        ret
1:      pushq   $0x1f80
        ldmxcsr (%rsp)
        movq    $0x37f, (%rsp)
        fldcw   (%rsp)
        addq    $8, %rsp
        jmp     heddle_fiber_entry
        .size   heddle_clone_onto, . - heddle_clone_onto

        .globl  heddle_fiber_entry
        .hidden heddle_fiber_entry
        .type   heddle_fiber_entry, @function
heddle_fiber_entry:
        .cfi_startproc
        .cfi_undefined rip
        xorl    %ebp, %ebp
        andq    $-16, %rsp
        call    heddle_fiber_main
        ud2
        .cfi_endproc
        .size   heddle_fiber_entry, . - heddle_fiber_entry

        .section .note.GNU-stack, "", @progbits
