# The proof of kernel/prof/bin.h, which the starters of the labs before it do not have.

setup-prove: ## install what make prove needs
	@sh tools/setup prove

prove: ## prove kernel/prof/bin.h for all inputs, with Frama-C
	$(BUILD) prove

.PHONY: setup-prove prove
