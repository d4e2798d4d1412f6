// SPDX-License-Identifier: MIT
// Stands in for libFuzzer where there is none: `SEED RUNS INPUT DOCUMENT...` changes the documents at random, half of
// the time as text, half as JSON. The file INPUT holds what is being tried, and is gone at the end: what is left after
// a crash, or after an input that takes more than a few seconds, repeats it: with 0 RUNS the documents are tried as
// they are.
#include <sys/time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "json_mutation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace {

constexpr itimerval most_time{{}, {20, 0}};  // of the processor for one input, under the sanitizers

const std::vector<std::string> words{
    "null", "true", "-1",          "0",    "0.5", "1e300", "9007199254740992", "-0.0", "[]",
    "{}",   "\"\"", "\"\\ud800\"", "\xff", ",",   ":",     "{\"a\":",          "[[[[", "18446744073709551615",
    "\n",   "\r",   "\t",          "#",    "%",   "\"",    "\xEF\xBB\xBF"};

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A place and a length inside `text`; half of the time the value of a member, so that much stays well-formed.
std::pair<std::size_t, std::size_t> piece(const std::string& text, std::mt19937_64& random) {
  std::size_t first = random() % (text.size() + 1);
  std::size_t length = std::min<std::size_t>(random() % 9, text.size() - first);
  if (random() % 2)
    if (const auto colon = text.find(':', first); colon != text.npos) {
      first = text.find_first_not_of(": ", colon);
      if (first == text.npos) return {text.size(), 0};
      length = std::min(text.find_first_of(",}]\n", first), text.size()) - first;
    }
  return {first, length};
}

std::string mutated(std::string text, const std::string& other, std::mt19937_64& random) {
  for (std::size_t left = 1 + random() % 4; left > 0; --left) {
    const auto [first, length] = piece(text, random);
    const auto [from, count] = piece(other, random);
    switch (random() % 5) {
      case 0:
        text.erase(first, length);
        break;
      case 1:
        text.insert(first, text.substr(first, length));
        break;
      case 2:
        text.replace(first, length, words[random() % words.size()]);
        break;
      case 3:
        text.replace(first, length, other.substr(from, count));
        break;
      default:
        if (first < text.size()) text[first] = static_cast<char>(random());
    }
  }
  return text;
}

void try_input(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 64;
  const std::uint64_t seed = std::stoull(argv[1]), runs = std::stoull(argv[2]);
  std::vector<std::string> documents;
  for (int i = 4; i < argc; ++i) documents.push_back(read(argv[i]));
  std::printf("seed %llu, %llu runs\n", static_cast<unsigned long long>(seed), static_cast<unsigned long long>(runs));
  if (runs == 0) std::ranges::for_each(documents, try_input);
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::seed_seq sequence{seed, run};
    std::mt19937_64 random(sequence);
    const std::string& text = documents[random() % documents.size()];
    const std::string& other = documents[random() % documents.size()];
    std::string input = random() % 2 ? text : uneven::fuzz::with_json_changes(text, other, random);
    if (input == text) input = mutated(text, other, random);
    std::ofstream(argv[3], std::ios::binary) << input;
    ::setitimer(ITIMER_VIRTUAL, &most_time, nullptr);
    try_input(input);
  }
  std::remove(argv[3]);
}
