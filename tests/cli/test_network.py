"""Addresses of the local network: the accepted ones, and the refusals of others."""

import click
import pytest

from bot.cli.errors import NoNetwork
from bot.cli.network import OWN, read_network, resolve
from bot.cli.playground import command

CONTEXT = click.Context(command)
[OPTION] = [each for each in command.params if each.name == "network"]


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("FD00:0:0:0:0:0:0:5", "fd00::5"),
        ("fd00::5%eth0", "fd00::5"),
        (OWN, OWN),
        (None, None),
    ],
)
def test_an_address_is_accepted_in_the_forms_that_browsers_use(
    typed: str | None, taken: str | None
) -> None:
    assert read_network(CONTEXT, OPTION, typed) == taken


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("home", "home isn't an IP address."),
        ("192.168.1.5:8080", "192.168.1.5:8080 isn't an IP address."),
        ("8.8.8.8", "8.8.8.8 isn't on a local network."),
        ("::ffff:8.8.8.8", "::ffff:8.8.8.8 isn't on a local network."),
        ("2001:4860:4860::8888", "2001:4860:4860::8888 isn't on a local network."),
        ("0.0.0.0", "0.0.0.0 isn't on a local network."),
        ("::", ":: isn't on a local network."),
        ("239.1.2.3", "239.1.2.3 isn't on a local network."),
        ("127.0.0.1", "127.0.0.1 is an address for this machine alone, where the page"),
        ("::1", "::1 is an address for this machine alone, where the page"),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1 is an address for this machine alone"),
        ("169.254.3.4", "169.254.3.4 is a link-local address, which browsers can't open"),
        ("fe80::1%eth0", "fe80::1%eth0 is a link-local address, which browsers can't open"),
    ],
)
def test_another_address_is_refused_in_a_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(click.BadParameter) as refusal:
        read_network(CONTEXT, OPTION, typed)
    assert refusal.value.message.startswith(sentence)


def test_a_machine_outside_local_networks_has_no_local_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.cli.network._NOWHERE", ("127.0.0.1", 9))
    with pytest.raises(NoNetwork):
        resolve(OWN)
