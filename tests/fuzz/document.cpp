// Any bytes into the reader of documents: it accepts them or throws InputError, nothing else.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "base/error.hpp"
#include "document/bp_options.hpp"
#include "document/bsp_options.hpp"
#include "document/check.hpp"
#include "document/job.hpp"
#include "document/matmul_options.hpp"
#include "document/measure_options.hpp"
#include "document/reduction_options.hpp"
#include "document/search_options.hpp"
#include "document/unknown_keys.hpp"

using namespace uneven::document;

namespace {

/// Beyond the schema of a job's options: each kind of run reads its own.
void read_options(const Job& job) {
  if (job.run == "bsp") bsp_options_from_json(job.input, job.options);
  if (job.run == "bp") bp_options_from_json(job.input, job.options);
  if (job.run == "matmul") matmul_options_from_json(job.input, job.options);
  if (job.run == "reduction") reduction_options_from_json(job.input, job.options);
  if (job.run == "measure") measure_options_from_json(job.options);
  if (job.run == "search") search_options_from_json(job.input, job.options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const Document document = parse(std::string(bytes, bytes + size), "input", {});
    unknown_keys(document.json, document.kind);
    const bool sound = faults_of(document).empty();
    if (!sound || document.kind != "job") return 0;
    const Job job = job_from_json(document.json);
    std::ostringstream out;
    write_document(out, job, true);
    if (!faults_of(parse(out.str(), "written", {"job"})).empty()) std::abort();
    in_document("", [&] { read_options(job); });
  } catch (const uneven::InputError&) {
  }
  return 0;
}
