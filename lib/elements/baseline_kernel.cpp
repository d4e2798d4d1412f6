#include <cstdint>
#include <type_traits>

#include "elements/instruction_sets.hpp"
#include "elements/loops.hpp"

namespace uneven::elements {

constinit const Kernels baseline_kernels = make_kernels<16>("baseline");

}  // namespace uneven::elements
