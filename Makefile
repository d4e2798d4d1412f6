# uneven: `make deps build check demo bench install lint fuzz`. Objects go to build/, executables to build/bin/.
VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
MPICXX ?= mpicxx

# Debian packages: what is needed to build and run, then what only tests and documents need.
PACKAGES := g++ make pkg-config libcli11-dev nlohmann-json3-dev libvalijson-dev openmpi-bin libopenmpi-dev \
  libopenblas-dev libhwloc-dev libboost-dev libutf8proc-dev
TEST_PACKAGES := libboost-test-dev jq mandoc shellcheck clang-format python3-numpy librsvg2-bin procps

CXXFLAGS ?= -O2
comma := ,
uneven_flags := -std=c++20 -Wall -Wextra $(if $(WERROR),-Werror) -ffp-contract=off -fopenmp-simd -DJSON_DIAGNOSTICS=1 \
  -DUNEVEN_VERSION='"$(VERSION)"' -Ilib -MMD -MP $(if $(SANITIZE),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all)
kernel_flags := -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math
link_flags := $(if $(SANITIZE),-fsanitize=address$(comma)undefined) -Wl,--as-needed
libraries := -lopenblas -lhwloc -lutf8proc

objects = $(patsubst %.cpp,$(BUILD)/obj/%.o,$(1))
lib_sources := $(shell find lib -name '*.cpp')
runner_sources := $(shell find mpi-runner -name '*.cpp')
unit_sources := $(shell find tests/unit -name '*.cpp')
schemas := $(sort $(wildcard share/schema/*.json))
tools := $(patsubst tools/%.cpp,$(BUILD)/bin/%,$(wildcard tools/*.cpp))
library := $(BUILD)/libuneven.a

.SECONDARY:
.PHONY: build deps demo check unit bench install uninstall lint fuzz clean
build: $(tools) $(BUILD)/bin/mpi-runner

$(BUILD)/bin/mpi-runner: $(call objects,$(runner_sources)) $(library)
	@mkdir -p $(@D)
	$(MPICXX) $(link_flags) -o $@ $^ $(libraries)
$(BUILD)/bin/%: $(BUILD)/obj/tools/%.o $(library)
	@mkdir -p $(@D)
	$(CXX) $(link_flags) -o $@ $^ $(libraries)
$(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o $(library)
	@mkdir -p $(@D)
	$(CXX) $(link_flags) -o $@ $^ $(libraries)
$(BUILD)/unit: $(call objects,$(unit_sources)) $(library)
	$(CXX) $(link_flags) -o $@ $^ -lboost_unit_test_framework $(libraries)
$(library): $(call objects,$(lib_sources)) $(BUILD)/obj/schemas.o
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/obj/mpi-runner/%.o: mpi-runner/%.cpp
	@mkdir -p $(@D)
	$(MPICXX) $(CXXFLAGS) $(uneven_flags) -DOMPI_SKIP_MPICXX -Impi-runner -c -o $@ $<
$(BUILD)/obj/%_kernel.o: %_kernel.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(uneven_flags) $(kernel_flags) -c -o $@ $<
$(BUILD)/obj/tests/%.o: tests/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(uneven_flags) -DBOOST_TEST_DYN_LINK -c -o $@ $<
$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(uneven_flags) -c -o $@ $<

# The schemas are compiled in, so that a tool needs no file to validate.
$(BUILD)/obj/schemas.cpp: $(schemas) Makefile
	@mkdir -p $(@D)
	{ echo '#include "document/schemas.hpp"'; echo 'namespace uneven::document {'; \
	  echo 'const std::map<std::string, const char*>& schema_texts() {'; \
	  echo 'static const std::map<std::string, const char*> texts{'; \
	  for f in $(schemas); do echo "{\"$$(basename $$f .json)\", R\"json("; cat $$f; echo ')json"},'; done; \
	  echo '}; return texts; } }'; } > $@
$(BUILD)/obj/schemas.o: $(BUILD)/obj/schemas.cpp
	$(CXX) $(CXXFLAGS) $(uneven_flags) -c -o $@ $<

unit: $(BUILD)/unit
	$(BUILD)/unit

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
