$ plan-partition --speeds 1,2
plan-partition: --network is required, or --data and --hidden
? 64
$ plan-partition --speeds 1,2 --network 203-80-26
plan-partition: --samples is required, or --data
? 64
$ plan-partition --speeds 1,2 --network 203-80 --samples 10
plan-partition: --network: '203-80' is not inputs-hidden-outputs, such as 203-80-26
? 64
$ plan-partition --speeds 1,2 --network 203-0-26 --samples 10
plan-partition: --network: '203-0-26' is not inputs-hidden-outputs, such as 203-80-26
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 0
plan-partition: --samples: ...
? 64
$ plan-partition --speeds 1,0 --network 203-80-26 --samples 10
plan-partition: --speeds: '0' is not a finite number > 0
? 64
$ plan-partition --speeds 16777217*1 --network 203-80-26 --samples 10
plan-partition: --speeds: has 16777217 processors; expected at most 16777216
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 10 --method fast
plan-partition: --method: fast not in {best,columns,equal,grid}
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 10 --columns 3
plan-partition: --columns 3: ...
? 64
$ plan-partition --speeds 1,2,3 --method grid --network 203-80-26 --samples 10 --columns 2
plan-partition: --columns 2: ...
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 010
plan-partition: --samples: '010' is not an integer >= 1
? 64
$ plan-partition --speeds 1,2 --network 4000000000-4000000000-1 --samples 10
plan-partition: more than 10^15 weights, or outputs of all samples, which is too many to add up
? 65
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 10 --small-group nan
plan-partition: --small-group: 'nan' is not a finite decimal number
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 10 --small-group 2
plan-partition: --small-group: 2 is not a share from 0 to 1
? 64
$ plan-partition --speeds 1,2 --network 203-80-26 --samples 10 speeds.json
plan-partition: ...excludes...
? 64
$ plan-partition --network 203-80-26 --samples 10 missing.json
plan-partition: missing.json: ...
? 66
$ plan-partition --network 203-80-26 --samples 10 < /dev/null
plan-partition: ...did the command before it fail?...
? 65
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1},{"speed":-2}]}' | plan-partition --network 203-80-26 --samples 10
plan-partition: standard input: /processors/1/speed: found -2; expected a finite number > 0
? 65
$ plan-partition --speeds 1,2 --data missing.data --hidden 5
plan-partition: missing.data: ...
? 66
$ plan-partition --speeds 1,2 --data share/examples/words-test.data
plan-partition: --hidden is required with --data, or --network
? 64
$ plan-partition --speeds 1,2 --data share/examples/words-test.data --network 5-80-26
plan-partition: share/examples/words-test.data: has 203 inputs and 26 outputs; expected those of --network 5-80-26
? 65
$ plan-partition --speeds 1,2 --data share/examples/words-test.data --network 203-080-26 | jq -c .network
{"inputs":203,"hidden":80,"outputs":26}
