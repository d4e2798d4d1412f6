#include "reduction/tree_reduction.hpp"

#include <algorithm>

#include "comm/collectives.hpp"

namespace uneven::reduction {
namespace {

constexpr int tree_tag = 1;

}  // namespace

TreePlace place_of(const document::ReductionTree& tree, int processor) {
  for (const auto& node : tree.processors)
    if (node.processor == processor)
      return {static_cast<int>(node.parent.value_or(-1)), {node.children.begin(), node.children.end()}, node.items};
  return {};
}

template <class T>
TreeReduction<T>::TreeReduction(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, TreePlace place,
                                std::int64_t count, std::int64_t segments, std::int64_t multiple, Operator<T> join)
    : comm_(comm), wait_policy_(wait_policy), place_(std::move(place)), count_(count), join_(join) {
  const auto units = count / multiple;
  piece_ = std::min((units + segments - 1) / segments, comm::longest_message / multiple) * multiple;
  pieces_ = (count + piece_ - 1) / piece_;
  received_.assign(place_.children.size(), std::vector<T>(2 * piece_));
  coming_.assign(place_.children.size(), std::vector<MPI_Request>(2, MPI_REQUEST_NULL));
}

template <class T>
std::int64_t TreeReduction<T>::length(std::int64_t piece) const {
  return std::min(piece_, count_ - piece * piece_);
}

template <class T>
T* TreeReduction<T>::slot(std::size_t child, std::int64_t piece) {
  return received_[child].data() + piece % 2 * piece_;
}

template <class T>
void TreeReduction<T>::receive(std::size_t child, std::int64_t piece) {
  if (piece >= pieces_) return;
  comm::check(MPI_Irecv(slot(child, piece), static_cast<int>(length(piece)), comm::type_of<T>(), place_.children[child],
                        tree_tag, comm_.handle(), &coming_[child][piece % 2]));
}

template <class T>
void TreeReduction<T>::wait(std::span<MPI_Request> requests, comm::Times& times, comm::Clock& clock) const {
  clock.charge(times.communicate_s);
  wait_policy_.wait_for(requests);
  clock.charge(times.wait_s);
}

template <class T>
void TreeReduction<T>::run(const T* mine, T* joined, comm::Times& times) {
  comm::Clock clock;
  std::vector<MPI_Request> sent;
  for (std::int64_t piece = 0; piece < 2; ++piece)
    for (std::size_t child = 0; child < place_.children.size(); ++child) receive(child, piece);
  for (std::int64_t piece = 0; piece < pieces_; ++piece) {
    const T* part = mine + piece * piece_;
    T* const target = joined + piece * piece_;
    for (std::size_t child = 0; child < place_.children.size(); ++child) {
      wait({&coming_[child][piece % 2], 1}, times, clock);
      join_(part, slot(child, piece), target, length(piece));
      part = target;
      clock.charge(times.compute_s);
      receive(child, piece + 2);
    }
    if (place_.parent < 0) {
      if (part != target) std::copy_n(part, length(piece), target);  // alone
      continue;
    }
    comm::check(MPI_Isend(part, static_cast<int>(length(piece)), comm::type_of<T>(), place_.parent, tree_tag,
                          comm_.handle(), &sent.emplace_back()));
  }
  wait(sent, times, clock);
}

template class TreeReduction<float>;
template class TreeReduction<double>;
template class TreeReduction<std::int64_t>;

}  // namespace uneven::reduction
