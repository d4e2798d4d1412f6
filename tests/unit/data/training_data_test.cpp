// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "data/formats/npy.hpp"
#include "data/formats/npz.hpp"
#include "data/input/plain.hpp"
#include "data/training/dataset.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(data_of_a_training)

using namespace uneven;
using namespace uneven::data;

BOOST_AUTO_TEST_CASE(a_single_column_of_whole_numbers_holds_labels_of_several_outputs) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "1,2,7\n4,5,-1\n0,3,30\n1,1,7\n");
  const auto samples = read_samples<double>(path, 2, 3, {0, 4});
  BOOST_TEST(samples.targets == (std::vector<double>{0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}),
             boost::test_tools::per_element());
  BOOST_TEST(read_dataset_info(path, 2, {{}, {}, 3}).labels == (std::vector<std::string>{"-1", "7", "30"}),
             boost::test_tools::per_element());
  // One output: the column is a number.
  BOOST_TEST(read_samples<double>(path, 2, 1, {0, 4}).targets == (std::vector<double>{7, -1, 30, 7}),
             boost::test_tools::per_element());
  BOOST_TEST(contains(text_of<InputError>([&] { read_samples<double>(path, 2, 4, {0, 4}); }), "3 outputs; "));
}

BOOST_AUTO_TEST_CASE(labels_that_are_no_whole_numbers_or_not_known_are_refused) {
  const TemporaryDirectory directory;
  const std::string half = directory.write("half.csv", "1,2,0\n4,5,0.5\n");
  BOOST_TEST(text_of<InputError>([&] {
               read_samples<double>(half, 2, 3, {0, 2});
             }) == half + ": row 2: the label 0.5; expected whole numbers, the labels of 3 outputs");
  const std::string other = directory.write("other.csv", "1,2,3\n");
  BOOST_TEST(text_of<InputError>([&] {
               Dataset(other, 2, {{}, {"1", "2"}, 2});
             }) == other + ": the label 3 is unknown; expected one of those of the other data");
  BOOST_TEST(contains(text_of<InputError>([&] { Dataset(other, 2, {{}, {"a", "b"}, 2}); }), "words, such as 'a'"));
  // Of known labels there is an output for each, whether it occurs or not.
  BOOST_TEST(read_samples<double>(other, 2, 4, {0, 1}, InputForm::dense, {{}, {"1", "2", "3", "4"}}).targets ==
                 (std::vector<double>{0, 0, 1, 0}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(idx_labels_have_an_output_each) {
  const TemporaryDirectory directory;
  const std::string x = directory.write("x", std::string("\0\0\10\2\0\0\0\3\0\0\0\2abcdef", 18));
  const std::string y = directory.write("y", std::string("\0\0\10\1\0\0\0\3\5\0\5", 11));
  const auto info = read_dataset_info(x + "," + y);
  BOOST_TEST(info.outputs == 2);
  BOOST_TEST(info.labels == (std::vector<std::string>{"0", "5"}), boost::test_tools::per_element());
  const auto samples = read_samples<float>(x + "," + y, 2, 2, {1, 2});
  BOOST_TEST(samples.targets == (std::vector<float>{1, 0, 0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_table_may_have_inputs_alone_where_that_is_asked_for) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "1,2\n4,5\n");
  const Dataset set(path, 2, {{}, {}, 3, true});
  BOOST_TEST(set.info().outputs == 0);
  BOOST_TEST(set.read<double>({1, 1}, InputForm::dense).dense == (std::vector<double>{4, 5}),
             boost::test_tools::per_element());
  BOOST_TEST(set.read<double>({1, 1}, InputForm::dense).targets.empty());
  BOOST_CHECK_THROW(Dataset(path, 2, {{}, {}, 3}), InputError);
  const std::string npy = directory.path("x.npy"),
                    idx = directory.write("x", std::string("\0\0\10\2\0\0\0\2\0\0\0\2\1\2\4\5", 16));
  write_npy<double>(npy, {2, 2}, std::vector<double>{1, 2, 4, 5});
  for (const std::string& array : {npy, idx})
    BOOST_TEST(Dataset(array, 2, {{}, {}, 3, true}).read<double>({0, 2}, InputForm::dense).dense ==
                   (std::vector<double>{1, 2, 4, 5}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(standardised_inputs_have_mean_0_and_deviation_1) {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(1000 + i % 7) + ",0.1," + std::to_string(i) + ",1\n";
  const std::string path = directory.write("x.csv", text);
  const Dataset set(path, 3, {});
  const InputScale scale = scale_of(set, {0, 4900});
  BOOST_TEST(scale.mean[0] == 1003, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(scale.deviation[0] == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(scale.deviation[1] == 1);  // a constant
  BOOST_TEST(scale.mean[2] == 4899 / 2.0, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(scale.deviation[2] == std::sqrt((4900.0 * 4900 - 1) / 12), boost::test_tools::tolerance(1e-12));
  auto samples = set.read<double>({0, 4900}, InputForm::dense);
  standardise(samples, scale);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < samples.dense.size(); i += 3) {
    sum += samples.dense[i];
    squares += samples.dense[i] * samples.dense[i];
    BOOST_REQUIRE(std::abs(samples.dense[i + 1]) < 1e-12);
  }
  BOOST_TEST(std::abs(sum) < 1e-8);
  BOOST_TEST(squares == 4900, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(an_npz_file_is_read_as_it_was_written) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("m.npz");
  OutputFile file(path);
  write_npz(
      file,
      {{"note", "some text"}, npz_array<double>("a", {2, 2}, {1, 2, 3, 4.5}), npz_array<float>("b", {3}, {7, 8, 9})});
  file.commit();
  BOOST_TEST(open_table(path + ":a").read({0, 2}) == (std::vector<double>{1, 2, 3, 4.5}),
             boost::test_tools::per_element());
  BOOST_TEST(read_npy_rows<float>(path + ":b", read_npy_header(path + ":b"), {0, 3}) == (std::vector<float>{7, 8, 9}),
             boost::test_tools::per_element());
  BOOST_TEST(open_plain(path + ":note").bytes() == 9);
}

BOOST_AUTO_TEST_SUITE_END()
