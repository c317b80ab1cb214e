"""The address of this machine on the local network."""

import ipaddress
import socket
from typing import Final

import click

from bot.cli.errors import NoNetwork
from bot.text import gettext

OWN: Final = "own"
"""Stands for the address by which this machine reaches others."""

_NOWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's; the system is asked by which way it would be reached."""


def read_network(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Check an address that was typed: nobody on the internet may come in."""
    if value is None or value == OWN:
        return value
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        raise click.BadParameter(gettext("{text} is no IP address.", text=value)) from None
    if address.is_global or address.is_unspecified:
        raise click.BadParameter(gettext("{text} is no address of a local network.", text=value))
    return value


def resolve(address: str) -> str:
    """Return an address, or that of this machine for `OWN`. Raise `NoNetwork`."""
    if address != OWN:
        return address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: a datagram would be, later.
            probe.connect(_NOWHERE)
        except OSError as error:
            raise NoNetwork from error
        found = str(probe.getsockname()[0])
    if ipaddress.ip_address(found).is_global:
        raise NoNetwork
    return found
