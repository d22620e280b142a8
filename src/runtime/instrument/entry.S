/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the hooks that read memory are entered.  The caller's registers are kept in
 * heddle_entry (entry.h) before a compiler's prologue can use them, and the hook itself,
 * heddle_NAME for __tsan_NAME, goes on as if it had been called directly.
 *
 * Plain reads are too many for that; theirs are kept only while it matters.
 */
  .text

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

.macro BEGIN name
  .p2align 4
  .globl __tsan_\name
  .type __tsan_\name, @function
__tsan_\name:
  .cfi_startproc
.endm

.macro END name
  .cfi_endproc
  .size __tsan_\name, . - __tsan_\name
.endm

.macro ENTRY name
  BEGIN \name
  KEEP_REGISTERS
  jmp heddle_\name
  END \name
.endm

.macro PLAIN_ENTRY name
  BEGIN \name
  cmpb $0, heddle_looks_closer(%rip)
  je heddle_\name
  KEEP_REGISTERS
  jmp heddle_\name
  END \name
.endm

.irp bits, 8, 16, 32, 64, 128
  ENTRY atomic\bits\()_load
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
  PLAIN_ENTRY read\bytes
.endr

.irp bytes, 2, 4, 8, 16
  ENTRY unaligned_volatile_read\bytes
  PLAIN_ENTRY unaligned_read\bytes
.endr

  .section .note.GNU-stack, "", @progbits
