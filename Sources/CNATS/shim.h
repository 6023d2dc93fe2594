#include <nats/nats.h>

// nats.h declares the handlers with plain C types, and Swift sees all of it: nothing to wrap. The two
// variables that keep libnats from trusting the system's authorities are read by OpenSSL; setenv is
// declared here because the library is the reason to call it.
#include <stdlib.h>
