// SPDX-License-Identifier: MIT
#include "data/training/dataset.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "base/error.hpp"
#include "data/formats/npy.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(dataset)

using namespace uneven;
using namespace uneven::data;

namespace {

/// x of shape [4, 5] with one 1 in each row, y of shape [4, 2].
struct Pair {
  TemporaryDirectory directory;
  std::string x = directory.path("x.npy"), y = directory.path("y.npy"), spec = x + "," + y;
  Pair() {
    write_npy<double>(x, {4, 5}, std::vector<double>{1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1});
    write_npy<float>(y, {4, 2}, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  }
};

template <class Real>
std::vector<Real> dense_of(const Samples<Real>& s) {
  if (!s.sparse) return s.dense;
  std::vector<Real> dense(static_cast<std::size_t>(s.samples * s.inputs));
  for (std::size_t i = 0; i + 1 < s.row_start.size(); ++i)
    for (auto a = s.row_start[i]; a < s.row_start[i + 1]; ++a)
      dense[i * static_cast<std::size_t>(s.inputs) + static_cast<std::size_t>(s.active[static_cast<std::size_t>(a)])] =
          1;
  return dense;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pair_of_arrays_is_described_and_read) {
  const Pair pair;
  const auto info = read_dataset_info(pair.spec);
  BOOST_TEST((info.format == DataFormat::pair));
  BOOST_TEST(info.inputs == 5);
  BOOST_TEST(info.outputs == 2);
  BOOST_TEST(info.samples == 4);
  BOOST_TEST(info.files == (std::vector{pair.x, pair.y}), boost::test_tools::per_element());
  BOOST_TEST(info.bytes == 128 + 160 + 128 + 32);
  const auto samples = read_samples<float>(pair.spec, 5, 2, {1, 2});
  BOOST_TEST(samples.sparse);
  BOOST_TEST(samples.row_start == (std::vector<std::int64_t>{0, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(samples.active == (std::vector<std::int32_t>{2, 1}), boost::test_tools::per_element());
  BOOST_TEST(samples.targets == (std::vector<float>{3, 4, 5, 6}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(either_form_holds_the_same_inputs) {
  const Pair pair;
  const std::string words = pair.directory.write("w.data", "bad\tb@d\t>1<\t0\nabed\txbEd\t0>2<\t0\n");
  for (const auto& [spec, inputs, outputs] : {std::tuple{pair.spec, 5, 2}, {words, 203, 26}}) {
    const auto dense = read_samples<double>(spec, inputs, outputs, {1, 3}, InputForm::dense);
    const auto sparse = read_samples<double>(spec, inputs, outputs, {1, 3}, InputForm::sparse);
    BOOST_TEST(!dense.sparse);
    BOOST_TEST(dense.dense.size() == static_cast<std::size_t>(3 * inputs));
    BOOST_TEST(dense.active.empty());
    BOOST_TEST(sparse.sparse);
    BOOST_TEST(sparse.dense.empty());
    BOOST_TEST(dense_of(sparse) == dense.dense);
    BOOST_TEST(sparse.targets == dense.targets);
  }
}

BOOST_AUTO_TEST_CASE(only_few_ones_are_kept_sparse_unless_forced) {
  const TemporaryDirectory directory;
  const auto is_sparse = [&](const std::string& row, InputForm form = InputForm::by_density) {
    return read_samples<float>(directory.write("x.csv", row), 4, 1, {0, 1}, form).sparse;
  };
  BOOST_TEST(is_sparse("0,0,1,0,7\n"));
  BOOST_TEST(!is_sparse("0,1,1,0,7\n"));
  BOOST_TEST(!is_sparse("0,0,0.5,0,7\n"));
  BOOST_TEST(is_sparse("0,1,1,0,7\n", InputForm::sparse));
  BOOST_TEST(contains(text_of<InputError>([&] { is_sparse("0,0,2,0,7\n", InputForm::sparse); }), "other than 0 and 1"));
}

BOOST_AUTO_TEST_CASE(a_table_is_split_by_the_networks_inputs) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "a,b,c\n1,2,3\n4,5,6\n");
  BOOST_TEST(read_dataset_info(path, 2).outputs == 1);
  const auto samples = read_samples<double>(path, 2, 1, {0, 2});
  BOOST_TEST(samples.dense == (std::vector<double>{1, 2, 4, 5}), boost::test_tools::per_element());
  BOOST_TEST(samples.targets == (std::vector<double>{3, 6}), boost::test_tools::per_element());
  BOOST_TEST(contains(text_of<InputError>([&] { read_dataset_info(path); }), "3 columns are inputs"));
  BOOST_TEST(contains(text_of<InputError>([&] { read_dataset_info(path, 3); }), "3 columns; expected 3 inputs and"));
}

BOOST_AUTO_TEST_CASE(skipped_rows_become_warnings) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("w.data", "bad\tb@d\t>1<\t0\nbad\n");
  const auto info = read_dataset_info(path);
  BOOST_TEST((info.format == DataFormat::nettalk));
  BOOST_TEST(info.samples == 3);
  BOOST_REQUIRE(info.warnings.size() == 1u);
  BOOST_TEST(info.warnings[0] == path + ":2: skipped: 1 fields; expected 4");
}

BOOST_AUTO_TEST_CASE(data_that_do_not_fit_the_plan_are_refused) {
  const Pair pair;
  const auto refusal = [&](std::int64_t inputs, std::int64_t outputs, Range range) {
    return text_of<InputError>([&] { read_samples<float>(pair.spec, inputs, outputs, range); });
  };
  BOOST_TEST(refusal(6, 2, {0, 4}) == pair.x + ": 5 inputs; the plan's network has 6");
  BOOST_TEST(refusal(5, 1, {0, 4}) == pair.y + ": 2 outputs; the plan's network has 1");
  BOOST_TEST(refusal(5, 2, {2, 3}) == pair.x + ": 4 samples; the plan needs 5");
  write_npy<float>(pair.y, {3}, std::vector<float>(3));
  BOOST_TEST(refusal(5, 1, {0, 3}) == pair.y + ": 3 samples; " + pair.x + " has 4");
}

BOOST_AUTO_TEST_CASE(damaged_and_missing_files_are_refused) {
  const Pair pair;
  const auto read = [](const std::string& spec) { read_samples<float>(spec, 5, 2, {0, 4}); };
  const auto refusal = [&](const std::string& spec) { return text_of<InputError>([&] { read(spec); }); };
  BOOST_TEST(contains(refusal(pair.x), "one NPY file; expected inputs and outputs"));
  BOOST_TEST(contains(refusal(pair.spec + "," + pair.y), "more than two files"));
  BOOST_CHECK_THROW(read(pair.directory.path("none")), OpenError);
  BOOST_CHECK_THROW(read(pair.x + "," + pair.directory.path("none")), OpenError);
  write_npy<double>(pair.x, {4, 5}, std::vector<double>(20, 1e300));
  BOOST_TEST(contains(refusal(pair.spec), "row 1, column 1: inf; expected a finite number"));
  std::filesystem::resize_file(pair.x, 280);
  BOOST_TEST(contains(refusal(pair.spec), "truncated: 8 of 160 bytes"));
}

BOOST_AUTO_TEST_SUITE_END()
