# Two clusters of three points each, told apart from given centroids.
$ printf '0,0\n0,1\n1,0\n9,9\n9,8\n8,9\n' > points.csv; printf '0,0\n9,9\n' > first.csv
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids first.csv --output labels.csv | jq -c '.result.sizes, .iterations'
[3,3]
3
$ tr '\n' ' ' < labels.csv
0 0 0 1 1 1 
# A plan, and speeds.
$ plan-hbsp elements --count 6 --speeds 2,1 | run-bsp kmeans -q --data points.csv --clusters 2 | jq '.processors | length'
2
$ plan-hbsp elements --count 7 --speeds 2,1 | run-bsp kmeans -q --data points.csv --clusters 2
mpi-runner: rank 0 on ...: the data have 6 elements; the plan is for 7
? 65
# A triangle, and a vertex that points to it: 3 gets the base rank alone.
$ printf '# a graph\n0\t1\n1\t2\n2\t0\n3\t0\n' > graph.tsv
$ run-bsp pagerank -n 2 -q --data graph.tsv --output ranks.csv | jq .result.elements
4
$ tail -n 1 ranks.csv | cut -c 1-6
0.0375
# A vertex without any edge has its share of what is lost.
$ printf '0 3\n' > lone.tsv; run-bsp pagerank -n 3 -q --data lone.tsv --output ranks.csv | jq .iterations > /dev/null; sort ranks.csv | uniq -c | wc -l
2
# Bad input: one line each.
$ printf '1,2\n3,nan\n' > nan.csv; run-bsp kmeans -n 2 -q --data nan.csv --clusters 1
mpi-runner: rank ... nan.csv:2: column 2: 'nan' is not a finite decimal number
? 65
$ printf '1,2\n3\n' > ragged.csv; run-bsp kmeans -n 1 -q --data ragged.csv --clusters 1
mpi-runner: ragged.csv:2: 1 columns; expected 2
? 65
$ : > empty.csv; run-bsp em -n 1 -q --data empty.csv
mpi-runner: empty.csv: no row of numbers
? 65
$ : > empty.tsv; run-bsp pagerank -n 2 -q --data empty.tsv
mpi-runner: rank 0 on ...: empty.tsv: holds no edges
? 65
$ printf '0 1\n1 x\n' > bad.tsv; run-bsp pagerank -n 1 -q --data bad.tsv
mpi-runner: bad.tsv: at byte 4: '1 x' is no edge; expected two vertices, whole numbers from 0
? 65
$ run-bsp kmeans -n 1 -q --data points.csv --clusters 7
mpi-runner: 7 clusters for 6 points; expected at most as many clusters as points
? 65
$ printf '0,0\n1,1\n2,2\n3,3\n' > line.csv; run-bsp em -n 1 -q --data line.csv --clusters 1 --variance-floor 0
mpi-runner: component 0: its covariance is singular; expected a larger --variance-floor or fewer --clusters
? 65
$ printf '1,0\n2,3\n' > label.csv; run-bsp logistic -n 1 -q --data label.csv
mpi-runner: label.csv: row 2: the label is 3.000000; expected 0 or 1 in the last column
? 65
$ run-bsp kmeans -n 1 -q --data missing.npy
mpi-runner: missing.npy: no such file
? 66
$ run-bsp pagerank -n 1 -q
mpi-runner: pagerank needs --data FILE, a list of edges
? 64
# Programs.
$ run-bsp kmean -n 1
run-bsp: program 'kmean' is unknown; expected kmeans, em, logistic, pagerank or a path such as ./libmine.so
? 64
$ run-bsp ./missing.so -n 1
run-bsp: ./missing.so: no such file
? 66
$ echo 'int nothing;' | g++ -shared -fPIC -x c++ - -o libnothing.so; run-bsp ./libnothing.so -n 1 -q --data points.csv
mpi-runner: .../libnothing.so: no program in it; expected UNEVEN_PROGRAM(Type)
? 65
$ run-bsp ./points.csv -n 1 -q --data points.csv
mpi-runner: .../points.csv: ...
? 66
# Options.
$ run-bsp kmeans -n 2 --relocation blocks=0
run-bsp: /options/relocation: found "blocks=0"; expected none, sync, async, blocks=B or steal
? 64
$ run-bsp kmeans -n 2 --trigger-constants 1,2
run-bsp: --trigger-constants: found '1,2'; expected three numbers >= 0, such as 0.30,3,0.040
? 64
$ run-bsp kmeans -n 2 --slow 1:0.5
run-bsp: --slow: found '1:0.5'; expected RANK:SPEED@FIRST-LAST, such as 3:0.5@10-40
? 64
$ run-bsp kmeans -n 2 --slow 1:2@1-2
run-bsp: --slow: found '1:2@1-2'; expected a speed of at most 1
? 64
$ run-bsp kmeans -n 2 --resume
run-bsp: --resume and --checkpoint-every need --checkpoint FILE
? 64
# A job names no code.
$ run-bsp ./libnothing.so -n 2 --emit | jq -c '.run, .options.program'
"bsp"
"libnothing"
# The example of uneven-program(3): 200 points on y = 2 x + 1, every tenth far off.
$ g++ -std=c++20 -O2 -shared -fPIC -I "$ROOT/lib" "$ROOT/share/examples/mine.cpp" -o libmine.so
$ awk 'BEGIN { for (i = 0; i < 200; ++i) print i / 10 "," 2 * i / 10 + 1 + (i % 10 == 5 ? 500 : 0) }' > mine.csv
$ run-bsp ./libmine.so -n 2 -q --data mine.csv --iterations 1000 | jq -c '[.result.slope, .result.height | . * 10 | round]'
[20,11]
# Shares from speeds of the same kernel; a report is a source of speeds too.
$ measure-speeds -n 2 -q --kernel kmeans --max-seconds 0.1 --no-network -o speeds.json; jq -c '.kernel, .unit' speeds.json
"kmeans"
"element"
$ run-bsp kmeans speeds.json -q --count 100000 -o report.json; measure-speeds --from-report report.json | jq -c '.kernel, .kernel_options'
"kmeans"
{"clusters":8,"dimensions":3}
# What cannot be is refused before anything is written.
$ run-bsp kmeans speeds.json -q --count 100 --slow 9:0.5@1-2
mpi-runner: ...: /options/slow: processor 9; expected one of 2, from 0
? 65
$ cp mine.csv own.csv; run-bsp kmeans -n 2 --data own.csv --clusters 2 --output own.csv; cmp mine.csv own.csv
run-bsp: --output: 'own.csv' is the file of --data, too; expected a file of its own
