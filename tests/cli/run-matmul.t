# Who computes what is the plan's; the report is one JSON document on standard output.
$ plan-hbsp matmul --size 30 --speeds 2,1 -o plan.json; run-matmul -q plan.json --check | jq -c '.kind, .of, [.processors[].work], .result.check.sound'
"report"
"matmul"
[18000,9000]
true
$ run-matmul -q --compact < plan.json | wc -l
1
$ run-matmul -q plan.json -o report.json && jq .iterations report.json
1

# --emit prints the job and starts nothing; the launcher is that of the command line.
$ run-matmul plan.json --seed 7 --precision single --emit | jq -c '.run, .options.seed, .options.precision'
"matmul"
7
"single"
$ run-matmul -q plan.json --launcher 'no-such-launcher -n {n}'
run-matmul: ...no-such-launcher...
? 71

# A rectangular product: 20 x 30 times 30 x 10 in multiply-adds; a file may hold a matrix transposed.
$ plan-hbsp matmul --size 20x30x10 --speeds 2,1 | run-matmul -q --check | jq -c '([.processors[].work] | add), .result.check.sound'
6000
true
$ run-matmul plan.json --a a.npy --transpose-a --emit | jq -c '.input'
{"a":"a.npy","transpose_a":true}
$ run-matmul plan.json --transpose-b
run-matmul: --transpose-b requires --b
? 64

# Wrong command lines.
$ run-matmul plan.json --precision half
run-matmul: --precision: ...
? 64
$ run-matmul plan.json --seed -1
run-matmul: ...--seed...
? 64
$ run-matmul plan.json another.json
run-matmul: ...another.json...
? 64
$ run-matmul plan.json --match name
run-matmul: --match: ...
? 64
$ run-matmul plan.json --a
run-matmul: --a...
? 64

# Wrong plans.
$ run-matmul missing.json
run-matmul: missing.json: ...
? 66
$ run-matmul < /dev/null
run-matmul: no document on standard input...
? 65
$ plan-hbsp elements --count 5 --speeds 1 | run-matmul
run-matmul: standard input: /kind: found "hbsp-elements"; expected hbsp-matmul
? 65
$ jq '.rectangles[1].columns.count = 31' plan.json | run-matmul
run-matmul: standard input: /rectangles...
? 65
$ jq '.cluster[0].speed = 0' plan.json | run-matmul
run-matmul: standard input: /cluster/0/speed: found 0; expected a finite number > 0
? 65
$ sed 's/"speed":[^,}]*/"speed":NaN/' plan.json | run-matmul
run-matmul: standard input:...: syntax error ...
? 65
$ run-matmul -q plan.json -o missing/report.json
run-matmul: missing/report.json...
? 74
