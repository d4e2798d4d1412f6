# Candidates whose rectangles need more memory than a processor has are left out.
$ plan-partition --speeds 3,2,2,1 --network 203-4096-26 --samples 4096 --memory 20MB -o plan.json; jq -c '.input, .balance, (.columns | length), [.candidates[].fits], [.cluster[].memory_bytes]' plan.json
"one-hot"
null
1
[null,false,false,false]
[20000000,20000000,20000000,20000000]
$ check-plan plan.json
# Enough memory changes nothing but that it is told.
$ plan-partition --speeds 3,2,2,1 --network 203-4096-26 --samples 4096 | jq 'del(.made_by)' > free.json
$ plan-partition --speeds 3,2,2,1 --network 203-4096-26 --samples 4096 --memory 1GB | jq 'del(.made_by, .input, .cluster[].memory_bytes)' | cmp - free.json
# Where none fits, processors with too little memory get smaller rectangles.
$ plan-partition --speeds 2,1,1 --network 203-80-26 --samples 200000 --memory 10MB,2*100MB -o small.json; jq -c '.balance, [.rectangles[] | .samples.count]' small.json
"memory"
[49775,150225,150225]
$ check-plan small.json
$ jq '.cluster[0].memory_bytes = 5000000' small.json | check-plan
standard input: /rectangles/0: needs 9901396 bytes; expected at most the 5000000 of processor 0
? 1
# The error tells what would fit.
$ plan-partition --speeds 2,1,1 --network 203-80-26 --samples 200000 --memory 10MB
plan-partition: 200000 samples of 203-80-26 do not fit: memory holds 152393 samples of it
? 65
$ plan-partition --speeds 2,1,1 --network 203-4096-26 --samples 1000 --memory 3MB
plan-partition: 1000 samples of 203-4096-26 do not fit: memory holds no sample of it, or 1007 hidden units with all samples
? 65
$ plan-partition --speeds 2,1,1 --network 203-80-26 --samples 1000 --memory 1kB
plan-partition: 1000 samples of 203-80-26 do not fit: memory holds no sample of it
? 65
$ plan-partition --speeds 2,1,1 --network 203-80-26 --samples 1000 --memory 1GB,2GB
plan-partition: --memory: has 2 values for 3 processors; expected one for all, or one each
? 64
$ plan-partition --speeds 2,1,1 --network 203-80-26 --samples 1000 --memory 1XB
plan-partition: --memory: '1XB' is no number of bytes > 0, such as 16GB, 512MiB or 4096
? 64
# Memory that the speeds tell limits unasked; dense inputs take more.
$ echo '{"kind":"speeds","version":1,"kernel":"bp","kernel_options":{"network":"203-80-26","input":"dense"},"processors":[{"speed":2e8,"memory_bytes":20000000},{"speed":1e8}],"network":{"latency_s":1e-5,"gap_s_per_byte":1e-9,"barrier_s":3e-5,"message_s":1e-6}}' > speeds.json
$ plan-partition --network 203-80-26 --samples 30000 speeds.json -o dense.json; jq -c '.input, .balance, [.rectangles[] | .samples.count]' dense.json
"dense"
null
[20000,10000]
$ check-plan dense.json
$ plan-partition --network 203-80-26 --samples 30000 --objective seconds speeds.json | tee seconds.json | jq -c '.balance, ([.candidates[] | select(.fits == false)] | length > 0)'
null
true
$ check-plan seconds.json
