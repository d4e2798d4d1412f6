#include "elements/gathered.hpp"

#include "comm/collectives.hpp"
#include "elements/bytes.hpp"

namespace uneven::elements {

void gather_in_order(const comm::Communicator& comm, const Waiting& waiting, const Store& store,
                     const std::function<std::string(const Block&)>& make,
                     const std::function<void(const std::string&)>& use) {
  ByteWriter numbers;
  for (const auto& [number, block] : store.blocks) numbers.put(number);
  const std::vector<std::string> everyones = comm::all_gather(comm, numbers.bytes);
  if (comm.rank() != 0) {
    for (const auto& [number, block] : store.blocks) {
      Sending sending(comm, 0, tag_exchange, make(*block));
      waiting.until([&] { return sending.done(); });
    }
    return;
  }
  std::vector<int> owner(static_cast<std::size_t>(store.layout.blocks()));
  for (std::size_t rank = 0; rank < everyones.size(); ++rank)
    for (ByteReader in(everyones[rank]); !in.at_end();)
      owner[static_cast<std::size_t>(in.get<std::int64_t>())] = static_cast<int>(rank);
  for (std::int64_t b = 0; b < store.layout.blocks(); ++b) {
    const int from = owner[static_cast<std::size_t>(b)];
    use(from == 0 ? make(*store.blocks.at(b)) : receive(comm, from, tag_exchange, waiting));
  }
}

}  // namespace uneven::elements
