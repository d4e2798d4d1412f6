// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <random>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "document/checkpoint.hpp"

BOOST_AUTO_TEST_SUITE(checkpoint_file)

using namespace uneven;
using namespace uneven::document;

namespace {

const std::string header = R"({"kind":"bp-checkpoint"})", body = "body of 300 bytes: " + std::string(281, 'x');

void write(const std::string& path, const std::string& bytes = body) {
  CheckpointOutput out(path, header, std::ssize(bytes));
  out.write(bytes.data(), bytes.size());
  out.commit();
}

std::string refusal(const std::string& path) {
  return text_of<InputError>([&] { CheckpointInput in(path); });
}

/// The bytes that uneven 0.1 began a checkpoint with.
const std::string of_0_1 = R"({"kind":"bsp-checkpoint","version":1,"identity":{}})";

}  // namespace

BOOST_AUTO_TEST_CASE(header_and_body_come_back) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  CheckpointInput in(directory.path("state"));
  BOOST_TEST(in.header() == header);
  BOOST_TEST_REQUIRE(in.bytes() == std::ssize(body));
  std::string part(4, ' ');
  in.read(5, 4, part.data());
  BOOST_TEST(part == body.substr(5, 4));
}

BOOST_AUTO_TEST_CASE(the_file_begins_with_the_fixed_bytes_and_says_its_lengths) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  const std::string bytes = directory.read("state");
  BOOST_TEST(bytes.substr(0, 8) == "\x89uneven\n");
  BOOST_TEST(bytes.substr(32).starts_with(header + body));
  std::uint64_t numbers[3];
  std::memcpy(numbers, bytes.data() + 8, sizeof numbers);
  BOOST_TEST(numbers[0] == 2u);
  BOOST_TEST(numbers[1] == header.size());
  BOOST_TEST(numbers[2] == body.size());
  BOOST_TEST(bytes.size() == 32 + header.size() + body.size() + 8);
}

BOOST_AUTO_TEST_CASE(a_flipped_bit_of_any_byte_is_refused) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  const std::string whole = directory.read("state");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
    directory.write("state", bytes);
    BOOST_TEST_CONTEXT("byte " << at) BOOST_TEST(refusal(directory.path("state")) != "nothing was thrown");
  }
}

BOOST_AUTO_TEST_CASE(every_file_that_ends_too_early_or_too_late_is_refused) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  const std::string whole = directory.read("state");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    directory.write("state", whole.substr(0, length));
    BOOST_TEST_CONTEXT("length " << length) BOOST_TEST(refusal(directory.path("state")) != "nothing was thrown");
  }
  directory.write("state", whole + '\0');
  BOOST_TEST(contains(refusal(directory.path("state")), "state: the checkpoint is damaged: it has "));
}

BOOST_AUTO_TEST_CASE(random_bytes_in_place_of_others_are_refused) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  const std::string whole = directory.read("state");
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 rng(seed);
    std::string bytes = whole;
    const std::size_t first = rng() % bytes.size();
    for (std::size_t at = first; at < std::min(bytes.size(), first + 1 + rng() % 64); ++at)
      bytes[at] = static_cast<char>(rng());
    if (bytes == whole) continue;
    directory.write("state", bytes);
    BOOST_TEST_CONTEXT("seed " << seed) BOOST_TEST(refusal(directory.path("state")) != "nothing was thrown");
  }
}

BOOST_AUTO_TEST_CASE(lengths_that_wrap_around_are_refused_before_anything_is_allocated) {
  const TemporaryDirectory directory;
  write(directory.path("state"));
  for (const std::size_t place : {16, 24})
    for (const std::uint64_t length : {~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{1} << 40}) {
      std::string bytes = directory.read("state");
      std::memcpy(bytes.data() + place, &length, sizeof length);
      const std::string path = directory.write("other", bytes);
      BOOST_TEST(contains(refusal(path), "bytes, not as many as it says"));
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_checkpoint_is_called_so) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(refusal(directory.write("f", "")), "f: is empty; expected a checkpoint"));
  BOOST_TEST(contains(refusal(directory.write("f", "hello")), "f: is no checkpoint"));
  BOOST_TEST(
      contains(refusal(directory.write("f", of_0_1)), "f: is a checkpoint of version 0.1, which has no checksum"));
  BOOST_TEST(contains(text_of<OpenError>([&] { CheckpointInput in(directory.path("none")); }),
                      "none: cannot open the checkpoint: No such file"));
  BOOST_TEST(contains(text_of<OpenError>([&] { CheckpointInput in(directory.path(".")); }), "is no regular file"));
}

BOOST_AUTO_TEST_CASE(the_checkpoint_before_stays_whole_until_the_next_is_sealed) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("state");
  write(path);
  const std::string before = directory.read("state");
  {
    CheckpointOutput out(path, header, 1000);
    out.write(body.data(), body.size());
    BOOST_TEST(directory.read("state") == before);
  }
  BOOST_TEST(directory.read("state") == before);
  BOOST_TEST(directory.files() == 1);
  write(path, "next");
  BOOST_TEST(CheckpointInput(path).bytes() == 4);
}

BOOST_AUTO_TEST_CASE(only_a_checkpoint_or_nothing_is_replaced_without_force) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("state"), pipe = directory.path("pipe");
  require_checkpoint_place(path, false);
  directory.write("state", "");
  require_checkpoint_place(path, false);
  write(path);
  require_checkpoint_place(path, false);
  BOOST_TEST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& place : {pipe, directory.path("."), std::string("/dev/null")})
    for (const bool force : {false, true})
      BOOST_TEST(contains(text_of<IoError>([&] { require_checkpoint_place(place, force); }), "is no regular file"));
  for (const std::string& bytes : {std::string("x"), std::string("\x89uneve"), of_0_1}) {
    directory.write("state", bytes);
    BOOST_TEST(contains(text_of<InputError>([&] { require_checkpoint_place(path, false); }), "or --force"));
    require_checkpoint_place(path, true);
    BOOST_TEST(directory.read("state") == bytes);
  }
  BOOST_TEST(contains(text_of<IoError>([&] { require_checkpoint_place(path + "/x", false); }), "Not a directory"));
}

BOOST_AUTO_TEST_SUITE_END()
