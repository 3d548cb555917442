/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A 32-bit program: one CPUID, then status 6. */
        .text
        .globl  _start
_start:
        xorl    %eax, %eax
        xorl    %ecx, %ecx
        cpuid
        movl    $6, %ebx
        movl    $1, %eax        /* exit */
        int     $0x80
        .section .note.GNU-stack, "", @progbits
