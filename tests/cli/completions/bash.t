# complete-words WORDS: what bash offers for the last word
$ printf '%s\n' '. share/completions/uneven.bash' 'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()' '_uneven "$1"' 'echo "${COMPREPLY[@]}"' > complete-words
$ bash complete-words run-bp --pre
--precision --predict
$ bash complete-words measure-speeds --no
--no-network
# The values that --help names in braces
$ bash complete-words run-bp --precision ""
single double
$ bash complete-words run-bp --match = c
cpu
$ bash complete-words run-bp --progress =
auto bar lines none
$ bash complete-words plan-reduction-tree --shape b | tr ' ' '\n' | sort
binary
binomial
# Those that it names in words are in the completion, and are right
$ bash complete-words measure-speeds --kernel ""
bp ...matmul...
$ for method in $(bash complete-words plan-partition --method ""); do echo "$method"; done
best
columns
equal
grid
$ for option in order collective; do for word in $(bash complete-words plan-partition --$option ""); do plan-partition --speeds 2,1 --network 3-4-2 --samples 9 --$option $word | jq -r .$option; done; done
free
sorted
linear
ring
tree
$ bash complete-words plan-partition --objective s
seconds
$ bash complete-words plan-partition --balance ""
time work
$ for mode in $(bash complete-words run-bsp --relocation ""); do run-bsp kmeans -n 1 --emit --relocation ${mode/%=/=2} | jq -r .options.relocation; done
none
sync
async
blocks=2
steal
$ bash complete-words run-bsp ""
kmeans em logistic linear pagerank components paths
$ touch libmine.so; bash complete-words run-bsp ./lib
./libmine.so
# Subcommands, then their own options
$ bash complete-words plan-hbsp ""
matmul cost elements
$ bash complete-words plan-hbsp matmul --lay
--layout
$ bash complete-words plan-hbsp elements --lay | wc -w
0
# Files: as argument, after an option that takes a value, and after a flag
$ touch plan.json; for before in "" "-o" "--quiet"; do bash complete-words run-bp $before plan; done
plan.json
plan.json
plan.json
# A flag that excludes others takes no value
$ bash complete-words plan-reduction-tree --one-item-each --proc
--processors
# Every tool has it
$ . share/completions/uneven.bash; comm -13 <(complete -p | sed -n 's/.*_uneven //p' | sort) <(basename -s .cpp -a "$ROOT"/tools/*.cpp | sort)
$ bash complete-words run-command --method ""
static self-scheduling stealing
