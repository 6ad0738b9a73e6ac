# Tally's targets.  `make help` lists them; build.mk says how things are built.

$(if $(filter-out 4.0 4.0.% 4.1 4.1.%,$(filter 4.% 5.%,$(MAKE_VERSION))),,$(error This needs GNU make 4.2 or newer, \
    and $(MAKE) is $(MAKE_VERSION); on macOS: brew install make, then type gmake))

# make builds goals that are typed together one after the other; each uses all CPUs, or the -j that was given.
.NOTPARALLEL:
JOBS = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN))
BUILD = +@$(MAKE) --no-print-directory $(JOBS) -f build.mk

# --- Building ---------------------------------------------------------------------------------

all: ## build the kernel and the file system image (the default)
kernel: ## build only the kernel
libc: ## build only the C library
programs: ## build only the programs
tools: ## build only mkfs, fsck and fsread
fs: ## build only the file system image and the host's tools for it
test-image: ## build only the image with the guest tests
host-tests: ## build only the programs of the host's tests
ruler: ## build only QEMU's plugins that count instructions
labs: ## build only the programs of the labs' tests

BUILT := all kernel libc programs tools fs test-image host-tests ruler labs
$(BUILT):
	$(BUILD) $@

build/%: always
	$(BUILD) $@

clean: ## remove build/
	rm -rf build

# --- Booting ----------------------------------------------------------------------------------

demo: ## profile a program and open its flame graph: the first five minutes
run: ## boot, run CMD='...'; OUT=DIR gets the files that it left in /out
qemu: ## boot to a shell in this terminal; its disk is kept in build/disk.img
qemu-gdb: ## the same, waiting for gdb -x tools/gdbinit in another terminal
profile: ## run CMD='...' profiled, and print the host's gprof table
flame: ## run CMD='...' profiled, and write a flame graph to build/flame.html; OPEN=1 opens it (doc/prof.md)
timeline: ## run CMD='...' traced, and write a time line of CPUs and threads to build/timeline.html (doc/waiting.md)
kprofile: ## run CMD='...' and print where the kernel spent its time
rewind: ## replay the last run in gdb, which can go backwards in it (doc/rewind.md)
record: ## put that run into RECORD=FILE, to hand in with a question
count: ## run CMD='...' profiled, and print how accurate the profile is (doc/ruler.md)

BOOTED := demo run qemu qemu-gdb profile kprofile flame timeline count rewind record
$(BOOTED):
	@tools/run $@

# The runner finds these variables in its environment as they were typed, dollar signs and all.
TYPED := CMD KARGS OUT EXTRA PORTS PORTS_FROM DISK IMAGE KERNEL RECORD BEFORE
$(foreach name,$(TYPED),$(eval override $(name) := $$(value $(name))))
export $(TYPED)

# --- Testing ----------------------------------------------------------------------------------

setup: ## install what make qemu, test and grade need (Debian, Ubuntu), or print the command that does
	@sh tools/setup

PYTHON = $(or $(shell sh tools/setup python),$(error no python3 with pytest, xdist and pexpect: make setup))

# A few tests (T=) are quick with sanitizers also; make test-full has sanitizers in all tests.
SANITIZE ?= $(if $(T),1,0)
export SANITIZE

ALL_TESTS = tests $(addprefix --ignore=,$(wildcard tests/full tests/course))
# With T=, a file's tests run side by side.  Otherwise one worker runs all tests of a file, and makes their fixtures
# once.
DIST = $(if $(T),load,loadfile)
test: ## run all tests but the long ones and the grader's; T='tests/guest/signal_fork.c' runs some
	$(BUILD) all test-image ruler labs $(if $(filter-out tests/guest/%,$(or $(T),tests)),host-tests)
	@$(PYTHON) -B -m pytest -p no:cacheprovider --rootdir=. -q -n auto --dist $(DIST) $(or $(T),$(ALL_TESTS))

lint: ## check the C files with clang-format 19 and clang-tidy 19, as test-full does
	$(BUILD) lint

grade: ## the points of this tree in a lab (LAB=2); T='prof_sum' runs one of its tests
	@python3 -B tools/grade $(if $(LAB),--lab '$(LAB)') $(if $(T),--test '$(T)') --json build/grade.json

# Without these rules make finds the folder up to date and says that there is nothing to be done.
FOLDERS := $(filter-out $(BUILT) $(BOOTED),$(patsubst %/,%,$(wildcard */)))
$(FOLDERS):
	@echo "make: $@ is a folder and no target; make help lists the targets" >&2; exit 2

# --- Variables --------------------------------------------------------------------------------

#=   CPUS=1 MEM=128M    the machine's CPUs (several run in parallel: doc/running.md) and memory
#=   DET=1              deterministic: the same output, ticks and profiles each time;
#=                      an instruction takes 2^SHIFT nanoseconds (SHIFT=2)
#=   STEP=1             with CPUS=2 to 8: profiles are not skewed, and the run takes some 20 times as long
#=   KARGS='WORDS'      more words for the kernel's boot line
#=   EXTRA=DIR          programs from elsewhere: DIR/NAME.c or DIR/NAME/*.c becomes /bin/NAME,
#=                      the other files in DIR go to /, except hidden ones
#=   PORTS='lua5.4 mawk'    programs of others, built from their sources (doc/adding-a-program.md);
#=                      PORTS_FROM=DIR: their sources are there, unpacked
#=   OUT=DIR            the files that the command left in /out are copied to DIR
#=   TIMEOUT=60         seconds after which a run counts as hung; 0: never
#=   DISK=FILE          another disk for make qemu
#=   IMAGE=FILE         boots a copy of that image; make qemu keeps it only in a DISK=FILE
#=   KERNEL=FILE        another kernel
#=   QEMU=FILE          another QEMU than qemu-system-x86_64
#=   RECORD=FILE        a file of make record, for make rewind to replay; REWIND=0: leave no record of this run
#=   AT=NS               make rewind stands at that moment, which the page of make timeline says
#=   LLVM=1             clang and lld instead of gcc and GNU ld; outputs in build/llvm
#=   DEBUG=1            a kernel that checks itself (doc/mistakes.md); in build/debug
#=   SANITIZE=1         the host's tests with sanitizers, as with T= and in make test-full; in build/asan
#=   O=-Og              optimised so that gdb steps well, kernel and programs; outputs in build/Og
#=   CROSS=PREFIX       of the x86-64 tools, such as x86_64-elf-; found automatically if not given
#=   HOSTCC=cc          the compiler for the host's programs
#=   PROFILE=1          all programs are built with -pg: they count calls (doc/prof.md); in build/profile
#=   FSSIZE=64M         size of the file system image
#=   OPEN=1             make flame opens its page
#=   ALL=1              make flame draws the whole machine: all programs and the kernel
#=   BEFORE=FILE        make flame compares the run with that page of an earlier one
#=   LAB=2              a lab's number (doc/course)
#=   V=1 WERROR=1       show whole commands; warnings are errors (as with CI=1)
VARIABLES := $(TYPED) CPUS MEM DET STEP SHIFT TIMEOUT LLVM DEBUG SANITIZE O CROSS HOSTCC FSSIZE PROFILE V WERROR CI T LAB REWIND QEMU OPEN ALL AT

include $(wildcard tools/*.mk)

given = $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
$(foreach name,$(filter-out $(VARIABLES),$(given)),$(error $(name)=$(value $(name)): \
    there is no such variable; those that are: $(VARIABLES)))

file_of = $(firstword $(subst ::, ,$1))
$(foreach test,$(if $(filter grade rewind,$(MAKECMDGOALS)),,$(T)),$(if $(wildcard $(call file_of,$(test))),\
    $(if $(filter tests tests/% ./tests/%,$(test)),,$(error T=$(test): tests are in tests/)),$(error T=$(test): no such file)))

help: ## list the targets and the variables
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables:'; sed -n 's/^#= //p' $(MAKEFILE_LIST)

.PHONY: $(BUILT) $(BOOTED) $(FOLDERS) clean setup test lint grade help always
