#define _GNU_SOURCE
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void report(const char *format, ...) {
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    send(LIFELINE, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static noreturn void give_up(const char *step) {
    report("failed %s %d", step, errno);
    report("ended %d", 127 << 8);
    exit(1);
}

// Makes this process one that nothing but SIGKILL ends early, and whose children gain no rights.
// Returns a signalfd for SIGCHLD.
static int prepare(void) {
    sigset_t all, child;
    sigfillset(&all);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (sigprocmask(SIG_SETMASK, &all, NULL) != 0) give_up("signals");
    if (close_range(GATE + 1, ~0U, 0) != 0) give_up("descriptors");
    if (fcntl(LIFELINE, F_SETFD, FD_CLOEXEC) != 0) give_up("lifeline");
    fcntl(KEPT_OPEN, F_SETFD, FD_CLOEXEC);
    if (fcntl(GATE, F_SETFD, FD_CLOEXEC) != 0) give_up("gate");
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) give_up("subreaper");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up("privileges");
    int signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0) give_up("signals");
    return signals;
}

// Starts the agent; `*failures` becomes a pipe that ends without a failure once the program runs.
static pid_t start_agent(const struct options *options, int *failures) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) give_up("pipe");
    pid_t keeper = getpid();
    pid_t agent = options->cgroup != NULL ? cgroup_fork(options->cgroup) : -1;
    bool in_cgroup = agent >= 0;
    if (agent < 0) agent = fork();
    if (agent < 0) give_up("fork");
    if (agent == 0) become_agent(options, in_cgroup, keeper, ends[1]);
    close(ends[1]);
    close(GATE);
    *failures = ends[0];
    return agent;
}

// Lets go of the agent's standard streams: their ends are for the agent alone to close.
static void close_streams(void) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream <= 2; stream++)
        if (null < 0 || dup2(null, stream) < 0) close(stream);
    if (null > 2) close(null);
}

static void report_start(int failures) {
    struct failure failure;
    ssize_t length = read(failures, &failure, sizeof failure);
    if (length == (ssize_t)sizeof failure)
        report("failed %s %d", failure.step, failure.error);
    else
        report("started");
}

// Does what the service says; false when everything is to be killed.
static bool obey_service(pid_t agent) {
    char text[16] = "";
    ssize_t length = recv(LIFELINE, text, sizeof text - 1, MSG_DONTWAIT);
    if (length < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (length <= 0 || strcmp(text, "terminate") != 0) return false;
    // Before it leads a group of its own, it is signaled alone.
    if (kill(-agent, SIGTERM) != 0) kill(agent, SIGTERM);
    return true;
}

// Reaps what has ended, orphans of the agent's included; false when the agent is among them.
static bool reap(int signals, pid_t agent, int *status) {
    char discarded[1024];
    if (read(signals, discarded, sizeof discarded) < 0) return true;
    int ended;
    for (pid_t child; (child = waitpid(-1, &ended, WNOHANG | __WALL)) > 0;)
        if (child == agent) {
            *status = ended;
            return false;
        }
    return true;
}

// Returns when the agent has ended, with true, or is to end.
static bool watch(int signals, int failures, pid_t agent, int *status) {
    enum { START, SIGNALS, SERVICE };
    struct pollfd events[] = {
        [START] = {.fd = failures, .events = POLLIN},
        [SIGNALS] = {.fd = signals, .events = POLLIN},
        [SERVICE] = {.fd = LIFELINE, .events = POLLIN},
    };
    for (;;) {
        if (poll(events, 3, -1) < 0) continue;
        // First, so that the service hears of a start before it hears of the end.
        if (events[START].revents != 0) {
            report_start(failures);
            events[START].fd = -1;
        }
        if (events[SIGNALS].revents != 0 && !reap(signals, agent, status)) return true;
        if (events[SERVICE].revents != 0 && !obey_service(agent)) return false;
    }
}

int main(int argc, char **argv) {
    struct options options = {0};
    if (!read_options(argc, argv, &options)) {
        fputs("localpush-keeper is started by localpush and is of no use otherwise\n", stderr);
        return 2;
    }
    int signals = prepare();
    int failures, status = SIGKILL;
    pid_t agent = start_agent(&options, &failures);
    close_streams();
    if (chdir("/") != 0) report("failed folder %d", errno);
    bool has_ended = watch(signals, failures, agent, &status);

    // By its number while that is certain, so that it goes even where there is no /proc.
    if (!has_ended) kill(agent, SIGKILL);
    if (options.cgroup != NULL) cgroup_kill(options.cgroup);
    kill_descendants(signals, agent, &status);
    if (options.cgroup != NULL) cgroup_remove(options.cgroup);
    report("ended %d", status);
    return 0;
}
