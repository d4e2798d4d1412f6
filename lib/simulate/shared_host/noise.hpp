#pragma once

namespace uneven::simulate {

/// How long what disturbs a processor lasts: about as long as a repeat of a measurement.
inline constexpr double noise_s = 0.1;

/// How many times as fast as usual a processor works in the period of noise of a time; drawn for each, evenly about 1.
/// @param spread  deviation over mean.
double noisy_speed(int processor, double time, double spread);

}  // namespace uneven::simulate
