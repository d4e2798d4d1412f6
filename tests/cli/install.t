# What is installed is all that a user needs.
$ env -u MAKEFLAGS make -s -C "$ROOT" install BUILD="${BUILD:-build}" DESTDIR="$PWD/there" PREFIX=/usr && ls there/usr
bin
include
share
$ PATH=$PWD/there/usr/bin:/usr/bin:/bin; plan-partition --speeds 2,1 --network 20-8-4 --samples 64 | run-bp -q --iterations 2 | jq .iterations
2
$ g++ -std=c++20 -shared -fPIC -Ithere/usr/include/uneven there/usr/share/uneven/examples/mine.cpp -o libmine.so
$ g++ -std=c++20 -shared -fPIC -Ithere/usr/include/uneven there/usr/share/uneven/examples/word-count.cpp -o libwords.so; printf 'b a\na\n' > text.txt; run-bsp ./libwords.so -q -n 2 --data text.txt --element-output words.csv -o report.json; cat words.csv
a,2
b,1
$ grep -rl @VERSION@ there
? 1
# The main pipe, as `make demo` runs it.
$ PATH=$PWD/there/usr/bin:$PATH ITERATIONS=20 share/demo made > said 2>&1; grep '^==' said; jq .iterations made/report.json
== Measure 4 ranks ...
== Plan: ...
== Train ...
== Letters pronounced right
20
$ env -u MAKEFLAGS make -s -C "$ROOT" uninstall BUILD="${BUILD:-build}" DESTDIR="$PWD/there" PREFIX=/usr && find there ! -type d
