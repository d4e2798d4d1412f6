// SPDX-License-Identifier: MIT
// Any bytes into the readers of data: each accepts them or throws InputError, and where two ways lead to the same data
// they agree.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "data/dataset.hpp"
#include "data/door.hpp"
#include "data/graph.hpp"
#include "data/graph_lines.hpp"
#include "data/nettalk.hpp"
#include "data/table.hpp"
#include "launch/words.hpp"
#include "search/model.hpp"
#include "search/packed.hpp"
#include "search/table.hpp"

using namespace uneven;
using namespace uneven::data;
using document::Missing;

namespace {

/// A file that is only in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
    if (::write(descriptor_, bytes.data(), bytes.size()) != std::ssize(bytes)) std::abort();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void require(bool holds) {
  if (!holds) std::abort();
}

/// Small files may promise large matrices, which take memory by right.
constexpr std::int64_t most_numbers = 1 << 18;

void read_as_table(const std::string& path, const TableOptions& options, LastColumn last) {
  const Table table = open_table(path, options, last);
  require(table.rows() > 0 && table.columns() > 0);
  if (table.rows() > most_numbers / table.columns()) return;
  const auto values = table.read({0, table.rows()});
  require(std::ssize(values) == table.rows() * table.columns());
  require(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }));
  Table shared(path, options, last);
  std::vector<std::string> surveys;
  for (int part = 0; part < 3; ++part) surveys.push_back(shared.survey(part, 3));
  shared.finish(surveys);
  const Range half{table.rows() / 2, table.rows() - table.rows() / 2};
  auto parts = shared.read({0, half.first});
  const auto rest = shared.read(half);
  parts.insert(parts.end(), rest.begin(), rest.end());
  require(values == parts);
  table.notes();
}

void read_tables(const std::string& path) {
  for (const Missing missing : {Missing::refuse, Missing::drop, Missing::mean})
    for (const LastColumn last : {LastColumn::number, LastColumn::label}) try {
        read_as_table(path, {.missing = missing}, last);
        read_as_table(path, {.columns = "1,2-3", .missing = missing}, last);
      } catch (const InputError&) {
      }
  // Parts of files of the names that the seeds have.
  for (const char* part : {":x", ":/packed", ":/group/x"}) try {
      read_as_table(path + part, {}, LastColumn::number);
    } catch (const InputError&) {
    }
}

void read_npy(const std::string& path) {
  const NpyHeader header = read_npy_header(path);
  require(std::ssize(read_npy_rows<double>(path, header, {0, header.rows()})) == header.elements());
  if (!is_floating(header.type)) read_npy_rows<std::int64_t>(path, header, {0, header.rows()});
}

void read_words(const std::string& path) {
  const Corpus corpus = read_nettalk(path);
  make_patterns<float>(corpus, {0, corpus.patterns()});
}

void read_training_set(const std::string& files) {
  const DatasetInfo info = read_dataset_info(files, 1);
  if (info.samples > most_numbers / (info.inputs + info.outputs)) return;
  read_samples<float>(files, info.inputs, info.outputs, {0, info.samples});
}

void read_examples(const std::string& path, std::string_view text) {
  const search::Table table = search::read_table(path);
  require(table.rows == search::read_table(text, "text").rows);
  std::vector<std::string> names;
  for (const search::Column& column : table.columns) names.push_back(column.name);
  search::Roles roles{{names.begin(), names.end() - 1}, {names.back()}, {names.front()}, {}, {}};
  const search::Model model = search::make_model(table, roles, search::Weighting::okada);
  search::make_queries(model, table);
  search::Phrases(table, names).find(table, 0);
}

/// The first parts of three begin where the others end.
void read_graph(const GraphFormat& format) {
  const GraphPart whole = read_graph_part(format, 0, 1);
  std::vector<Edge> parts;
  std::vector<double> weights;
  std::size_t entries = 0;
  for (int part = 0; part < 3; ++part) {
    const GraphPart more = read_graph_part(format, part, 3);
    entries += more.edges.size();
    parts.insert(parts.end(), more.edges.begin(), more.edges.end());
    weights.insert(weights.end(), more.weights.begin(), more.weights.end());
  }
  // Names, and lines of METIS, are numbered part by part.
  require(format.named || format.form == GraphForm::metis ? entries == whole.edges.size() : whole.edges == parts);
  require(whole.weights == weights);
  if (format.form == GraphForm::edges) require_no_size_line(format, tally(std::span(whole.edges).subspan(1)));
}

void read_launchers_words(std::string_view text) {
  std::ostringstream out;
  launch::Watchdog watchdog{{}};
  launch::LauncherWords words("tool", false, {}, out, watchdog, [] { return 80; });
  words.take(text);
  words.finish();
  words.cause();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const MemoryFile file(text);
  const std::string path = file.path();
  const std::function<void()> readers[] = {
      [&] { read_tables(path); },
      [&] { read_npy(path); },
      [&] { read_words(path); },
      [&] { read_training_set(path); },
      [&] { read_graph(read_graph_format(path)); },
      [&] { read_graph(read_metis_format(path)); },
      [&] { read_graph(read_adjacency_format(path)); },
      [&] { read_training_set(path + "," + path); },
      [&] { read_table_info(path); },
      [&] { read_examples(path, text); },
      [&] { read_launchers_words(text); },
  };
  for (const auto& read : readers) try {
      read();
    } catch (const InputError&) {
    }
  require(name_of_text(text_of_name(text)) == text);
  return 0;
}
