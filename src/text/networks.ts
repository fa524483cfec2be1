import { BlockList, isIP } from 'node:net';
import ipaddr, { type IPv6 } from 'ipaddr.js';

/** The unit that limits count by. With IPv6, one customer has at least the 2⁶⁴ addresses of a /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.parse(address) as IPv6;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** `10.0.0.0/8`, `192.0.2.7`, `2001:db8::/32`. A zone (`fe80::1%eth0`) is part of an address, not of a network. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && !address.includes('%') && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

/** Whether every address of the network is in one of the others. */
export function isWithin(network: string, others: readonly string[]): boolean {
  const inner = rangeOf(network);
  return others.some((other) => {
    const outer = rangeOf(other);
    if (outer.address.kind() !== inner.address.kind() || outer.bits > inner.bits) return false;
    return inner.address.match(outer.address, outer.bits);
  });
}

function rangeOf(network: string) {
  const [text = '', bits] = network.split('/');
  const address = ipaddr.parse(text) as IPv6;
  return { address, bits: bits === undefined ? address.toByteArray().length * 8 : Number(bits) };
}

/** The IPv4 address that an IPv6 address stands for (`::ffff:192.0.2.7`), and without a zone; else the address itself. */
export function plainAddress(address: string): string {
  const [text = ''] = address.split('%');
  return isIP(text) === 6 && ipaddr.IPv6.parse(text).isIPv4MappedAddress()
    ? ipaddr.process(text).toString()
    : text;
}

/** Checks whether an address is in one of the networks, such as `10.0.0.0/8` or `::1`. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
