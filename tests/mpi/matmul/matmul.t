# Element by element against NumPy: 1 to 8 ranks, all 27 layouts, squares and rectangles up to 1000, transposed files.
$ python3 "$ROOT"/tests/mpi/matmul/products.py
54 of 54 products right

# A made-up product is the same whoever computes it; single precision.
$ for p in 1 3; do plan-hbsp matmul --size 50 --speeds $p*1 | run-matmul -q --seed 3 --precision single --check --c $p.npy | jq -c '[.of, .unit, .kernel_options.precision]'; done
["matmul","multiply-add","single"]
["matmul","multiply-add","single"]
$ python3 -c "import numpy as np; a, b = np.load('1.npy'), np.load('3.npy'); print(a.dtype, a.shape, np.abs(a - b).max() < 1e-4, np.abs(a).max() > 1)"
float32 (50, 50) True True

# The report: what was done, how long, how much memory, how sure.
$ plan-hbsp matmul --size 300 --panel 16 --speeds 2,1 | run-matmul -q --check | jq -c '([.processors[].work] | add == 27000000), (.result.seconds > 0), (.result.memory | map(.planned_bytes > 300*300*8 and .planned_bytes < 4*300*300*8) | all), .result.check.vectors, (.result.check.over_bound <= 1)'
true
true
true
20
true

# OpenBLAS multiplies with kernels that fit the processor, also where it does not know it; OPENBLAS_CORETYPE is obeyed.
$ plan-hbsp matmul --size 20 --speeds 1,1 -o small.json
$ env -u OPENBLAS_CORETYPE run-matmul -q small.json | jq -c '[.processors[].blas_core == "Prescott"]' > old; if grep -q avx2 /proc/cpuinfo; then cat old; else echo '[false,false]'; fi
[false,false]
$ OPENBLAS_CORETYPE=Prescott run-matmul -q --check small.json | jq -c '([.processors[].blas_core] | unique), .result.check.sound'
["Prescott"]
true

# Processors that the plan leaves out have nothing to do, wherever A and B lie; the product has the same elements.
$ echo '{"kind":"speeds","version":1,"kernel":"matmul","processors":[{"speed":1e9},{"speed":5e9},{"speed":2e9},{"speed":5e9}],"network":{"latency_s":1e-6,"gap_s_per_byte":4e-7}}' > slow.json
$ plan-hbsp matmul --size 500 slow.json | jq '.cluster[].host = null' > paying.json; jq -c '.left_out' paying.json
[0,2,3]
$ run-matmul -q --check --seed 3 --c paying.npy paying.json | jq -c '[.processors[].work], .result.check.sound'
[0,125000000,0,0]
true
$ for layout in alpha,alpha,alpha gamma,beta,alpha beta,gamma,beta; do plan-hbsp matmul --size 500 --processors 2 --layout $layout slow.json | run-matmul -q --check --seed 3 --c two.npy | jq -c '[.processors[].work > 0], .result.check.sound'; python3 -c "import numpy as np; print(np.abs(np.load('two.npy') - np.load('paying.npy')).max() < 1e-10)"; done
[false,true,false,true]
true
True
[false,true,false,true]
true
True
[false,true,false,true]
true
True

# More processors than cells: the others have nothing to do.
$ plan-hbsp matmul --size 1 --speeds 1,2,3 | run-matmul -q --check | jq -c '[.processors[].work]'
[0,0,1]

# --check finds one wrong element, and which row it is in; without it nobody would know.
$ cc -shared -fPIC -o faulty.so "$ROOT"/tests/mpi/matmul/faulty_dgemm.c -ldl
$ plan-hbsp matmul --size 200 --panel 20 --layout beta,beta,beta --speeds 1,1 -o two.json
$ LD_PRELOAD=$PWD/faulty.so FAULT=none run-matmul -q --check two.json | jq '.result.check.over_bound <= 1'
true
$ LD_PRELOAD=$PWD/faulty.so FAULT=wrong run-matmul -q --check --c wrong.npy -o wrong.json two.json
run-matmul: the product is wrong: row 100, column 0 is off by ... times what rounding explains
? 1
$ jq -c '.result.check | .sound, .over_bound > 1, .row' wrong.json; ls wrong.npy
false
true
100
ls: cannot access 'wrong.npy': No such file or directory
? 2
$ LD_PRELOAD=$PWD/faulty.so FAULT=wrong run-matmul -q two.json | jq .iterations
1
# It reads back what was written.
$ LD_PRELOAD=$PWD/faulty.so FAULT=disk run-matmul -q --check --c wrong.npy two.json; code=$?; ls wrong.npy; exit $code
mpi-runner: rank 1 on ...: wrong.npy: does not hold in rows 100 to 199 what was written to them
ls: cannot access 'wrong.npy': No such file or directory
? 74
# What is no number needs no --check to be found.
$ LD_PRELOAD=$PWD/faulty.so FAULT=nan run-matmul -q --c wrong.npy -o wrong.json two.json; code=$?; ls wrong.npy; jq -c .result.check.over_bound wrong.json; exit $code
run-matmul: the product is wrong: row 100, column 0 is no finite number
ls: cannot access 'wrong.npy': No such file or directory
"inf"
? 1

# A signal to one rank stops all after the same panel; the report says how far they came, and no C is written.
$ plan-hbsp matmul --size 200 --panel 2 --layout beta,beta,beta --speeds 1,1 | LD_PRELOAD=$PWD/faulty.so FAULT=signal run-matmul --c stopped.npy -o stopped.json 2>&1 | grep -v GFLOP; echo "${PIPESTATUS[1]}"
run-matmul: stopped by a signal; the report is complete
75
$ jq -c '.stopped, .iterations, ([.processors[].work] | .[0] == .[1] and .[0] > 0 and .[0] < 100 * 200 * 200)' stopped.json; ls stopped.npy*
"signal"
0
true
ls: cannot access 'stopped.npy*': No such file or directory
? 2
# A product of few panels ends early, too.
$ plan-hbsp matmul --size 400 --panel 100 --speeds 1,1 | run-matmul -q --max-seconds 1e-6 | jq -c .stopped
"time"

# Folders stand for hosts here, which have other data under one name.
$ mkdir here there; python3 -c "import numpy as np; a = np.ones((20, 20)); np.save('here/a.npy', a); a[7, 7] = 2; np.save('there/a.npy', a)"
$ cp here/a.npy .; run-matmul -q small.json --a a.npy --emit > apart.json; mpirun --oversubscribe -n 1 -wdir $PWD/here mpi-runner : -n 1 -wdir $PWD/there mpi-runner < apart.json 2>&1 | grep mpi-runner:; exit ${PIPESTATUS[0]}
mpi-runner: rank 1 on ...: a.npy: has other contents here than at rank 0 on ...
? 65

# A job runs by itself.
$ plan-hbsp matmul --size 20 --speeds 1 | run-matmul --check --emit | jq -c '.kind, .run, .options.check'
"job"
"matmul"
true

# Bad input.
$ python3 -c "import numpy as np; np.save('square.npy', np.ones((6, 6))); np.save('wide.npy', np.ones((6, 7))); np.save('text.npy', np.full((6, 6), 'x')); np.save('nan.npy', np.full((6, 6), np.nan))"
$ head -c 300 square.npy > short.npy
$ plan-hbsp matmul --size 6 --speeds 1 > plan.json
$ run-matmul -q plan.json --a square.npy --b square.npy --c c.npy > report.json && python3 -c "import numpy as np; print((np.load('c.npy') == 6).all())"
True
$ run-matmul -q plan.json --a wide.npy
mpi-runner: wide.npy: found an array of shape 6 x 7; the plan is for 6 x 6
? 65
$ plan-hbsp matmul --size 6x7x5 --speeds 1,1 > wide.json; run-matmul -q wide.json --a wide.npy --c c.npy -o report.json && python3 -c "import numpy as np; print(np.load('c.npy').shape)"
(6, 5)
$ run-matmul -q wide.json --a wide.npy --transpose-a
mpi-runner: rank 0 on ...: wide.npy: found an array of shape 6 x 7; the plan is for 7 x 6
? 65
$ run-matmul -q wide.json --b wide.npy
mpi-runner: rank 0 on ...: wide.npy: found an array of shape 6 x 7; the plan is for 7 x 5
? 65
$ run-matmul -q plan.json --b text.npy
mpi-runner: text.npy: ...
? 65
$ run-matmul -q plan.json --a short.npy
mpi-runner: short.npy: ...
? 65
$ run-matmul -q plan.json --a missing.npy
mpi-runner: missing.npy: ...
? 66
$ run-matmul -q plan.json --a nan.npy
mpi-runner: nan.npy: row 0, column 0: nan; expected a finite number
? 65
$ python3 -c "import numpy as np; np.save('large.npy', np.full((6, 6), 1e30))"; run-matmul -q plan.json --a large.npy --b large.npy --precision single --check
mpi-runner: row 0, column 0 of A B is too large for single precision
? 65
$ run-matmul -q plan.json --a large.npy --b large.npy --precision single --c none.npy; code=$?; ls none.npy; exit $code
mpi-runner: row 0, column 0 of A B is too large for single precision
ls: cannot access 'none.npy': No such file or directory
? 65
$ python3 -c "import numpy as np; np.save('huge.npy', np.full((6, 6), 1e39))"; run-matmul -q plan.json --a huge.npy --precision single
mpi-runner: huge.npy: row 0, column 0: inf; expected a finite number of single precision
? 65
$ run-matmul -q plan.json --a large.npy --b large.npy --check | jq .result.check.sound
true
$ run-matmul -q plan.json --c missing/c.npy
mpi-runner: missing/c.npy...
? 74
$ mkfifo pipe; run-matmul -q plan.json --c pipe; code=$?; test -p pipe && exit $code
mpi-runner: pipe: is no regular file; expected one, since parts of C go to places in it
? 64
$ touch behind.npy; ln -s behind.npy link.npy; run-matmul -q plan.json --c link.npy -o /dev/null; test -L link.npy && ls behind.npy*
behind.npy
$ run-matmul -q plan.json --a square.npy --c square.npy
run-matmul: --c: 'square.npy' is the file of --a, too; expected a file of its own
? 64
$ plan-hbsp matmul --size 1000000 --speeds 1 | run-matmul -q
mpi-runner: not enough memory: ... on host ... 2.4e+04 GB, ... GB are free
? 71
$ jq '.rectangles[0].rows.count = 5' plan.json | run-matmul
run-matmul: standard input: /rectangles: the blocks leave a hole in the matrix
? 65
$ echo '{"kind":"speeds","version":1,"processors":[{"speed":1}]}' | run-matmul
run-matmul: standard input: /kind: found "speeds"; expected hbsp-matmul
? 65
