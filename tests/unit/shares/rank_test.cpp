// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <map>

#include "base/error.hpp"
#include "shares/own_part.hpp"

BOOST_AUTO_TEST_SUITE(shares_rank)

using namespace uneven;
using namespace uneven::shares;

namespace {

using Variables = std::map<std::string, std::string>;

std::optional<Rank> rank_in(const Variables& variables) {
  return rank_of([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

Variables joined(Variables variables, const Variables& others) {
  variables.insert(others.begin(), others.end());
  return variables;
}

// As the launchers set them, each with another rank.
const Variables torchrun{{"RANK", "1"}, {"WORLD_SIZE", "10"}, {"LOCAL_RANK", "0"}};
const Variables open_mpi{{"OMPI_COMM_WORLD_RANK", "2"},
                         {"OMPI_COMM_WORLD_SIZE", "20"},
                         {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                         {"PMIX_RANK", "2"},
                         {"PMIX_NAMESPACE", "3405971457"}};
const Variables mpich{{"PMI_RANK", "3"}, {"PMI_SIZE", "30"}, {"MPI_LOCALRANKID", "2"}};
const Variables prun{{"PMIX_RANK", "4"}, {"PMIX_NAMESPACE", "prterun-node1-4711@1"}};
const Variables batch_script{
    {"SLURM_JOB_ID", "77"}, {"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "50"}, {"SLURM_LOCALID", "0"}};
const Variables srun{{"SLURM_JOB_ID", "77"}, {"SLURM_STEP_ID", "1"},         {"SLURM_PROCID", "5"},
                     {"SLURM_NTASKS", "51"}, {"SLURM_STEP_NUM_TASKS", "50"}, {"SLURM_LOCALID", "4"}};

}  // namespace

BOOST_AUTO_TEST_CASE(each_launcher_tells_its_rank) {
  const std::pair<Variables, Rank> all[]{{torchrun, {1, 10, 0, "RANK"}},
                                         {open_mpi, {2, 20, 1, "OMPI_COMM_WORLD_RANK"}},
                                         {mpich, {3, 30, 2, "PMI_RANK"}},
                                         {prun, {4, {}, {}, "PMIX_RANK"}},
                                         {srun, {5, 50, 4, "SLURM_PROCID"}}};
  for (const auto& [variables, expected] : all) {
    BOOST_TEST_CONTEXT(expected.source) {
      const auto rank = rank_in(variables);
      BOOST_REQUIRE(rank.has_value());
      BOOST_TEST(rank->rank == expected.rank);
      BOOST_TEST((rank->ranks == expected.ranks));
      BOOST_TEST((rank->local == expected.local));
      BOOST_TEST(rank->source == expected.source);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_innermost_launcher_wins) {
  BOOST_TEST(rank_in(joined(open_mpi, batch_script))->rank == 2);
  BOOST_TEST(rank_in(joined(open_mpi, srun))->rank == 2);  // mpirun starts its daemons by srun
  BOOST_TEST(rank_in(joined(mpich, srun))->rank == 3);
  BOOST_TEST(rank_in(joined(torchrun, srun))->rank == 1);
  BOOST_TEST(rank_in(joined(torchrun, open_mpi))->rank == 1);
  BOOST_TEST(rank_in(joined(prun, batch_script))->rank == 4);
}

BOOST_AUTO_TEST_CASE(slurm_serves_pmix_itself) {
  const auto rank = rank_in(joined(srun, {{"PMIX_RANK", "5"}, {"PMIX_NAMESPACE", "slurm.pmix.77.1"}}));
  BOOST_TEST(rank->source == "SLURM_PROCID");
  BOOST_TEST(*rank->local == 4);
}

BOOST_AUTO_TEST_CASE(the_process_of_a_batch_script_is_no_rank) {
  BOOST_TEST(!rank_in(batch_script).has_value());
  BOOST_TEST(!rank_in({}).has_value());
  BOOST_TEST(!rank_in({{"OMPI_COMM_WORLD_RANK", ""}}).has_value());
}

BOOST_AUTO_TEST_CASE(a_script_of_the_users_may_set_rank) {
  BOOST_TEST(rank_in({{"RANK", "6"}})->rank == 6);
  BOOST_TEST(!rank_in({{"RANK", "6"}})->ranks.has_value());
  BOOST_TEST(rank_in(joined({{"RANK", "6"}}, srun))->rank == 5);
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_refused) {
  for (const char* text : {"-1", "x", "1x", " 1", "1 ", "0x1", "1.0", "2147483648", "99999999999999999999"})
    BOOST_CHECK_THROW(rank_in({{"PMI_RANK", text}}), UsageError);
  BOOST_CHECK_THROW(rank_in({{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}}), UsageError);
  BOOST_CHECK_THROW(rank_in({{"PMI_RANK", "0"}, {"MPI_LOCALRANKID", "y"}}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
