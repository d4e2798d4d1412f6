// SPDX-License-Identifier: MIT
// Any bytes into the readers of data: each accepts them or throws InputError, and where two ways lead to the same data
// they agree. FUZZ_FORMAT names the readers that try an input, by the extension of their files; without it all do.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/file_name.hpp"
#include "data/formats/block_size.hpp"
#include "data/formats/format.hpp"
#include "data/formats/npy.hpp"
#include "data/graphs/graph.hpp"
#include "data/graphs/graph_lines.hpp"
#include "data/graphs/key_numbers.hpp"
#include "data/table.hpp"
#include "data/training/dataset.hpp"
#include "data/training/nettalk.hpp"
#include "launch/words.hpp"
#include "mutation.hpp"
#include "search/model.hpp"
#include "search/packed.hpp"
#include "search/table.hpp"

using namespace uneven;
using namespace uneven::data;
using document::Missing;
using fuzz::Random;

namespace {

/// A file in memory, which is another one for each input: readers keep what they have unpacked.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) {
    const int descriptor = ::open(path().c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (descriptor < 0 || ::write(descriptor, bytes.data(), bytes.size()) != std::ssize(bytes)) std::abort();
    ::close(descriptor);
  }
  ~MemoryFile() { ::unlink(path().c_str()); }
  MemoryFile(const MemoryFile&) = delete;

  static const std::string& path() {
    static const std::string path = [] {
      const char* const folder = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
      ::setenv("TMPDIR", folder, 1);
      return folder + ("/uneven-fuzz-" + std::to_string(::getpid()));
    }();
    return path;
  }
};

void require(bool holds) {
  if (!holds) std::abort();
}

bool often(Random& random) { return random() % 2; }

/// Small files may promise large matrices, which take memory by right.
constexpr std::int64_t most_numbers = 1 << 18;

/// What several parts of a file make of it: the same as the whole, or an error as the whole.
/// @param strict  false: either way may be refused or give other numbers.
template <class Whole, class Parts>
void require_same(const Whole& whole, const Parts& parts, bool strict = true) {
  decltype(whole()) expected;
  bool refused = false;
  try {
    expected = whole();
  } catch (const InputError&) {
    refused = true;
  }
  try {
    const auto found = parts();
    require(!strict || (!refused && found == expected));
  } catch (const InputError&) {
    require(!strict || refused);
    throw;
  }
}

std::vector<double> numbers_of(const Table& table) {
  require(table.rows() > 0 && table.columns() > 0);
  table.notes();
  if (table.rows() > most_numbers / table.columns()) return {};
  const std::int64_t half = table.rows() / 2;
  auto values = table.read({0, half});
  const auto rest = table.read({half, table.rows() - half});
  values.insert(values.end(), rest.begin(), rest.end());
  require(std::ssize(values) == table.rows() * table.columns());
  require(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }));
  return values;
}

void read_as_table(const std::string& path, const TableOptions& options, LastColumn last) {
  Table alone(path, options, last);  // or it is refused at once
  InputFile file = open_plain(path);
  // Of a damaged file libhdf5 gives today what it does not give tomorrow.
  const bool strict = !is_hdf5(file);
  const auto read = [&](Table& table, int parts) {
    std::vector<std::string> surveys;
    for (int part = 0; part < parts; ++part) surveys.push_back(table.survey(part, parts));
    table.finish(surveys);
    auto values = numbers_of(table);
    if (!values.empty() && parts == 1 && strict) require(values == table.read({0, table.rows()}));
    return std::pair(table.labels(), std::move(values));
  };
  require_same([&] { return read(alone, 1); },
               [&] {
                 Table together(path, options, last);
                 return read(together, 3);
               },
               strict);
}

void read_table(const std::string& path, Random& random) {
  constexpr std::array<const char*, 6> lists{"1", "2,1", "1,2-3", "3", "2-2,1", "height"};
  TableOptions options;
  options.missing = static_cast<Missing>(random() % 3);
  if (random() % 4 == 0) options.columns = lists[random() % lists.size()];
  if (random() % 8 == 0) options.separator = std::string(1, ",;\t |"[random() % 5]);
  read_as_table(path, options, often(random) ? LastColumn::number : LastColumn::label);
}

/// Arrays of the names that the seeds have, or the only one.
void read_array_of(const std::string& path, Random& random) {
  constexpr std::array<const char*, 8> names{"", ":x", ":y", ":z", ":/packed", ":/group/x", ":/chunks", ":w.npy"};
  read_table(path + (often(random) ? "" : names[random() % names.size()]), random);
}

void read_npy(const std::string& path, Random& random) {
  const NpyHeader header = read_npy_header(path);
  if (often(random)) {
    require(std::ssize(read_npy_rows<double>(path, header, {0, header.rows()})) == header.elements());
    if (!is_floating(header.type)) read_npy_rows<std::int64_t>(path, header, {0, header.rows()});
  } else {
    read_table(path, random);
  }
}

void read_words(const std::string& path, Random&) {
  const Corpus corpus = read_nettalk(path);
  make_patterns<float>(corpus, {0, corpus.patterns()});
}

void read_training_set(const std::string& path, Random& random) {
  const std::string files = often(random) ? path : path + "," + path;
  const DatasetInfo info = read_dataset_info(files, 1);
  if (info.samples > most_numbers / (info.inputs + info.outputs)) return;
  read_samples<float>(files, info.inputs, info.outputs, {0, info.samples});
}

void read_examples(const std::string& path, Random&) {
  const search::Table table = search::read_table(path);
  std::vector<std::string> names;
  for (const search::Column& column : table.columns) names.push_back(column.name);
  search::Roles roles{{names.begin(), names.end() - 1}, {names.back()}, {names.front()}, {}, {}};
  const search::Model model = search::make_model(table, roles, search::Weighting::okada);
  search::make_queries(model, table);
  search::Phrases(table, names).find(table, 0);
}

/// The edges of a graph between vertices that are named.
struct Edges {
  std::vector<std::pair<std::string, std::string>> ends;
  std::vector<std::string> alone;
  std::vector<double> weights;
  bool operator==(const Edges&) const = default;
};

Edges edges_of(const GraphFormat& format, int parts) {
  Edges all;
  GraphSizes sizes;
  for (int i = 0; i < parts; ++i) {
    GraphPart part = read_graph_part(format, i, parts);
    if (format.form == GraphForm::metis) number_lines(part, sizes.lines);
    if (part.said > 0) sizes.said = sizes.lines + part.said;
    sizes.lines += part.lines;
    sizes.entries += part.entries;
    if (format.form == GraphForm::metis) sizes.balance += balance_of(part);
    const auto name = [&](std::int64_t vertex) {
      return format.named ? part.names.at(static_cast<std::size_t>(vertex)) : std::to_string(vertex);
    };
    if (format.form == GraphForm::edges && i == 0 && !format.named)
      require(!part.edges.empty() && part.edges.front() == format.first);
    for (const Edge& edge : part.edges) all.ends.emplace_back(name(edge.from), name(edge.to));
    for (const std::int64_t vertex : part.alone) all.alone.push_back(name(vertex));
    all.weights.insert(all.weights.end(), part.weights.begin(), part.weights.end());
    require(all.weights.empty() || all.weights.size() == all.ends.size());
  }
  require_sizes(format, sizes);
  return all;
}

void read_graph(GraphFormat format, Random& random) {
  format.keep_weights = random() % 4 != 0;
  if (often(random)) format.least_weight = 0;
  require_same([&] { return edges_of(format, 1); }, [&] { return edges_of(format, 3); });
  const GraphPart whole = read_graph_part(format, 0, 1);
  if (format.form == GraphForm::edges) require_no_size_line(format, tally(std::span(whole.edges).subspan(1)));
}

void read_list(const std::string& path, Random& random) {
  constexpr std::array<const char*, 4> lists{"1,2", "2-3", "3,1,2", "to,from"};
  const bool chosen = random() % 4 == 0;
  read_graph(
      read_graph_format(path, chosen ? std::optional<std::string>(lists[random() % lists.size()]) : std::nullopt),
      random);
}
void read_metis_graph(const std::string& path, Random& random) { read_graph(read_metis_format(path), random); }
void read_adjacency_list(const std::string& path, Random& random) { read_graph(read_adjacency_format(path), random); }

void read_matrix(const std::string& path, Random& random) {
  often(random) ? read_table(path, random) : read_list(path, random);
}

void read_packed(const std::string& path, Random& random) {
  random() % 4 ? read_array_of(path, random) : read_list(path, random);
}

void read_keys(const std::string& path, Random&) {
  const auto read = [&](int parts) {
    KeyNumbers all;
    for (int i = 0; i < parts; ++i) {
      const KeyNumbers part = read_key_numbers(path, i, parts);
      all.keys.insert(all.keys.end(), part.keys.begin(), part.keys.end());
      all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
    }
    return std::pair(all.keys, all.numbers);
  };
  require_same([&] { return read(1); }, [&] { return read(3); });
}

void read_info(const std::string& path, Random&) {
  read_line_info(path);
  read_table_info(path);
}

void read_launchers_words(const std::string& path, Random&) {
  InputFile file(path);
  std::string text(static_cast<std::size_t>(file.bytes()), '\0');
  file.read(0, file.bytes(), text.data());
  std::ostringstream out;
  launch::Watchdog watchdog{{}};
  launch::LauncherWords words("tool", false, {}, out, watchdog, [] { return 80; });
  words.take(text);
  words.finish();
  words.cause();
  require(name_of_text(text_of_name(text)) == text);
}

struct Reader {
  std::string_view format;
  void (*read)(const std::string& path, Random& random);
};

constexpr Reader readers[] = {
    {"csv", read_table},           {"csv", read_training_set},  {"csv", read_info},
    {"tsv", read_table},           {"tsv", read_examples},      {"svm", read_table},
    {"svm", read_training_set},    {"mtx", read_matrix},        {"npy", read_npy},
    {"npy", read_training_set},    {"npz", read_array_of},      {"idx", read_table},
    {"h5", read_array_of},         {"gz", read_packed},         {"zst", read_packed},
    {"edges", read_list},          {"graph", read_metis_graph}, {"adjlist", read_adjacency_list},
    {"keys", read_keys},           {"data", read_words},        {"data", read_training_set},
    {"txt", read_launchers_words},
};

}  // namespace

/// Of several readers of a format, and of their options, the input's checksum picks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const char* const wanted = std::getenv("FUZZ_FORMAT");
  Random random(Checksum().add(bytes, size).value());
  const MemoryFile file(std::string_view(reinterpret_cast<const char*>(bytes), size));
  hdf5_seconds = 0.05;
  block_size = often(random) ? BlockSize() : BlockSize{1 + static_cast<std::int64_t>(random() % 40), 4, 2, 3};
  std::vector<Reader> able;
  for (const Reader& reader : readers)
    if (!wanted || !*wanted || reader.format == wanted) able.push_back(reader);
  if (able.empty()) std::exit(64);
  if (wanted && *wanted) able = {able[random() % able.size()]};
  for (const Reader& reader : able) try {
      reader.read(file.path(), random);
      ++fuzz::accepted;
    } catch (const InputError&) {
    }
  return 0;
}
