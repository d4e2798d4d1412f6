// A disk that takes two seconds for what is written to it, for a preload.
#include <unistd.h>

int fsync(int descriptor) {
  (void)descriptor;
  return (int)sleep(2);
}
