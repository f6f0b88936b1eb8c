# The commands of this repository; CONTRIBUTING.md says more about each.
# SDL=system takes the SDL3 that pkg-config finds instead of building the bundled one.

SDL ?= bundled
export SDL

.PHONY: help demo play test headers abi-accept valgrind asan tsan fuzz suite compatibility cflags libs clean
.PHONY: install uninstall dist check-install check-package check-determinism abi-check bench-peers mutants mutants-all

help:
	@echo "make demo        build libakgl.so, play the example games without a window, draw what happened"
	@echo "make play        play in a window (GAME=sidescroller)"
	@echo "make test        everything CI runs: formatting, lints, Rust tests, C tests, demos"
	@echo "make valgrind    the C tests under valgrind"
	@echo "make asan        the C tests and the library under AddressSanitizer and UBSan"
	@echo "make tsan        the C tests that start threads, and the library, under ThreadSanitizer"
	@echo "make fuzz        the fuzz targets of fuzz/, each for a while (SECONDS=60, FUZZ=name for one)"
	@echo "make install     PREFIX=/usr/local DESTDIR= LIBDIR=lib; make uninstall takes it away again"
	@echo "make dist        a tarball of what is installed, for people without Rust"
	@echo "make check-install  builds games against an installed tree, three ways, and moves it (slow)"
	@echo "make check-package  cargo package, and the crate's documentation (slow)"
	@echo "make check-determinism  the golden hashes under every optimisation, for any processor and for this one"
	@echo "make mutants     what the tests do not notice: cargo-mutants over FILE=src/... (slow)"
	@echo "make mutants-all  the same for all files (FILE=src/... for some) in one build (an hour or more)"
	@echo "make suite       someone else's C tests against this library (SUITE=path/to/c/tests)"
	@echo "make bench-peers  the workloads in Box2D, rapier2d and Chipmunk beside this library; writes docs/performance.md"
	@echo "make headers     write include/akgl/*.h anew from src/capi/"
	@echo "make compatibility  write docs/compatibility.md anew"
	@echo "make abi-check   what was built against abi/, and what each difference means"
	@echo "make abi-accept  write abi/ anew from libakgl.so and the headers"
	@echo "make -s cflags   flags that compile a C file against this tree"
	@echo "make -s libs     flags that link it, so that it also runs"
	@echo "make clean       remove everything built"

demo:
	@scripts/demo.sh

GAME ?= sidescroller
play:
	@scripts/play.sh $(GAME)

test:
	@scripts/test.sh

valgrind:
	@scripts/valgrind.sh

asan:
	@scripts/sanitize.sh address

tsan:
	@scripts/sanitize.sh thread

fuzz:
	@scripts/fuzz.sh "$(or $(SECONDS),60)" "$(FUZZ)"

PREFIX ?= /usr/local
LIBDIR ?= lib
install uninstall:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" LIBDIR="$(LIBDIR)" scripts/install.sh $@

dist:
	@scripts/install.sh dist

check-install:
	@scripts/check-install.sh

check-package:
	@scripts/check-package.sh

check-determinism:
	@scripts/check-determinism.sh

# RE: takes of the file's mutants those whose names match.
mutants:
	@FILE="$(FILE)" RE="$(RE)" scripts/mutants.sh

mutants-all:
	@FILE="$(FILE)" scripts/mutants-all.sh

# SUITE_CWD: where the programs run (the suite's folder). SUITE_CFLAGS: more words for the compiler.
suite:
	@SUITE_CWD="$(SUITE_CWD)" SUITE_CFLAGS="$(SUITE_CFLAGS)" scripts/suite.sh "$(SUITE)"

bench-peers:
	@scripts/bench-peers.sh

headers:
	@scripts/accept.sh headers

compatibility:
	@scripts/accept.sh compatibility

abi-check:
	@scripts/abi-check.sh

abi-accept:
	@scripts/accept.sh abi

cflags:
	@scripts/flags.sh cflags

libs:
	@scripts/flags.sh libs

clean:
	cargo clean
	rm -rf target/demo
