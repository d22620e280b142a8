/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where hooks are entered, the functions that try to take a lock, and those that pause.  Each is called as heddle_NAME
 * for __tsan_NAME or NAME, with the same arguments, on the side stack of the thread (side_stack.h),
 * so that nothing is left on the program's; where it was called from is kept in heddle_entry
 * (entry.h).  If it reads memory, tries, or pauses, so are the caller's registers, before a compiler's
 * prologue can use them.
 *
 * Plain accesses are too many for that.  Registers are kept only while it matters; the hook goes on
 * as if it had been called directly, and calls heddle_aside if it has more to do.
 */
  .text

/* runtime/context/fiber.h: t_fiber, and members of Fiber. */
#define THIS_FIBER _ZN6heddle7runtime7t_fiberE
#define FREE_SIDE_STACK 8
#define LEFT_AT 16

.macro KEEP_REGISTERS
  movq heddle_entry@gottpoff(%rip), %r11
  movq %rbx, %fs:0(%r11)
  movq %rbp, %fs:8(%r11)
  movq %r12, %fs:16(%r11)
  movq %r13, %fs:24(%r11)
  movq %r14, %fs:32(%r11)
  movq %r15, %fs:40(%r11)
  movq %rsp, %fs:48(%r11)
.endm

.macro BEGIN symbol
  .p2align 4
  .globl \symbol
  .type \symbol, @function
\symbol:
  .cfi_startproc
.endm

.macro END symbol
  .cfi_endproc
  .size \symbol, . - \symbol
.endm

.macro KEEP_SITE
  movq heddle_entry@gottpoff(%rip), %r11
  movq %rsp, %fs:48(%r11)
.endm

/* Writes nothing to the program's stack; results stay where they are.  Whoever unwinds finds the
   caller by rbp, and the caller's rbp above what was rsp when the hook was called. */
.macro CALL_ASIDE function
  movq THIS_FIBER@gottpoff(%rip), %r11
  movq %fs:(%r11), %r11
  testq %r11, %r11
  je 1f
  movq FREE_SIDE_STACK(%r11), %r10
  testq %r10, %r10
  je 1f
  movq $0, FREE_SIDE_STACK(%r11)
  movq %rsp, LEFT_AT(%r11)
  .cfi_remember_state
  movq %rbp, -8(%r10)
  movq %rsp, %rbp
  .cfi_def_cfa %rbp, 8
  leaq -16(%r10), %rsp
  .cfi_escape 0x10, 6, 2, 0x77, 8
  call \function
  movq THIS_FIBER@gottpoff(%rip), %r11
  movq %fs:(%r11), %r11
  leaq 16(%rsp), %r10
  movq %rbp, %rsp
  movq -8(%r10), %rbp
  .cfi_restore_state
  movq %r10, FREE_SIDE_STACK(%r11)
  ret
1:
  subq $8, %rsp
  .cfi_def_cfa_offset 16
  call \function
  addq $8, %rsp
  .cfi_def_cfa_offset 8
  ret
.endm

.macro ENTRY name
  BEGIN __tsan_\name
  KEEP_REGISTERS
  CALL_ASIDE heddle_\name
  END __tsan_\name
.endm

/* For hooks that read nothing. */
.macro OTHER_ENTRY name
  BEGIN __tsan_\name
  KEEP_SITE
  CALL_ASIDE heddle_\name
  END __tsan_\name
.endm

/* For hooks that do nothing unless calls are kept. */
.macro CALL_ENTRY name
  BEGIN __tsan_\name
  cmpb $0, heddle_keeps_calls(%rip)
  jne 3f
  ret
3:
  KEEP_SITE
  CALL_ASIDE heddle_\name
  END __tsan_\name
.endm

.macro PLAIN_ENTRY name
  BEGIN __tsan_\name
  cmpb $0, heddle_looks_closer(%rip)
  je heddle_\name
  KEEP_REGISTERS
  jmp heddle_\name
  END __tsan_\name
.endm

.macro CALLER_ENTRY name
  BEGIN \name
  KEEP_REGISTERS
  CALL_ASIDE heddle_\name
  END \name
.endm

.irp bits, 8, 16, 32, 64, 128
  ENTRY atomic\bits\()_load
  OTHER_ENTRY atomic\bits\()_store
  ENTRY atomic\bits\()_exchange
  ENTRY atomic\bits\()_fetch_add
  ENTRY atomic\bits\()_fetch_sub
  ENTRY atomic\bits\()_fetch_and
  ENTRY atomic\bits\()_fetch_or
  ENTRY atomic\bits\()_fetch_xor
  ENTRY atomic\bits\()_fetch_nand
  ENTRY atomic\bits\()_compare_exchange_strong
  ENTRY atomic\bits\()_compare_exchange_weak
  ENTRY atomic\bits\()_compare_exchange_val
.endr

.irp bytes, 1, 2, 4, 8, 16
  ENTRY volatile_read\bytes
  OTHER_ENTRY volatile_write\bytes
  PLAIN_ENTRY read\bytes
.endr

.irp bytes, 2, 4, 8, 16
  ENTRY unaligned_volatile_read\bytes
  OTHER_ENTRY unaligned_volatile_write\bytes
  PLAIN_ENTRY unaligned_read\bytes
.endr

  ENTRY atomic_thread_fence
  CALL_ENTRY func_entry
  CALL_ENTRY func_exit

.irp name, pthread_mutex_trylock, mtx_trylock, pthread_spin_trylock, sem_trywait
  CALLER_ENTRY \name
.endr

.irp name, sleep, usleep, nanosleep, clock_nanosleep, thrd_sleep
  CALLER_ENTRY \name
.endr

.irp name, pthread_cond_timedwait, pthread_cond_clockwait, cnd_timedwait
  CALLER_ENTRY \name
.endr

.irp name, sem_timedwait, sem_clockwait
  CALLER_ENTRY \name
.endr

.irp name, pthread_rwlock_tryrdlock, pthread_rwlock_trywrlock
  CALLER_ENTRY \name
.endr

  .globl heddle_aside
  .hidden heddle_aside
  .type heddle_aside, @function
heddle_aside:
  .cfi_startproc
  CALL_ASIDE *%r8
  .cfi_endproc
  .size heddle_aside, . - heddle_aside

  .section .note.GNU-stack, "", @progbits
