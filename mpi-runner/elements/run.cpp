// SPDX-License-Identifier: MIT
#include "elements/run.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "data/input/file.hpp"
#include "data/input/plain.hpp"
#include "document/checkpoint.hpp"
#include "elements/data.hpp"
#include "elements/kernels/kernels.hpp"
#include "elements/model.hpp"
#include "elements/programs.hpp"
#include "elements/serial.hpp"
#include "elements/settings.hpp"
#include "job_files.hpp"
#include "planned.hpp"
#include "tables.hpp"

namespace uneven::elements {

namespace {

std::int64_t digest_of(const std::string& path) {
  data::InputFile file(path);
  return static_cast<std::int64_t>(data::digest(file, 0, file.bytes()));
}

}  // namespace

Run::Run(const document::BspOptions& options, const runner::Context& context, const comm::Communicator& comm,
         const std::vector<double>& speed, const std::vector<std::int64_t>& placed)
    : options_(options),
      context_(context),
      comm_(comm),
      waiting_{context.wait_policy, {}},
      settings_(settings_of(options)) {
  ask_program();
  read_data(placed);
  prepare(speed, placed);
  if (settings_.classes == 0) {
    settings_.classes = classes_found();
    // The program and its groups were made for two classes.
    if (settings_.classes > 2) prepare(speed, placed);
  }
  if (settings_.classes > 2) identity_["classes"] = settings_.classes;
  graph_ = {};
  resume() ? engine_->resume() : engine_->begin();
  done_before_ = iterations();
}

/// The program with its elements, and what carries it out.
void Run::prepare(const std::vector<double>& speed, const std::vector<std::int64_t>& placed) {
  engine_.reset();
  stores_.clear();
  comm::all_or_abort(comm_, [&] {
    in_user_program(context_.program, [&] {
      program_ = make_(settings_);
      require_asked(settings_.parameters);
      groups_ = groups_of(*program_);
      if (groups_[0].count != settings_.elements)
        throw std::logic_error("group 0 has " + std::to_string(groups_[0].count) + " elements; the data have " +
                               std::to_string(settings_.elements));
      keys_.clear();
      for (const Group& group : groups_) keys_.emplace_back(group.count, 0, group.varies);
      if (form_ == DataForm::edges) keys_[0] = graph_.keys;
      if (form_ == DataForm::text) {
        if (groups_.size() < 2 || !groups_[1].keyed || groups_[1].count != settings_.keys)
          throw std::logic_error("group 1 is to hold the " + std::to_string(settings_.keys) +
                                 " keys of the text, as a keyed group");
        keys_[1] = graph_.keys;
      }
      choose_outputs();
    });
  });
  make_stores(speed, placed);
  engine_ = std::make_unique<Engine>(*program_, options_, context_, comm_, stores_, speed);
  if (form_ == DataForm::rows)
    load_rows();
  else
    place_edges(comm_, waiting_, graph_, links_both_ways(), *stores_[0]);
  if (options_.personal) load_preferences();
}

bool Run::links_both_ways() const {
  return form_ == DataForm::edges && (options_.undirected || program_->links_both_ways());
}

/// Sets the state from the checkpoint; each process reads the file of its own host.
/// @return  whether there is one and it is asked for.
bool Run::resume() {
  if (!options_.resume || !options_.checkpoint) return false;
  std::optional<std::uint64_t> seal;
  comm::all_or_abort(comm_,
                     [&] { seal = read_checkpoint(*options_.checkpoint, identity_, *program_, *engine_, stores_); });
  const bool anywhere = comm::maximum(comm_, static_cast<std::int32_t>(seal.has_value())) != 0;
  auto seal_of_first = static_cast<std::int64_t>(seal.value_or(0));
  comm::broadcast(comm_, &seal_of_first, 1);
  comm::all_or_abort(comm_, [&] {
    if (anywhere && !seal) throw OpenError(*options_.checkpoint + ": no such file here, though other ranks have it");
    if (anywhere && static_cast<std::int64_t>(*seal) != seal_of_first)
      throw InputError(*options_.checkpoint + ": is another checkpoint than that of rank 0");
  });
  if (!anywhere && root()) runner::note(document::no_checkpoint(*options_.checkpoint));
  return anywhere;
}

/// At rank 0. PageRank counts from -1: its first round is none.
std::int64_t Run::iterations() const {
  return root() ? std::max<std::int64_t>(0, program_->iterations(engine_->state())) : 0;
}

void Run::read_data(const std::vector<std::int64_t>& placed) {
  const ProgramEntry* known = context_.program.empty() ? find_program(options_.program) : nullptr;
  const bool with_label = known && known->has_label;
  comm::all_or_abort(comm_, [&] {
    if (options_.output) require_replaceable_output(*options_.output);
    for (const std::string& text : options_.outputs) require_replaceable_output(document::named_file(text).second);
    if (root() && options_.checkpoint) document::require_checkpoint_place(*options_.checkpoint, context_.force);
    if (options_.personal && form_ != DataForm::edges)
      throw UsageError("--personal: " + options_.program + " reads no graph");
    if (form_ != DataForm::rows && !options_.data)
      throw UsageError(options_.program + " needs --data FILE, a " + (form_ == DataForm::edges ? "graph" : "text"));
  });
  // Each process reads its part of the file that its host has.
  std::vector<std::string> digests;
  if (options_.data) runner::unpack_together(*options_.data, comm_, context_);
  if (options_.data) digests = runner::same_data({&*options_.data, 1}, true, comm_, context_);
  if (options_.personal) runner::require_same_data({&*options_.personal, 1}, true, comm_, context_);
  if (options_.model) runner::require_same_data({&*options_.model, 1}, true, comm_, context_);
  if (options_.centroids) runner::require_same_data({&*options_.centroids, 1}, true, comm_, context_);
  std::int64_t program_digest = 0, personal_digest = 0;
  if (form_ == DataForm::rows) rows_ = open_rows(options_, with_label, comm_);
  comm::all_or_abort(comm_, [&] {
    if (form_ != DataForm::rows) rows_.bytes = data::InputFile(data::file_of(*options_.data), *options_.data).bytes();
    if (!context_.program.empty()) program_digest = digest_of(context_.program);
    if (options_.personal) personal_digest = digest_of(*options_.personal);
  });
  if (!known || !known->has_classes) settings_.classes = 2;
  settings_.elements = rows_.count;
  settings_.columns = rows_.columns;
  const std::int64_t planned = std::accumulate(placed.begin(), placed.end(), std::int64_t{0});
  if (form_ != DataForm::rows) read_links(planned);
  comm::all_or_abort(comm_, [&] {
    if (options_.model) {
      if (!known || known->model.empty())
        throw InputError("--apply: " + options_.program + " has no model that could be applied");
      take_model(*options_.model, *known, settings_);
    }
    if (options_.centroids)
      settings_.centroids = read_table(*options_.centroids, settings_.clusters, settings_.columns);
    if (!placed.empty() && planned != settings_.elements)
      throw InputError("the data have " + std::to_string(settings_.elements) + " elements; the plan is for " +
                       std::to_string(planned));
  });
  identity_ = {
      {"run", "bsp"},
      {"program", options_.program},
      {"elements", settings_.elements},
      {"columns", settings_.columns},
      {"bytes", rows_.bytes},
      {"data", options_.data ? document::Json(cleaned(without_folders(*options_.data))) : document::Json(nullptr)},
      {"seed", options_.seed},
      {"clusters", options_.clusters},
      {"variance_floor", options_.variance_floor},
      {"damping", options_.damping},
      {"l2", options_.l2},
      {"parameters", options_.parameters}};
  if (options_.starts > 1) identity_["starts"] = options_.starts;
  if (options_.seeding != document::Seeding::plus) identity_["seeding"] = name_of(options_.seeding);
  if (options_.covariance != "full") identity_["covariance"] = options_.covariance;
  if (options_.data) identity_["data_digest"] = digests.front();
  if (options_.unweighted) identity_["unweighted"] = true;
  if (options_.undirected) identity_["undirected"] = true;
  if (options_.source) identity_["source"] = cleaned(*options_.source);
  if (options_.personal) identity_["personal_digest"] = personal_digest;
  if (options_.table != document::TableOptions()) identity_["table"] = document::identity_of(options_.table);
  // Hosts may have builds of their own.
  comm::broadcast(comm_, &program_digest, 1);
  if (!context_.program.empty()) identity_["program_digest"] = program_digest;
}

void Run::make_stores(const std::vector<double>& speed, const std::vector<std::int64_t>& placed) {
  double bytes = 0;
  comm::all_or_abort(comm_, [&] {
    const Tables tables(*program_);
    for (const Group& group : groups_) {
      const bool first = stores_.empty();
      stores_.push_back(nullptr);
      if (group.central) {
        bytes += bytes_of_tables(group);
        continue;
      }
      const BlockLayout layout = tables.layout_of(group);
      stores_.back() = std::make_unique<Store>(
          group, layout, first && !placed.empty() ? in_blocks(placed, layout) : target_blocks(layout.blocks(), speed));
      stores_.back()->of_data = (first && form_ != DataForm::rows) || (stores_.size() == 2 && form_ == DataForm::text);
      bytes += bytes_of_blocks(*stores_.back(), comm_.rank());
      if (group.changes) identity_["block_elements"].push_back(layout.elements);
    }
  });
  if (form_ == DataForm::rows)
    bytes += static_cast<double>(sizeof(double)) * rows_.columns *
             static_cast<double>(std::min(rows_.count, rows_.rows_at_a_time));
  else
    bytes += bytes_of_links(comm_, graph_, links_both_ways(), *stores_[0]);
  runner::require_memory(bytes, comm_, context_);
  comm::all_or_abort(comm_, [&] {
    for (const auto& store : stores_)
      if (store) store->make_blocks(comm_.rank());
    in_user_program(context_.program, [&] {
      for (std::size_t g = 0; g < stores_.size(); ++g)
        if (stores_[g])
          for (const Block* block : stores_[g]->all())
            program_->make(batch_of(static_cast<int>(g), stores_[g]->layout, *block, {}));
    });
  });
}

void Run::write_state() { write_checkpoint(*options_.checkpoint, identity_, *engine_, stores_, comm_, waiting_); }

/// The reason for the end of the run, as the report has it; notes if that is the limit of iterations.
std::optional<std::string> Run::why_stopped(std::optional<bool> converged) const {
  if (engine_->stopped()) return engine_->stopped();
  if (converged && *converged) return "tolerance";
  if (iterations() < *options_.iterations && !converged) return std::nullopt;  // the program's own reason
  if (converged && settings_.tolerance != 0)
    runner::note("the limit of " + std::to_string(*options_.iterations) +
                 (*options_.iterations == 1 ? " iteration" : " iterations") +
                 " was reached before the tolerance: the result has not settled");
  return "iterations";
}

std::string Run::report(const document::HbspElements& plan) {
  // The state first: a run can resume from it if an output cannot be written.
  if (options_.checkpoint) write_state();
  for (const auto& [field, path] : outputs_) {
    const auto group = static_cast<std::size_t>(program_->output_fields()[field].group);
    write_output(path, *program_, field, engine_->state(), comm_, waiting_, *stores_[group], keys_[group]);
  }
  document::RankReport mine = runner::rank_report(engine_->work(), engine_->times());
  mine.instruction_set = kernels().instruction_set;
  document::Report report;
  report.processors = runner::gather_reports(comm_, context_, mine);
  if (!root()) return {};
  report.of = report.kernel = options_.program;
  report.kernel_options = {{"dimensions", settings_.columns}, {"clusters", settings_.clusters}};
  if (settings_.covariance != "full") report.kernel_options["covariance"] = settings_.covariance;
  report.unit = "element";
  const std::int64_t done = iterations();
  report.iterations = std::max<std::int64_t>(0, done - done_before_);
  report.seconds_per_iteration =
      report.iterations > 0 ? engine_->seconds() / static_cast<double>(report.iterations) : 0;
  if (plan.kernel == options_.program && (plan.kernel_options.empty() || plan.kernel_options == report.kernel_options))
    report.predicted_seconds_per_iteration = plan.superstep_s;
  if (!options_.model) {
    report.converged = program_->settled(engine_->state());
    report.stopped = why_stopped(report.converged);
  } else if (engine_->stopped()) {
    report.stopped = engine_->stopped();
  }
  static const std::vector<std::string> own{"elements", "parameters", "labels",      "total_iterations", "supersteps",
                                            "applied",  "objective",  "iteration_s", "relocation",       "warnings"};
  for (const Result& result : results_of(*program_, engine_->state(), own)) {
    document::OrderedJson value = document::OrderedJson::array();
    if (result.columns == 0)
      value = result.values.at(0);
    else if (result.columns == Result::list)
      value = result.values;
    else
      for (std::size_t at = 0; at < result.values.size(); at += result.columns)
        value.push_back(std::vector<double>(result.values.begin() + static_cast<std::ptrdiff_t>(at),
                                            result.values.begin() + static_cast<std::ptrdiff_t>(at + result.columns)));
    report.result[result.name] = value;
  }
  for (const auto& [name, value] : settings_.parameters.asked()) report.result["parameters"][name] = value;
  if (!rows_.labels.empty()) report.result["labels"] = rows_.labels;
  report.result["elements"] = settings_.elements;
  report.result["total_iterations"] = done;
  report.result["supersteps"] = engine_->position().superstep;
  report.result["objective"] = {{"name", program_->objective_name()}, {"values", engine_->position().objective}};
  report.result["iteration_s"] = engine_->iteration_s();
  report.result["relocation"] = engine_->relocation_report();
  if (options_.model) report.result["applied"] = cleaned(without_folders(*options_.model));
  const std::vector<std::string> warnings =
      options_.model ? std::vector<std::string>() : program_->warnings(engine_->state());
  if (!warnings.empty()) report.result["warnings"] = warnings;
  for (const std::string& line : warnings) runner::note(cleaned(line));
  return document_text(report);
}

}  // namespace uneven::elements
