#!/bin/sh
# SPDX-License-Identifier: MIT
# Which weighting predicts the translation patterns of held-out noun phrases of the dictionary better? Five folds; the pattern of the nearest
# example, and the commonest among the ten nearest (the nearer in a tie). Needs build/bin on PATH; run it beside share/.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
table=$work/dictionary.tsv
head -n 15526 share/examples/noun-phrases.tsv > "$table"

for weighting in okada sumita; do
  for fold in 0 1 2 3 4; do
    awk -v f="$fold" 'NR == 1 || NR % 5 != f' "$table" > "$work/train.tsv"
    awk -v f="$fold" 'NR == 1 || NR % 5 == f' "$table" > "$work/test.tsv"
    plan-search --table "$work/train.tsv" --processors 1 --task-s 1e-8 |
      run-search -q --no-exact --weighting "$weighting" --examples "$work/train.tsv" --queries "$work/test.tsv" -k 10 > "$work/found.tsv"
    # n1 particle ... pattern of each query; then its ten neighbours' patterns.
    awk -F'\t' -v w="$weighting" '
      FNR == NR { if (FNR > 1) { truth[FNR - 2] = $10; compound[FNR - 2] = $2 == "-" } ; next }
      FNR > 1 { if ($2 == 1) nearest[$1] = $6; votes[$1 SUBSEP $6]++
                if (votes[$1 SUBSEP $6] > most[$1]) { most[$1] = votes[$1 SUBSEP $6]; best[$1] = $6 } }
      END { for (q in truth) { kind = compound[q] ? "compounds" : "phrases"
              n[kind]++; one[kind] += nearest[q] == truth[q]; ten[kind] += best[q] == truth[q] }
            for (kind in n) print w, kind, n[kind], one[kind], ten[kind] }' "$work/test.tsv" "$work/found.tsv"
  done
done | awk '{ n[$1 " " $2] += $3; one[$1 " " $2] += $4; ten[$1 " " $2] += $5 }
            END { for (k in n) printf "%-18s %5d queries: nearest %.1f %%, ten nearest %.1f %%\n", k, n[k], 100 * one[k] / n[k], 100 * ten[k] / n[k] }' | sort
awk -F'\t' 'NR > 1 { kind = $2 == "-" ? "compounds" : "phrases"; n[kind]++; if (++c[kind $10] > most[kind]) most[kind] = c[kind $10] }
            END { for (k in n) printf "commonest pattern  %5d %s: %.1f %%\n", n[k], k, 100 * most[k] / n[k] }' "$table"
