#include "draw/cluster.hpp"

#include "draw/text.hpp"

namespace uneven::draw {

document::Processor processor(const std::vector<document::Processor>& cluster, std::int64_t rank) {
  const auto index = static_cast<std::size_t>(rank);
  return index < cluster.size() ? cluster[index] : document::Processor{};
}

std::string host(const document::Processor& processor, bool ascii) {
  return processor.host ? clip(printable(*processor.host, ascii), 24) : "-";
}

}  // namespace uneven::draw
