/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machine code with CPUIDs and with what looks like one, for the tests of the scanner and the tracer. */
        .text

/* Plain, twice, in a function with a size and an unwind table. */
        .globl  plain
        .type   plain, @function
plain:
        .cfi_startproc
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        xorl    %eax, %eax
        xorl    %ecx, %ecx
        cpuid
        movl    $7, %eax
        xorl    %ecx, %ecx
        cpuid
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbx
        ret
        .cfi_endproc
        .size   plain, .-plain

/* Behind prefixes that change nothing: operand size, REX.W, and both. */
        .globl  prefixed
        .type   prefixed, @function
prefixed:
        .cfi_startproc
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        xorl    %eax, %eax
        .byte   0x66, 0x0f, 0xa2
        xorl    %eax, %eax
        .byte   0x48, 0x0f, 0xa2
        xorl    %eax, %eax
        .byte   0x66, 0x48, 0x0f, 0xa2
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   prefixed, .-prefixed

/* The bytes inside other instructions: an immediate, a displacement, and across two instructions. */
        .globl  pretenders
        .type   pretenders, @function
pretenders:
        .cfi_startproc
        movl    $0x00a20f00, %eax
        leaq    0x00a20f00(%rdi), %rax
        movb    $0x0f, %al
        .byte   0xa2, 0, 0, 0, 0, 0, 0, 0, 0   /* movabs %al, 0: the 0F before it belongs to the other instruction */
        ret
        .cfi_endproc
        .size   pretenders, .-pretenders

/* Constants among the code, one of which has the bytes, behind something that is no instruction. */
        .type   constants, @object
constants:
        .byte   0x06, 0x0e, 0x0f, 0xa2, 0x90, 0x90, 0x90, 0xc3
        .byte   0x1e, 0x16, 0x06, 0x0e, 0x06, 0x0e, 0x06, 0x0e
        .size   constants, .-constants

/* No symbol that survives, no unwind table: only its caller knows where it begins. */
        .p2align 4, 0x90
.Lnameless:
        movq    %rbx, %r8
        xorl    %eax, %eax
        cpuid
        movq    %r8, %rbx
        ret

        .globl  caller
        .type   caller, @function
caller:
        .cfi_startproc
        call    .Lnameless
        ret
        .cfi_endproc
        .size   caller, .-caller

        .section .note.GNU-stack, "", @progbits
