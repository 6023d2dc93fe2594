"""As much generic netlink as it takes to make and remove simulated radios."""

import os
import socket
import struct

NETLINK_GENERIC = 16
NLMSG_ERROR, NLM_F_REQUEST, NLM_F_ACK = 2, 1, 4
GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_ID, CTRL_ATTR_FAMILY_NAME = 0x10, 3, 1, 2
# drivers/net/wireless/mac80211_hwsim.h
HWSIM_CMD_NEW_RADIO, HWSIM_CMD_DEL_RADIO = 4, 5
HWSIM_ATTR_RADIO_ID, HWSIM_ATTR_PERM_ADDR = 10, 22


def attribute(kind, value):
    body = struct.pack("=HH", 4 + len(value), kind) + value
    return body + b"\0" * (-len(body) % 4)


class SimulatedRadios:
    """The kernel's maker of radios; those made here hear only others of this network namespace."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
        self.socket.bind((0, 0))
        self.socket.settimeout(10)
        name = attribute(CTRL_ATTR_FAMILY_NAME, b"MAC80211_HWSIM\0")
        self.family = self._family(self._ask(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, name))

    def add(self, address):
        """Makes a radio of that six-byte hardware address and returns its number."""
        answer = self._ask(self.family, HWSIM_CMD_NEW_RADIO,
                           attribute(HWSIM_ATTR_PERM_ADDR, address))
        return self._status(answer, "make a radio")

    def remove(self, number):
        """Takes a radio off the air at once, as when its power fails."""
        answer = self._ask(self.family, HWSIM_CMD_DEL_RADIO,
                           attribute(HWSIM_ATTR_RADIO_ID, struct.pack("=I", number)))
        self._status(answer, f"remove radio {number}")

    def _ask(self, family, command, attributes):
        body = struct.pack("=BBH", command, 1, 0) + attributes
        # One answer a request: what has an answer of its own is not acknowledged as well.
        flags = NLM_F_REQUEST | (0 if family == GENL_ID_CTRL else NLM_F_ACK)
        self.socket.send(struct.pack("=IHHII", 16 + len(body), family, flags, 1, 0) + body)
        return self.socket.recv(65536)

    @staticmethod
    def _family(answer):
        offset = 20
        while offset < len(answer):
            length, kind = struct.unpack_from("=HH", answer, offset)
            if kind == CTRL_ATTR_FAMILY_ID:
                return struct.unpack_from("=H", answer, offset + 4)[0]
            offset += (length + 3) & ~3
        raise LookupError("this kernel has no mac80211_hwsim")

    @staticmethod
    def _status(answer, what):
        # A new radio's number comes back in place of the zero of an acknowledgement.
        (kind,), (status,) = struct.unpack_from("=H", answer, 4), struct.unpack_from("=i", answer, 16)
        if kind != NLMSG_ERROR or status < 0:
            raise OSError(-status, f"cannot {what}: {os.strerror(-status)}")
        return status
