#!/bin/sh
# A chain of processes, each of which starts the next and ends: a kill has to overtake it. It would
# end by itself after some ten seconds.
chain() {
    [ "$1" -eq 0 ] || chain $(($1 - 1)) &
}
trap '' TERM
chain 30000
echo '{"started":{}}'
while :; do sleep 1000; done
