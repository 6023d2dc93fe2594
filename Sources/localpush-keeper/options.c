#include "keeper.h"

#include <stdlib.h>
#include <string.h>

// Reads digits up to `end`; returns what follows it, or NULL.
static const char *read_id(const char *text, char end, unsigned *id) {
    char *rest;
    if (*text < '0' || *text > '9') return NULL;
    unsigned long number = strtoul(text, &rest, 10);
    // The highest number means "leave as it is" to setresuid(2).
    if (*rest != end || number >= 0xFFFFFFFF) return NULL;
    *id = (unsigned)number;
    return rest + (end != '\0');
}

static bool read_groups(const char *text, struct options *options) {
    while (*text != '\0') {
        if (options->group_count == MOST_GROUPS) return false;
        gid_t *group = &options->groups[options->group_count++];
        const char *comma = strchr(text, ',');
        text = read_id(text, comma != NULL ? ',' : '\0', group);
        if (text == NULL) return false;
    }
    return true;
}

bool read_options(int argc, char **argv, struct options *options) {
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--user") == 0 && i + 3 < argc) {
            options->has_user = true;
            if (read_id(argv[i + 1], '\0', &options->uid) == NULL) return false;
            if (read_id(argv[i + 2], '\0', &options->gid) == NULL) return false;
            if (!read_groups(argv[i + 3], options)) return false;
            i += 3;
        } else if (strcmp(argv[i], "--cgroup") == 0 && i + 1 < argc) {
            options->cgroup = argv[++i];
        } else {
            return false;
        }
    }
    options->program = &argv[i + 1];
    return i + 1 < argc && argv[i + 1][0] == '/';
}
