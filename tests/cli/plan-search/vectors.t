$ cp $ROOT/tests/mpi/search/vectors.py .; python3 vectors.py make base 70 6 1
$ plan-search --table base.fvecs --vector all --speeds 2e6,1e6 --memory 1GB | jq -c '.examples, .memory_per_unit_bytes, .data.file, [.placement[].count]'
70
24
"base.fvecs"
[47,23]
$ plan-search --table base.csv --vector 2-4 --speeds 2e6,1e6 --memory 1GB | jq -c '.examples, .memory_per_unit_bytes'
70
12
$ plan-search --table base.fvecs --vector 7 --speeds 2e6,1e6
plan-search: base.fvecs: has no column '7'; expected numbers from 1 to 6, or ranges such as 2-3; the file has no names of columns
? 65
$ plan-search --examples 70 --vector all --speeds 2e6,1e6
plan-search: ...
? 64
# Speeds of words, or of other vectors, are told.
$ measure-speeds -q -n 1 --kernel search --floats 6 --max-seconds 0.2 --no-network > six.json; jq -c .kernel_options six.json; plan-search --table base.fvecs --vector all six.json | jq -c .method
{"floats":6,"queries":256}
"equal-data"
$ plan-search --table base.csv --vector 2-4 six.json | jq -c .examples
plan-search: the speeds are those of vectors of 6 numbers; the examples have 3
70
$ jq 'del(.kernel_options.floats)' six.json | plan-search --table base.fvecs --vector all | jq -c .examples
plan-search: the speeds are those of words; expected measure-speeds --floats
70
# The join with the least predicted seconds.
$ for speeds in 4*1e8 2*1e8; do plan-search --examples 100000 --speeds $speeds --message-s 1e-5 --method equal-data --join best | jq -c '.join, ([.joins[].seconds] | min) == (.join as $j | .joins[] | select(.join == $j).seconds)'; done
"staircase"
true
"simple"
true
