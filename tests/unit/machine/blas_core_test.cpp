// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "machine/machine.hpp"

BOOST_AUTO_TEST_SUITE(blas_core)

using uneven::machine::better_blas_core;

BOOST_AUTO_TEST_CASE(a_processor_that_openblas_does_not_know_gets_what_it_can_run) {
  BOOST_TEST(better_blas_core("Prescott", true, true).value() == "SkylakeX");
  BOOST_TEST(better_blas_core("Prescott", true, false).value() == "Haswell");
}

BOOST_AUTO_TEST_CASE(a_fitting_choice_stays) {
  BOOST_TEST(!better_blas_core("Prescott", false, false));
  BOOST_TEST(!better_blas_core("Zen", true, false));
  BOOST_TEST(!better_blas_core("Cooperlake", true, true));
}

BOOST_AUTO_TEST_SUITE_END()
