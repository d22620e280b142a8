// SPDX-License-Identifier: Apache-2.0
//
// The functions of list.h as a module's code calls them: each is one jump through the
// module's table, with all registers as they were.  And what connects the table to
// heddle's runtime library, if that is loaded.
//
// All is hidden: every executable and shared library has a table of its own, which
// nothing outside can see or take the place of.

#include "hooks/list.h"

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

        .set    heddle_part, 0  // see native.h

        .macro hook name, native
        .hidden \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        _CET_ENDBR
        jmp     *.Lhook_\name(%rip)
        .cfi_endproc
        .size   \name, . - \name

        .pushsection .data.heddle_hooks, "aw", @progbits
.Lhook_\name:
        .quad   \native
        .popsection
        .endm

// A macro of the preprocessor cannot have more than one line.
#define TOLD(name) .globl name; hook name, heddle_native_nothing;
#define DOES(name) .globl name; hook name, heddle_native_##name;
#define GIVES_WAY(name) .weak name; hook name, heddle_native_nothing;

        .section .data.heddle_hooks, "aw", @progbits
        .p2align 3
.Ltable:
        .text
        HEDDLE_HOOKS_PLAIN(TOLD)
        HEDDLE_HOOKS_MEMORY(DOES)
        HEDDLE_HOOKS_ATOMIC(DOES)
        HEDDLE_HOOKS_ANNOTATED(GIVES_WAY)
        .section .data.heddle_hooks
        .set    .Lcount, (. - .Ltable) / 8
        .text

// Some of those that have nothing to do by themselves return an int, which is 0.
        .type   heddle_native_nothing, @function
        .p2align 4
heddle_native_nothing:
        .cfi_startproc
        _CET_ENDBR
        xorl    %eax, %eax
        ret
        .cfi_endproc
        .size   heddle_native_nothing, . - heddle_native_nothing

// Runs before the module's own constructors.  The runtime library is there only if heddle has
// loaded it, so this is a weak reference; linkers may take a plain one in an executable
// for null for good, but not so an entry of the global offset table.
        .weak   heddle_rt_connect
        .type   heddle_connect, @function
        .p2align 4
heddle_connect:
        .cfi_startproc
        _CET_ENDBR
        movq    heddle_rt_connect@GOTPCREL(%rip), %rax
        testq   %rax, %rax
        jz      1f
        leaq    .Ltable(%rip), %rdi
        movl    $.Lcount, %esi
        movl    $HEDDLE_HOOKS_VERSION, %edx
        leaq    heddle_connect(%rip), %rcx
        jmp     *%rax
1:      ret
        .cfi_endproc
        .size   heddle_connect, . - heddle_connect

        .section .init_array.00101, "aw", @init_array
        .p2align 3
        .quad   heddle_connect

        .section .note.GNU-stack, "", @progbits
