// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "data/input/plain.hpp"
#include "data/table.hpp"
#include "data/text/fields.hpp"
#include "document/document.hpp"
#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "document/writer.hpp"
#include "launch/launch.hpp"
#include "machine/machine.hpp"
#include "phrase/alternatives.hpp"
#include "phrase/mecab.hpp"
#include "phrase/queries.hpp"
#include "search/predict.hpp"
#include "search/table.hpp"
#include "search/vector_table.hpp"

namespace {

using namespace uneven;

/// Options besides those of the job.
struct Files {
  std::string plan = "-", queries, phrases, report, dictionary;
  std::vector<std::string> texts, nouns;  ///< of --phrase and --nouns
  std::size_t ranks = 0;                  ///< 0: those of the plan
  std::optional<document::Weighting> weighting;

  bool has_phrases() const { return !texts.empty() || !phrases.empty(); }
};

/// Neighbours among which a phrase's alternatives are looked for.
constexpr std::int64_t neighbours_of_phrase = 50;

Option add_columns(CommandLine& app, const std::string& option, std::vector<std::string>& names,
                   const std::string& what) {
  std::string otherwise;
  for (const std::string& name : names) otherwise += (otherwise.empty() ? "" : ",") + name;
  return app
      .add_option(
          option,
          [&names](const std::string& list) { names = list.empty() ? std::vector<std::string>() : split(list, ','); },
          what + (otherwise.empty() ? "" : " [" + otherwise + "]"))
      .type_name("LIST")
      .group("Columns");
}

/// Two tables of vectors in place of words. @param of_words  options that vectors do not have.
void add_vector_options(CommandLine& app, document::SearchOptions& o, const std::vector<Option>& of_words) {
  auto vector =
      app.add_option("--vector", o.vector, "Examples and queries are vectors: columns, 1-3,7 or names, or all");
  vector.type_name("COLUMNS").group("Vectors");
  app.add_option("--metric", o.metric, "l2, the squared distance, or cosine, 1 - the cosine [l2]")
      .one_of(names_of<document::Metric>())
      .type_name("NAME")
      .group("Vectors")
      .needs("--vector");
  for (const Option& other : of_words) vector.excludes(other);
}

/// @return  those without which there are no phrases.
std::vector<Option> add_phrase_options(CommandLine& app, Files& files, const Option& queries) {
  const std::string group = "Phrases";
  auto phrase = app.add_option("--phrase", files.texts, "A phrase of two nouns to translate; may be repeated");
  phrase.type_name("TEXT").group(group).excludes(queries);
  auto phrases = app.add_option("--phrases", files.phrases, "A file of phrases, one a line; '-' is standard input");
  phrases.type_name("FILE").group(group).excludes(queries).excludes(phrase);
  app.add_option("--nouns", files.nouns, "A list of nouns before nouns.tsv beside the examples; may be repeated")
      .type_name("FILE")
      .group(group);
  app.add_option("--dictionary", files.dictionary, "Folder of MeCab's dictionary; default: IPADIC as Debian has it")
      .type_name("DIR")
      .group(group);
  return {phrase, phrases};
}

void add_options(CommandLine& app, document::SearchOptions& o, Files& files) {
  auto plan = app.add_option("PLAN", files.plan, "Output of plan-search; '-' is standard input").type_name("FILE");
  app.add_option("-n,--ranks", files.ranks, "Processes with equal shares, in place of PLAN")
      .check(integer_from(1, 1 << 24))
      .excludes(plan);
  app.add_option("--examples", o.examples, "The table of examples").type_name("FILE").required();
  auto queries = app.add_option("--queries", files.queries, "A table of queries; '-' is standard input");
  queries.type_name("FILE");
  std::vector<Option> of_words = add_phrase_options(app, files, queries);
  const auto word_option = [&](Option option) { of_words.push_back(option); };
  app.add_option("-k", o.k, "Neighbours per query, or alternatives per phrase [10]")
      .check(integer_from(1, std::int64_t{1} << 40))
      .type_name("K");
  word_option(app.add_option("--weighting", files.weighting, "okada or sumita [okada; for phrases sumita]")
                  .one_of(names_of<document::Weighting>())
                  .type_name("NAME"));
  app.add_option("--format", o.format, "tsv or jsonl [tsv]")
      .one_of(names_of<document::AnswerFormat>())
      .type_name("NAME");
  word_option(app.add_flag("--explain", o.explain, "Add the share of each attribute in the distance"));
  app.add_flag("--ties-all", o.ties_all, "Keep all neighbours as near as the last");
  word_option(app.add_flag("--no-exact", o.no_exact, "Scan for a query that is among the examples, too"));
  app.add_option("--report", files.report, "Write the report of the run to FILE").type_name("FILE");
  word_option(app.add_option("--pruned", o.pruned, "auto, on or off: pass over what cannot be among the nearest [auto]")
                  .one_of(names_of<document::Pruned>())
                  .type_name("WHEN")
                  .group("Advanced"));
  app.add_option("--batch", o.batch, "Queries that are scanned together [256]")
      .check(integer_from(1, 1 << 20))
      .type_name("N")
      .group("Advanced");
  word_option(add_columns(app, "--equal", o.equal, "Columns compared as equal or not"));
  word_option(add_columns(app, "--codes", o.codes, "Columns of codes, a character for each level"));
  word_option(add_columns(app, "--numbers", o.numbers, "Columns of numbers, compared by their difference"));
  word_option(add_columns(app, "--target", o.target, "Columns that the weights are to tell apart"));
  word_option(add_columns(app, "--exact", o.phrase, "Columns that make an exact match if all are equal; '' for none"));
  word_option(add_columns(app, "--show", o.show, "Columns printed with each neighbour").needs("--queries"));
  add_vector_options(app, o, of_words);
}

void require_streams(const Files& files, const std::optional<std::string>& examples) {
  std::vector<std::string> names;
  if (files.ranks == 0 && files.plan == "-") names.push_back("the plan");
  if (examples == "-") names.push_back("the examples");
  if (files.queries == "-") names.push_back("the queries");
  if (files.phrases == "-") names.push_back("the phrases");
  if (names.size() > 1)
    throw UsageError(names[0] + " and " + names[1] +
                     " cannot both come from standard input; name a file for one of them" +
                     (names[0] == "the plan" ? ", or give -n" : ""));
  if (files.queries.empty() && !files.has_phrases())
    throw UsageError("--queries FILE, --phrase TEXT or --phrases FILE is required");
  if (!files.nouns.empty() && !files.has_phrases()) throw UsageError("--nouns: needs --phrase or --phrases");
}

/// A plan of equal shares of the table, one for each of `ranks` processes.
document::Search plan_of(const Tool& tool, std::size_t ranks, const document::SearchOptions& options) {
  machine::require_room_for_ranks(ranks);
  search::PlanRequest request;
  request.examples = options.vector
                         ? data::read_table_info(*options.examples, search::vector_columns(*options.vector)).rows
                         : search::read_table(*options.examples).rows;
  request.cluster.resize(ranks);
  request.times.task_s = 1;  // in which the times of all methods are proportional
  request.method = document::SearchMethod::equal_data;
  auto plan = search::plan(request);
  plan.made_by = tool.made_by();
  return plan;
}

/// Reads the queries, so that their faults are reported before the ranks start; vectors stay in their file.
void read_queries(const std::string& path, document::SearchOptions& options) {
  if (options.vector) {
    options.vectors = path;
    return;
  }
  options.queries = read_file(path, "table of queries");
  options.queries_name = text_of_name(input_name(path));
  const auto table = search::read_table(options.queries, input_name(path));
  for (const auto* names : {&options.equal, &options.codes, &options.numbers})
    for (const std::string& name : *names) table.column(name);
}

/// The user's lists of nouns, then the one beside the examples.
phrase::Nouns read_nouns(const Files& files, const std::string& examples) {
  phrase::Nouns nouns;
  for (const std::string& path : files.nouns) nouns.add(search::read_table(path));
  const std::string beside = path_in(std::filesystem::path(examples).parent_path(), "nouns.tsv");
  if (!is_missing(beside))
    nouns.add(search::read_table(beside));
  else if (files.nouns.empty())
    throw UsageError("--phrase: no list of nouns at " + shown(beside) + "; expected --nouns FILE");
  return nouns;
}

/// The phrases of the command line or of a file, taken apart.
std::vector<phrase::Analysed> read_phrases(const Files& files, const search::Table& examples,
                                           const phrase::Nouns& nouns) {
  std::vector<phrase::Given> given;
  if (files.texts.empty())
    given = phrase::phrases_of(read_file(files.phrases, "list of phrases"), input_name(files.phrases));
  for (const std::string& text : files.texts)
    given.push_back({text, "--phrase" + (text.empty() ? "" : " " + shown(text)) + ": ", true});
  return phrase::analysed(given, phrase::Mecab(files.dictionary), nouns, examples);
}

/// Phrases become queries whose answers are read here. @return  the phrases, taken apart
std::vector<phrase::Analysed> make_queries(const Tool& tool, const Files& files, document::SearchOptions& options) {
  const auto examples = search::read_table(*options.examples);
  const auto phrases = read_phrases(files, examples, read_nouns(files, *options.examples));
  std::set<std::string> unknown;
  for (const phrase::Analysed& one : phrases)
    for (const std::string& word : one.unknown())
      if (unknown.insert(word).second) tool.note("'" + shown(word) + "' is in no list of nouns");
  options.queries = phrase::queries_of(phrases, examples);
  options.queries_name = "phrases";
  if (!files.weighting) options.weighting = document::Weighting::sumita;
  options.k = std::max(options.k, neighbours_of_phrase);
  options.format = document::AnswerFormat::jsonl;
  options.show = phrase::shown_columns();
  return phrases;
}

/// The answers to standard output or -o; the rest, if asked for, to the report.
void write_results(const Tool& tool, const Files& files, const std::vector<std::string>& lines,
                   document::OrderedJson& report) {
  OutputFile answers(tool.output);
  for (const std::string& line : lines) answers.stream() << line << '\n';
  answers.commit();
  report["result"].erase("lines");
  if (files.report.empty()) return;
  OutputFile file(files.report);
  document::write_json(file.stream(), report, tool.compact);
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("run-search", "Find the examples nearest to each query, or translate phrases by them.");
  document::SearchOptions options;
  Files files;
  launch::RunOptions run;
  add_options(tool.app, options, files);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  tool.app.add_examples(
      {"run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 1",
       "run-search -q -n 1 --examples share/examples/everyday-phrases.tsv --phrase 京都の寺"});
  return tool.run(argc, argv, [&] {
    require_streams(files, options.examples);
    require_own_files({{"PLAN", files.plan},
                       {"--examples", options.examples},
                       {"--queries", files.queries},
                       {"--phrases", files.phrases}},
                      launch::with_run_files({{"--output", tool.output}, {"--report", files.report}}, run));
    document::Job job{"search", {}, {}, {}};
    std::size_t ranks = files.ranks;
    if (ranks > 0) {
      job.plan = document::json_of(plan_of(tool, ranks, options));
    } else {
      const auto document = document::load(files.plan, {"search"}, tool);
      const auto plan = check::sound<document::Search>(document);
      ranks = plan.cluster.size() + plan.idle.size();
      job.plan = document.json.json();
    }
    const auto most = static_cast<std::size_t>(options.k);
    const document::AnswerFormat format = options.format;
    if (files.weighting) options.weighting = *files.weighting;
    std::vector<phrase::Analysed> phrases;
    if (files.has_phrases())
      phrases = make_queries(tool, files, options);
    else
      read_queries(files.queries, options);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    std::vector<std::string> arguments;
    if (!run.emit) arguments = data::kept_pipes({options.examples, options.vectors});
    for (auto* file : {&options.examples, &options.vectors})
      if (*file) *file = launch::job_files(tool, run, **file);
    job.input = document::input_of(options);
    job.options = document::options_of(options);
    if (run.emit) return tool.write(job);
    if (files.ranks > 0) launch::require_startable(run.launch, static_cast<int>(ranks));
    for (const std::string& file : {tool.output, files.report}) require_writable(file);
    auto done = launch::output_of_job(tool, run, job, ranks, arguments);
    auto lines = done.json["result"]["lines"].get<std::vector<std::string>>();
    if (files.has_phrases()) lines = phrase::output_lines(phrases, phrase::examples_of(lines), most, format);
    write_results(tool, files, lines, done.json);
    done.require_no_signal("the queries answered so far are complete");
  });
}
