"""As much generic netlink as it takes to make simulated radios, and to see when one is connected."""

import os
import socket
import struct
import time

from .waiting import DEADLINE

SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, NETLINK_GENERIC = 270, 1, 16
NLMSG_ERROR, NLM_F_REQUEST, NLM_F_ACK = 2, 1, 4
# linux/genetlink.h
GENL_ID_CTRL, CTRL_CMD_GETFAMILY = 0x10, 3
CTRL_ATTR_FAMILY_ID, CTRL_ATTR_FAMILY_NAME, CTRL_ATTR_MCAST_GROUPS = 1, 2, 7
CTRL_ATTR_MCAST_GRP_NAME, CTRL_ATTR_MCAST_GRP_ID = 1, 2
# drivers/net/wireless/mac80211_hwsim.h
HWSIM_CMD_NEW_RADIO, HWSIM_CMD_DEL_RADIO = 4, 5
HWSIM_ATTR_RADIO_ID, HWSIM_ATTR_PERM_ADDR = 10, 22
# linux/nl80211.h
NL80211_CMD_CONNECT = 46


def attribute(kind, value):
    body = struct.pack("=HH", 4 + len(value), kind) + value
    return body + b"\0" * (-len(body) % 4)


def attributes(data):
    """The attributes in these bytes, by kind."""
    found, offset = {}, 0
    while offset + 4 <= len(data):
        length, kind = struct.unpack_from("=HH", data, offset)
        found[kind & 0x3FFF] = data[offset + 4:offset + length]
        offset += (length + 3) & ~3
    return found


class GenericNetlink:
    """A socket of one generic netlink family."""

    def __init__(self, name):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
        self.socket.bind((0, 0))
        self.socket.settimeout(DEADLINE)
        answer = self.ask(GENL_ID_CTRL, CTRL_CMD_GETFAMILY,
                          attribute(CTRL_ATTR_FAMILY_NAME, name.encode() + b"\0"))
        self.described = attributes(answer[20:])
        if CTRL_ATTR_FAMILY_ID not in self.described:
            raise LookupError(f"this kernel has no {name}")
        (self.family,) = struct.unpack("=H", self.described[CTRL_ATTR_FAMILY_ID])

    def ask(self, family, command, attributes):
        body = struct.pack("=BBH", command, 1, 0) + attributes
        # One answer a request: what has an answer of its own is not acknowledged as well.
        flags = NLM_F_REQUEST | (0 if family == GENL_ID_CTRL else NLM_F_ACK)
        self.socket.send(struct.pack("=IHHII", 16 + len(body), family, flags, 1, 0) + body)
        return self.socket.recv(65536)

    def join(self, name):
        """Joins a multicast group of the family."""
        for group in attributes(self.described[CTRL_ATTR_MCAST_GROUPS]).values():
            values = attributes(group)
            if values[CTRL_ATTR_MCAST_GRP_NAME] == name.encode() + b"\0":
                (number,) = struct.unpack("=I", values[CTRL_ATTR_MCAST_GRP_ID])
                self.socket.setsockopt(SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, number)
                return
        raise LookupError(f"no group {name}")


class ConnectEvents:
    """Sees interfaces being connected, as every user of nl80211 may."""

    def __init__(self):
        self.netlink = GenericNetlink("nl80211")
        self.netlink.join("mlme")

    def next(self):
        """Waits for the next one; its time in nanoseconds since the epoch."""
        while True:
            message = self.netlink.socket.recv(65536)
            now = time.time_ns()
            if message[16] == NL80211_CMD_CONNECT:
                return now


class SimulatedRadios:
    """The kernel's maker of radios; those made here hear only others of this network namespace."""

    def __init__(self):
        self.netlink = GenericNetlink("MAC80211_HWSIM")

    def add(self, address):
        """Makes a radio of that six-byte hardware address and returns its number."""
        answer = self._ask(HWSIM_CMD_NEW_RADIO,
                           attribute(HWSIM_ATTR_PERM_ADDR, address))
        return self._status(answer, "make a radio")

    def remove(self, number):
        """Takes a radio off the air at once, as when its power fails."""
        answer = self._ask(HWSIM_CMD_DEL_RADIO,
                           attribute(HWSIM_ATTR_RADIO_ID, struct.pack("=I", number)))
        self._status(answer, f"remove radio {number}")

    def _ask(self, command, attributes):
        return self.netlink.ask(self.netlink.family, command, attributes)

    @staticmethod
    def _status(answer, what):
        # A new radio's number comes back in place of the zero of an acknowledgement.
        (kind,), (status,) = struct.unpack_from("=H", answer, 4), struct.unpack_from("=i", answer, 16)
        if kind != NLMSG_ERROR or status < 0:
            raise OSError(-status, f"cannot {what}: {os.strerror(-status)}")
        return status
