// SPDX-License-Identifier: MIT
#include "search/model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"

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

std::uint16_t pack_example(const Attribute& attribute, const std::string& value) {
  return attribute.is_code ? attribute.book.pack_example(value)
                           : static_cast<std::uint16_t>(attribute.values.find(value));
}

std::uint16_t pack_query(const Attribute& attribute, const std::string& value) {
  if (attribute.is_code) return attribute.book.pack_query(value);
  const std::uint32_t id = attribute.values.find(value);
  if (id != Dictionary::kNone) return static_cast<std::uint16_t>(id);
  return attribute.values.size() <= kByteValues ? kByteValues : kWordValues;
}

Attribute make_attribute(const Table& table, const std::string& name, bool is_code,
                         const std::vector<std::uint32_t>& targets, Weighting weighting) {
  const Column& column = table.column(name);
  Attribute attribute{name, is_code, column.dictionary, {}, {}, 0};
  attribute.weight = weights(column.ids, column.dictionary.size(), targets, weighting);
  const std::string where = table.name + ": " + name + ": ";
  if (is_code) {
    try {
      attribute.book = CodeBook(column.dictionary);
    } catch (const InputError& e) {
      throw InputError(where + e.what());
    }
  } else if (column.dictionary.size() > kWordValues) {
    throw InputError(where + std::to_string(column.dictionary.size()) +
                     " different values; at most 65535 can be compared");
  }
  return attribute;
}

/// Gives every attribute its slot.
Layout lay_out(std::vector<Attribute>& attributes) {
  Layout layout;
  for (Attribute& a : attributes)
    if (!a.is_code && a.values.size() <= kByteValues) a.slot = layout.bytes++;
  for (Attribute& a : attributes)
    if (!a.is_code && a.values.size() > kByteValues) a.slot = layout.bytes + layout.words++;
  for (Attribute& a : attributes)
    if (a.is_code) {
      a.slot = layout.slots();
      layout.codes.push_back({a.book.mask(0), a.book.mask(1), a.book.mask(2)});
    }
  return layout;
}

}  // namespace

Model make_model(const Table& table, const Roles& roles, Weighting weighting) {
  if (table.rows == 0) throw InputError(table.name + ": no examples after the header line");
  if (roles.equal.empty() && roles.codes.empty()) throw InputError(table.name + ": no columns to compare");
  const auto targets = joint_ids(table, roles.targets);
  Model model;
  for (const auto& name : roles.equal)
    model.attributes.push_back(make_attribute(table, name, false, targets, weighting));
  for (const auto& name : roles.codes)
    model.attributes.push_back(make_attribute(table, name, true, targets, weighting));
  model.examples = Packed(lay_out(model.attributes), table.rows);
  for (const Attribute& attribute : model.attributes) {
    const auto packed = packed_column(table, table.column(attribute.name),
                                      [&](const std::string& value) { return pack_example(attribute, value); });
    for (std::int64_t row = 0; row < table.rows; ++row)
      model.examples.set(row, attribute.slot, packed[static_cast<std::size_t>(row)]);
  }
  return model;
}

std::vector<Query> make_queries(const Model& model, const Table& table) {
  const auto slots = static_cast<std::size_t>(model.examples.layout().slots());
  std::vector<Query> queries(static_cast<std::size_t>(table.rows),
                             {std::vector<std::uint16_t>(slots), std::vector<std::uint32_t>(slots)});
  for (const Attribute& attribute : model.attributes) {
    const Column& column = table.column(attribute.name);
    const auto packed =
        packed_column(table, column, [&](const std::string& value) { return pack_query(attribute, value); });
    const auto slot = static_cast<std::size_t>(attribute.slot);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      const std::string& value = column.dictionary.value(column.ids[q]);
      const std::uint32_t id = attribute.values.find(value);
      const bool weighted = id != Dictionary::kNone && !(attribute.is_code && value == kUnknownCode);
      const std::int64_t weight = weighted ? attribute.weight[id] : kWeightUnit;
      queries[q].value[slot] = packed[q];
      queries[q].cost[slot] = static_cast<std::uint32_t>(attribute.is_code ? weight : 3 * weight);
    }
  }
  return queries;
}

std::vector<std::int64_t> shares(const Model& model, const Query& query, std::int64_t row) {
  const auto by_slot = parts(model.examples, query, row);
  std::vector<std::int64_t> result;
  for (const Attribute& attribute : model.attributes)
    result.push_back(by_slot[static_cast<std::size_t>(attribute.slot)]);
  return result;
}

namespace {

/// The least integer that satisfies f2-1 and f2-2, cut off above `most`.
std::int64_t least_unit(std::int64_t processors, const MailboxTimes& t, std::int64_t most) {
  const auto n = static_cast<double>(processors);
  const double f2_1 = 2 * (n - 2) * t.message_s / (t.task_s - (n - 1) * t.entry_s) + (n - 1) * t.message_s / t.task_s;
  const double f2_2 = n * t.message_s / t.task_s;
  const double bound = std::max(f2_1, f2_2);
  return bound < static_cast<double>(most) ? static_cast<std::int64_t>(std::floor(bound)) + 1 : most + 1;
}

constexpr double clearly = 0.5;  // part of the expected time

/// g2, and what a processor may end later than another: Lag = m t_ave + T_receive, with T_receive of h5.
double expected_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& t) {
  const double unit_s = static_cast<double>(unit.examples) * t.task_s;
  const double waiting = 1 - static_cast<double>(unit.processors) * t.message_s / unit_s;
  return mailbox_seconds(unit, examples, t) + unit_s + t.message_s / waiting;
}

bool is_fine(const SendUnit& unit, std::int64_t examples) {
  const std::int64_t n = unit.processors, m = unit.examples;
  return examples / m / n >= 100 && examples > 100 * n * m;  // f3; the quotient keeps the product small
}

/// Where expected_seconds() is least: with s = n T0 / t_ave it is (2 D T0 / n + T0 s) / (m - s) + m t_ave but for what
/// does not depend on m, so m = s + sqrt((2 D / n + s) T0 / t_ave); cut off below `least` and above `most`.
SendUnit least_expected(SendUnit unit, std::int64_t least, std::int64_t most, std::int64_t examples,
                        const MailboxTimes& t) {
  const auto n = static_cast<double>(unit.processors);
  const double message = t.message_s / t.task_s, s = n * message;
  const double best = s + std::sqrt((2 * static_cast<double>(examples) / n + s) * message);
  const auto whole = [&](double m) {
    return m < static_cast<double>(most) ? std::max(least, static_cast<std::int64_t>(m)) : most;
  };
  SendUnit below = unit, above = unit;
  below.examples = whole(std::floor(best));
  above.examples = whole(std::floor(best) + 1);
  SendUnit& better = expected_seconds(above, examples, t) < expected_seconds(below, examples, t) ? above : below;
  better.fine = is_fine(better, examples);
  return better;
}

}  // namespace

SendUnit send_unit(std::int64_t processors, std::int64_t examples, const MailboxTimes& times) {
  if (processors < 2) throw InputError("asynchronous-data needs at least 2 processors");
  std::int64_t n = processors;
  while (n >= 2 && !(times.task_s > static_cast<double>(n - 1) * times.entry_s)) --n;  // f1
  std::int64_t m = 0, most = 0;
  for (; n >= 2; --n) {
    most = examples / (n - 1);  // f4
    m = least_unit(n, times, most);
    if (m <= most) break;
  }
  if (n < 2)
    throw InputError(
        "asynchronous-data: making entries and sending messages take too long beside the examples' own time, even "
        "for 2 processors");
  SendUnit unit{n, m};
  unit.fine = is_fine(unit, examples);
  if (unit.fine) unit.examples = examples / (100 * n);
  unit.of_steps = unit.examples;
  const SendUnit best = least_expected(unit, m, most, examples, times);
  if (!(clearly * expected_seconds(unit, examples, times) <= expected_seconds(best, examples, times))) unit = best;
  return unit;
}

double mailbox_seconds(const SendUnit& unit, std::int64_t examples, const MailboxTimes& t) {
  const auto n = static_cast<double>(unit.processors), m = static_cast<double>(unit.examples);
  const double waiting = 1 - n * t.message_s / (m * t.task_s);
  if (!(waiting > 0)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(examples) / n * (t.task_s + 2 * t.message_s / (m * waiting) + t.entry_s);
}

}  // namespace uneven::search
