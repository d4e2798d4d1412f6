#include "document/search.hpp"

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

std::vector<SearchTime> times_from_json(const Json& plan, const char* list, const char* name) {
  std::vector<SearchTime> times;
  if (const auto member = plan.find(list); member != plan.end())
    for (const Json& time : *member) times.push_back({time.at(name), optional_at<double>(time, "seconds")});
  return times;
}

OrderedJson to_json(const SearchTime& time, const char* name) {
  return {{name, time.name}, {"seconds", or_null(time.seconds)}};
}

OrderedJson to_json(const SearchTimes& t) {
  return {{"task_s", t.task_s},     {"entry_s", t.entry_s}, {"message_s", t.message_s}, {"start_s", t.start_s},
          {"serial_s", t.serial_s}, {"query_s", t.query_s}, {"answer_s", t.answer_s}};
}

SearchShare share_from_json(const Json& json) { return {json.at("processor"), {json.at("first"), json.at("count")}}; }

OrderedJson to_json(const SearchShare& share) {
  return {{"processor", share.processor}, {"first", share.examples.first}, {"count", share.examples.count}};
}

}  // namespace

Search search_from_json(const Json& json) {
  Search search;
  search.examples = json.at("examples");
  search.queries = value_at<std::int64_t>(json, "queries", 1);
  search.processors = json.at("processors");
  search.method = json.at("method");
  search.unit = optional_at<std::int64_t>(json, "unit");
  search.pieces = value_at<std::int64_t>(json, "pieces", 4);
  search.least = value_at<std::int64_t>(json, "least", 1);
  search.join = value_at<std::string>(json, "join", "staircase");
  if (const Json times = raw_at(json, "times"); times.is_object())
    search.times = {value_at(times, "task_s", 0.0),    value_at(times, "entry_s", 0.0),
                    value_at(times, "message_s", 0.0), value_at(times, "start_s", 0.0),
                    value_at(times, "serial_s", 0.0),  value_at(times, "query_s", 0.0),
                    value_at(times, "answer_s", 0.0)};
  search.methods = times_from_json(json, "methods", "method");
  search.joins = times_from_json(json, "joins", "join");
  for (const Json& share : json.at("placement")) search.placement.push_back(share_from_json(share));
  search.warnings = value_at<std::vector<std::string>>(json, "warnings", {});
  search.cluster = cluster_or_equal(json, search.placement.size());
  search.idle = processors_at(json, "idle");
  search.kernel = optional_at<std::string>(json, "kernel");
  search.data = raw_at(json, "data");
  search.made_by = made_by_from_json(json);
  return search;
}

std::vector<std::string> faults(const Search& search) {
  std::vector<std::string> lines;
  const auto p = static_cast<std::size_t>(search.processors);
  if (search.placement.size() != p)
    lines.push_back("/placement: found " + std::to_string(search.placement.size()) + " ranges; expected " +
                    std::to_string(p) + ", one per processor");
  if (search.cluster.size() != p)
    lines.push_back("/cluster: found " + std::to_string(search.cluster.size()) + " processors; expected " +
                    std::to_string(p));
  if (search.method == "asynchronous-data" && !search.unit)
    lines.push_back("/unit: found null; asynchronous-data needs one");
  if (search.method == "synchronous-data" && p < 2)
    lines.push_back("/processors: found " + std::to_string(p) + "; synchronous-data needs at least 2");
  std::int64_t next = 0;
  for (std::size_t i = 0; i < search.placement.size(); ++i) {
    const auto& [processor, range] = search.placement[i];
    const std::string where = "/placement/" + std::to_string(i);
    if (processor != static_cast<std::int64_t>(i))
      lines.push_back(where + "/processor: found " + std::to_string(processor) + "; expected " + std::to_string(i));
    if (range.first != next)
      lines.push_back(where + "/first: found " + std::to_string(range.first) + "; expected " + std::to_string(next) +
                      ", where the range before ends");
    next = range.end();
  }
  if (next != search.examples)
    lines.push_back("/placement: ends at " + std::to_string(next) + "; expected " + std::to_string(search.examples) +
                    " examples");
  return lines;
}

void write_document(std::ostream& out, const Search& s, bool compact) {
  Writer writer(out, "search", compact);
  writer.field("examples", s.examples);
  writer.field("queries", s.queries);
  writer.field("processors", s.processors);
  writer.field("method", s.method);
  writer.field("unit", or_null(s.unit));
  writer.field("pieces", s.pieces);
  writer.field("least", s.least);
  writer.field("join", s.join);
  writer.field("times", to_json(s.times));
  writer.array("methods", s.methods.size(), [&](std::size_t i) { return to_json(s.methods[i], "method"); });
  writer.array("joins", s.joins.size(), [&](std::size_t i) { return to_json(s.joins[i], "join"); });
  writer.array("placement", s.placement.size(), [&](std::size_t i) { return to_json(s.placement[i]); });
  writer.field("warnings", s.warnings);
  writer.array("cluster", s.cluster.size(), [&](std::size_t i) { return to_json(s.cluster[i]); });
  if (!s.idle.empty()) writer.array("idle", s.idle.size(), [&](std::size_t i) { return to_json(s.idle[i]); });
  writer.field("kernel", or_null(s.kernel));
  if (!s.data.is_null()) writer.field("data", OrderedJson(s.data));
  writer.field("made_by", to_json(s.made_by));
  writer.end();
}

}  // namespace uneven::document
