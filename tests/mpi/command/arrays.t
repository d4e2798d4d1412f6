# Blocks of an array: each rank's program is told its own, in the words of with-share.
$ tell() { "$@" -- echo '{rank} of {ranks}: {rows} / {columns}, {first_row} {row_count} {first_column} {column_count}, {first} {count} {last}, {share}'; }
> plan-shares --array 6x8 --halo 1 --speeds 3,2,1 -o plan.json; tell run-command -q --keep-order plan.json | tee told; for rank in 0 1 2; do tell with-share plan.json --rank $rank; done | cmp - told
0 of 3: 0 6 / 4 4, 0 6 4 4, 0 6 5, 0.5
1 of 3: 2 4 / 0 4, 2 4 0 4, 2 4 5, 0.3333333333333333
2 of 3: 0 2 / 0 4, 0 2 0 4, 0 2 1, 0.16666666666666666
$ run-command -q --keep-order plan.json -- sh -c 'echo $UNEVEN_ROWS / $UNEVEN_COLUMNS, $UNEVEN_FIRST_ROW+$UNEVEN_ROW_COUNT $UNEVEN_FIRST_COLUMN+$UNEVEN_COLUMN_COUNT'
0 6 / 4 4, 0+6 4+4
2 4 / 0 4, 2+4 0+4
0 2 / 0 4, 0+2 0+4
# Together they do each cell once; a processor without a block makes no call.
$ run-command -q plan.json -- awk 'BEGIN { for (r = 0; r < {row_count}; ++r) for (c = 0; c < {column_count}; ++c) print r + {first_row}, c + {first_column} }' | sort > cells; wc -l < cells; sort -u cells | wc -l; awk '$1 > 5 || $2 > 7' cells
48
48
$ plan-shares --array 3x1 --speeds 1,1,1,1 -o left.json; run-command -q --keep-order left.json -- echo {rank} | tr '\n' ' '
0 1 2 
# The report counts cells, and is a source of speeds for the next array.
$ run-command -q plan.json -o report.json -- sleep 0.1; check-plan report.json; jq -c '[.processors[].work], .result.units, .result.calls' report.json; measure-speeds --from-report report.json | plan-shares --array 60x80 -o next.json; check-plan next.json; jq -c '[.blocks[].rows.count] | length' next.json
[24,16,8]
48
[1,1,1]
3
# Files of outputs need words that tell blocks apart.
$ mkdir out; run-command -q --outputs 'out/{first_row}-{first_column}' plan.json -- echo {rank}; (cd out; grep . *)
0-0:2
0-4:0
2-0:1
$ run-command -q --outputs 'out/{first}' plan.json -- true
mpi-runner: rank 0 on ...: --outputs: found 'out/{first}'; expected {rank} in it, so that each call has a file of its own
? 64
# Blocks are not cut, and have no lines.
$ for method in self-scheduling stealing; do run-command -q --method $method plan.json -- true || echo "-> $?"; done
run-command: --method: found self-scheduling for the blocks of an array, which are not cut; expected static
-> 64
run-command: --method: found stealing for the blocks of an array, which are not cut; expected static
-> 64
$ run-command -q --piece 2 plan.json -- true
run-command: --piece: the blocks of an array are not cut; expected none
? 64
$ run-command -q --lines told plan.json -- cat
run-command: --lines: the blocks of an array have no lines; expected none
? 64
# Failures name the block, which another rank may try.
$ run-command -q --keep-going -o report.json plan.json -- sh -c 'exit {rank}'; jq -c '.result.failed[] | [.rank, .rows, .columns]' report.json
run-command: rank 1 on ...: rows 2 to 5, columns 0 to 3: exit code 1
run-command: rank 2 on ...: rows 0 to 1, columns 0 to 3: exit code 2
[1,{"first":2,"count":4},{"first":0,"count":4}]
[2,{"first":0,"count":2},{"first":0,"count":4}]
$ run-command -q --keep-order --retries 2 plan.json -- sh -c 'if [ {rank} = 1 ] && mkdir tried 2>/dev/null; then exit 1; fi; echo block {rank}'; ls -d tried
block 0
block 1
block 2
tried
# Finished blocks stand in the checkpoint, which is of these blocks only.
$ rmdir tried; run-command -q --keep-order --keep-going --checkpoint log plan.json -- sh -c 'echo {rank} >> ran; mkdir only-{rank} 2>/dev/null && [ {rank} != 1 ] && echo {rows}' > first; cat first; sort ran | tr '\n' ' '
run-command: rank 1 on ...: rows 2 to 5, columns 0 to 3: exit code 1
0 6
0 2
0 1 2 
$ rmdir only-1; run-command -q --keep-order --checkpoint log --resume plan.json -- sh -c 'echo {rank} >> ran; mkdir only-{rank} 2>/dev/null && [ {rank} != 1 ] && echo {rows}'; tail -n 1 ran
0 6
run-command: rank ... on ...: rows 2 to 5, columns 0 to 3: exit code 1
1
$ plan-shares --array 8x6 --speeds 3,2,1 -o other.json; run-command -q --keep-order --checkpoint log --resume other.json -- sh -c 'echo {rank} >> ran; mkdir only-{rank} 2>/dev/null && [ {rank} != 1 ] && echo {rows}'
mpi-runner: rank 0 on ...: log: the checkpoint is of another division into blocks; expected the same, or another file
? 65
# As a job, and as a bare plan
$ run-command --emit plan.json -o job.json -- echo {rows}; check-plan job.json; with-share job.json --rank 1 -- echo {rows}; mpirun -n 3 --oversubscribe mpi-runner '--command=["echo","{rows}"]' job.json | sort
run-command: the job is without its command; start it by: mpi-runner '--command=["echo","{rows}"]' JOB
2 4
0 2
0 6
2 4
$ mpirun -n 3 --oversubscribe mpi-runner '--command=["echo","{columns}"]' plan.json | sort
0 4
0 4
4 4
$ jq '.options.piece = 2' job.json > cut.json; mpirun -n 3 --oversubscribe mpi-runner '--command=["true"]' cut.json 2>&1 | grep ^mpi-runner; exit ${PIPESTATUS[0]}
mpi-runner: rank 0 on ...: --piece: the blocks of an array are not cut; expected none
? 64
$ jq '.run = "bsp"' job.json > bsp.json; check-plan bsp.json
bsp.json: /plan/kind: found "array-shares"; expected a plan
? 1
