// localpush-keeper: the parent of one agent.
//
//     localpush-keeper [--user UID GID GROUP,...] [--cgroup FOLDER] -- PROGRAM [ARGUMENT...]
//
// Its one purpose is that nothing the agent ever started outlives the agent or the service. It is
// small, in C and static, because there is one for each agent and it must start at once.
//
// Descriptors 0 to 2 are the agent's. Descriptor 3 is the lifeline: a SOCK_SEQPACKET socket to the
// service. Descriptor 4 may be anything that is to stay open until all is gone, as a lock. The
// environment is the agent's. Ids are numbers: looking up names is the service's business.
//
// Descriptor 5 is the gate: a pipe at which a process with the agent's ids, in its cgroup, waits. The
// program runs once a byte was written to it, and never when it is closed without one: whoever knows
// ahead that an agent will be wanted has it at once then.
//
// On the lifeline the service says, a message each:
//
//     terminate       send SIGTERM to the agent's process group
//     kill            kill everything and end
//     (end of file)   the same: the service has ended, however it did
//
// and hears:
//
//     process PID         the agent's process; said by that process itself, before it runs the program:
//                         whatever the program writes comes after it
//     started             the program runs
//     failed STEP ERRNO   it does not: what was attempted (a word), and the error number
//     ended STATUS        everything is gone; the agent's status as of wait(2). The keeper ends.
#ifndef KEEPER_H
#define KEEPER_H

#include <stdbool.h>
#include <stdnoreturn.h>
#include <sys/types.h>

enum { LIFELINE = 3, KEPT_OPEN = 4, GATE = 5, MOST_GROUPS = 256 };

struct options {
    bool has_user;
    uid_t uid;
    gid_t gid;
    gid_t groups[MOST_GROUPS];
    size_t group_count;
    const char *cgroup;  // NULL without one
    char **program;      // its arguments, ending in NULL; the first is the path
};

// What could not be done on the way to the agent's program.
struct failure {
    char step[16];
    int error;
};

// Says something to the service, which may be gone.
__attribute__((format(printf, 1, 2))) void report(const char *format, ...);

// Reads the command line; false when it is wrong.
bool read_options(int argc, char **argv, struct options *options);

// Turns the process, a fresh child of `keeper`, into the agent. Writes a failure to `failures`.
noreturn void become_agent(const struct options *options, bool in_cgroup, pid_t keeper, int failures);

// Like fork(2), but the child begins in the cgroup; -1 where the kernel cannot do that. It is worth
// trying: moving a process that runs waits for every processor, 20 ms and more (measured).
pid_t cgroup_fork(const char *folder);
// Moves the calling process into the cgroup; false with errno.
bool cgroup_join(const char *folder);
// Kills all that is in the cgroup and the cgroups in it, at once, forks or not.
void cgroup_kill(const char *folder);
// Kills until the cgroup is empty, then removes it.
void cgroup_remove(const char *folder);

// Kills every descendant of this process, which must be their subreaper. `*status` becomes the status
// of `agent` when it is among those reaped. `child_signals` is a signalfd for SIGCHLD.
void kill_descendants(int child_signals, pid_t agent, int *status);

#endif
