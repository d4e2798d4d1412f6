# What a program is told, and that its output comes to standard output, whatever the ranks
$ plan-hbsp elements --count 12 --speeds 3,1,2 -o plan.json; run-command plan.json -- sh -c 'echo $UNEVEN_RANK {ranks} {first}+{count}..{last} $UNEVEN_SHARE' 2>/dev/null | sort
0 3 0+6..5 0.5
1 3 6+2..7 0.16666666666666666
2 3 8+4..11 0.3333333333333333
$ plan-hbsp elements --count 12 --speeds 3,1,2 | run-command -q --keep-order -- seq {first} {last} | tr '\n' ' '
0 1 2 3 4 5 6 7 8 9 10 11 
# Any word arrives: those that look like options, those that mpirun knows, empty ones, bytes
$ plan-hbsp elements --count 1 --speeds 1 -o one.json; run-command -q one.json -- printf '[%s]' : -n 3 -- '' 'a b' '{none}' "it's" $'\xe9\n' '$HOME' '*' | od -An -c | tr -d ' \n'; echo
[:][-n][3][--][][ab][{none}][it's][351\n][$HOME][*]
# A program of MPI that is started is no rank of ours
$ run-command -q one.json -- sh -c 'env | grep -c -e OMPI_COMM -e PMIX'
0
run-command: rank 0 on ...: unit 0: exit code 1
? 123

# Ranks with an empty share run nothing; pieces are multiples of the plan's
$ plan-hbsp elements --count 2 --speeds 1,1,1 | run-command -q -- echo {rank} | sort | tr '\n' ' '
0 ...
$ plan-hbsp elements --count 12 --speeds 1,1,2 | jq '.multiple_of = 3' > threes.json; for method in static self-scheduling stealing; do run-command -q --keep-order --method $method --piece 2 threes.json -- echo {first}+{count} | tr '\n' ' '; done; echo
0+3 3+3 6+3 9+3 0+3 3+3 6+3 9+3 0+3 3+3 6+3 9+3 
$ for method in self-scheduling stealing; do run-command -q --keep-order --method $method threes.json -- seq {first} {last} | cmp - <(seq 0 11) && echo same; done
same
same

# Lines go to their calls, once each; a last line need not end
$ seq 1 5000 | head -c -1 > lines.txt; plan-hbsp elements --count 5000 --speeds 1,2,3 -o lines.json; for method in static self-scheduling; do run-command -q --keep-order --method $method --lines lines.txt lines.json -- cat | cmp - lines.txt && echo same; done
same
same
$ run-command -q --lines lines.txt plan.json -- cat
mpi-runner: rank 0 on ...: lines.txt: has 5000 lines; expected 12, the count of the plan
? 65
$ plan-shares --count 0 --speeds 1,2 | run-command -q -- true
mpi-runner: rank 0 on ...: the plan has no units; expected at least one for the command
? 65
$ run-command -q --lines - plan.json -- cat < lines.txt
run-command: --lines: standard input is read only once; expected a file that all hosts have
? 64
$ run-command -q --lines missing.txt plan.json -- cat
mpi-runner: rank 0 on ...: missing.txt: ...
? 66
# A program need not read what it is given
$ yes 0123456789 | head -n 100000 > many.txt; plan-hbsp elements --count 100000 --speeds 1,1 | run-command -q --lines many.txt -- true

# Large outputs in order: memory stays bounded, each byte arrives
$ run-command -q --keep-order plan.json -- sh -c 'seq {first}000000 {last}999999 | head -n 200000' | wc -l
600000
# Lines of several programs are kept whole
$ run-command -q plan.json -- sh -c 'for i in $(seq 2000); do printf "aaaaaaaaaa"; printf "bbbbbbbbbb\n"; done' | sort | uniq -c | tr -s ' '
 6000 aaaaaaaaaabbbbbbbbbb
$ run-command -q plan.json -- sh -c 'echo to errors >&2; echo mpi-runner: not ours >&2' 2>&1 >/dev/null | sort | uniq -c | tr -s ' '
 3 mpi-runner: not ours
 3 to errors

# Outputs as files, each whole or not at all
$ mkdir out; run-command -q --outputs out/{rank}-{first} plan.json -- seq {first} {last}; (cd out; ls; cat 0-0 1-6 2-8 | cmp - <(seq 0 11))
0-0
1-6
2-8
$ rm out/*; run-command -q --keep-going --outputs out/{first} plan.json -- sh -c 'echo half; test {first} != 6'; code=$?; ls out; exit $code
run-command: rank 1 on ...: units 6 to 7: exit code 1
0
8
? 123
$ run-command -q --outputs out plan.json -- true
mpi-runner: rank 0 on ...: --outputs: found 'out'; expected {first} in it, so that each call has a file of its own
? 64

# The report says what was done, in the unit and the seconds of speeds
$ run-command -q plan.json -o report.json -- true; jq -c '.of, .kernel, .kernel_options, [.processors[].work], .result.calls, .result.failed, .stopped' report.json; check-plan report.json
"command"
"command"
{"command":"true"}
[6,2,4]
[1,1,1]
[]
null
$ measure-speeds --from-report report.json | jq -c '.kernel, .unit, (.processors | length)'
"command"
"unit"
3
# Twice from wrong speeds to right ones: speeds are 1, 2 and 4
$ slow() { run-command -q -o report.json "$1" -- sh -c 'sleep $(echo "{count} $((1 << {rank}))" | awk "{ print \$1 / \$2 / 2000 }")'; }
> plan-hbsp elements --count 7000 --speeds 1,1,1 -o loop.json; for round in 1 2; do slow loop.json; measure-speeds --from-report report.json | plan-hbsp elements -q --count 7000 -o loop.json; done; jq -c '[.placement[].count / 1000] | .[0] < 1.3 and .[1] > 1.7 and .[1] < 2.3 and .[2] > 3.5' loop.json
true

# The first failure ends all, and running programs are killed; exit codes are those of xargs
$ run-command -q plan.json -- sh -c 'if [ {rank} = 1 ]; then echo reason >&2; exit 3; fi; sleep 100' 2>&1 | grep run-command; exit ${PIPESTATUS[0]}
run-command: rank 1 on ...: units 6 to 7: exit code 3: reason
? 123
$ run-command -q one.json -- sh -c 'exit 255'
run-command: rank 0 on ...: unit 0: exit code 255
? 124
$ run-command -q one.json -- sh -c 'kill -9 $$'
run-command: rank 0 on ...: unit 0: ended by signal 9 (Killed)
? 125
$ touch text; run-command -q one.json -- ./text
run-command: rank 0 on ...: unit 0: ./text: Permission denied
? 126
$ run-command -q one.json -- no-such-program
run-command: rank 0 on ...: unit 0: no-such-program: not found
? 127
$ run-command -q --keep-going plan.json -o report.json -- sh -c 'exit {rank}'; jq -c '[.result.failed[] | [.first, .count, .rank]], .result.exit_code' report.json
run-command: rank 1 on ...: units 6 to 7: exit code 1
run-command: rank 2 on ...: units 8 to 11: exit code 2
[[6,2,1],[8,4,2]]
123
$ run-command -q --keep-going --method self-scheduling --piece 1 plan.json -- sh -c 'exit {first}' 2>&1 | wc -l; exit ${PIPESTATUS[0]}
11
? 123

# What failed is tried again, elsewhere
$ rm -f tried; run-command --retries 1 --keep-order plan.json -- sh -c 'if [ {first} = 6 ] && mkdir tried; then echo once; exit 9; fi 2>/dev/null; echo {first} by {rank}' 2>&1 | grep -v ranks | sort
0 by 0
6 by 1
8 by 2
run-command: rank 1 on ...: units 6 to 7: exit code 9; tried again
$ run-command -q --retries 2 one.json -- sh -c 'echo x >> tries; exit 1'; wc -l < tries
run-command: rank 0 on ...: unit 0: exit code 1
3

# What is done stands in the checkpoint
$ count() { run-command -q --keep-order --piece 1 --checkpoint log "$@" plan.json -- sh -c 'echo {first} >> ran; [ {first} != "$(cat bad)" ] && echo unit {first}'; }
> declare -f count > count.sh; echo 7 > bad; count --keep-going > first; sort -n ran | tr '\n' ' '; rm ran; echo 0 > bad; echo none > bad; count --resume > second; cat ran; cmp second <(seq 0 11 | sed 's/^/unit /')
run-command: rank 1 on ...: unit 7: exit code 1
0 1 2 3 4 5 6 7 8 9 10 11 7
$ . ./count.sh; rm ran; count --resume | cmp - second; ls ran
ls: cannot access 'ran': No such file or directory
? 2
$ . ./count.sh; plan-hbsp elements --count 12 --speeds 1,1 -o plan.json; count --resume | cmp - second; plan-hbsp elements --count 13 --speeds 1,1 -o plan.json; count --resume
mpi-runner: rank 0 on ...: log: the checkpoint is of another number of units; expected the same, or another file
? 65
$ run-command -q --resume --keep-order --checkpoint log plan.json -- true
mpi-runner: rank 0 on ...: log: the checkpoint is of another ...
? 65
$ run-command -q --checkpoint lines.txt plan.json -- true
mpi-runner: rank 0 on ...: lines.txt: is no checkpoint of a command; expected another name, or --force
? 65
$ run-command -q --resume plan.json -- true
run-command: --resume needs --checkpoint FILE
? 64

# A signal lets running programs end
$ plan-hbsp elements --count 40 --speeds 1,1 -o forty.json; run-command -q --piece 1 --checkpoint stopped -o report.json forty.json -- sh -c 'sleep .2; echo {first} >> ended' & sleep 3; kill -TERM $!; wait $!; code=$?; jq -r .stopped report.json; [ "$(wc -l < ended)" = "$(grep -c output stopped)" ] && [ "$(wc -l < ended)" -lt 40 ] && echo all logged; exit $code
run-command: stopped by a signal; what is done stands in the checkpoint
signal
all logged
? 75
$ run-command -q --piece 1 --checkpoint stopped --resume --max-seconds 60 -o report.json forty.json -- sh -c 'sleep .2; echo {first} >> ended'; sort -n ended | cmp - <(seq 0 39); jq -c '.stopped, .result.units + .result.units_before' report.json
null
40
$ run-command -q --piece 1 --max-seconds 1 -o report.json forty.json -- sleep .3; code=$?; jq -r .stopped report.json; exit $code
run-command: stopped by --max-seconds; what began is done
time
? 75
# Nobody reads any more
$ run-command -q --piece 1 forty.json -- sh -c 'sleep .1; seq 10000' | head -n 1; echo ${PIPESTATUS[0]}
1
141

# A job is without its command
$ run-command --emit -o job.json plan.json -- ./render '{first}' "it's"; jq -c '.run, .input, .options.method' job.json; grep -c render job.json; check-plan job.json
run-command: the job is without its command; start it by: mpi-runner '--command=["./render","{first}","it'\''s"]' JOB
"command"
{}
"static"
0
$ mpirun -n 2 --oversubscribe mpi-runner '--command=["seq","{first}","{last}"]' job.json -o report.json | sort -n | cmp - <(seq 0 12) && jq -r .of report.json
command
$ mpirun -n 2 --oversubscribe mpi-runner job.json 2>&1 | grep '^mpi-runner'; exit ${PIPESTATUS[0]}
mpi-runner: ...: the job runs a command, which stands in no document; expected it on the command line of mpi-runner, such as --command='["./render","{first}"]'
? 65
$ mpirun -n 2 --oversubscribe mpi-runner '--command=["false"]' plan.json 2>/dev/null; echo $?
123

$ run-command plan.json
run-command: no command; expected one behind --, such as run-command plan.json -- ./render {first} {count}
? 64
$ run-command plan.json -- 
run-command: no command; expected one...
? 64
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1}]}' | run-command -- true
run-command: standard input: ...
? 65
# Calls that began are made again for the same units, so that their files are replaced, with whatever pieces the run goes on.
$ plan-hbsp elements --count 60 --speeds 2,1 -o sixty.json; mkdir files; run-command -q --method self-scheduling --piece 5 --checkpoint c sixty.json --outputs 'files/{first}' -- seq {first} {last}; awk '!/output/ || ++n <= 3' c > killed; run-command -q --resume --checkpoint killed sixty.json --outputs 'files/{first}' -- seq {first} {last}; cat files/* | sort -n | cmp - <(seq 0 59) && ls files | wc -l
12
# No output takes the place of an input, or of a file that is something else.
$ seq 40 > l40; run-command -q --lines l40 --outputs 'l4{rank}' forty.json -- cat; wc -l < l40
...: l40: is the file of lines; expected an output of another name
40
$ echo notes > own.outputs; run-command -q --keep-order --checkpoint own plan.json -- echo || cat own.outputs
mpi-runner: rank 0 on ...: own.outputs: stands there without its checkpoint; expected another name, or --force
notes
$ run-command -q --keep-order --checkpoint own --lines own.outputs plan.json -- cat
run-command: --checkpoint's outputs: 'own.outputs' is the file of --lines, too; expected a file of its own
? 64
# An output that was kept and is damaged, cut off or gone is made anew, before a byte is printed.
$ keep() { run-command --keep-order --piece 2 --checkpoint kept "$@" twelve.json -- sh -c 'echo {first} >> again; seq {first} {last}'; }
> plan-hbsp elements --count 12 --speeds 2,1 -o twelve.json; declare -f keep > keep.sh; keep -q > all; cp kept.outputs whole.outputs; cp kept whole; rm again; keep --resume 2>&1 | cmp - all; ls again
ls: cannot access 'again': No such file or directory
? 2
$ . ./keep.sh; at=$(jq -Rr '.[17:] | fromjson | select(.first == 4 and .output).output[0][0]' kept); printf 9 | dd of=kept.outputs bs=1 seek=$at conv=notrunc status=none; keep --resume > resumed; cmp resumed all; cat again
run-command: kept.outputs: the outputs of 1 finished call are damaged or missing; made again
4
$ . ./keep.sh; rm again; keep --resume | cmp - all; ls again
ls: cannot access 'again': No such file or directory
? 2
$ . ./keep.sh; cp whole kept; head -c -1 whole.outputs > kept.outputs; keep --resume > resumed; cmp resumed all; wc -l < again; rm again; cp whole kept; rm kept.outputs; keep --resume > resumed; cmp resumed all; sort -n again | tr '\n' ' '
run-command: kept.outputs: the outputs of 1 finished call are damaged or missing; made again
1
run-command: kept.outputs: the outputs of 6 finished calls are damaged or missing; made again
0 2 4 6 8 10 
# A good checkpoint is not thrown away because --resume was forgotten.
$ . ./keep.sh; cp kept before; keep -q
mpi-runner: rank 0 on ...: kept: has finished units of this run; expected --resume to do the rest, or --force to begin anew
? 64
$ . ./keep.sh; cmp kept before; keep -q --force | cmp - all; run-command -q --checkpoint kept twelve.json -- true; wc -l < kept
5
# What cannot be meant is refused before anything starts.
$ for option in "--lines" "--checkpoint" "--outputs"; do run-command $option '' plan.json -- true || echo "-> $?"; done
run-command: --lines: is empty; expected the name of a file
-> 64
run-command: --checkpoint: is empty; expected the name of a file
-> 64
run-command: --outputs: is empty; expected the name of a file
-> 64
$ for method in static stealing; do run-command --method $method --least 5 plan.json -- true || echo "-> $?"; done
run-command: --least needs --method self-scheduling
-> 64
run-command: --least needs --method self-scheduling
-> 64
$ run-command --force plan.json -- true
run-command: --force needs --checkpoint FILE
? 64
$ long=$(head -c 70000 /dev/zero | tr '\0' x); run-command -o none.json one.json -- echo $long $long || echo "-> $?"; run-command --emit -o none.json one.json -- echo $long $long || echo "-> $?"; ls none.json
run-command: --command: 140024 bytes in one word for mpi-runner; Linux allows 131071
-> 64
run-command: --command: 140024 bytes in one word for mpi-runner; Linux allows 131071
-> 64
ls: cannot access 'none.json': No such file or directory
? 2
$ run-command -q one.json -- sh -c 'echo ${#1}' sh $(head -c 130000 /dev/zero | tr '\0' x)
130000
# Ranks have cores of their own, where there are enough: as many as each other, and none twice.
$ plan-hbsp elements --count 2 --speeds 1,1 -o pair.json; run-command -q pair.json -- sh -c 'taskset -cp $$' | sed 's/.*: //' | sort -u > cores; if [ "$(nproc)" -ge 2 ]; then wc -l < cores; else echo 2; fi
2
$ run-command -q one.json -- sh -c 'taskset -cp $$' | sed 's/.*: //' | wc -l
1
