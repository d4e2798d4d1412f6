$ plan-hbsp elements --count 20000000 --speeds 8*1 | jq -c '.placement[0, 7], .predicted'
{"processor":0,"first":0,"count":2500000}
{"processor":7,"first":17500000,"count":2500000}
{"superstep_s":null,"imbalance":0}
$ plan-hbsp elements --count 7 --speeds 4,2,1,1 | jq -c '[.placement[].count], .predicted.imbalance, .left_out'
[4,2,1,0]
0
[3]
$ plan-hbsp elements --count 0 --speeds 1,1 | check-plan
$ plan-hbsp elements --count 9007199254740991 --speeds 3*0.1 | check-plan
$ echo '{"kind":"speeds","version":1,"kernel":"kmeans","processors":[{"speed":100},{"speed":300}],"network":{"latency_s":1,"gap_s_per_byte":1,"barrier_s":0.5}}' | plan-hbsp elements --count 800 | jq -c .predicted
{"superstep_s":2.5,"imbalance":0}

# As many as the data have rows: of a CSV file without its header, of an NPY file by its header.
$ printf 'x,y\n1,2\n3,4\n5,6\n' > points.csv
$ plan-hbsp elements --data points.csv --speeds 2,1 | jq -c '[.count, .placement[].count, .data.file, .data.bytes]'
[3,2,1,"points.csv",16]
$ python3 -c "import numpy as np; np.save('points.npy', np.zeros((9, 2)))"
$ plan-hbsp elements --data points.npy --speeds 2,1 | jq -c '[.count, .placement[].count, .data.bytes]'
[9,6,3,272]
$ plan-hbsp elements --data points.npy --speeds 2,1 | check-plan
$ head -c 200 points.npy > short.npy; plan-hbsp elements --data short.npy --speeds 1
plan-hbsp: short.npy: ...
? 65
$ plan-hbsp elements --data missing.npy --speeds 1
plan-hbsp: missing.npy: ...
? 66
$ plan-hbsp elements --data points.npy --count 3 --speeds 1
plan-hbsp: --count excludes --data
? 64
$ plan-hbsp elements --speeds 1
plan-hbsp: --count is required, or --data
? 64
$ plan-hbsp elements --count -1 --speeds 1
plan-hbsp: --count...
? 64
$ echo '{"kind":"job","version":1}' | plan-hbsp elements --count 1
plan-hbsp: standard input: /kind: found "job"; expected speeds
? 65
# A header in any script; a first line that is neither a header nor numbers.
$ printf '身長,Größe\r\n170,60\r\n180,70\r\n\r\n' > people.csv; plan-hbsp elements --data people.csv --speeds 1 | jq .count
2
$ printf 'x,2019\n1,2\n' > mixed.csv; plan-hbsp elements --data mixed.csv --speeds 1
plan-hbsp: mixed.csv:1: column 1: 'x' is not a finite decimal number; the first line is neither numbers nor a header
? 65
# A name that is not UTF-8 stays one in the plan.
$ cp people.csv $'caf\xe9.csv'; plan-hbsp elements --data $'caf\xe9.csv' --speeds 1 | jq -c '[.count, (.data.file | explode[3])]'
[2,61417]
# Only tables of numbers have elements.
$ printf 'ELF\0\1,2\n' > binary; plan-hbsp elements --speeds 1,1 --data binary
plan-hbsp: binary:1: holds the byte 0x00, which is binary; expected text
? 65
$ python3 -c "import numpy as np; np.save('none.npy', np.zeros((0, 6))); np.save('cube.npy', np.zeros((2, 2, 2)))"
$ plan-hbsp elements --speeds 1 --data none.npy
plan-hbsp: none.npy: holds no numbers
? 65
$ plan-hbsp elements --speeds 1 --data cube.npy
plan-hbsp: cube.npy: an array of 3 dimensions and 8 numbers; expected 1 or 2 and some
? 65
$ plan-hbsp elements --count 1 --speeds ''
plan-hbsp: --speeds: has an empty item; expected numbers such as 4*1.0,0.5
? 64
