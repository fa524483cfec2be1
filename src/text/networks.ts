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

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether the service at this URL can be reached from this machine only. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** Whether this address or name is one of this machine only. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** The address for callers. "Every interface" is an address to listen on only, so it becomes loopback. */
export function serviceAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
