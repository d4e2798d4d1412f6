#include <cstdint>
#include <type_traits>

#include "elements/kernels/instruction_sets.hpp"
#include "elements/kernels/loops.hpp"

namespace uneven::elements {

constinit const Kernels baseline_kernels = make_kernels<16>("baseline");

}  // namespace uneven::elements
