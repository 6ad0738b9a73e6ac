# Targets of the whole tree.  A lab's starter has neither this file nor the programs that the targets start
# (tools/course/tree.py).

setup-course: ## install what grading needs
	@sh tools/setup course

setup-full: ## install what make lint and make test-full need besides
	@sh tools/setup full

setup-slurm: ## install what make test-slurm needs
	@sh tools/setup slurm

test-full: ALL_TESTS = tests
test-full soak mutants: SANITIZE = 1
test-full: test ## run all tests, also those in tests/full and tests/course

test-systems: ## try README's commands on Debian 13 (SYSTEM=testing: on another), made by debootstrap; as root
	@$(PYTHON) -B tools/systems $(SYSTEM)

test-alloc: ## run each guest test with each of the kernel's paths to an allocation failing: an hour
	$(BUILD) all test-image
	@$(PYTHON) -B -m pytest -p no:cacheprovider --rootdir=. -q -n auto tests/full/with_failing_allocations.py

soak: ## run tests in random order on machines of any size beside other work, for MINUTES=10
	$(BUILD) all test-image ruler labs host-tests
	@python3 -B tools/soak $(PYTHON) $(or $(MINUTES),10) $(SEED)

test-slurm: ## start a Slurm and test tools/class --slurm on it; as root
	@$(PYTHON) -B -m pytest -p no:cacheprovider --rootdir=. -q tests/course/with_slurm.py

test-ports: ## build PORTS='NAME...', or all, for Tally and the host, and compare what they print; writes doc/ports.md
	$(BUILD) libc all PORTS= EXTRA=
	@PORTS_FROM='$(subst ','\'',$(PORTS_FROM))' $(PYTHON) -B tools/ports/port test $(PORTS)

handout: ## make the starter of a lab: LAB=2 TO=DIR (or TO=FILE.tar.gz)
	@python3 -B tools/handout '$(LAB)' '$(subst ','\'',$(TO))'

bench: ## count the instructions of common work, on Tally and on Debian's Linux; SCALING=1: on 1 to 8 CPUs
	@$(PYTHON) -B tools/bench/bench.py

pictures: ## draw doc/pictures/*.svg again, those that each run draws alike (all: see tools/pictures)
	@$(PYTHON) -B tools/pictures

promises: ## print the first sentence of each test, by topic; M=WORD: of those with WORD in their names
	@python3 -B tools/promises $(M)

conformance: ## write doc/conformance.md: which test shows each promise of the manuals
	@$(PYTHON) -B tools/conformance

mutants: ## apply each edit in tests/mutants: the tests that it names must fail; M=NAME tries one
	@$(PYTHON) -B tools/mutants $(MAKE) $(PYTHON) $(M)
	$(if $(M),,@python3 -B tools/matrix)

mistakes: ## write build/mistakes.md: what the kernel prints for each wrong edit in tests/mistakes; M=NAME: one
	$(BUILD) test-image
	@$(PYTHON) -B tools/mistakes $(MAKE) $(M)

fuzz: ## random calls, programs, disks, boot lines and keys on machines of all sizes; once, or for MINUTES=N
	$(BUILD) test-image
	@MINUTES='$(MINUTES)' $(PYTHON) -B tools/fuzz all $(SEED)

cover: ## list the kernel's code that the random calls of make fuzz do not reach
	$(BUILD) test-image ruler
	@$(PYTHON) -B tools/fuzz cover $(SEED)

matrix: ## grade the labs' wrong and right solutions (LAB=2: of one lab), to see which tests each loses
	@python3 -B tools/matrix $(LAB) $(M)

#=   TO=DIR M=NAME      where make handout puts a starter; which mutant, mistake or solution
#=   SCALING=1          make bench with several CPUs
#=   SYSTEM=testing     a suite of Debian, for make test-systems
#=   MINUTES=10 SEED=N  how long make soak and fuzz go on; the round of make soak to run again, the first of make fuzz
VARIABLES += TO M MINUTES SEED SYSTEM SCALING

.PHONY: setup-course setup-full setup-slurm test-full test-systems test-alloc soak test-slurm test-ports handout bench pictures promises conformance mutants mistakes fuzz cover matrix
