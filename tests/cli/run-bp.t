# What run-bp refuses before it starts anything: one line and a code. The launcher here would leave a trace.
$ cp data/launching/two-processors.json plan.json; printf '#!/bin/sh\ntouch started\n' > fake; chmod +x fake; echo 'export UNEVEN_LAUNCHER=./fake' > env
# No document, or another one.
$ . ./env; run-bp < /dev/null
run-bp: no document on standard input; did the command before it fail?
? 65
$ . ./env; run-bp <&-
run-bp: standard input: cannot read: Bad file descriptor
? 74
$ . ./env; run-bp no-such-plan
run-bp: no-such-plan: cannot open: No such file or directory
? 66
$ . ./env; printf '{\n "kind": "partition",\n "samples": }' | run-bp
run-bp: standard input:3:13: syntax error ...
? 65
$ . ./env; printf '{\n "kind": "partition",\n "samples": 1e999}' | run-bp
run-bp: standard input:3:13: number overflow parsing '1e999'
? 65
$ . ./env; printf '{\n "kind": "partition",\n "samples": NaN}' | run-bp
run-bp: standard input:3:13: syntax error ...
? 65
$ . ./env; head -c 4096 /dev/urandom > garbage; (printf '\377'; cat garbage) | run-bp
run-bp: standard input: byte ... is NUL; expected text
? 65
$ . ./env; jq '.kind = "speeds"' plan.json | run-bp
run-bp: standard input: /kind: found "speeds"; expected partition
? 65
$ . ./env; jq '.version = 2' plan.json | run-bp
run-bp: standard input: /version: found 2; the versions of "partition" that are known: 1
? 65
$ . ./env; python3 -c 'print("[" * 1000000 + "]" * 1000000)' | run-bp
run-bp: standard input: nested deeper than 100 levels
? 65
# Unsound plans.
$ . ./env; for change in 'del(.samples)' '.samples=0' '.samples=-1' '.samples=1e300' '.samples="many"' '.samples=63' '.network.hidden=9'; do jq "$change" plan.json | run-bp || echo "-> $?"; done
run-bp: standard input: /: lacks "samples"
-> 65
run-bp: standard input: /samples: found 0; expected an integer >= 1
-> 65
run-bp: standard input: /samples: found -1; expected an integer >= 1
-> 65
run-bp: standard input: /samples: found 1e+300; expected an integer >= 1
-> 65
run-bp: standard input: /samples: found "many"; expected an integer >= 1
-> 65
run-bp: standard input: /columns: end at sample 64; expected 63
-> 65
run-bp: standard input: /columns/0: its rectangles end at hidden unit 8; expected 9
-> 65
$ . ./env; jq '.rectangles[1].hidden.first = 3' plan.json | run-bp
run-bp: standard input: /rectangles/1/hidden: found {"first":3,"count":4}; overlaps ...
? 65
$ . ./env; jq '.rectangles[1].hidden.first = 5' plan.json | run-bp
run-bp: standard input: /rectangles/1/hidden: found {"first":5,"count":4}; leaves a hole after hidden unit 4 ...
? 65
$ . ./env; jq '.rectangles[1].processor = 0' plan.json | run-bp
run-bp: standard input: /rectangles/1/processor: processor 0 occurs twice ...
? 65
# Options.
$ . ./env; for words in '--iterations -1' '--iterations 1e3' '--iterations 99999999999999999999' '--seed -1' '--seed 99999999999999999999' '--checkpoint-every x'; do run-bp plan.json $words || echo "-> $?"; done
run-bp: --iterations: '-1' is not an integer >= 0
-> 64
run-bp: --iterations: '1e3' is not an integer >= 0
-> 64
run-bp: --iterations: '99999999999999999999' is not an integer from 0 to 9007199254740991
-> 64
run-bp: --seed: '-1' is not an integer >= 0
-> 64
run-bp: --seed: '99999999999999999999' is not an integer from 0 to 9007199254740991
-> 64
run-bp: --checkpoint-every: 'x' is not an integer >= 0
-> 64
$ . ./env; for words in '--learning-rate nan' '--learning-rate 0x10' '--learning-rate 0' '--max-seconds inf' '--target-error -1' '--momentum nan' '--momentum 1'; do run-bp plan.json $words || echo "-> $?"; done
run-bp: --learning-rate: 'nan' is not a finite number > 0
-> 64
run-bp: --learning-rate: '0x10' is not a finite number > 0
-> 64
run-bp: --learning-rate: '0' is not a finite number > 0
-> 64
run-bp: --max-seconds: 'inf' is not a finite number > 0
-> 64
run-bp: --target-error: '-1' is not a finite number >= 0
-> 64
run-bp: --momentum: 'nan' is not a number from 0 to below 1
-> 64
run-bp: --momentum: '1' is not a number from 0 to below 1
-> 64
$ . ./env; run-bp plan.json --weights-out W.npy
run-bp: --weights-out: 'W.npy' is not a file for each layer, W.npy,V.npy
? 64
$ . ./env; run-bp plan.json --precision half
run-bp: --precision: half not in {single,double}
? 64
$ . ./env; run-bp plan.json --resume
run-bp: --resume and --checkpoint-every need --checkpoint FILE
? 64
$ . ./env; run-bp plan.json and more
run-bp: 'and more' is more than expected; try run-bp --help
? 64
# Where the report cannot go is found out before the work.
$ . ./env; run-bp plan.json -o no-such-folder/report.json
run-bp: no-such-folder/report.json: cannot write: No such file or directory
? 74
$ run-bp plan.json --emit > /dev/full
run-bp: standard output: cannot write: No space left on device
? 74
$ PATH="$(dirname "$(command -v run-bp)")" run-bp plan.json
run-bp: mpirun: not found; is Open MPI or MPICH installed?
? 71
$ test -e started
? 1
$ . ./env; run-bp plan.json --slow 1:0.5
run-bp: --slow: found '1:0.5'; expected RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40
? 64
$ . ./env; run-bp plan.json --slow 1:0.5@10-9
run-bp: --slow: found '1:0.5@10-9'; its last iteration is before its first
? 64
$ . ./env; run-bp plan.json --replan-always
run-bp: --replan-always requires --replan
? 64
