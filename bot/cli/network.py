"""The address of this machine on the local network."""

import ipaddress
import socket
from typing import Final

import click

from bot.cli.errors import NoNetwork
from bot.text import gettext

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

OWN: Final = "own"
"""Stands for this machine's address on the local network."""

_NOWHERE: Final = ("192.0.2.1", 9)
"""An address that belongs to no machine: the system says which of our addresses would reach it."""


def read_network(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return an address in a browser's notation; refuse one that the internet could reach."""
    if value is None or value == OWN:
        return value
    try:
        address = _plain(ipaddress.ip_address(value))
    except ValueError:
        raise click.BadParameter(gettext("{text} isn't an IP address.", text=value)) from None
    if address.is_loopback:
        raise click.BadParameter(
            gettext(
                "{text} is an address for this machine alone, where the page is served anyway. "
                "Name the one that it has on your network, such as 192.168.1.5.",
                text=value,
            )
        )
    if address.is_link_local:
        raise click.BadParameter(
            gettext(
                "{text} is a link-local address, which browsers can't open on other devices. Name "
                "the one that your router gives this machine, such as 192.168.1.5.",
                text=value,
            )
        )
    if not _is_local(address):
        raise click.BadParameter(gettext("{text} isn't on a local network.", text=value))
    return str(address)


def _plain(address: Address) -> Address:
    """Return an address for browsers: without a zone, and IPv4 within IPv6 as IPv4."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    return address.ipv4_mapped or ipaddress.IPv6Address(int(address))


def _is_local(address: Address) -> bool:
    """Return whether an address can be reached only from the same network."""
    anywhere = address.is_global or address.is_unspecified or address.is_multicast
    return not (anywhere or address.is_loopback or address.is_link_local)


def resolve(address: str) -> str:
    """Return an address, or that of this machine for `OWN`. Raise `NoNetwork`."""
    if address != OWN:
        return address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket sends no datagram.
            probe.connect(_NOWHERE)
        except OSError as error:
            raise NoNetwork from error
        found = str(probe.getsockname()[0])
    if not _is_local(ipaddress.ip_address(found)):
        raise NoNetwork
    return found
