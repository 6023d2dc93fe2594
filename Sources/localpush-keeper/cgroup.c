#define _GNU_SOURCE
#include "keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_file(const char *folder, const char *name, int flags) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(path, flags | O_CLOEXEC);
}

static bool write_file(const char *folder, const char *name, const char *text) {
    int file = open_file(folder, name, O_WRONLY);
    if (file < 0) return false;
    bool written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    int error = errno;
    close(file);
    errno = error;
    return written;
}

pid_t cgroup_fork(const char *folder) {
    int cgroup = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (cgroup < 0) return -1;
    struct clone_args arguments = {
        .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = (unsigned)cgroup};
    // Not in glibc, whose fork knows no cgroups.
    pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    if (child != 0) close(cgroup);
    return child;
}

bool cgroup_join(const char *folder) {
    // 0 means the process that writes it.
    return write_file(folder, "cgroup.procs", "0");
}

void cgroup_kill(const char *folder) {
    // Missing before Linux 5.14; then only descendants are killed.
    write_file(folder, "cgroup.kill", "1");
}

static bool is_populated(int events) {
    char text[256];
    ssize_t length = pread(events, text, sizeof text - 1, 0);
    if (length <= 0) return false;
    text[length] = '\0';
    return strstr(text, "populated 1") != NULL;
}

// Removes the cgroup and those that the agent made in it, if it may make any.
static void remove_tree(int parent, const char *name, int depth) {
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno != EBUSY || depth == 0) return;
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (entries == NULL) return;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            remove_tree(folder, entry->d_name, depth - 1);
    closedir(entries);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void cgroup_remove(const char *folder) {
    int events = open_file(folder, "cgroup.events", O_RDONLY);
    if (events >= 0) {
        while (is_populated(events)) {
            // A change of the file is an exceptional condition; killed again now and then, in case
            // somebody has moved another process in.
            cgroup_kill(folder);
            struct pollfd change = {.fd = events, .events = POLLPRI};
            poll(&change, 1, 100);
        }
        close(events);
    }
    remove_tree(AT_FDCWD, folder, 32);
}
