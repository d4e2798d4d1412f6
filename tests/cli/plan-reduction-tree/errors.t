$ plan-reduction-tree --compute 0 --items 5
plan-reduction-tree: --compute...0...
? 64
$ plan-reduction-tree --compute -1 --items 5
plan-reduction-tree: --compute...-1...
? 64
$ plan-reduction-tree --transfer -1 --items 5
plan-reduction-tree: --transfer: found -1; expected a number >= 0
? 64
$ plan-reduction-tree --transfer nan --items 5
plan-reduction-tree: --transfer...nan...
? 64
$ plan-reduction-tree --compute 1 --items 0
plan-reduction-tree: --items...0...
? 64
$ plan-reduction-tree --compute 1 --items 5 --arity 1
plan-reduction-tree: --arity...1...
? 64
# As large as numbers may be.
$ plan-reduction-tree --compute 1 --transfer 1 --arity 1099511627776 --items 9007199254740991 --processors 2 | jq .finish
4098
$ plan-reduction-tree --compute 1 --items 5 --height 3
plan-reduction-tree: ...--height...
? 64
$ plan-reduction-tree --compute 1
plan-reduction-tree: no size: expected --height, --items or --processors
? 64
$ plan-reduction-tree --compute 1 --one-item-each
plan-reduction-tree: --one-item-each needs --processors
? 64
$ plan-reduction-tree --compute 1 --height 5 --shape binary
plan-reduction-tree: --shape binary needs --items or --one-item-each
? 64
$ plan-reduction-tree --compute 1 --items 5 --shape ternary
plan-reduction-tree: --shape: ternary not in {optimal,binary,binomial,list}
? 64
$ plan-reduction-tree --compute 1 --items 1000000000
plan-reduction-tree: the tree needs ... processors; expected at most 16777216
? 65
$ plan-reduction-tree --speeds 1,0 --items 5
plan-reduction-tree: --speeds...0...
? 64
$ echo '{"kind":"partition","version":1}' | plan-reduction-tree --items 5 --elements 1
plan-reduction-tree: standard input: ...speeds...
? 65
$ plan-reduction-tree --items 5 --elements 1 < /dev/null
plan-reduction-tree: ...no document on standard input...
? 65
# Broken trees.
$ plan-reduction-tree --compute 1 --items 13 > tree.json
$ jq '.processors[4].parent = 2' tree.json | check-plan
standard input: /processors/4/parent: processor 2 does not have it among its children
...
? 1
$ jq 'del(.links) | .processors[0].children = [3,2] | .processors[1].parent = 4 | .processors[4].children = [1]' tree.json | check-plan
standard input: /processors/0/operations: found 5; its operands need 4
standard input: /processors: 2 processors cannot be reached from the root: there is a cycle
? 1
$ jq '.processors[1].children = [4,2]' tree.json | check-plan
standard input: /processors/1/children/1: processor 2 has two parents, 0 and 1
...
? 1
$ jq '.processors[3].items.first = 4' tree.json | check-plan
standard input: /processors/3/items/first: found 4; expected 3, there is a hole
...
? 1
$ jq '.compute = 0' tree.json | check-plan
standard input: /compute: found 0; expected a finite number > 0
? 1
