# Vitrine: a photo-gallery browser for the terminal.
#
# `make run` and `make test` are all there is to know; `make help` lists the rest.

# Where `make install` puts things. DESTDIR is for packagers.
PREFIX  ?= /usr/local
DESTDIR ?=
# Where `make deb` and `make dist` put what they make.
FOLDER  ?= .
# Arguments for `make run`, as a shell would take them: make run ARGS="'my photos' --help"
ARGS    ?=
# Test targets for `make test`; all without it.
ONLY    ?=

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.NOTPARALLEL:
.SUFFIXES:
.DELETE_ON_ERROR:

# The Swift runtime is linked into the programs, so that they start in 2 ms and run without Swift.
SWIFT_BUILD = scripts/build --release
RELEASE     = .build/release
PROGRAMS    = $(RELEASE)/vitrine $(RELEASE)/vitrine-pictures
DATA        = $(RELEASE)/Vitrine_vitrine.resources/Resources
# Made after a build, and older than its programs when something else (a plain `swift build`, which
# links the runtime from outside) has made them since.
BUILT       = .build/.vitrine-release
SOURCES     = Package.swift $(shell find Sources -type f)
FORMATTED   = $(wildcard Package.swift Sources Tests Tools Fuzz)
# The program for developers, which the package has only when it is asked for it.
TOOLS_BUILD = VITRINE_TOOLS=1 scripts/build

# What the archive has in it: the programs, linked for glibc 2.34, and all libraries.
VERSION     = $(shell sed -n 's/^\#\# \[\([0-9.]*\)\].*/\1/p' CHANGELOG.md | head -n 1)
PORTABLE    = .build/portable
TREE        = .build/dist/vitrine-$(VERSION)-x86_64-linux
TREE_MADE   = .build/.vitrine-tree
TREE_PARTS  = $(SOURCES) $(shell find packaging docs -type f) scripts/build scripts/install scripts/build-libraries \
              scripts/make-tree scripts/bundle scripts/lower-glibc LICENSE README.md CHANGELOG.md

.PHONY: run test install uninstall build deb dist check-packages bench corpus tools test-terminals lint docs format words fuzz
.PHONY: compare screencast
.PHONY: clean help set-up

run: set-up $(BUILT) ## Build and open the sample gallery; a folder: make run ARGS="~/Pictures"
	@# 130 is Ctrl-C: a way to leave, no failure of make.
	@status=0; $(RELEASE)/vitrine $(or $(ARGS),--sample) || status=$$?; \
	  [ $$status -eq 130 ] || exit $$status

test: set-up ## Build Vitrine and run all its tests; some: make test ONLY="GalleryDataTests FeedFormatsTests"
	@VITRINE_TESTS='$(ONLY)' scripts/build --build-tests
	@VITRINE_TESTS='$(ONLY)' scripts/test

install: build ## Install below PREFIX (/usr/local); DESTDIR is put before it
	@scripts/install '$(DESTDIR)$(PREFIX)' '$(RELEASE)'

uninstall: ## Remove what install put there
	@scripts/install --remove '$(DESTDIR)$(PREFIX)'

build: set-up $(BUILT) ## Build the programs, optimized
	@:

deb: build ## Make a Debian package of it, vitrine_VERSION_ARCH.deb
	@scripts/set-up deb
	@scripts/make-deb '$(RELEASE)' '$(FOLDER)'

dist: $(TREE_MADE) ## Make an archive that runs anywhere, vitrine-VERSION-x86_64-linux.tar.zst
	@scripts/make-dist '$(TREE)' '$(FOLDER)'

check-packages: deb dist ## Install both here and in bare systems, and look whether they work
	@scripts/set-up packaging
	@scripts/check-packages '$(RELEASE)' '$(FOLDER)'/vitrine_$(VERSION)_*.deb '$(FOLDER)'/vitrine-$(VERSION)-*.tar.zst

bench: build ## Measure start-up, keys, pictures, memory, servers; one: make bench ARGS=remote
	@scripts/set-up bench
	@$(TOOLS_BUILD) --release --product vitrine-bench
	@$(RELEASE)/vitrine-bench $(ARGS)

corpus: build ## Take a folder of bad pictures through the program: make corpus DIR=folder, or the fixtures of the tests
	@scripts/run-corpus $(RELEASE)/vitrine $(if $(DIR),'$(DIR)')

tools: set-up ## Build what is built only when it is run: bench
	@$(TOOLS_BUILD) --product vitrine-bench

test-engines: set-up ## Try it with real servers: Ceph, ClickHouse, WebDAV, SFTP
	@scripts/set-up engines
	@scripts/build --build-tests
	@scripts/test-engines $(ARGS)

test-terminals: build ## Look at the program in real terminals under Xvfb
	@scripts/set-up terminals
	@scripts/test-terminals $(ARGS)

compare: build ## Measure lf, vifm, ranger and nnn beside it; your photos: make compare DIR=folder
	@scripts/set-up bench
	@$(TOOLS_BUILD) --release --product vitrine-bench
	@$(RELEASE)/vitrine-bench compare $(if $(DIR),'$(DIR)')

screencast: build ## Make docs/screencast.webp, the moving picture of the README
	@scripts/set-up screencast
	@scripts/screencast

lint: ## Check the format, the layers, the names, that nothing is resumed inside a lock, how tests wait, and the man pages
	@scripts/set-up lint
	@swift format lint --strict --recursive $(FORMATTED)
	@scripts/check-layers
	@scripts/check-locks
	@scripts/check-tests
	@mandoc -Tlint -Wwarning docs/man/*.[15]

words: ## Write every text that users read into .build/words.txt
	@scripts/words

docs: set-up ## Make the documentation of the two libraries in .build/docs; fails at the first bad comment
	@scripts/make-docs

format: ## Bring the sources into shape
	@swift format --in-place --recursive $(FORMATTED)

fuzz: set-up ## Feed broken input to the decoders and the string cleaner, 30 s each
	@Fuzz/run 30

clean: ## Remove everything that was built
	@rm -rf .build Fuzz/.build

help: ## Show this
	@printf 'make TARGET\n\n'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

set-up:
	@scripts/set-up

# Linked where the other programs are, so that nothing is compiled twice; the next `make build` links those again.
$(TREE_MADE): $(TREE_PARTS)
	@scripts/set-up dist
	@scripts/build-libraries .build/libraries
	@$(SWIFT_BUILD) --portable --product vitrine
	@$(SWIFT_BUILD) --portable --product vitrine-pictures
	@rm -rf '$(PORTABLE)' .build/dist && mkdir -p '$(PORTABLE)' .build/dist
	@cp -R $(PROGRAMS) $(RELEASE)/Vitrine_vitrine.resources '$(PORTABLE)'
	@scripts/make-tree '$(PORTABLE)' .build/libraries '$(TREE)'
	@touch $@

$(BUILT): $(SOURCES) $(wildcard $(PROGRAMS))
	@echo 'Building Vitrine; the first time takes some minutes.' >&2
	@$(SWIFT_BUILD) --product vitrine
	@$(SWIFT_BUILD) --product vitrine-pictures
	@touch $@
