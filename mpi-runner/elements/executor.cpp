// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "data/file.hpp"
#include "document/document.hpp"
#include "document/hbsp_costs.hpp"
#include "elements/programs.hpp"
#include "elements/run.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "planned.hpp"

namespace uneven::elements {

namespace {

using ElfHeader = ElfW(Ehdr);
using Segment = ElfW(Phdr);

constexpr unsigned char native_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char native_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

bool is_native(const unsigned char* identification) {
  return identification[EI_CLASS] == native_class && identification[EI_DATA] == native_order;
}

/// Whether bytes [first, first + count) lie in a file of `bytes` bytes.
bool lies_in(std::uint64_t bytes, std::uint64_t first, std::uint64_t count) {
  return count <= bytes && first <= bytes - count;
}

[[noreturn]] void fail_cut_off(const data::InputFile& file) {
  throw InputError(file.path() + ": is cut off: it has " + std::to_string(file.bytes()) +
                   " bytes, fewer than its headers say; expected a whole shared object");
}

[[noreturn]] void fail_no_shared_object(const data::InputFile& file) {
  throw InputError(file.path() + ": is no shared object; expected one, made with UNEVEN_PROGRAM(Type)");
}

std::vector<Segment> segments_of(data::InputFile& file, const ElfHeader& header) {
  const std::size_t size = std::size_t{header.e_phnum} * sizeof(Segment);
  if (!lies_in(static_cast<std::uint64_t>(file.bytes()), header.e_phoff, size)) fail_cut_off(file);
  std::vector<Segment> segments(header.e_phnum);
  file.read(static_cast<std::int64_t>(header.e_phoff), static_cast<std::int64_t>(size), segments.data());
  return segments;
}

}  // namespace

void require_whole_shared_object(const std::string& path) {
  data::InputFile file(path);
  const auto bytes = static_cast<std::uint64_t>(file.bytes());
  ElfHeader header{};
  const std::size_t present = std::min<std::uint64_t>(bytes, sizeof header);
  file.read(0, static_cast<std::int64_t>(present), &header);
  if (present < SELFMAG || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) fail_no_shared_object(file);
  if (present < sizeof header) fail_cut_off(file);
  if (!is_native(header.e_ident)) return;
  if (header.e_type != ET_DYN || header.e_phentsize != sizeof(Segment)) fail_no_shared_object(file);
  if (!lies_in(bytes, header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize)) fail_cut_off(file);
  for (const Segment& segment : segments_of(file, header))
    if (segment.p_type == PT_LOAD && !lies_in(bytes, segment.p_offset, segment.p_filesz)) fail_cut_off(file);
}

std::function<std::unique_ptr<Program>(const Settings&)> load_user_program(const std::string& path) {
  require_whole_shared_object(path);
  // Without a slash the loader would search its own places.
  void* object = ::dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) throw OpenError(std::string(::dlerror()));
  using Interface = int (*)();
  using Make = Program* (*)(const Settings&);
  const auto interface = reinterpret_cast<Interface>(::dlsym(object, "uneven_program_interface"));
  const auto make = reinterpret_cast<Make>(::dlsym(object, "uneven_program"));
  if (!interface || !make) throw InputError(path + ": no program in it; expected UNEVEN_PROGRAM(Type)");
  if (interface() != program_interface)
    throw InputError(path + ": built for interface " + std::to_string(interface()) + "; this is " +
                     std::to_string(program_interface));
  return [make](const Settings& settings) {
    std::unique_ptr<Program> program(make(settings));
    if (!program) throw std::logic_error("makes no program");
    return program;
  };
}

std::string execute(const document::Job& job, const runner::Context& context) {
  document::HbspElements plan;
  document::BspOptions options;
  bool planned = false;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      options = document::options_from_json<document::BspOptions>(job.input, job.options);
      if (!options.iterations && context.program.empty()) options.iterations = usual_iterations(options.program);
      planned = job.plan.is_object() && !job.plan.empty();
      if (planned) plan = document::from_json<document::HbspElements>(job.plan);
      if (planned && !options.data) options.count = plan.count;
      if (!planned && options.cluster.empty()) options.cluster.resize(static_cast<std::size_t>(context.world.size()));
      document::require_processors(options.slow, std::ssize(planned ? plan.cluster : options.cluster));
    });
  });
  std::vector<std::optional<std::string>> files;
  for (const std::string& text : options.outputs) files.emplace_back(document::named_file(text).second);
  std::vector<runner::JobFile> written{{"/options/output", &options.output},
                                       {"/options/checkpoint", &options.checkpoint}};
  for (auto& file : files) written.push_back({"/options/outputs", &file});
  runner::resolve_paths(context,
                        {{"/input/data", &options.data},
                         {"/input/centroids", &options.centroids},
                         {"/input/personal", &options.personal},
                         {"/input/model", &options.model}},
                        written);
  for (std::size_t i = 0; i < files.size(); ++i)
    options.outputs[i] = document::named_file(options.outputs[i]).first + "=" + *files[i];
  const std::vector<document::Processor>& cluster = planned ? plan.cluster : options.cluster;
  const auto comm = runner::planned_communicator(cluster, options.match, context);
  if (!comm) return {};
  std::vector<std::int64_t> placed;
  for (const auto& entry : plan.placement) placed.push_back(entry.elements.count);
  return in_user_program(context.program, [&] {
    Run run(options, context, *comm, speeds_of(cluster), placed);
    run.run();
    return run.report(plan);
  });
}

}  // namespace uneven::elements
