#define _GNU_SOURCE
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// Sends SIGKILL to each child. The numbers in the file are separated by spaces.
static void kill_children(void) {
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    char text[4096];
    pid_t child = 0;
    for (ssize_t length; (length = read(file, text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < length; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = child * 10 + (text[i] - '0');
            } else {
                // Children are reaped by this process alone, so the number is still theirs.
                if (child > 0) kill(child, SIGKILL);
                child = 0;
            }
        }
    close(file);
}

// Killing a child makes its children this process's own, for the next round to kill. A round starts as
// soon as one was reaped, so that a chain of processes that each fork and exit cannot keep ahead.
void kill_descendants(int child_signals, pid_t agent, int *status) {
    for (;;) {
        kill_children();
        int ended;
        pid_t child = waitpid(-1, &ended, WNOHANG | __WALL);
        if (child < 0 && errno == ECHILD) return;
        if (child == agent) *status = ended;
        if (child != 0) continue;
        // All are still dying, or one became a child after the look.
        struct pollfd signals = {.fd = child_signals, .events = POLLIN};
        poll(&signals, 1, 10);
        char discarded[1024];
        while (read(child_signals, discarded, sizeof discarded) > 0) continue;
    }
}
