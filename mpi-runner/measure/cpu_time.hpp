#pragma once

namespace uneven::measure {

/// Seconds that the calling thread has computed.
double cpu_time();

}  // namespace uneven::measure
