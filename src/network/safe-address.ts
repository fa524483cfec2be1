import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { isLoopback } from '../text/networks.ts';

type Address = IPv4 | IPv6;
export type Protocol = 'http:' | 'https:';

/** Which addresses Rota may connect to, in addition to public ones over https. */
export interface AddressPolicy {
  /** Networks that the operator allowed. */
  allowed: [network: Address, bits: number][];
  /** True while only this machine can reach the service: an operator is trying it out. Once false, it stays false. */
  readonly isLocal: boolean;
}

export interface ProxySeen {
  /** True once a call came through a proxy or from another machine: the service isn't only for this machine. */
  isSeen: boolean;
}

/** The settings that the policy depends on. */
interface Settings {
  host: string;
  trustedProxies: readonly string[] | undefined;
  webhookAllowedNetworks: readonly string[] | undefined;
}

export function createAddressPolicy(
  { host, trustedProxies, webhookAllowedNetworks }: Settings,
  proxy: ProxySeen,
): AddressPolicy {
  const isOnLoopback = isLoopback(host);
  return {
    allowed: (webhookAllowedNetworks ?? []).map(parseNetwork),
    get isLocal() {
      // Behind a proxy, callers are on other machines, whether or not the operator has configured it.
      return isOnLoopback && trustedProxies === undefined && !proxy.isSeen;
    },
  };
}

/** For URLs that the operator chose: they may lead to any address. */
export const ANYWHERE = createAddressPolicy(
  { host: '0.0.0.0', trustedProxies: undefined, webhookAllowedNetworks: ['0.0.0.0/0', '::/0'] },
  { isSeen: true },
);

/** Why an address is refused: it is not public, or `http` is not allowed to it. */
export type Refusal = 'not public' | 'no http';

/** Undefined when the address is allowed. */
export function refusalOf(address: string, protocol: Protocol, policy: AddressPolicy): Refusal | undefined {
  const parsed = parse(address);
  const target = finalTarget(parsed);
  const isAllowed = policy.allowed.some((network) => isWithin(target, network) || isWithin(parsed, network));
  if (isAllowed || (policy.isLocal && target.range() === 'loopback')) return undefined;
  if (!isPublic(target)) return 'not public';
  if (protocol === 'http:' && !policy.isLocal) return 'no http';
  return undefined;
}

/** Whether http is allowed to any address at all. */
export function mayAllowHttp(policy: AddressPolicy): boolean {
  return policy.isLocal || policy.allowed.length > 0;
}

/** Azure's hosts serve their virtual machines at this address. */
const AZURE_PLATFORM = ipaddr.parse('168.63.129.16').toString();
/** The only part of IPv6 in use on the internet. */
const GLOBAL_UNICAST: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Accepts only addresses known to be public, and not all that aren't known to be private. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST);
}

/** NAT64's well-known prefix. The other prefix that `range` knows has no fixed format. */
const NAT64: [IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** The IPv4 address that an IPv6 address leads to, or the address itself. */
function finalTarget(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const ipv6 = address as IPv6;
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address();
  return isWithin(ipv6, NAT64) ? new ipaddr.IPv4(ipv6.toByteArray().slice(-4)) : ipv6;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && (address as IPv6).match(network as IPv6, bits);
}

/** ipaddr.js reads `::10.0.0.1` as the mapped address `::ffff:10.0.0.1`, which is a different one. */
function parse(address: string): Address {
  return ipaddr.parse(address.replace(/^::(?=\d+\.)/, '::0:'));
}

function parseNetwork(text: string): [Address, number] {
  const [address = '', bits] = text.split('/');
  const network = parse(address);
  return [network, bits === undefined ? network.toByteArray().length * 8 : Number(bits)];
}
