// SPDX-License-Identifier: MIT
// The files in tests/data/readers were written by NumPy, h5py, zstd and by hand.
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <random>

#include "base/error.hpp"
#include "data/formats/block_size.hpp"
#include "data/input/plain.hpp"
#include "data/table.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(formats)

using namespace uneven;
using namespace uneven::data;

namespace {

using Numbers = std::vector<double>;

const std::string readers = "tests/data/readers/";

Numbers read_all(const std::string& path, LastColumn last = LastColumn::number) {
  const Table table = open_table(path, {}, last);
  return table.read({0, table.rows()});
}

std::string description(const std::string& path) { return open_table(path).notes().at(0); }

std::string refusal(const std::string& path) {
  return text_of<InputError>([&] { read_all(path); });
}

std::string gzip_of(const std::string& text) {
  z_stream stream{};
  BOOST_REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  BOOST_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd_of(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t bytes = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
  BOOST_REQUIRE(!ZSTD_isError(bytes));
  packed.resize(bytes);
  return packed;
}

std::string file_bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Blocks have their size again at the end.
struct SmallBlocks {
  ~SmallBlocks() { block_size = {}; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_packed_is_read_as_what_was_packed) {
  const TemporaryDirectory directory;
  std::string text;
  Numbers expected;
  for (int i = 0; i < 200'000; ++i) {
    text += std::to_string(i) + "," + std::to_string(i % 7) + "\n";
    expected.insert(expected.end(), {double(i), double(i % 7)});
  }
  const std::string half = text.substr(0, text.size() / 2), rest = text.substr(text.size() / 2);
  for (const std::string& packed : {gzip_of(text), zstd_of(text), gzip_of(half) + gzip_of(rest),
                                    zstd_of(half) + zstd_of(rest), gzip_of(text) + std::string(512, '\0')}) {
    const std::string path = directory.write("x.csv.packed", packed);
    BOOST_TEST((read_all(path) == expected));
    BOOST_TEST(description(path) == path + ": 200000 rows of 2 columns, CSV without a header, separated by commas, " +
                                        (packed[0] == '\x1f' ? "gzip" : "zstd"));
  }
  for (const char* name : {"numbers.csv.gz", "numbers.csv.zst"})
    BOOST_TEST(read_all(readers + name) == read_all(readers + "numbers.csv"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_packed_and_cut_off_or_damaged_is_refused) {
  const TemporaryDirectory directory;
  const std::string text = "1,2\n3,4\n5,6\n";
  for (const std::string& whole : {gzip_of(text), zstd_of(text), file_bytes(readers + "arrays.npz")}) {
    for (std::size_t bytes = 6; bytes < whole.size(); ++bytes) {
      const std::string path = directory.write("x.packed", whole.substr(0, bytes));
      const std::string said = refusal(path);
      BOOST_TEST((said.starts_with(path + ": ") && contains(said, "cut off") && contains(said, "; expected")), said);
    }
    if (whole[0] != '\x1f') continue;
    std::string damaged = whole;
    damaged[damaged.size() - 8] ^= 1;  // of the checksum
    BOOST_TEST(contains(refusal(directory.write("x.packed", damaged)), "incorrect data check; expected gzip data"));
  }
  BOOST_TEST(contains(refusal(directory.write("x.packed", gzip_of(text) + "more")), "; expected gzip data"));
  BOOST_TEST(contains(refusal(directory.write("x.packed", std::string("\xfd\x37zXZ\0\0\4", 8))),
                      "is packed by xz; expected gzip, zstd or nothing"));
}

BOOST_AUTO_TEST_CASE(a_file_that_changes_is_unpacked_anew) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.gz", gzip_of("1\n2\n"));
  BOOST_TEST(read_all(path) == (Numbers{1, 2}), boost::test_tools::per_element());
  directory.write("x.gz", gzip_of("1\n2\n3\n"));
  BOOST_TEST(read_all(path) == (Numbers{1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(others_take_what_one_has_unpacked) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.gz", gzip_of("1\n2\n")), plain_path = directory.write("y", "1\n");
  BOOST_TEST(published(plain_path).empty());
  const std::string made = published(path);
  BOOST_TEST(made.starts_with("/proc/"));
  BOOST_TEST(adopt(directory.write("z.gz", gzip_of("7\n8\n")), made));
  BOOST_TEST(read_all(directory.path("z.gz")) == (Numbers{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(!adopt(path, ""));
  BOOST_TEST(!adopt(path, "/proc/self/fd/0 1 1 gzip"));
}

BOOST_AUTO_TEST_CASE(arrays_of_each_kind_are_read) {
  const Numbers quarters{0, 0.25, 0.5, 0.75, 1, 1.25};
  for (const auto& [name, expected] :
       std::vector<std::pair<std::string, Numbers>>{{"arrays.npz:x", quarters},
                                                    {"arrays.npz:y.npy", {1, 0, 1}},
                                                    {"stored.npz", quarters},
                                                    {"half.npy", {0.5, -2, 65504, std::ldexp(1, -24)}},
                                                    {"big.npy", {1, -2, 300, 4}},
                                                    {"sets.h5:/group/x", quarters},
                                                    {"sets.h5:packed", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
                                                    {"matrix.mtx", {5, 0, -1, 0, 0, 1.5}},
                                                    {"symmetric.mtx", {1, 2, 2, 3}}})
    BOOST_TEST_CONTEXT(name) BOOST_TEST(read_all(readers + name) == expected, boost::test_tools::per_element());
  const Table digits = open_table(readers + "digits.idx");
  BOOST_TEST(digits.rows() == 4);
  BOOST_TEST(digits.columns() == 6);
  BOOST_TEST(digits.read({1, 1}) == (Numbers{6, 7, 8, 9, 10, 11}), boost::test_tools::per_element());
  BOOST_TEST(contains(description(readers + "digits.idx"), "4 rows of 6 columns, IDX of 4 x 2 x 3 numbers"));
  BOOST_TEST(contains(refusal(readers + "arrays.npz"), "2 arrays; expected the name of one"));
  BOOST_TEST(contains(refusal(readers + "sets.h5"),
                      "2 datasets; expected the name of one behind the file's and a colon: "
                      "/group/x, /packed"));
  BOOST_TEST(contains(refusal(readers + "sets.h5:/none"), "has no dataset '/none'"));
}

BOOST_AUTO_TEST_CASE(svmlight_has_its_label_last_where_it_is_asked_for) {
  const std::string path = readers + "labels.svm";
  BOOST_TEST(read_all(path) == (Numbers{0.5, 0, 2, 0, 1.5, 0, 0, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(read_all(path, LastColumn::label) == (Numbers{0.5, 0, 2, 1, 0, 1.5, 0, 0, 0, 0, 0, 1}),
             boost::test_tools::per_element());
  BOOST_TEST(open_table(path, {}, LastColumn::label).labels() == (std::vector<std::string>{"-1", "1"}),
             boost::test_tools::per_element());
  const TemporaryDirectory directory;
  const auto bad = [&](const std::string& text) { return refusal(directory.write("x.svm", text)); };
  BOOST_TEST(contains(bad("1 1:2\n1 2:x\n"), ":2: '2:x' is not index:value; expected two numbers"));
  BOOST_TEST(contains(bad("1 1:2\nx 2:3\n"), ":2: 'x' is no label"));
  BOOST_TEST(contains(bad("1 2:1 2:3\n"), ":1: index 2 behind 2; expected ascending ones"));
  BOOST_TEST(contains(bad("1 99999999:1\n"), "expected at most 16777215"));
}

BOOST_AUTO_TEST_CASE(damaged_matrices_are_refused_with_their_line) {
  const TemporaryDirectory directory;
  const auto bad = [&](const std::string& text) {
    return refusal(directory.write("x.mtx", "%%MatrixMarket matrix " + text));
  };
  BOOST_TEST(contains(bad("coordinate complex general\n1 1 1\n1 1 1 1\n"), ":1: 'complex'; expected one of real"));
  BOOST_TEST(contains(bad("coordinate real general\n2 2\n"), ":2: 2 fields; expected the numbers of rows, columns"));
  BOOST_TEST(
      contains(bad("coordinate real general\n2 2 1\n1 1\n"), ":3: 2 fields; expected the row, column and value"));
  BOOST_TEST(contains(bad("coordinate pattern general\n2 2 1\n1 1 7\n"), ":3: 3 fields; expected the row and the"));
  BOOST_TEST(contains(bad("array real general\n2 2\n1\n2 3\n4\n"), ":4: 2 fields; expected a number"));
  BOOST_TEST(contains(bad("coordinate real general\n2 2 1\n3 1 1\n"), ":3: '3'; expected a whole number from 1 to 2"));
  BOOST_TEST(contains(bad("coordinate real general\n2 2 2\n1 1 1\n"), ": 1 entries; line 2 says 2"));
  BOOST_TEST(contains(bad("coordinate real general\n2 2 1\n1 1 1\n1 2 1\n"), ": 2 entries; line 2 says 1"));
  BOOST_TEST(contains(bad("array real skew-symmetric\n3 3\n1\n2\n3\n4\n"), ": 4 numbers; line 2 says 3"));
  BOOST_TEST(contains(bad("coordinate real general\n2 2 2\n1 1 1\n1 1 2\n"), "row 1, column 1 stands there twice"));
  BOOST_TEST(contains(bad("array real symmetric\n2 3\n"), "not square"));
  BOOST_TEST(contains(bad("array real general\n999999999 1\n1\n"), "expected a matrix of which most rows"));
}

BOOST_AUTO_TEST_CASE(a_matrix_is_read_by_parts_whatever_the_order_of_its_entries) {
  const TemporaryDirectory directory;
  const SmallBlocks small;
  for (unsigned seed = 0; seed < 150; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      block_size = {.bytes = 1 + std::int64_t(rng() % 60), .entries = 1 + std::int64_t(rng() % 9)};
      const std::string symmetry = std::array{"general", "symmetric", "skew-symmetric"}[rng() % 3];
      const bool general = symmetry == "general", skew = symmetry == "skew-symmetric", dense = rng() % 2;
      const std::size_t rows = 1 + rng() % 9, columns = general ? 1 + rng() % 5 : rows;
      Numbers matrix(rows * columns);
      std::vector<std::string> lines;
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = general ? 0 : j + skew; i < rows; ++i) {
          if (!dense && rng() % 2) continue;
          const int value = int(rng() % 9) - 4;
          matrix[i * columns + j] = value;
          if (!general) matrix[j * columns + i] = skew ? -value : value;
          lines.push_back((dense ? "" : std::to_string(i + 1) + " " + std::to_string(j + 1) + " ") +
                          std::to_string(value) + "\n");
        }
      if (!dense) std::ranges::shuffle(lines, rng);
      std::string text = "%%MatrixMarket matrix " + std::string(dense ? "array" : "coordinate") + " real " + symmetry +
                         "\n% a comment\n" + std::to_string(rows) + " " + std::to_string(columns) +
                         (dense ? "" : " " + std::to_string(lines.size())) + "\n";
      for (const std::string& line : lines) text += (rng() % 5 ? "" : "% another\n") + line;
      const std::string path = directory.write("x.mtx", text);
      for (const auto missing : {document::Missing::refuse, document::Missing::drop, document::Missing::mean}) {
        Table table(path, {.missing = missing});
        std::vector<std::string> surveys;
        for (int part = 0; part < 3; ++part) surveys.push_back(table.survey(part, 3));
        table.finish(surveys);
        Numbers found;
        for (std::int64_t row = 0, count = 0; row < table.rows(); row += count) {
          count = std::min<std::int64_t>(1 + std::int64_t(rng() % 4), table.rows() - row);
          const Numbers some = table.read({row, count});
          found.insert(found.end(), some.begin(), some.end());
        }
        BOOST_TEST(found == matrix, boost::test_tools::per_element());
        BOOST_TEST((table.read({0, table.rows()}) == matrix));
      }
    }
}

BOOST_AUTO_TEST_CASE(every_binary_format_cut_off_is_refused) {
  const TemporaryDirectory directory;
  for (const char* name : {"digits.idx", "big.npy", "half.npy", "sets.h5"}) {
    const std::string whole = file_bytes(readers + name), part = std::string(name) == "sets.h5" ? ":/packed" : "";
    for (std::size_t bytes = 8; bytes < whole.size(); bytes += 1 + whole.size() / 200) {
      const std::string path = directory.write("x", whole.substr(0, bytes));
      const std::string said = refusal(path + part);
      BOOST_TEST((contains(said, "; expected") || contains(said, ": truncated: ")), said << " at " << bytes);
    }
  }
  BOOST_TEST(contains(refusal(directory.write("x", std::string("\x7f"
                                                               "ELF\2\1\1\0",
                                                               8))),
                      "which is binary; expected text"));
}

BOOST_AUTO_TEST_SUITE_END()
