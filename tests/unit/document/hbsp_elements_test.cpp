// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "fault_cases.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_elements_document)

using namespace uneven::document;

namespace {

HbspElements sound_plan() {
  HbspElements plan;
  plan.count = 10;
  plan.placement = {{0, {0, 4}}, {1, {4, 0}}, {2, {4, 6}}};
  plan.superstep_s = 0.25;
  plan.imbalance = 0.1;
  plan.cluster.assign(3, {});
  plan.kernel = "kmeans";
  plan.data = {{"name", "points.npy"}, {"bytes", 368}};
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_the_same) {
  const std::string text = written(sound_plan());
  BOOST_TEST(written(parse(text, "plan", {"hbsp-elements"}).as<HbspElements>()) == text);
}

BOOST_AUTO_TEST_CASE(each_fault_is_found_where_it_is) {
  check_faults<HbspElements>(
      sound_plan(),
      {
          {"/placement/1/first: found 5, expected 4", [](auto& p) { p.placement[1].elements.first = 5; }},
          {"/placement/2/processor: found 1, expected 2", [](auto& p) { p.placement[2].processor = 1; }},
          {"/placement: ends at 10, expected 11", [](auto& p) { p.count = 11; }},
          {"/placement: 2 entries for 3 processors; expected one each", [](auto& p) { p.placement.pop_back(); }},
      });
}

BOOST_AUTO_TEST_SUITE_END()
