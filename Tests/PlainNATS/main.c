// What libnats does by itself, for measurements: publishes at a fixed rate, and receives.
//
//   PlainNATS URL CA-FILE USER PASSWORD publish SUBJECT COUNT RATE
//   PlainNATS URL CA-FILE USER PASSWORD mail DEVICE COUNT RATE
//   PlainNATS URL CA-FILE USER PASSWORD subscribe SUBJECT COUNT
//   PlainNATS URL CA-FILE USER PASSWORD take DEVICE COUNT
//
// `publish` and `mail` send messages of 256 bytes whose text is the monotonic clock's time in
// nanoseconds, RATE a second: plain ones, or such as `simplepush send` stores. `subscribe` prints
// "ready", then a line for each message, `RECEIVED SENT`, in nanoseconds; `take` does with a device's mailbox,
// and acknowledges each message at once.
#include <inttypes.h>
#include <nats/nats.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void check(natsStatus status, const char *what) {
    if (status == NATS_OK) return;
    fprintf(stderr, "PlainNATS: %s: %s\n", what, natsStatus_GetText(status));
    exit(1);
}

static natsConnection *connect_to(char **arguments) {
    natsOptions *options = NULL;
    natsConnection *connection = NULL;
    check(natsOptions_Create(&options), "options");
    check(natsOptions_SetURL(options, arguments[0]), "URL");
    check(natsOptions_SetSecure(options, true), "TLS");
    check(natsOptions_LoadCATrustedCertificates(options, arguments[1]), "CA");
    check(natsOptions_SetUserInfo(options, arguments[2], arguments[3]), "user");
    // Each message at once: the best that the library has for latency.
    check(natsOptions_SetSendAsap(options, true), "options");
    check(natsConnection_Connect(&connection, options), "connect");
    natsOptions_Destroy(options);
    return connection;
}

static int64_t (*times)[2];
static atomic_long received;
static int is_taking;

static void receive(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                    void *data) {
    (void)subscription, (void)data;
    const int64_t when = now();
    const char *text = strstr(natsMsg_GetData(message), "\"body\":\"");
    const long index = atomic_load(&received);
    times[index][0] = when;
    times[index][1] = text ? strtoll(text + 8, NULL, 10) : 0;
    if (is_taking) natsConnection_Publish(connection, natsMsg_GetReply(message), "+ACK", 4);
    atomic_store(&received, index + 1);
    natsMsg_Destroy(message);
}

static void subscribe(natsConnection *connection, const char *subject, long count) {
    natsSubscription *subscription = NULL;
    times = calloc((size_t)count, sizeof *times);
    check(natsConnection_Subscribe(&subscription, connection, subject, receive, NULL), "subscribe");
    check(natsConnection_Flush(connection), "flush");
    puts("ready");
    fflush(stdout);
    while (atomic_load(&received) < count) nats_Sleep(50);
    for (long index = 0; index < count; index++)
        printf("%" PRId64 " %" PRId64 "\n", times[index][0], times[index][1]);
    natsSubscription_Destroy(subscription);
}

static int body(char *bytes, size_t size, int64_t time) {
    const int length = snprintf(bytes, size, "{\"aps\":{\"alert\":{\"body\":\"%" PRId64 "\"}},\"pad\":\"",
                                time);
    memset(bytes + length, 'x', (size_t)(254 - length));
    memcpy(bytes + 254, "\"}", 3);
    return 256;
}

static void send_mail(natsConnection *connection, const char *device, long number, int64_t time) {
    char subject[256], id[64], sent[32], bytes[512];
    natsMsg *message = NULL;
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    snprintf(id, sizeof id, "%" PRId64 "-%ld", time, number);
    snprintf(subject, sizeof subject, "push.%s.app.%s", device, id);
    snprintf(sent, sizeof sent, "%" PRId64, (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000);
    const int length = body(bytes, sizeof bytes, time);
    check(natsMsg_Create(&message, subject, "_INBOX.none", bytes, length), "message");
    check(natsMsgHeader_Add(message, "Nats-Msg-Id", id), "header");
    check(natsMsgHeader_Add(message, "Push-Kind", "notification"), "header");
    check(natsMsgHeader_Add(message, "Push-Sent", sent), "header");
    check(natsConnection_PublishMsg(connection, message), "publish");
    natsMsg_Destroy(message);
}

static void publish(natsConnection *connection, const char *target, long count, long rate, int isMail) {
    const int64_t interval = 1000000000 / rate;
    int64_t due = now() + interval;
    for (long number = 0; number < count; number++, due += interval) {
        const struct timespec until = {due / 1000000000, due % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        if (isMail) {
            send_mail(connection, target, number, now());
        } else {
            char bytes[512];
            const int length = body(bytes, sizeof bytes, now());
            check(natsConnection_Publish(connection, target, bytes, length), "publish");
        }
    }
    check(natsConnection_Flush(connection), "flush");
}

int main(int count, char **arguments) {
    if (count < 8) return fprintf(stderr, "see the head of Tests/PlainNATS/main.c\n"), 2;
    natsConnection *connection = connect_to(arguments + 1);
    const char *mode = arguments[5];
    const long messages = atol(arguments[7]);
    char delivery[256];
    snprintf(delivery, sizeof delivery, "deliver.%s", arguments[6]);
    is_taking = strcmp(mode, "take") == 0;
    if (is_taking || strcmp(mode, "subscribe") == 0)
        subscribe(connection, is_taking ? delivery : arguments[6], messages);
    else if (count == 9)
        publish(connection, arguments[6], messages, atol(arguments[8]), strcmp(mode, "mail") == 0);
    natsConnection_Destroy(connection);
    nats_Close();
    return 0;
}
