# Operators that do not commute give exactly what one processor would, on every shape and number of ranks.
$ for p in 1 2 3 5 8; do for s in optimal binary binomial list; do
>   plan-reduction-tree --compute 1 --items 29 --processors $p --shape $s > plan.json
>   run-reduction -q --operator concat plan.json | jq -c .result.sequential
>   run-reduction -q --operator matrix --elements 3 plan.json | jq -c .result.sequential
> done; done | sort | uniq -c | xargs
40 true
# Floats are added in another order than by one processor, but the same in every round.
$ plan-reduction-tree --compute 1 --transfer 1 --items 1000 --processors 4 | run-reduction -q --operator sum --elements 100 --repeat 3 | jq -c '[.of, .iterations, .result.same_bits, .result.relative_error < 1e-12]'
["reduction",3,true,true]
$ plan-reduction-tree --compute 1 --items 40 --processors 3 > plan.json
$ for i in 1 2; do run-reduction -q --type float --elements 9 plan.json | jq -c .result.value; done | uniq | wc -l
1
# Items from a file: row i is 10 i, 10 i + 1, ...
$ python3 - <<'END'
> import struct
> header = "{'descr': '<i8', 'fortran_order': False, 'shape': (40, 3), }".ljust(117) + "\n"
> numbers = struct.pack("<120q", *[10 * i + j for i in range(40) for j in range(3)])
> open("items.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + numbers)
> END
$ run-reduction -q --data items.npy --elements 3 --type int64 plan.json | jq -c .result.value
[7800,7840,7880]
$ run-reduction -q --data items.npy --elements 3 --operator max plan.json | jq -c .result.value
[390,391,392]
$ run-reduction -q --data items.npy --elements 4 plan.json
mpi-runner: ...items.npy: found 40 x 3 numbers; expected a row of 4 for each of 40 items
? 65
$ python3 -c 'import numpy; numpy.save("half.npy", [[0.5]] * 40)'; run-reduction -q --data half.npy --elements 1 --type int64 plan.json
mpi-runner: ...half.npy: found floating-point numbers; expected whole ones for type int64
? 65
# Numbers that are not finite are refused, whoever has them: max would keep or lose them as the tree goes.
$ python3 -c 'import numpy; numpy.save("nan.npy", [[3.], [1], [2], [float("nan")], [9], [4]])'
$ for p in 1 2 3; do plan-reduction-tree --compute 1 --transfer 0.1 --items 6 --processors $p | run-reduction -q --operator max --data nan.npy --elements 1 2>&1 | sed 's/rank . on [^:]*: //'; echo "-> ${PIPESTATUS[1]}"; done
mpi-runner: nan.npy: row 3, column 0: nan; expected a finite number
-> 65
mpi-runner: nan.npy: row 3, column 0: nan; expected a finite number
-> 65
mpi-runner: nan.npy: row 3, column 0: nan; expected a finite number
-> 65
# So are results beyond the range, which inf and nan would hide.
$ python3 -c 'import numpy; numpy.save("large.npy", [[1e308]] * 4 + [[-1e308]] * 4)'
$ plan-reduction-tree --compute 1 --items 8 --processors 2 | run-reduction -q --data large.npy --elements 1
mpi-runner: ...number 0 of the result is nan: the operator sum leaves the range of type double
? 65
$ plan-reduction-tree --compute 1 --items 8 --processors 2 | run-reduction -q --operator product --data large.npy --elements 1
mpi-runner: ...number 0 of the result is inf: the operator product leaves the range of type double
? 65
# Long vectors in pieces, also where they do not divide evenly, and slow processors left out.
$ plan-reduction-tree --one-item-each --processors 5 --compute 1 | jq '.segments = 7' > pieces.json
$ run-reduction -q --operator matrix --elements 101 pieces.json | jq .result.sequential
true
$ run-reduction -q --operator min --elements 3 pieces.json | jq .result.sequential
true
$ plan-reduction-tree --speeds 1,0.001,1 --items 10 | run-reduction -q --type int64 | jq .result.sequential
true
# Against MPI.
$ plan-reduction-tree --one-item-each --processors 3 --compute 1 | run-reduction -q --elements 1000 --repeat 3 --against mpi | jq -c '[.result.mpi[] | .algorithm]'
["default","linear","chain","pipeline","binary","binomial","in-order binary","rabenseifner"]
$ plan-reduction-tree --one-item-each --processors 3 --compute 1 | run-reduction -q --operator matrix --against mpi | jq -c '[.result.mpi[] | .algorithm, .ratio > 0]'
["default",true,"linear",true,"in-order binary",true]
# What cannot be run.
$ jq '.processors[2].items.first = 0' plan.json | run-reduction
run-reduction: standard input: /processors/2/items/first: found 0; expected ...
? 65
$ jq '.processors[1].parent = 2' plan.json | run-reduction
run-reduction: standard input: /processors/1/parent: processor 2 does not have it among its children...
? 65
$ run-reduction --operator concat --elements 3 plan.json
run-reduction: --operator concat joins words or lines; --against, --elements and --type are for numbers
? 64
$ run-reduction plan.json -o plan.json
run-reduction: --output: 'plan.json' is the file of PLAN, too; expected a file of its own
? 64
$ run-reduction --elements 010 plan.json
run-reduction: --elements: '010' is not an integer >= 1
? 64
$ run-reduction --elements 0 plan.json
run-reduction: --elements...0...
? 64
$ run-reduction --emit plan.json > job.json; mpirun --oversubscribe -n 2 mpi-runner job.json 2>&1 | grep mpi-runner:
mpi-runner: ...3...2...
# Folders stand for hosts here: each checks its own file.
$ mkdir here there; cp items.npy here; /usr/bin/python3 -c 'import numpy; numpy.save("there/items.npy", numpy.ones((40, 2)))'; run-reduction --data items.npy --elements 3 plan.json --emit > job.json
$ ranks=$(jq '.plan.cluster | length' job.json); mpirun --oversubscribe -n $((ranks - 1)) -wdir $PWD/here mpi-runner : -n 1 -wdir $PWD/there mpi-runner < job.json 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: rank ... on ...: items.npy: found 40 x 2 numbers; expected a row of 3 for each of 40 items
? 65
$ /usr/bin/python3 -c 'import numpy; items = numpy.load("items.npy"); items[20, 1] += 1; numpy.save("there/items.npy", items)'
$ ranks=$(jq '.plan.cluster | length' job.json); mpirun --oversubscribe -n $((ranks - 1)) -wdir $PWD/here mpi-runner : -n 1 -wdir $PWD/there mpi-runner < job.json 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: rank ... on ...: items.npy: has other contents here than at rank 0 on ...
? 65
# What a plan claims is held against memory before it is taken.
$ plan-reduction-tree --compute 1 --items 9007199254740991 --processors 2 --shape binary | run-reduction -q
mpi-runner: ...not enough memory: ... on host ... 7.21e+07 GB, ... GB are free
? 71
# In the order of ranks, whoever leads: the same as MPI_Reduce gives of operators that do not commute.
$ for s in 1,1,1,1,1 3,1,1,0.5,2,2,1 0.2,1,1,1,4,1,1,0.3; do for shape in optimal binary binomial list; do
>   plan-reduction-tree --speeds $s --transfer 0.7 --one-item-each --order rank --shape $shape -o ranks.json; check-plan ranks.json
>   jq -c '[.processors[] | .processor == .items.first] | all' ranks.json
>   run-reduction -q --operator matrix --elements 3 --repeat 2 ranks.json | jq -c '.result | .sequential, .same_bits'
>   run-reduction -q --operator concat ranks.json | jq .result.sequential
> done; done | sort | uniq -c | xargs
48 true
# An operator of one's own, here where the highest value is: the root is in the middle, and pieces arrive from both sides.
$ g++ -std=c++20 -O2 -shared -fPIC -I$ROOT/lib share/examples/peak.cpp -o libpeak.so
$ python3 -c 'import numpy; numpy.save("heights.npy", [[3., 0, 1, 5], [9, 1, 1, 6], [2, 2, 8, 7], [9, 3, 8, 8], [4, 4, 7, 9]])'
$ plan-reduction-tree --speeds 1,1,9,1,1 --one-item-each --order rank | jq '.segments = 2' > ranks.json
$ run-reduction -q --operator ./libpeak.so --data heights.npy --elements 2 --result peak.npy --against mpi ranks.json | jq -c '.result | .value, .sequential, .type, ([.mpi[] | .algorithm])'; python3 -c 'import numpy; print(numpy.load("peak.npy"))'
[9,1,8,7]
true
"double"
["default","linear","in-order binary"]
[9. 1. 8. 7.]
$ run-reduction -q --operator ./libpeak.so --elements 2 --emit ranks.json -o job.json; mpirun --oversubscribe -n 5 mpi-runner --program ./libpeak.so job.json | jq -c .result.sequential; jq -c '.options | .operator, .user_operator' job.json
true
"libpeak"
true
$ mpirun --oversubscribe -n 5 mpi-runner job.json 2>&1 | grep runner
mpi-runner: rank 0 on ...: /options/user_operator: the job is for an operator of one's own; give --program
$ cp share/examples/peak.cpp libtext.so; run-reduction -q --operator ./libtext.so ranks.json
mpi-runner: rank 0 on ...libtext.so: is no shared object; expected one, made with UNEVEN_OPERATOR(join, Number)
? 65
$ echo 'int x;' | g++ -shared -fPIC -x c++ - -o libempty.so; run-reduction -q --operator ./libempty.so ranks.json
mpi-runner: rank 0 on ...libempty.so: no operator in it; expected UNEVEN_OPERATOR(join, Number)
? 65
# The lines of a text.
$ seq -f 'line %g' 40 > lines.txt; run-reduction -q --operator concat --data lines.txt --result joined.txt plan.json | jq -c '.result | .length, .sequential'; cmp lines.txt joined.txt
311
true
$ head -n 39 lines.txt > short.txt; run-reduction -q --operator concat --data short.txt plan.json
mpi-runner: rank 0 on ...: ...short.txt: has 39 lines; expected 40, one for each item
? 65
$ echo mine > mine.txt; run-reduction -q --result mine.txt plan.json; cat mine.txt
mpi-runner: rank 0 on ...: mine.txt: is not an NPY array; expected another name for the output, or --force
mine
