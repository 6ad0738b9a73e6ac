# Tally: what one types.  `make help` lists it; build.mk says how things are built.

$(if $(filter 4.% 5.%,$(MAKE_VERSION)),,$(error This needs GNU make 4 or newer, and $(MAKE) is \
    $(MAKE_VERSION); on macOS: brew install make, then type gmake))

# Goals typed together are built one after the other; each uses all CPUs, or the -j that was given.
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

run: ## boot, run CMD='...'; OUT=DIR gets what it left in /out
qemu: ## boot to a shell in this terminal; its disk is kept in build/disk.img
qemu-gdb: ## the same, waiting for gdb -x .gdbinit in another terminal
profile: ## run CMD='...' profiled, and print the host's gprof table
kprofile: ## run CMD='...' and print where the kernel spent its time
count: ## run CMD='...' profiled, and print how accurate the profile is (doc/ruler.md)

BOOTED := run qemu qemu-gdb profile kprofile count
$(BOOTED):
	@tools/run $@

# The runner finds them in its environment as they were typed, dollar signs and all.
TYPED := CMD KARGS OUT EXTRA DISK IMAGE KERNEL
$(foreach name,$(TYPED),$(eval override $(name) := $$(value $(name))))
export $(TYPED)

# --- Testing ----------------------------------------------------------------------------------

setup: ## install what is missing (Debian, Ubuntu) or print the command that does
	@sh tools/setup

setup-prove: ## the same for what make prove needs
	@sh tools/setup prove

setup-course: ## the same for what only grading needs
	@sh tools/setup course

setup-slurm: ## the same for what only make test-slurm needs
	@sh tools/setup slurm

PYTHON = $(or $(shell sh tools/setup python),$(error no python3 with pytest, xdist and pexpect: make setup))

ALL_TESTS = tests --ignore=tests/full
test: ## run all tests but the long ones; T='tests/guest/fork.c' runs some
test-full: ## run all tests, those of tests/full too
test-full: ALL_TESTS = tests
test test-full:
	$(BUILD) all test-image ruler labs $(if $(filter-out tests/guest/%,$(or $(T),tests)),host-tests)
	@$(PYTHON) -B -m pytest -p no:cacheprovider --rootdir=. -q -n auto $(or $(T),$(ALL_TESTS))

test-slurm: ## test tools/class --slurm on a Slurm of its own; as root
	@$(PYTHON) -B -m pytest -p no:cacheprovider --rootdir=. -q tests/course/with_slurm.py

lint: ## check the form of the C files with clang-format and clang-tidy (a test does, too)
	$(BUILD) lint

prove: ## prove kernel/prof/bin.h for all inputs, with Frama-C
	$(BUILD) prove

grade: ## the points that this tree has in a lab (LAB=2); T='prof_sum' runs one of its tests
	@python3 -B tools/grade $(if $(LAB),--lab '$(LAB)') $(if $(T),--test '$(T)') --json build/grade.json

handout: ## make what students of a lab begin with: LAB=2 TO=DIR (or TO=FILE.tar.gz)
	@python3 -B tools/handout '$(LAB)' '$(TO)'

bench: ## the cost of common work in guest instructions, beside other systems
	@$(PYTHON) -B tools/bench/bench.py

conformance: ## which test shows each promise of the manuals: writes doc/conformance.md
	@$(PYTHON) -B tools/conformance

mutants: ## apply each edit in tests/mutants: the tests that it names must fail; M=NAME tries one
	@$(PYTHON) -B tools/mutants $(MAKE) $(PYTHON) $(M)
	$(if $(M),,@python3 -B tools/matrix)

matrix: ## grade the labs' wrong and right solutions (LAB=2: of one lab): which tests each loses
	@python3 -B tools/matrix $(LAB) $(M)

# --- Variables --------------------------------------------------------------------------------

#=   CPUS=1 MEM=128M    the machine's CPUs (several run in parallel: README, The clock) and memory
#=   DET=1              deterministic: the same output, ticks and profiles each time;
#=                      an instruction takes 2^SHIFT nanoseconds (SHIFT=2)
#=   KARGS='WORDS'      more words for the kernel's boot line
#=   EXTRA=DIR          programs from elsewhere: DIR/NAME.c or DIR/NAME/*.c becomes /bin/NAME,
#=                      any other file goes to /
#=   OUT=DIR            what the command left in /out is copied to DIR
#=   TIMEOUT=60         seconds after which a run counts as hung; 0: never
#=   DISK=FILE          another disk for make qemu; IMAGE=FILE boots a copy of that image
#=   KERNEL=FILE        another kernel
#=   LLVM=1             clang and lld instead of gcc and GNU ld; outputs in build/llvm
#=   CROSS=PREFIX       of the x86-64 tools, such as x86_64-elf-; found automatically if not given
#=   HOSTCC=cc          the compiler of what runs here
#=   PROFILE=1          all programs are built with -pg: they count calls (doc/profiling.md)
#=   FSSIZE=64M         size of the file system image
#=   LAB=2 TO=DIR        a lab's number, and where its starter goes (doc/course)
#=   V=1 WERROR=1       show whole commands; warnings are errors (as with CI=1)
VARIABLES := $(TYPED) CPUS MEM DET SHIFT TIMEOUT LLVM CROSS HOSTCC FSSIZE PROFILE V WERROR CI T M LAB TO

given = $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
$(foreach name,$(filter-out $(VARIABLES),$(given)),$(error $(name)=$(value $(name)): \
    there is no such variable; those that are: $(VARIABLES)))

file_of = $(firstword $(subst ::, ,$1))
$(foreach test,$(if $(filter grade,$(MAKECMDGOALS)),,$(T)),$(if $(wildcard $(call file_of,$(test))),,$(error T=$(test): no such file)))

help: ## list the targets and the variables
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'Variables:'; sed -n 's/^#= //p' Makefile

.PHONY: $(BUILT) $(BOOTED) clean setup setup-prove setup-course setup-slurm test test-full test-slurm lint prove grade handout bench mutants matrix conformance help always
