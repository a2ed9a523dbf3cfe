# GNU make 4.3 or newer. `make` alone lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The npm package `node` brings Node 24: everything runs on it, whatever the machine has.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

# Which lab to start or stop: `make lab-up LAB=second` runs one beside the first.
LAB ?= lab

# Named after the lock file's content, and inside node_modules: it goes when the packages go, and changes when they must.
installed := node_modules/.installed-$(shell cksum < package-lock.json | cut -d ' ' -f 1)

.PHONY: help
help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

.PHONY: setup
setup: $(installed) ## Install the packages, if the lock file has changed since
	@:

$(installed):
	@command -v npm >/dev/null || { echo 'cannot set up: npm is not on the PATH; install Node.js 20 or newer, which brings it' >&2; exit 1; }
	@command -v node >/dev/null || { echo 'cannot set up: node is not on the PATH; install Node.js 20 or newer' >&2; exit 1; }
	@echo 'setting up: installing what package-lock.json names into node_modules' >&2
	@npm ci --loglevel=error >&2
	@test -x node_modules/.bin/node || { echo 'cannot set up: the package "node" brought no program; let npm run its install script (ignore-scripts=false)' >&2; exit 1; }
	@touch $@

.PHONY: check
check: setup ## Types, lint, imports, format, dead code, bundle; all failures at once
	@node test/run/main.ts check

.PHONY: test-unit
test-unit: setup ## Tests that need nothing but Node, for the inner loop: half a minute
	@node test/run/main.ts unit

.PHONY: test
test: setup ## Everything CI runs: checks, unit tests, bad input, seeds, and the lab's tests if Go is there
	@node test/run/main.ts all

.PHONY: soak
soak: setup ## What `test` does, and the tests that take long
	@node test/run/main.ts soak

.PHONY: demo
demo: setup ## Show the controller at work on a simulated fleet; needs nothing else (ARGS='--plain')
	@node src/cli/main.ts demo $(ARGS)

.PHONY: record
record: setup ## Record the demo and the console for the README (docs/pictures)
	@node test/record/main.ts

.PHONY: lab-up
lab-up: setup ## Start a lab of real control planes and say how to reach it (LAB=name for a second)
	@node lab/main.ts up $(LAB)

.PHONY: lab-down
lab-down: setup ## Stop that lab, and nothing else (LAB=name)
	@node lab/main.ts down $(LAB)

.PHONY: generate
generate: setup ## Write the CRDs and their reference anew from the schemas
	@node test/generate/crds.ts

.PHONY: build
build: setup ## Bundle the command into dist/, with a `fitout` for the PATH in dist/bin
	@rolldown -c >&2
	@mkdir -p dist/bin
	@printf '#!/bin/sh\nexec "%s" "%s" "$$@"\n' '$(CURDIR)/node_modules/.bin/node' '$(CURDIR)/dist/fitout.js' > dist/bin/fitout
	@chmod +x dist/bin/fitout
	@echo 'to type fitout in this shell: export PATH="$(CURDIR)/dist/bin:$$PATH"' >&2

.PHONY: image
image: setup ## Make the image for amd64 and arm64 in dist/release/image, and push it (PUSH=registry/name:tag)
	@node release/main.ts image $(if $(PUSH),--push $(PUSH))

.PHONY: release
release: setup ## Make everything that users get from the tag that is checked out, in dist/release (ARGS='--untagged' to try)
	@node release/main.ts all $(ARGS)

.PHONY: renew-pins
renew-pins: setup ## Pin the newest packages of Debian, and Node, for the image
	@node release/main.ts renew-pins

.PHONY: bench
bench: build ## Measure, as ratios within one run (ARGS='-o json' for machines)
	@node bench/main.ts $(ARGS)

.PHONY: format
format: setup ## Format every file and fix what the linter can
	@oxfmt
	@oxlint --fix
