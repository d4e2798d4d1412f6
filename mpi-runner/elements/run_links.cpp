// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "context.hpp"
#include "elements/programs.hpp"
#include "elements/run.hpp"

// The part of a run about links: programs with links, reading them, and the user's options for their ends.

namespace uneven::elements {

/// Asks the program for the form of its data. A program whose constructor refuses Settings without elements reads rows.
void Run::ask_program() {
  comm::all_or_abort(comm_, [&] {
    make_ = context_.program.empty() ? [name = options_.program](const Settings& s) { return make_program(name, s); }
                                     : load_user_program(context_.program);
    try {
      asked_ = make_(settings_);
    } catch (const std::exception&) {
      if (!options_.iterations) settings_.iterations = *(options_.iterations = usual_iterations({}));
      return;
    }
    form_ = in_user_program(context_.program, [&] { return asked_->data_form(); });
    if (!options_.iterations) settings_.iterations = *(options_.iterations = asked_->usual_iterations());
  });
}

void Run::read_links(std::int64_t planned) {
  const document::TableOptions& table = options_.table;
  comm::all_or_abort(comm_, [&] {
    if (table.separator || table.missing != document::Missing::refuse || (table.columns && form_ == DataForm::text))
      throw InputError("/options: separator and missing are for tables, columns for tables and lists of edges");
  });
  if (form_ == DataForm::text) {
    graph_ = read_text(comm_, waiting_, *options_.data, *asked_);
    settings_.keys = graph_.keys.size();
  } else {
    const LinkWeights weights = options_.unweighted ? LinkWeights::unused : asked_->link_weights();
    graph_ = read_graph(comm_, waiting_, *options_.data, table.columns, planned, weights);
  }
  settings_.elements = graph_.elements;
  asked_.reset();
  if (!options_.source) return;
  settings_.source = graph_.keys.numbers_of(comm_, waiting_, {*options_.source}).front();
  comm::all_or_abort(comm_, [&] {
    if (settings_.source < 0)
      throw InputError("--source: '" + shown(*options_.source) + "' is no vertex of " + *options_.data);
  });
}

void Run::load_preferences() {
  const Store& store = *stores_[0];
  const std::vector<double> all = read_preferences(comm_, waiting_, *options_.personal, keys_[0], store);
  comm::all_or_abort(comm_, [&] {
    in_user_program(context_.program, [&] {
      const double* next = all.data();
      for (const auto& [number, block] : store.blocks) {
        program_->load(batch_of(0, store.layout, *block, {}), next, 1);
        next += block->count;
      }
    });
  });
}

}  // namespace uneven::elements
