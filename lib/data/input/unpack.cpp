// SPDX-License-Identifier: MIT
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>

#include "base/error.hpp"
#include "data/input/inflate.hpp"
#include "data/input/plain.hpp"

namespace uneven::data {

namespace {

constexpr std::int64_t unpacked_at_a_time = 1 << 18;

/// The bytes of a file in pieces.
class Pieces {
 public:
  explicit Pieces(InputFile& file, std::int64_t first, std::int64_t end) : file_(file), at_(first), end_(end) {}

  /// The next piece; empty at the end.
  std::string_view next() {
    piece_.resize(static_cast<std::size_t>(std::min(unpacked_at_a_time, end_ - at_)));
    if (!piece_.empty()) file_.read(at_, std::ssize(piece_), piece_.data());
    at_ += std::ssize(piece_);
    return piece_;
  }

  /// Where the bytes behind the last piece begin.
  std::int64_t end() const { return at_; }

 private:
  InputFile& file_;
  std::int64_t at_, end_;
  std::string piece_;
};

[[noreturn]] void cut_off(const InputFile& file, const char* what, std::int64_t at) {
  throw InputError(file.path() + ": cut off: ends at byte " + std::to_string(at) + ", within its " + what +
                   " data; expected the whole file");
}

[[noreturn]] void damaged(const InputFile& file, const char* what, std::int64_t at, const char* why) {
  throw InputError(file.path() + ": damaged at about byte " + std::to_string(at) + ": " + (why ? why : "wrong data") +
                   "; expected " + what + " data");
}

bool all_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == bytes.npos; }

}  // namespace

Inflater::Inflater(int window_bits) {
  if (::inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
}

Inflater::~Inflater() { ::inflateEnd(&stream_); }

void Inflater::start_again() { ::inflateReset(&stream_); }

void Inflater::give(std::string_view bytes) {
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_.avail_in = static_cast<uInt>(bytes.size());
}

std::string_view Inflater::take() {
  out_.resize(unpacked_at_a_time);
  stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
  stream_.avail_out = static_cast<uInt>(out_.size());
  const int code = ::inflate(&stream_, Z_NO_FLUSH);
  if (code == Z_MEM_ERROR) throw std::bad_alloc();
  ended_ = code == Z_STREAM_END;
  broken_ = code == Z_DATA_ERROR || code == Z_NEED_DICT || code == Z_STREAM_ERROR;
  return std::string_view(out_).substr(0, out_.size() - stream_.avail_out);
}

void unpack_gzip(InputFile& file, Spool& to) {
  constexpr int gzip_alone = 15 + 16;
  Inflater inflater(gzip_alone);
  Pieces pieces(file, 0, file.bytes());
  bool inside = true;
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
    inflater.give(piece);
    while (inflater.unused() > 0 || inflater.more()) {
      // Behind a packed file stands another one, or zeros that fill a block of a tape.
      if (!inside) {
        if (all_zero(piece.substr(piece.size() - inflater.unused()))) break;
        inflater.start_again();
        inside = true;
      }
      to.write(inflater.take());
      if (inflater.broken())
        damaged(file, "gzip", pieces.end() - static_cast<std::int64_t>(inflater.unused()), inflater.why());
      if (inflater.ended()) inside = false;
    }
  }
  if (inside) cut_off(file, "gzip", file.bytes());
}

void unpack_zstd(InputFile& file, Spool& to) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(), &ZSTD_freeDStream);
  if (!stream) throw std::bad_alloc();
  std::string out(ZSTD_DStreamOutSize(), '\0');
  Pieces pieces(file, 0, file.bytes());
  std::size_t left = 1;  // 0 behind a whole frame
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
    ZSTD_inBuffer input{piece.data(), piece.size(), 0};
    for (bool full = false; input.pos < input.size || full;) {
      ZSTD_outBuffer output{out.data(), out.size(), 0};
      left = ZSTD_decompressStream(stream.get(), &output, &input);
      if (ZSTD_isError(left))
        damaged(file, "zstd", pieces.end() - static_cast<std::int64_t>(input.size - input.pos),
                ZSTD_getErrorName(left));
      to.write(std::string_view(out).substr(0, output.pos));
      full = output.pos == output.size && left != 0;
    }
  }
  if (left != 0) cut_off(file, "zstd", file.bytes());
}

}  // namespace uneven::data
