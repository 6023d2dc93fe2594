// What glibc offers and Swift's Glibc module does not show.
//
// Declarations only: what they need is declared under _GNU_SOURCE, under which some of glibc's types
// differ from those that the Glibc module has. No header is included either: its types would count as
// this module's own. So pid_t is int, and uid_t and gid_t are unsigned, as on every Linux.
#ifndef CLINUX_H
#define CLINUX_H

// <sys/pidfd.h> is not part of the Glibc module.
int clinux_pidfd_open(int pid);
int clinux_pidfd_send_signal(int pidfd, int signal);

// Swift does not import function-like macros such as WIFEXITED.
int clinux_exited(int status);
int clinux_exit_status(int status);
int clinux_termination_signal(int status);

// struct ucred is declared under _GNU_SOURCE only.
int clinux_peer_credentials(int socket, int *pid, unsigned *uid, unsigned *gid);

// `environ` is mutable global state, which Swift 6 refuses to read.
char *const *clinux_environment(void);

// accept4(2) is declared under _GNU_SOURCE only. The connection is closed on exec and does not block.
int clinux_accept(int socket);

// pipe2(2) is declared under _GNU_SOURCE only. Both ends are closed on exec.
int clinux_pipe(int ends[2]);

// memmem(3) is declared under _GNU_SOURCE only; tells just whether `part` is in `whole`.
int clinux_contains(const void *whole, unsigned long whole_size, const void *part,
                    unsigned long part_size);

// <linux/rtnetlink.h> is not part of the Glibc module. A socket that can be read whenever an address of an
// interface comes or goes; closed on exec, does not block. -1 with errno on failure.
int clinux_address_events(void);

// <sys/signalfd.h> is not part of the Glibc module. A descriptor that can be read once somebody has pressed
// Ctrl-C, which ends the process no more; closed on exec. -1 with errno on failure.
int clinux_interrupts(void);

// <sys/signalfd.h> is not part of the Glibc module. Holds back SIGTERM and SIGHUP; returns a descriptor that
// can be read once one of them came, closed on exec. -1 with errno on failure.
int clinux_hold_end(void);
// Lets them through again; returns the number of the one that came meanwhile, 0 for none.
int clinux_release_end(void);

int clinux_flock_until(int fd, int operation, long long deadline_ns);

int clinux_spawn(int *pid, const char *path, char *const *arguments, char *const *environment,
                 const int *descriptors, int count, int new_session);

#endif
