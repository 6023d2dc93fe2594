#define _GNU_SOURCE
#include "CNATSGuard.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
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

// Waits until the handshake can go on; false when it has failed, or its time is up.
static bool can_go_on(SSL *connection, int result) {
    const int error = SSL_get_error(connection, result);
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return false;
    if (is_overdue()) return false;
    const short event = error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    struct pollfd wait = {SSL_get_fd(connection), event, 0};
    return poll(&wait, 1, (int)(time_left() / 1000000 + 1)) > 0;
}

// SSL_do_handshake(3), which libnats calls on a socket that blocks. The time is up for all of it: a
// server that sends a byte now and then is as bad as a silent one.
int SSL_do_handshake(SSL *connection) {
    int (*next)(SSL *) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "SSL_do_handshake");
    if (next == NULL) return -1;
    if (the_deadline == 0) return next(connection);
    const int flags = fcntl(SSL_get_fd(connection), F_GETFL);
    if (flags < 0 || fcntl(SSL_get_fd(connection), F_SETFL, flags | O_NONBLOCK) != 0) return -1;
    int result;
    do {
        ERR_clear_error();
        result = next(connection);
    } while (result != 1 && can_go_on(connection, result));
    fcntl(SSL_get_fd(connection), F_SETFL, flags);
    return result;
}

// SSL_read(3): more than 0 are bytes, 0 is the end, less asks to read again.
int SSL_read(SSL *connection, void *buffer, int size) {
    size_t count = 0;
    if (size < 0) return -1;
    if (!is_overdue()) {
        ERR_clear_error();
        errno = 0;
        if (SSL_read_ex(connection, buffer, (size_t)size, &count)) return (int)count;
        // Not SSL_get_error(3): it goes by what a thread that writes may change at this very moment.
        if (ERR_peek_error() == 0 && (errno == EAGAIN || errno == EINTR)) return -1;
    }
    // Otherwise SSL_get_error would go on to say that there is more to come.
    SSL_set_shutdown(connection, SSL_get_shutdown(connection) | SSL_RECEIVED_SHUTDOWN);
    (void)SSL_read_ex(connection, buffer, (size_t)size, &count);
    return 0;
}

// recv(2), by which libnats reads without TLS; 0 is the end here, too.
ssize_t recv(int socket, void *buffer, size_t size, int flags) {
    return is_overdue() ? 0 : recvfrom(socket, buffer, size, flags, NULL, NULL);
}
