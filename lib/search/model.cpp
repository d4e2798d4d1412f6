// SPDX-License-Identifier: MIT
#include "search/model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "data/text/fields.hpp"

namespace uneven::search {

std::vector<std::int64_t> weights(const std::vector<std::uint32_t>& values, std::size_t count,
                                  const std::vector<std::uint32_t>& targets, Weighting weighting) {
  std::vector<std::uint64_t> pairs(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) pairs[row] = std::uint64_t{values[row]} << 32 | targets[row];
  std::sort(pairs.begin(), pairs.end());

  std::vector<std::int64_t> result(count, kWeightUnit);
  for (std::size_t at = 0; at < pairs.size();) {
    const std::uint64_t value = pairs[at] >> 32;
    std::int64_t n = 0;
    double squares = 0;  // of whole numbers, exact below 2^53
    while (at < pairs.size() && pairs[at] >> 32 == value) {
      const std::uint64_t pair = pairs[at];
      std::int64_t k = 0;
      for (; at < pairs.size() && pairs[at] == pair; ++at) ++k;
      n += k;
      squares += static_cast<double>(k) * static_cast<double>(k);
    }
    const double root = std::sqrt(squares), all = static_cast<double>(n);
    result[value] = std::llround(kWeightUnit * (weighting == Weighting::okada ? all / root : root / all));
  }
  return result;
}

namespace {

constexpr std::size_t kByteValues = 0xff, kWordValues = 0xffff;  // the highest number is a value that no example has

std::vector<std::uint32_t> joint_ids(const Table& table, const std::vector<std::string>& names) {
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(table.rows), 0);
  for (const std::string& name : names) {
    const Column& column = table.column(name);
    Dictionary pairs;
    for (std::size_t row = 0; row < ids.size(); ++row)
      ids[row] = pairs.add(std::to_string(ids[row]) + " " + std::to_string(column.ids[row]));
  }
  return ids;
}

/// Calls `pack(value)` for every row of the column; adds the line to the message if it throws.
std::vector<std::uint16_t> packed_column(const Table& table, const Column& column,
                                         const std::function<std::uint16_t(const std::string&)>& pack) {
  std::vector<std::uint16_t> of_value;
  for (std::uint32_t id = 0; id < column.dictionary.size(); ++id) try {
      of_value.push_back(pack(column.dictionary.value(id)));
    } catch (const InputError& e) {
      const auto row = std::find(column.ids.begin(), column.ids.end(), id) - column.ids.begin();
      throw InputError(table.where(row) + column.name + ": " + e.what());
    }
  std::vector<std::uint16_t> result;
  for (const std::uint32_t id : column.ids) result.push_back(of_value[id]);
  return result;
}

constexpr std::string_view kUnknownPrefix = "\t";  // of an unknown code, which no code begins with

/// The value of a query that no example has.
std::uint16_t absent(const Dictionary& values) { return values.size() <= kByteValues ? kByteValues : kWordValues; }

std::uint16_t found_or_absent(const Dictionary& values, std::string_view value) {
  const std::uint32_t id = values.find(value);
  return id == Dictionary::kNone ? absent(values) : static_cast<std::uint16_t>(id);
}

/// The first `levels` characters of a code, as text.
std::string prefix_of(const std::string& code, std::size_t all, std::size_t levels) {
  std::size_t at = 0;
  levels_of(code, all);
  while (at < code.size() && levels > 0) {
    ++at;
    while (at < code.size() && (static_cast<unsigned char>(code[at]) & 0xC0) == 0x80) ++at;
    --levels;
  }
  return code.substr(0, at);
}

double number_of(const std::string& text) {
  const auto number = data::decimal(text);
  if (!number || !std::isfinite(*number)) throw InputError("'" + shown_data(text) + "' is no number; expected one");
  return *number;
}

/// 0 to 65535, from the smallest to the largest of the examples; beyond them as these.
std::uint16_t pack_number(const Attribute& attribute, const std::string& text) {
  constexpr double steps = 65535;
  const double x = number_of(text);
  if (x <= attribute.least) return x < attribute.least && attribute.least == attribute.most ? steps : 0;
  if (x >= attribute.most) return steps;
  // Halves, whose difference no double is too small for.
  const double share = (x / 2 - attribute.least / 2) / (attribute.most / 2 - attribute.least / 2);
  return static_cast<std::uint16_t>(std::llround(share * steps));
}

/// @param column  of those of the attribute.
std::uint16_t pack_example(const Attribute& attribute, std::size_t column, const std::string& value) {
  if (attribute.is_number) return pack_number(attribute, value);
  if (attribute.levels > 0) {
    const Dictionary& known = attribute.prefixes[column];
    return static_cast<std::uint16_t>(
        known.find(value == kUnknownCode ? kUnknownPrefix : prefix_of(value, attribute.levels, column + 1)));
  }
  if (attribute.is_code) return attribute.book.pack_example(value);
  return static_cast<std::uint16_t>(attribute.values.find(value));
}

std::uint16_t pack_query(const Attribute& attribute, std::size_t column, const std::string& value) {
  if (attribute.is_number) return pack_number(attribute, value);
  if (attribute.levels > 0) {
    const Dictionary& known = attribute.prefixes[column];
    if (value == kUnknownCode) return absent(known);
    return found_or_absent(known, prefix_of(value, attribute.levels, column + 1));
  }
  if (attribute.is_code) return attribute.book.pack_query(value);
  return found_or_absent(attribute.values, value);
}

/// Of one difference, units of 1/3072: of a weight w 3 w, of a level of a code its part.
std::uint32_t cost_of_difference(const Attribute& attribute, std::size_t column, std::int64_t weight) {
  constexpr std::int64_t most_of_number = 0xffff;
  if (attribute.levels > 0) {
    const auto levels = static_cast<std::int64_t>(attribute.levels), level = static_cast<std::int64_t>(column);
    const auto up_to = [&](std::int64_t n) { return (3 * weight * n + levels / 2) / levels; };
    return static_cast<std::uint32_t>(up_to(level + 1) - up_to(level));
  }
  if (attribute.is_number) return static_cast<std::uint32_t>(std::min(3 * weight, most_of_number));
  return static_cast<std::uint32_t>(attribute.is_code ? weight : 3 * weight);
}

void require_few_values(std::size_t values, const std::string& where) {
  if (values > kWordValues)
    throw InputError(where + std::to_string(values) + " different values; at most 65535 can be compared");
}

/// The levels of the first code that is known.
std::size_t levels_in(const Dictionary& values) {
  for (std::uint32_t id = 0; id < values.size(); ++id)
    if (values.value(id) != kUnknownCode) return code_points(values.value(id)).size();
  return kLevels;
}

/// Calls `use` with every value of the column; adds the line to the message if it throws.
void for_each_value(const Table& table, const Column& column, const std::function<void(const std::string&)>& use) {
  packed_column(table, column, [&](const std::string& value) { return use(value), std::uint16_t{0}; });
}

void make_code(const Table& table, const Column& column, Attribute& attribute) {
  const std::size_t levels = levels_in(column.dictionary);
  attribute.book = CodeBook(column.dictionary);
  if (levels == kLevels && attribute.book.fits()) return;
  attribute.levels = levels;
  attribute.prefixes.resize(levels);
  for_each_value(table, column, [&](const std::string& value) {
    for (std::size_t level = 0; level < levels; ++level)
      attribute.prefixes[level].add(value == kUnknownCode ? kUnknownPrefix : prefix_of(value, levels, level + 1));
  });
}

void make_number(const Table& table, const Column& column, Attribute& attribute) {
  attribute.is_number = true;
  attribute.least = std::numeric_limits<double>::infinity(), attribute.most = -attribute.least;
  for_each_value(table, column, [&](const std::string& value) {
    attribute.least = std::min(attribute.least, number_of(value));
    attribute.most = std::max(attribute.most, number_of(value));
  });
}

enum class Compared { equal, code, number };

Attribute make_attribute(const Table& table, const std::string& name, Compared compared,
                         const std::vector<std::uint32_t>& targets, Weighting weighting) {
  const Column& column = table.column(name);
  Attribute attribute;
  attribute.name = name;
  attribute.is_code = compared == Compared::code;
  attribute.values = column.dictionary;
  attribute.weight = weights(column.ids, column.dictionary.size(), targets, weighting);
  const std::string where = table.name + ": " + name + ": ";
  if (compared == Compared::equal) require_few_values(column.dictionary.size(), where);
  if (compared == Compared::code) make_code(table, column, attribute);
  if (compared == Compared::number) make_number(table, column, attribute);
  for (const Dictionary& known : attribute.prefixes) require_few_values(known.size(), where);
  attribute.slots.resize(attribute.columns());
  return attribute;
}

/// Gives every attribute its slots.
Layout lay_out(std::vector<Attribute>& attributes) {
  const auto is_packed = [](const Attribute& a) { return a.is_number || (a.is_code && a.levels == 0); };
  const auto few = [](const Attribute& a, std::size_t c) {
    return (a.levels > 0 ? a.prefixes[c] : a.values).size() <= kByteValues;
  };
  Layout layout;
  for (Attribute& a : attributes)
    for (std::size_t c = 0; c < a.columns() && !is_packed(a); ++c)
      if (few(a, c)) a.slots[c] = layout.bytes++;
  for (Attribute& a : attributes)
    for (std::size_t c = 0; c < a.columns() && !is_packed(a); ++c)
      if (!few(a, c)) a.slots[c] = layout.bytes + layout.words++;
  for (Attribute& a : attributes)
    if (a.is_code && a.levels == 0) {
      a.slots[0] = layout.slots();
      layout.codes.push_back({a.book.mask(0), a.book.mask(1), a.book.mask(2)});
    }
  for (Attribute& a : attributes)
    if (a.is_number) a.slots[0] = layout.first_number() + layout.numbers++;
  return layout;
}

}  // namespace

Model make_model(const Table& table, const Roles& roles, Weighting weighting) {
  if (table.rows == 0) throw InputError(table.name + ": no examples after the header line");
  if (roles.equal.empty() && roles.codes.empty() && roles.numbers.empty())
    throw InputError(table.name + ": no columns to compare");
  const auto targets = joint_ids(table, roles.targets);
  Model model;
  const auto add = [&](const std::vector<std::string>& names, Compared compared) {
    for (const auto& name : names)
      model.attributes.push_back(make_attribute(table, name, compared, targets, weighting));
  };
  add(roles.equal, Compared::equal);
  add(roles.codes, Compared::code);
  add(roles.numbers, Compared::number);
  model.examples = Packed(lay_out(model.attributes), table.rows);
  for (const Attribute& attribute : model.attributes)
    for (std::size_t c = 0; c < attribute.columns(); ++c) {
      const auto packed = packed_column(table, table.column(attribute.name),
                                        [&](const std::string& value) { return pack_example(attribute, c, value); });
      for (std::int64_t row = 0; row < table.rows; ++row)
        model.examples.set(row, attribute.slots[c], packed[static_cast<std::size_t>(row)]);
    }
  return model;
}

std::vector<Query> make_queries(const Model& model, const Table& table) {
  const auto slots = static_cast<std::size_t>(model.examples.layout().slots());
  std::vector<Query> queries(static_cast<std::size_t>(table.rows),
                             {std::vector<std::uint16_t>(slots), std::vector<std::uint32_t>(slots)});
  for (const Attribute& attribute : model.attributes)
    for (std::size_t c = 0; c < attribute.columns(); ++c) {
      const Column& column = table.column(attribute.name);
      const auto packed =
          packed_column(table, column, [&](const std::string& value) { return pack_query(attribute, c, value); });
      const auto slot = static_cast<std::size_t>(attribute.slots[c]);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        const std::string& value = column.dictionary.value(column.ids[q]);
        const std::uint32_t id = attribute.values.find(value);
        const bool weighted = id != Dictionary::kNone && !(attribute.is_code && value == kUnknownCode);
        const std::int64_t weight = weighted ? attribute.weight[id] : kWeightUnit;
        queries[q].value[slot] = packed[q];
        queries[q].cost[slot] = cost_of_difference(attribute, c, weight);
      }
    }
  return queries;
}

std::vector<std::int64_t> shares(const Model& model, const Query& query, std::int64_t row) {
  const auto by_slot = parts(model.examples, query, row);
  std::vector<std::int64_t> result;
  for (const Attribute& attribute : model.attributes) {
    result.push_back(0);
    for (const int slot : attribute.slots) result.back() += by_slot[static_cast<std::size_t>(slot)];
  }
  return result;
}

}  // namespace uneven::search
