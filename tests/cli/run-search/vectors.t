$ printf '1,2\n3,4\n0,0\n' > three.csv; printf '0,1\n' > q.csv
$ run-search -q -n 1 --vector all --examples three.csv --queries q.csv -k 2
query	rank	distance	match	row
0	1	1	similar	2
0	2	2	similar	0
$ run-search -n 1 --vector 2 --examples three.csv --queries q.csv -k 1
run-search: three.csv: 3 rows of 1 column of 2, CSV without a header, separated by commas
query	rank	distance	match	row
0	1	1	similar	0
# What is wrong with files is one line.
$ run-search -q -n 1 --vector all --metric cosine --examples three.csv --queries q.csv
mpi-runner: ...three.csv: row 2: all numbers are 0; expected another, for the cosine of a vector without a direction is unknown
? 65
$ run-search -q -n 1 --vector all --metric cosine --examples q.csv --queries three.csv
mpi-runner: ...three.csv: row 2: all numbers are 0; expected another, for the cosine of a vector without a direction is unknown
? 65
$ run-search -q -n 1 --vector 1 --examples three.csv --queries q.csv --metric l2 -k 1 | cut -f3
distance
0
$ printf '1,2,3\n' > long.csv; run-search -q -n 1 --vector all --examples three.csv --queries long.csv
mpi-runner: ...long.csv: vectors of 3 numbers; the examples have 2
? 65
$ printf '1,nan\n' > nan.csv; run-search -q -n 1 --vector all --examples nan.csv --queries q.csv
run-search: nan.csv:1: column 2: 'nan' is not a finite decimal number; the first line is neither numbers nor a header
? 65
$ printf '1,1e39\n' > large.csv; run-search -q -n 1 --vector all --examples large.csv --queries q.csv
mpi-runner: ...large.csv: row 0, column 1: inf; expected a finite number of single precision
? 65
$ run-search -q -n 1 --vector 3 --examples three.csv --queries q.csv
run-search: three.csv: has no column '3'; expected numbers from 1 to 2, or ranges such as 2-3; the file has no names of columns
? 65
$ printf '\2\0\0\0\0\0\0\0\0\0\200\77' > one.fvecs; run-search -q -n 1 --vector all --examples one.fvecs --queries one.fvecs | tail -1
0	1	0	similar	0
$ head -c 7 one.fvecs > cut.fvecs; run-search -q -n 1 --vector all --examples cut.fvecs --queries one.fvecs
run-search: cut.fvecs: 7 bytes; expected a multiple of 12, for vectors of length 2, as the first
? 65
$ run-search -q -n 1 --vector all --examples one.fvecs --queries cut.fvecs
mpi-runner: ...cut.fvecs: 7 bytes; expected a multiple of 12, for vectors of length 2, as the first
? 65
$ : > empty.bvecs; run-search -q -n 1 --vector all --examples empty.bvecs --queries one.fvecs
run-search: empty.bvecs: empty; expected vectors
? 65
$ printf '\377\377\377\377\0\0' > negative.fvecs; run-search -q -n 1 --vector all --examples negative.fvecs --queries one.fvecs
run-search: negative.fvecs: a vector of length -1; expected a positive number of 4 bytes before each
? 65
$ printf '\1\0\0\0\7\2\0\0\0\7' > other.bvecs; run-search -q -n 1 --vector all --examples other.bvecs --queries other.bvecs
mpi-runner: ...other.bvecs: row 2, a vector of length 2; expected 1, as of the first
? 65
$ printf '\1\0\0\0\0\0\300\177' > nan.fvecs; run-search -q -n 1 --vector all --examples nan.fvecs --queries nan.fvecs
mpi-runner: ...nan.fvecs: row 1, column 1: nan; expected a finite number
? 65
$ run-search -q -n 1 --vector all --examples none.fvecs --queries one.fvecs
run-search: none.fvecs: no such file
? 66
$ plan-search --examples 5 --processors 1 --task-s 1 | run-search -q --vector all --examples three.csv --queries q.csv
mpi-runner: ...three.csv: 3 examples; the plan is for 5
? 65
# Options of words are none of vectors.
$ run-search -n 1 --vector all --show pattern --examples three.csv --queries q.csv
run-search: ...
? 64
$ run-search -n 1 --metric cosine --examples three.csv --queries q.csv
run-search: ...
? 64
$ run-search -n 1 --vector all --metric l3 --examples three.csv --queries q.csv
run-search: --metric: ...
? 64
