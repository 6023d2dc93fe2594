#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int clinux_pidfd_open(int pid) { return pidfd_open(pid, 0); }

int clinux_pidfd_send_signal(int pidfd, int signal) {
    return pidfd_send_signal(pidfd, signal, NULL, 0);
}

int clinux_exited(int status) { return WIFEXITED(status); }

int clinux_exit_status(int status) { return WEXITSTATUS(status); }

int clinux_termination_signal(int status) { return WTERMSIG(status); }

int clinux_peer_credentials(int socket, int *pid, unsigned *uid, unsigned *gid) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    *pid = credentials.pid;
    *uid = credentials.uid;
    *gid = credentials.gid;
    return 0;
}

int clinux_address_events(void) {
    const struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR,
    };
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (fd < 0) return -1;
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0) return fd;
    const int error = errno;
    close(fd);
    errno = error;
    return -1;
}

char *const *clinux_environment(void) { return environ; }

int clinux_accept(int socket) {
    return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_contains(const void *whole, unsigned long whole_size, const void *part,
                    unsigned long part_size) {
    return memmem(whole, whole_size, part, part_size) != NULL;
}

static void interrupt_only(int signal) { (void)signal; }

static long long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

// flock(2) that gives up at a time on CLOCK_MONOTONIC with errno ETIMEDOUT.
//
// The kernel has no lock with a time limit. Trying again in a loop would be unfair under load (a
// writer can lose for ever against 63 others) and slow without; so this waits in the kernel's queue
// and has a timer interrupt the wait. The timer signals this thread alone, so nothing is shared with
// the rest of the process but a handler for SIGALRM that does nothing and that is left in place. The
// timer repeats: a first signal that arrives just before the wait begins is not the last.
int clinux_flock_until(int fd, int operation, long long deadline_ns) {
    if (flock(fd, operation | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK) return -1;

    struct sigaction action = {.sa_handler = interrupt_only};
    sigaction(SIGALRM, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return -1;
    sigset_t alarm, before;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm, &before);
    struct itimerspec expiry = {
        .it_value = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000},
        .it_interval = {.tv_nsec = 10000000},
    };
    timer_settime(timer, TIMER_ABSTIME, &expiry, NULL);

    int result, error;
    do {
        result = flock(fd, operation);
        error = errno;
    } while (result != 0 && error == EINTR && now_ns() < deadline_ns);

    timer_delete(timer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = result != 0 && error == EINTR ? ETIMEDOUT : error;
    return result;
}

// Starts a process that gets `descriptors` as 0 to `count` - 1 and no others, an empty signal mask and
// every signal's default action. Returns 0 or an error number.
//
// posix_spawn(3) and not fork(2): it is safe whatever other threads do, and fast however large the
// process is. It is in C since it takes three structures that need to be made, filled and destroyed.
int clinux_spawn(int *pid, const char *path, char *const *arguments, char *const *environment,
                 const int *descriptors, int count, int new_session) {
    // First all move up, so that none is overwritten before its turn.
    int spares[count > 0 ? count : 1];
    int made = 0, error = 0;
    for (; made < count; made++) {
        spares[made] = fcntl(descriptors[made], F_DUPFD_CLOEXEC, count);
        if (spares[made] < 0) {
            error = errno;
            break;
        }
    }

    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                     (new_session ? POSIX_SPAWN_SETSID : 0)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < made && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(&actions, spares[i], i);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);

    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    while (made > 0) close(spares[--made]);
    return error;
}

static sigset_t ends(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    return signals;
}

int clinux_hold_end(void) {
    sigset_t signals = ends();
    if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

int clinux_release_end(void) {
    sigset_t signals = ends();
    const struct timespec now = {0};
    int signal = sigtimedwait(&signals, NULL, &now);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    return signal < 0 ? 0 : signal;
}

int clinux_interrupts(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
    return signalfd(-1, &signals, SFD_CLOEXEC);
}
