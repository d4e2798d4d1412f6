// SPDX-License-Identifier: MIT
#pragma once

// Programs for run-bsp that are written for one element at a time. A struct describes an element of a group; f makes
// its new value of its messages, g sends messages (Ito 2012, section 2.1). The layer stores each field as a lane of the
// group and calls f and g for batches of elements, inlined.

#include "elements/typed/outputs.hpp"
#include "elements/typed/steps.hpp"
