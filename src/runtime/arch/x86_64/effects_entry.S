/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of list.h as the program calls them.  As long as no other thread can tell, each is
 * one jump to libc's function.  If there is company, heddle_effect_before() looks at the call first:
 * it is told which row it is, the arguments that are in registers, and where the call is; it says
 * where to go on.  All registers that can hold arguments are put back, and the stack is as the
 * caller left it, so functions with any number of arguments go the same way.
 */
#include "runtime/effects/list.h"

  .text

  .macro effect name
  .globl \name
  .type \name, @function
  .p2align 4
\name:
  .cfi_startproc
  cmpb $0, heddle_has_company(%rip)
  jne 1f
  cmpq $0, (heddle_real_effects + 8 * row)(%rip)
  je 1f
  jmp *(heddle_real_effects + 8 * row)(%rip)
1:
  movl $row, %r11d
  jmp heddle_effect_entry
  .cfi_endproc
  .size \name, . - \name
  .set row, row + 1
  .endm

  .set row, 0
#define X(name, shape, detail) effect name;
  HEDDLE_EFFECTS(X)
#undef X
  .set rows, row

/* The arguments are kept in the order in which C passes them; the vector registers after them. */
  .macro KEEP_ARGUMENTS
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $208, %rsp
  andq $-16, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movq %r10, 56(%rsp)
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7
  movaps %xmm\number, (64 + 16 * \number)(%rsp)
  .endr
  movq %r11, 192(%rsp)
  .endm

  .macro PUT_BACK_ARGUMENTS
  movq 0(%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  movq 24(%rsp), %rcx
  movq 32(%rsp), %r8
  movq 40(%rsp), %r9
  movq 48(%rsp), %rax
  movq 56(%rsp), %r10
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7
  movaps (64 + 16 * \number)(%rsp), %xmm\number
  .endr
  movq %rbp, %rsp
  .cfi_def_cfa_register %rsp
  popq %rbp
  .cfi_restore %rbp
  .cfi_def_cfa_offset 8
  .endm

  .hidden heddle_effect_before
  .type heddle_effect_entry, @function
  .p2align 4
heddle_effect_entry:
  .cfi_startproc
  KEEP_ARGUMENTS
  movl %r11d, %edi
  movq %rsp, %rsi
  movq 8(%rbp), %rdx
  call heddle_effect_before
  movq %rax, %r11
  PUT_BACK_ARGUMENTS
  jmp *%r11
  .cfi_endproc
  .size heddle_effect_entry, . - heddle_effect_entry

/* A call from one file of the program to another (foreign_call.cc): r11 is where the address of the
   function is. */
  .globl heddle_foreign_entry
  .hidden heddle_foreign_entry
  .hidden heddle_foreign_before
  .type heddle_foreign_entry, @function
  .p2align 4
heddle_foreign_entry:
  .cfi_startproc
  cmpb $0, heddle_has_company(%rip)
  jne 1f
  jmp *(%r11)
1:
  KEEP_ARGUMENTS
  movq (%r11), %rdi
  call heddle_foreign_before
  movq 192(%rsp), %r11
  PUT_BACK_ARGUMENTS
  jmp *(%r11)
  .cfi_endproc
  .size heddle_foreign_entry, . - heddle_foreign_entry

/* libc's functions, by row; empty until they are called first. */
  .section .data.rel, "aw", @progbits
  .hidden heddle_real_effects
  .globl heddle_real_effects
  .p2align 3
heddle_real_effects:
  .fill rows, 8, 0

  .section .note.GNU-stack, "", @progbits
