#define _GNU_SOURCE
#include "CNATSGuard.h"

#include <dlfcn.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>

static _Thread_local int64_t the_deadline;

void nats_guard_set_deadline(int64_t deadline) { the_deadline = deadline; }

static int64_t time_left(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return the_deadline - ((int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
}

static bool is_overdue(void) { return the_deadline != 0 && time_left() <= 0; }

static void limit_reading(SSL *connection, int64_t nanoseconds) {
    const struct timeval limit = {nanoseconds / 1000000000, nanoseconds % 1000000000 / 1000};
    setsockopt(SSL_get_fd(connection), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

// SSL_do_handshake(3), which libnats calls on a socket that blocks.
int SSL_do_handshake(SSL *connection) {
    int (*next)(SSL *) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "SSL_do_handshake");
    if (next == NULL) return -1;
    // 0 would be no limit.
    if (the_deadline != 0) limit_reading(connection, is_overdue() ? 1000 : time_left() + 1000);
    const int result = next(connection);
    if (the_deadline != 0) limit_reading(connection, 0);
    return result;
}

// SSL_read(3): more than 0 are bytes, 0 is the end, less asks to read again.
int SSL_read(SSL *connection, void *buffer, int size) {
    size_t count = 0;
    if (size < 0) return -1;
    ERR_clear_error();
    errno = 0;
    if (SSL_read_ex(connection, buffer, (size_t)size, &count)) return (int)count;
    // Not SSL_get_error(3): it goes by what a thread that writes may change at this very moment.
    const bool wants_more = ERR_peek_error() == 0 && (errno == EAGAIN || errno == EINTR);
    if (wants_more && !is_overdue()) return -1;
    // Otherwise SSL_get_error would go on to say that there is more to come.
    SSL_set_shutdown(connection, SSL_get_shutdown(connection) | SSL_RECEIVED_SHUTDOWN);
    (void)SSL_read_ex(connection, buffer, (size_t)size, &count);
    return 0;
}
