# What measure-speeds refuses before it starts anything.
$ measure-speeds
measure-speeds: --ranks is required (or --from-report FILE)
? 64
$ for n in 0 -1 two 99999999999; do measure-speeds -n "$n" || echo "-> $?"; done
measure-speeds: --ranks: '0' is not an integer from 1 to 16777216
-> 64
measure-speeds: --ranks: '-1' is not an integer from 1 to 16777216
-> 64
measure-speeds: --ranks: 'two' is not an integer from 1 to 16777216
-> 64
measure-speeds: --ranks: '99999999999' is not an integer from 1 to 16777216
-> 64
$ measure-speeds -n 1 --kernel sort
measure-speeds: --kernel: sort not in {bp,matmul,search,kmeans,em,logistic}
? 64
$ measure-speeds -n 1 --network 203-80
measure-speeds: --network: '203-80' is not inputs-hidden-outputs, such as 203-80-26
? 64
$ measure-speeds -n 1 --samples 0
measure-speeds: --samples: '0' is not an integer >= 1
? 64
$ measure-speeds -n 1 --confidence nan
measure-speeds: --confidence: 'nan' is not a finite number > 0
? 64
$ measure-speeds -n 1 --max-seconds 0
measure-speeds: --max-seconds: '0' is not a finite number > 0
? 64
$ measure-speeds -n 1 -o no-such-folder/speeds.json
measure-speeds: no-such-folder/speeds.json: cannot write: No such file or directory
? 74
# Options of another kernel have no effect, which a note says.
$ measure-speeds -n 1 --kernel em --network 20-8-4 --samples 100 --floats 6 --emit | jq -c .options.kernel
measure-speeds: --network is for kernel bp, without effect here
measure-speeds: --samples is for kernel bp, without effect here
measure-speeds: --floats is for kernel search, without effect here
"em"
# A launcher that starts another number of ranks than was asked for.
$ measure-speeds -q -n 2 --launcher env --max-seconds 0.1 --no-network -o one.json || ls one.json
measure-speeds: the launcher started 1 rank; expected 2, as --ranks says: see {n} of --launcher
ls: ...
? 2
# Known speeds: only of the same kernel, network and input.
$ measure-speeds -n 1 --known no-such-file
measure-speeds: no-such-file: cannot open: No such file or directory
? 66
$ echo '{"kind": "speeds", "version": 1, "kernel": "matmul", "processors": [{"speed": 1}]}' > known.json; measure-speeds -n 1 --known known.json
measure-speeds: known.json: speeds of another kernel or of other kernel options; expected the same
? 65
$ echo '{"kind": "speeds", "version": 1, "kernel": "bp", "kernel_options": {"network": "20-8-4"}, "processors": [{"speed": 1}]}' > known.json; measure-speeds -n 1 --known known.json
measure-speeds: known.json: speeds of another kernel or of other kernel options; expected the same
? 65
# Speeds from a report: work over compute time; nothing is started.
$ echo '{"kind": "report", "version": 1, "of": "bp", "kernel": "bp", "processors": [{"host": "a", "work": 6, "compute_s": 2}, {"host": "b", "work": 8, "compute_s": 2}]}' > report.json; measure-speeds --from-report report.json | jq -c '[.kernel, .processors[].host, .processors[].speed]'
["bp","a","b",3,4]
$ measure-speeds --from-report report.json | plan-partition --network 20-8-4 --samples 64 | check-plan
$ jq '.processors[1].work = 0' report.json > idle.json; measure-speeds --from-report idle.json
measure-speeds: idle.json: /processors/1: did no work, so its speed is unknown; expected work and compute_s > 0
? 65
$ jq '.processors[0].compute_s = -1' report.json > wrong.json; measure-speeds --from-report wrong.json
measure-speeds: wrong.json: /processors/0/compute_s: found -1; expected a number >= 0
? 65
$ measure-speeds --from-report known.json
measure-speeds: known.json: /kind: found "speeds"; expected report
? 65
$ jq '.processors[1] |= (.work = 1e308 | .compute_s = 1e-300)' report.json > fast.json; measure-speeds --from-report fast.json
measure-speeds: fast.json: /processors/1: work / compute_s is out of the range of numbers; expected a speed
? 65
# A report is checked as check-plan checks it.
$ echo '{"kind":"report","version":1,"of":"bp","processors":[{"rank":1,"host":"a","work":1,"compute_s":1},{"rank":0,"host":"b","work":2,"compute_s":1}]}' > turned.json; measure-speeds --from-report turned.json
measure-speeds: turned.json: /processors/0/rank: found 1; expected 0, its place in the list (and 1 more)
? 65
# Of a command, what cannot be its text, and options that need one.
$ measure-speeds -n 1 --command './render'
measure-speeds: --command: found no {units}; expected it in place of the number of units, or --units if the command always does the same
? 64
$ measure-speeds -n 1 --command "./render '{units}"
measure-speeds: --command: the quote ' is not closed: ./render '{units}
? 64
$ measure-speeds -n 1 --units 3
measure-speeds: --units requires --command
? 64
$ measure-speeds -n 1 --command 'true {units}' --units 0
measure-speeds: --units: '0' is not an integer >= 1
? 64
$ measure-speeds -n 1 --kernel bp --command 'true {units}'
measure-speeds: --kernel excludes --command
? 64
# The job names no command: mpi-runner takes it from its own command line.
$ measure-speeds -n 1 --command 'true {units}' --unit frame --emit | tee job.json | jq -c '.options | .kernel, .unit, has("command")'; check-plan job.json
measure-speeds: the job is without its command; start it by: mpi-runner '--command=["true","{units}"]' JOB
"command"
"frame"
false
