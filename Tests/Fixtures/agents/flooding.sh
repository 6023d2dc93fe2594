#!/bin/sh
# Writes as fast as it can to both of its outputs, for ever.
echo '{"started":{}}'
yes 'all is well' >&2 &
exec yes '{"status":{"state":"well"}}'
