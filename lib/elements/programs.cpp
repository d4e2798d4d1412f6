#include "elements/programs.hpp"

#include "base/error.hpp"
#include "elements/programs/em.hpp"
#include "elements/programs/kmeans.hpp"
#include "elements/programs/logistic.hpp"
#include "elements/programs/pagerank.hpp"

namespace uneven::elements {

const std::vector<std::string>& program_names() {
  static const std::vector<std::string> names{"kmeans", "em", "logistic", "pagerank"};
  return names;
}

bool reads_edges(const std::string& program) { return program == "pagerank"; }

std::unique_ptr<Program> make_program(const std::string& name, const Settings& settings) {
  if (name == "kmeans") return std::make_unique<KMeans>(settings);
  if (name == "em") return std::make_unique<ExpectationMaximisation>(settings);
  if (name == "logistic") return std::make_unique<LogisticRegression>(settings);
  if (name == "pagerank") return std::make_unique<PageRank>(settings);
  std::string known;
  for (const std::string& one : program_names()) known += (known.empty() ? "" : ", ") + one;
  throw InputError("program \"" + name + "\" is unknown; expected " + known);
}

}  // namespace uneven::elements
