# SPDX-License-Identifier: MIT
# uneven: make deps | deps-simulate | packages | build | demo | schema | check | unit | lint | sanitize | fuzz | coverage |
# tidy | debug | bench | install | uninstall | clean | compile_commands.json
# Objects go to build/, executables to build/bin/.
VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
MPICXX ?= mpicxx

# Debian packages: what is needed to build and run, then what only tests and documents need.
PACKAGES := g++ make pkg-config libcli11-dev nlohmann-json3-dev openmpi-bin libopenmpi-dev \
  libopenblas-dev libhwloc-dev libboost-dev libutf8proc-dev libxxhash-dev \
  zlib1g-dev libzstd-dev libhdf5-dev libmecab-dev mecab-ipadic-utf8
SIMULATE_PACKAGES := libsimgrid-dev
TEST_PACKAGES := libboost-test-dev jq mandoc shellcheck clang-format python3-numpy python3-jsonschema librsvg2-bin procps \
  mpich libmpich-dev debhelper environment-modules zsh fish

CXXFLAGS ?= -O2
KERNELFLAGS ?= -O3
# All of Json takes 28 seconds to compile, 45 with -O2, which reads no faster.
JSONFLAGS ?= -O1
# No folder is linked from a file of its name, such as lib/elements/programs.cpp.
MAKEFLAGS += --no-builtin-rules
# All processors are used, unless -j says otherwise, which make 4.3 does not show in MAKEFLAGS here, or `clean` is to come first.
ifeq ($(MAKELEVEL)$(filter clean,$(MAKECMDGOALS)),0)
MAKEFLAGS += $(if $(shell { tr '\0' ' ' </proc/$$PPID/cmdline; echo " $$MAKEFLAGS"; } | \
  grep -E -e ' (-[a-zA-Z]*j|--jobs)'),,-j$(shell nproc))
endif
comma := ,
# Null pointers are seen by the address sanitizer, too; their checks, with those of alignment, take a third of the time to
# compile.
sanitizers := -fsanitize=address$(comma)undefined -fno-sanitize=null$(comma)alignment$(comma)object-size \
  -fno-sanitize-recover=all
uneven_flags := -std=c++20 -Wall -Wextra $(if $(WERROR),-Werror) -ffp-contract=off -fopenmp-simd \
  -DUNEVEN_VERSION='"$(VERSION)"' -Ilib -MMD -MP $(if $(SANITIZE),$(sanitizers))
kernel_flags := $(KERNELFLAGS) -ffp-contract=fast -fno-math-errno -fno-trapping-math
link_flags := $(if $(SANITIZE),-fsanitize=address$(comma)undefined) -Wl,--as-needed $(LDFLAGS)
libraries := -lopenblas -lhwloc -lutf8proc -lxxhash -lz -lzstd

# The files of a folder are compiled together, in a third of the time, until one of them changes; from then on each is
# compiled alone, so that the next change compiles one file. UNITY=1: always together; UNITY=0: always alone; either mode
# finds its own objects in build/obj.
#
# Together, names in anonymous namespaces must differ within a folder. Never together are kernels, which have flags of their
# own, pictures and programs that use names alike, the instances of Json, of which GCC 12 warns if it sees their use, and
# what calls OpenBLAS, whose threads no planner is to start; nor the matching of hosts, for which with-share is not to load
# hwloc.
# Folders with a file newer than their object; its new name, folder.old, keeps that in mind.
changed := $(if $(UNITY),,$(shell find $(BUILD)/obj -name folder.o 2>/dev/null | while read -r object; do \
    folder=$${object#$(BUILD)/obj/}; folder=$${folder%/folder.o}; \
    [ -z "$$(find $$folder -maxdepth 1 -name '*.cpp' -newer $$object 2>/dev/null)" ] || mv $$object $${object%o}old; done; \
  find $(BUILD)/obj -name folder.old -printf '%P ' 2>/dev/null))
changed := $(changed:/folder.old=)
alike := $(wildcard lib/draw/*_svg.cpp) lib/draw/bars.cpp lib/draw/tiling.cpp \
  $(addprefix lib/elements/programs/,applied.cpp components.cpp em.cpp kmeans.cpp linear.cpp logistic.cpp pagerank.cpp paths.cpp)
apart := %_kernel.cpp lib/document/json.cpp lib/perceptron/block.cpp lib/perceptron/matrix.cpp lib/partition/trainer.cpp \
  lib/partition/chain/trainer.cpp lib/launch/match.cpp $(alike) tests/bench/% tests/fuzz/% \
  $(foreach folder,$(changed),$(wildcard $(folder)/*.cpp)) $(if $(filter 0,$(UNITY)),%)
together = $(filter-out $(apart),$(wildcard $(1)/*.cpp))
objects = $(patsubst %.cpp,$(BUILD)/obj/%.o,$(filter $(apart),$(1))) \
  $(patsubst %/,$(BUILD)/obj/%/folder.o,$(sort $(dir $(filter-out $(apart),$(1)))))
lib_sources := $(shell find lib -name '*.cpp')
runner_sources := $(filter-out mpi-runner/simulated/%,$(shell find mpi-runner -name '*.cpp'))
unit_sources := $(shell find tests/unit -name '*.cpp')
tools := $(patsubst tools/%.cpp,$(BUILD)/bin/%,$(wildcard tools/*.cpp))
# The library and the tools know no MPI: for another MPI, REUSE=build takes them from there and compiles mpi-runner alone.
library := $(or $(REUSE),$(BUILD))/libuneven.a
# Built where SimGrid is installed, which brings the declarations of an MPI of its own.
SIMGRID ?= /usr/include
simulated := $(if $(or $(filter deps-simulate,$(MAKECMDGOALS)),$(wildcard $(SIMGRID)/simgrid/s4u.hpp)),$(BUILD)/bin/mpi-runner-simulated)
simulated_sources := $(wildcard mpi-runner/simulated/*.cpp)
simulated_objects := $(addprefix $(BUILD)/obj/simulated/,all.o bp/accuracy.o bp/batches.o bp/control.o bp/network.o \
  bp/one_layer.o bp/training.o bp/training_data.o bp/weights.o comm/communicator.o context.o elements/settings.o job_paths.o \
  matmul/stop.o)

.SECONDARY:
.DELETE_ON_ERROR:
# A folder is no program that the file beside it makes.
.SUFFIXES:
.PHONY: build schema packages deps deps-simulate demo check unit sanitize sanitized fuzz coverage tidy debug bench install uninstall lint clean
build: $(tools) $(BUILD)/bin/mpi-runner $(simulated) $(if $(REUSE),,$(BUILD)/describe)

$(BUILD)/bin/mpi-runner: $(call objects,$(runner_sources)) $(library)
	@mkdir -p $(@D)
	$(MPICXX) $(link_flags) -o $@ $^ $(libraries)
# with-share starts on every rank: the symbols of the C++ library, bound beforehand, are half of its instructions.
$(BUILD)/bin/with-share: link_flags += $(if $(SANITIZE),,-static-libstdc++ -static-libgcc)
ifdef REUSE
$(tools) $(simulated): $(BUILD)/bin/%: $(REUSE)/bin/%
	@mkdir -p $(@D)
	ln -f $< $@ 2>/dev/null || cp $< $@
else
$(BUILD)/bin/mpi-runner-simulated: $(simulated_objects) $(library)
	@mkdir -p $(@D)
	$(CXX) $(link_flags) -o $@ $^ $(libraries) -lsimgrid
$(BUILD)/bin/%: $(BUILD)/obj/tools/%.o $(library)
	@mkdir -p $(@D)
	$(CXX) $(link_flags) -o $@ $^ $(libraries)
$(library): $(call objects,$(lib_sources))
	@rm -f $@
	ar rcs $@ $^
endif
$(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o $(library)
	@mkdir -p $(@D)
	$(CXX) $(link_flags) -o $@ $^ $(libraries)
$(BUILD)/describe: $(BUILD)/obj/tests/describe.o $(library)
	$(CXX) $(link_flags) -o $@ $^ $(libraries)
# What the programs of run-bsp are compared with.
$(BUILD)/bench/bsp: $(BUILD)/obj/tests/bench/bsp/plain_kernel.o
$(BUILD)/bench/mpi/%: tests/bench/bsp/%_mpi.cpp $(BUILD)/obj/tests/bench/bsp/plain_kernel.o tests/bench/bsp/points.hpp
	@mkdir -p $(@D)
	$(MPICXX) $(CXXFLAGS) $(uneven_flags) -DOMPI_SKIP_MPICXX -o $@ $(filter-out %.hpp,$^)
# What run-matmul is compared with; needs libscalapack-openmpi-dev.
$(BUILD)/bench/matmul/pdgemm: libraries := -lscalapack-openmpi -lopenblas -lmpi
$(BUILD)/unit: $(call objects,$(unit_sources)) $(library)
	$(CXX) $(link_flags) -o $@ $^ -lboost_unit_test_framework $(libraries)

$(BUILD)/obj/%_kernel.o: own_flags := $(kernel_flags)
$(BUILD)/obj/lib/document/json.o: own_flags := $(JSONFLAGS)
# How fast a unit test is compiled matters more than how fast it runs.
$(BUILD)/obj/tests/unit/%.o: own_flags := -O0 -DBOOST_TEST_DYN_LINK
$(BUILD)/obj/mpi-runner/%.o: own_flags := -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Impi-runner
$(BUILD)/obj/mpi-runner/%.o: compiler = $(MPICXX)
# What is included so is taken for a header, in which an anonymous namespace would be a fault.
as_if_headers := -Wno-subobject-linkage
compiler = $(CXX)
compile = $(compiler) $(CPPFLAGS) $(CXXFLAGS) $(uneven_flags) $(own_flags) $(precompiled:%=-include %) -c -o $@
# Where it is asked for, what is missing is installed before anything is compiled, also with -j.
first := $(filter deps deps-simulate,$(MAKECMDGOALS))
# A build from nothing (UNITY=1) parses what most files include only once, and once with Boost.Test; ccache does not know how.
precompiled := $(if $(filter 1,$(UNITY)),$(if $(findstring ccache,$(CXX)),,$(BUILD)/obj/common.hpp))
forms := $(if $(precompiled),$(addprefix $(precompiled).gch/,library $(if $(REUSE),,unit)))
# Not for what has flags of its own, nor for the main program of the unit tests, for which Boost.Test's header is asked.
$(BUILD)/obj/%_kernel.o $(BUILD)/obj/lib/document/json.o $(BUILD)/obj/tests/unit/folder.o $(simulated_objects) $(forms): precompiled :=
# A form is made for one object, whose variables it would take.
$(forms): compiler = $(CXX)
$(BUILD)/obj/common.hpp.gch/library: own_flags :=
$(BUILD)/obj/common.hpp.gch/unit: own_flags := -O0 -DBOOST_TEST_DYN_LINK -include boost/test/unit_test.hpp
$(forms): lib/document/json.hpp Makefile | $(first)
	@mkdir -p $(@D)
	@echo '#include "document/json.hpp"' > $(BUILD)/obj/common.hpp
	$(compile) -x c++-header $(BUILD)/obj/common.hpp
$(BUILD)/obj/%.o: %.cpp Makefile | $(first) $(forms)
	@mkdir -p $(@D)
	$(compile) $<
$(simulated_objects): own_flags := -Impi-runner -DSMPI -isystem $(SIMGRID)/smpi
$(BUILD)/obj/simulated/all.o: $(simulated_sources) mpi-runner/simulated Makefile | $(first)
	@mkdir -p $(@D)
	$(compile) $(addprefix -include ,$(simulated_sources)) -x c++ /dev/null $(as_if_headers)
$(BUILD)/obj/simulated/%.o: mpi-runner/%.cpp Makefile | $(first)
	@mkdir -p $(@D)
	$(compile) $<
# A folder is newer once a file has gone from it.
.SECONDEXPANSION:
$(filter %/folder.o,$(call objects,$(lib_sources) $(runner_sources) $(unit_sources))): $(BUILD)/obj/%/folder.o: $$(call together,$$*) $$* Makefile | $(first) $(forms)
	@mkdir -p $(@D)
	$(compile) $(addprefix -include ,$(call together,$*)) -x c++ /dev/null $(as_if_headers)

# What is made of the descriptions of documents is in git.
schema: $(BUILD)/describe
	$<

# For recipes of containers.
packages:
	@echo $(PACKAGES)

# Installs what is missing; without the right to, says what to install. deps-simulate: what simulate-run needs besides.
deps: wanted := $(PACKAGES) $(TEST_PACKAGES)
deps-simulate: wanted := $(SIMULATE_PACKAGES)
deps-simulate: | $(filter deps,$(MAKECMDGOALS))
deps deps-simulate:
	@missing=$$(for p in $(wanted); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	[ -z "$$missing" ] || if [ $$(id -u) = 0 ]; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $$missing; \
	else echo "missing: apt-get install" $$missing; exit 1; fi

# The unit tests that are run; .ci/run takes those under sanitizers.
UNIT ?= $(BUILD)/unit
check: build $(UNIT)
	BUILD=$(BUILD) UNIT=$(UNIT) tests/run

# The suites are dealt to eight processes, which share the processors with whatever else is made.
unit_shards := $(addprefix unit-,0 1 2 3 4 5 6 7)
.PHONY: $(unit_shards)
unit: $(unit_shards)
$(unit_shards): unit-%: $(BUILD)/unit
	@$< --run_test=$$($< --list_content 2>&1 | sed -n 's/^\([a-z].*\)\*$$/\1/p' | \
	  awk 'NR % 8 == $* { printf "%s%s", n++ ? "," : "", $$0 }')

# The unit tests under the address and undefined-behaviour sanitizers, with which GCC 12 warns of the standard library. What
# `make fuzz` runs is compiled, too; the files of data are tried as they are and with a few changes, in some seconds.
sanitize: sanitized
	$(MAKE) BUILD=$(BUILD)/sanitize SANITIZE=1 unit
sanitized:
	$(MAKE) BUILD=$(BUILD)/sanitize SANITIZE=1 CXXFLAGS=-O1 KERNELFLAGS= JSONFLAGS=-O0 WERROR= \
	  $(BUILD)/sanitize/unit $(fuzz_targets:%=$(BUILD)/sanitize/%)
	@set -e; for format in $(FUZZ_FORMATS); do for runs in 0 200; do \
	  $(fuzz_options) FUZZ_FORMAT=$$format $(BUILD)/sanitize/fuzz-data 1 $$runs $(BUILD)/sanitize/input \
	    $(fuzz_seeds_data)/*.$$format >$(BUILD)/sanitize/fuzz.log 2>&1 || { cat $(BUILD)/sanitize/fuzz.log; exit 1; }; \
	done; done

# build/debug/bin: for a debugger; the standard library checks its arguments.
debug:
	$(MAKE) BUILD=$(BUILD)/debug CXXFLAGS='-O0 -g -D_GLIBCXX_ASSERTIONS' KERNELFLAGS= JSONFLAGS= build $(BUILD)/debug/unit

# The share of the lines of each folder of lib/ that the unit tests run. Lines of headers are not counted.
coverage:
	$(MAKE) BUILD=$(BUILD)/coverage CXXFLAGS='-O0 --coverage' KERNELFLAGS= JSONFLAGS= LDFLAGS=--coverage $(BUILD)/coverage/unit
	@find $(BUILD)/coverage -name '*.gcda' -delete
	$(BUILD)/coverage/unit
	@gcov -n $$(find $(BUILD)/coverage/obj/lib -name '*.gcda') 2>/dev/null | awk -F"['/:%]" '\
	  /^File /            { folder = /\.cpp.$$/ && $$2 == "lib" ? $$3 : "" } \
	  /^Lines executed/   { if (folder) { n = $$0; sub(/.* of /, "", n); lines[folder] += n; run[folder] += n * $$2 / 100 } } \
	  END { for (f in lines) { printf "%5.1f %% of %5d lines  lib/%s\n", 100 * run[f] / lines[f], lines[f], f | "sort -k6"; \
	          all += lines[f]; good += run[f] } close("sort -k6"); printf "%5.1f %% of %5d lines  lib\n", 100 * good / all, all }'

# How each source file is compiled, for clangd and clang-tidy.
compile_commands.json: Makefile $(sort $(dir $(lib_sources) $(runner_sources) $(unit_sources))) tools
	@$(MAKE) -Bn --no-print-directory UNITY=0 CXX='$(lastword $(CXX))' \
	  MPICXX='$(lastword $(CXX)) $(shell $(MPICXX) --showme:compile)' $(tools) $(BUILD)/bin/mpi-runner $(BUILD)/unit | \
	  awk -v folder="$(CURDIR)" '/ -c -o .*\.cpp$$/ { line = $$0; gsub(/["\\]/, "\\\\&", line); \
	    printf "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"%s\"}", n++ ? ",\n" : "[\n", folder, $$NF, line } \
	    END { print "\n]" }' > $@

# The checks of .clang-tidy on the files that are not as at TIDY_SINCE: all of them take an hour, so lint does without.
TIDY_SINCE ?= HEAD~1
tidy: compile_commands.json
	git diff --name-only --diff-filter=d $(TIDY_SINCE) -- 'lib/*.cpp' 'tools/*.cpp' 'mpi-runner/*.cpp' | \
	  xargs -r -n 1 -P $(shell nproc) clang-tidy --quiet --warnings-as-errors='*'

# Random changes to sound documents (as text and as JSON) and to files of data, under the sanitizers: by libFuzzer, or
# without clang++ by tests/fuzz/mutate.cpp. See tests/fuzz/README.md.
FUZZ_RUNS ?= 20000
FUZZ_SEED ?= $(shell date +%s)
# Of data, each by the extension of its files: make fuzz-data FUZZ_FORMATS=npz FUZZ_RUNS=1000000
FUZZ_FORMATS ?= csv tsv svm mtx npy npz idx h5 gz zst edges graph adjlist keys data txt
clang := $(shell command -v clang++)
fuzz_formats_document := json
fuzz_formats_planner := json
fuzz_formats_data = $(FUZZ_FORMATS)
fuzz_seeds_document := tests/data/golden-0.1.0
fuzz_seeds_planner := tests/data/speeds
fuzz_seeds_data := tests/data/readers
fuzz_changes_document := tests/fuzz/json_mutation.cpp
fuzz_changes_planner := tests/fuzz/json_mutation.cpp
fuzz_changes_data := tests/fuzz/data_mutation.cpp tests/fuzz/packing.cpp
fuzz_driver := tests/fuzz/$(if $(LIBFUZZER),custom_mutator,mutate).cpp
fuzz_options := ASAN_OPTIONS=hard_rss_limit_mb=2048:allocator_may_return_null=1
$(BUILD)/fuzz-%: $(call objects,tests/fuzz/%.cpp $(fuzz_driver)) $$(call objects,$$(fuzz_changes_$$*)) $(library)
	$(CXX) $(link_flags) $(if $(LIBFUZZER),-fsanitize=fuzzer) -o $@ $^ $(libraries)
fuzz_targets := fuzz-document fuzz-data fuzz-planner
.PHONY: $(fuzz_targets)
fuzz: $(fuzz_targets)
$(fuzz_targets): fuzz-%:
	$(MAKE) BUILD=$(BUILD)/fuzz SANITIZE=1 KERNELFLAGS= $(BUILD)/fuzz/fuzz-$* \
	  $(if $(clang),LIBFUZZER=1 CXX=clang++ CXXFLAGS='-O1 -fsanitize=fuzzer-no-link',CXXFLAGS=-O1)
	@set -e; for format in $(fuzz_formats_$*); do \
	  corpus=$(BUILD)/fuzz/corpus-$*-$$format; mkdir -p $$corpus; cp $(fuzz_seeds_$*)/*.$$format $$corpus; \
	  echo "fuzz-$* $$format"; export FUZZ_FORMAT=$$format; \
	  $(fuzz_options) $(BUILD)/fuzz/fuzz-$* $(if $(clang),-seed=$(FUZZ_SEED) -runs=$(FUZZ_RUNS) -max_len=8192 -timeout=10 \
	    -artifact_prefix=$(BUILD)/fuzz/ $$corpus,$(FUZZ_SEED) $(FUZZ_RUNS) $(BUILD)/fuzz/input-$* $$corpus/*); \
	done

demo: build
	PATH=$(abspath $(BUILD))/bin:$$PATH share/demo $(BUILD)/demo

bench: build $(addprefix $(BUILD)/bench/mpi/,em kmeans logistic) $(patsubst tests/%.cpp,$(BUILD)/%,$(wildcard tests/bench/*.cpp)) \
  $(if $(wildcard /usr/lib/*/libscalapack-openmpi.so),$(BUILD)/bench/matmul/pdgemm)
	PATH=$(abspath $(BUILD))/bin:$$PATH BUILD=$(BUILD) tests/bench/run

lint:
	@clang-format --dry-run -Werror $(shell find lib tools mpi-runner tests -name '*.[ch]pp')
	@shellcheck .ci/run tests/run $(shell grep -rlE '^#!/bin/(ba)?sh' share tests)
	@for page in man/*; do mandoc -T lint -W warning $$page || exit 1; done

# What is installed names installed paths.
data := $(PREFIX)/share/uneven
installed := sed -e 's|@VERSION@|$(VERSION)|g' -e 's|@PREFIX@|$(PREFIX)|g' \
  -e 's|share/examples|$(data)/examples|g' -e 's|\$$PREFIX|$(PREFIX)|g'
completed := $(notdir $(tools)) mpi-runner
# Where Debian has those of packages.
zsh := $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
licences := LICENSE share/examples/words.LICENCE share/examples/noun-phrases.LICENCE.txt
install: build
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/uneven/modulefiles/uneven share/bash-completion/completions \
	  share/zsh/$(zsh) share/fish/vendor_completions.d \
	  share/man/man1 share/man/man3 share/man/man5 share/man/man7 share/doc/uneven share/pkgconfig share/cmake/uneven \
	  include/uneven/elements/typed include/uneven/reduction)
	install -m 644 lib/elements/program.hpp lib/elements/typed.hpp $(DESTDIR)$(PREFIX)/include/uneven/elements
	install -m 644 lib/reduction/user_operator.hpp $(DESTDIR)$(PREFIX)/include/uneven/reduction
	install -m 644 $(wildcard lib/elements/typed/*.hpp) $(DESTDIR)$(PREFIX)/include/uneven/elements/typed
	install -s $(tools) $(BUILD)/bin/mpi-runner $(simulated) $(DESTDIR)$(PREFIX)/bin
	cp -r share/schema share/examples share/batch share/recipes $(DESTDIR)$(data)
	install -m 644 README.md CHANGELOG.md $(licences) $(DESTDIR)$(PREFIX)/share/doc/uneven
	$(installed) share/packaging/uneven.pc.in > $(DESTDIR)$(PREFIX)/share/pkgconfig/uneven.pc
	install -m 644 share/packaging/unevenConfig.cmake $(DESTDIR)$(PREFIX)/share/cmake/uneven
	$(installed) share/packaging/unevenConfigVersion.cmake.in > $(DESTDIR)$(PREFIX)/share/cmake/uneven/unevenConfigVersion.cmake
	$(installed) share/packaging/modulefile.in > $(DESTDIR)$(data)/modulefiles/uneven/$(VERSION)
	install -m 644 share/completions/uneven.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/uneven
	for page in $(notdir $(wildcard man/*)); do $(installed) man/$$page \
	  > $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$$page; done
	install -m 644 share/completions/_uneven $(DESTDIR)$(PREFIX)/share/zsh/$(zsh)
	install -m 644 share/completions/uneven.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	for program in $(completed); do \
	  ln -sf uneven $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$program; \
	  ln -sf uneven.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$program.fish; done

uninstall:
	rm -rf $(addprefix $(DESTDIR)$(PREFIX)/,include/uneven share/uneven share/doc/uneven share/cmake/uneven)
	rm -f $(DESTDIR)$(PREFIX)/share/pkgconfig/uneven.pc
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(notdir $(tools)) mpi-runner mpi-runner-simulated)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/bash-completion/completions/,uneven $(completed))
	rm -f $(patsubst %,$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/%.fish,uneven $(completed))
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/$(zsh)/_uneven
	for page in $(notdir $(wildcard man/*)); do rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$$page; done

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
