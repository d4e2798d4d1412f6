# What is installed is all that a user needs; no root is.
$ env -u MAKEFLAGS make -s -C "$ROOT" install BUILD="${BUILD:-build}" PREFIX="$PWD/there/usr" && ls there/usr
bin
include
share
$ ls there/usr/share/doc/uneven
CHANGELOG.md
LICENSE
README.md
noun-phrases.LICENCE.txt
words.LICENCE
$ PATH=$PWD/there/usr/bin:/usr/bin:/bin; plan-partition --speeds 2,1 --network 20-8-4 --samples 64 | run-bp -q --iterations 2 | jq .iterations
2
# Programs of the user's, by pkg-config and by CMake.
$ export PKG_CONFIG_PATH=$PWD/there/usr/share/pkgconfig; g++ $(pkg-config --cflags uneven) -shared -fPIC "$(pkg-config --variable=examples uneven)/mine.cpp" -o libmine.so; pkg-config --modversion uneven
0.1.0
$ g++ -std=c++20 -shared -fPIC -Ithere/usr/include/uneven there/usr/share/uneven/examples/word-count.cpp -o libwords.so; printf 'b a\na\n' > text.txt; run-bsp ./libwords.so -q -n 2 --data text.txt --element-output words.csv -o report.json; cat words.csv
a,2
b,1
$ mkdir cm; printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(mine LANGUAGES CXX)' 'find_package(uneven 0.1 REQUIRED)' 'uneven_add_program(mine ${uneven_EXAMPLES_DIR}/mine.cpp)' > cm/CMakeLists.txt
$ command -v cmake > /dev/null || { echo 'skipped: cmake is not installed'; exit; }; cmake -S cm -B cm/build -DCMAKE_PREFIX_PATH="$PWD/there/usr" > log && env -u MAKEFLAGS cmake --build cm/build >> log || cat log; nm -D --defined-only cm/build/libmine.so | cut -d' ' -f3 | sort > theirs; nm -D --defined-only libmine.so | cut -d' ' -f3 | sort | diff - theirs && echo 'the same symbols'
...s...
$ command -v cmake > /dev/null || { echo 'skipped: cmake is not installed'; exit; }; sed -i 's/uneven 0.1/uneven 0.2/' cm/CMakeLists.txt; cmake -S cm -B cm/other -DCMAKE_PREFIX_PATH="$PWD/there/usr" 2>&1 | grep -c 'version: 0.1.0'
...
# Its environment module.
$ . /usr/share/modules/init/bash 2> /dev/null || { echo 'skipped: environment-modules is not installed'; exit; }; module use there/usr/share/uneven/modulefiles; module load uneven; [ "$(command -v run-bp)" = "$PWD/there/usr/bin/run-bp" ] && man -w uneven | grep -q "^$PWD/there" && module unload uneven && [ "$(command -v run-bp)" != "$PWD/there/usr/bin/run-bp" ] && echo 'loaded and unloaded'
...oaded
# Nothing names a place in the source tree, or what should have been replaced.
$ grep -rlE '@VERSION@|@PREFIX@' there
? 1
$ grep -rnE '[ "=]share/(examples|batch|recipes)' there/usr/share/man
? 1
$ grep -rhoE '[^ ]*/share/uneven/examples/words.data' there/usr/share/man/man7 | sed "s|^$PWD||" | sort -u
/there/usr/share/uneven/examples/words.data
# Headers and libraries may be elsewhere.
$ env -u MAKEFLAGS make -n -C "$ROOT" BUILD=none CPPFLAGS=-I/opt/json LDFLAGS=-L/opt/lib none/bin/plan-shares none/bin/mpi-runner > log; grep -c -e ' -c -o ' log > compiled; grep -e ' -c -o ' log | grep -c -e ' -I/opt/json ' | diff - compiled; grep -e ' -o none/bin/' log | grep -c -e ' -L/opt/lib '
2
# The main pipe, as `make demo` runs it.
$ PATH=$PWD/there/usr/bin:$PATH ITERATIONS=20 share/demo made > said 2>&1; grep '^==' said; jq .iterations made/report.json
== Measure 4 ranks ...
== Plan: ...
== Train ...
== Letters pronounced right
20
$ env -u MAKEFLAGS make -s -C "$ROOT" uninstall BUILD="${BUILD:-build}" PREFIX="$PWD/there/usr" && find there ! -type d
