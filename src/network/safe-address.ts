import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { isLoopback } from '../text/networks.ts';

type Address = IPv4 | IPv6;
export type Protocol = 'http:' | 'https:';

/** Which addresses Rota may connect to, besides public ones over https. */
export interface AddressPolicy {
  /** Networks that the operator has allowed. */
  allowed: [network: Address, bits: number][];
  /** Only this machine can reach the service: an operator tries it out. Once false, it stays false. */
  readonly isLocal: boolean;
}

export interface ProxySeen {
  /** A call came through a proxy or from another machine: the service is not for this machine only. */
  isSeen: boolean;
}

/** What decides it, of the settings. */
interface Settings {
  host: string;
  trustedProxies: readonly string[] | undefined;
  webhookAllowedNetworks: readonly string[] | undefined;
}

export function createAddressPolicy(
  { host, trustedProxies, webhookAllowedNetworks }: Settings,
  proxy: ProxySeen,
): AddressPolicy {
  const isHere = isLoopback(host);
  return {
    allowed: (webhookAllowedNetworks ?? []).map(parseNetwork),
    get isLocal() {
      // Behind a proxy, callers are on other machines, whether the operator has configured it or not.
      return isHere && trustedProxies === undefined && !proxy.isSeen;
    },
  };
}

/** For a URL that the operator has chosen: it may lead to any address. */
export const ANYWHERE = createAddressPolicy(
  { host: '0.0.0.0', trustedProxies: undefined, webhookAllowedNetworks: ['0.0.0.0/0', '::/0'] },
  { isSeen: true },
);

/** Why an address is refused: it is not public, or `http` is not allowed to it. */
export type Refusal = 'not public' | 'no http';

/** Undefined when the address is allowed. */
export function refusalOf(address: string, protocol: Protocol, policy: AddressPolicy): Refusal | undefined {
  const parsed = parse(address);
  const target = embedded(parsed);
  const isAllowed = policy.allowed.some((network) => isWithin(target, network) || isWithin(parsed, network));
  if (isAllowed || (policy.isLocal && target.range() === 'loopback')) return undefined;
  if (!isPublic(target)) return 'not public';
  if (protocol === 'http:' && !policy.isLocal) return 'no http';
  return undefined;
}

/** Whether some address may be reached with http. */
export function mayAllowHttp(policy: AddressPolicy): boolean {
  return policy.isLocal || policy.allowed.length > 0;
}

/** Azure's hosts offer services to their virtual machines at this address. */
const AZURE_PLATFORM = ipaddr.parse('168.63.129.16').toString();
/** The part of IPv6 that is used on the internet. */
const GLOBAL_UNICAST: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Known to be public: not just unknown to be private. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST);
}

/** The well-known prefix of NAT64. The other one that `range` knows has no fixed format. */
const NAT64: [IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** The IPv4 address that an IPv6 address leads to, or the address itself. */
function embedded(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const wide = address as IPv6;
  if (wide.isIPv4MappedAddress()) return wide.toIPv4Address();
  return isWithin(wide, NAT64) ? new ipaddr.IPv4(wide.toByteArray().slice(-4)) : wide;
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
