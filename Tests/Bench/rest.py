"""What an agent costs that is connected and has nothing to do."""

import time

from agent import Agent
from desktop import Desktop, wait_for
from mailserver import MailServer
from table import Row

# Longer than the two minutes after which either side asks whether the other is still there.
SECONDS = 180


def rows(products):
    with MailServer(products) as server:
        server.enroll(["idle"], "--ssid", "Ship", "--host", "127.0.0.1")
        desktop = Desktop(server.path("desktop"))
        agent = Agent(products, server.profile("idle"), desktop, server.path("idle.log"))
        try:
            wait_for(lambda: agent.says('"connected"'), "the agent is connected")
            # What it has done once is not its rest.
            server.run("send", "--to", "idle", "--text", "once")
            wait_for(lambda: desktop.notes("shown"), "a message is shown")
            time.sleep(10)
            before, begun = agent.wake_ups(), time.monotonic()
            time.sleep(SECONDS)
            wake_ups = (agent.wake_ups() - before) / (time.monotonic() - begun) * 60
            memory, threads = agent.status("RssAnon"), agent.status("Threads")
        finally:
            agent.stop()
            desktop.stop()
    print(f"  agent at rest: {threads} threads", flush=True)
    repeat = "Tests/Bench/run delivery"
    return [
        Row("agent at rest: woken a minute", wake_ups, 2, "",
            f"{repeat}: voluntary_ctxt_switches of all threads"),
        Row("agent at rest: private memory", memory / 1024, 6, "MiB",
            f"{repeat}: RssAnon in /proc/PID/status"),
    ]
