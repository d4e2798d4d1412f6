$ head -1 share/examples/noun-phrases.tsv > queries.tsv; printf '国際\tの\t会議\tcommon\tverbal\t*\t*\t211\t650\t*\t*\n' >> queries.tsv; sed -n 101p share/examples/noun-phrases.tsv >> queries.tsv
$ plan-search --table share/examples/noun-phrases.tsv --processors 2 --task-s 1e-8 > plan.json
# The shares of --explain add up to the distance; an exact match wins and is alone.
$ run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 3 --explain > found.tsv; cut -f1,2,4 found.tsv
query	rank	match
0	1	similar
0	2	similar
0	3	similar
1	1	exact
$ head -1 found.tsv | tr '\t' ' '
query rank distance match row pattern translation particle pos1 pos2 affix1 affix2 code1 code2
$ awk -F'\t' 'NR > 1 {s = $8 + $9 + $10 + $11 + $12 + $13 + $14 - $3; if (s > 1e-12 || s < -1e-12) print}' found.tsv
$ run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 3 --explain --format jsonl | jq -r '[.query, .rank, .distance, .match, .row, .pattern, .translation, .shares[]] | @tsv' | cmp - <(tail -n +2 found.tsv)
# The plan from standard input, the queries from standard input.
$ run-search -q --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 3 --explain < plan.json | cmp - found.tsv
$ run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries - -k 3 --explain < queries.tsv | cmp - found.tsv
$ run-search --examples share/examples/noun-phrases.tsv --queries - < queries.tsv
run-search: the plan and the queries cannot both come from standard input; name a file for one of them, or give -n
? 64
$ run-search -n 1 --examples - --queries - < queries.tsv
run-search: the examples and the queries cannot both come from standard input; name a file for one of them
? 64
$ run-search plan.json --examples queries.tsv --queries - < /dev/null
run-search: no table of queries on standard input; did the command before it fail?
? 65
# The examples from a pipe, as they are and packed.
$ plan-search -q --table - --processors 2 --task-s 1e-8 < share/examples/noun-phrases.tsv | jq -c '.examples, .data.file'
16662
"-"
$ run-search -q plan.json --examples - --queries queries.tsv -k 3 --explain < share/examples/noun-phrases.tsv | cmp - found.tsv
$ run-search -q -n 2 --examples <(gzip < share/examples/noun-phrases.tsv) --queries queries.tsv -k 3 --explain | cmp - found.tsv
# Without a plan, equal shares.
$ run-search -q -n 3 --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 3 --explain --report report.json | cmp - found.tsv; jq -c .result.scanned_examples report.json
[5554,5554,5554]
$ run-search -q -n 1 --examples share/examples/noun-phrases.tsv --queries - -k 3 --explain < queries.tsv | cmp - found.tsv
$ run-search -n 3 plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv
run-search: ...
? 64
# Two of four are enough: ranks start on all, and two of them do nothing.
$ plan-search -q --table share/examples/noun-phrases.tsv --processors 4 --task-s 1e-8 --message-s 3e-5 --method asynchronous-data > few.json; jq -c '.processors, (.cluster, .idle | length)' few.json
2
2
2
$ printf '#!/bin/sh\nn=$1\nshift\necho $n > ranks\nexec mpirun --oversubscribe -n $n "$@"\n' > counted; chmod +x counted
$ run-search -q few.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 3 --explain --launcher './counted {n}' | cmp - found.tsv; cat ranks
4
# A table with other columns.
$ printf 'animal\tsize\tclass\tsound\ncat\ts\t112\tmeow\ndog\tm\t113\twoof\ncow\tl\t121\tmoo\n' > animals.tsv; printf 'size\tclass\nm\t123\n' > q.tsv
$ plan-search --table animals.tsv --processors 1 --task-s 1 | run-search -q --examples animals.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal,sound -k 2
query	rank	distance	match	row	animal	sound
0	1	0.6666666666666666	similar	1	dog	woof
0	2	1.3333333333333333	similar	2	cow	moo
# Bad input.
$ run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 0
run-search: -k: ...
? 64
$ plan-search --table animals.tsv --processors 1 --task-s 1 | run-search -q --examples animals.tsv --queries queries.tsv
mpi-runner: animals.tsv:1: no column 'pattern'; there are: animal, size, class, sound
? 65
$ run-search -q plan.json --examples share/examples/noun-phrases.tsv --queries q.tsv
run-search: q.tsv:1: no column 'particle'; there are: size, class
? 65
$ run-search -q plan.json --examples animals.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal
mpi-runner: ...animals.tsv: 3 examples; the plan is for 16662
? 65
$ plan-search --table animals.tsv --processors 1 --task-s 1 | run-search -q --examples animals.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal,noise
mpi-runner: ...animals.tsv:1: no column 'noise'; there are: animal, size, class, sound
? 65
$ printf 'size\tclass\nm\t12\n' > short.tsv; plan-search --table animals.tsv --processors 1 --task-s 1 | run-search -q --examples animals.tsv --queries short.tsv --equal size --codes class --target sound --exact '' --show animal
mpi-runner: ...short.tsv:2: class: '12' has 2 levels; expected 3 characters, or --- if unknown
? 65
$ printf 'size\tclass\nm\t112\nm\xff\t112\n' > bytes.tsv; plan-search --table animals.tsv --processors 1 --task-s 1 | run-search -q --examples animals.tsv --queries bytes.tsv --equal size --codes class --target sound --exact '' --show animal
run-search: bytes.tsv:3: size: invalid UTF-8 at byte 2
? 65
$ printf 'animal\tsize\tclass\tsound\ncat\ts\t113\tmeow\ncow\ts\t11\tmoo\n' > short.tsv; plan-search --table short.tsv --processors 1 --task-s 1 | run-search -q --examples short.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal
mpi-runner: ...short.tsv:3: class: '11' has 2 levels; expected 3 characters, or --- if unknown
? 65
$ printf 'animal\tsize\tclass\tsound\ncat\ts\t112\tm\xffow\n' > bytes.tsv; jq '.examples = 1 | .placement = [{processor: 0, first: 0, count: 1}] | .processors = 1 | .cluster = .cluster[:1] | del(.methods, .joins)' plan.json | run-search -q --examples bytes.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal
mpi-runner: ...bytes.tsv:2: sound: invalid UTF-8 at byte 2
? 65
$ plan-search --table animals.tsv --processors 4 --task-s 1
plan-search: --processors 4: more than the 3 examples
? 64
$ head -1 animals.tsv > empty.tsv; jq '.examples = 1 | .placement = [{processor: 0, first: 0, count: 1}] | .processors = 1 | .cluster = .cluster[:1] | del(.methods, .joins)' plan.json | run-search -q --examples empty.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal
mpi-runner: ...empty.tsv: no examples after the header line
? 65
$ run-search -n 4 --examples animals.tsv --queries q.tsv --equal size --codes class --target sound --exact '' --show animal
run-search: 4 processors for 3 examples; expected at least one example each
? 65
$ run-search -q plan.json --examples none.tsv --queries queries.tsv
mpi-runner: ...none.tsv: no such file
? 66
$ run-search plan.json --examples share/examples/noun-phrases.tsv --queries none.tsv
run-search: none.tsv: ...
? 66
# A job for a batch script.
$ run-search --emit plan.json --examples share/examples/noun-phrases.tsv --queries queries.tsv -k 1 -o job.json; check-plan job.json; mpirun --oversubscribe -n 2 mpi-runner job.json 2> /dev/null | jq -r '.result.lines[1]' | cut -f1,2,4
0	1	similar
