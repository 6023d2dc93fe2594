#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>

#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>

// Swift does not import a macro that casts, and <sys/epoll.h> and <sys/inotify.h> are no part of its
// Glibc module.
static inline int csystemd_add_signal(sd_event *event, sd_event_source **source, int signal,
                                      sd_event_signal_handler_t handler, void *data) {
    return sd_event_add_signal(event, source, signal | SD_EVENT_SIGNAL_PROCMASK, handler, data);
}

// The name is an array without a length, which Swift cannot read.
static inline const char *csystemd_inotify_name(const struct inotify_event *event) {
    return event->len > 0 ? event->name : "";
}
