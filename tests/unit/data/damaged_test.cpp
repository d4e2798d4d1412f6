// SPDX-License-Identifier: MIT
// Files of every format that are empty, cut off, of zeros, binary or damaged, and those that once made a reader fail.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <random>

#include "base/error.hpp"
#include "data/formats/block_size.hpp"
#include "data/graphs/graph.hpp"
#include "data/table.hpp"
#include "data/training/nettalk.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(damaged)

using namespace uneven;
using namespace uneven::data;

namespace {

void read_as_table(const std::string& path) {
  hdf5_seconds = 0.1;
  const Table table = open_table(path, {}, LastColumn::label);
  if (table.rows() < 10'000 / table.columns()) table.read({0, table.rows()});
}

void read_as_graph(const std::string& path) {
  const GraphFormat format = read_graph_format(path);
  const GraphPart part = read_graph_part(format, 0, 1);
  require_sizes(format, {part.entries, part.lines, part.said, balance_of(part)});
}

struct Format {
  const char* extension;
  void (*read)(const std::string& path);
  bool binary;  ///< what is cut off is never whole
};

constexpr Format formats[] = {
    {".csv", read_as_table, false},
    {".tsv", read_as_table, false},
    {".svm", read_as_table, false},
    {".mtx", read_as_table, false},
    {".npy", read_as_table, true},
    {".npz", read_as_table, true},
    {".idx", read_as_table, true},
    {".h5", read_as_table, true},
    {".gz", read_as_table, true},
    {".zst", read_as_table, true},
    {".edges", read_as_graph, false},
    {".graph", read_as_graph, false},
    {".mtx", read_as_graph, false},
    {".adjlist", read_as_graph, false},
    {".data", [](const std::string& path) { read_nettalk(path); }, false},
};

/// What a reader says of a file; nothing if it takes it. One line, which begins with the file's name.
std::string refusal(const Format& format, const std::string& path) {
  try {
    format.read(path);
  } catch (const InputError& e) {
    const std::string said = e.what();
    BOOST_TEST((said.starts_with(path + ":") && said.size() > path.size() + 5), said);
    BOOST_TEST(!contains(said, "\n"), said);
    return said;
  }
  return "";
}

/// Use of each file of tests/data/readers that a format has.
template <class Use>
void for_each_file(const Use& use) {
  for (const Format& format : formats) {
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator("tests/data/readers"))
      if (file.path().extension() == format.extension) {
        std::ifstream stream(file.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        BOOST_TEST_CONTEXT(file.path()) use(format, bytes, file.path().string());
        ++files;
      }
    BOOST_TEST(files > 0, format.extension);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_file_of_any_format_is_taken_or_refused_in_one_line) {
  for_each_file([](const Format& format, const std::string&, const std::string& path) { refusal(format, path); });
}

BOOST_AUTO_TEST_CASE(an_empty_or_binary_file_is_refused_by_every_format) {
  const TemporaryDirectory directory;
  for (const Format& format : formats)
    for (const std::string& bytes : {std::string(), std::string("\n"), std::string(3, '\0'), std::string(5000, '\0'),
                                     std::string("\x7f"
                                                 "ELF\2\1\1\0",
                                                 8),
                                     std::string(100, '\xff')}) {
      const std::string path = directory.write(std::string("x") + format.extension, bytes);
      // 0xff is a letter of an encoding of 8 bits: a vertex's name.
      const bool letters = bytes.ends_with('\xff') && std::string(format.extension) == ".adjlist";
      BOOST_TEST((!refusal(format, path).empty() || letters), path << ": " << bytes.size() << " bytes");
    }
}

BOOST_AUTO_TEST_CASE(a_file_of_any_format_that_is_cut_off_is_taken_or_refused_in_one_line) {
  const TemporaryDirectory directory;
  for_each_file([&](const Format& format, const std::string& bytes, const std::string& name) {
    if (refusal(format, name) != "") return;
    for (int i = 1; i < 6; ++i) {
      const std::size_t count = bytes.size() * static_cast<std::size_t>(i) / 6;
      const std::string path = directory.write(std::string("x") + format.extension, bytes.substr(0, count));
      BOOST_TEST((!refusal(format, path).empty() || !format.binary), count << " of " << bytes.size() << " bytes");
    }
  });
}

BOOST_AUTO_TEST_CASE(a_file_of_any_format_with_other_bytes_is_taken_or_refused_in_one_line) {
  const TemporaryDirectory directory;
  std::mt19937 rng(1);
  for_each_file([&](const Format& format, std::string bytes, const std::string&) {
    for (int i = 0; i < 6; ++i) {
      bytes[rng() % bytes.size()] = static_cast<char>(rng());
      refusal(format, directory.write(std::string("x") + format.extension, bytes));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
