// SPDX-License-Identifier: MIT
#include "data/formats/npy.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(npy)

using namespace uneven;
using namespace uneven::data;

namespace {

/// A file put together byte by byte.
std::string npy_bytes(const std::string& dictionary, const std::string& elements, char version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes += {version, 0, static_cast<char>(dictionary.size() % 256), static_cast<char>(dictionary.size() / 256)};
  if (version > 1) bytes += {0, 0};
  return bytes + dictionary + elements;
}

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string refusal(const TemporaryDirectory& directory, const std::string& bytes) {
  const std::string path = directory.write("bad.npy", bytes);
  const std::string text = text_of<InputError>([&] { read_npy_header(path); });
  BOOST_TEST(text.starts_with(path + ": "), text);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_is_what_numpy_writes) {
  const TemporaryDirectory directory;
  write_npy<double>(directory.path("x.npy"), {2, 1}, std::vector<double>{1, -2});
  // numpy.save of numpy.array([[1.0], [-2.0]]): 128 bytes of header, then the elements.
  std::string expected("\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }", 69);
  expected += std::string(127 - expected.size(), ' ') + '\n' + raw(std::vector<double>{1, -2});
  BOOST_TEST(directory.read("x.npy") == expected);
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_CASE(headers_are_multiples_of_64_bytes_and_read_back) {
  const TemporaryDirectory directory;
  for (const std::vector<std::int64_t>& shape :
       {std::vector<std::int64_t>{}, {0}, {7}, {1'000'000'000'000, 0}, {3, 4, 5}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    const std::string header = npy_header(NpyType::u1, shape);
    BOOST_TEST(header.size() % 64 == 0u);
    const auto read = read_npy_header(directory.write(
        "x.npy", header + std::string(static_cast<std::size_t>(NpyHeader{.shape = shape}.elements()), '\0')));
    BOOST_TEST(read.shape == shape, boost::test_tools::per_element());
    BOOST_TEST((read.type == NpyType::u1));
    BOOST_TEST(read.offset == static_cast<std::int64_t>(header.size()));
  }
}

BOOST_AUTO_TEST_CASE(every_version_and_spelling_of_the_header_is_read) {
  const TemporaryDirectory directory;
  for (const char version : {1, 2, 3})
    for (const std::string text : {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }   \n",
                                   "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<i4\"}",
                                   "  { 'fortran_order' : False , 'descr' : '<i4' , 'shape' : ( 2L , 3L , ) }\t\n"}) {
      BOOST_TEST_CONTEXT("version " << int(version) << " " << text) {
        const std::string path =
            directory.write("x.npy", npy_bytes(text, raw(std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}), version));
        const auto header = read_npy_header(path);
        BOOST_TEST(read_npy_rows<double>(path, header, {1, 1}) == (std::vector<double>{4, 5, 6}),
                   boost::test_tools::per_element());
      }
    }
}

BOOST_AUTO_TEST_CASE(each_type_is_converted) {
  const TemporaryDirectory directory;
  const auto read = [&](const std::string& type, const std::string& elements) {
    const std::string path = directory.write(
        "x.npy", npy_bytes("{'descr': '" + type + "', 'fortran_order': False, 'shape': (3,)}", elements));
    return read_npy_rows<float>(path, read_npy_header(path), {0, 3});
  };
  const std::vector<float> negative{-1, 0, 2};
  BOOST_TEST(read("<f4", raw(std::vector<float>{-1, 0, 2})) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("<f8", raw(std::vector<double>{-1, 0, 2})) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("<i4", raw(std::vector<std::int32_t>{-1, 0, 2})) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("<i8", raw(std::vector<std::int64_t>{-1, 0, 2})) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("|i1", std::string("\xff\x00\x02", 3)) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("<i2", raw(std::vector<std::int16_t>{-1, 0, 2})) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("<u2", raw(std::vector<std::uint16_t>{65535, 0, 2})) == (std::vector<float>{65535, 0, 2}),
             boost::test_tools::per_element());
  BOOST_TEST(read("<u8", raw(std::vector<std::uint64_t>{1ull << 63, 0, 2})) == (std::vector<float>{0x1p63f, 0, 2}),
             boost::test_tools::per_element());
  BOOST_TEST(read("<f2", std::string("\x00\xbc\x00\x00\x00\x40", 6)) == negative, boost::test_tools::per_element());
  BOOST_TEST(read(">f4", std::string("\xbf\x80\0\0\0\0\0\0\x40\0\0\0", 12)) == negative,
             boost::test_tools::per_element());
  BOOST_TEST(read(">i2", std::string("\xff\xff\0\0\0\2", 6)) == negative, boost::test_tools::per_element());
  BOOST_TEST(read("|u1", "\xff\x01\x02") == (std::vector<float>{255, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(read("|b1", std::string("\x01\x00\x01", 3)) == (std::vector<float>{1, 0, 1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_block_of_either_order_is_the_block) {
  const TemporaryDirectory directory;
  test::for_seeds(100, [&](std::mt19937& rng, unsigned seed) {
    const std::int64_t rows = 1 + rng() % 6, columns = 1 + rng() % 6;
    const bool fortran = seed % 2;
    std::vector<double> stored(static_cast<std::size_t>(rows * columns));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        stored[static_cast<std::size_t>(fortran ? j * rows + i : i * columns + j)] = static_cast<double>(100 * i + j);
    const std::string path = directory.write(
        "x.npy", npy_bytes(std::string("{'descr': '<f8', 'fortran_order': ") + (fortran ? "True" : "False") +
                               ", 'shape': (" + std::to_string(rows) + ", " + std::to_string(columns) + "), }",
                           raw(stored)));
    const Range r{static_cast<std::int64_t>(rng() % rows), 0}, c{static_cast<std::int64_t>(rng() % columns), 0};
    const Range some_rows{r.first, static_cast<std::int64_t>(rng() % (rows - r.first + 1))};
    const Range some_columns{c.first, static_cast<std::int64_t>(rng() % (columns - c.first + 1))};
    std::vector<float> expected;
    for (std::int64_t i = some_rows.first; i < some_rows.end(); ++i)
      for (std::int64_t j = some_columns.first; j < some_columns.end(); ++j)
        expected.push_back(static_cast<float>(100 * i + j));
    BOOST_TEST(read_npy_block<float>(path, read_npy_header(path), some_rows, some_columns) == expected,
               boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(long_runs_are_read_in_parts) {
  const TemporaryDirectory directory;
  std::vector<std::int64_t> values(300'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i);
  write_npy(directory.path("x.npy"), {100'000, 3}, values);
  const auto read =
      read_npy_rows<double>(directory.path("x.npy"), read_npy_header(directory.path("x.npy")), {1, 99'999});
  BOOST_REQUIRE(read.size() == 299'997u);
  BOOST_TEST(read.front() == 3);
  BOOST_TEST((std::adjacent_find(read.begin(), read.end(), std::greater_equal<double>()) == read.end()));
  BOOST_TEST(read.back() == 299'999);
}

BOOST_AUTO_TEST_CASE(an_array_without_rows_takes_no_time_whatever_its_width) {
  const TemporaryDirectory directory;
  const std::string path = directory.write(
      "x.npy", npy_bytes("{'descr': '<f8', 'fortran_order': True, 'shape': (0, 1000000000000000)}", ""));
  BOOST_TEST(read_npy_rows<double>(path, read_npy_header(path), {0, 0}).empty());
}

BOOST_AUTO_TEST_CASE(a_short_file_is_refused_with_the_missing_bytes) {
  const TemporaryDirectory directory;
  const std::string whole = npy_header(NpyType::f8, {3, 4}) + std::string(96, '\0');
  BOOST_TEST(
      contains(refusal(directory, whole.substr(0, whole.size() - 5)), "5 of 96 bytes of shape (3, 4) are missing"));
  BOOST_TEST(contains(refusal(directory, whole.substr(0, 100)), "28 bytes of the NPY header are missing"));
  for (std::size_t length = 0; length < whole.size(); ++length)
    BOOST_TEST(refusal(directory, whole.substr(0, length)) != "nothing was thrown");
}

BOOST_AUTO_TEST_CASE(what_follows_the_array_is_refused) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(refusal(directory, npy_header(NpyType::f8, {3, 4}) + std::string(97, '\0')),
                      ": 1 bytes follow the 96 of shape (3, 4); expected one array and nothing behind it"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_named) {
  const TemporaryDirectory directory;
  const auto with_type = [&](const std::string& type) {
    return refusal(directory,
                   npy_bytes("{'descr': " + type + ", 'fortran_order': False, 'shape': (1,), }", "12345678"));
  };
  for (const auto& [written, complaint] : std::vector<std::pair<std::string, std::string>>{
           {"'=f8'", "'=f8'; expected f2"},
           {"'|O'", "Python objects"},
           {"[('a', '<f8')]", "a record"},
           {"'<c16'", "'<c16'; expected"},
           {"''", "''; expected"},
           {"3", "expected a string"},
           {"'\x1b\xff'", "'\\x1b\\xff'; expected"},
       })
    BOOST_TEST(contains(with_type(written), complaint));

  const auto with_text = [&](const std::string& text) { return refusal(directory, npy_bytes(text, "12345678")); };
  for (const auto& [written, complaint] : std::vector<std::pair<std::string, std::string>>{
           {"", "expected '{'"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)", "expected ',' or '}'"},
           {"{'descr': '<f8', 'shape': (1,)}", "no key 'fortran_order'"},
           {"{'descr': '<f8', 'descr': '<f8'}", "key 'descr' twice"},
           {"{'colour': 3}", "unknown key 'colour'"},
           {"{'descr': '<f8', 'fortran_order': maybe}", "expected True or False"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", "expected a length >= 0"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x", "text after '}'"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "too large"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4294967296, 4294967296)}", "too large"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}" + std::string("\0x", 2), "text after '}'"},
       })
    BOOST_TEST(contains(with_text(written), complaint));
  BOOST_TEST(contains(refusal(directory, npy_bytes("{}", "", 4)), "NPY version 4"));
  BOOST_TEST(contains(refusal(directory, "1,2,3\n"), "not an NPY file"));
}

BOOST_AUTO_TEST_CASE(missing_files_and_directories_cannot_be_opened) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(text_of<OpenError>([&] { read_npy_header(directory.path("none.npy")); }), "no such file"));
  BOOST_TEST(contains(text_of<OpenError>([&] { read_npy_header(directory.path(".")); }), "not a regular file"));
}

BOOST_AUTO_TEST_CASE(blocks_outside_the_array_and_solids_are_refused) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("x.npy");
  write_npy<float>(path, {2, 3}, std::vector<float>(6));
  const auto header = read_npy_header(path);
  BOOST_TEST(contains(text_of<InputError>([&] { read_npy_rows<float>(path, header, {1, 2}); }), "2 rows; asked for 2"));
  BOOST_TEST(contains(text_of<InputError>([&] { read_npy_block<float>(path, header, {0, 1}, {-1, 2}); }), "3 columns"));
  write_npy<float>(path, {1, 2, 3}, std::vector<float>(6));
  BOOST_TEST(contains(text_of<InputError>([&] {
                        read_npy_rows<float>(path, read_npy_header(path), {0, 1});
                      }),
                      "3 dimensions; expected 1 or 2"));
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_nothing) {
  const TemporaryDirectory directory;
  const std::vector<double> one{1};
  BOOST_CHECK_THROW(write_npy(directory.path("none/x.npy"), {1}, one), IoError);
  std::filesystem::create_directory(directory.path("x.npy"));
  BOOST_CHECK_THROW(write_npy(directory.path("x.npy"), {1}, one), IoError);
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
