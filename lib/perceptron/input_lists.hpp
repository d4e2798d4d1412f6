#pragma once

#include <cstdint>
#include <vector>

namespace uneven::perceptron {

/// The ones of a sparse 0/1 matrix listed by input instead of by sample, separately for every chunk of samples, so
/// that the gradient of one input's weights is summed in registers.
///
/// Chunk c has the lists i in [chunk_start[c], chunk_start[c + 1]): input[i] is 1 in the samples
/// sample[start[i]] .. sample[start[i + 1] - 1], counted from the first sample of the chunk, ascending.
struct InputLists {
  std::vector<std::int64_t> chunk_start;
  std::vector<std::int32_t> input;
  std::vector<std::int64_t> start;
  std::vector<std::int32_t> sample;
};

/// Lists the ones by input for chunks of `chunk` samples (the last may be shorter).
/// @param row_start, active  as in Samples, shapes [samples + 1] and [ones].
/// Cost: O(ones log(ones per chunk) + inputs) time, O(ones + inputs) memory.
InputLists list_by_input(const std::int64_t* row_start, const std::int32_t* active, std::int64_t samples,
                         std::int64_t inputs, std::int64_t chunk);

}  // namespace uneven::perceptron
