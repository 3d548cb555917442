/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program without main(): one CPUID, then status 3. */
        .text
        .globl  _start
        .type   _start, @function
_start:
        xorl    %eax, %eax
        xorl    %ecx, %ecx
        cpuid
        movl    $3, %edi
        movl    $60, %eax       /* exit */
        syscall
        .size   _start, .-_start
        .section .note.GNU-stack, "", @progbits
