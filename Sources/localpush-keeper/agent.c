#define _GNU_SOURCE
#include "keeper.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static noreturn void fail(int failures, const char *step) {
    struct failure failure = {.error = errno};
    strncpy(failure.step, step, sizeof failure.step - 1);
    // Nobody is left to tell when this fails.
    if (write(failures, &failure, sizeof failure) < 0) _exit(126);
    _exit(127);
}

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Waits until the program may run; ends the process when it never may.
static void pass_gate(void) {
    char byte;
    ssize_t length;
    do length = read(GATE, &byte, 1);
    while (length < 0 && errno == EINTR);
    if (length <= 0) _exit(127);
}

noreturn void become_agent(const struct options *options, bool in_cgroup, pid_t keeper, int failures) {
    // The cgroup first, while this process still has the rights of the service.
    if (options->cgroup != NULL && !in_cgroup && !cgroup_join(options->cgroup))
        fail(failures, "cgroup");
    if (setsid() < 0) fail(failures, "session");
    umask(022);
    if (chdir("/") != 0) fail(failures, "folder");
    if (options->has_user) {
        if (setgroups(options->group_count, options->groups) != 0) fail(failures, "groups");
        if (setresgid(options->gid, options->gid, options->gid) != 0) fail(failures, "group");
        if (setresuid(options->uid, options->uid, options->uid) != 0) fail(failures, "user");
    }
    // After the change of ids, which clears it. The keeper may have died before, unnoticed.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail(failures, "parent");
    if (getppid() != keeper) _exit(127);
    reset_signals();
    report("process %d", getpid());
    pass_gate();
    execve(options->program[0], options->program, environ);
    fail(failures, "execute");
}
