# How everything is built.  The Makefile calls this; `make help` explains the variables.

LLVM ?= 0
DEBUG ?= 0
# An empty variable is one that is not given, also if it was typed.
override O := $(or $(O),-O2)
CROSS ?=
TYPED_FSSIZE := $(FSSIZE)
override FSSIZE := $(or $(FSSIZE),64M)
PROFILE ?= 0
SANITIZE ?= 0
V ?= 0
CI ?= 0
WERROR ?= $(CI)
on = $(filter-out 0,$1)

$(foreach name,LLVM DEBUG PROFILE SANITIZE V,$(if $(filter-out 0 1,$($(name))),$(error \
    $(name)=$($(name)): must be 1 or 0)))
$(if $(filter-out -O0 -O1 -O2 -O3 -Os -Og,$(O))$(word 2,$(O)),$(error \
    O=$(O): must be one of -O0 -O1 -O2 -O3 -Os -Og))
DIGITS := 0 1 2 3 4 5 6 7 8 9
without = $(if $2,$(call without,$(subst $(firstword $2),,$1),$(wordlist 2,10,$2)),$1)
$(if $(and $(filter $(DIGITS:=%),$(FSSIZE)),$(filter 1,$(words $(FSSIZE))),$(filter = =K =M =G,=$(call \
    without,$(FSSIZE),$(DIGITS)))),,$(error FSSIZE=$(FSSIZE): must be a number of bytes, or one with K, M or G behind \
    it, such as FSSIZE=64M))

# For the assembler the path that -ffile-prefix-map (below) replaces ends at the first =.  If the folder's name has a =,
# the folder gets another name here.
ifneq ($(findstring =,$(CURDIR)),)
export PWD := /proc/self/cwd
endif

MAKEFLAGS += --no-builtin-rules --no-builtin-variables
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := all

B := build$(if $(call on,$(LLVM)),/llvm)$(patsubst -%,/%,$(O:-O2=))$(if $(call on,$(PROFILE)),/profile)
K := $(B)$(if $(call on,$(DEBUG)),/debug)
Q := $(if $(call on,$(V)),,@)
say = $(if $(Q),$(info $1$(if $(filter CC LD AR,$1),  )  $(patsubst $(CURDIR)/%,%,$2)))
# Makes the folder of an output, in the shell that makes the output: each program that make starts takes time.
in_folder = if test ! -d $(@D); then mkdir -p $(@D); fi;

# --- Tools ------------------------------------------------------------------------------------

CROSS := $(or $(CROSS),$(shell sh tools/cross))
ifeq ($(call on,$(LLVM)),)
CC := $(CROSS)gcc
LD := $(CROSS)ld
CC_FLAGS := -fno-tree-loop-distribute-patterns -fno-reorder-blocks-and-partition -fno-ipa-icf
FRAMES := -pg -mno-fentry -fno-shrink-wrap -mnop-mcount -fno-schedule-insns2
NAMES := -fno-ipa-sra -fno-partial-inlining -fno-reorder-blocks-and-partition -fno-ipa-icf
USER_BASE := -Ttext-segment=0x400000
else
CC := clang --target=x86_64-linux-gnu
LD := ld.lld
CC_FLAGS :=
FRAMES := -mllvm -enable-shrink-wrap=false
NAMES :=
USER_BASE := --image-base=0x400000
endif
AR := $(CROSS)ar
OBJCOPY := $(CROSS)objcopy
override HOSTCC := $(or $(HOSTCC),cc)
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)

CC_INCLUDE := $(shell exec $(CC) -print-file-name=include 2>/dev/null)
LIBGCC := $(wildcard $(shell exec $(CC) -print-libgcc-file-name 2>/dev/null))

$(if $(CC_INCLUDE),,$(error $(CC) does not run; type "make setup", or give CROSS=PREFIX of an x86-64 gcc))

# --- Flags ------------------------------------------------------------------------------------

# gcc looks for headers there in spite of -nostdinc.
unexport CPATH C_INCLUDE_PATH

WARN := -Wall -Wextra $(if $(call on,$(WERROR)),-Werror)
# Paths in the outputs begin at this folder, as users hand records (tools/rewind) to others.  The shell fills in $PWD,
# so that a copy of the tree has the same flags and need not be built anew.
CODE := -std=gnu11 $(O) -g -fno-pic -fno-stack-protector -fcf-protection=none -fno-omit-frame-pointer \
    -fno-asynchronous-unwind-tables -nostdinc
COMMON := $(CODE) -ffile-prefix-map="$$PWD"=. -isystem $(CC_INCLUDE)
# Undefined behaviour is an invalid instruction (meaning_of_registers() in arch/x86/trap.c).  Null pointers, alignment
# and division by zero are left out, as the CPU finds them itself.  So is clang 17's check of functions, which needs data.
# A frame of any size meets the guard page, and a variable that nobody has set holds no address.
CHECKS := -DDEBUG -fstack-protector-strong -mstack-protector-guard=global -fsanitize=undefined \
    -fsanitize-undefined-trap-on-error -fno-sanitize=null,alignment,integer-divide-by-zero \
    $(if $(call on,$(LLVM)),-fno-sanitize=function) \
    -fstack-clash-protection -ftrivial-auto-var-init=pattern
KERNEL_FLAGS := $(COMMON) $(CC_FLAGS) $(WARN) -ffreestanding -mcmodel=kernel -mno-red-zone \
    -mgeneral-regs-only -Ikernel -Ikernel/include -Ikernel/arch/x86 $(if $(call on,$(DEBUG)),$(CHECKS))
USER_CODE := $(NAMES) -D__tally__=1 -U__linux__ -U__linux -Ulinux -U__gnu_linux__ -ffunction-sections -fdata-sections
USER_FLAGS := $(COMMON) $(USER_CODE) -Iuser/include -Ikernel/include
LIBC_FLAGS := $(USER_FLAGS) -D__LIBC__ $(CC_FLAGS) $(FRAMES) $(WARN) -ffreestanding
USER_LINK := --gc-sections --build-id=none $(USER_BASE) -z max-page-size=4096 -z separate-code -z noexecstack
USER_LD := $(LD) -static -nostdlib $(USER_LINK)
# FRAMES: every function of a program makes a frame first and ends it last.  So prof finds its callers (doc/tick.md,
# "How a stack is found").  gcc makes no frame in a function that calls no other, unless it is profiled: hence -pg, with
# a NOP in the place of mcount's call.  -mno-fentry: gcc 16 would call __fentry__ before the frame.
# -enable-shrink-wrap=false: clang would make the frame only on the paths that need it.
# NAMES: gcc splits no function into parts, such as parse.part.0: gprof leaves out their names, and charges their time
# to the function before.  Nor does gcc merge two functions with the same code (-fno-ipa-icf; for kprof, the kernel has
# this flag also).
KERNEL_LD := $(LD) -static -nostdlib --build-id=none -z max-page-size=4096 -z noexecstack \
    -T kernel.ld
HOST_FLAGS := -std=gnu11 -O2 -g $(WARN)

# $(call stamp,FILE,WORDS): a rule for a file that holds flags or a list of names.  make rewrites it only when these
# change, and the outputs depend on it.  -Werror is not in it, as it changes no output.  make compares the words itself,
# as there are many such files, and each program that make starts takes time.  $(strip): make 4.3 may leave the newline
# of a long file.
stamped = $(subst ','\'',$(subst $$,$$$$,$(filter-out -Werror,$1)))
differ = $(subst x$1,,x$2)$(subst x$2,,x$1)
define stamp
$1: $(if $(call differ,$(strip $(file <$1)),$(filter-out -Werror,$2)),always)
	@$$(in_folder) printf '%s\n' '$(call stamped,$2)' >$$@
endef

find_sources = $(sort $(shell test -d $1 && exec find $1 -name '*.[cS]'))
objects = $(patsubst %,$(B)/%.o,$1)

all: kernel fs libc

# --- Kernel -----------------------------------------------------------------------------------

KERNEL_ELF := $(K)/kernel.elf
KERNEL_OBJS := $(patsubst %,$(K)/%.o,$(filter-out $(if $(call on,$(DEBUG)),,kernel/debug/%),$(call find_sources,kernel)))

kernel: $(KERNEL_ELF)

$(eval $(call stamp,$(K)/kernel/flags,$(CC) $(KERNEL_FLAGS)))
$(eval $(call stamp,$(K)/kernel/objects,$(KERNEL_LD) $(KERNEL_OBJS)))

$(K)/kernel/%.o: kernel/% $(K)/kernel/flags
	$(call say,CC,$<)
	$(Q)$(in_folder) $(CC) $(KERNEL_FLAGS) -MMD -MP -c -o $@ $<

# The kernel carries its own function names, for backtraces.  It is linked once with an empty table, to read the names
# from, and again with the real one.  The table lies after all code (kernel.ld), so no function moves: both links must
# have the same functions.  nm would take longer, as it loads every plugin of the host's compilers.
functions = $(OBJCOPY:%copy=%dump) -t $1 | awk '/text\t/ && !/ d  / { print $$1, $$NF }' | LC_ALL=C sort

$(K)/kernel/ksyms0.S: tools/ksyms.awk
	@mkdir -p $(@D); awk -f $< </dev/null >$@

$(K)/kernel/pass1.map: $(K)/kernel/ksyms0.o $(KERNEL_OBJS) kernel.ld $(K)/kernel/objects
	$(call say,LD,$(K)/kernel/pass1.elf)
	$(Q)$(KERNEL_LD) --strip-debug -o $(K)/kernel/pass1.elf $(KERNEL_OBJS) $<
	@$(call functions,$(K)/kernel/pass1.elf) >$@

$(K)/kernel/ksyms.S: $(K)/kernel/pass1.map tools/ksyms.awk
	@awk -f tools/ksyms.awk <$< >$@

$(K)/kernel/ksyms0.o $(K)/kernel/ksyms.o: %.o: %.S $(K)/kernel/flags
	@$(CC) $(KERNEL_FLAGS) -c -o $@ $<

$(KERNEL_ELF): $(K)/kernel/ksyms.o $(K)/kernel/pass1.map
	$(call say,LD,$@)
	$(Q)$(KERNEL_LD) -o $@ $(KERNEL_OBJS) $<
	@$(call functions,$@) | cmp -s - $(K)/kernel/pass1.map || \
	    { echo "$@: functions moved between the two links; .ksyms must lie behind .text" >&2; exit 1; }

# --- C library and programs -------------------------------------------------------------------

LIBC := $(B)/user/libc.a
CRT0 := $(B)/user/crt0.o
GCRT0 := $(B)/user/gcrt0.o
LIBC_SRCS := $(call find_sources,user/lib)
LIBC_OBJS := $(call objects,$(filter-out user/lib/crt0.% user/lib/gcrt0.%,$(LIBC_SRCS)))
CRT0_OBJ := $(call objects,$(filter user/lib/crt0.%,$(LIBC_SRCS)))
GCRT0_OBJ := $(call objects,$(filter user/lib/gcrt0.%,$(LIBC_SRCS)))

PG := $(if $(call on,$(PROFILE)),-pg)

libc: $(LIBC) $(CRT0) $(GCRT0) $(B)/user/tally-cc

# tools/tally-cc reads its compiler, flags and files there.
$(eval $(call stamp,$(B)/user/tally-cc,cc="$(CC)" cross="$(CROSS)" include="$(CC_INCLUDE)" libgcc="$(LIBGCC)" \
    pg="$(PG)" flags="$(CODE) $(USER_CODE) $(if $(call on,$(LLVM)),-fno-integrated-as)" frames="$(FRAMES)" \
    frames_pg="$(filter-out -pg -mnop-mcount,$(FRAMES))" \
    link="$(if $(call on,$(LLVM)),-fuse-ld=lld) $(patsubst %,-Xlinker %,$(USER_LINK))"))

# mcount, in arcs.c, is called when the vector registers hold the program's arguments.  Where mcount ends with a call,
# clang 14 would restore the registers and then jump, with the call's arguments lost.
$(B)/user/lib/gmon/arcs.c.o: private LIBC_FLAGS += -mgeneral-regs-only -fno-optimize-sibling-calls

$(eval $(call stamp,$(B)/user/flags,$(CC) $(LIBC_FLAGS) $(USER_LD) $(LIBGCC)))
$(eval $(call stamp,$(B)/user/objects,$(LIBC_OBJS)))

$(B)/user/lib/%.o: user/lib/% $(B)/user/flags tools/align
	$(call say,CC,$<)
	$(Q)$(in_folder) $(CC) $(LIBC_FLAGS) -MMD -MP -c -o $@ $<
	@sh tools/align $(OBJCOPY) $@

# A program's own link or index takes the place of the library's (tools/own-names).
$(LIBC): $(LIBC_OBJS) $(GCRT0_OBJ) $(B)/user/objects tools/own-names
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(PYTHON) -B tools/own-names $(B)/user $(B)/user/own $(LIBC_OBJS) $(GCRT0_OBJ) && \
	    $(AR) rcs $@ $(LIBC_OBJS:$(B)/user/%=$(B)/user/own/%)

$(CRT0): $(CRT0_OBJ)
	@cp $< $@

$(GCRT0): $(CRT0_OBJ) $(LIBC)
	$(Q)$(LD) -r -o $@ $< $(GCRT0_OBJ:$(B)/user/%=$(B)/user/own/%)

# $(call programs,SOURCE FOLDER,OUTPUT FOLDER,FLAGS,INLINED): rules for programs.  SOURCE/NAME.c, or all SOURCE/NAME/*.c
# together, becomes OUTPUT/bin/NAME with line numbers for prof.  OUTPUT/debug/NAME has all debug information, for gdb.
# INLINED: if given, a program gets a table of its inlined functions, OUTPUT/inlined/NAME.  make makes the file INLINED
# first, and with it the tables.
names = $(sort $(basename $(notdir $(wildcard $1/*.c))) $(notdir $(patsubst %/,%,$(dir $(wildcard $1/*/*.c)))))

# A comment line in one of a program's files sets how all of them are compiled:
#     flags: -pg         with these flags; PROFILE=1 has -pg for all programs.  A program with -pg is linked
#                        with gcrt0.o.
#     dialect: NAME      for the system whose manual user/compat/NAME follows: its headers are
#                        found before ours.
# A file `flags' in a program's folder also holds flags; a relative folder behind -I begins at the program's folder.
# $(call flagged,FOLDER): FILE=WORD for each word of such lines.
flagged = $(shell awk '/^\/\* (flags|dialect): .* \*\/$$/ { for (i = 3; i < NF; i++) \
    print FILENAME "=" ($$2 == "dialect:" ? "dialect:" : "") $$i }' $(wildcard $1/*.c $1/*/*.c) /dev/null; \
    awk '{ folder = FILENAME; sub("flags$$", "", folder); for (i = 1; i <= NF; i++) { \
    if ($$i == "-I" || $$i == "-D") { $$(i + 1) = $$i $$(i + 1); i++ } \
    sub("^-I", /^-I\// ? "&" : "&" folder, $$i); print FILENAME "=" $$i } }' $(wildcard $1/*/flags) /dev/null)
said = $(foreach file,$1,$(patsubst $(file)=%,%,$(filter $(file)=%,$(FLAGGED))))
flags_in = $(call flags_of,$(sort $(call said,$1))) $(call said,$(addsuffix flags,$(sort $(dir $1)))) $(PG)
flags_of = $(call dialect_flags,$(patsubst dialect:%,%,$(filter dialect:%,$1))) $(filter-out dialect:%,$1)

# user/compat/NAME/profil.h is for manuals that name no header: the compiler includes it without an #include.
# Programs from before prototypes declare neither functions nor int, and pass an address as an int.
DIALECTS := $(notdir $(wildcard user/compat/*))
OLD_DIALECTS := v7 bsd42 bsd43 bsd44 aix
OLD_FLAGS := -fno-builtin -Wno-implicit-function-declaration -Wno-implicit-int -Wno-return-type \
    -Wno-missing-parameter-type -Wno-pointer-to-int-cast -Wno-int-to-pointer-cast \
    $(if $(call on,$(LLVM)),-Wno-unknown-warning-option -Wno-deprecated-non-prototype)
dialect_flags = $(if $1,$(if $(filter-out $(DIALECTS),$1)$(word 2,$1),$(error dialect $1: \
    a program has one of $(DIALECTS))))$(1:%=-Iuser/compat/%) $(if $(filter $(OLD_DIALECTS),$1),$(OLD_FLAGS)) \
    $(if $(wildcard $(1:%=user/compat/%/profil.h)),-include profil.h)

# The start file for a program with these flags.  Under OpenBSD's dialect the kernel writes the profile of a program
# with -pg; the linker takes the library's code for that (__gprofil_begin) only into such a program.
start_of = $(if $(filter -pg,$1),$(GCRT0) $(if $(filter -Iuser/compat/openbsd,$1),-u __gprofil_begin),$(CRT0))

# FRAMES without the flags that would take mcount's call from a program with -pg; none without frame pointers.
frames_beside = $(if $(filter -fomit-frame-pointer,$1),,$(filter-out $(if $(filter -pg,$1),-pg -mnop-mcount),$(FRAMES)))

define programs
$(eval FLAGGED := $(call flagged,$1))
$(eval $(call stamp,$2/program-flags,$3 $(foreach name,$(call names,$1),\
    $(call flags_in,$(wildcard $1/$(name).c $1/$(name)/*.c)))))
$(foreach name,$(call names,$1),$(call program,$1,$2,$(name)))

$2/obj/%.o: $1/% $$(B)/user/flags $2/program-flags tools/align
	$$(call say,CC,$$<)
	$$(Q)$$(in_folder) $$(CC) $$(filter -I%,$$(PROGRAM_FLAGS)) $$(USER_FLAGS) $3 \
	    $$(call frames_beside,$$(PROGRAM_FLAGS)) $$(PROGRAM_FLAGS) \
	    -MMD -MP -c -o $$@ $$<
	@sh tools/align $$(OBJCOPY) $$@

$2/debug/%: $$(CRT0) $$(GCRT0) $$(LIBC)
	$$(call say,LD,$$@)
	$$(Q)$$(in_folder) $$(USER_LD) -o $$@ $$(call start_of,$$(PROGRAM_FLAGS)) $$(filter %.c.o $2/obj/%,$$^) --start-group $$(LIBC) $$(LIBGCC) --end-group

$2/bin/%: $2/debug/% $4
	@$$(in_folder) $$(OBJCOPY) --strip-debug --keep-section=.debug_line --keep-section=.debug_line_str \
	    $(if $4,--add-section .inlined=$2/inlined/$$*) $$< $$@

-include $(patsubst $1/%,$2/obj/%.d,$(wildcard $1/*.c $1/*/*.c))
endef

define program
$(if $(wildcard $1/$3/*.c),$(eval $(call stamp,$2/files/$3,$(wildcard $1/$3/*.c)))
$2/debug/$3: $2/files/$3
)
$2/debug/$3: $(patsubst $1/%,$2/obj/%.o,$(wildcard $1/$3.c $1/$3/*.c)) $2/program-flags
$2/debug/$3 $(patsubst $1/%,$2/obj/%.o,$(wildcard $1/$3.c $1/$3/*.c)): \
    private PROGRAM_FLAGS := $(call flags_in,$(wildcard $1/$3.c $1/$3/*.c))

endef

$(eval $(call programs,user/bin,$(B)/user,$(WARN),$(B)/user/inlined.made))
BINS := $(addprefix $(B)/user/bin/,$(call names,user/bin))

programs: $(BINS)

# One call makes all tables: it takes longer to start Python than to make one.
INLINED := $(PYTHON) -B tools/inlined

$(B)/user/inlined.made: tools/inlined $(BINS:$(B)/user/bin/%=$(B)/user/debug/%)
	@$(INLINED) $(B)/user/inlined $(filter-out tools/%,$(if $(filter tools/%,$?),$^,$?)) && touch $@

# --- Host tools and file system images --------------------------------------------------------

# $(call host_objects,FOLDER,COMPILER AND FLAGS): a rule for FOLDER/obj/SOURCE.o, for the host.
define host_objects
$(eval $(call stamp,$1/flags,$2))

$1/obj/%.o: % $1/flags
	$$(call say,HOST,$$<)
	$$(Q)$$(in_folder) $2 -MMD -MP -c -o $$@ $$<
endef

# Lists the kernel sources that the tools are linked with, and the include paths.
include mkfs/sources.mk
MKFS_TOOLS := mkfs fsck fsread
MKFS_SRCS := $(MKFS_KERNEL_SRCS) $(filter-out $(MKFS_TOOLS:%=mkfs/%.c),$(wildcard mkfs/*.c))
MKFS_OBJS := $(MKFS_SRCS:%=$(B)/mkfs/obj/%.o)

tools: $(MKFS_TOOLS:%=$(B)/mkfs/%)

$(eval $(call host_objects,$(B)/mkfs,$(HOSTCC) $(HOST_FLAGS) $(MKFS_CFLAGS)))
$(eval $(call stamp,$(B)/mkfs/objects,$(MKFS_OBJS)))

$(MKFS_TOOLS:%=$(B)/mkfs/%): $(B)/mkfs/%: $(B)/mkfs/obj/mkfs/%.c.o $(MKFS_OBJS) $(B)/mkfs/objects
	$(Q)$(HOSTCC) -o $@ $< $(MKFS_OBJS)

# QEMU's plugins: for make count, of a program and of the kernel, for make cover, and the grader's witness.
RULERS := $(B)/ruler.so $(B)/kernel_ruler.so $(B)/cover.so $(B)/witness.so

$(B)/ruler.so: tools/ruler/plugin.c
$(B)/kernel_ruler.so: tools/ruler/kernel.c
$(B)/cover.so: tools/ruler/cover.c
$(B)/witness.so: tools/ruler/witness.c
$(B)/ruler.so $(B)/witness.so: tools/ruler/threads.h
$(RULERS): $(B)/%.so: tools/ruler/plugin.h tools/ruler/qemu.h $(B)/mkfs/flags
	$(call say,HOST,$(filter %.c,$^))
	$(Q)$(HOSTCC) $(HOST_FLAGS) -shared -fPIC -fvisibility=hidden -o $@ $(filter %.c,$^)

ruler: $(RULERS)

# A compiler in the machine needs these files in /usr/lib.  The library has no debug information there, which would be
# four fifths of it.  All but libc.a and crt1.o are empty: compilers name them because other systems have them.
DISK_LIBS := $(addprefix $(B)/user/disk/,libc.a libm.a libpthread.a libdl.a librt.a libutil.a crt1.o crti.o crtn.o)

$(B)/user/disk/libc.a: $(LIBC)
	$(Q)$(in_folder) $(OBJCOPY) --strip-debug $< $@
$(B)/user/disk/lib%.a:
	$(Q)$(in_folder) printf '!<arch>\n' >$@
$(B)/user/disk/crt1.o: $(CRT0)
	$(Q)$(in_folder) $(OBJCOPY) --strip-debug $< $@
$(B)/user/disk/crti.o $(B)/user/disk/crtn.o: $(B)/user/flags
	$(Q)$(in_folder) printf '.section .note.GNU-stack, ""\n' | $(CC) -x assembler -c -o $@ -

# $(call image,IMAGE,SIZE,PROGRAMS,MORE): a rule for an image with the programs in /bin and their sources in /usr/src,
# where prof --lines looks for them and prof --html for page.html.  The shell commands MORE may add files to the image's folder, IMAGE.tree.
define image
$(eval $(call stamp,$1.list,$2 $3))

$1: $3 $(CRT0) $(GCRT0) $(DISK_LIBS) $(wildcard kernel/include/abi/*.h) $(B)/mkfs/mkfs $1.list user/bin/prof/page.html user/bin/trace/page.html
	$$(call say,MKFS,$$@)
	@rm -rf $$@.tree && mkdir -p $$@.tree/bin $$@.tree/usr/lib $$@.tree/usr/src && cp $3 $$@.tree/bin && \
	    cp -R user $$@.tree/usr/src && \
	    cp -R user/include $$@.tree/usr && cp -R kernel/include/abi $$@.tree/usr/include && \
	    cp $(CRT0) $(GCRT0) $(DISK_LIBS) $$@.tree/usr/lib && \
	    ln -s test '$$@.tree/bin/[' && $4
	$$(Q)rm -f $$@ && $(B)/mkfs/mkfs -s $2 $$@ $$@.tree$(if $(filter $(TYPED_FSSIZE),$2), || { \
	    echo 'FSSIZE=$2: no image of this size: mkfs says why; an example is FSSIZE=64M' >&2; exit 1; })
endef

$(eval $(call image,$(B)/fs.img,$(FSSIZE),$(BINS),:))

fs: $(B)/fs.img tools

# PORTS='NAME...': programs of others, which tools/ports builds.  Their image is ports.img.
ifneq ($(PORTS),)
PORT := $(PYTHON) -B tools/ports/port
PORTS_ROOTS := $(patsubst %,$(B)/ports/%/root/.,$(notdir $(PORTS)))
ADD_PORTS := && for root in $(PORTS_ROOTS); do cp -R $$$$root $$@.tree || exit; done
$(if $(EXTRA),,$(eval $(call image,$(B)/ports.img,$(FSSIZE),$(BINS),: $(ADD_PORTS))))
$(B)/ports.img: $(B)/ports/built

# The words are the shell's: make's own would come to the makefiles of others.
$(B)/ports/built: $(LIBC) $(CRT0) $(GCRT0) $(B)/user/tally-cc always
	@$(in_folder) PORTS_FROM='$(subst ','\'',$(PORTS_FROM))' $(PORT) build $(B) $(PORTS) >$@.new
	@cmp -s $@.new $@ || mv $@.new $@

all: $(if $(EXTRA),,$(B)/ports.img)
endif

# EXTRA=DIR: programs from elsewhere.  DIR/NAME.c, or all DIR/NAME/*.c together, becomes /bin/NAME; other files, and
# folders without a .c file, go to / as they are (tools/extra).  DIR's name may hold any characters, so the outputs are
# in a folder named by its checksum, with a link to DIR.  The folder is removed when DIR is gone, unless make qemu keeps
# a disk there.
ifneq ($(EXTRA),)
# With `./' cd does not take DIR for an option, nor look for it in CDPATH.  -P: PWD may be /proc/self/cwd (above).
EXTRA_WORD := '$(if $(filter /%,$(firstword $(EXTRA))),,./)$(subst ','\'',$(EXTRA))'
$(if $(shell cd -P $(EXTRA_WORD) 2>/dev/null && echo there),,$(error EXTRA=$(EXTRA): no such folder))
X := $(B)/extra/$(shell cd -P $(EXTRA_WORD) && pwd -P | cksum | tr ' ' -)
$(shell mkdir -p '$(X)' && ln -sfn "$$(cd -P $(EXTRA_WORD) && pwd -P)" '$(X)/src'; \
    for x in $(B)/extra/*; do test -e $$x/src -o -e $$x/disk.img || ! test -h $$x/src || rm -rf $$x; done)
EXTRA_WRONG := $(shell sh tools/extra $(X)/src)
HASH := \#
$(if $(EXTRA_WRONG),$(error EXTRA: $(EXTRA_WRONG): the name of a source may have no blank and none of \
    $$ : % $(HASH) ' " \ ; & ( ) ` = | < >))
$(eval $(call programs,$(X)/src,$(X),,$(X)/inlined/%))
EXTRA_BINS := $(addprefix $(X)/bin/,$(call names,$(X)/src))
OTHER_BINS := $(filter-out $(addprefix %/,$(notdir $(EXTRA_BINS))),$(BINS))
EXTRA_IMAGE := $(X)/$(if $(PORTS),ports,fs).img
$(eval $(call image,$(EXTRA_IMAGE),$(FSSIZE),$(OTHER_BINS),for bin in $(EXTRA_BINS); do ! test -e $$$$bin || \
    cp $$$$bin $$@.tree/bin || exit; done; sh tools/extra $(X)/src $$@.tree $$@.tree/usr/src/extra $(ADD_PORTS)))
$(EXTRA_IMAGE): $(if $(PORTS),$(B)/ports/built) $(X)/changed $(X)/programs tools/extra

extra-programs: $(EXTRA_BINS)

$(EXTRA_BINS:$(X)/bin/%=$(X)/inlined/%): $(X)/inlined/%: $(X)/debug/% tools/inlined
	@$(INLINED) $(@D) $<

$(X)/programs: $(LIBC) $(CRT0) $(GCRT0) always
	+@MAKE='$(MAKE) --no-print-directory -f build.mk' sh tools/extra-programs $(X)/src $(EXTRA_BINS)
	@cksum $(EXTRA_BINS) /dev/null >$@.new 2>/dev/null; cmp -s $@.new $@ || mv $@.new $@

# All that DIR holds, without times: a file that replaces another may be older than the output.
$(X)/changed: always
	@(cd $(X)/src && find . -type f -exec cksum {} + && ls -lnR | awk '{ $$6 = $$7 = $$8 = ""; print }') >$@.new; \
	    cmp -s $@.new $@ || mv $@.new $@
$(X)/sources: always
	@cksum $(X)/src/*.[chS] $(X)/src/*/*.[chS] >$@.new 2>/dev/null; cmp -s $@.new $@ || mv $@.new $@
$(patsubst $(X)/src/%,$(X)/obj/%.o,$(wildcard $(X)/src/*.c $(X)/src/*/*.c)): $(X)/sources

all: $(EXTRA_IMAGE)
endif

# --- Tests ------------------------------------------------------------------------------------

# make takes longer to read the lines below than all above, and these goals need none of them.
ifneq ($(filter-out all kernel libc programs extra-programs tools fs,$(or $(MAKECMDGOALS),all)),)

# make would take a name with a blank for two.
BLANK := $(shell find tests/guest labs/tests -name '*[[:space:]]*' | head -n 1)
$(if $(BLANK),$(error $(BLANK): the name of a test may have no blank))

# The image for the guest tests also has tests/guest/NAME.c as /t/NAME.  tests/guest/manuals/MANUAL/NAME.c tests a
# manual's promises, and is /t/MANUAL/NAME.  The tests are many, and each runs once: -O1 compiles a quarter faster.
TESTS := $(wildcard tests/guest/*.sh) tests/guest/shell_cases
MANUALS := $(sort $(patsubst tests/guest/manuals/%/,%,$(dir $(wildcard tests/guest/manuals/*/*.c))))
$(eval $(call programs,tests/guest,$(B)/tests,$(WARN) -Itests -O1))
$(foreach manual,$(MANUALS),$(eval $(call programs,tests/guest/manuals/$(manual),$(B)/manuals/$(manual),\
    $(WARN) -Itests)))

# Each row of tests/guest/manuals/rules is a program too, /t/manuals/NAME.  make writes their sources, then starts anew.
RULES := $(wildcard tests/guest/manuals/rules)
$(B)/rules/written: $(RULES)
	@mkdir -p $(@D) && rm -f $(@D)/*.c
	@awk -F ' *[|] *' -v to=$(@D) 'NF == 4 && !/^#/ { dialect = $$1; sub("_.*", "", dialect); \
	    printf "/* dialect: %s */\n#include \"guest/dialect_rules.h\"\n\nint main(int argc, char *argv[])\n{\n" \
	    "    (void)argc, (void)argv;\n    %s;\n    return 0;\n}\n", dialect, $$3 >(to "/" $$1 ".c") }' $< && touch $@
# A dry run (-n) writes nothing.  make writes what is included even then, if -B says that all is old.
ifeq ($(findstring n,$(firstword -$(MAKEFLAGS))),)
include $(RULES:tests/guest/manuals/rules=$(B)/rules/written)
endif
$(if $(RULES),$(eval $(call programs,$(B)/rules,$(B)/rules,$(WARN) -Itests)))
TEST_BINS := $(addprefix $(B)/tests/bin/,$(call names,tests/guest))
manual_bins = $(addprefix $(B)/manuals/$1/bin/,$(call names,tests/guest/manuals/$1))
RULE_BINS := $(if $(RULES),$(addprefix $(B)/rules/bin/,$(call names,$(B)/rules)))
MANUAL_BINS := $(foreach manual,$(MANUALS),$(call manual_bins,$(manual))) $(RULE_BINS)

# 128M, whatever FSSIZE is: gprofil_lost writes 24 MiB beside all tests.
$(eval $(call image,$(B)/test.img,128M,$(BINS),mkdir $$@.tree/t && cp $(TESTS) $(TEST_BINS) $$@.tree/t \
    $(if $(RULE_BINS),&& mkdir $$@.tree/t/manuals && cp $(RULE_BINS) $$@.tree/t/manuals) \
    $(foreach manual,$(MANUALS),&& mkdir $$@.tree/t/$(manual) && cp $(call manual_bins,$(manual)) $$@.tree/t/$(manual))))
# A script that was renamed may be older than the image.
$(eval $(call stamp,$(B)/test.img.scripts,$(TESTS)))
$(B)/test.img: $(TESTS) $(TEST_BINS) $(MANUAL_BINS) $(B)/test.img.scripts

test-image: kernel tools $(B)/test.img

# --- Labs -------------------------------------------------------------------------------------

# All labs/tests/NAME.c, and each tests/guest/NAME.c that a labs/LAB/lab.ini names, become $(B)/labs/bin/NAME, compiled
# to report which of their checks held (labs/graded.c).  They may include the kernel's headers.  The programs that they
# start are in the test image.  `answer' in a lab.ini is no program.
LAB_FLAGS := $(WARN) -O1 -iquote tests/guest -Itests -Ilabs -Ikernel -DGRADED
LAB_NAMES := $(sort $(shell awk '/^\[/ { is_list = $$0 != "[lab]" } \
    is_list && /^[a-z].* = / && $$1 != "answer" { print $$1 }' $(wildcard labs/*/lab.ini) /dev/null))
LAB_OWN := $(call names,labs/tests)
LAB_GUEST := $(filter $(filter-out $(LAB_OWN),$(LAB_NAMES)),$(call names,tests/guest))
LAB_BINS := $(addprefix $(B)/labs/bin/,$(LAB_OWN) $(LAB_GUEST))

$(eval $(call programs,labs/tests,$(B)/labs/own,$(LAB_FLAGS)))
$(eval $(call programs,tests/guest,$(B)/labs/guest,$(LAB_FLAGS)))
$(LAB_OWN:%=$(B)/labs/own/debug/%): $(B)/labs/graded.c.o
$(LAB_GUEST:%=$(B)/labs/guest/debug/%): $(B)/labs/graded.c.o
$(patsubst %,$(B)/labs/own/debug/%,$(filter bin_%,$(LAB_OWN))): $(B)/labs/bin_ask.c.o

# No name in a student's header replaces one of the test's.
$(B)/labs/bin_ask.c.o: private GLOBAL := --keep-global-symbol=bin_ask
$(B)/labs/graded.c.o $(B)/labs/bin_ask.c.o: $(B)/labs/%.c.o: labs/%.c $(B)/user/flags $(B)/labs/own/program-flags tools/align
	$(call say,CC,$<)
	$(Q)$(CC) $(USER_FLAGS) $(LAB_FLAGS) $(FRAMES) -MMD -MP -c -o $@ $<
	@$(if $(GLOBAL),$(OBJCOPY) $(GLOBAL) $@)
	@sh tools/align $(OBJCOPY) $@

-include $(B)/labs/graded.c.d $(B)/labs/bin_ask.c.d

$(LAB_OWN:%=$(B)/labs/bin/%): $(B)/labs/bin/%: $(B)/labs/own/bin/%
	@mkdir -p $(@D) && cp $< $@

$(LAB_GUEST:%=$(B)/labs/bin/%): $(B)/labs/bin/%: $(B)/labs/guest/bin/%
	@mkdir -p $(@D) && cp $< $@

labs: kernel tools ruler $(B)/test.img $(LAB_BINS)
	@for name in $(filter-out $(LAB_OWN) $(LAB_GUEST),$(LAB_NAMES)); do \
	    echo "$$name: a lab.ini names it, and neither labs/tests/$$name.c nor tests/guest/$$name.c is there" >&2; \
	    exit 1; done

# --- Programs for the host's tests -----------------------------------------------------------

# $(B)/host/bin/NAME, and with SANITIZE=1, which takes two to seven times as long, $(B)/asan/bin/NAME
# with the address and undefined-behaviour sanitizers and $(B)/tsan/bin/NAME with the thread sanitizer.
HOST := $(B)/$(if $(call on,$(SANITIZE)),asan,host)
TSAN := $(B)/tsan
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
HOST_TEST_FLAGS := -std=gnu11 -O1 -g $(WARN) $(if $(call on,$(SANITIZE)),$(SANITIZERS))
TSAN_FLAGS := -std=gnu11 -O1 -g $(WARN) -fsanitize=thread
HOST_INCLUDE := -Itests -Itests/host/machine -Ikernel -Ikernel/include -I.

$(eval $(call host_objects,$(HOST),$(HOSTCC) $(HOST_TEST_FLAGS) $(HOST_INCLUDE)))
$(eval $(call host_objects,$(TSAN),$(HOSTCC) $(TSAN_FLAGS) $(HOST_INCLUDE)))

# tests/host/NAME.c with a line `sources: FILES` is a program, linked with those files.
HOST_TESTS := $(basename $(notdir $(shell grep -l '^/\* sources: ' tests/host/*.c)))
sources = $(shell sed -n 's,^/\* sources: \(.*\) \*/,\1,p' tests/host/$1.c)
$(foreach name,$(HOST_TESTS),$(eval $(name)_SRCS := tests/host/$(name).c $(call sources,$(name))))

# The kernel's file system and the tools that share it; fs_threads runs it in the host's threads.
FS_TESTS := fs_cases fs_crash fs_fuzz fs_model fs_names
$(foreach name,$(FS_TESTS),$(eval $(name)_SRCS := tests/host/$(name).c tests/host/fs_sim.c $(MKFS_SRCS)))
$(foreach name,$(MKFS_TOOLS),$(eval $(name)_SRCS := mkfs/$(name).c $(MKFS_SRCS)))
fs_threads_SRCS := $(addprefix tests/host/,fs_threads.c fs_pthread.c fs_sim.c) \
    $(addprefix mkfs/,check.c format.c host.c) $(MKFS_KERNEL_SRCS)

# $(call host_program,FOLDER,NAME,FLAGS): FOLDER/bin/NAME, of NAME_SRCS; -l words are libraries.
# -no-pie: with gcc 12's address sanitizer and vm.mmap_rnd_bits=32, a position-independent program crashes in one start
# of four, as it may lie where the sanitizer puts its heap.
define host_program
$(eval $(call stamp,$1/bin/$2.list,$($2_SRCS)))

$1/bin/$2: $(patsubst %,$1/obj/%.o,$(filter %.c,$($2_SRCS))) $1/bin/$2.list
	$$(Q)$$(HOSTCC) $3 -no-pie -o $$@ $$(filter %.o,$$^) $(filter -l%,$($2_SRCS))

-include $(patsubst %,$1/obj/%.d,$(filter %.c,$($2_SRCS)))
endef

$(foreach name,$(HOST_TESTS) $(FS_TESTS) fs_threads $(MKFS_TOOLS),\
    $(eval $(call host_program,$(HOST),$(name),$(HOST_TEST_FLAGS))))
$(eval $(call host_program,$(TSAN),fs_threads,$(TSAN_FLAGS)))

# The pure parts of Tally's C library, for the host.  All names begin with t_, to stand beside the host's own.
# The guest tests cover the parts that run on Tally only.
LIBT := $(HOST)/libt
LIBT_SRCS := $(addprefix user/lib/unistd/,descriptor.c heap.c libgen.c) $(filter-out $(addprefix user/lib/,start.c \
    dlfcn.c errno.c exit.c image.c tls.c profile.c assert.c locale.c gcrt0.c compat/% gmon/% pthread/% signal/% unistd/% \
    stdlib/system.c stdlib/mktemp.c stdlib/realpath.c stdio/popen.c stdio/temporary.c stdio/err.c stdio/dprintf.c \
    time/clock.c time/filetimes.c),$(filter %.c,$(LIBC_SRCS)))
LIBT_OBJS := $(LIBT_SRCS:%=$(LIBT)/obj/%.o)
# The library has x86-64 instructions, so other hosts skip these tests.
LIBT_TESTS := $(if $(findstring linux,$(filter x86_64-%,$(shell $(HOSTCC) -dumpmachine 2>/dev/null))),\
    format string stdlib stdio memory_streams math math_more time regex fnmatch search wide)
HOSTCC_INCLUDE := $(shell $(HOSTCC) -print-file-name=include 2>/dev/null)

$(eval $(call host_objects,$(LIBT),$(HOSTCC) $(HOST_TEST_FLAGS) -fno-pie -ffreestanding \
    $(if $(findstring clang,$(shell $(HOSTCC) --version)),,-fno-tree-loop-distribute-patterns) \
    -nostdinc -D__LIBC__ -Iuser/include -Ikernel/include -isystem $(HOSTCC_INCLUDE)))
$(eval $(call stamp,$(LIBT)/objects,$(LIBT_OBJS)))

$(LIBT)/libt.a: $(LIBT_OBJS) $(LIBT)/objects
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $(LIBT_OBJS)
	@{ printf '%s t_%s\n' __errno_location __errno_location environ environ \
	        program_invocation_name program_invocation_name mmap mmap munmap munmap && \
	    nm -g --defined-only --format=posix $@ | awk 'NF > 1 { print $$1, "t_" $$1 }'; } | \
	    sort -u >$@.names
	$(Q)objcopy --redefine-syms=$@.names $@

LIBT_LINK := $(HOSTCC) $(HOST_TEST_FLAGS) -fno-pie -Wno-format -fno-builtin -no-pie
$(eval $(call stamp,$(LIBT)/bin/flags,$(LIBT_LINK)))

$(LIBT_TESTS:%=$(LIBT)/bin/%): $(LIBT)/bin/%: tests/host/libc/%.c tests/host/libc/shim.c \
    tests/host/libc/check.h $(LIBT)/libt.a $(LIBT)/bin/flags
	$(call say,HOST,$<)
	$(Q)$(LIBT_LINK) -o $@ $(filter %.c %.a,$^) -lm

HOST_PROGRAMS := $(addprefix $(HOST)/bin/,$(HOST_TESTS) $(FS_TESTS) $(MKFS_TOOLS)) \
    $(if $(call on,$(SANITIZE)),$(TSAN),$(HOST))/bin/fs_threads $(LIBT_TESTS:%=$(LIBT)/bin/%)

host-tests: $(HOST_PROGRAMS)

-include $(LIBT_OBJS:%.o=%.d)

prove:
	@python3 -B tools/prove '$(CC)'

# --- Style ------------------------------------------------------------------------------------

# clang-format and clang-tidy check the C files, with a stamp for each kind of file.  A changed file is checked again.
# When a header, the flags or the list of files has changed, all files are: a file that was moved here may be older
# than the stamp.
#
# Versions lay out lines differently and find other mistakes, so the tree follows one version.
LINT_VERSION := 19
of_version = $(or $(shell command -v $1-$(LINT_VERSION)),$(shell $1 --version 2>/dev/null | \
    grep -q 'version $(LINT_VERSION)\.' && echo $1))
CLANG_FORMAT ?= $(call of_version,clang-format)
CLANG_TIDY ?= $(call of_version,clang-tidy)
LINTED := $(sort $(shell find kernel user mkfs tests tools labs -name '*.[ch]'))
LINT_HEADERS := $(filter %.h,$(LINTED))
changed = $(if $(filter-out %.c,$?),$(filter %.c,$^),$?)

lint-tools:
	@$(if $(and $(CLANG_FORMAT),$(CLANG_TIDY)),:,echo "lint: not run: it needs clang-format and clang-tidy of \
	    version $(LINT_VERSION); type: make setup-full" >&2; exit 1)

lint: $(B)/lint/format

$(eval $(call stamp,$(B)/lint/format.list,$(LINTED)))

$(B)/lint/format: $(LINTED) $(B)/lint/format.list .clang-format | lint-tools
	$(call say,LINT,format)
	$(Q)$(CLANG_FORMAT) --dry-run -Werror $(if $(filter-out $(LINTED),$?),$(LINTED),$?)
	@touch $@

# $(call lint,NAME,FILES,FLAGS): a rule that checks FILES, which are compiled with FLAGS.
define lint
lint: $(B)/lint/$1

$(eval $(call stamp,$(B)/lint/$1.list,$(filter $2,$(LINTED)) $3))

$(B)/lint/$1: $(filter $2,$(LINTED)) $(LINT_HEADERS) $(B)/lint/$1.list .clang-tidy \
    tests/.clang-tidy labs/.clang-tidy | lint-tools
	$$(call say,LINT,$1)
	$$(Q)$$(CLANG_TIDY) --quiet $$(changed) -- -std=gnu11 $3 2>$$@.log || { cat $$@.log >&2; exit 1; }
	@touch $$@
endef

includes = -nostdlibinc $(filter -I% -D% -U%,$1)
$(eval $(call lint,kernel,kernel/%.c,-ffreestanding -DDEBUG $(call includes,$(KERNEL_FLAGS))))
$(eval $(call lint,libc,user/lib/%.c,-D__LIBC__ $(call includes,$(USER_FLAGS))))
$(eval $(call lint,user,$(filter-out user/lib/%,$(filter user/%.c,$(LINTED))) tools/bench/work/% tools/ruler/work/%,\
    $(call includes,$(USER_FLAGS))))
# libc_bsd44.c is C from before prototypes, on purpose.
$(eval $(call lint,guest,$(filter-out tests/guest/manuals/% tests/guest/libc_bsd44.c,$(filter tests/guest/%.c,$(LINTED))),\
    -Itests $(call includes,$(USER_FLAGS))))
$(foreach manual,$(MANUALS),$(eval $(call lint,guest-$(manual),tests/guest/manuals/$(manual)/%.c,\
    $(call dialect_flags,$(filter $(manual),$(DIALECTS))) -Itests $(call includes,$(USER_FLAGS)))))
$(eval $(call lint,labs,labs/graded.c labs/bin_ask.c labs/tests/%.c,$(LAB_FLAGS) $(call includes,$(USER_FLAGS))))
$(eval $(call lint,host,mkfs/%.c tests/host/%.c tools/bench/init.c tools/ruler/plugin.c tools/ruler/kernel.c tools/ruler/cover.c tools/ruler/witness.c,$(HOST_INCLUDE)))

endif

# --- The rest ---------------------------------------------------------------------------------

.PHONY: all kernel libc programs extra-programs tools ruler fs test-image labs host-tests prove lint lint-tools always

-include $(patsubst %.o,%.d,$(KERNEL_OBJS) $(LIBC_OBJS) $(CRT0_OBJ) $(MKFS_OBJS) $(MKFS_TOOLS:%=$(B)/mkfs/obj/mkfs/%.c.o))
