#include "reduction/rivals.hpp"

#include <algorithm>

#include "cluster/statistics.hpp"
#include "comm/collectives.hpp"

namespace uneven::reduction {

template <class T>
Rivals<T>::Rivals(const comm::Communicator& comm, const document::ReductionOptions& options, const TreePlace& place)
    : member_(place.items.count > 0) {
  if (!options.against_mpi) return;
  const bool matrices = options.operation == "matrix";
  const bool root = member_ && place.parent < 0;
  // In the order of items, as MPI_Reduce joins ranks.
  const auto in_order = comm.split(!member_, static_cast<int>(std::min<std::int64_t>(place.items.first, INT32_MAX)));
  const auto roots = comm::all_gather(in_order, std::int64_t{root});
  root_ = static_cast<int>(std::ranges::find(roots, 1) - roots.begin());
  reductions_ = mpi_reductions(in_order, !matrices);
  seconds_.resize(reductions_.size());
  elements_ = comm::count_of(static_cast<std::size_t>(options.elements));
  if (root) result_.resize(static_cast<std::size_t>(numbers_in(options.operation, options.elements)));
  operator_ = mpi_operator<T>(options.operation);
  if (!matrices) return;
  comm::check(MPI_Type_contiguous(4, comm::type_of<T>(), &element_));
  comm::check(MPI_Type_commit(&element_));
}

template <class T>
Rivals<T>::~Rivals() {
  if (operator_ != MPI_OP_NULL) free_operator(operator_);
  if (element_ != comm::type_of<T>()) MPI_Type_free(&element_);
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
    const double seconds = cluster::median(seconds_[r]);
    list.push_back({{"algorithm", reductions_[r].algorithm}, {"seconds", seconds}, {"ratio", seconds / tree_s}});
  }
  return list;
}

template class Rivals<float>;
template class Rivals<double>;
template class Rivals<std::int64_t>;

}  // namespace uneven::reduction
