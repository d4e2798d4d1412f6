# Where MPI's idle polling is made to sleep, looks at what may have come do not: in 2000 iterations few sleep in vain.
$ cc -shared -fPIC -o sleepy.so "$ROOT"/tests/mpi/bp/sleepy_yield.c -ldl
$ plan-partition --network 20-8-4 --samples 64 --speeds 1,1 --columns 2 -o plan.json
$ LD_PRELOAD=$PWD/sleepy.so run-bp -q plan.json --iterations 2000 --launcher "mpirun --oversubscribe -n {n} --mca btl self,tcp --mca btl_tcp_if_include lo --mca mpi_yield_when_idle 1" | jq .iterations
2000
$ awk '{ sleeps += $1 } END { print NR, sleeps < 1000 }' sleeps.0 sleeps.1
2 1
