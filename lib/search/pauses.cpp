#include "search/pauses.hpp"

#include <cmath>

namespace uneven::search {

Pauses pauses_of(const document::Processor& processor) {
  if (!processor.cpu_share || !processor.cpu_burst_s) return {};
  return {*processor.cpu_burst_s, *processor.cpu_burst_s * (1 / *processor.cpu_share - 1)};
}

double mean_wait(const Pauses& pauses) {
  return pauses.pause_s > 0 ? pauses.pause_s * pauses.pause_s / (2 * pauses.period_s()) : 0;
}

double next_look(const Pauses& pauses, double seconds) {
  if (pauses.pause_s <= 0) return seconds;
  const double passed = std::fmod(seconds, pauses.period_s());
  return passed <= pauses.awake_s ? seconds : seconds - passed + pauses.period_s();
}

}  // namespace uneven::search
