#pragma once

#include <memory>
#include <string>

#include "bp/checkpoint.hpp"
#include "bp/control.hpp"
#include "bp/trainer.hpp"
#include "context.hpp"
#include "data/dataset.hpp"
#include "document/bp_options.hpp"
#include "document/partition.hpp"

namespace uneven::bp {

/// One training run in single or double precision, seen from one process.
template <class Real>
class Run {
 public:
  /// Reads the data and sets the first weights. Collective.
  /// @param comm  rank = processor of the plan.
  Run(const document::Partition& plan, const document::BpOptions& options, const runner::Context& context,
      const comm::Communicator& comm);

  /// Iterates to the end, the target error or a stop. Collective.
  void train();

  /// Writes the weights, measures the accuracy and makes the report. Collective.
  /// @return  nothing but at the root.
  std::string report();

 private:
  bool root() const { return comm_.rank() == root_of(plan_); }
  Whole<Real> gather_weights();
  void load();
  void set_weights();
  void write_state();
  document::OrderedJson result(const Whole<Real>& weights) const;

  const document::Partition& plan_;
  const document::BpOptions& options_;
  const runner::Context& context_;
  const comm::Communicator& comm_;
  Part part_;
  Control control_;
  data::Samples<Real> samples_;
  std::unique_ptr<Trainer<Real>> trainer_;  ///< null at a processor without a rectangle
  document::Json identity_;                 ///< at the root
  std::vector<double> error_before_;        ///< of the iterations done before a resume; at the root
  std::int64_t done_ = 0;                   ///< iterations, those before a resume included
  std::int64_t done_before_ = 0;
  bool reached_before_ = false;  ///< the target error, before a resume
  double seconds_ = 0;
};

extern template class Run<float>;
extern template class Run<double>;

}  // namespace uneven::bp
