// SPDX-License-Identifier: MIT
#include "document/search.hpp"

#include "document/field_groups.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Object describe(const MethodTime&) {
  return Object({
      field<&MethodTime::name>("method", one_of<SearchMethod>()),
      always<&MethodTime::seconds>("seconds", or_null(amount()), "Predicted; null if it cannot work here."),
  });
}

Object describe(const JoinTime&) {
  return Object({
      field<&JoinTime::name>("join", one_of<SearchJoin>()),
      always<&JoinTime::seconds>("seconds", or_null(amount()), "Predicted; null if it cannot work here."),
  });
}

Object describe(const SearchTimes&) {
  return Object({
      maybe<&SearchTimes::task_s>("task_s", amount(), "One example and one query."),
      maybe<&SearchTimes::entry_s>("entry_s", amount(), "Making one entry of a unit."),
      maybe<&SearchTimes::message_s>("message_s", amount(), "One send or receive."),
      maybe<&SearchTimes::start_s>("start_s", amount(), "Starting and ending a process."),
      maybe<&SearchTimes::serial_s>("serial_s", amount(), "Per example, what cannot be shared."),
      maybe<&SearchTimes::query_s>("query_s", amount(), "One query at one processor before its first example."),
      maybe<&SearchTimes::answer_s>("answer_s", amount(), "Of a message of results, each query in it, at processor 0."),
  });
}

Object describe(const SearchShare&) {
  return Object(processor_and_range<&SearchShare::processor, &SearchShare::examples>("The first of its examples."));
}

Object describe(const Search&) {
  using S = Search;
  const Type times_object = object<SearchTimes>();
  return Object(
      joined({
          field<&S::examples>("examples", size(), "In the table."),
          maybe<&S::queries>("queries", size(),
                             "Scanned together, which the seconds of\n.B methods\nare for; 1 if absent."),
          field<&S::processors>("processors", size(), "How many take part, the master counted."),
          field<&S::method>("method", one_of<SearchMethod>()),
          always<&S::unit>("unit", or_null(size()),
                           "Examples per message of asynchronous-data; null if it cannot work here."),
          maybe<&S::pieces>("pieces", size(), "Parts per processor that are made before the run."),
          maybe<&S::min_chunk>("min_chunk", size(), "Fewest examples worth a message of their own.").was("least"),
          maybe<&S::join>("join", one_of<SearchJoin>()),
          maybe<&S::times>("times", or_null(times_object, times_object.expected),
                           "What the predictions were made from."),
          maybe<&S::network>("network", object<NetworkSpeeds>("an object with latency_s and gap_s_per_byte"),
                             "Of the speeds, with the costs of processor 0, whose messages predictions replay; absent "
                             "where it is not known."),
          always<&S::methods>("methods",
                              list_of(object<MethodTime>("an object with method and seconds"), "a list of methods")),
          always<&S::joins>("joins", list_of(object<JoinTime>("an object with join and seconds"), "a list of joins")),
          field<&S::placement>("placement",
                               list_of(object<SearchShare>("an object with processor, first and count"),
                                       "a list of at least one range", 1),
                               "By processor, one range after the other."),
          always<&S::warnings>("warnings", list_of(text(), "a list of strings"), "A line each."),
          maybe<&S::memory_per_unit_bytes>("memory_per_unit_bytes", positive(),
                                           "Memory of an example, where the memory of a processor is known."),
          always<&S::cluster>("cluster", processors(0, "an object with speed")),
          maybe<&S::idle>("idle", processors(0, "an object with speed"),
                          "Processors that the method does not need, as in\n.BR cluster :\nrun\\-search starts a rank "
                          "on each, so that every host has the one it is known by."),
          origin<S>("the table that the size came from"),
      }),
      [](void* to, const Node&, std::size_t) {
        auto& search = *static_cast<Search*>(to);
        if (search.cluster.empty()) search.cluster.resize(search.placement.size());
      });
}

Faults faults(const Search& search) {
  Faults lines;
  if (search.network) {
    Speeds speeds;
    speeds.network = search.network;
    lines.add_all(faults(speeds));
  }
  const auto p = static_cast<std::size_t>(search.processors);
  if (search.placement.size() != p)
    lines.add_line("/placement: found " + std::to_string(search.placement.size()) + " ranges; expected " +
                   std::to_string(p) + ", one per processor");
  if (search.cluster.size() != p)
    lines.add_line("/cluster: found " + std::to_string(search.cluster.size()) + " processors; expected " +
                   std::to_string(p));
  if (search.method == SearchMethod::asynchronous_data && !search.unit)
    lines.add_line("/unit: found null; asynchronous-data needs one");
  if (search.method == SearchMethod::synchronous_data && p < 2)
    lines.add_line("/processors: found " + std::to_string(p) + "; synchronous-data needs at least 2");
  std::int64_t next = 0;
  for (std::size_t i = 0; i < search.placement.size(); ++i) {
    const auto& [processor, range] = search.placement[i];
    const std::string where = "/placement/" + std::to_string(i);
    if (processor != static_cast<std::int64_t>(i))
      lines.add_line(where + "/processor: found " + std::to_string(processor) + "; expected " + std::to_string(i));
    if (range.first != next)
      lines.add_line(where + "/first: found " + std::to_string(range.first) + "; expected " + std::to_string(next) +
                     ", where the range before ends");
    next = range.end();
  }
  if (next != search.examples)
    lines.add_line("/placement: ends at " + std::to_string(next) + "; expected " + std::to_string(search.examples) +
                   " examples");
  return lines;
}

}  // namespace uneven::document
