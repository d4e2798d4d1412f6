# Nonomura, Fig. 5: 1000 items take 15 steps against 19 for a binary tree, 10^6 take 29 against 39.
$ plan-reduction-tree --compute 1 --transfer 1 --items 1000 | jq -c '[.finish, .compared.binary]'
[15,19]
$ plan-reduction-tree --compute 1 --transfer 1 --items 1000000 | jq -c '[.finish, .compared.binary]'
[29,39]
$ for h in 0 1 2 3 4 5 6 7 8 9 10 11; do plan-reduction-tree --compute 1 --transfer 1 --height $h | jq .items; done | xargs
1 2 3 5 8 13 21 34 55 89 144 233
$ for h in 1 2 3 4 5 6 7 8 9 10 11; do plan-reduction-tree --compute 1 --transfer 1 --height $h | jq '.processors | length'; done | xargs
1 1 2 3 5 8 13 21 34 55 89
# Without delay a tree of powers of the arity, with a long one a list.
$ for h in 0 1 2 3 4 5; do plan-reduction-tree --compute 1 --transfer 0 --arity 3 --height $h | jq .items; done | xargs
1 3 9 27 81 243
$ plan-reduction-tree --compute 1 --transfer 99 --items 50 | jq -c '[.finish, (.processors | length)]'
[49,1]
# The tree of Fig. 4.
$ plan-reduction-tree --compute 1 --transfer 1 --items 13 | jq -c '.links, .compared, .processors[0]'
[[0,1],[0,2],[0,3],[1,4]]
{"binary":7,"binomial":7,"list":12}
{"processor":0,"parent":null,"children":[3,2,1],"finish":5,"operations":5,"items":{"first":0,"count":3}}
$ plan-reduction-tree --compute 1 --transfer 1 --items 13 | check-plan
# One item each: a list is a star.
$ plan-reduction-tree --transfer 5 --one-item-each --processors 64 | jq -c '[.finish, .compared.binomial]'
[20,36]
$ plan-reduction-tree --compute 2 --transfer 3 --one-item-each --processors 8 --shape list | jq .finish
17
$ for s in optimal binary binomial list; do plan-reduction-tree --compute 1 --one-item-each --processors 13 --shape $s | check-plan; done
