# Time is short on purpose: what is tested is the document, not the speeds.
$ measure-speeds -q -n 2 --max-seconds 0.1 --network 20-8-4 --input dense > speeds.json; check-plan speeds.json
$ jq -c '.kernel, .kernel_options, .unit, [.processors[] | .rank, .threads, .speed > 0, .repeats >= 6, has("curve")], (.network | {latency_s, gap_s_per_byte, barrier_s, message_s} | map_values(. > 0)), .network.wakeup_s >= 0, (.network | has("within_host") or has("host_gap_s_per_byte")), .operation_s_per_element > 0' speeds.json
"bp"
{"input":"dense","network":"20-8-4","samples":1024}
"hidden unit x sample"
[0,1,true,true,false,1,1,true,true,false]
{"latency_s":true,"gap_s_per_byte":true,"barrier_s":true,"message_s":true}
true
false
true
$ plan-partition -q speeds.json --network 20-8-4 --samples 64 --objective seconds | tee plan.json | check-plan; jq '.predicted.seconds > 0' plan.json
true
$ run-bp -q plan.json --iterations 1 | jq -c '.predicted_seconds_per_iteration > 0'
true
# Of another precision, length or type nothing was foretold.
$ run-bp -q plan.json --iterations 1 --precision double | jq .predicted_seconds_per_iteration
null
$ plan-reduction-tree --elements 8 --one-item-each speeds.json > tree.json; for options in "" "--type int64" "--type float" "--elements 9" "--operator matrix" "--operator matrix --elements 2"; do run-reduction -q tree.json $options | jq '.predicted_seconds_per_iteration > 0'; done
true
true
false
false
false
true
$ measure-speeds -q -n 2 --max-seconds 0.1 --kernel matmul | plan-hbsp matmul --size 32 > product.json; for precision in single double; do run-matmul -q product.json --precision $precision | jq '.predicted_seconds_per_iteration > 0'; done
false
true
# What a sample takes by itself is told from parts with many and with few hidden units, if there are many.
$ for network in 20-64-4 20-8-4; do measure-speeds -q -n 2 --max-seconds 0.1 --network $network --no-network | jq -c '[.processors[] | has("sample_s") and .sample_s >= 0]'; done
[true,true]
[false,false]
$ for kernel in bp search; do measure-speeds -q -n 2 --max-seconds 0.1 --kernel $kernel --network 20-64-4 --no-network | jq -c '[.processors[] | has("pipelined_slowdown") and .pipelined_slowdown >= 1]'; done
[true,true]
[false,false]
# One rank has no network; a curve has points of rising size.
$ measure-speeds -q -n 1 --max-seconds 0.1 --curve | jq -c 'has("network"), (.processors[0].curve | map(.units) | length == 4 and . == sort), ([.processors[0].curve[].speed > 0] | all)'
false
true
true
# The last one is the whole problem.
$ measure-speeds -q -n 2 --max-seconds 0.1 --network 20-8-4 --samples 600 --no-network --curve | jq -c '[.processors[].curve[-1].units]'
[4800,4800]
# The usual share is one of its sizes, measured in three passes as they are.
$ measure-speeds -q -n 2 --max-seconds 0.1 --kernel matmul --no-network --curve | jq -c 'has("shared_machines"), [.processors[] | .repeats >= 6, (.curve | length), (.speed as $s | [.curve[].speed == $s] | any)]'
false
[true,5,true,true,5,true]
# With a curve also how fast the fastest are while the other processors of their machine rest.
$ measure-speeds -q -n 3 --max-seconds 0.1 --network 20-8-4 --samples 600 --no-network --curve | jq -c '.shared_machines[] | .processors, [.fewer[].processors], ([1, .fewer[].speedup] | . == sort)'
[0,1,2]
[2,1]
true
$ measure-speeds -q -n 1 --max-seconds 0.1 --curve --no-network | jq -c 'has("shared_machines")'; measure-speeds -q -n 2 --max-seconds 0.1 --no-network | jq -c 'has("shared_machines")'
false
false
$ measure-speeds -q -n 2 --max-seconds 0.1 --no-network --kernel matmul | jq -c '.kernel, .unit, has("network")'
"matmul"
"multiply-add"
false
# Known hosts are not measured again.
$ jq '.processors[].speed = 4711' speeds.json > known.json; measure-speeds -q -n 3 --max-seconds 0.1 --network 20-8-4 --input dense --known known.json | jq -c '[.processors[] | .rank, .speed]'
[0,4711,1,4711,2,4711]
$ measure-speeds -q -n 2 --max-seconds 0.1 --network 20-8-4 --input dense --no-network --curve --known known.json | jq -c 'has("shared_machines"), [.processors[] | .speed, has("curve")]'
false
[4711,false,4711,false]
# The first that is known of a host is its lowest rank's.
$ jq '.processors[1].speed = 4712' known.json > cores.json; measure-speeds -q -n 3 --max-seconds 0.1 --network 20-8-4 --input dense --no-network --known cores.json | jq -c '[.processors[].speed]'
[4711,4712,4711]
$ jq '.processors[].relative_error = 0.5' known.json > rough.json; measure-speeds -n 1 --max-seconds 0.1 --network 20-8-4 --input dense --no-network --known rough.json | jq -c '.warnings, .processors[0].relative_error'
null
0.5
$ echo '{"kind": "job", "version": 1, "run": "measure", "options": {"kernel": "bp", "known": [{"speed": 1}, {"speed": 0}]}}' | mpi-runner - 2>&1 | grep known
mpi-runner: standard input: /options/known/1/speed: found 0; expected a finite number > 0
# Hosts that are not known are, with those whose processor model is known in their place.
$ jq '.processors[].host = "elsewhere"' known.json > model.json; measure-speeds -q -n 1 --network 20-8-4 --input dense --max-seconds 0.1 --known model.json | jq -c '[.processors[] | .speed, .host == "elsewhere"]'
[4711,false]
$ jq '.processors[].cpu_share = 0.001' model.json | measure-speeds -q -n 1 --network 20-8-4 --input dense --max-seconds 0.1 --no-network --known - | jq -c '[.processors[] | .speed == 4711]'
[false]
# Sizes beyond any memory.
$ for network in 203-9007199254740991-26 203-80-9007199254740991 9007199254740991-80-26; do measure-speeds -n 1 --network $network; echo "-> $?"; done
mpi-runner: not enough memory
-> 71
mpi-runner: not enough memory
-> 71
mpi-runner: not enough memory
-> 71
