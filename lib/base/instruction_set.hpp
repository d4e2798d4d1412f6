#pragma once

namespace uneven {

/// What this processor can do of what the kernels are compiled for, each with all that its compiler options allow.
bool has_avx2();
bool has_avx512();

}  // namespace uneven
