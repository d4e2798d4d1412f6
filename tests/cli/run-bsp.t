# Two clusters of three points each, told apart from given centroids.
$ printf '0,0\n0,1\n1,0\n9,9\n9,8\n8,9\n' > points.csv; printf '0,0\n9,9\n' > first.csv
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids first.csv --element-output labels.csv | jq -c '.result.sizes, .iterations, .converged, .stopped'
[3,3]
2
true
"tolerance"
$ tr '\n' ' ' < labels.csv
0 0 0 1 1 1 
$ printf '0,0,9,9\n' > flat.csv; run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids flat.csv
mpi-runner: ...flat.csv: has 1 x 4 numbers; expected 2 x 2 numbers
? 65
# Of several starts the best is reported: here those from the seeds 5, 6 and 7, each of them as a run of its own.
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 3 --starts 3 --seed 5 --seeding parallel -o starts.json
$ for seed in 5 6 7; do run-bsp kmeans -n 1 -q --data points.csv --clusters 3 --seed $seed --seeding parallel; done | jq .result.inertia | jq -sc . > each
$ jq -c '.result.inertia_of_starts' starts.json | cmp - each; jq '.result | .inertia == (.inertia_of_starts | min), .best_start < 3' starts.json
true
true
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids first.csv --starts 2
mpi-runner: rank 0 on ...: --starts: all starts would begin with the same --centroids; expected one of the two options
? 65
# A report is a model that labels other points, and so is the report of that.
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids first.csv -o model.json
$ printf '7,7\n1,2\n0,0\n' > new.csv; run-bsp kmeans -n 2 --data new.csv --apply model.json --element-output labels.csv -o applied.json
run-bsp: new.csv: 3 rows of 2 columns, CSV without a header, separated by commas
$ tr '\n' ' ' < labels.csv; jq -c '[.result.applied, .result.sizes, .iterations, .converged]' applied.json
1 0 0 ["model.json",[2,1],0,null]
$ run-bsp kmeans -n 1 -q --data new.csv --apply applied.json | jq -c .result.sizes
[2,1]
$ printf '1,2,3\n' > wide.csv; run-bsp kmeans -n 1 --data wide.csv --apply model.json
run-bsp: wide.csv: 1 row of 3 columns, CSV without a header, separated by commas
mpi-runner: model.json: the model is of 2 columns; the data have 3
? 65
$ run-bsp em -n 1 --data new.csv --apply model.json
run-bsp: new.csv: 3 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: model.json: /of: the report is of kmeans; expected one of em
? 65
$ jq 'del(.result.centroids)' model.json > without.json; run-bsp kmeans -n 1 --data new.csv --apply without.json
run-bsp: new.csv: 3 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: without.json: /result/centroids: missing; expected the report of a run of kmeans
? 65
$ jq '.result.centroids[1] = [1]' model.json > ragged.json; run-bsp kmeans -n 1 --data new.csv --apply ragged.json
run-bsp: new.csv: 3 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: ragged.json: /result/centroids: expected rows of equal lengths
? 65
$ run-bsp kmeans -n 1 --data new.csv --apply points.csv
run-bsp: new.csv: 3 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: points.csv:1:2: ...
? 65
$ run-bsp pagerank -n 1 --data new.csv --apply model.json
run-bsp: --apply: pagerank has no model; expected kmeans, em, logistic or linear
? 64
$ run-bsp kmeans -n 1 --data new.csv --apply model.json --clusters 3
run-bsp: --apply excludes --clusters
? 64
# A table of one row is a table.
$ run-bsp kmeans -n 1 -q --data points.csv --clusters 1 | jq -c '.result | .centroids, .sizes'
[[4.5,4.5]]
[6]
# What ended a run is said. A graph of two edges has settled before the limit of pagerank.
$ run-bsp kmeans -n 1 --data points.csv --clusters 2 --centroids first.csv --iterations 1 -o short.json; jq -c '[.iterations, .converged, .stopped]' short.json
run-bsp: points.csv: 6 rows of 2 columns, CSV without a header, separated by commas
run-bsp: the limit of 1 iteration was reached before the tolerance: the result has not settled
[1,false,"iterations"]
$ printf '0 1\n0 2\n' > two.tsv; run-bsp pagerank -n 1 -q --data two.tsv | jq -c '[.converged, .stopped]'
[true,"tolerance"]
$ printf '1,0\n2,0\n3,1\n' > apart.csv; run-bsp logistic -n 1 --data apart.csv | jq -c '.result.misclassified, (.result.warnings | length)'
run-bsp: apart.csv: 3 rows of 2 columns, CSV without a header, separated by commas
run-bsp: the two labels can be separated: no finite weights are best, ...
0
1
# What the data were taken for is said; columns are chosen; labels in words are numbered.
$ printf 'x;y;kind\n0;1;"b"\n1;NA;a\n9;9;b\n5;3;a\n2;8;b\n' > kinds.csv; gzip -k kinds.csv; zstd -q kinds.csv
$ for f in kinds.csv kinds.csv.gz kinds.csv.zst; do run-bsp logistic -n 3 --data $f --missing drop --l2 1 -o report.json; jq -c '.result | [.labels, .elements]' report.json; done 2>&1 | grep -v ranks
run-bsp: kinds.csv: 4 rows of 3 columns, CSV with a header, separated by semicolons
run-bsp: kinds.csv: 1 row with missing values is left out
run-bsp: kinds.csv: labels by number: 0 is a, 1 is b
[["a","b"],4]
run-bsp: kinds.csv.gz: 4 rows of 3 columns, CSV with a header, separated by semicolons, gzip
run-bsp: kinds.csv.gz: 1 row with missing values is left out
run-bsp: kinds.csv.gz: labels by number: 0 is a, 1 is b
[["a","b"],4]
run-bsp: kinds.csv.zst: 4 rows of 3 columns, CSV with a header, separated by semicolons, zstd
run-bsp: kinds.csv.zst: 1 row with missing values is left out
run-bsp: kinds.csv.zst: labels by number: 0 is a, 1 is b
[["a","b"],4]
$ run-bsp kmeans -n 2 --data kinds.csv --columns y,1 --missing mean --clusters 1 | jq -c .result.centroids
run-bsp: kinds.csv: 5 rows of 2 columns of 3, CSV with a header, separated by semicolons
run-bsp: kinds.csv: 1 missing value is replaced by the mean of the column
[[5.25,3.4]]
# Standard input and pipes.
$ run-bsp kmeans -n 2 --data - --columns y,1 --missing mean --clusters 1 < kinds.csv.gz | jq -c .result.centroids
run-bsp: standard input: 5 rows of 2 columns of 3, CSV with a header, separated by semicolons, gzip
run-bsp: standard input: 1 missing value is replaced by the mean of the column
[[5.25,3.4]]
$ run-bsp kmeans -n 2 -q --data <(cat kinds.csv) --columns 1 --clusters 1 | jq -c .result.centroids
[[3.4]]
$ run-bsp kmeans --data - < kinds.csv
run-bsp: PLAN and --data are both standard input; expected a file of one of them, or -n
? 64
$ true | run-bsp kmeans -n 2 -q --data -
mpi-runner: rank 0 on ...: standard input: no row of numbers
? 65
$ run-bsp kmeans -n 1 -q --data kinds.csv --columns z
mpi-runner: kinds.csv: has no column 'z'; expected numbers from 1 to 3, or ranges such as 2-3, or names of the header
? 65
$ head -c 40 kinds.csv.gz > cut.csv.gz; run-bsp kmeans -n 1 -q --data cut.csv.gz
mpi-runner: cut.csv.gz: cut off: ends at byte 40, within its gzip data; expected the whole file
? 65
# A checkpoint belongs to the columns that it was made from.
$ run-bsp kmeans -n 1 -q --data kinds.csv --columns 1 --clusters 1 --checkpoint columns.ckpt | jq .result.elements
5
$ run-bsp kmeans -n 1 -q --data kinds.csv --columns y --missing drop --clusters 1 --checkpoint columns.ckpt --resume
mpi-runner: columns.ckpt: ...
? 65
# A plan, and speeds.
$ plan-hbsp elements --count 6 --speeds 2,1 | run-bsp kmeans -q --data points.csv --clusters 2 | jq '.processors | length'
2
$ plan-hbsp elements --count 7 --speeds 2,1 | run-bsp kmeans -q --data points.csv --clusters 2
mpi-runner: rank 0 on ...: the data have 6 elements; the plan is for 7
? 65
# A triangle, and a vertex that points to it: 3 gets the base rank alone.
$ printf '# a graph\n0\t1\n1\t2\n2\t0\n3\t0\n' > graph.tsv
$ run-bsp pagerank -n 2 -q --data graph.tsv --element-output ranks.csv | jq .result.elements
4
$ tail -n 1 ranks.csv | cut -c 1-6
0.0375
# What the file was taken for, and how vertices are numbered, is said. Weights are used.
$ printf 'from,to,weight\n1,2,0.5\n2,4,1\n2,1,3\n4,1,2\n' > weights.csv; run-bsp pagerank -n 2 --data weights.csv --element-output ranks.csv -o report.json; cut -c 1-6 ranks.csv
run-bsp: weights.csv: 4 vertices, 4 edges with weights, a list of edges
run-bsp: weights.csv: no edge has vertex 0; the vertices are 1 to 4
run-bsp: weights.csv: 1 of the vertices 1 to 4 have no edge; they count as vertices
0.4171
0.4021
0.0476
0.1330
$ run-bsp components -n 2 --data weights.csv --element-output c.csv | jq -c '[.result.components, .result.largest, .stopped]'; paste -sd ' ' c.csv
run-bsp: weights.csv: 4 vertices, 4 edges, a list of edges
run-bsp: weights.csv: the third column is not used; all edges weigh the same
run-bsp: weights.csv: no edge has vertex 0; the vertices are 1 to 4
run-bsp: weights.csv: 1 of the vertices 1 to 4 have no edge; they count as vertices
[2,3,"tolerance"]
1 1 3 1
# Names, quoted as in CSV; what no path reaches is infinitely far away, in NPY too.
$ printf 'from,to,km\n"Tokyo, JP",Nagoya,350\nNagoya,Osaka,180.5\nOslo,Bergen,460\n' > roads.csv; run-bsp paths -n 2 --data roads.csv --source 'Tokyo, JP' --element-output km.csv | jq -c '.result | [.reached, .unreached, .farthest]'; cat km.csv
run-bsp: roads.csv: 5 vertices with names, 3 edges with weights, a list of edges
[3,2,530.5]
Bergen,inf
Nagoya,350
Osaka,530.5
Oslo,inf
"Tokyo, JP",0
$ run-bsp paths -n 1 --data roads.csv --source Oslo --undirected --unweighted --element-output km.npy -o report.json; /usr/bin/python3 -c 'import numpy; print(numpy.load("km.npy"))'
run-bsp: roads.csv: 5 vertices with names, 3 edges, a list of edges
run-bsp: roads.csv: the third column is not used; all edges weigh the same
run-bsp: km.npy: holds numbers in the order of the names; a file that ends in .csv has the names
[ 1. inf inf  0. inf]
# Restarts at chosen vertices.
$ printf 'Oslo 2\nBergen 6\n' > home.txt; run-bsp pagerank -n 2 -q --data roads.csv --personal home.txt --damping 0 --element-output ranks.csv -o report.json; paste -sd ' ' ranks.csv
Bergen,0.75 Nagoya,0 Osaka,0 Oslo,0.25 "Tokyo, JP",0
$ for text in 'Oslo -1' 'Rome 1' 'Oslo 1 1' 'Oslo 0' ''; do printf '%s\n' "$text" > home.txt; run-bsp pagerank -n 1 -q --data roads.csv --personal home.txt || echo "-> $?"; done
mpi-runner: home.txt:1: the weight is -1; expected at least 0
-> 65
mpi-runner: home.txt: 'Rome' is no vertex of the graph
-> 65
mpi-runner: home.txt:1: 3 fields; expected a key
-> 65
mpi-runner: --personal: the weights add up to 0; expected a finite number above 0
-> 65
mpi-runner: home.txt: holds no keys
-> 65
$ printf '0 1 2\n1 0 -1\n' > below.tsv; for program in 'pagerank' 'paths --source 0'; do run-bsp $program -n 1 -q --data below.tsv || echo "-> $?"; done
mpi-runner: below.tsv:2: the weight is -1; expected at least 0
-> 65
mpi-runner: below.tsv:2: the weight is -1; expected at least 0
-> 65
$ run-bsp paths -n 1 -q --data roads.csv --source Rome
mpi-runner: --source: 'Rome' is no vertex of roads.csv
? 65
$ run-bsp paths -n 1 -q --data roads.csv
run-bsp: paths needs --source KEY, the vertex where paths begin
? 64
$ run-bsp components -n 1 -q --data roads.csv --personal home.txt
run-bsp: --personal: components has none
? 64
# More than three columns, as of KONECT: the third is the weight.
$ printf '%% asym positive\n1 2 2 1082008561\n2 1 1 1082008562\n1 3 1 1082008563\n3 1 1 1082008564\n' > rated.txt; run-bsp pagerank -n 2 --data rated.txt --element-output rated.csv -o report.json; cut -d' ' -f1-3 rated.txt > three.txt; run-bsp pagerank -n 1 -q --data three.txt --element-output three.csv -o report.json; cmp rated.csv three.csv
run-bsp: rated.txt: 3 vertices, 4 edges with weights, a list of edges, of which the first 3 of 4 columns are read
run-bsp: rated.txt: no edge has vertex 0; the vertices are 1 to 3
# Columns by number or name; what is not of a list of edges is refused.
$ printf 'time,to,from\n5,Nagoya,Tokyo\n6,Osaka,Nagoya\n' > flights.csv; run-bsp paths -n 2 --data flights.csv --columns from,to --source Tokyo --element-output hops.csv -o report.json; paste -sd ' ' hops.csv
run-bsp: flights.csv: 3 vertices with names, 2 edges, a list of edges, of which 3, 2 of 3 columns are read
Nagoya,1 Osaka,2 Tokyo,0
$ run-bsp components -n 2 -q --data rated.txt --columns 1,5
mpi-runner: rank 0 on ...: rated.txt: has no column '5'; expected numbers from 1 to 4, or ranges such as 2-3; the file has no names of columns
? 65
$ run-bsp components -n 1 -q --data rated.txt --missing drop
mpi-runner: /options: separator and missing are for tables, columns for tables and lists of edges
? 65
# A matrix and a METIS graph; the order of a list of edges is no matter.
$ printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n%% a triangle and a tail\n4 4 4\n2 1\n3 1\n3 2\n4 3\n' > g.mtx; printf '4 4\n2 3\n1 3\n1 2 4\n3\n' > g.graph; printf '2 3\n4 3\n3 1\n1 2\n' > g.txt
$ run-bsp pagerank -n 2 --data g.mtx --element-output mtx.csv -o report.json; run-bsp pagerank -n 2 --data g.graph --element-output metis.csv -o report.json; run-bsp pagerank -n 1 -q --undirected --data g.txt --element-output list.csv -o report.json; cmp mtx.csv metis.csv; cmp mtx.csv list.csv; wc -l < list.csv
run-bsp: g.mtx: 4 vertices, 4 edges, Matrix Market
run-bsp: g.graph: 4 vertices, 4 edges, METIS
4
# The first round, which only sends, is no iteration.
$ run-bsp pagerank -n 2 -q --data graph.tsv --tolerance 0 --iterations 5 | jq -c '[.iterations, .result.total_iterations, (.result.iteration_s | length)]'
[5,5,5]
# A vertex without any edge has its share of what is lost.
$ printf '0 3\n' > lone.tsv; run-bsp pagerank -n 3 -q --data lone.tsv --element-output ranks.csv | jq .iterations > /dev/null; sort ranks.csv | uniq -c | wc -l
2
# Names that are not UTF-8 stay apart, from the tool to the runner.
$ cp points.csv $'\xe9.csv'; run-bsp kmeans -n 1 -q --data $'\xe9.csv' --clusters 2 --element-output $'\xe8.csv' --checkpoint $'\xea.csv' -o report.json
$ wc -l < $'\xe8.csv'; test -s $'\xea.csv'
6
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
mpi-runner: bad.tsv:2: 'x' is no vertex; expected two whole numbers of 64 bits, as on line 1 (names are told by the first edge)
? 65
# Memory is not taken for vertices that are not there: outputs name those that are.
$ printf '0 1\n1 3000000000\n3000000000 0\n' > sparse.tsv; run-bsp pagerank -n 2 --data sparse.tsv --element-output ranks.csv -o report.json; sort ranks.csv
run-bsp: sparse.tsv: 3 vertices, 3 edges, a list of edges
run-bsp: sparse.tsv: the numbers have gaps; the vertices are those that occur, and outputs name them
0,0.3333333333333333
1,0.3333333333333333
3000000000,0.3333333333333333
$ run-bsp kmeans -n 1 -q --data points.csv --clusters 7
mpi-runner: 7 clusters for 6 points; expected at most as many clusters as points
? 65
$ printf '0,0\n1,1\n2,2\n3,3\n' > line.csv; run-bsp em -n 1 -q --data line.csv --clusters 1 --variance-floor 0
mpi-runner: component 0: its covariance is singular; expected a larger --variance-floor or fewer --clusters
? 65
$ printf '1,0\n2,3\n' > label.csv; run-bsp logistic -n 1 -q --data label.csv
mpi-runner: label.csv: the largest label is 3, and no row has label 1; expected labels from 0 on without gaps, or --classes
? 65
$ run-bsp logistic -n 1 -q --data label.csv --classes 3
mpi-runner: label.csv: row 2: the label is 3; expected a whole number from 0 to 2 in the last column
? 65
$ run-bsp logistic -n 1 --classes 1
run-bsp: --classes: '1' is not an integer from 2 to 128
? 64
# Classes are found in the data, wherever they are; a third one far to the right. A line is found from two of its points.
$ for i in 0 1 2 3 4 5 6 7 8 9; do echo "$i,$((i % 2)),$((i == 9 ? 2 : i > 4))"; done > classes.csv
$ run-bsp logistic -n 2 -q --data classes.csv --l2 0.01 --element-output labels.csv | jq -c '.converged, (.result.weights | length, .[0] | length)'
true
3
3
$ tr '\n' ' ' < labels.csv
0 0 0 0 0 1 1 1 1 2 
$ printf '1,5\n2,7\n' > line.csv; run-bsp linear -n 2 -q --data line.csv --element-output labels.csv | jq -c '.result | .weights, .r2'
[2,3]
1
$ cat labels.csv
5
7
$ run-bsp linear -n 2 -q --data line.csv -o line.json; printf '10\n20\n' > inputs.csv; printf '10,23\n20,42\n' > scored.csv
$ run-bsp linear -n 1 --data inputs.csv --apply line.json --element-output labels.csv | jq -c '.result.weights'; cat labels.csv
run-bsp: inputs.csv: 2 rows of 1 column, CSV without a header
[2,3]
23
43
$ run-bsp linear -n 1 --data scored.csv --apply line.json | jq '.result.residual_sum_of_squares'
run-bsp: scored.csv: 2 rows of 2 columns, CSV without a header, separated by commas
1
$ run-bsp kmeans -n 1 -q --data missing.npy
mpi-runner: missing.npy: no such file
? 66
$ run-bsp pagerank -n 1 -q
mpi-runner: pagerank needs --data FILE, a graph
? 64
# Programs.
$ run-bsp kmean -n 1
run-bsp: program 'kmean' is unknown; expected kmeans, em, logistic, linear, pagerank, components, paths or a path such as ./libmine.so
? 64
$ run-bsp ./missing.so -n 1
run-bsp: ./missing.so: no such file
? 66
$ echo 'int nothing;' | g++ -shared -fPIC -x c++ - -o libnothing.so; run-bsp ./libnothing.so -n 1 -q --data points.csv
mpi-runner: .../libnothing.so: no program in it; expected UNEVEN_PROGRAM(Type)
? 65
$ run-bsp ./points.csv -n 1 -q --data points.csv
mpi-runner: .../points.csv: is no shared object; expected one, made with UNEVEN_PROGRAM(Type)
? 65
# A shared object that is cut off is told apart before the loader maps it.
$ for bytes in 0 3 10 63 64 500 3000 "$(($(stat -c %s libnothing.so) - 1))"; do head -c $bytes libnothing.so > libcut.so; run-bsp ./libcut.so -n 1 -q --data points.csv || echo "-> $?"; done
mpi-runner: .../libcut.so: is no shared object; expected one, made with UNEVEN_PROGRAM(Type)
-> 65
mpi-runner: .../libcut.so: is no shared object; expected one, made with UNEVEN_PROGRAM(Type)
-> 65
mpi-runner: .../libcut.so: is cut off: it has 10 bytes, fewer than its headers say; expected a whole shared object
-> 65
mpi-runner: .../libcut.so: is cut off: it has 63 bytes...
-> 65
mpi-runner: .../libcut.so: is cut off: it has 64 bytes...
-> 65
mpi-runner: .../libcut.so: is cut off: it has 500 bytes...
-> 65
mpi-runner: .../libcut.so: is cut off: it has 3000 bytes...
-> 65
mpi-runner: .../libcut.so: is cut off: it has ... bytes...
-> 65
# Without its section headers it is whole where its segments are; a byte less of the last one is missed.
$ cat > sections.py <<'END'
> import struct, sys
> whole = bytearray(open("libnothing.so", "rb").read())
> start, size, count = struct.unpack_from("<Q", whole, 32)[0], *struct.unpack_from("<HH", whole, 54)
> headers = [struct.unpack_from("<IIQQQQ", whole, start + i * size) for i in range(count)]
> end = max(header[2] + header[5] for header in headers if header[0] == 1)
> whole[40:48], whole[60:64] = bytes(8), bytes(4)
> open("libbare.so", "wb").write(whole[:end - int(sys.argv[1])])
> END
$ for missing in 0 1; do python3 sections.py $missing; run-bsp ./libbare.so -n 1 -q --data points.csv || echo "-> $?"; done
mpi-runner: .../libbare.so: no program in it; expected UNEVEN_PROGRAM(Type)
-> 65
mpi-runner: .../libbare.so: is cut off: it has ... bytes...
-> 65
# Options.
$ run-bsp kmeans -n 2 --relocation blocks=0
run-bsp: /options/relocation: found "blocks=0"; expected none, sync, async, blocks=B or steal
? 64
$ run-bsp kmeans -n 2 --trigger-constants 1,2
run-bsp: --trigger-constants: found '1,2'; expected three numbers >= 0, such as 0.30,3,0.040
? 64
$ run-bsp kmeans -n 2 --slow 1:0.5
run-bsp: --slow: found '1:0.5'; expected RANK or HOST:SPEED@FIRST-LAST, such as 3:0.5@10-40
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
# EM ends by itself where nothing tells the components apart.
$ /usr/bin/python3 -c 'import random; random.seed(7); [print(random.random(), random.random(), sep=",") for i in range(2000)]' > noise.csv; run-bsp em -n 2 -q --data noise.csv --clusters 6 | jq -c '[.converged, .stopped, .iterations > 100]'
[true,"tolerance",true]

# An upright line has no slope: what is no number ends the run. Data have a column for each field of the elements.
$ printf '1,2\n1,3\n' > upright.csv; run-bsp ./libmine.so -n 2 -q --data upright.csv
mpi-runner: rank 0 on ...: ...libmine.so: the change is nan after iteration 1; expected a finite number
? 65
$ printf '1,2,3\n' > wide.csv; run-bsp ./libmine.so -n 1 -q --data wide.csv
mpi-runner: ...libmine.so: wide.csv: the data have 3 columns; the program expects 2
? 65
# What a program throws ends the run with its name and text, wherever it does so.
$ sed 's/void begin(State& state) const override {/&\n    if (settings_.seed == 7) throw std::runtime_error("no seven");/; s/w += weight, wx/if (x[i] < 0) throw std::runtime_error("x is below 0");\n      w += weight, wx/; s/<cmath>/<cmath>\n#include <stdexcept>/' "$ROOT/share/examples/mine.cpp" > throws.cpp; g++ -std=c++20 -shared -fPIC -I "$ROOT/lib" throws.cpp -o libthrows.so
$ printf '1,2\n-1,3\n' > below.csv; run-bsp ./libthrows.so -n 2 -q --data below.csv
mpi-runner: rank ... on ...: ...libthrows.so: x is below 0
? 65
$ run-bsp ./libthrows.so -n 2 -q --data below.csv --seed 7
mpi-runner: rank ... on ...: ...libthrows.so: no seven
? 65
# An output that the program does not have is refused before the run.
$ run-bsp ./libmine.so -n 2 -q --data upright.csv --iterations 1000000000000 --element-output out.npy
mpi-runner: rank 0 on ...: --element-output: the program has none
? 65
# Numbers of a whole output are whole: nothing is cut off without a word.
$ for number in 2.75 -1.9 1e300 'std::nan("")' -2; do sed "s/^ private:/  bool has_output() const override { return true; }\n  bool whole_output() const override { return true; }\n  void output(const Batch\& b, double* to) const override { std::fill_n(to, b.count, $number); }\n&/" "$ROOT/share/examples/mine.cpp" > whole.cpp; g++ -std=c++20 -shared -fPIC -I "$ROOT/lib" whole.cpp -o libwhole.so; for file in out.npy out.csv; do run-bsp ./libwhole.so -n 1 -q --data mine.csv --iterations 1 --element-output $file -o report.json || echo "-> $?"; done; done; ls out.*; sort -u out.csv
mpi-runner: ...libwhole.so: the output of element 0 is 2.75; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is 2.75; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is -1.9; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is -1.9; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is 1e+300; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is 1e+300; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is nan; expected a whole number up to 2^53
-> 65
mpi-runner: ...libwhole.so: the output of element 0 is nan; expected a whole number up to 2^53
-> 65
out.csv
out.npy
-2
# Checkpoints: written before the output, and refused if damaged.
$ run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint k.state --element-output /dev/full; code=$?; test -s k.state && exit $code
mpi-runner: /dev/full: cannot write: No space left on device
? 74
$ head -c 100 k.state > other; run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint other --resume
mpi-runner: other: the checkpoint is damaged: it has 100 bytes, not as many as it says
? 65
# A file that is something else is not replaced, unless the command line says so; a folder never.
$ echo precious > other; run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint other; code=$?; cat other; exit $code
mpi-runner: other: is not a checkpoint of this version, which ends in a checksum; expected another name for the output, or --force
precious
? 65
$ run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint other --force | jq '.iterations > 0'; run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint other --resume | jq .iterations
true
0
$ mkfifo pipe; for place in pipe .; do run-bsp kmeans -n 1 -q --data points.csv --clusters 2 --checkpoint $place --force || echo "-> $?"; done
mpi-runner: pipe: is no regular file; expected the name of a file for the checkpoint
-> 74
mpi-runner: .: is no regular file; expected the name of a file for the checkpoint
-> 74
# Folders stand for hosts here: where one lacks a file that another has, or has another, all end.
$ mkdir here there; cp points.csv here; head -n 5 points.csv > there/points.csv; run-bsp kmeans -n 2 --data points.csv --clusters 2 --checkpoint k.state --resume --emit > job.json
$ echo "mpirun --oversubscribe -n 1 -wdir $PWD/here mpi-runner : -n 1 -wdir $PWD/there mpi-runner < job.json" > apart; . ./apart 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: rank 1 on ...: points.csv: has other contents here than at rank 0 on ...
? 65
$ tr 9 8 < points.csv > there/points.csv; . ./apart 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: rank 1 on ...: points.csv: has other contents here than at rank 0 on ...
? 65
$ cp points.csv there; . ./apart > /dev/null; ls */k.state
mpi-runner: points.csv: 6 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: k.state: no checkpoint here yet; the run starts afresh
here/k.state
$ . ./apart 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: points.csv: 6 rows of 2 columns, CSV without a header, separated by commas
mpi-runner: rank 1 on ...: k.state: no such file here, though other ranks have it
? 66
# More blocks than there are.
$ run-bsp kmeans -n 2 -q --data points.csv --clusters 2 --centroids first.csv --relocation blocks=4611686018427387904 | jq -c .result.sizes
[3,3]
# Only the report goes to standard output.
$ run-bsp kmeans -n 1 --count 10 --element-output -
run-bsp: --element-output: '-' is standard output, which is for --report; expected the name of a file
? 64
# The old name of --element-output.
$ run-bsp kmeans -n 1 --count 10 --emit --output labels.npy | jq -r .options.output
run-bsp: --output is now --element-output; the report is written by -o
labels.npy
$ run-bsp kmeans -n 1 --count 10 --emit --output labels.npy --element-output labels.npy
run-bsp: --output is the old name of --element-output; expected one of them
? 64
# Shares from speeds of the same kernel; a report is a source of speeds too.
$ measure-speeds -n 2 -q --kernel kmeans --max-seconds 0.1 --no-network -o speeds.json; jq -c '.kernel, .unit' speeds.json
"kmeans"
"element"
$ run-bsp kmeans speeds.json -q --count 100000 -o report.json; measure-speeds --from-report report.json | jq -c '.kernel, .kernel_options'
"kmeans"
{"clusters":8,"dimensions":3}
$ jq '.kernel_options.clusters = 100' speeds.json > many.json; measure-speeds -n 1 --kernel kmeans --known many.json
measure-speeds: many.json: speeds of another kernel or of other kernel options; expected the same
? 65
# The choice of clusters is no iteration.
$ run-bsp kmeans -n 2 -q --count 1000 --iterations 3 | jq -c '.iterations, ([.processors[].work] | add)'
3
3000
# A plan predicts the run that it was made for.
$ for k in 8 9; do plan-hbsp elements --count 10000 speeds.json | run-bsp kmeans -q --clusters $k | jq '.predicted_seconds_per_iteration > 0'; done
true
false
# What a plan or an option claims is held against memory before it is taken.
$ echo '{"kind":"hbsp-elements","version":1,"count":9007199254740991,"placement":[{"processor":0,"first":0,"count":9007199254740991}],"predicted":{"superstep_s":null,"imbalance":0}}' | run-bsp kmeans -q
mpi-runner: not enough memory: ... on host ... ... GB, ... GB are free
? 71
$ ulimit -v 3000000; run-bsp kmeans -n 16777216 --count 100
run-bsp: not enough memory: 16777216 ranks need 68.7 GB, ... GB are free
? 71
# What cannot be is refused before anything is written.
$ run-bsp kmeans speeds.json -q --count 100 --slow 9:0.5@1-2
run-bsp: --slow: found rank 9; expected one of 2, from 0
? 64
$ run-bsp kmeans -n 1000000
run-bsp: not enough memory: 1000000 ranks on this machine need 8.39e+03 GB, ... GB are free
? 71
$ cp mine.csv own.csv; run-bsp kmeans -n 2 --data own.csv --clusters 2 --element-output own.csv; cmp mine.csv own.csv
run-bsp: --element-output: 'own.csv' is the file of --data, too; expected a file of its own
