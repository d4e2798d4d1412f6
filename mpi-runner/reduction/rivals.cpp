// SPDX-License-Identifier: MIT
#include "reduction/rivals.hpp"

#include <algorithm>
#include <utility>

#include "comm/communicator.hpp"
#include "document/job.hpp"
#include "planned.hpp"
#include "reduction/operators.hpp"
#include "statistics/estimate.hpp"

namespace uneven::reduction {

namespace {

struct Algorithm {
  const char* name;
  int number;  ///< value of coll_tuned_reduce_algorithm
  bool keeps_order;
};

constexpr Algorithm algorithms[] = {{"default", 0, true},         {"linear", 1, true},       {"chain", 2, false},
                                    {"pipeline", 3, false},       {"binary", 4, false},      {"binomial", 5, false},
                                    {"in-order binary", 6, true}, {"rabenseifner", 7, false}};

/// A control variable of the MPI library, while this lives.
class ControlVariable {
 public:
  explicit ControlVariable(const char* name) {
    int level = 0, index = 0, count = 0;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    if (MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS &&
        MPI_T_cvar_handle_alloc(index, nullptr, &handle_, &count) == MPI_SUCCESS)
      known_ = true;
  }
  ControlVariable(const ControlVariable&) = delete;
  ~ControlVariable() {
    if (known_) MPI_T_cvar_handle_free(&handle_);
    MPI_T_finalize();
  }
  bool known() const { return known_; }
  bool is_set() const {
    int value = 0;
    return known_ && MPI_T_cvar_read(handle_, &value) == MPI_SUCCESS && value != 0;
  }
  bool write(int value) { return known_ && MPI_T_cvar_write(handle_, &value) == MPI_SUCCESS; }

 private:
  MPI_T_cvar_handle handle_{};
  bool known_ = false;
};

/// The operator for MPI_Reduce, if it is none of MPI's. It is global, because MPI's user operators get no data pointer.
template <class T>
Joining<T> by_mpi;

template <class T>
void join_by_mpi(void* left, void* right, int* count, MPI_Datatype*) {
  T* const joined = static_cast<T*>(right);
  by_mpi<T>.join(static_cast<T*>(left), joined, joined, by_mpi<T>.width * *count);
}

/// MPI's own operator of that name; MPI_OP_NULL if it has none.
MPI_Op operator_of_mpi(const document::ReductionOptions& options) {
  if (options.user_operator) return MPI_OP_NULL;
  if (options.operation == "sum") return MPI_SUM;
  if (options.operation == "min") return MPI_MIN;
  if (options.operation == "max") return MPI_MAX;
  if (options.operation == "product") return MPI_PROD;
  return MPI_OP_NULL;
}

}  // namespace

std::vector<MpiReduction> mpi_reductions(const comm::Communicator& comm, bool commutes) {
  std::vector<MpiReduction> made;
  ControlVariable forced("coll_tuned_reduce_algorithm");
  const bool mine = ControlVariable("coll_tuned_use_dynamic_rules").is_set() && forced.write(0);
  // Parameters may differ from host to host.
  const bool can_force = comm::maximum(comm, std::int32_t{!mine}) == 0;
  for (const auto& algorithm : algorithms) {
    if (algorithm.number > 0 && (!can_force || (!commutes && !algorithm.keeps_order))) continue;
    if (can_force) forced.write(algorithm.number);
    made.push_back({algorithm.name, comm.split(0, comm.rank())});
  }
  if (can_force) forced.write(0);
  return made;
}

template <class T>
Rivals<T>::Rivals(const comm::Communicator& comm, const document::ReductionOptions& options, const Joining<T>& joining,
                  const TreePlace& place)
    : member_(place.items.count > 0) {
  if (!options.against_mpi) return;
  const bool root = member_ && place.parent < 0;
  // In the order of items, as MPI_Reduce joins ranks.
  const auto in_order = comm.split(!member_, static_cast<int>(std::min<std::int64_t>(place.items.first, INT32_MAX)));
  const auto roots = comm::all_gather(in_order, std::int64_t{root});
  root_ = static_cast<int>(std::ranges::find(roots, 1) - roots.begin());
  operator_ = operator_of_mpi(options);
  own_ = operator_ == MPI_OP_NULL;
  reductions_ = mpi_reductions(in_order, !own_);
  seconds_.resize(reductions_.size());
  elements_ = comm::count_of(static_cast<std::size_t>(options.elements));
  if (root) result_.resize(static_cast<std::size_t>(options.elements * joining.width));
  if (!own_) return;
  by_mpi<T> = joining;
  comm::check(MPI_Op_create(join_by_mpi<T>, 0, &operator_));
  comm::check(MPI_Type_contiguous(static_cast<int>(joining.width), comm::type_of<T>(), &element_));
  comm::check(MPI_Type_commit(&element_));
}

template <class T>
Rivals<T>::~Rivals() {
  if (!own_) return;
  MPI_Op_free(&operator_);
  MPI_Type_free(&element_);
}

template <class T>
void Rivals<T>::join(std::size_t rival, const T* mine) {
  if (member_)
    comm::check(
        MPI_Reduce(mine, result_.data(), elements_, element_, operator_, root_, reductions_[rival].comm.handle()));
}

template <class T>
document::OrderedJson Rivals<T>::report(double tree_s) const {
  document::OrderedJson list = document::OrderedJson::array();
  for (std::size_t r = 0; r < reductions_.size(); ++r) {
    const double seconds = statistics::median(seconds_[r]);
    list.push_back({{"algorithm", reductions_[r].algorithm}, {"seconds", seconds}, {"ratio", seconds / tree_s}});
  }
  return list;
}

template class Rivals<float>;
template class Rivals<double>;
template class Rivals<std::int64_t>;

namespace {

/// Whether the run joins the vectors of the predicted seconds: numbers of 8 bytes, in the planned number.
bool is_as_planned(const document::ReductionTree& plan, const document::ReductionOptions& options) {
  return options.operation != "concat" && !options.user_operator && options.type != document::NumberType::float32 &&
         options.elements * width_of(options.operation) == plan.elements;
}

}  // namespace

document::OrderedJson facts(const document::ReductionTree& plan, const document::ReductionOptions& options) {
  return {{"operator", options.operation},
          {"items", plan.items},
          {"shape", name_of(plan.shape)},
          {"segments", plan.segments}};
}

std::string report_of(const document::ReductionTree& plan, const document::ReductionOptions& options,
                      const runner::Context& context, const comm::Communicator& comm, const schedule::Times& times,
                      const std::vector<double>& seconds, double operations, document::OrderedJson result) {
  document::Report report;
  const double work = operations * static_cast<double>(seconds.size());
  report.processors = runner::gather_reports(comm, context, runner::rank_report(work, times));
  if (comm.rank() != root_of(plan)) return {};
  report.of = report.kernel = "reduction";
  report.unit = "operation on an element";
  report.iterations = static_cast<std::int64_t>(seconds.size());
  report.seconds_per_iteration = statistics::median(seconds);
  if (is_as_planned(plan, options)) report.predicted_seconds_per_iteration = plan.predicted_s;
  if (report.iterations < options.repeat) report.stopped = runner::stop_requested() ? "signal" : "time";
  report.result = std::move(result);
  return document_text(report);
}

}  // namespace uneven::reduction
