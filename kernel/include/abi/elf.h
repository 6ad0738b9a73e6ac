/*
 * ELF64 files for x86-64, as the kernel loads them and programs read them.  Fields and constants
 * have the standard's names, fields without their prefixes.  Source: System V ABI, edition 4.1,
 * chapters 4 and 5; its AMD64 supplement, chapter 4.
 */
#ifndef ABI_ELF_H
#define ABI_ELF_H

#include <abi/compiler.h>

#define ELF_MAGIC "\177ELF"
#define ELF_IDENT ELF_MAGIC "\2\1\1" /* 64 bits, little-endian, version 1 */

struct elf_header {
    uint8_t ident[16]; /* begins with ELF_IDENT */
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry;
    uint64_t phoff, shoff; /* where segments and sections are described */
    uint32_t flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

#define ET_EXEC   2
#define EM_X86_64 62

struct elf_segment { /* a program header */
    uint32_t type, flags;
    uint64_t offset, vaddr, paddr, filesz, memsz, align;
};

#define PT_LOAD   1
#define PT_INTERP 3
#define PT_NOTE   4
#define PT_TLS    7
#define PF_X      1
#define PF_W      2
#define PF_R      4

struct elf_note { /* then its name and its contents, each padded to a multiple of 4 bytes */
    uint32_t namesz, descsz, type; /* namesz includes a NUL */
};

struct elf_section { /* a section header */
    uint32_t name, type;
    uint64_t flags, addr, offset, size;
    uint32_t link, info;
    uint64_t addralign, entsize;
};

#define SHT_SYMTAB    2
#define SHF_EXECINSTR 4

struct elf_symbol {
    uint32_t name;
    uint8_t info, other;
    uint16_t shndx;
    uint64_t value, size;
};

#define STT_NOTYPE 0
#define STT_FUNC   2

_Static_assert(sizeof(struct elf_header) == 64, "as the ELF standard has it");
_Static_assert(sizeof(struct elf_segment) == 56, "as the ELF standard has it");
_Static_assert(sizeof(struct elf_note) == 12, "as the ELF standard has it");
_Static_assert(sizeof(struct elf_section) == 64, "as the ELF standard has it");
_Static_assert(sizeof(struct elf_symbol) == 24, "as the ELF standard has it");

#endif
