// What libnats 3.4.1 does not mind while it greets a server. Neither a time-out nor an error of TLS ends
// its reading of the greeting (_readProto), which then turns for ever and takes memory without end; and a
// server that falls silent in the handshake, or says a byte now and then, keeps its thread for ever.
//
// libnats calls SSL_read and SSL_do_handshake, and without TLS recv. The program's own go before the
// libraries': they tell of any error of TLS, and of the deadline of this thread, as the end of the
// connection, which libnats does mind. OpenSSL's own SSL_connect comes here, too; in a thread without a
// deadline nothing is different for it.
#ifndef CNATSGUARD_H
#define CNATSGUARD_H

#include <stdint.h>

/// From now on what this thread reads from sockets ends at `deadline`, in nanoseconds of the monotonic clock.
/// 0 is no deadline.
void nats_guard_set_deadline(int64_t deadline);

#endif
