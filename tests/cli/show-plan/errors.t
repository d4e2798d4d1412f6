$ show-plan --dot "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --dot: found a document of kind partition; expected reduction-tree
? 64
$ show-plan -o plan.dot "$ROOT/tests/cli/show-plan/figure-7.json"; echo $?; ls plan.dot
show-plan: --dot: found a document of kind partition; expected reduction-tree
64
ls: ...
? 2
$ show-plan --svg --text "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: ...--text,--svg,--dot...
? 64
$ show-plan --width 39 "$ROOT/tests/cli/show-plan/figure-7.json"
show-plan: --width: '39' is not an integer from 40 to 10000
? 64
$ echo '{"kind":"results","version":1}' | show-plan
show-plan: standard input: /kind: found "results"; expected job, ...partition, ...
? 65
$ echo '{"kind":"job","version":1,"run":"bp","plan":{},"input":{},"options":{}}' | show-plan
show-plan: standard input: /plan: this job has no plan to draw
? 65
$ jq '.rectangles[1].hidden.first = 12' "$ROOT/tests/cli/show-plan/figure-7.json" | show-plan --svg
show-plan: standard input: /...
? 65
$ show-plan < /dev/null
show-plan: ...no document on standard input...
? 65
$ show-plan missing.json
show-plan: missing.json: ...
? 66
$ show-plan "$ROOT/tests/cli/show-plan/figure-7.json" > /dev/full
show-plan: ...
? 74
