#include "document/search_options.hpp"

#include "document/common_json.hpp"

namespace uneven::document {

Json input_of(const SearchOptions& o) {
  Json input = Json::object();
  if (o.examples) input = {{"examples", *o.examples}, {"queries", o.queries}, {"queries_name", o.queries_name}};
  return input;
}

Json options_of(const SearchOptions& o) {
  Json options{{"k", o.k},
               {"weighting", o.weighting},
               {"format", o.format},
               {"explain", o.explain},
               {"recombine", o.recombine},
               {"ties_all", o.ties_all},
               {"no_exact", o.no_exact},
               {"pruned", o.pruned},
               {"batch", o.batch},
               {"seed", o.seed},
               {"match", o.match},
               {"equal", o.equal},
               {"codes", o.codes},
               {"target", o.target},
               {"phrase", o.phrase},
               {"show", o.show}};
  put(options, "max_seconds", o.max_seconds);
  return options;
}

SearchOptions search_options_from_json(const Json& input, const Json& options) {
  const SearchOptions otherwise;
  SearchOptions o;
  o.examples = optional_at<std::string>(input, "examples");
  o.queries = value_at<std::string>(input, "queries", "");
  o.queries_name = value_at(input, "queries_name", otherwise.queries_name);
  o.k = value_at(options, "k", otherwise.k);
  o.weighting = value_at(options, "weighting", otherwise.weighting);
  o.format = value_at(options, "format", otherwise.format);
  o.explain = value_at(options, "explain", otherwise.explain);
  o.recombine = value_at(options, "recombine", otherwise.recombine);
  o.ties_all = value_at(options, "ties_all", otherwise.ties_all);
  o.no_exact = value_at(options, "no_exact", otherwise.no_exact);
  o.pruned = value_at(options, "pruned", otherwise.pruned);
  o.batch = value_at(options, "batch", otherwise.batch);
  o.seed = value_at(options, "seed", otherwise.seed);
  o.match = value_at(options, "match", otherwise.match);
  o.max_seconds = optional_at<double>(options, "max_seconds");
  o.equal = value_at(options, "equal", otherwise.equal);
  o.codes = value_at(options, "codes", otherwise.codes);
  o.target = value_at(options, "target", otherwise.target);
  o.phrase = value_at(options, "phrase", otherwise.phrase);
  o.show = value_at(options, "show", otherwise.show);
  require_option(o.k >= 1, "k", options, "an integer >= 1");
  require_option(o.batch >= 1, "batch", options, "an integer >= 1");
  require_option(o.weighting == "okada" || o.weighting == "sumita", "weighting", options, "okada or sumita");
  require_option(o.format == "tsv" || o.format == "jsonl", "format", options, "tsv or jsonl");
  require_option(o.pruned == "auto" || o.pruned == "on" || o.pruned == "off", "pruned", options, "auto, on or off");
  require_option(o.match == "host" || o.match == "cpu" || o.match == "any", "match", options, "host, cpu or any");
  return o;
}

}  // namespace uneven::document
