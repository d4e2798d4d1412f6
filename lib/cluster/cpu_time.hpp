#pragma once

#include <functional>

namespace uneven::cluster {

/// Seconds that the calling thread has computed.
double cpu_time();

/// Those that it computes for `what`.
double cpu_seconds(const std::function<void()>& what);

}  // namespace uneven::cluster
