// SPDX-License-Identifier: MIT
// Stands in for libFuzzer where there is none: `SEED RUNS INPUT SEED_FILE...` changes the files at random. The file
// INPUT holds what is being tried, and is gone at the end: what is left after a crash, or after an input that takes
// more than a few seconds, repeats it: with 0 RUNS the files are tried as they are.
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mutation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

/// What is freed is not kept for long: memory that is used again needs no new pages.
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=4:thread_local_quarantine_size_kb=256:malloc_context_size=3";
}

namespace {

constexpr itimerval most_time{{}, {20, 0}};  // of the processor for one input, under the sanitizers

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void try_input(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// The file that holds what is being tried.
class Kept {
 public:
  explicit Kept(const char* path) : path_(path), descriptor_(::open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644)) {}
  ~Kept() { std::remove(path_); }
  Kept(const Kept&) = delete;
  void keep(const std::string& input) const {
    if (::pwrite(descriptor_, input.data(), input.size(), 0) != std::ssize(input) ||
        ::ftruncate(descriptor_, std::ssize(input)) != 0)
      std::exit(74);
  }

 private:
  const char* path_;
  int descriptor_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 64;
  const std::uint64_t seed = std::stoull(argv[1]), runs = std::stoull(argv[2]);
  std::vector<std::string> files;
  for (int i = 4; i < argc; ++i) files.push_back(read(argv[i]));
  std::printf("seed %llu, %llu runs\n", static_cast<unsigned long long>(seed), static_cast<unsigned long long>(runs));
  std::fflush(stdout);
  if (runs == 0) {
    std::ranges::for_each(files, try_input);
    return 0;
  }
  uneven::fuzz::Random random(seed);
  const Kept kept(argv[3]);
  const std::time_t begin = std::time(nullptr);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::string& text = files[random() % files.size()];
    const std::string input = uneven::fuzz::changed(text, files[random() % files.size()], random);
    kept.keep(input);
    ::setitimer(ITIMER_VIRTUAL, &most_time, nullptr);
    try_input(input);
  }
  std::printf("%llu inputs, %llu accepted, %llu s of the processor, %lld s\n", static_cast<unsigned long long>(runs),
              static_cast<unsigned long long>(uneven::fuzz::accepted),
              static_cast<unsigned long long>(std::clock() / CLOCKS_PER_SEC),
              static_cast<long long>(std::time(nullptr) - begin));
}
