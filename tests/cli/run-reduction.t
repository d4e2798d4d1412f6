# Who joins what is the plan's; the report is one JSON document on standard output.
$ plan-reduction-tree --compute 1 --items 12 --processors 3 -o plan.json; run-reduction -q plan.json --type int64 | jq -c '.kind, .of, (.processors | length), .result.sequential'
"report"
"reduction"
3
true
$ run-reduction -q --compact < plan.json | wc -l
1
$ run-reduction -q plan.json -o report.json && jq .iterations report.json
1

# --emit prints the job and starts nothing; the launcher is that of the command line.
$ run-reduction plan.json --operator max --seed 7 --emit | jq -c '.run, .options.operator, .input.seed'
"reduction"
"max"
7
$ run-reduction -q plan.json --launcher 'no-such-launcher -n {n}'
run-reduction: ...no-such-launcher...
? 71

# Wrong command lines.
$ run-reduction plan.json --operator average
run-reduction: --operator: ...
? 64
$ run-reduction plan.json --type complex
run-reduction: --type: ...
? 64
$ run-reduction plan.json --repeat 0
run-reduction: ...--repeat...
? 64
$ run-reduction plan.json --against nothing
run-reduction: --against: ...
? 64
$ run-reduction plan.json --operator concat --against mpi
run-reduction: ...
? 64
$ run-reduction plan.json another.json
run-reduction: ...another.json...
? 64

# Wrong plans.
$ run-reduction missing.json
run-reduction: missing.json: ...
? 66
$ run-reduction < /dev/null
run-reduction: no document on standard input...
? 65
$ plan-hbsp elements --count 5 --speeds 1 | run-reduction
run-reduction: standard input: /kind: found "hbsp-elements"; expected reduction-tree
? 65
$ run-reduction -q plan.json -o missing/report.json
run-reduction: missing/report.json...
? 74
