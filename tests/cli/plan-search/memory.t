# Parts in proportion to speed, as far as there is room; processor 0 holds all, because it reads the table.
$ plan-search --examples 600 --speeds 3,1,2 --memory 1MB,900,1350 -o plan.json; jq -c '.method, [.placement[].count], .memory_per_unit_bytes, [.methods[] | select(.seconds) | .method], .methods[5].seconds' plan.json
"proportional-data"
[350,100,150]
9
["proportional-data"]
116.66666666666666
$ check-plan plan.json
$ jq '.cluster[1].memory_bytes = 800' plan.json | check-plan
standard input: /placement/1: needs 900 bytes; expected at most the 800 of processor 1
standard input: /placement/0/count: found 350; the speeds give 362
standard input: /placement/1/count: found 100; the speeds give 88
? 1
$ show-plan plan.json | head -n 3
search of 600 examples on 3 processors: proportional-data, joined by staircase

P0 █████████████████████████████████████████████████████████████████████████ 350
# Enough memory changes nothing but that it is told.
$ plan-search --examples 600 --speeds 3,1,2 | jq 'del(.made_by)' > free.json
$ plan-search --examples 600 --speeds 3,1,2 --memory 5400 | jq 'del(.made_by, .memory_per_unit_bytes, .cluster[].memory_bytes)' | cmp - free.json
# The error tells what would fit.
$ plan-search --examples 600 --speeds 3,1,2 --memory 5000
plan-search: 600 examples do not fit: memory holds 555 (processor 0 holds all, for it reads the table)
? 65
$ plan-search --examples 600 --speeds 3,1,2 --memory 1MB,900,1350 --method stealing
plan-search: 600 examples do not fit with stealing: memory holds 100 (processor 0 holds all, for it reads the table)
? 65
$ plan-search --examples 600 --speeds 3,1,2 --memory 1MB,900,1350 --method equal-data
plan-search: 600 examples do not fit with equal-data: memory holds 301 (processor 0 holds all, for it reads the table)
? 65
$ plan-search --examples 600 --processors 3 --task-s 1e-6 --memory 1MB,1000,1MB --memory-per-unit 5 | jq -c '.method, [.placement[].count]'
"equal-data"
[200,200,200]
$ plan-search --examples 600 --speeds 3,1,2 --memory-per-unit 5
plan-search: --memory-per-unit: needs --memory, or speeds with memory_bytes
? 64
$ plan-search --examples 600 --speeds 3,1,2 --memory 1MB,2MB
plan-search: --memory: has 2 values for 3 processors; expected one for all, or one each
? 64
$ plan-search --examples 10 --speeds 1,1 --memory 1e18 --memory-per-unit 1
plan-search: --memory: '1e18' is more than 2^53 - 1 bytes
? 64
