#!/bin/sh
# SPDX-License-Identifier: MIT
# GNU parallel with a plan: one job for each processor, with its share as options. With real hosts in the plan,
# --sshlogin {host} would start each where it belongs. Usage: parallel.sh PLAN COMMAND...; the command's words may hold
# {rank}, {host}, {first} and {count}. Package: parallel.
set -eu
plan=$1
shift
show-plan --tsv "$plan" | parallel --will-cite --keep-order --halt now,fail=1 --colsep '\t' --header : -q "$@"
