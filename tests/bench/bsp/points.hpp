// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

#include "plain.hpp"

/// An NPY file of doubles, shape [count, columns].
struct File {
  File(const char* path, int columns_) : in(path, std::ios::binary), columns(columns_) {
    unsigned char head[10] = {};
    in.read(reinterpret_cast<char*>(head), sizeof head);
    start = 10 + head[8] + 256 * head[9];
    in.seekg(0, std::ios::end);
    count = (static_cast<std::int64_t>(in.tellg()) - start) / (8 * columns);
  }
  std::vector<double> read(std::int64_t first, std::int64_t last) {
    std::vector<double> rows(static_cast<std::size_t>((last - first) * columns));
    in.seekg(start + first * 8 * columns);
    in.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(rows.size() * 8));
    return rows;
  }
  std::ifstream in;
  int columns;
  std::int64_t start, count;
};

/// A process's equal share of the points of a file, lane by lane; a column more than plain::d is a label.
struct Share {
  Share(File& file, int rank, int size) {
    const std::int64_t first = file.count * rank / size, last = file.count * (rank + 1) / size;
    constexpr std::int64_t piece = 1 << 18;
    for (std::int64_t begin = first; begin < last; begin += piece) {
      const std::vector<double> rows = file.read(begin, std::min(begin + piece, last));
      for (std::size_t i = 0; i < rows.size(); i += static_cast<std::size_t>(file.columns)) {
        for (std::size_t j = 0; j < plain::d; ++j) lane[j].push_back(rows[i + j]);
        if (file.columns > plain::d) label.push_back(rows[i + plain::d] != 0);
      }
    }
  }
  std::int64_t count() const { return std::ssize(lane[0]); }
  plain::Lanes lanes() const { return {{lane[0].data(), lane[1].data(), lane[2].data()}, label.data()}; }

  std::vector<double> lane[plain::d];
  std::vector<std::uint8_t> label;
};

/// Ends the run unless the command line has so many arguments and the loops can run here.
inline void require(int argc, int arguments) {
  if (argc != arguments + 1) MPI_Abort(MPI_COMM_WORLD, 64);
  if (plain::can_run()) return;
  std::fputs("the plain loops need AVX-512\n", stderr);
  MPI_Abort(MPI_COMM_WORLD, 71);
}
