// SPDX-License-Identifier: MIT
#include "phrase/alternatives.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace uneven::phrase {

namespace {

using document::AnswerFormat;
using document::OrderedJson;

constexpr const char* none = "*";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text.empty() ? none : text;
}

Example example_of(const OrderedJson& line) {
  const auto text = [&](const char* key) { return line.at(key).get<std::string>(); };
  const std::string particle = text("particle");
  return {line.at("distance"),
          line.at("match") == "exact",
          line.at("row"),
          text("n1") + (particle == "-" ? "" : particle) + text("n2"),
          text("pattern"),
          text("translation"),
          line.value("shares", OrderedJson())};
}

OrderedJson fields(std::size_t number, const Analysed& phrase, std::size_t rank, const Alternative& way) {
  return {{"query", number},
          {"phrase", phrase.text},
          {"rank", rank},
          {"translation", way.translation},
          {"distance", way.nearest.distance},
          {"match", way.nearest.exact ? "exact" : "similar"},
          {"pattern", way.nearest.pattern},
          {"examples", way.examples},
          {"row", way.nearest.row},
          {"example", way.nearest.phrase},
          {"example_translation", way.nearest.translation},
          {"unknown", phrase.unknown()}};
}

std::string tsv(const OrderedJson& fields, const OrderedJson& shares) {
  std::string line;
  for (const auto& [key, value] : fields.items()) {
    line += line.empty() ? "" : "\t";
    line += value.is_string()         ? value.get<std::string>()
            : value.is_array()        ? joined(value.get<std::vector<std::string>>())
            : value.is_number_float() ? shortest(value.get<double>())
                                      : value.dump();
  }
  for (const auto& share : shares) line += '\t' + shortest(share.get<double>());
  return line;
}

std::string header(const OrderedJson& shares) {
  std::string line;
  const OrderedJson names = fields(0, {}, 0, {});
  for (const auto& [key, value] : names.items()) line += (line.empty() ? "" : "\t") + key;
  for (const auto& [key, share] : shares.items()) line += '\t' + key;
  return line;
}

}  // namespace

std::vector<std::string> shown_columns() { return {"n1", "particle", "n2", "pattern", "translation"}; }

std::vector<std::vector<Example>> examples_of(const std::vector<std::string>& lines) {
  std::vector<std::vector<Example>> found;
  for (const std::string& text : lines) {
    const auto line = OrderedJson::parse(text);
    found.resize(line.at("query").get<std::size_t>() + 1);
    found.back().push_back(example_of(line));
  }
  return found;
}

std::vector<Alternative> alternatives(const Analysed& phrase, const std::vector<Example>& examples) {
  std::vector<Alternative> ways;
  for (const Example& example : examples) {
    if (!example.exact && !can_be_filled(example.pattern)) continue;
    const std::string text = example.exact ? example.translation : filled(example.pattern, phrase.a, phrase.b);
    const auto known = std::ranges::find(ways, text, &Alternative::translation);
    if (known == ways.end())
      ways.push_back({text, example, 1});
    else if (known->nearest.distance == example.distance)
      ++known->examples;
  }
  std::ranges::stable_sort(ways, [](const Alternative& one, const Alternative& other) {
    if (one.nearest.distance != other.nearest.distance) return one.nearest.distance < other.nearest.distance;
    return one.examples > other.examples;
  });
  return ways;
}

std::vector<std::string> output_lines(const std::vector<Analysed>& phrases,
                                      const std::vector<std::vector<Example>>& examples, std::size_t most,
                                      AnswerFormat format) {
  std::vector<std::string> lines;
  if (format == AnswerFormat::tsv)
    lines.push_back(header(examples.empty() ? OrderedJson() : examples.front().front().shares));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    auto ways = alternatives(phrases[i], examples[i]);
    if (ways.empty()) {
      ways.push_back({none, examples[i].front(), 1});
      ways.front().nearest.pattern = none;
    }
    for (std::size_t rank = 0; rank < std::min(most, ways.size()); ++rank) {
      OrderedJson line = fields(i, phrases[i], rank + 1, ways[rank]);
      const OrderedJson& shares = ways[rank].nearest.shares;
      if (format == AnswerFormat::jsonl && !shares.is_null()) line["shares"] = shares;
      lines.push_back(format == AnswerFormat::jsonl ? line.dump() : tsv(line, shares));
    }
  }
  return lines;
}

}  // namespace uneven::phrase
