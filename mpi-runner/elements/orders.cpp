#include "elements/orders.hpp"

#include <utility>

#include "elements/bytes.hpp"

namespace uneven::elements {

std::string pack(const Orders& orders) {
  ByteWriter out;
  for (const std::int32_t word :
       {orders.next, orders.reason, orders.checkpoint, orders.moving, orders.uncounted, orders.last})
    out.put(word);
  out.put(orders.unit);
  out.put(orders.target);
  out.put(orders.counts);
  out.put(orders.seconds);
  for (const auto& values : orders.multicast) out.put(values);
  return std::move(out.bytes);
}

Orders unpack_orders(const std::string& bytes, std::size_t groups) {
  ByteReader in(bytes);
  Orders orders;
  for (std::int32_t* word :
       {&orders.next, &orders.reason, &orders.checkpoint, &orders.moving, &orders.uncounted, &orders.last})
    *word = in.get<std::int32_t>();
  orders.unit = in.get<std::int64_t>();
  orders.target = in.get_vector<std::int64_t>();
  orders.counts = in.get_vector<std::int64_t>();
  orders.seconds = in.get_vector<double>();
  for (std::size_t g = 0; g < groups; ++g) orders.multicast.push_back(in.get_vector<double>());
  return orders;
}

}  // namespace uneven::elements
