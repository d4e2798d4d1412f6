#!/usr/bin/Rscript
# SPDX-License-Identifier: MIT
# Bootstrap of a mean, in shares: each process draws the samples of its range.
#
#   plan-shares --count 10000 speeds.json | run-command --keep-order -- Rscript bootstrap.R {first} {count} > means.txt
#
# Package: r-base-core.
arguments <- as.integer(commandArgs(trailingOnly = TRUE))
first <- arguments[1]
count <- arguments[2]
for (number in seq(first, length.out = count)) {
  set.seed(number)  # so the result does not depend on who draws it
  cat(number, mean(sample(faithful$eruptions, replace = TRUE)), "\n")
}
