#!/bin/sh
# Leaves processes behind in every way there is: in sessions of their own, twice forked, ignoring
# SIGTERM, stopped. Then goes on ("stay") or ends ("leave").
trap '' TERM
(setsid sh -c 'trap "" TERM; sleep 1000 & exec sleep 1000' &)
(setsid sh -c 'setsid sleep 1000 & kill -STOP $$' &)
sleep 1000 &
echo '{"started":{}}'
[ "$1" = stay ] || exit 3
while :; do sleep 1000; done
