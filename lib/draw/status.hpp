// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/status.hpp"
#include "draw/picture.hpp"

namespace uneven::draw {

/// "run-bp on node1: running, 0:09, 120 of 500 iterations, error 310.2, 0:29 left".
std::string status_line(const document::Status& status);

/// How far a run is; a bar of the seconds that each rank has computed; the last events.
std::string text(const document::Status& status, TextOptions options);

/// The bars.
Svg svg(const document::Status& status);

/// The message and the last events.
Notes notes_of(const document::Status& status);

/// Shows a status document on standard output until its run has ended, whenever it changes.
///
/// On a terminal the picture is redrawn in place, as wide and as high as the window is at the moment; where lines
/// cannot be redrawn (no terminal, TERM is dumb or unset) a line comes for each change. Waits for a file that does not
/// exist yet. NO_COLOR is obeyed. After SIGINT, SIGTERM or SIGHUP the terminal is as before, and this process dies by
/// the signal; SIGTSTP stops it, and the picture comes back with SIGCONT.
///
/// @throws InputError  if the file holds another document.
/// @throws ExitError   if the run did not finish: 75 if it was stopped; 1 if it failed, or if its tool's process is no
///                     longer there. Only the tool's own host can see the latter.
void watch(const std::string& path, TextOptions options);

}  // namespace uneven::draw
