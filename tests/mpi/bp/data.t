# Training data: wrong files end with one line that names them, and leave no report.
$ cp data/launching/two-processors.json plan.json; jq '.options = {} | .input.data = "x.npy,y.npy"' <(run-bp plan.json --emit) > job.json
$ /usr/bin/python3 - <<'EOF'
> import numpy
> random = numpy.random.default_rng(1)
> x, y = random.uniform(-1, 1, (64, 20)), random.uniform(0, 1, (64, 4))
> save = lambda name, a: numpy.save(name, a.astype("f4"))
> save("x.npy", x); save("y.npy", y); save("few.npy", x[:63]); save("few-y.npy", y[:63]); save("narrow.npy", x[:, :19]); save("none.npy", x[:0])
> save("more.npy", numpy.vstack([x, x[:6]])); save("more-y.npy", numpy.vstack([y, y[:6]]))
> numpy.savetxt("table.csv", numpy.hstack([x, y]), delimiter=","); numpy.savetxt("wide.csv", numpy.hstack([x, y, y]), delimiter=",")
> x[5, 3] = numpy.nan; save("nan.npy", x)
> open("cut.npy", "wb").write(open("x.npy", "rb").read()[:1000]); open("empty", "w"); open("garbage", "wb").write(random.bytes(5000))
> EOF
$ run() { run-bp plan.json --iterations 1 -o report.json --data "$@"; code=$?; test -e report.json && echo "left a report"; return $code; }; declare -f run > run
$ . ./run; run no-such-file
mpi-runner: ...: no-such-file: no such file
? 66
$ . ./run; run .
mpi-runner: ...: .: not a regular file
? 66
$ . ./run; run empty
mpi-runner: ...: empty: ...
? 65
$ . ./run; run garbage 2>&1 | tr -d '\200-\377' | cut -c1-11; exit ${PIPESTATUS[0]}
mpi-runner:
? 65
$ . ./run; run cut.npy,y.npy
mpi-runner: ...: cut.npy: ...
? 65
$ . ./run; run x.npy
mpi-runner: ...: x.npy: one NPY file; expected inputs and outputs: x.npy,y.npy
? 65
$ . ./run; run narrow.npy,y.npy
mpi-runner: ...: narrow.npy,y.npy: has 19 inputs; the plan's network has 20
? 65
$ . ./run; run wide.csv
mpi-runner: ...: wide.csv: has 8 outputs; the plan's network has 4
? 65
# The test set is read first, not when all is trained.
$ run-bp plan.json -q --iterations 1000000000 --test nan.npy,y.npy
mpi-runner: ...: nan.npy: row 6, column 4: nan; expected a finite number
? 65
$ run-bp plan.json -q --iterations 1000000000 --test none.npy,y.npy
mpi-runner: ...: none.npy: holds no numbers
? 65
$ . ./run; run few.npy,few-y.npy
mpi-runner: ...: few.npy,few-y.npy: has 63 samples; the plan needs 64
? 65
$ . ./run; run few.npy,y.npy
mpi-runner: ...: y.npy: 64 samples; few.npy has 63
? 65
$ . ./run; run nan.npy,y.npy
run-bp: nan.npy: 64 rows of 20 columns, NPY of f4
run-bp: y.npy: 64 rows of 4 columns, NPY of f4
mpi-runner: ...: nan.npy: row 6, column 4: nan; expected a finite number
? 65
# More samples than planned: said once, and the first are used.
$ run-bp plan.json --iterations 3 --data more.npy,more-y.npy --weights-out w1,v1 | jq -c '.kernel_options, (.result | keys)'
run-bp: more.npy: 70 rows of 20 columns, NPY of f4
run-bp: more-y.npy: 70 rows of 4 columns, NPY of f4
run-bp: more.npy,more-y.npy: has 70 samples; the plan uses the first 64
{"input":"dense","network":"20-8-4"}
["accuracy","accuracy_baseline","error","seconds"]
$ run-bp plan.json --iterations 3 --data x.npy,y.npy --weights-out w2,v2 > /dev/null; cmp w1 w2 && cmp v1 v2
run-bp: x.npy: 64 rows of 20 columns, NPY of f4
run-bp: y.npy: 64 rows of 4 columns, NPY of f4
$ run-bp plan.json --iterations 3 --data table.csv --weights-out w3,v3 > /dev/null; cmp w1 w3 && cmp v1 v3
run-bp: table.csv: 64 rows of 24 columns, CSV without a header, separated by commas
# Labels in words have an output each; those of a test set are those of the training set.
$ printf 'kind;x;y\nred;0;1\nblue;1;?\ngreen;9;9\nred;5;3\nblue;2;8\n' > kinds.csv; printf 'kind;x;y\nred;0;1\npink;1;1\n' > pink.csv
$ plan-partition --data kinds.csv --data-columns x,y,kind --missing drop --hidden 3 --speeds 2,1 -o kinds.json; jq -c '.network, .samples' kinds.json
plan-partition: kinds.csv: 4 rows of 3 columns, CSV with a header, separated by semicolons
plan-partition: kinds.csv: 1 row with missing values is left out
plan-partition: kinds.csv: labels by number: 0 is blue, 1 is green, 2 is red
{"inputs":2,"hidden":3,"outputs":3}
4
$ run-bp kinds.json -q --data kinds.csv --columns x,y,kind --missing drop --iterations 2 | jq -c .result.labels
["blue","green","red"]
$ run-bp kinds.json -q --data kinds.csv --columns 2-3,1 --missing mean --iterations 2000 --learning-rate 0.3 | jq .result.accuracy
1
$ run-bp kinds.json -q --data kinds.csv --columns 2-3,1 --missing drop --test pink.csv
mpi-runner: ...: pink.csv: the label 'pink' is unknown; expected one of those of the other data
? 65
# Bytes of a file do not reach the terminal as they are.
$ /usr/bin/python3 -c 'print(("\033[31m1" + ",1" * 23 + "\n") * 64, end="")' > escapes.csv; run-bp plan.json --iterations 1 --data escapes.csv 2>&1 | cat -v; exit ${PIPESTATUS[0]}
mpi-runner: ...: escapes.csv:1: holds the byte 0x1b, which is binary; expected text
? 65
# First weights of other shapes, or too few files.
$ run-bp plan.json --iterations 1 --weights-in v1,w1 > report.json
mpi-runner: ...: v1: is 4 x 8; expected 8 x 20
? 65
# Files that cannot be written are found out before the work.
$ run-bp plan.json --iterations 1000000000 --weights-out no-such-folder/w,v
mpi-runner: ...: no-such-folder/w: cannot write: No such file or directory
? 74
$ run-bp plan.json --iterations 1000000000 --checkpoint no-such-folder/state
mpi-runner: ...: no-such-folder/state: cannot write: No such file or directory
? 74
$ run-bp plan.json --iterations 1 --weights-out /dev/full,v4; code=$?; test -e v4 || exit $code
mpi-runner: ...: /dev/full: cannot write: No space left on device
? 74
$ run-bp plan.json --iterations 1 -o /dev/full
run-bp: /dev/full: cannot write: No space left on device
? 74
# Folders stand for hosts here, which have other data under one name: of training, or of the test, which only the first
# reads; where that is missing is no matter.
$ mkdir here there; cp x.npy y.npy here; cp y.npy there; python3 -c 'import numpy; x = numpy.load("x.npy"); x[-1, -1] += 1; numpy.save("there/x.npy", x)'
$ apart() { mpirun --oversubscribe -n 1 -wdir $PWD/here mpi-runner : -n 1 -wdir $PWD/there mpi-runner 2>&1 | grep mpi-runner:; }; declare -f apart > apart
$ . ./apart; apart < job.json
mpi-runner: rank 1 on ...: x.npy: has other contents here than at rank 0 on ...
$ . ./apart; jq '.input.test = .input.data | del(.input.data)' job.json | apart
mpi-runner: rank 1 on ...: x.npy: has other contents here than at rank 0 on ...
$ . ./apart; rm there/x.npy; jq '.input.test = .input.data | del(.input.data)' job.json | apart
? 1
# Sizes beyond any memory.
$ for change in '.network.inputs = 9007199254740991' '.network.outputs = 9007199254740991' '.network.inputs = 3000000000000'; do jq "$change" plan.json | run-bp --iterations 1 2>&1 | sed 's/rank . on [^:]*: //'; echo "-> ${PIPESTATUS[1]}"; done
mpi-runner: not enough memory: ... on host ... ... GB, ... GB are free
-> 71
mpi-runner: not enough memory: ... on host ... ... GB, ... GB are free
-> 71
mpi-runner: not enough memory: ... on host ... ... GB, ... GB are free
-> 71
# Nothing is written over what is read.
$ cp plan.json own.json; run-bp own.json --iterations 1 -o own.json; cmp plan.json own.json
run-bp: --output: 'own.json' is the file of PLAN, too; expected a file of its own
$ run-bp plan.json --iterations 1 --weights-out w.npy,./w.npy; test -e w.npy
run-bp: --weights-out: './w.npy' is the file of --weights-out, too; expected a file of its own
? 1
# Both files of weights are whole before the first takes its name.
$ run-bp plan.json -q --iterations 1 --weights-out w.npy,v.npy -o /dev/null; md5sum w.npy v.npy > sums; run-bp plan.json -q --iterations 2 --weights-out w.npy,/dev/full; md5sum -c --quiet sums
mpi-runner: ...: /dev/full: cannot write: No space left on device
# The test's numbers have the precision of the run.
$ plan-partition --network 1-1-1 --samples 2 --speeds 1 -o tiny.json; printf '1e39,0\n1,1\n' > large.csv; run-bp tiny.json --data large.csv --test large.csv --precision double --iterations 1 -q -o /dev/null
# A file with words of the NETtalk corpus is read as one, sound or not.
$ printf 'cat\tk@t\t>1<\n' > unsound.data; run-bp plan.json --data unsound.data
mpi-runner: ...unsound.data:1: 3 fields; expected 4; no row of the NETtalk format (word, phonemes, stress, flag)
? 65
