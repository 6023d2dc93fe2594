"""The lab itself: what is simulated behaves as real radios do."""

from harness.running import scenario


@scenario
def an_adapter_joins_an_open_network_and_leaves_it(lab):
    point = lab.air.access_point("Cruise Ship Wi-Fi")
    adapter = lab.air.adapter()
    adapter.connect(point)
    assert adapter.is_associated()
    adapter.disconnect()
    assert not adapter.is_associated()


@scenario
def a_supplicant_joins_a_protected_network(lab):
    point = lab.air.access_point("Staff", channel=6, passphrase="all hands on deck")
    adapter = lab.air.adapter()
    adapter.join(point)
    assert adapter.is_associated()
