# Units: a number, the rows of a table, the lines of any file, of which the last may lack its end.
$ printf '@a\n#c\n\n+' > records; plan-shares --lines records --speeds 1,1 | jq -c '[.count, [.placement[].count], .data]'
[4,[2,2],{"bytes":8,"file":"records"}]
$ printf 'a\n' > one; plan-shares --lines one --speeds 1 | jq .count
1
$ : > empty; plan-shares --lines empty --speeds 1 | jq .count
0
$ printf 'x,y\n1,2\n3,4\n5,6\n' > points.csv; plan-shares --data points.csv --speeds 2,1 | jq -c '[.count, [.placement[].count], .data]'
[3,[2,1],{"bytes":16,"file":"points.csv"}]
$ plan-shares --lines missing --speeds 1
plan-shares: missing: ...
? 66
$ plan-shares --lines records -o records --speeds 1
plan-shares: -o: 'records' is the file of the input, too; expected a file of its own
? 64
$ plan-shares --speeds 1
plan-shares: --count is required, or --data, or --lines, or --array
? 64
$ plan-shares --count 1 --lines records --speeds 1
plan-shares: ...
? 64

# Speeds of another kernel give shares only.
$ echo '{"kind":"speeds","version":1,"kernel":"bp","processors":[{"speed":3,"curve":[{"units":1,"speed":100}]},{"speed":1}]}' | plan-shares --count 8 | jq -c '[.placement[].count], .predicted.seconds'
plan-shares: the speeds are of kernel bp: planned by shares, no seconds predicted
[6,2]
null

# What does not fit, and what would.
$ plan-shares --count 12000 --speeds 2,1 --memory 12GB,15GB --memory-per-unit 3MB
plan-shares: 12000 units do not fit: memory holds 9000 (processor 0: 4000, processor 1: 5000)
? 65
$ plan-shares --count 7 --speeds 6*1 --most 1
plan-shares: 7 units do not fit: --most allows 6 (processor 0: 1, processor 1: 1, processor 2: 1, processor 3: 1, ...)
? 65
$ plan-shares --count 7 --speeds 2*1 --most 3,9 --memory 2kB --memory-per-unit 1000
plan-shares: 7 units do not fit: limits allow 4 (processor 0: 2, processor 1: 2)
? 65
$ plan-shares --count 40 --speeds 2*1 --most 25 --multiple-of 20 --least 21
plan-shares: 40 units do not fit in multiples of 20 and shares of at least 21: --most allows 50 (processor 0: 25, processor 1: 25)
? 65
$ plan-shares --count 7 --speeds 2*1 --least 8
plan-shares: 7 units are too few for at least 8 of a processor
? 65
$ plan-shares --count 7 --speeds 1 --memory 1MB --memory-fixed 2MB
plan-shares: 7 units do not fit: memory holds 0 (processor 0: 0)
? 65

# Values that are wrong.
$ plan-shares --count 7 --speeds 1 --multiple-of 0
plan-shares: --multiple-of...
? 64
$ plan-shares --count 7 --speeds 1 --least -1
plan-shares: --least...
? 64
$ plan-shares --count 7 --speeds 1 --most 1.5
plan-shares: --most: '1.5' is no whole number from 0 to 9007199254740991
? 64
$ plan-shares --count 7 --speeds 1 --most ''
plan-shares: --most: has an empty item; expected whole numbers such as 4*100,50
? 64
$ plan-shares --count 7 --speeds 3*1 --most 4,4
plan-shares: --most: has 2 values for 3 processors; expected one for all, or one each
? 64
$ plan-shares --count 7 --speeds 3*1 --memory 2*4GB --memory-per-unit 1
plan-shares: --memory: has 2 values for 3 processors; expected one for all, or one each
? 64
$ plan-shares --count 7 --speeds 1 --memory 4XB --memory-per-unit 1
plan-shares: --memory: '4XB' is no number of bytes > 0, such as 16GB, 512MiB or 4096
? 64
$ plan-shares --count 7 --speeds 1 --memory 0 --memory-per-unit 1
plan-shares: --memory: '0' is no number of bytes > 0, such as 16GB, 512MiB or 4096
? 64
$ plan-shares --count 7 --speeds 1 --memory 4GB
plan-shares: --memory: needs --memory-per-unit, or speeds with memory_per_unit_bytes
? 64
$ plan-shares --count 7 --speeds 1 --memory-per-unit 4GB
plan-shares: --memory-per-unit: needs --memory, or speeds with memory_bytes
? 64
$ plan-shares --count 7 --speeds 1 --memory-fixed 4GB
plan-shares: --memory-fixed: needs --memory, or speeds with memory_bytes
? 64
$ plan-shares --count 7 --speeds 1 --mist 4
plan-shares: unknown option --mist; did you mean --most?
? 64
$ echo '{"kind":"job","version":1}' | plan-shares --count 1
plan-shares: standard input: /kind: found "job"; expected speeds
? 65
$ plan-shares --count 9007199254740991 --speeds 1e-300,1 | jq -c '[.placement[].count]'
[0,9007199254740991]
$ plan-shares --count 1 --speeds 1e-308,1e-308 --least 2
plan-shares: 1 unit is too few for at least 2 of a processor
? 65
