// SPDX-License-Identifier: MIT
#pragma once

#include "schedule/clock.hpp"

namespace uneven::comm {

using schedule::Clock;
using schedule::Times;

}  // namespace uneven::comm
