// SPDX-License-Identifier: MIT
#include "document/common.hpp"

#include <algorithm>

#include "document/describe/field.hpp"
#include "document/describe/type.hpp"

namespace uneven {

document::Object describe(const MadeBy&) {
  return document::Object({
      document::maybe<&MadeBy::tool>("tool", document::text()),
      document::maybe<&MadeBy::version>("version", document::text()),
      document::maybe<&MadeBy::options>("options", document::text()),
  });
}

}  // namespace uneven

namespace uneven::document {

namespace {

constexpr double most_threads = 1 << 20;

}  // namespace

Object describe(const Range&) {
  return Object({
      field<&Range::first>("first", count(), "The first integer."),
      field<&Range::count>("count", count(), "How many."),
  });
}

Object describe(const SentBytes&) {
  return Object({
      maybe<&SentBytes::largest>("largest", count(), "By the busiest processor."),
      maybe<&SentBytes::sum>("sum", count(), "By all."),
  });
}

Object describe(const Processor&) {
  const auto share = [] {
    Type type = or_null(number_between(0, 1, "a number > 0 and <= 1"));
    type.above_least = true;
    return type;
  };
  const Type seconds = or_null(amount()), times = or_null(number_from(1, "a number >= 1"));
  const auto complete = [](void* to, const Node&, std::size_t) {
    auto& name = static_cast<Processor*>(to)->host;
    if (name && name->empty()) name.reset();  // no host
  };
  return Object(
      {
          always<&Processor::host>("host", host(), "Where it is."),
          always<&Processor::cpu>("cpu", cpu(), "Its model."),
          maybe<&Processor::threads>("threads", threads(), "How many compute; default 1."),
          field<&Processor::speed>("speed", positive(), "Work of the kernel.").in("units/s"),
          maybe<&Processor::cpu_share>("cpu_share", share(), "Of a core, where a quota limits its CPU time."),
          maybe<&Processor::cpu_burst_s>("cpu_burst_s", seconds,
                                         "CPU time that it may use at once before the quota stops it."),
          maybe<&Processor::sample_s>("sample_s", seconds, "In partitions; as in speeds."),
          maybe<&Processor::pipelined_slowdown>("pipelined_slowdown", times, "In partitions; as in speeds.")
              .was("beside_work"),
          maybe<&Processor::tall_slowdown>("tall_slowdown", times, "In partitions; as in speeds.").was("tall_work"),
          maybe<&Processor::fixed_s>("fixed_s", seconds, "As in speeds."),
          maybe<&Processor::memory_bytes>("memory_bytes", or_null(count()), "Memory that the work may use."),
      },
      complete);
}

const Object& fields_of_plans() {
  static const Object description({
      Field("cluster", processors(),
            "The processors that the plan was made for.\nSpeeds given by hand have no host and no cpu, and only their "
            "ratios count.\nWithout this field all processors that occur are equal.")
          .may_miss(),
      Field("kernel", kernel(), "That of the speeds that the plan was made from.").may_miss(),
      Field("kernel_options", kernel_options(), "The same, of partitions and both hbsp plans.").may_miss(),
      Field("data", data("the data that the sizes came from"),
            ".B file\nand\n.B bytes\nof the file.\nA byte b of a file name that is not UTF-8 stands as the private "
            "character U+EF00 + b, here and in jobs.")
          .may_miss(),
      Field("made_by", made_by(),
            ".BR tool ,\n.B version\nand\n.B options\nthat made the plan.\nOptions that only say where the output goes "
            "are not in it.")
          .may_miss(),
      Field(
          "left_out", processor_numbers(),
          "Processors that get no work: a whole cell or item is too much for them, all is done sooner without them, or "
          "fewer\nwere asked for.")
          .may_miss(),
  });
  return description;
}

Type range() { return object<Range>("a range such as {\"first\": 0, \"count\": 12}"); }

Type processor_numbers(std::string expected) { return list_of(count(), std::move(expected)); }

Type processors(std::size_t fewest, std::string each) {
  return list_of(object<Processor>(std::move(each)), "a list of processors", fewest);
}

Type host() { return or_null(text("a host name")); }
Type cpu() { return or_null(text("a processor model")); }
Type threads() { return integer_from(1, "an integer >= 1", most_threads); }

Type made_by() { return object<MadeBy>(); }
Type kernel() { return or_null(text("the name of a kernel")); }
Type kernel_options() { return or_null(any_object()); }
Type data(const std::string& expected) { return or_null(any_object(expected), expected); }

Json raw_at(const Json& json, const char* key) {
  const auto member = json.find(key);
  return member == json.end() ? Json(nullptr) : *member;
}

void require_option(bool sound, const char* key, const Json& options, const std::string& expected) {
  if (!sound)
    throw InputError(std::string("/options/") + key + ": found " + excerpt(raw_at(options, key)) + "; expected " +
                     expected);
}

void require_one_of(const std::string& pointer, const std::string& found, const std::vector<std::string>& names) {
  if (std::ranges::find(names, found) != names.end()) return;
  std::string expected;
  for (const std::string& name : names) expected += (expected.empty() ? "" : ", ") + name;
  throw InputError(pointer + ": found \"" + shown(found) + "\"; expected one of " + expected);
}

}  // namespace uneven::document
