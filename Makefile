# SPDX-License-Identifier: Apache-2.0
#
# A thin front: installs what is missing, then calls the CMake presets.

PREFIX ?= /usr/local
# CMake's list of what it found is of interest only when something is missing, and
# that goes to standard error.
configure = cmake --preset $(1) $(2) >/dev/null

.PHONY: help demo test check soak bench format install clean
.DEFAULT_GOAL := help

help:
	@echo "make demo                 build heddle and watch it find a deadlock"
	@echo "make test                 all checks and tests; unit tests under sanitizers (minutes)"
	@echo "make check                format, layers and file headers (seconds)"
	@echo "make soak                 the long tests"
	@echo "make bench                the benchmarks"
	@echo "make format               format all sources"
	@echo "make install PREFIX=DIR   install into DIR (default /usr/local)"
	@echo "make clean                remove build/ and heddle-out/"

demo:
	@tools/setup demo
	@echo "Building heddle ..."
	@$(call configure,release)
	@cmake --build --preset release --target heddle heddle_rt
	@tools/demo build/release

test:
	tools/setup test
	tools/check
	$(call configure,dev)
	cmake --build --preset system
	ctest --preset system
	$(call configure,asan)
	cmake --build --preset asan
	ctest --preset asan

check:
	tools/check

soak:
	tools/setup test
	$(call configure,dev)
	cmake --build --preset soak
	ctest --preset soak
	$(call configure,asan)
	cmake --build --preset asan-soak
	ctest --preset asan-soak

bench:
	tools/setup test
	$(call configure,release,-DHEDDLE_BENCH=ON)
	cmake --build --preset release
	tools/bench build/release

format:
	tools/format

install:
	tools/setup demo
	$(call configure,release)
	cmake --build --preset release --target heddle heddle_rt
	cmake --install build/release --prefix $(abspath $(PREFIX))

clean:
	rm -rf build heddle-out
