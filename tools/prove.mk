# The proof of kernel/prof/bin.h.  The starters of the labs before the proof do not have this file.

setup-prove: ## install what make prove needs
	@sh tools/setup prove

prove: ## prove kernel/prof/bin.h for all inputs, with Frama-C
	$(BUILD) prove

.PHONY: setup-prove prove
