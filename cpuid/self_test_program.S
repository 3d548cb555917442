/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Five CPUIDs back to back, each followed by an instruction that counts; ends with status 0 if all five counted. Needs no library, so that stepping through it takes no time. */
        .text
        .globl  _start
        .type   _start, @function
_start:
        .cfi_startproc
        .cfi_undefined rip
        xorl    %r12d, %r12d
        .rept 5
        movl    $0x5AFE, %eax
        xorl    %ecx, %ecx
        cpuid
        incl    %r12d
        .endr
        xorl    %edi, %edi
        cmpl    $5, %r12d
        setne   %dil
        movl    $60, %eax       /* exit */
        syscall
        .cfi_endproc
        .size   _start, .-_start
        .section .note.GNU-stack, "", @progbits
