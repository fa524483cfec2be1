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
