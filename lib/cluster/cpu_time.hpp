#pragma once

namespace uneven::cluster {

/// Seconds that the calling thread has computed.
double cpu_time();

}  // namespace uneven::cluster
