// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "elements/run.hpp"

// The part of a run about rows of numbers: how they become elements, and their labels.

namespace uneven::elements {

void Run::load_rows() {
  const Store& store = *stores_[0];
  comm::all_or_abort(comm_, [&] {
    const std::vector<Block*> all = store.all();
    for (std::size_t b = 0; b < all.size();) {
      const std::int64_t first = all[b]->number * store.layout.elements;
      const std::int64_t last =
          std::min(store.split[static_cast<std::size_t>(comm_.rank()) + 1] * store.layout.elements, store.layout.count);
      const document::Range range{first, std::min(last - first, rows_.rows_at_a_time)};
      const std::vector<double> values = rows_.read(range);
      for (const double* row = values.data(); row < values.data() + values.size();
           row += all[b++]->count * rows_.columns) {
        try {
          program_->load(batch_of(0, store.layout, *all[b], {}), row, rows_.columns);
        } catch (...) {
          const std::string of = context_.program.empty() ? "" : context_.program + ": ";
          throw InputError(of + rows_.name + ": " + message_of_current_exception());
        }
      }
    }
  });
}

/// One more than the largest label of all processes, but 2 at least.
/// @throws InputError  if a smaller label is missing.
int Run::classes_found() const {
  std::string seen(most_classes, '\0');
  for (const Block* block : stores_[0]->all()) {
    const Batch batch = batch_of(0, stores_[0]->layout, *block, {});
    const std::uint8_t* labels = batch.lane<std::uint8_t>(static_cast<int>(batch.lane_bytes.size()) - 1);
    for (std::int64_t i = 0; i < batch.count; ++i) seen[labels[i]] = 1;
  }
  for (const std::string& of_rank : comm::all_gather(comm_, seen))
    for (std::size_t label = 0; label < seen.size(); ++label) seen[label] |= of_rank[label];
  const auto classes = std::max(2, static_cast<int>(seen.find_last_of('\1')) + 1);
  const std::size_t missing = seen.find('\0');
  comm::all_or_abort(comm_, [&] {
    if (classes > 2 && static_cast<int>(missing) < classes)
      throw InputError(rows_.name + ": the largest label is " + std::to_string(classes - 1) +
                       ", and no row has label " + std::to_string(missing) +
                       "; expected labels from 0 on without gaps, or --classes");
  });
  return classes;
}

}  // namespace uneven::elements
