# A program whose speed is set: rank 0 does 200 units a second, rank 1 twice as many, rank 2 four times, after 0.1 s.
$ printf '%s\n' '#!/bin/sh' '# Usage: work.sh UNITS RANK' 'sleep "$(awk -v units="$1" -v rank="$2" "BEGIN { print 0.1 + units / (200 * 2 ^ rank) }")"' > work.sh; chmod +x work.sh
$ measure-speeds -q -n 3 --command './work.sh {units} {rank}' --unit frame --no-network --max-seconds 12 --confidence 0.01 -o speeds.json; check-plan speeds.json; jq -c '.kernel, .kernel_options, .unit, [.processors[] | .threads >= 1, .repeats >= 2, .fixed_s > 0.08 and .fixed_s < 0.2, .memory_bytes > 0], .memory_fixed_bytes > 0' speeds.json
"command"
{"command":"./work.sh {units} {rank}"}
"frame"
[true,true,true,true,true,true,true,true,true,true,true,true]
true
# The ratios are right within 2 %, or within the uncertainty that is told, on a busy machine.
$ jq -c '.processors | [.[0] as $first | .[1:][] | (.speed / $first.speed / pow(2; .rank) - 1 | fabs) < ([0.02, 2 * (.relative_error + $first.relative_error)] | max)]' speeds.json
[true,true]
# A curve tells speeds beyond the start; a given number of units counts the start.
$ measure-speeds -q -n 1 --command './work.sh {units} 0' --max-seconds 2 --curve | jq -c '.processors[0] | (.curve | length >= 2), (.curve[-1].speed | . > 150 and . < 250)'
true
true
$ measure-speeds -q -n 1 --command './work.sh {units} 0' --units 20 --max-seconds 1 | jq -c '.processors[0] | has("fixed_s"), .speed > 50 and .speed < 105'
false
true
$ measure-speeds -q -n 1 --command './work.sh 20 0' --units 20 --max-seconds 0.1 | jq -c '.processors[0].speed < 105'
true
# The words of a command, its folder, and what runs before and after on each host.
$ measure-speeds -q -n 2 --command 'echo {units} {rank}/{ranks} $UNEVEN_UNITS > {folder}/x; [ -n "{seed}" ] && cat {folder}/x >> seen-$UNEVEN_RANK; sleep $(awk "BEGIN{print {units}/100}")' --shell --setup 'echo setup {ranks} >> log' --cleanup 'echo cleanup >> log' --units 2 --no-network --max-seconds 0.1 | jq -r .kernel_options.command; cat log; sort -u seen-0 seen-1; find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'uneven-measure-*'
/bin/sh -c 'echo {units} {rank}/{ranks} $UNEVEN_UNITS > {folder}/x; [ -n "{seed}" ] && cat {folder}/x >> seen-$UNEVEN_RANK; sleep $(awk "BEGIN{print {units}/100}")'
setup 2
cleanup
2 0/2 2
2 1/2 2
# What goes wrong is said in a line, after the cleanup.
$ measure-speeds -q -n 2 --command 'echo no scene >&2; exit $(({rank} * 3)) # {units}' --shell --cleanup 'echo cleaned > trace' --max-seconds 0.1 2>&1 | sed 's/ on [^:]*:/ on HOST:/'; cat trace
mpi-runner: rank 1 on HOST: the command, with 1 unit, ended with exit code 3: no scene
cleaned
$ measure-speeds -q -n 1 --command 'no-such-program {units}'
mpi-runner: no-such-program: not found
? 71
$ measure-speeds -q -n 1 --command 'kill -9 $$ # {units}' --shell
mpi-runner: the command, with 1 unit, was ended by signal 9 (Killed)
? 71
$ measure-speeds -q -n 1 --command 'true {units}' --setup 'echo full >&2; exit 4'
mpi-runner: --setup ended with exit code 4: full
? 71
# A program that ignores its units has no speed; one that prints much is measured all the same.
$ measure-speeds -q -n 1 --command 'sh -c "sleep 0.05" {units}' --max-seconds 1 2>&1 | sed 's/[0-9.]* s,/T s,/;s/[0-9.]* s;/T s;/;s/[0-9]* units/N units/'
mpi-runner: the time of the command does not grow with {units}: 1 unit took T s, N units T s; expected a command that does so many units, or more --max-seconds, or --units
$ measure-speeds -q -n 1 --command 'head -c {units}000000 /dev/zero | tee /dev/stderr' --shell --units 20 --max-seconds 0.5 | jq '.processors[0].speed > 0'
true
# Known processors are not measured again.
$ jq '.processors[].speed = 4711' speeds.json > known.json; measure-speeds -q -n 2 --command './work.sh {units} {rank}' --known known.json --no-network | jq -c '[.processors[].speed]'
[4711,4711]
$ measure-speeds -q -n 2 --command './work.sh  {units}' --known known.json
measure-speeds: known.json: speeds of another kernel or of other kernel options; expected the same
? 65
# A command that does not end is no hang, and an empty one is none.
$ measure-speeds -q -n 2 --max-seconds 0.5 --no-network --command 'sleep 1000 {units}'
mpi-runner: rank ... on ...: the command, with 1 unit, took longer than 1.5 s; expected an end, fewer --units or more --max-seconds
? 71
$ timeout --preserve-status 3 measure-speeds -q -n 2 --max-seconds 30 --no-network --command 'sleep 1000 {units}'
mpi-runner: rank ... on ...: stopped by a signal
? 75
$ measure-speeds -n 2 --command ''
measure-speeds: --command: is empty; expected a command
? 64
# Ranks have cores of their own, where there are enough.
$ measure-speeds -q -n 2 --max-seconds 0.3 --no-network --units 1 --command 'taskset -cp $$ >> cores-{rank}; sleep 0.02 # {units}' --shell | jq -c '[.processors[].threads] | .[0] == .[1]'; sed 's/.*: //' cores-0 cores-1 | sort -u > cores; if [ "$(nproc)" -ge 2 ]; then wc -l < cores; else echo 2; fi
true
2
# Options of kernels are not for a command. A job is without its command.
$ for option in "--network 3-2-1" "--samples 5" "--input dense"; do measure-speeds -n 2 --command 'true {units}' $option || echo "-> $?"; done
measure-speeds: --network excludes --command
-> 64
measure-speeds: --samples excludes --command
-> 64
measure-speeds: --input excludes --command
-> 64
$ measure-speeds -n 2 --command './work.sh {units}' --setup 'echo a' --emit -o job.json; check-plan job.json
measure-speeds: the job is without its command; start it by: mpi-runner '--command=["./work.sh","{units}"]' '--setup=echo a' JOB
