#!/bin/sh
# SPDX-License-Identifier: MIT
# Thumbnails of a folder of pictures, in shares by speed; a host that falls behind gets less (self-scheduling), and
# what is done is not done again (--resume). Usage: pictures.sh PLAN FROM TO. Package: graphicsmagick.
#
#   plan-shares --count "$(find photos -type f -name '*.png' | wc -l)" speeds.json -o plan.json
#   pictures.sh plan.json photos thumbnails
set -eu
plan=$1 from=$2 to=$3
mkdir -p "$to"
find "$from" -type f -name '*.png' | sort > "$to/list"
# shellcheck disable=SC2016  # the inner shell expands them
TO=$to run-command "$plan" --method self-scheduling --lines "$to/list" --checkpoint "$to/done" --resume -- \
  sh -c 'while read -r picture; do
           gm convert "$picture" -resize 50% "$TO/$(basename "$picture")" || exit 1
         done'
