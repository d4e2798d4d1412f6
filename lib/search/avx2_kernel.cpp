// SPDX-License-Identifier: MIT
#ifdef __x86_64__
#include <immintrin.h>

#include "search/kernels.hpp"

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) inline

namespace uneven::search {
namespace {

AVX2_INLINE __m256i load(const std::byte* at) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(at)); }

/// sum + cost where `same` is 0; `same` is all ones elsewhere.
AVX2_INLINE __m256i add_unless(__m256i sum, __m256i same, __m256i cost) {
  return _mm256_adds_epu16(sum, _mm256_andnot_si256(same, cost));
}

/// All ones in the bytes of the words within the limit, 16 + 16 words to 32 bits.
AVX2_INLINE std::uint32_t within(__m256i low, __m256i high, __m256i limit) {
  const __m256i a = _mm256_cmpeq_epi16(_mm256_min_epu16(low, limit), low);
  const __m256i b = _mm256_cmpeq_epi16(_mm256_min_epu16(high, limit), high);
  const __m256i in_order = _mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xd8);  // packs works on halves
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(in_order));
}

/// number_part() of 16 examples.
AVX2_INLINE __m256i number_parts(__m256i a, __m256i b, __m256i cost) {
  const __m256i difference = _mm256_sub_epi16(_mm256_max_epu16(a, b), _mm256_min_epu16(a, b));
  const __m256i same = _mm256_cmpeq_epi16(difference, _mm256_setzero_si256());
  return _mm256_add_epi16(_mm256_mulhi_epu16(cost, difference), _mm256_andnot_si256(same, _mm256_set1_epi16(1)));
}

AVX2_INLINE void scan(const Probe& probe, int bytes, int words, int codes, int numbers, const std::byte* tiles,
                      std::int64_t count, std::uint64_t* hits, std::uint16_t* sums) {
  const __m256i limit = _mm256_set1_epi16(static_cast<short>(probe.limit)), zero = _mm256_setzero_si256();
  for (std::int64_t t = 0; t < count; ++t) {
    __m256i sum[4] = {zero, zero, zero, zero};  // 16 examples each
    int slot = 0;
    for (; slot < bytes; ++slot, tiles += 64) {
      const __m256i value = _mm256_set1_epi8(static_cast<char>(probe.value[slot]));
      const __m256i cost = _mm256_set1_epi16(static_cast<short>(probe.cost[slot]));
      for (int half = 0; half < 2; ++half) {
        const __m256i same = _mm256_cmpeq_epi8(load(tiles + 32 * half), value);
        sum[2 * half] = add_unless(sum[2 * half], _mm256_cvtepi8_epi16(_mm256_castsi256_si128(same)), cost);
        sum[2 * half + 1] =
            add_unless(sum[2 * half + 1], _mm256_cvtepi8_epi16(_mm256_extracti128_si256(same, 1)), cost);
      }
    }
    for (int w = 0; w < words; ++w, ++slot, tiles += 128) {
      const __m256i value = _mm256_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m256i cost = _mm256_set1_epi16(static_cast<short>(probe.cost[slot]));
      for (int i = 0; i < 4; ++i) sum[i] = add_unless(sum[i], _mm256_cmpeq_epi16(load(tiles + 32 * i), value), cost);
    }
    for (int c = 0; c < codes; ++c, ++slot, tiles += 128) {
      const __m256i value = _mm256_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m256i cost = _mm256_set1_epi16(static_cast<short>(probe.cost[slot]));
      for (int i = 0; i < 4; ++i) {
        const __m256i x = _mm256_xor_si256(load(tiles + 32 * i), value);
        for (int level = 0; level < 3; ++level) {
          const __m256i mask = _mm256_set1_epi16(static_cast<short>(probe.masks[c][static_cast<unsigned>(level)]));
          sum[i] = add_unless(sum[i], _mm256_cmpeq_epi16(_mm256_and_si256(x, mask), zero), cost);
        }
      }
    }
    for (int n = 0; n < numbers; ++n, ++slot, tiles += 128) {
      const __m256i value = _mm256_set1_epi16(static_cast<short>(probe.value[slot]));
      const __m256i cost = _mm256_set1_epi16(static_cast<short>(probe.cost[slot]));
      for (int i = 0; i < 4; ++i) sum[i] = _mm256_adds_epu16(sum[i], number_parts(load(tiles + 32 * i), value, cost));
    }
    hits[t] = std::uint64_t{within(sum[2], sum[3], limit)} << 32 | within(sum[0], sum[1], limit);
    if (hits[t] == 0) continue;
    for (int i = 0; i < 4; ++i) _mm256_store_si256(reinterpret_cast<__m256i*>(sums + kTile * t + 16 * i), sum[i]);
  }
}

}  // namespace

AVX2 void scan_avx2(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits,
                    std::uint16_t* sums) {
  if (has_usual_columns(probe))
    scan(probe, 5, 0, 2, 0, tiles, count, hits, sums);
  else
    scan(probe, probe.bytes, probe.words, probe.codes, probe.numbers, tiles, count, hits, sums);
}

}  // namespace uneven::search

#endif
