# A launcher that does what the words after `fake` say, to try what real ones do now and then.
$ printf '#!/bin/bash\nshift\n%s\n' 'eval "$FAKE"' > fake; chmod +x fake; cp data/launching/two-processors.json plan.json
# Input is read and checked before anything is started.
$ echo '{' | FAKE='touch started' run-bp --launcher './fake {n}'; code=$?; test ! -e started && exit $code
run-bp: standard input:...
? 65
$ script -qec 'run-bp' /dev/null </dev/null | tr -d '\r'; exit ${PIPESTATUS[0]}
run-bp: ...terminal...
? 64
# The launcher's words: shell quoting, {n}, mpi-runner by its absolute path; no shell sees them.
$ FAKE='printf "<%s>" "$@" > words' run-bp plan.json --launcher "./fake x 'a b' {n}:{n} \$HOME c\"d\"\\ e"; sed "s|<$(dirname "$(command -v run-bp)")/|</.../|" words
run-bp: ./fake ended without a report; is it an MPI launcher?
<a b><2:2><$HOME><cd e><.../mpi-runner><--progress><--signs-of-life><5><--allow-paths><->
$ run-bp plan.json --launcher "mpirun 'x"
run-bp: --launcher: the quote ' is not closed: mpirun 'x
? 64
$ UNEVEN_LAUNCHER=no-such-launcher run-bp plan.json
run-bp: no-such-launcher: not found; see --launcher
? 71
# A launcher that ends without a report leaves nothing behind.
$ FAKE='setsid sleep 371 & exit 0' run-bp plan.json --launcher './fake x'; code=$?; sleep 0.1; pgrep -xf 'sleep 371'; exit $code
run-bp: ./fake ended without a report; is it an MPI launcher?
? 71
$ run-bp plan.json --hostfile no-such-hosts
run-bp: no-such-hosts: cannot open: No such file or directory
? 66
# What mpirun would wait for for ever is seen before; it does not say what is wrong with ranks that do not start.
$ OMPI_MCA_orte_tmpdir_base='' TMPDIR=/proc run-bp plan.json
run-bp: TMPDIR is /proc, where Open MPI cannot make its files (9 MiB): ...
? 71
$ FAKE='echo "mpirun: no" >&2; sleep 60' run-bp plan.json --launcher './fake x' --start-seconds 0.2
  mpirun: no
run-bp: the ranks have not started within 0.2 s (--start-seconds)
? 71
# A job on the launcher's standard input arrives whole.
$ FAKE='cat > got; exit 3' run-bp plan.json --launcher './fake x' 2>/dev/null; run-bp plan.json --emit --compact | cmp - got
# What goes wrong is one line and a code.
$ FAKE='cat >/dev/null; echo noise >&2; echo "mpi-runner: rank 1: no memory" >&2; echo advice >&2; exit 71' run-bp plan.json --launcher './fake x'
noise
mpi-runner: rank 1: no memory
? 71
$ FAKE='echo "srun: error: node1: task 1: Killed" >&2; exit 137' run-bp plan.json --launcher './fake x'
  srun: error: node1: task 1: Killed
run-bp: rank 1 on node1: Killed
? 71
$ FAKE='kill -SEGV $$' run-bp plan.json --launcher './fake x'
run-bp: ./fake ended by signal 11 (Segmentation fault)
? 71
$ FAKE='echo garbage' run-bp plan.json --launcher './fake x'
run-bp: mpi-runner wrote no document; did something else print in its place?
? 71
# Closed, full and shared streams.
$ run-bp plan.json --iterations 1 --compact <&- | jq -r .kind
report
$ run-bp plan.json --iterations 1 > /dev/full
run-bp: standard output: ...
? 74
$ printf '1\n2\n' | while read -r n; do run-bp plan.json --iterations "$n" | jq .iterations; done
1
2
$ run-bp plan.json --iterations 1 --progress none 2>&1 >/dev/null
# Words of the runner.
$ FAKE='cat >/dev/null; echo "mpi-runner-note: as planned" >&2; echo "{}"' run-bp plan.json --launcher './fake x'
run-bp: as planned
{}
$ FAKE='cat >/dev/null; echo "mpi-runner-note: as planned" >&2; echo "{}"' run-bp -q plan.json --launcher './fake x'
{}
$ FAKE='echo "mpi-runner-progress: {\"done\":1,\"total\":2,\"seconds\":3,\"label\":\"error\",\"value\":4}" >&2; echo "{}"' run-bp plan.json --launcher './fake x' --progress bar 2>&1 | tr '\r' '\n' | sed 's/\x1b\[K//'

run-bp: [####################....................] 1/2, error 4, 0:03 left
{}
