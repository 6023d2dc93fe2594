#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>

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

// The entries of an object's table, which C programs write with macros; names and signatures have to
// outlive the table. An interface's names of parameters are one after the other, each ended by NUL.
static inline void csystemd_vtable_start(sd_bus_vtable *entry) {
    const sd_bus_vtable start = SD_BUS_VTABLE_START(0);
    *entry = start;
}

static inline void csystemd_vtable_method(sd_bus_vtable *entry, const char *member,
                                          const char *signature, const char *result,
                                          const char *names, sd_bus_message_handler_t handler) {
    // Who may call what is decided by the handler.
    const sd_bus_vtable method = {
        .type = _SD_BUS_VTABLE_METHOD,
        .flags = SD_BUS_VTABLE_UNPRIVILEGED,
        .x = {.method = {.member = member,
                         .signature = signature,
                         .result = result,
                         .handler = handler,
                         .names = names}},
    };
    *entry = method;
}

static inline void csystemd_vtable_property(sd_bus_vtable *entry, const char *member,
                                            const char *signature, sd_bus_property_get_t get,
                                            int is_constant) {
    const sd_bus_vtable property = {
        .type = _SD_BUS_VTABLE_PROPERTY,
        .flags = is_constant ? SD_BUS_VTABLE_PROPERTY_CONST : SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE,
        .x = {.property = {.member = member, .signature = signature, .get = get}},
    };
    *entry = property;
}

static inline void csystemd_vtable_signal(sd_bus_vtable *entry, const char *member,
                                          const char *signature, const char *names) {
    const sd_bus_vtable signal = {
        .type = _SD_BUS_VTABLE_SIGNAL,
        .x = {.signal = {.member = member, .signature = signature, .names = names}},
    };
    *entry = signal;
}

static inline void csystemd_vtable_end(sd_bus_vtable *entry) {
    const sd_bus_vtable end = SD_BUS_VTABLE_END;
    *entry = end;
}

static inline int csystemd_new_method_error(sd_bus_message *call, sd_bus_message **reply,
                                            const char *name, const char *message) {
    const sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, message);
    return sd_bus_message_new_method_error(call, reply, &error);
}
