#include "executors.hpp"

#include <map>

#include "base/error.hpp"
#include "bp/executor.hpp"
#include "elements/executor.hpp"
#include "matmul/executor.hpp"
#include "measure/executor.hpp"
#include "reduction/executor.hpp"
#include "search/executor.hpp"

namespace uneven::runner {

namespace {

const std::map<std::string, Executor>& executors() {
  static const std::map<std::string, Executor> all{
      {"bp", bp::execute},           {"bsp", elements::execute},        {"matmul", matmul::execute},
      {"measure", measure::execute}, {"reduction", reduction::execute}, {"search", search::execute},
  };
  return all;
}

const std::map<std::string, std::string>& plans() {
  static const std::map<std::string, std::string> all{
      {"hbsp-elements", "bsp"},        {"hbsp-matmul", "matmul"}, {"partition", "bp"},
      {"reduction-tree", "reduction"}, {"search", "search"},
  };
  return all;
}

template <class Map>
const auto& find(const Map& map, const std::string& key, const std::string& what) {
  const auto found = map.find(key);
  if (found != map.end()) return found->second;
  std::string known;
  for (const auto& [name, value] : map) known += (known.empty() ? "" : ", ") + name;
  throw InputError(what + " \"" + key + "\" cannot be run; expected " + known);
}

}  // namespace

const Executor& executor_named(const std::string& run) { return find(executors(), run, "/run:"); }

std::string executor_of_plan(const std::string& kind) { return find(plans(), kind, "/kind:"); }

}  // namespace uneven::runner
