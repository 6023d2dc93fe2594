"""What the scenarios of the Wi-Fi lab are written with; runs inside the guest, as root."""
