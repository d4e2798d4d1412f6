# Blocks fit into memory, with narrower panels where these help.
$ plan-hbsp matmul --size 4000 --speeds 2,1,1 --memory 200MB,2*1GB -o plan.json; jq -c '.panel, [.rectangles[] | .rows.count * .columns.count], [.cluster[].memory_bytes]' plan.json
64
[5312016,5343984,5344000]
[200000000,1000000000,1000000000]
$ check-plan plan.json
$ jq '.cluster[0].memory_bytes = 1e8' plan.json | check-plan
standard input: /rectangles/0: needs 185387392 bytes; expected at most the 100000000 of processor 0
? 1
# The panel that is given stays.
$ plan-hbsp matmul --size 4000 --speeds 2,1,1 --memory 200MB,2*1GB --panel 384 | jq -c '.panel, [.rectangles[] | .rows.count * .columns.count]'
384
[2412496,6795504,6792000]
# Enough memory changes nothing but that it is told.
$ plan-hbsp matmul --size 300x200x100 --layout beta,gamma,alpha --speeds 3,2,1 | jq 'del(.made_by)' > free.json
$ plan-hbsp matmul --size 300x200x100 --layout beta,gamma,alpha --speeds 3,2,1 --memory 1GB | jq 'del(.made_by, .cluster[].memory_bytes)' | cmp - free.json
# Bands, too.
$ plan-hbsp matmul --size 600 --layout beta,beta,beta --speeds 3,1,1 --memory 3MB,2*9MB | tee bands.json | jq -c '[.rectangles[].rows.count]'
[6,297,297]
$ check-plan bands.json
# The error tells what would fit.
$ plan-hbsp matmul --size 4000 --speeds 2,1,1 --memory 100MB
plan-hbsp: a product of size 4000 does not fit: memory holds one of size 3231
? 65
$ plan-hbsp matmul --size 4000x1000x2000 --speeds 1 --memory 50MB
plan-hbsp: a product of size 4000x1000x2000 does not fit: memory holds one of size 2645x661x1322
? 65
$ plan-hbsp matmul --size 4000 --speeds 1 --memory 20
plan-hbsp: a product of size 4000 does not fit: memory holds none, not even of size 1
? 65
$ plan-hbsp matmul --size 4000 --speeds 1,1 --memory 1GB,2GB,3GB
plan-hbsp: --memory: has 3 values for 2 processors; expected one for all, or one each
? 64
# In single precision numbers take half.
$ echo '{"kind":"speeds","version":1,"kernel":"matmul","kernel_options":{"precision":"single"},"processors":[{"speed":2e9,"memory_bytes":6000000},{"speed":1e9}]}' > speeds.json
$ plan-hbsp matmul --size 1000 speeds.json | tee single.json | jq -c '.panel, [.rectangles[] | .rows.count * .columns.count]'
384
[122000,878000]
$ check-plan single.json
