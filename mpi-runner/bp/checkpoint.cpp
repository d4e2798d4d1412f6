#include "bp/checkpoint.hpp"

#include <fstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/output_file.hpp"
#include "document/checkpoint.hpp"
#include "document/document.hpp"

namespace uneven::bp {

namespace {

constexpr const char* kind = "checkpoint";

template <class Real>
void write_numbers(std::ostream& out, const std::vector<Real>& numbers) {
  out.write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(Real)));
}

template <class Real>
std::vector<Real> read_numbers(std::istream& in, std::size_t count) {
  std::vector<Real> numbers(count);
  in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(count * sizeof(Real)));
  return numbers;
}

}  // namespace

template <class Real>
void write_checkpoint(const std::string& path, const document::Json& identity, const State<Real>& state) {
  OutputFile file(path);
  file.stream() << document::OrderedJson{{"kind", kind},
                                         {"version", 1},
                                         {"identity", identity},
                                         {"weights", state.weights.size()},
                                         {"velocity", state.velocity.size()},
                                         {"error", state.error}}
                       .dump()
                << '\n';
  write_numbers(file.stream(), state.weights);
  write_numbers(file.stream(), state.velocity);
  file.commit();
}

template <class Real>
std::optional<State<Real>> read_checkpoint(const std::string& path, const document::Json& identity,
                                           std::size_t weights) {
  if (is_missing(path)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw OpenError(path + ": cannot open the checkpoint");
  std::string line;
  std::getline(in, line);
  State<Real> state;
  std::size_t velocity = 0;
  document::in_document(path, [&] {
    const document::Json header = document::checkpoint_header(line, kind, identity);
    velocity = header.at("velocity");
    if (header.at("weights") != weights || (velocity != 0 && velocity != weights))
      throw InputError("holds another number of weights; expected " + std::to_string(weights));
    state.error = document::numbers_or_nan(header.at("error"));
  });
  state.weights = read_numbers<Real>(in, weights);
  state.velocity = read_numbers<Real>(in, velocity);
  if (!in || in.peek() != std::ifstream::traits_type::eof())
    throw InputError(path + ": is not as long as its first line says");
  return state;
}

template void write_checkpoint(const std::string&, const document::Json&, const State<float>&);
template void write_checkpoint(const std::string&, const document::Json&, const State<double>&);
template std::optional<State<float>> read_checkpoint(const std::string&, const document::Json&, std::size_t);
template std::optional<State<double>> read_checkpoint(const std::string&, const document::Json&, std::size_t);

}  // namespace uneven::bp
