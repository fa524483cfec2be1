import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import type { Config } from '../config.ts';
import type { ProxySeen } from '../context.ts';

type Address = IPv4 | IPv6;
export type Protocol = 'http:' | 'https:';

/** Where webhooks may go besides public addresses over https. */
export interface AddressPolicy {
  /** Networks that the operator has named. */
  allowed: [network: Address, bits: number][];
  /** The service can be reached from this machine only: it is being tried out. Once that is over, it is for good. */
  readonly isLocal: boolean;
}

type Settings = Pick<Config, 'host' | 'trustedProxies' | 'webhookAllowedNetworks'>;

export function createAddressPolicy(
  { host, trustedProxies, webhookAllowedNetworks }: Settings,
  proxy: ProxySeen,
): AddressPolicy {
  const isLoopback =
    host === 'localhost' || (isIP(host) !== 0 && embedded(parse(host)).range() === 'loopback');
  return {
    allowed: (webhookAllowedNetworks ?? []).map(parseNetwork),
    get isLocal() {
      // Behind a proxy, those who call are somewhere else, whether the operator has said so or not.
      return isLoopback && trustedProxies === undefined && !proxy.isSeen;
    },
  };
}

/** Why nothing may be sent to an address: it is not public, or `http` is not allowed to it. */
export type Refusal = 'not public' | 'no http';

/** Undefined when something may be sent there. */
export function refusalOf(address: string, protocol: Protocol, policy: AddressPolicy): Refusal | undefined {
  const parsed = parse(address);
  const target = embedded(parsed);
  const isAllowed = policy.allowed.some((network) => isWithin(target, network) || isWithin(parsed, network));
  if (isAllowed || (policy.isLocal && target.range() === 'loopback')) return undefined;
  if (!isPublic(target)) return 'not public';
  if (protocol === 'http:' && !policy.isLocal) return 'no http';
  return undefined;
}

/** Whether http is worth a look at the address: if not, no address can allow it. */
export function mayAllowHttp(policy: AddressPolicy): boolean {
  return policy.isLocal || policy.allowed.length > 0;
}

/** Answers as no address of the internet does: Azure's hosts offer their services to the machines on them here. */
const AZURE_PLATFORM = ipaddr.parse('168.63.129.16').toString();
/** All that has been given out of IPv6 for the internet at large. */
const GLOBAL_UNICAST: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Known to be public, not just unknown to be private. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST);
}

/** The well-known prefix of NAT64; the other one that `range` knows has a form that differs from place to place. */
const NAT64: [IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** The IPv4 address that packets to such an IPv6 address end up at. */
function embedded(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const wide = address as IPv6;
  if (wide.isIPv4MappedAddress()) return wide.toIPv4Address();
  return isWithin(wide, NAT64) ? new ipaddr.IPv4(wide.toByteArray().slice(-4)) : wide;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && (address as IPv6).match(network as IPv6, bits);
}

/** ipaddr.js takes `::10.0.0.1` for a mapped address, `::ffff:10.0.0.1`, which is another one. */
function parse(address: string): Address {
  return ipaddr.parse(address.replace(/^::(?=\d+\.)/, '::0:'));
}

function parseNetwork(text: string): [Address, number] {
  const [address = '', bits] = text.split('/');
  const network = parse(address);
  return [network, bits === undefined ? network.toByteArray().length * 8 : Number(bits)];
}
