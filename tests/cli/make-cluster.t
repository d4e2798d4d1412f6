# Clusters that are not there.
$ make-cluster
make-cluster: --hosts is required, or --speeds with a list, or --like
? 64
$ make-cluster --hosts 0
make-cluster: --hosts: '0' is not an integer from 1 to 16777216
? 64
$ make-cluster --hosts 2 --speeds uniform:1
make-cluster: --speeds: 'uniform:1' is not uniform:A:B, such as uniform:0.1:1
? 64
$ make-cluster --hosts 2 --speeds normal:1:2
make-cluster: --speeds: 'normal:1:2' is not uniform:A:B, lognormal:SIGMA, generations:4x1,2x2, accelerators:K or a list
? 64
$ make-cluster --hosts 2 --speeds 1,2,3
make-cluster: --speeds: has 3 speeds; expected 2, the number of hosts
? 64
$ make-cluster --speeds uniform:1:2
make-cluster: --hosts is required with --speeds uniform
? 64
$ make-cluster --hosts 16777216 --cores-per-host 2
make-cluster: more than 16777216 processors; expected fewer hosts or cores
? 64
$ make-cluster --hosts 2 --network 2gbit
make-cluster: --network: 2gbit not in {1gbit,10gbit,100gbit,infiniband200,infiniband}
? 64
$ make-cluster --hosts 2 --kernel bp
make-cluster: --kernel bp needs --network-of
? 64
$ make-cluster --hosts 2 --network-of 203-80-26
make-cluster: --network-of needs --kernel bp
? 64
$ make-cluster --hosts 2 --like 0
make-cluster: --like needs SPEEDS, the measured ones
? 64
# Two generations of two cores each, at 1 Gbit/s.
$ make-cluster --speeds generations:1x1e8,1x4e8 --cores-per-host 2 --network 1gbit --kernel bp --network-of 20-8-4 -o c.json
$ check-plan c.json
$ jq -c '[.processors[] | [.rank, .host, .speed]]' c.json
[[0,"node1",100000000],[1,"node1",100000000],[2,"node2",400000000],[3,"node2",400000000]]
$ jq -c '[.kernel, .kernel_options, .network.latency_s, .network.gap_s_per_byte]' c.json
["bp",{"input":"one-hot","network":"20-8-4"},2.5e-05,8.497e-09]
# A unit as measured speeds have it, and speeds of six digits.
$ jq -r .unit c.json; for kernel in matmul search em; do make-cluster --hosts 1 --kernel $kernel | jq -r .unit; done; make-cluster --hosts 1 | jq -r .unit
hidden unit x sample
multiply-add
example x query
element
unit
$ make-cluster --speeds 1000000,66830000,3 | jq -c '[.processors[].speed]'
[1000000,66830000,3]
# The network inside hosts.
$ make-cluster --hosts 2 --cores-per-host 2 --network 10gbit --within 20gbyte | jq -c '.network | .within_host, .host_gap_s_per_byte'
{"latency_s":5e-07,"gap_s_per_byte":5e-11,"message_s":1e-07}
8.497e-10
$ make-cluster c.json --within 2.5gbyte | jq -c '.network.within_host.gap_s_per_byte, .network.gap_s_per_byte'
4e-10
8.497e-09
$ make-cluster --hosts 2 --within 20gbit
make-cluster: --within: '20gbit' is no rate such as 20gbyte, in 10^9 bytes per second
? 64
$ make-cluster --hosts 2 --within -1gbyte
make-cluster: --within: '-1' ...
? 64
# The same seed, the same bytes; another, others.
$ for seed in 1 1 2; do make-cluster --hosts 100 --speeds lognormal:1 --seed $seed | cksum; done | uniq -c | awk '{ print $1 }'
2
1
# All planners take them, also by seconds.
$ plan-partition --network 20-8-4 --samples 64 --method best c.json | check-plan
$ plan-partition --network 20-8-4 --samples 64 --objective seconds c.json | jq -c '[.cluster[].host]'
["node1","node1","node2","node2"]
$ plan-reduction-tree --elements 1000 --one-item-each c.json | check-plan
$ plan-shares --count 1000 c.json -q | check-plan
$ make-cluster --hosts 4 --speeds uniform:1e9:9e9 --kernel matmul --network infiniband | plan-hbsp matmul --size 512 | jq '.predicted.seconds > 0'
true
$ make-cluster --hosts 4 --speeds accelerators:1 --network 100gbit | plan-hbsp elements --count 66 | jq -c '[.placement[].count]'
[2,2,2,60]
# Hosts like measured ones.
$ cat > measured.json <<'X'
> {"kind": "speeds", "version": 1, "kernel": "bp", "kernel_options": {"network": "20-8-4", "input": "one-hot"},
>  "processors": [{"host": "a", "cpu": "EPYC 7551", "speed": 1e8, "curve": [{"units": 100, "speed": 8e7}, {"units": 9000, "speed": 1e8}], "message_s": 1e-6},
>                 {"host": "b", "cpu": "EPYC 9354", "speed": 3e8}],
>  "network": {"latency_s": 2e-5, "gap_s_per_byte": 1e-8}}
> X
$ make-cluster measured.json --like 2*0,9354 | jq -c '[.processors[].speed]'
[100000000,100000000,300000000]
$ make-cluster measured.json --hosts 3 --speeds 1,1,0.5 | jq -c '[.processors[2] | .speed, .curve[0].speed, .message_s], .network.gap_s_per_byte'
[50000000,40000000,2e-06]
1e-08
$ make-cluster measured.json --hosts 3 --network 10gbit | jq -c '.processors[2].message_s, .network.gap_s_per_byte'
null
8.497e-10
$ make-cluster measured.json --like 2
make-cluster: --like: '2' is no measured processor; expected 0 to 1, or a part of a model's name
? 64
$ make-cluster measured.json --kernel bp --network-of 20-8-4
make-cluster: --kernel: the kernel is that of the measured speeds
? 64
$ make-cluster no-such.json
make-cluster: no-such.json: cannot open: No such file or directory
? 66
$ make-cluster --speeds 3,1 --input dense
make-cluster: --input needs --kernel bp
? 64
