// SPDX-License-Identifier: MIT
#include "bp/predict.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "bp/accuracy.hpp"
#include "bp/model.hpp"
#include "bp/network.hpp"
#include "bp/prediction_file.hpp"
#include "bp/training_data.hpp"
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "tables.hpp"

namespace uneven::bp {

namespace {

constexpr int first_rank = 0, outputs_tag = 0;

/// The model of rank 0 at all ranks. Collective.
template <class Real>
Whole<Real> share(Model& model, Whole<Real> weights, const comm::Communicator& comm) {
  weights.resize(static_cast<std::size_t>(numbers_of(model.sizes, model.units.bias)));
  comm::broadcast(comm, weights.data(), std::ssize(weights), first_rank);
  return weights;
}

/// The model, options and environment of one process.
struct Setting {
  const document::BpOptions& options;
  Model model;
  std::vector<double> work;  ///< shares of the ranks
  const comm::Communicator& comm;
  const runner::Context& context;
};

/// Checks the columns of a table against the model. @throws InputError  if they do not fit.
void require_fit(const data::DatasetInfo& info, const Model& model, const std::string& spec) {
  const std::int64_t inputs = model.sizes.front(), outputs = model.sizes.back();
  if (info.inputs != inputs || (info.outputs != 0 && info.outputs != outputs))
    throw InputError(spec + ": has " + std::to_string(info.inputs) + " inputs" +
                     (info.outputs == 0 ? "" : " and " + std::to_string(info.outputs) + " outputs") +
                     "; the model has " + std::to_string(inputs) + " and " + std::to_string(outputs));
}

/// Rank 0 writes what the ranks have, in their order. Collective.
void write_all(PredictionFile* file, const std::vector<double>& outputs, const std::vector<document::Range>& shares,
               std::int64_t width, const comm::Communicator& comm) {
  if (comm.rank() != first_rank) return comm::send(comm, outputs.data(), std::ssize(outputs), first_rank, outputs_tag);
  file->write(outputs);
  for (int rank = 1; rank < comm.size(); ++rank) {
    std::vector<double> theirs(static_cast<std::size_t>(shares[static_cast<std::size_t>(rank)].count * width));
    comm::receive(comm, theirs.data(), std::ssize(theirs), rank, outputs_tag);
    file->write(theirs);
  }
  file->commit();
}

/// Bytes that a processor holds beside the weights of the model: samples, dense while they are read, and once more
/// where inputs get a 1 for the biases; a part of the file; the network; outputs, at the first processor those of
/// another, too.
double bytes_of(const Model& model, const data::DatasetInfo& info, const std::vector<document::Range>& shares,
                int rank) {
  const auto samples = static_cast<double>(shares[static_cast<std::size_t>(rank)].count);
  const auto inputs = static_cast<double>(info.inputs), targets = static_cast<double>(info.outputs);
  const double number = model.single ? sizeof(float) : sizeof(double), outputs = 8. * double(model.sizes.back());
  const double read = (model.units.bias ? 2 * inputs + 1 : inputs) + targets;
  const double part = std::min(numbers_of_part, samples * (inputs + targets));
  double bytes = samples * (number * read + outputs) + part * (number + sizeof(double));
  bytes += 2 * number * static_cast<double>(numbers_of(model.sizes, model.units.bias));
  if (rank == first_rank && shares.size() > 1)
    bytes += outputs * static_cast<double>(std::ranges::max(shares, {}, &document::Range::count).count);
  return bytes;
}

template <class Real>
std::string apply(Setting& setting) {
  const auto& [options, model, work, comm, context] = setting;
  const std::string& spec = *options.data;
  Whole<Real> weights;
  comm::all_or_abort(comm, [&] {
    if (comm.rank() == first_rank) weights = read_model_weights<Real>(*options.predict, model);
  });
  weights = share(setting.model, std::move(weights), comm);
  std::vector<document::Range> shares;
  data::DatasetInfo info;
  data::Samples<Real> samples;
  std::optional<data::Dataset> set;
  comm::all_or_abort(comm, [&] {
    set.emplace(spec, model.sizes.front(), data::DatasetOptions{options.table, model.labels, model.sizes.back(), true});
    info = set->info();
    require_fit(info, model, spec);
    for (std::size_t rank = 0; rank < work.size(); ++rank) shares.push_back(share_of(work, rank, info.samples));
  });
  runner::require_memory(bytes_of(model, info, shares, comm.rank()), comm, context);
  comm::all_or_abort(comm, [&] {
    const document::Range own = shares[static_cast<std::size_t>(comm.rank())];
    samples = set->read<Real>(own, model.scale ? data::InputForm::dense : data::InputForm::by_density);
    set.reset();
    prepare(samples, {model.scale, model.units.bias}, model.units, spec, own.first);
  });
  runner::begin_work();
  const double start = MPI_Wtime();
  std::vector<double> outputs;
  const bool phonemes = info.format == data::DataFormat::nettalk;
  Quality own = quality(model.sizes, model.units, weights, samples, phonemes, &outputs);
  const double compute_s = MPI_Wtime() - start;
  std::optional<PredictionFile> file;
  comm::all_or_abort(comm, [&] {
    if (comm.rank() == first_rank) file.emplace(*options.output, model, options.probabilities, info.samples);
  });
  try {
    write_all(file ? &*file : nullptr, outputs, shares, model.sizes.back(), comm);
  } catch (...) {
    comm::abort_with_current_exception(comm);
  }
  const auto right = comm::all_gather(comm, own.right);
  const auto squares = comm::all_gather(comm, own.squares);
  document::Report report;
  report.of = "bp";
  report.kernel = "bp-predict";
  report.unit = "sample";
  report.iterations = 1;
  report.processors = runner::gather_reports(
      comm, context, runner::rank_report(static_cast<double>(samples.samples), {.compute_s = compute_s}));
  if (comm.rank() != first_rank) return {};
  report.seconds_per_iteration = MPI_Wtime() - start;
  report.kernel_options = {{"network", document::text_of(model.sizes)}};
  report.result["samples"] = info.samples;
  if (!model.labels.empty()) report.result["labels"] = model.labels;
  if (info.outputs > 0) {
    const auto all = static_cast<double>(info.samples);
    const bool classes = model.units.output != document::OutputUnits::linear || !model.labels.empty();
    if (classes)
      report.result["accuracy"] =
          static_cast<double>(std::accumulate(right.begin(), right.end(), std::int64_t{0})) / all;
    else
      report.result["mean_squared_error"] =
          std::accumulate(squares.begin(), squares.end(), 0.0) / (all * static_cast<double>(model.sizes.back()));
  }
  for (const std::string& line : info.notes) runner::note(line);
  return document_text(report);
}

/// The model at all ranks, without its weights. Collective.
Model shared_model(const std::string& path, const comm::Communicator& comm) {
  Model model;
  comm::all_or_abort(comm, [&] {
    if (comm.rank() == first_rank) model = read_model(path);
  });
  const std::string text = comm::broadcast(comm, text_of(model), first_rank);
  if (comm.rank() != first_rank) model = model_from(text);
  if (!model.scale) return model;
  for (auto* numbers : {&model.scale->mean, &model.scale->deviation}) {
    numbers->resize(static_cast<std::size_t>(model.sizes.front()));
    comm::broadcast(comm, numbers->data(), std::ssize(*numbers), first_rank);
  }
  return model;
}

}  // namespace

std::string predict(const document::Job& job, const runner::Context& context) {
  document::BpOptions options;
  std::vector<document::Processor> cluster;
  std::vector<double> work;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      options = document::options_from_json<document::BpOptions>(job.input, job.options);
      cluster = options.cluster;
      if (job.plan.is_object() && !job.plan.empty()) {
        const auto plan = document::of_json(job.plan, "/plan", {"partition"}).as<document::Partition>();
        cluster = plan.cluster;
        work = works_of(plan);
      }
      if (cluster.empty()) cluster.resize(static_cast<std::size_t>(context.world.size()));
      if (work.empty()) work.assign(cluster.size(), 1);
    });
  });
  runner::resolve_paths(context, {{"/input/data", &options.data, true}, {"/input/predict", &options.predict}},
                        {{"/options/output", &options.output}});
  const auto comm = runner::planned_communicator(cluster, options.match, context);
  if (!comm) return {};
  runner::unpack_together(*options.data, *comm, context);
  runner::require_same_data(files_of(*options.data), true, *comm, context);
  comm::all_or_abort(*comm, [&] {
    if (comm->rank() != first_rank) return;
    // What the user names on the command line of run-bp is the user's own; a job's table could replace anything.
    if (is_npy_name(*options.output))
      require_replaceable(*options.output, npy_magic, "an NPY array", context.force);
    else
      require_replaceable(*options.output, "", "a table", context.force || context.allow_paths);
    require_writable(*options.output);
  });
  Setting setting{options, shared_model(*options.predict, *comm), work, *comm, context};
  return setting.model.single ? apply<float>(setting) : apply<double>(setting);
}

}  // namespace uneven::bp
