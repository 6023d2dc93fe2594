#!/bin/sh
# A program that takes a moment to end when it is asked to.
trap 'sleep 0.2; echo lingered >&2; exit 0' TERM
echo ready >&2
while :; do sleep 0.05; done
