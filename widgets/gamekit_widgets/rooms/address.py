"""Where a request comes from, and what the room may be called in it.

A page elsewhere can have its own name point to this computer (DNS rebinding), and its visitors'
browsers then take the room for a part of that page. So a request must name the room by an address,
or by a name of this computer. A proxy on this computer, such as jupyter-server-proxy, passes on the
name under which it is reached itself. It has another port than the room, which no page can forge.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

Address = IPv4Address | IPv6Address
NETWORK = 64  # bits of an IPv6 address that its owner does not choose
HTTP = "80"  # the port that browsers do not write


def own_address() -> str:
    """Return the address of this computer in its network. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def own_names(host: str) -> frozenset[str]:
    """Return the names under which a room that listens at `host` is reached."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local", host.casefold()})


def may_be_called(host: str, remote: str, port: int, names: frozenset[str]) -> bool:
    """May a request that came from `remote` call the room `host`, as browsers write it?"""
    name, _ = _split(host)
    return name in names or _address(name) is not None or is_proxied(host, remote, port)


def is_proxied(host: str, remote: str, port: int) -> bool:
    """Does a proxy on this computer pass this request on?"""
    found = _address(remote)
    return found is not None and found.is_loopback and _split(host)[1] != str(port)


def place_of(remote: str) -> str:
    """Return what an address is counted as: of IPv6, the network that its owner has."""
    found = _address(remote)
    return str(int(found) >> NETWORK) if isinstance(found, IPv6Address) else str(found or remote)


def _split(host: str) -> tuple[str, str]:
    """Return the name and the port of what browsers write: "localhost:8888", "[::1]"."""
    name, separator, port = host.strip().rpartition(":")
    if not separator or "]" in port:
        name, port = host.strip(), HTTP
    return name.strip("[]").rstrip(".").casefold(), port


def _address(text: str) -> Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
